//! hostile.rs - a provider in Rust that panics wherever it can. Tests/Bindings/host.c has it do so, each time with
//! another value of the setting "throws", and expects a failure with a reason, or a line in the log.
use appcontroller_provider::*;
use std::time::Duration;

struct Hostile {
    place: String,
    is_asked_again: bool,
    host: Host,
}

/// A payload of a panic that panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("the payload");
    }
}

/// A value of work that panics when it is dropped.
#[derive(Clone)]
struct Sharp;

impl Drop for Sharp {
    fn drop(&mut self) {
        panic!("the value");
    }
}

impl Hostile {
    fn panics_in(&self, place: &str) {
        if self.place == place {
            panic!("{}", place);
        }
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        if self.place == "destroy" {
            panic!("its end");
        }
    }
}

impl Provider for Hostile {
    fn create(creation: &Creation) -> Result<Self> {
        let place = creation.setting("throws").unwrap_or("").to_owned();
        if place == "create" {
            panic!("create");
        }
        Ok(Hostile { place, is_asked_again: false, host: creation.host() })
    }

    fn has_interface_for(&mut self, purpose: Purpose) -> bool {
        self.panics_in("purpose");
        purpose == Purpose::SignIn
    }

    fn describe(&mut self, context: &Context, document: &mut Node) -> Result {
        if self.place == "services" {
            let other = self.host.open_socket("other").unwrap_err();
            assert!(self.host.open_socket("own").is_ok() && other.kind() == std::io::ErrorKind::PermissionDenied);
            let addresses = self.host.addresses("localhost").unwrap();
            assert!(addresses.iter().map(|address| address.to_string()).eq(["127.0.0.1", "::1"]));
            assert!(self.host.addresses("x").is_err());
            document.screen("s", "S");
            return Ok(());
        }
        if self.place == "literal" {
            let mut screen = document.screen("s", "A literal");
            screen.set("text", "not a bool").set("number", 7).set("truth", true).set("half", 0.5).set("zero", "a\0b");
            return Ok(());
        }
        if self.place == "turn" || self.place == "kept" {
            std::mem::forget(document.screen("s", "S"));
            return Ok(());
        }
        let mut screen = document.screen("s", "S");
        let _list = screen.list();
        self.panics_in("describe");
        match self.place.as_str() {
            "later" => context.later(|_| -> Result { panic!("the work") }),
            "other" if self.is_asked_again => context.later(|_| Ok(String::from("x"))).map(drop),
            "other" => {
                self.is_asked_again = true;
                context.later(|_| Ok(1)).map(drop)
            }
            "waiting" => {
                // Ends only when it is cancelled, and long after.
                let host = self.host;
                context.later(move |cancellation| {
                    host.log(LEVEL_INFO, "begun");
                    while !cancellation.wait_for(Duration::from_secs(3600)) {}
                    host.log(LEVEL_INFO, "cancelled");
                    Ok("a late value")
                })?;
                Ok(())
            }
            "sharp" => context.later(|_| Ok(Sharp)).map(std::mem::forget),
            "wordless" | "number" => std::panic::panic_any(Bomb),
            "failure" => Err(Failure {
                code: "com.example.hostile".into(),
                retry_after: Duration::from_secs(2),
                ..Failure::new(Category::Later, "what", "why", "fix")
            }
            .into()),
            "unsupported" => Err(Error::Unsupported),
            _ => Ok(()),
        }
    }

    fn describe_screen(&mut self, _: &Context, _: &str, _: &mut Node) -> Result {
        self.panics_in("screen");
        Ok(())
    }

    fn describe_splash(&mut self, _: &Context, _: &mut Node) -> Result {
        self.panics_in("splash");
        Ok(())
    }

    fn perform(&mut self, _: &Context, action: &Action, reply: &mut Reply) -> Result {
        self.panics_in("perform");
        if action.value("a") == "x\0y" {
            reply.message(LEVEL_INFO, action.value("a"))?;
        }
        if self.place == "show" {
            reply.show("push", |_| self.panics_in("show"))?;
        }
        Ok(())
    }

    fn is_initially_logged_in(&mut self, _: &Context, _: bool) -> Result<bool> {
        self.panics_in("initial");
        Ok(true)
    }

    fn configure(&mut self, _: &Context, _: &mut Configuration) -> Result {
        self.panics_in("configure");
        Ok(())
    }

    fn session_ended(&mut self, _: &Context, _: &SessionView) -> Result {
        self.panics_in("ended");
        Ok(())
    }

    fn asset(&mut self, _: &Context, name: &str) -> Result<std::borrow::Cow<'static, [u8]>> {
        self.panics_in("asset");
        Ok(name.as_bytes().to_vec().into())
    }

    fn credential(&mut self, _: &Context, request: &CredentialRequest) -> Result<Credential> {
        self.panics_in("credential");
        let secret = format!("{} {} {}", request.program(), request.host(), request.path());
        Ok(Credential { user_name: "bot".into(), expires_at: 7, ..Credential::new(secret) })
    }

    fn notify(&mut self, _: &Context, _: &str) {
        self.panics_in("notify");
    }

    fn screen_changed(&mut self, _: &Context, id: &str, appearance: &str) {
        if id == "home" && appearance == "shown" {
            self.panics_in("appearance");
        }
    }

    fn cancelled(&mut self, _: u64) {
        self.panics_in("cancel");
    }

    fn tick(&mut self) {
        self.panics_in("tick");
    }

    fn extension(&mut self, _: &str) -> *const std::os::raw::c_void {
        self.panics_in("extension");
        std::ptr::null()
    }
}

provider!(Hostile, id: "com.example.hostile", name: "Hostile", version: "0.1.0", vendor: "Example Ltd.");
