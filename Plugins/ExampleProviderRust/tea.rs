//! tea.rs - a provider in Rust, with nothing but rustc: come in with a PIN, have tea brewed, leave.
//!
//!   rustc --crate-type cdylib --edition 2021 -O -o libtea.so tea.rs
//!
//! `ack.rs` is the ABI's header in Rust. Read this from the end: `ack_provider_query` hands out the table of functions,
//! `describe` describes an interface, and `perform` answers what the user does in it.

mod ack;

use ack::{
    Action, Answer, Builder, Context, Creation, Host, Instance, Pair, Provider, Query, Reply, Session, Status, Str,
};
use std::any::Any;
use std::cell::Cell;
use std::mem::size_of;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};
use std::{slice, str};

const TEAS: [&str; 2] = ["Assam", "Sencha"];

/// The state for one controller: made by `create`, dropped by `destroy`. Many may exist at once.
struct Room {
    host: &'static Host, // its table lives as long as the process
    brewed: Cell<u32>,
}

// ---- Text ----

/// A text of the host, which is valid until the call returns; `None` when it is not UTF-8.
unsafe fn text<'a>(text: Str) -> Option<&'a str> {
    if text.len == 0 {
        return Some("");
    }
    str::from_utf8(slice::from_raw_parts(text.ptr, text.len as usize)).ok()
}

/// The value of the first pair with this name; empty when there is none.
unsafe fn value<'a>(pairs: *const Pair, count: u64, name: &str) -> &'a str {
    let pairs = if count == 0 { &[] } else { slice::from_raw_parts(pairs, count as usize) };
    let found = pairs.iter().find(|pair| text(pair.name) == Some(name));
    found.and_then(|pair| text(pair.value)).unwrap_or("")
}

// ---- Describing ----

/// A description that is being written. After a failure, every later call of the builder returns the same status, so
/// the status of the last `end` is enough.
struct Document<'a>(&'a Builder);

impl Document<'_> {
    fn node(&self, kind: &str, id: &str, inside: impl FnOnce()) -> Status {
        unsafe { (self.0.begin)(self.0, kind.into(), id.into()) };
        inside();
        unsafe { (self.0.end)(self.0) }
    }

    fn set(&self, key: &str, value: &str) {
        unsafe { (self.0.set_str)(self.0, key.into(), value.into()) };
    }

    fn map(&self, key: &str, inside: impl FnOnce()) {
        unsafe { (self.0.open_map)(self.0, key.into()) };
        inside();
        unsafe { (self.0.close)(self.0) };
    }

    fn list(&self, key: &str, inside: impl FnOnce()) {
        unsafe { (self.0.open_list)(self.0, key.into()) };
        inside();
        unsafe { (self.0.close)(self.0) };
    }

    /// A list of texts: inside a list, keys are empty.
    fn texts(&self, key: &str, texts: &[&str]) {
        self.list(key, || texts.iter().for_each(|text| self.set("", text)));
    }

    fn field(&self, id: &str, label: &str, content: &str, missing: &str) {
        self.node("field", id, || {
            self.set("label", label);
            self.map("input", || {
                self.set("name", id);
                self.set("content", content);
                self.list("rules", || {
                    self.map("", || {
                        self.set("rule", "required");
                        self.set("message", missing);
                    })
                });
            });
        });
    }

    fn logged_out(&self) -> Status {
        self.set("id", "logged-out");
        self.set("lang", "en");
        self.node("screen", "door", || {
            self.set("label", "Tea Room");
            self.set("primaryAction", "enter");
            self.field("member", "Member number", "username", "Enter your member number");
            self.field("pin", "PIN", "password", "Enter your PIN");
            self.node("button", "enter", || {
                self.set("label", "Enter");
                self.set("style", "primary");
                self.map("enabled", || self.texts("filled", &["member", "pin"]));
                self.map("action", || {
                    self.set("name", "enter");
                    self.texts("sends", &["member", "pin"]);
                });
            });
        })
    }

    fn logged_in(&self, member: &str) -> Status {
        self.set("id", "logged-in");
        self.set("lang", "en");
        self.node("screen", "room", || {
            self.set("label", "Tea Room");
            self.node("text", "", || self.set("text", &format!("Welcome, member {}!", member)));
            self.node("list", "", || {
                self.set("label", "Teas");
                for tea in TEAS {
                    self.node("item", &tea.to_lowercase(), || {
                        self.set("label", tea);
                        self.map("action", || {
                            self.set("name", "brew");
                            self.map("payload", || self.set("tea", tea));
                        });
                    });
                }
            });
            self.node("button", "leave", || {
                self.set("label", "Leave");
                self.set("style", "destructive");
                self.map("action", || self.set("name", "leave"));
            });
        })
    }
}

// ---- Answering actions ----

impl Room {
    /// Reports what failed, why, and how to fix it. The host copies the texts.
    fn fail(&self, what: &str, why: &str, fix: &str) -> Status {
        unsafe { (self.host.fail)(self.host, what.into(), why.into(), fix.into()) };
        ack::FAILED
    }

    fn enter(&self, member: &str, pin: &str, reply: &Reply) -> Status {
        if pin != "1773" {
            let message = format!("This is not the PIN of member {}", member);
            return unsafe { (reply.field_error)(reply, "pin".into(), message.as_str().into()) };
        }
        let name = format!("Member {}", member);
        let mut session = Session::new(member);
        session.display_name = name.as_str().into();
        session.secret = "a-token-of-the-tea-room".into();
        unsafe { (reply.login)(reply, &session) }
    }

    fn brew(&self, tea: &str, reply: &Reply) -> Status {
        if !TEAS.contains(&tea) {
            return self.fail("There is no such tea", "the room serves Assam and Sencha", "choose one of them");
        }
        self.brewed.set(self.brewed.get() + 1);
        let message = format!("{} is ready, pot {}", tea, self.brewed.get());
        unsafe { (reply.message)(reply, ack::LEVEL_SUCCESS, message.as_str().into()) }
    }
}

// ---- The table of functions ----

/// Runs the body of a function of the table. A panic becomes a failure, because it must not reach the host.
fn guarded(host: &Host, body: impl FnOnce() -> Status) -> Status {
    let why = |panic: Box<dyn Any + Send>| match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(text), _) => text.clone(),
        (_, Some(text)) => text.to_string(),
        _ => "it panicked".to_string(),
    };
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let (what, why) = ("The tea room has a fault", why(panic));
        unsafe { (host.fail)(host, what.into(), why.as_str().into(), "report it to its makers".into()) };
        ack::FAILED
    })
}

/// Whether a struct of the host, by its size, has all members that are known here.
fn is_whole<T>(struct_size: u32) -> bool {
    struct_size as usize >= size_of::<T>()
}

unsafe extern "C" fn create(creation: *const Creation, out: *mut *mut Instance) -> Status {
    if !is_whole::<Creation>((*creation).struct_size) {
        return ack::MISUSE;
    }
    let host = (*creation).host;
    if !is_whole::<Host>((*host).struct_size) {
        return ack::MISUSE;
    }
    guarded(&*host, || {
        set_hook(Box::new(|_| {})); // standard error belongs to the process
        let room = Room { host: &*host, brewed: Cell::new(0) };
        *out = Box::into_raw(Box::new(room)).cast();
        ack::OK
    })
}

unsafe extern "C" fn destroy(instance: *mut Instance) {
    let room: Box<Room> = Box::from_raw(instance.cast());
    guarded(room.host, move || {
        drop(room);
        ack::OK
    });
}

unsafe extern "C" fn describe(instance: *mut Instance, context: *const Context, builder: *const Builder) -> Status {
    if !is_whole::<Context>((*context).struct_size) || !is_whole::<Builder>((*builder).struct_size) {
        return ack::MISUSE;
    }
    let (room, document) = (&*instance.cast::<Room>(), Document(&*builder));
    guarded(room.host, || match (*context).target {
        ack::LOGGED_OUT => document.logged_out(),
        ack::LOGGED_IN => match (*context).session.as_ref() {
            Some(session) if !is_whole::<Session>(session.struct_size) => ack::MISUSE,
            Some(session) => document.logged_in(text(session.subject).unwrap_or("?")),
            None => document.logged_in("?"),
        },
        _ => ack::UNSUPPORTED, // the host has a splash of its own
    })
}

unsafe extern "C" fn perform(
    instance: *mut Instance,
    _: *const Context,
    action: *const Action,
    reply: *const Reply,
) -> Status {
    if !is_whole::<Action>((*action).struct_size) || !is_whole::<Reply>((*reply).struct_size) {
        return ack::MISUSE;
    }
    let (room, action, reply) = (&*instance.cast::<Room>(), &*action, &*reply);
    let input = |name| value(action.values, action.value_count, name);
    guarded(room.host, || match text(action.name) {
        Some("enter") => room.enter(input("member"), input("pin"), reply),
        Some("brew") => room.brew(value(action.payload, action.payload_count, "tea"), reply),
        Some("leave") => (reply.logout)(reply),
        _ => ack::UNSUPPORTED,
    })
}

static PROVIDER: Provider = Provider {
    create: Some(create),
    destroy: Some(destroy),
    describe: Some(describe),
    perform: Some(perform),
    ..Provider::EMPTY
};

/// The note that a host reads before it runs any code here; id and version are the same as in the answer below.
const NOTE_TEXT: &str =
    r#"{"id":"com.example.tea-rust","name":"Tea Room in Rust","version":"0.1.0","vendor":"Example Ltd."}"#;

#[used]
#[link_section = ".note.appcontroller"]
static NOTE: ack::Note<{ (NOTE_TEXT.len() + 3) / 4 * 4 }> = ack::Note::new(NOTE_TEXT);

/// The only exported symbol. A refusal contains the ABI version that is spoken here, so that the host can explain it.
///
/// # Safety
/// Both point to structs of the size that they state.
#[no_mangle]
pub unsafe extern "C" fn ack_provider_query(query: *const Query, answer: *mut Answer) -> Status {
    if !is_whole::<Query>((*query).struct_size) || !is_whole::<Answer>((*answer).struct_size) {
        return ack::MISUSE;
    }
    let (query, answer) = (&*query, &mut *answer);
    if query.magic != ack::MAGIC {
        return ack::MISUSE;
    }
    answer.magic = ack::MAGIC;
    answer.abi_major = ack::MAJOR;
    answer.abi_minor = ack::MINOR;
    if query.abi_major_min > ack::MAJOR || query.abi_major_max < ack::MAJOR {
        return ack::UNSUPPORTED;
    }
    answer.id = "com.example.tea-rust".into();
    answer.version = "0.1.0".into();
    answer.provider = &PROVIDER;
    ack::OK
}
