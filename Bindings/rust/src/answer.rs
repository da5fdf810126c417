//! What a question is about, and the answer to an action.

use crate::host::{all, find, Host, Session};
use crate::later::Jobs;
use crate::node::{write, Node};
use crate::sys::{self, Effect};
use crate::{called, Error, Result};
use std::cell::Cell;
use std::marker::PhantomData;
use std::time::Duration;

/// What a logged-out interface is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Purpose {
    /// A session for whoever signs in.
    SignIn = sys::PURPOSE_SIGN_IN,
    /// The user of the session shows that it is them.
    Confirm = sys::PURPOSE_CONFIRM,
    /// The user of the session comes back to it.
    Unlock = sys::PURPOSE_UNLOCK,
    /// A session for another user than that of the session.
    SwitchAccount = sys::PURPOSE_SWITCH_ACCOUNT,
    /// The user gets another password or key.
    ChangeSecret = sys::PURPOSE_CHANGE_SECRET,
    /// The user has lost what they sign in with.
    Recover = sys::PURPOSE_RECOVER,
    /// The user has no account yet.
    SignUp = sys::PURPOSE_SIGN_UP,
}

impl Purpose {
    pub(crate) fn of(number: i32) -> Option<Purpose> {
        use Purpose::*;
        let all = [SignIn, Confirm, Unlock, SwitchAccount, ChangeSecret, Recover, SignUp];
        all.into_iter().find(|purpose| *purpose as i32 == number)
    }
}

/// The appearance of a transition.
#[derive(Clone, Debug, PartialEq)]
pub struct Configuration {
    /// `sys::STYLE_CROSS_DISSOLVE` or another style.
    pub style: i32,
    /// Whether presented layers go with the transition.
    pub dismisses_presented: bool,
    /// Up to a minute; zero is no animation.
    pub duration: Duration,
    /// Up to a minute.
    pub delay: Duration,
}

/// The context of a question, lent by the host for the call.
pub struct Context<'a> {
    pub(crate) raw: sys::Context,
    pub(crate) traits: sys::Traits,
    pub(crate) session: Option<sys::Session>,
    pub(crate) purpose: Purpose,
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

    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    pub fn sequence(&self) -> u64 {
        self.raw.sequence
    }

    pub fn revision(&self) -> u64 {
        self.raw.revision
    }

    pub fn traits(&self) -> &sys::Traits {
        &self.traits
    }

    /// Whether the user is at the machine that the host runs on, as far as the host says.
    pub fn is_local(&self) -> bool {
        self.traits().place == sys::PLACE_LOCAL
    }

    /// Whether the surface can do something, such as `sys::CAN_SHOW_QR`.
    pub fn can(&self, ability: u32) -> bool {
        self.traits().abilities & ability == ability
    }

    pub fn session(&self) -> Option<SessionView<'a>> {
        self.session.map(SessionView::new)
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
pub struct SessionView<'a>(sys::Session, PhantomData<&'a sys::Session>);

/// What a program asks a credential for, lent by the host for the call.
pub struct CredentialRequest<'a>(pub(crate) &'a sys::CredentialRequest);

impl<'a> CredentialRequest<'a> {
    /// `git`, `docker`, `kubernetes`, or another name.
    pub fn program(&self) -> &'a str {
        unsafe { self.0.program.text() }.unwrap_or("")
    }

    /// In lower case, with a port other than 443; empty when the program does not say it.
    pub fn host(&self) -> &'a str {
        unsafe { self.0.host.text() }.unwrap_or("")
    }

    /// On the host, without a slash before it; empty when the program does not say it.
    pub fn path(&self) -> &'a str {
        unsafe { self.0.path.text() }.unwrap_or("")
    }
}

impl<'a> SessionView<'a> {
    pub(crate) fn new(session: sys::Session) -> SessionView<'a> {
        SessionView(session, PhantomData)
    }

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
pub struct Action<'a>(sys::Action, PhantomData<&'a sys::Action>);

impl<'a> Action<'a> {
    pub(crate) fn new(action: sys::Action) -> Action<'a> {
        Action(action, PhantomData)
    }

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
pub struct Reply<'a> {
    table: *const sys::Reply,
    add: Option<unsafe extern "C" fn(*const sys::Reply, *const Effect) -> sys::Status>,
    host: Host,
    lent: PhantomData<&'a sys::Reply>,
}

impl Reply<'_> {
    pub(crate) fn new(
        table: *const sys::Reply,
        add: Option<unsafe extern "C" fn(*const sys::Reply, *const Effect) -> sys::Status>,
        host: Host,
    ) -> Self {
        Reply { table, add, host, lent: PhantomData }
    }

    /// Signs in as this session.
    pub fn login(&mut self, session: &Session) -> Result {
        session.lend(|session| self.give(Effect { session, ..Effect::new(sys::EFFECT_LOGIN, "", "") }).map(drop))
    }

    /// Signs in without saying who.
    pub fn login_anonymously(&mut self) -> Result {
        self.add(sys::EFFECT_LOGIN, "", "").map(drop)
    }

    /// Signs out.
    pub fn logout(&mut self) -> Result {
        self.add(sys::EFFECT_LOGOUT, "", "").map(drop)
    }

    /// Shows another screen; `how` is `push`, `present` or `replace`.
    pub fn show(&mut self, how: &str, describe: impl FnOnce(&mut Node)) -> Result {
        let described = |document: &mut Node| {
            describe(document);
            Ok(())
        };
        write(self.host, described, |form| {
            self.give(Effect { form, ..Effect::new(sys::EFFECT_SHOW, how, "") }).map(drop)
        })
    }

    /// Leaves the top screen; `how` is `pop`, `pop-to-root` or `dismiss`.
    pub fn leave(&mut self, how: &str) -> Result {
        self.add(sys::EFFECT_LEAVE, how, "").map(drop)
    }

    /// Selects an item of a node of the kind `tabs`.
    pub fn select(&mut self, tabs: &str, item: &str) -> Result {
        self.add(sys::EFFECT_SELECT, tabs, item).map(drop)
    }

    /// Reports the error of an input.
    pub fn field_error(&mut self, input: &str, message: &str) -> Result {
        self.add(sys::EFFECT_FIELD_ERROR, input, message).map(drop)
    }

    /// Tells the user something, as `LEVEL_INFO` to `LEVEL_ERROR`.
    pub fn message(&mut self, severity: i32, text: &str) -> Result {
        self.give(Effect { severity: severity as u32, ..Effect::new(sys::EFFECT_MESSAGE, "", text) }).map(drop)
    }

    /// Adds an effect of any kind; `false` when the host does not know the kind, and the answer goes on without it.
    pub fn add(&mut self, kind: &str, target: &str, text: &str) -> Result<bool> {
        self.give(Effect::new(kind, target, text))
    }

    fn give(&mut self, effect: Effect) -> Result<bool> {
        match called(self.add.map(|add| unsafe { add(self.table, &effect) })) {
            Err(Error::Refused(sys::UNSUPPORTED)) => Ok(false),
            result => result.map(|()| true),
        }
    }
}

impl Effect {
    fn new(kind: &str, target: &str, text: &str) -> Effect {
        Effect { kind: kind.into(), target: target.into(), text: text.into(), ..sys::sized() }
    }
}
