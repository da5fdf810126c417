//! The provider ABI of AppControllerKit for Rust: `appcontroller_provider.h` with results, closures and nodes that end by
//! themselves. It has no dependencies, and is no part of the ABI.
//!
//! Implement [`Provider`], and write [`provider!`] once:
//!
//! ```ignore
//! provider!(Kitty, id: "com.example.kitty", name: "Kitty", version: "1.0.0", vendor: "Example Ltd.");
//! ```
//!
//! Build a `cdylib`. With cargo, depend on this crate by its path. With `rustc` alone, build the crate as a library and
//! name it with `--extern appcontroller_provider=libappcontroller_provider.rlib`.
//!
//! **Failing.** Every function of a provider may return an [`Error`], or panic: a panic becomes a failure with its message
//! and place, and does not cross into the host, as long as the profile has `panic = "unwind"`.
//!
//! **Text.** A `&str` that is passed in is copied by the host; one that is handed out is valid during the call.
//!
//! **Threads.** The host makes one call at a time. The work of [`Context::later`] and the functions of [`Host`] are for
//! any thread.

mod answer;
mod boundary;
mod form;
mod host;
mod later;
mod node;
pub mod sys;
mod vocabulary;

pub use answer::{Action, Context, Reply, SessionView};
#[doc(hidden)]
pub use boundary::{answer, is_plain, table};
pub use host::{Creation, Host, Session};
pub use later::Cancellation;
pub use node::{Node, Value};
pub use sys::{LEVEL_DEBUG, LEVEL_ERROR, LEVEL_INFO, LEVEL_SUCCESS, LEVEL_WARNING};

/// A reason for which a function of a provider has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// The answer is not there yet. [`Context::later`] returns it; hand it on with `?`.
    Pending,
    /// The provider does not support it.
    Unsupported,
    /// A failure, each text one sentence.
    Failure { what: String, why: String, fix: String },
    /// The host has refused something, and knows why.
    Refused(sys::Status),
}

pub type Result<T = ()> = std::result::Result<T, Error>;

/// Makes a failure: what failed, why, and how to fix it.
pub fn failure<T>(what: impl Into<String>, why: impl Into<String>, fix: impl Into<String>) -> Result<T> {
    Err(Error::Failure { what: what.into(), why: why.into(), fix: fix.into() })
}

/// The result of a call of the host, whose function a host that breaks a rule may have left out.
fn called(status: Option<sys::Status>) -> Result {
    match status.unwrap_or(sys::MISUSE) {
        sys::OK => Ok(()),
        status if status < 0 => Err(Error::Refused(status)),
        _ => Err(Error::Refused(sys::MISUSE)),
    }
}

/// The provider's state for one controller. Several may live at once.
pub trait Provider: Sized + 'static {
    /// Makes an instance.
    fn create(creation: &Creation) -> Result<Self>;

    /// Describes the logged-out or the logged-in interface.
    fn describe(&mut self, context: &Context, document: &mut Node) -> Result;

    /// Describes a screen that was pushed or presented and then invalidated; `Unsupported` leaves it as it is.
    fn describe_screen(&mut self, _context: &Context, _id: &str, _document: &mut Node) -> Result {
        Err(Error::Unsupported)
    }

    /// Describes what is seen before the first interface; `Unsupported` leaves that to the host.
    fn describe_splash(&mut self, _context: &Context, _document: &mut Node) -> Result {
        Err(Error::Unsupported)
    }

    /// Answers an action.
    fn perform(&mut self, _context: &Context, _action: &Action, _reply: &mut Reply) -> Result {
        Err(Error::Unsupported)
    }

    /// Whether the first interface is the logged-in one.
    fn is_initially_logged_in(&mut self, _context: &Context, has_stored_session: bool) -> Result<bool> {
        Ok(has_stored_session)
    }

    /// Changes the appearance of the transition to the context's target.
    fn configure(&mut self, _context: &Context, _configuration: &mut sys::Configuration) -> Result {
        Ok(())
    }

    /// Revokes the rights of a session that has ended.
    fn session_ended(&mut self, _context: &Context, _session: &SessionView) -> Result {
        Ok(())
    }

    /// Renews the secret of a session: `login` of the reply as the same subject, or `logout` when it has ended.
    fn refresh_session(&mut self, _context: &Context, _session: &SessionView, _reply: &mut Reply) -> Result {
        Err(Error::Unsupported)
    }

    /// The bytes of a picture that an image names with its `asset`: a PNG of at most 256 KiB and 1024 by 1024 pixels.
    /// `Unsupported` when there is none of the name.
    fn asset(&mut self, _context: &Context, _name: &str) -> Result<std::borrow::Cow<'static, [u8]>> {
        Err(Error::Unsupported)
    }

    /// Reports an event: `did-login`, `did-logout`, `did-pop`, `session-expires`, or one that is not known here.
    fn notify(&mut self, _context: &Context, _event: &str) {}

    /// Reports what has become of a screen: `shown`, `covered`, `left`, or a word that is not known here.
    fn screen_changed(&mut self, _context: &Context, _screen: &str, _appearance: &str) {}

    /// Reports that a pending question is cancelled; its work is told by itself.
    fn cancelled(&mut self, _sequence: u64) {}

    /// Answers [`Host::request_tick`].
    fn tick(&mut self) {}
}

/// Makes the note and the entry of a provider: its type, and four literals.
///
/// `requires`, `settings` and `permissions` may follow, in this order, each as an array in JSON: what a host must have, such
/// as `r#"["ack.socket/1"]"#`, the settings, such as `r#"[{ "name": "server", "type": "url", "label": "Server" }]"#`, and the
/// permissions.
#[rustfmt::skip]
#[macro_export]
macro_rules! provider {
    ($type:ty, id: $id:literal, name: $name:literal, version: $version:literal, vendor: $vendor:literal
     $(, requires: $requires:literal)? $(, settings: $settings:literal)?
     $(, permissions: $permissions:literal)? $(,)?) => {
        const _: () = {
            use $crate::sys;
            assert!($crate::is_plain($id), "an id without quotation marks, backslashes and control characters");
            assert!($crate::is_plain($name), "a name without quotation marks, backslashes and control characters");
            assert!($crate::is_plain($version), "a version without quotation marks, backslashes, control characters");
            assert!($crate::is_plain($vendor), "a vendor without quotation marks, backslashes and control characters");
            const JSON: &str = concat!(
                "{\"id\":\"", $id, "\",\"name\":\"", $name, "\",\"version\":\"", $version, "\",\"vendor\":\"", $vendor, "\""
                $(, ",\"requires\":", $requires)? $(, ",\"settings\":", $settings)?
                $(, ",\"permissions\":", $permissions)?, "}"
            );
            #[used]
            #[link_section = ".note.appcontroller"]
            static NOTE: sys::Note<{ (JSON.len() + 3) / 4 * 4 }> = sys::Note::new(JSON);
            static TABLE: sys::Provider = $crate::table::<$type>();
            #[no_mangle]
            unsafe extern "C" fn ack_provider_query(query: *const sys::Query, answer: *mut sys::Answer) -> sys::Status {
                $crate::answer(query, answer, $id, $version, &TABLE)
            }
        };
    };
}
