//! Describes two interfaces, and answers what the user does in them.
use appcontroller_provider::*;

struct SkeletonProvider;

impl Provider for SkeletonProvider {
    fn create(_: &Creation) -> Result<Self> {
        Ok(SkeletonProvider)
    }

    fn describe(&mut self, context: &Context, document: &mut Node) -> Result {
        document.set_id(if context.is_logged_in() { "logged-in" } else { "logged-out" }).set_lang("en");
        if context.is_logged_in() {
            document.screen("home", "skeleton").with(|home| {
                home.text(&format!("Hello, {}!", context.subject()));
                home.button("leave", "Leave").set_style("destructive").action("leave", &[]);
            });
        } else {
            document.screen("welcome", "skeleton").set_primary_action("enter").with(|welcome| {
                welcome.field("name", "Your name").input("name", "username", &["required"]);
                welcome.button("enter", "Enter").set_style("primary").action("enter", &["name"]);
            });
        }
        Ok(())
    }

    fn perform(&mut self, _: &Context, action: &Action, reply: &mut Reply) -> Result {
        match action.name() {
            "enter" => reply.login(&Session::new(action.value("name"))),
            "leave" => reply.logout(),
            _ => Err(Error::Unsupported),
        }
    }
}

provider!(
    SkeletonProvider, id: "com.example.skeleton", name: "skeleton", version: "0.1.0", vendor: "Unknown"
);
