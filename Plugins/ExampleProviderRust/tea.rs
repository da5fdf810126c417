//! tea.rs - a provider in Rust: come in with a PIN that a server checks, have tea brewed, leave.
use appcontroller_provider::*;
use std::time::Duration;

const TEAS: [&str; 2] = ["Assam", "Sencha"];

/// How many pots were brewed.
struct TeaRoom(u32);

impl Provider for TeaRoom {
    fn create(_: &Creation) -> Result<Self> {
        Ok(TeaRoom(0))
    }

    fn describe(&mut self, context: &Context, document: &mut Node) -> Result {
        document.set_id(if context.is_logged_in() { "logged-in" } else { "logged-out" }).set_lang("en");
        if context.is_logged_in() {
            document.screen("room", "Tea Room").with(|room| {
                room.text(&format!("Welcome, member {}!", context.subject()));
                room.list().set_label("Teas").each(TEAS, |teas, tea| {
                    teas.item(tea, tea).open_action().set_name("brew").set_payload(&[("tea", tea)]);
                });
                room.button("leave", "Leave").set_style("destructive").action("leave", &[]);
            });
        } else {
            document.screen("door", "Tea Room").set_primary_action("enter").with(|door| {
                door.field("member", "Member number").input("member", "username", &["required", "digits"]);
                door.field("pin", "PIN").input("pin", "password", &["required"]);
                door.button("enter", "Enter").set_style("primary").action("enter", &["member", "pin"]);
            });
        }
        Ok(())
    }

    fn perform(&mut self, context: &Context, action: &Action, reply: &mut Reply) -> Result {
        let (member, pin, tea) = (action.value("member"), action.value("pin").to_owned(), action.payload("tea"));
        match action.name() {
            "enter" => {
                let is_right = context.later(move |cancellation| {
                    cancellation.wait_for(Duration::from_millis(20)); // the server
                    Ok(pin == "1773")
                })?;
                if !is_right {
                    return reply.field_error("pin", &format!("This is not the PIN of member {}", member));
                }
                let secret = "a-token-of-the-tea-room".to_owned();
                reply.login(&Session { secret, display_name: format!("Member {}", member), ..Session::new(member) })
            }
            "brew" if TEAS.contains(&tea) => {
                self.0 += 1;
                reply.message(LEVEL_SUCCESS, &format!("{} is ready, pot {}", tea, self.0))
            }
            "brew" => {
                let why = "the room serves Assam and Sencha";
                failure(Category::Input, "there is no such tea", why, "choose one of them")
            }
            "leave" => reply.logout(),
            _ => Err(Error::Unsupported),
        }
    }
}

provider!(TeaRoom, id: "com.example.tea-rust", name: "Tea Room in Rust", version: "0.1.0", vendor: "Example Ltd.");
