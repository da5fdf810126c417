//! What a question is about, and the answer to an action.

use crate::host::{all, find, Host, Session};
use crate::later::Jobs;
use crate::node::{write, Node};
use crate::{called, sys, Error, Result};
use std::cell::Cell;
use std::ptr;

/// The context of a question, lent by the host for the call.
pub struct Context<'a> {
    pub(crate) raw: &'a sys::Context,
    pub(crate) host: Host,
    pub(crate) jobs: &'a Jobs,
    /// How many works the question has waited for in this call.
    pub(crate) ordinal: Cell<u32>,
}

impl<'a> Context<'a> {
    /// `sys::LOGGED_OUT`, `sys::LOGGED_IN` or `sys::LAUNCHING`.
    pub fn target(&self) -> i32 {
        self.raw.target
    }

    pub fn is_logged_in(&self) -> bool {
        self.raw.target == sys::LOGGED_IN
    }

    pub fn sequence(&self) -> u64 {
        self.raw.sequence
    }

    pub fn revision(&self) -> u64 {
        self.raw.revision
    }

    pub fn traits(&self) -> &'a sys::Traits {
        unsafe { &*self.raw.traits }
    }

    pub fn session(&self) -> Option<SessionView<'a>> {
        unsafe { self.raw.session.as_ref() }.map(SessionView)
    }

    /// The subject of the session; empty without one.
    pub fn subject(&self) -> &'a str {
        self.session().map_or("", |session| session.subject())
    }

    pub fn host(&self) -> Host {
        self.host
    }
}

/// The session of the user, lent by the host for the call.
pub struct SessionView<'a>(pub(crate) &'a sys::Session);

impl<'a> SessionView<'a> {
    pub fn subject(&self) -> &'a str {
        unsafe { self.0.subject.text() }.unwrap_or("")
    }

    pub fn display_name(&self) -> &'a str {
        unsafe { self.0.display_name.text() }.unwrap_or("")
    }

    pub fn secret(&self) -> &'a str {
        unsafe { self.0.secret.text() }.unwrap_or("")
    }

    pub fn refresh_token(&self) -> &'a str {
        unsafe { self.0.refresh_token.text() }.unwrap_or("")
    }

    pub fn secret_expires_at(&self) -> i64 {
        self.0.secret_expires_at
    }

    pub fn expires_at(&self) -> i64 {
        self.0.expires_at
    }

    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        unsafe { find(self.0.attributes, self.0.attribute_count, name) }
    }
}

/// An action of the user, lent by the host for the call.
pub struct Action<'a>(pub(crate) &'a sys::Action);

impl<'a> Action<'a> {
    pub fn name(&self) -> &'a str {
        unsafe { self.0.name.text() }.unwrap_or("")
    }

    pub fn node_id(&self) -> &'a str {
        unsafe { self.0.node_id.text() }.unwrap_or("")
    }

    /// An input; empty when there is none.
    pub fn value(&self, name: &str) -> &'a str {
        self.values(name).next().unwrap_or("")
    }

    /// The values of a choice of several.
    pub fn values<'n>(&self, name: &'n str) -> impl Iterator<Item = &'a str> + 'n
    where
        'a: 'n,
    {
        let pairs: &'a [sys::Pair] = unsafe { all(self.0.values, self.0.value_count) };
        let named = pairs.iter().filter(move |pair| unsafe { pair.name.text() } == Some(name));
        named.filter_map(|pair| unsafe { pair.value.text() })
    }

    /// An entry of the payload; empty when there is none.
    pub fn payload(&self, name: &str) -> &'a str {
        unsafe { find(self.0.payload, self.0.payload_count, name) }.unwrap_or("")
    }

    /// Whether all of its text is UTF-8.
    pub(crate) fn is_text(&self) -> bool {
        let pairs =
            unsafe { all(self.0.values, self.0.value_count).iter().chain(all(self.0.payload, self.0.payload_count)) };
        let texts = pairs.flat_map(|pair| vec![pair.name, pair.value]).chain(vec![self.0.name, self.0.node_id]);
        texts.into_iter().all(|text| unsafe { text.text() }.is_some())
    }
}

/// The answer to an action: effects, which are applied together. The first failure is the answer in their place.
pub struct Reply<'a>(pub(crate) &'a sys::Reply);

impl Reply<'_> {
    /// Signs in as this session.
    pub fn login(&mut self, session: &Session) -> Result {
        called(self.0.login.map(|login| session.lend(|lent| unsafe { login(self.0, lent) })))
    }

    /// Signs in without saying who.
    pub fn login_anonymously(&mut self) -> Result {
        called(self.0.login.map(|login| unsafe { login(self.0, ptr::null()) }))
    }

    /// Signs out.
    pub fn logout(&mut self) -> Result {
        called(self.0.logout.map(|logout| unsafe { logout(self.0) }))
    }

    /// Shows another screen; `how` is `push`, `present` or `replace`.
    pub fn show(&mut self, how: &str, describe: impl FnOnce(&mut Node)) -> Result {
        let builder = self.0.show.and_then(|show| unsafe { show(self.0, how.into()).as_ref() });
        let whole = builder.filter(|builder| builder.struct_size as usize >= std::mem::size_of::<sys::Builder>());
        let builder = whole.ok_or(Error::Refused(sys::MISUSE))?;
        write(builder, |document| {
            describe(document);
            Ok(())
        })
    }

    /// Leaves the top screen; `how` is `pop`, `pop-to-root` or `dismiss`.
    pub fn leave(&mut self, how: &str) -> Result {
        called(self.0.leave.map(|leave| unsafe { leave(self.0, how.into()) }))
    }

    /// Selects an item of a node of the kind `tabs`.
    pub fn select(&mut self, tabs: &str, item: &str) -> Result {
        called(self.0.select.map(|select| unsafe { select(self.0, tabs.into(), item.into()) }))
    }

    /// Reports the error of an input.
    pub fn field_error(&mut self, input: &str, message: &str) -> Result {
        called(self.0.field_error.map(|report| unsafe { report(self.0, input.into(), message.into()) }))
    }

    /// Tells the user something, as `LEVEL_INFO` to `LEVEL_ERROR`.
    pub fn message(&mut self, severity: i32, text: &str) -> Result {
        called(self.0.message.map(|message| unsafe { message(self.0, severity, text.into()) }))
    }
}
