//! The provider ABI of AppControllerKit for Rust: `appcontroller_provider.h` with results, closures and nodes that end
//! by themselves. It has no dependencies, and is no part of the ABI.
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
//! **Failing.** Every function of a provider may return an [`Error`]; a [`Failure`] says what failed, why, and how to
//! fix it. A panic becomes a failure of [`Category::Provider`] with its message and place, and does not cross into the
//! host, as long as the profile has `panic = "unwind"`.
//!
//! **Unknown.** A question with a target, a purpose or a flag that this crate does not know is answered
//! `sys::UNSUPPORTED` before the provider sees it.
//!
//! **Text.** A `&str` that is passed in is copied by the host; one that is handed out is valid during the call.
//!
//! **Threads.** The host makes one call at a time. The work of [`Context::later`] and the functions of [`Host`] are for
//! any thread.

use std::time::Duration;

mod answer;
mod boundary;
mod form;
mod host;
mod later;
mod node;
pub mod sys;
mod vocabulary;

pub use answer::{Action, Configuration, Context, CredentialRequest, Purpose, Reply, SessionView};
#[doc(hidden)]
pub use boundary::{answer, is_plain, table};
pub use host::{Creation, Credential, Host, HostInfo, Session};
pub use later::Cancellation;
pub use node::{Node, Value};
pub use sys::{LEVEL_DEBUG, LEVEL_ERROR, LEVEL_INFO, LEVEL_SUCCESS, LEVEL_WARNING};

/// Who or what a failure is due to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum Category {
    #[default]
    Unsaid = 0,
    /// What was typed or chosen; the user tries again.
    Input = sys::FAILURE_INPUT,
    /// The user may not; trying again does not help.
    Denied = sys::FAILURE_DENIED,
    /// Something is not there for now; trying again may help.
    Later = sys::FAILURE_LATER,
    /// The provider itself.
    Provider = sys::FAILURE_PROVIDER,
}

/// A failure, each text one sentence.
///
/// ```ignore
/// let failure = Failure::new(Category::Denied, "nobody comes in", "the door is locked", "call the house");
/// Err(Failure { code: "com.example.locked".into(), ..failure }.into())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Failure {
    pub what: String,
    pub why: String,
    pub fix: String,
    pub category: Category,
    /// A stable name with a dot, such as `com.example.locked`, or empty.
    pub code: String,
    /// Of [`Category::Later`]; zero is not known.
    pub retry_after: Duration,
}

impl Failure {
    /// What failed, why, and how to fix it.
    pub fn new(category: Category, what: impl Into<String>, why: impl Into<String>, fix: impl Into<String>) -> Failure {
        Failure { category, what: what.into(), why: why.into(), fix: fix.into(), ..Failure::default() }
    }
}

/// A reason for which a function of a provider has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Error {
    /// The answer is not there yet. [`Context::later`] returns it; hand it on with `?`.
    Pending,
    /// The provider does not support it.
    Unsupported,
    /// It did not work.
    Failure(Failure),
    /// The host has refused something, and knows why.
    Refused(sys::Status),
}

pub type Result<T = ()> = std::result::Result<T, Error>;

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        Error::Failure(failure)
    }
}

/// Fails: what failed, why, and how to fix it.
pub fn failure<T>(
    category: Category,
    what: impl Into<String>,
    why: impl Into<String>,
    fix: impl Into<String>,
) -> Result<T> {
    Err(Failure::new(category, what, why, fix).into())
}

/// A duration in milliseconds, as the ABI has it.
fn milliseconds(duration: Duration) -> i64 {
    duration.as_millis().min(i64::MAX as u128) as i64
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

    /// Whether there is a logged-out interface for a purpose; [`Provider::describe`] is asked for no other.
    fn has_interface_for(&mut self, purpose: Purpose) -> bool {
        purpose == Purpose::SignIn
    }

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
    fn configure(&mut self, _context: &Context, _configuration: &mut Configuration) -> Result {
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

    /// A credential of the session for a program, in the place of its secret; `Unsupported` leaves it to the host.
    fn credential(&mut self, _context: &Context, _request: &CredentialRequest) -> Result<Credential> {
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

    /// A feature of the provider's own, such as `com.example.thing/1`: its table, which lives as long as the library.
    fn extension(&mut self, _id: &str) -> *const std::os::raw::c_void {
        std::ptr::null()
    }
}

/// Makes the note and the entry of a provider: its type, and four literals.
///
/// `requires`, `settings` and `permissions` may follow, in this order, each as an array in JSON: what a host must have,
/// such as `r#"["ack.socket/1"]"#`, the settings, such as
/// `r#"[{ "name": "server", "type": "url", "label": "Server" }]"#`, and the permissions.
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
                "{\"id\":\"", $id, "\",\"name\":\"", $name, "\",\"version\":\"", $version,
                "\",\"vendor\":\"", $vendor, "\""
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
