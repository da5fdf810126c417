//! What provider.cpp does, in Rust.

use appcontroller_provider::{
    failure, provider, Action, Category, Configuration, Context, Creation, Error, Host, Node, Provider, Reply, Result,
    Session, LEVEL_INFO,
};
use std::borrow::Cow;
use std::time::Duration;

struct Growing {
    host: Host,
}

impl Provider for Growing {
    fn create(creation: &Creation) -> Result<Self> {
        Ok(Growing { host: creation.host() })
    }

    fn describe(&mut self, context: &Context, document: &mut Node) -> Result {
        let mut screen = document.screen("screen", "Growing");
        screen.text(&format!("subject: {}, columns: {}", context.subject(), context.traits().columns));
        {
            let mut rating = screen.node("rating", "rating");
            rating.set("tone", "calm").set_label("Rating");
            rating.open_fallback().text("4 of 5 stars");
        }
        screen.button("enter", "enter").action("enter", &[]);
        Ok(())
    }

    fn configure(&mut self, _: &Context, configuration: &mut Configuration) -> Result {
        configuration.duration = Duration::from_millis(200);
        Ok(())
    }

    fn perform(&mut self, _: &Context, action: &Action, reply: &mut Reply) -> Result {
        match action.name() {
            "break" => failure(Category::Later, "the door is shut", "it is night", "come back tomorrow"),
            "enter" => {
                let host = self.host.info().map_or("nobody", |info| info.name);
                reply.add("badge", "", "3")?;
                reply.message(LEVEL_INFO, &format!("Welcome to {}", host))?;
                reply.login(&Session::new("kitty"))
            }
            _ => Err(Error::Unsupported),
        }
    }

    fn asset(&mut self, _: &Context, _: &str) -> Result<Cow<'static, [u8]>> {
        Ok(Cow::Borrowed(b"picture"))
    }
}

provider!(Growing, id: "com.example.growing", name: "Growing", version: "1.0.0", vendor: "Example Ltd.");
