//! push.rs - a provider with a list, whose items push a screen, from which an answer leads back: push.c in Rust.
use appcontroller_provider::*;

const TEAS: [(&str, &str, &str); 2] = [("assam", "Assam", "4 minutes"), ("sencha", "Sencha", "2 minutes")];

struct Menu;

impl Provider for Menu {
    fn create(_: &Creation) -> Result<Self> {
        Ok(Menu)
    }

    /// A screen is pushed onto the navigation that the action came from, so the root is one.
    fn describe(&mut self, _: &Context, document: &mut Node) -> Result {
        document.set_id("menu").set_lang("en").navigation().with(|stack| {
            stack.screen("menu-screen", "Menu").with(|screen| {
                screen.list().set_label("Teas").each(TEAS, |list, (id, name, _)| {
                    list.item(id, name).open_action().set_name("open").set_payload(&[("tea", id)]);
                });
            });
        });
        Ok(())
    }

    fn perform(&mut self, _: &Context, action: &Action, reply: &mut Reply) -> Result {
        match action.name() {
            // The effects of an answer are applied in order, all or none.
            "order" => {
                reply.leave("pop")?;
                reply.message(LEVEL_SUCCESS, "It is on its way")
            }
            "open" => match TEAS.iter().find(|tea| tea.0 == action.payload("tea")) {
                Some((id, name, minutes)) => reply.show("push", |document| {
                    document.set_id(id).set_lang("en").screen("tea-screen", name).with(|screen| {
                        screen.text(minutes);
                        screen.button("order", "Order").set_style("primary").action("order", &[]);
                    });
                }),
                None => reply.message(LEVEL_ERROR, "There is no such tea"),
            },
            _ => Err(Error::Unsupported),
        }
    }
}

provider!(Menu, id: "com.example.push", name: "Push", version: "1.0.0", vendor: "Example Ltd.");
