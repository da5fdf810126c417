//! The host, what it makes an instance with, and sessions.

use crate::sys::{self, Pair};
use crate::{called, milliseconds, Failure, Result};
use std::marker::PhantomData;
use std::net::IpAddr;
use std::os::raw::c_void;
use std::os::unix::io::{FromRawFd, OwnedFd};
use std::time::Duration;
use std::{io, ptr, slice};

/// The result of an extension, in which a negative number is a negated `errno`.
fn answered(status: i32) -> io::Result<i32> {
    if status < 0 {
        return Err(io::Error::from_raw_os_error(-status));
    }
    Ok(status)
}

/// The value of the first pair with this name.
pub(crate) unsafe fn find<'a>(pairs: *const Pair, count: u64, name: &str) -> Option<&'a str> {
    all(pairs, count).iter().find(|pair| pair.name.text() == Some(name)).and_then(|pair| pair.value.text())
}

/// The elements at a pointer that may be NULL.
pub(crate) unsafe fn all<'a, T>(first: *const T, count: u64) -> &'a [T] {
    if first.is_null() || count == 0 {
        return &[];
    }
    slice::from_raw_parts(first, count as usize)
}

/// The host. It may be copied, kept and used from any thread; after the end of the instance its functions refuse.
#[derive(Clone, Copy)]
pub struct Host(*const sys::Host);

// Its functions are for any thread.
unsafe impl Send for Host {}
unsafe impl Sync for Host {}

impl Host {
    /// The host of a table; `None` when it is smaller than in version 1.0.
    pub(crate) unsafe fn new(table: *const sys::Host) -> Option<Host> {
        sys::read(table).map(|_| Host(table))
    }

    /// What is in its table, which lives as long as the process.
    pub(crate) fn table(self) -> sys::Host {
        unsafe { sys::read(self.0) }.unwrap_or_else(sys::sized)
    }

    /// Asks for a login; `None` is an anonymous session.
    pub fn request_login(self, session: Option<&Session>) -> Result {
        called(self.table().request_login.map(|request| match session {
            Some(session) => session.lend(|lent| unsafe { request(self.0, lent) }),
            None => unsafe { request(self.0, ptr::null()) },
        }))
    }

    /// Asks for a logout.
    pub fn request_logout(self) -> Result {
        called(self.table().request_logout.map(|request| unsafe { request(self.0) }))
    }

    /// Replaces everything of the session but its subject.
    pub fn update_session(self, session: &Session) -> Result {
        called(self.table().update_session.map(|update| session.lend(|lent| unsafe { update(self.0, lent) })))
    }

    /// Asks for the interface to be described again, or for a screen that was pushed or presented; empty for the first.
    pub fn invalidate(self, screen: &str) -> Result {
        called(self.table().invalidate.map(|invalidate| unsafe { invalidate(self.0, screen.into()) }))
    }

    /// Asks for a tick.
    pub fn request_tick(self) -> Result {
        called(self.table().request_tick.map(|request| unsafe { request(self.0) }))
    }

    /// Writes to the host's log; never pass a secret.
    pub fn log(self, level: i32, text: &str) {
        if let Some(log) = self.table().log {
            unsafe { log(self.0, level, text.into()) }
        }
    }

    /// A feature of the host, or null.
    pub fn extension(self, id: &str) -> *const c_void {
        self.table().get_extension.map_or(ptr::null(), |get| unsafe { get(self.0, id.into()) })
    }

    /// What the host is, and what it takes; `None` when it does not say it.
    pub fn info(self) -> Option<HostInfo> {
        let info: sys::HostInfo = self.feature("ack.host-info/1")?;
        Some(HostInfo {
            name: unsafe { info.name.text() }.unwrap_or(""),
            version: unsafe { info.version.text() }.unwrap_or(""),
            depth: info.depth,
            nodes: info.nodes,
            value_depth: info.value_depth,
            values: info.values,
            text_total: info.text_total,
            text: info.text,
            label: info.label,
            id: info.id,
            effects: info.effects,
            actions: info.actions,
            question_limit: Duration::from_millis(info.question_limit.max(0) as u64),
        })
    }

    /// Connects to the local socket that the provider declares by this name. Blocks.
    pub fn open_socket(self, name: &str) -> io::Result<OwnedFd> {
        let open = self.feature::<sys::Sockets>("ack.socket/1").and_then(|sockets| sockets.open);
        let open = open.ok_or(io::ErrorKind::Unsupported)?;
        let file = answered(unsafe { open(self.0, name.into()) })?;
        Ok(unsafe { OwnedFd::from_raw_fd(file) })
    }

    /// The addresses of a machine, in the order in which to try them. Blocks.
    pub fn addresses(self, machine: &str) -> io::Result<Vec<IpAddr>> {
        let resolve = self.feature::<sys::Resolver>("ack.resolve/1").and_then(|resolver| resolver.resolve);
        let resolve = resolve.ok_or(io::ErrorKind::Unsupported)?;
        let mut room = [0u8; 1024];
        let room_size = room.len() as u64;
        let size = answered(unsafe { resolve(self.0, machine.into(), room.as_mut_ptr().cast(), room_size) })?;
        let text = std::str::from_utf8(&room[..size as usize]).unwrap_or_default();
        Ok(text.split(',').filter_map(|address| address.parse().ok()).collect())
    }

    /// The struct of a feature.
    fn feature<T: sys::Struct>(self, id: &str) -> Option<T> {
        unsafe { sys::read(self.extension(id).cast::<T>()) }
    }

    pub(crate) fn wake(self, sequence: u64) {
        if let Some(wake) = self.table().wake {
            unsafe { wake(self.0, sequence) };
        }
    }

    pub(crate) fn fail(self, failure: &Failure) {
        let lent = sys::Failure {
            category: failure.category as u32,
            retry_after: milliseconds(failure.retry_after),
            what: failure.what.as_str().into(),
            why: failure.why.as_str().into(),
            fix: failure.fix.as_str().into(),
            code: failure.code.as_str().into(),
            ..sys::sized()
        };
        if let Some(fail) = self.table().fail {
            unsafe { fail(self.0, &lent) }
        }
    }
}

/// What the host is, and what it takes, as in `ack_host_info`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HostInfo {
    pub name: &'static str,
    pub version: &'static str,
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
    pub question_limit: Duration,
}

/// What an instance is made with, lent by the host for the call; the host may be kept.
pub struct Creation<'a>(sys::Creation, Host, PhantomData<&'a sys::Creation>);

impl<'a> Creation<'a> {
    pub(crate) fn new(creation: sys::Creation, host: Host) -> Creation<'a> {
        Creation(creation, host, PhantomData)
    }

    pub fn host(&self) -> Host {
        self.1
    }

    pub fn setting(&self, name: &str) -> Option<&'a str> {
        unsafe { find(self.0.settings, self.0.setting_count, name) }
    }

    /// The path of the provider's own folder, or empty.
    pub fn home(&self) -> &'a str {
        unsafe { self.0.home.text() }.unwrap_or("")
    }

    pub fn is_granted(&self, permission: &str) -> bool {
        unsafe { all(self.0.granted, self.0.granted_count).iter().any(|granted| granted.text() == Some(permission)) }
    }
}

/// What a program uses in the place of the session's secret.
#[derive(Clone, Default)]
pub struct Credential {
    /// Empty for the usual one of the session.
    pub user_name: String,
    pub secret: String,
    /// Seconds since 1970; 0 is with the session.
    pub expires_at: i64,
}

impl Credential {
    pub fn new(secret: impl Into<String>) -> Credential {
        Credential { secret: secret.into(), ..Credential::default() }
    }
}

/// A session to sign in with.
#[derive(Clone, Default)]
pub struct Session {
    pub subject: String,
    pub display_name: String,
    pub secret: String,
    /// Seconds since 1970; 0 is never.
    pub expires_at: i64,
    pub attributes: Vec<(String, String)>,
    /// What [`crate::Provider::refresh_session`] needs.
    pub refresh_token: String,
    /// When the secret is not accepted any more; 0 is as good as the session.
    pub secret_expires_at: i64,
}

impl Session {
    pub fn new(subject: impl Into<String>) -> Session {
        Session { subject: subject.into(), ..Session::default() }
    }

    pub(crate) fn lend<T>(&self, function: impl FnOnce(&sys::Session) -> T) -> T {
        let pair = |(name, value): &(String, String)| Pair { name: name.as_str().into(), value: value.as_str().into() };
        let attributes: Vec<Pair> = self.attributes.iter().map(pair).collect();
        function(&sys::Session {
            subject: self.subject.as_str().into(),
            display_name: self.display_name.as_str().into(),
            secret: self.secret.as_str().into(),
            expires_at: self.expires_at,
            attributes: if attributes.is_empty() { ptr::null() } else { attributes.as_ptr() },
            attribute_count: attributes.len() as u64,
            refresh_token: self.refresh_token.as_str().into(),
            secret_expires_at: self.secret_expires_at,
            ..sys::sized()
        })
    }
}
