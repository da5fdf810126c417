//! locker.rs - the provider that is kept, in Rust: locker.c with the bindings.
use appcontroller_provider::*;
use std::time::Duration;

struct Locker {
    greeting: String,
    shelves: usize,
}

impl Provider for Locker {
    fn create(creation: &Creation) -> Result<Self> {
        let shelves = creation.setting("shelves").and_then(|digits| digits.parse().ok()).unwrap_or(0);
        Ok(Locker { greeting: creation.setting("greeting").unwrap_or("").to_owned(), shelves })
    }

    fn configure(&mut self, context: &Context, configuration: &mut Configuration) -> Result {
        let is_in = context.is_logged_in();
        configuration.style = if is_in { sys::STYLE_SLIDE_LEADING } else { sys::STYLE_FADE };
        configuration.duration = Duration::from_millis(if is_in { 200 } else { 300 });
        configuration.delay = Duration::from_millis(10);
        Ok(())
    }

    fn describe_splash(&mut self, _: &Context, document: &mut Node) -> Result {
        document.set_id("launching").set_lang("en").screen("splash", "Locker").progress("Opening");
        Ok(())
    }

    fn describe(&mut self, context: &Context, document: &mut Node) -> Result {
        document.set_id(if context.is_logged_in() { "logged-in" } else { "logged-out" }).set_lang("en");
        if context.is_logged_in() {
            self.describe_logged_in(context, document);
        } else {
            self.describe_logged_out(document);
        }
        Ok(())
    }

    fn describe_screen(&mut self, _: &Context, id: &str, document: &mut Node) -> Result {
        if id != "shelf" {
            return Err(Error::Unsupported);
        }
        describe_shelf("?", document);
        Ok(())
    }

    fn perform(&mut self, context: &Context, action: &Action, reply: &mut Reply) -> Result {
        match action.name() {
            "enter" => enter(action, reply),
            "ask" => {
                context.later(|_| Ok(()))?;
                reply.message(LEVEL_INFO, "Asked")
            }
            "jam" => {
                let jam = Failure::new(Category::Denied, "the door does not open", "it is jammed", "call the house");
                Err(Failure { code: "com.example.jammed".into(), ..jam }.into())
            }
            "wait" => {
                let busy = Failure::new(Category::Later, "the door is busy", "somebody is in it", "come back");
                let retry_after = Duration::from_millis(1500);
                Err(Failure { code: "com.example.busy".into(), retry_after, ..busy }.into())
            }
            "open" => reply.show("push", |document| describe_shelf(action.payload("shelf"), document)),
            "take" => {
                context.host().invalidate("")?;
                reply.leave("pop")?;
                reply.message(LEVEL_SUCCESS, "Taken")
            }
            "leave" if action.payload("all") == "yes" => reply.logout(),
            "leave" => Ok(()),
            _ => Err(Error::Unsupported),
        }
    }

    fn refresh_session(&mut self, _: &Context, session: &SessionView, reply: &mut Reply) -> Result {
        if session.refresh_token() != "refresh" {
            return reply.logout();
        }
        reply.login(&Session {
            display_name: session.display_name().into(),
            secret: "second".into(),
            refresh_token: "refresh".into(),
            attributes: vec![("size".into(), session.attribute("size").unwrap_or("").into())],
            ..Session::new(session.subject())
        })
    }

    fn session_ended(&mut self, context: &Context, session: &SessionView) -> Result {
        context.host().log(LEVEL_INFO, &format!("ended {}", session.subject()));
        Ok(())
    }

    fn notify(&mut self, context: &Context, event: &str) {
        context.host().log(LEVEL_INFO, &format!("event {}", event));
    }
}

impl Locker {
    fn describe_logged_out(&self, document: &mut Node) {
        document.screen("door", "Locker").set_initial_focus("name").set_primary_action("enter").with(|door| {
            door.text(&self.greeting).set_style("heading");
            door.group().set_label("Sign in").set_style("form").with(|form| {
                form.field("name", "Your name").open_input().set_name("name").set_content("username").with(|input| {
                    input.open_rules().rule("required", "Enter your name");
                });
                form.field("word", "Password").input("word", "password", &["required"]);
                form.toggle("stay", "Stay signed in").open_input().set_name("stay").set_value(true);
                form.choice("size", "Size").open_input().set_name("size").set_value("small").with(|input| {
                    input.open_options().option("small", "Small").option("large", "Large");
                });
                form.button("enter", "Enter").set_style("primary").with(|enter| {
                    enter.action("enter", &["name", "word", "stay", "size"]);
                    enter.open_enabled().set_filled(&["name", "word"]);
                });
            });
            door.button("ask", "Ask").open_action().set_name("ask").set_deadline(60.0);
            for (id, label) in [("jam", "Jam"), ("wait", "Wait"), ("odd", "Odd")] {
                door.button(id, label).action(id, &[]);
            }
            door.link("help", "Help", "https://example.com/help");
        });
    }

    fn describe_logged_in(&self, context: &Context, document: &mut Node) {
        let session = context.session();
        let of = |read: fn(&SessionView) -> String| session.as_ref().map(read).unwrap_or_default();
        let size = of(|session| session.attribute("size").unwrap_or("").to_owned());
        let secret = session.as_ref().map_or(0, |session| session.secret().len());
        let token = session.as_ref().map_or(0, |session| session.refresh_token().len());
        document.node("navigation", "stack").screen("home", "Locker").with(|home| {
            home.text(&format!("Hello, {}!", of(|session| session.display_name().to_owned()))).set_style("heading");
            home.text(&format!("{}, {}, {}, {}", context.subject(), size, secret, token));
            home.banner("Close the door").set_severity("info");
            home.progress("Used").open_progress().set_value(1.0).set_total(4.0);
            home.list().set_label("Shelves").each(1..=self.shelves, |list, shelf| {
                let number = shelf.to_string();
                list.item(&format!("shelf-{}", number), &format!("Shelf {}", number)).with(|item| {
                    item.open_action().set_name("open").set_payload(&[("shelf", &number)]);
                });
            });
            let mut leave = home.button("leave", "Leave");
            leave.set_style("destructive").open_action().set_name("leave").set_payload(&[("all", "yes")]);
        });
    }
}

fn describe_shelf(number: &str, document: &mut Node) {
    document.set_id("shelf").set_lang("en").screen("shelf", &format!("Shelf {}", number)).with(|shelf| {
        shelf.code(&format!("SHELF-{}", number)).set_label("Code");
        shelf.button("take", "Take").set_style("primary").action("take", &[]);
    });
}

fn enter(action: &Action, reply: &mut Reply) -> Result {
    let (name, stay, size) = (action.value("name"), action.value("stay"), action.value("size"));
    if action.value("word") != "meow1234" {
        reply.field_error("word", "This is not the password")?;
        return reply.message(LEVEL_ERROR, &format!("{}, {}", stay, size));
    }
    reply.message(LEVEL_SUCCESS, "Come in")?;
    reply.login(&Session {
        display_name: format!("Dear {}", name),
        secret: "secret".into(),
        refresh_token: "refresh".into(),
        attributes: vec![("size".into(), size.into())],
        ..Session::new(name)
    })
}

provider!(Locker, id: "com.example.kept-rust", name: "Locker", version: "1.0.0", vendor: "Example Ltd.", settings: r#"[
    { "name": "greeting", "type": "text", "label": "Greeting", "default": "Welcome" },
    { "name": "shelves", "type": "integer", "label": "Shelves", "default": 2, "min": 1, "max": 9 }]"#);
