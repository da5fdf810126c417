//! The declarations of `appcontroller_provider.h` in Rust, member by member. The header documents each of them.
//!
//! A pointer to a function is an `Option`, which is `None` for NULL. Members that the host's structs have beyond these
//! belong to a later version.
#![allow(dead_code)]

use std::mem::{size_of, MaybeUninit};
use std::os::raw::{c_char, c_void};
use std::ptr;

pub const MAJOR: u32 = 1;
pub const MINOR: u32 = 0;
pub const MAGIC: u32 = 0x314B_4341;

pub type Status = i32;
pub const OK: Status = 0;
pub const PENDING: Status = 1;
pub const FAILED: Status = -1;
pub const UNSUPPORTED: Status = -2;
pub const GONE: Status = -3;
pub const LIMIT: Status = -4;
pub const MISUSE: Status = -5;

pub const LOGGED_OUT: i32 = 1;
pub const LOGGED_IN: i32 = 2;
pub const LAUNCHING: i32 = 3;

pub const PURPOSE_SIGN_IN: i32 = 1;
pub const PURPOSE_CONFIRM: i32 = 2;
pub const PURPOSE_UNLOCK: i32 = 3;
pub const PURPOSE_SWITCH_ACCOUNT: i32 = 4;
pub const PURPOSE_CHANGE_SECRET: i32 = 5;
pub const PURPOSE_RECOVER: i32 = 6;
pub const PURPOSE_SIGN_UP: i32 = 7;

pub const STYLE_CROSS_DISSOLVE: i32 = 1;
pub const STYLE_NONE: i32 = 2;
pub const STYLE_FADE: i32 = 3;
pub const STYLE_SLIDE_LEADING: i32 = 4;
pub const STYLE_SLIDE_TRAILING: i32 = 5;
pub const STYLE_SLIDE_UP: i32 = 6;
pub const STYLE_SLIDE_DOWN: i32 = 7;

pub const IDIOM_TEXT: i32 = 1;
pub const IDIOM_TERMINAL: i32 = 2;
pub const IDIOM_PAGE: i32 = 3;
pub const COLOR_NONE: i32 = 1;
pub const COLOR_LIGHT: i32 = 2;
pub const COLOR_DARK: i32 = 3;
pub const MOTION_FULL: i32 = 1;
pub const MOTION_REDUCED: i32 = 2;
pub const MOTION_NONE: i32 = 3;
pub const DIRECTION_LEFT_TO_RIGHT: i32 = 1;
pub const DIRECTION_RIGHT_TO_LEFT: i32 = 2;
pub const PLACE_LOCAL: i32 = 1;
pub const PLACE_REMOTE: i32 = 2;

pub const CAN_SHOW_PICTURES: u32 = 1;
pub const CAN_SHOW_QR: u32 = 2;
pub const CAN_OPEN_URL: u32 = 4;
pub const CAN_COPY: u32 = 8;
pub const CAN_HIDE_SECRETS: u32 = 16;
pub const CAN_UPDATE: u32 = 32;

pub const LEVEL_DEBUG: i32 = 0;
pub const LEVEL_INFO: i32 = 1;
pub const LEVEL_SUCCESS: i32 = 2;
pub const LEVEL_WARNING: i32 = 3;
pub const LEVEL_ERROR: i32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Str {
    pub ptr: *const u8,
    pub len: u64,
}

impl From<&str> for Str {
    /// Lends a text to a call of the host, which copies the texts that it keeps.
    fn from(text: &str) -> Str {
        Str { ptr: text.as_ptr(), len: text.len() as u64 }
    }
}

impl Str {
    /// The text; `None` when it is not UTF-8 or has a length without a pointer.
    ///
    /// # Safety
    /// The bytes live as long as `'a`.
    pub unsafe fn text<'a>(self) -> Option<&'a str> {
        if self.len == 0 {
            return Some("");
        }
        if self.ptr.is_null() {
            return None;
        }
        std::str::from_utf8(std::slice::from_raw_parts(self.ptr, self.len as usize)).ok()
    }
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Pair {
    pub name: Str,
    pub value: Str,
}

/// The state of a provider for one controller, whose type only the provider knows.
pub type Instance = c_void;

/// The texts of the numbers of kinds and of names.
#[rustfmt::skip]
pub const KINDS: [&str; 26] = [
    "", "stack", "grid", "group", "list", "item", "divider", "spacer", "screen", "tabs", "navigation", "presented",
    "text", "code", "image", "field", "toggle", "choice", "button", "link", "progress", "banner", "table", "row",
    "chart", "secret",
];
#[rustfmt::skip]
pub const NAMES: [&str; 72] = [
    "", "action", "align", "all", "alt", "any", "aspect", "asset", "axis", "badge", "busy", "checked", "collapsed",
    "columns", "confirm", "content", "deadline", "decorative", "dir", "enabled", "fallback", "fallbackText", "filled",
    "hidden", "hint", "icon", "id", "initialFocus", "input", "label", "labelHidden", "labels", "lang", "lines",
    "live", "max", "media", "message", "min", "minColumns", "multiple", "name", "not", "options", "payload",
    "placeholder", "primaryAction", "progress", "qr", "requires", "rule", "rules", "schema", "scope", "secret",
    "selected", "sends", "severity", "source", "step", "style", "text", "title", "total", "unit", "url", "valid",
    "validates", "value", "values", "visible", "weight",
];

pub const VALUE_BOOL: u8 = 1;
pub const VALUE_INT: u8 = 2;
pub const VALUE_DOUBLE: u8 = 3;
pub const VALUE_TEXT: u8 = 4;
pub const VALUE_MAP: u8 = 5;
pub const VALUE_LIST: u8 = 6;
pub const VALUE_NODE: u8 = 7;
pub const FORM_RECORDS: u32 = 1;
pub const FORM_JSON: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Node {
    pub kind: u16,
    pub kind_size: u8,
    pub id_size: u8,
    pub text: u32,
    pub first_value: u32,
    pub value_count: u16,
    pub flags: u16,
    pub end: u32,
    pub parent: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Value {
    pub name: u16,
    pub key_size: u8,
    pub tag: u8,
    pub text: u32,
    pub content: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Fault {
    pub struct_size: u32,
    pub code: u32,
    pub path: Str,
    pub message: Str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Form {
    pub struct_size: u32,
    pub encoding: u32,
    pub node_count: u32,
    pub value_count: u32,
    pub text_size: u32,
    pub document_first: u32,
    pub document_count: u32,
    pub reserved0: u32,
    pub nodes: *const Node,
    pub values: *const Value,
    pub text: *const c_char,
    pub fault: *const Fault,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Description {
    pub struct_size: u32,
    pub reserved0: u32,
    pub ctx: *mut c_void,
    pub give: Option<unsafe extern "C" fn(*const Description, *const Form) -> Status>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Session {
    pub struct_size: u32,
    pub reserved0: u32,
    pub subject: Str,
    pub display_name: Str,
    pub secret: Str,
    pub expires_at: i64,
    pub attributes: *const Pair,
    pub attribute_count: u64,
    pub refresh_token: Str,
    pub secret_expires_at: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Traits {
    pub struct_size: u32,
    pub columns: u32,
    pub rows: u32,
    pub idiom: i32,
    pub color: i32,
    pub motion: i32,
    pub direction: i32,
    pub place: i32,
    pub abilities: u32,
    pub reserved0: u32,
    pub languages: Str,
    pub time_zone: Str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Context {
    pub struct_size: u32,
    pub flags: u32,
    pub purpose: i32,
    pub target: i32,
    pub sequence: u64,
    pub revision: u64,
    pub traits: *const Traits,
    pub session: *const Session,
    pub screen: Str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Configuration {
    pub struct_size: u32,
    pub dismisses_presented: u32,
    pub style: i32,
    pub reserved0: u32,
    pub duration: i64,
    pub delay: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Action {
    pub struct_size: u32,
    pub reserved0: u32,
    pub name: Str,
    pub node_id: Str,
    pub values: *const Pair,
    pub value_count: u64,
    pub payload: *const Pair,
    pub payload_count: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Effect {
    pub struct_size: u32,
    pub severity: u32,
    pub kind: Str,
    pub target: Str,
    pub text: Str,
    pub session: *const Session,
    pub form: *const Form,
}

pub const EFFECT_LOGIN: &str = "login";
pub const EFFECT_LOGOUT: &str = "logout";
pub const EFFECT_SHOW: &str = "show";
pub const EFFECT_LEAVE: &str = "leave";
pub const EFFECT_SELECT: &str = "select";
pub const EFFECT_FIELD_ERROR: &str = "field-error";
pub const EFFECT_MESSAGE: &str = "message";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Reply {
    pub struct_size: u32,
    pub reserved0: u32,
    pub ctx: *mut c_void,
    pub add: Option<unsafe extern "C" fn(*const Reply, *const Effect) -> Status>,
}

pub const FAILURE_INPUT: u32 = 1;
pub const FAILURE_DENIED: u32 = 2;
pub const FAILURE_LATER: u32 = 3;
pub const FAILURE_PROVIDER: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Failure {
    pub struct_size: u32,
    pub category: u32,
    pub retry_after: i64,
    pub what: Str,
    pub why: Str,
    pub fix: Str,
    pub code: Str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Asset {
    pub struct_size: u32,
    pub reserved0: u32,
    pub ctx: *mut c_void,
    pub give: Option<unsafe extern "C" fn(*const Asset, bytes: *const c_void, size: u64) -> Status>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Host {
    pub struct_size: u32,
    pub reserved0: u32,
    pub ctx: *mut c_void,
    pub known_kinds: u16,
    pub known_names: u16,
    pub reserved1: u32,
    pub request_login: Option<unsafe extern "C" fn(*const Host, *const Session) -> Status>,
    pub request_logout: Option<unsafe extern "C" fn(*const Host) -> Status>,
    pub update_session: Option<unsafe extern "C" fn(*const Host, *const Session) -> Status>,
    pub invalidate: Option<unsafe extern "C" fn(*const Host, screen: Str) -> Status>,
    pub wake: Option<unsafe extern "C" fn(*const Host, sequence: u64) -> Status>,
    pub request_tick: Option<unsafe extern "C" fn(*const Host) -> Status>,
    pub log: Option<unsafe extern "C" fn(*const Host, level: i32, text: Str)>,
    pub fail: Option<unsafe extern "C" fn(*const Host, *const Failure)>,
    pub get_extension: Option<unsafe extern "C" fn(*const Host, id: Str) -> *const c_void>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct HostInfo {
    pub struct_size: u32,
    pub reserved0: u32,
    pub name: Str,
    pub version: Str,
    pub depth: u32,
    pub nodes: u32,
    pub value_depth: u32,
    pub values: u32,
    pub text_total: u32,
    pub text: u32,
    pub label: u32,
    pub id: u32,
    pub effects: u32,
    pub actions: u32,
    pub question_limit: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Sockets {
    pub struct_size: u32,
    pub reserved0: u32,
    pub open: Option<unsafe extern "C" fn(*const Host, name: Str) -> i32>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Resolver {
    pub struct_size: u32,
    pub reserved0: u32,
    pub resolve: Option<unsafe extern "C" fn(*const Host, name: Str, addresses: *mut c_char, room: u64) -> i32>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Creation {
    pub struct_size: u32,
    pub flags: u32,
    pub host: *const Host,
    pub settings: *const Pair,
    pub setting_count: u64,
    pub home: Str,
    pub granted: *const Str,
    pub granted_count: u64,
}

#[rustfmt::skip]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Provider {
    pub struct_size: u32,
    pub reserved0: u32,
    pub create: Option<unsafe extern "C" fn(*const Creation, *mut *mut Instance) -> Status>,
    pub destroy: Option<unsafe extern "C" fn(*mut Instance)>,
    pub is_initially_logged_in: Option<unsafe extern "C" fn(*mut Instance, *const Context, *mut u32) -> Status>,
    pub configuration: Option<unsafe extern "C" fn(*mut Instance, *const Context, *mut Configuration) -> Status>,
    pub describe: Option<unsafe extern "C" fn(*mut Instance, *const Context, *const Description) -> Status>,
    pub perform: Option<unsafe extern "C" fn(*mut Instance, *const Context, *const Action, *const Reply) -> Status>,
    pub cancel: Option<unsafe extern "C" fn(*mut Instance, sequence: u64)>,
    pub notify: Option<unsafe extern "C" fn(*mut Instance, *const Context, event: Str)>,
    pub session_ended: Option<unsafe extern "C" fn(*mut Instance, *const Context, *const Session) -> Status>,
    pub tick: Option<unsafe extern "C" fn(*mut Instance)>,
    pub get_extension: Option<unsafe extern "C" fn(*mut Instance, id: Str) -> *const c_void>,
    pub asset: Option<unsafe extern "C" fn(*mut Instance, *const Context, name: Str, *const Asset) -> Status>,
    pub refresh_session:
        Option<unsafe extern "C" fn(*mut Instance, *const Context, *const Session, *const Reply) -> Status>,
    pub screen_changed: Option<unsafe extern "C" fn(*mut Instance, *const Context, appearance: Str)>,
}

impl Provider {
    /// A table without functions, of which `create`, `destroy` and `describe` have to be set.
    pub const EMPTY: Provider = Provider {
        struct_size: size_of::<Provider>() as u32,
        reserved0: 0,
        create: None,
        destroy: None,
        is_initially_logged_in: None,
        configuration: None,
        describe: None,
        perform: None,
        cancel: None,
        notify: None,
        session_ended: None,
        tick: None,
        get_extension: None,
        asset: None,
        refresh_session: None,
        screen_changed: None,
    };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct CredentialRequest {
    pub struct_size: u32,
    pub flags: u32,
    pub program: Str,
    pub host: Str,
    pub path: Str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Credential {
    pub struct_size: u32,
    pub reserved0: u32,
    pub ctx: *mut c_void,
    pub give: Option<unsafe extern "C" fn(*const Credential, user_name: Str, secret: Str, expires_at: i64) -> Status>,
}

#[rustfmt::skip]
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Credentials {
    pub struct_size: u32,
    pub reserved0: u32,
    pub credential: Option<
        unsafe extern "C" fn(*mut Instance, *const Context, *const CredentialRequest, *const Credential) -> Status>,
}

impl Credentials {
    /// A table without the function.
    #[rustfmt::skip]
    pub const EMPTY: Credentials = Credentials {
        struct_size: size_of::<Credentials>() as u32,
        reserved0: 0,
        credential: None,
    };
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Query {
    pub struct_size: u32,
    pub magic: u32,
    pub abi_major_min: u32,
    pub abi_major_max: u32,
    pub abi_minor: u32,
    pub reserved0: u32,
    pub host_name: Str,
    pub host_version: Str,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Answer {
    pub struct_size: u32,
    pub magic: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub flags: u32,
    pub reserved0: u32,
    pub id: Str,
    pub version: Str,
    pub provider: *const Provider,
}

/// A struct that begins with its size, and is valid with zero in all its bytes.
///
/// # Safety
/// That is what it is.
pub unsafe trait Struct: Copy {
    /// Its size in version 1.0, which is the minimum.
    const OLDEST: usize;
}

macro_rules! sizes {
    ($($name:ident $oldest:literal,)*) => {
        $(unsafe impl Struct for $name {
            const OLDEST: usize = $oldest;
        })*
        // A missing member makes one smaller; Tests/ABILayout compares each member with the header.
        $(const _: () = assert!(size_of::<$name>() >= $oldest);)*
    };
}
#[rustfmt::skip]
sizes! {
    Fault 40, Form 64, Description 24, Session 104, Traits 72, Context 64, Configuration 32, Action 72, Effect 72, Reply 24,
    Failure 80, Asset 24, Host 96, HostInfo 88, Sockets 16, Resolver 16, Creation 64, Provider 120, Query 56, Answer 64,
    CredentialRequest 56, Credential 24, Credentials 16,
}
const _: () = assert!(size_of::<Node>() == 24 && size_of::<Value>() == 16 && size_of::<Note<4>>() == 48);

/// A struct with its size, and zero in all else.
pub fn sized<T: Struct>() -> T {
    let mut made = MaybeUninit::<T>::zeroed();
    unsafe {
        made.as_mut_ptr().cast::<u32>().write(size_of::<T>() as u32);
        made.assume_init()
    }
}

/// Copies the members that both sides know of a struct of the host, with zero in the others; `None` when it is NULL or
/// smaller than in version 1.0. A reference would reach beyond the struct of an older host.
///
/// # Safety
/// A struct that is not NULL is as large as it says.
pub unsafe fn read<T: Struct>(pointer: *const T) -> Option<T> {
    if pointer.is_null() || (*pointer.cast::<u32>() as usize) < T::OLDEST {
        return None;
    }
    let size = size_of::<T>().min(*pointer.cast::<u32>() as usize);
    let mut copy = MaybeUninit::<T>::zeroed();
    ptr::copy_nonoverlapping(pointer.cast::<u8>(), copy.as_mut_ptr().cast::<u8>(), size);
    Some(copy.assume_init())
}

/// The note, with `N` bytes for its text.
#[repr(C, align(4))]
pub struct Note<const N: usize> {
    owner_size: u32,
    descriptor_size: u32,
    kind: u32,
    owner: [u8; 16],
    layout: u16,
    abi_major_min: u16,
    abi_major_max: u16,
    abi_minor: u16,
    reserved0: u32,
    json_size: u32,
    text: [u8; N],
}

impl<const N: usize> Note<N> {
    /// A note with a text in JSON; `N` is the length of the text, rounded up to a multiple of 4.
    pub const fn new(json: &str) -> Self {
        assert!(N % 4 == 0 && N >= json.len());
        let mut text = [0; N];
        let mut i = 0;
        while i < json.len() {
            text[i] = json.as_bytes()[i];
            i += 1;
        }
        Note {
            owner_size: 14,
            descriptor_size: 16 + N as u32,
            kind: 0x4143_4B01,
            owner: *b"AppController\0\0\0",
            layout: 1,
            abi_major_min: MAJOR as u16,
            abi_major_max: MAJOR as u16,
            abi_minor: MINOR as u16,
            reserved0: 0,
            json_size: json.len() as u32,
            text,
        }
    }
}
