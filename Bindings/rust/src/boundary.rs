//! The boundary: the functions of the table, beyond which nothing unwinds.

use crate::answer::{Action, Configuration, Context, CredentialRequest, Purpose, Reply, SessionView};
use crate::host::{Creation, Host};
use crate::later::Jobs;
use crate::node::{write, Node};
use crate::sys::{self, read, Status};
use crate::{called, failure, milliseconds, Category, Error, Provider, Result};
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::os::raw::c_void;
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::ptr::{self, addr_of_mut};
use std::sync::Once;
use std::time::Duration;

thread_local! {
    /// How many guarded bodies this thread runs, one in the other.
    static GUARDS: Cell<u32> = Cell::new(0);
    /// The message of this thread's last guarded panic.
    static PANIC: RefCell<String> = RefCell::new(String::new());
}

/// Has guarded panics leave their message instead of writing it. Others are written as before, and all of them when a
/// panic aborts. The hook is that of this library's own copy of `std`.
fn keep_messages() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if cfg!(panic = "abort") {
            return;
        }
        let others = take_hook();
        set_hook(Box::new(move |panic| {
            if GUARDS.try_with(|guards| guards.get()).unwrap_or(0) == 0 {
                return others(panic);
            }
            let payload = panic.payload();
            let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
            let text =
                text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".into());
            let place = panic.location().map_or(String::new(), |at| format!(" at {}:{}", at.file(), at.line()));
            let _ = PANIC.try_with(|kept| kept.replace(text + &place));
        }));
    });
}

/// Runs a body; a panic becomes a failure.
pub(crate) fn caught<T>(body: impl FnOnce() -> Result<T>) -> Result<T> {
    keep_messages();
    GUARDS.with(|guards| guards.set(guards.get() + 1));
    let result = catch_unwind(AssertUnwindSafe(body));
    GUARDS.with(|guards| guards.set(guards.get() - 1));
    result.unwrap_or_else(|payload| {
        std::mem::forget(payload); // to drop it might panic again
        failure(
            Category::Provider,
            "the provider has a fault",
            PANIC.with(|kept| kept.take()),
            "report it to its makers",
        )
    })
}

/// Runs the body of a function with a status.
fn answered(host: Host, body: impl FnOnce() -> Result) -> Status {
    match caught(body) {
        Ok(()) => sys::OK,
        Err(Error::Pending) => sys::PENDING,
        Err(Error::Unsupported) => sys::UNSUPPORTED,
        Err(Error::Refused(status)) => status,
        Err(Error::Failure(failure)) => {
            host.fail(&failure);
            sys::FAILED
        }
    }
}

/// Runs the body of a function without a status; a failure is logged.
fn logged(host: Host, body: impl FnOnce()) {
    let done = caught(|| {
        body();
        Ok(())
    });
    if let Err(Error::Failure(failure)) = done {
        host.log(sys::LEVEL_ERROR, &failure.what);
        host.log(sys::LEVEL_ERROR, &failure.why);
    }
}

/// An instance, which is lent to one call at a time.
struct Instance<P> {
    provider: RefCell<P>,
    host: Host,
    jobs: Jobs,
}

impl<P> Instance<P> {
    /// The context of a question; `None` when it has what is not known here.
    fn context(&self, Asked { raw, traits, session }: Asked) -> Option<Context<'_>> {
        let is_known = raw.flags == 0 && (sys::LOGGED_OUT..=sys::LAUNCHING).contains(&raw.target);
        let purpose = Purpose::of(raw.purpose).filter(|_| is_known)?;
        Some(Context { raw, traits, session, purpose, host: self.host, jobs: &self.jobs, ordinal: Cell::new(0) })
    }
}

/// The structs of a context.
struct Asked {
    raw: sys::Context,
    traits: sys::Traits,
    session: Option<sys::Session>,
}

impl Asked {
    unsafe fn read(context: *const sys::Context) -> Option<Asked> {
        let raw = read(context)?;
        let session = if raw.session.is_null() { None } else { Some(read(raw.session)?) };
        Some(Asked { raw, traits: read(raw.traits)?, session })
    }
}

unsafe fn create<P: Provider>(creation: *const sys::Creation, out: *mut *mut sys::Instance) -> Option<Status> {
    let creation = read(creation)?;
    let host = Host::new(creation.host)?;
    let out = out.as_mut()?;
    if creation.flags != 0 {
        return Some(sys::UNSUPPORTED);
    }
    Some(answered(host, || {
        let provider = RefCell::new(P::create(&Creation::new(creation, host))?);
        *out = Box::into_raw(Box::new(Instance { provider, host, jobs: Jobs::default() })).cast();
        Ok(())
    }))
}

unsafe fn destroy<P: Provider>(instance: *mut sys::Instance) {
    if !instance.is_null() {
        let instance: Box<Instance<P>> = Box::from_raw(instance.cast());
        let Instance { provider, host, jobs } = *instance;
        logged(host, move || drop(jobs));
        logged(host, move || drop(provider));
    }
}

/// Runs the body of a question; `None` is a misuse.
unsafe fn question<P: Provider>(
    instance: *mut sys::Instance,
    context: *const sys::Context,
    body: impl FnOnce(&mut P, &Context) -> Result,
) -> Option<Status> {
    let instance = instance.cast::<Instance<P>>().as_ref()?;
    let asked = Asked::read(context)?;
    let sequence = asked.raw.sequence;
    let context = match instance.context(asked) {
        Some(context) => context,
        None => return Some(sys::UNSUPPORTED),
    };
    let mut provider = instance.provider.try_borrow_mut().ok()?; // a call from inside another
    let status = answered(instance.host, || body(&mut provider, &context));
    if status != sys::PENDING {
        logged(instance.host, || instance.jobs.cancel(sequence)); // to drop a result might panic
    }
    Some(status)
}

unsafe fn describe<P: Provider>(
    instance: *mut sys::Instance,
    context: *const sys::Context,
    out: *const sys::Description,
) -> Option<Status> {
    let give = read(out)?.give;
    question::<P>(instance, context, |provider, context| {
        if context.target() == sys::LOGGED_OUT && !provider.has_interface_for(context.purpose) {
            return Err(Error::Unsupported);
        }
        let screen = context.raw.screen.text().unwrap_or("");
        let described = |document: &mut Node| match context.target() {
            sys::LAUNCHING => provider.describe_splash(context, document),
            _ if screen.is_empty() => provider.describe(context, document),
            _ => provider.describe_screen(context, screen, document),
        };
        write(context.host, described, |form| called(give.map(|give| give(out, form))))
    })
}

unsafe fn perform<P: Provider>(
    instance: *mut sys::Instance,
    context: *const sys::Context,
    action: *const sys::Action,
    reply: *const sys::Reply,
) -> Option<Status> {
    let (action, add) = (Action::new(read(action)?), read(reply)?.add);
    if !action.is_text() {
        return None;
    }
    question::<P>(instance, context, |provider, context| {
        provider.perform(context, &action, &mut Reply::new(reply, add, context.host))
    })
}

/// Gives a credential for a program; a text that is not UTF-8 is a misuse.
unsafe fn credential<P: Provider>(
    instance: *mut sys::Instance,
    context: *const sys::Context,
    request: *const sys::CredentialRequest,
    out: *const sys::Credential,
) -> Option<Status> {
    let (request, give) = (read(request)?, read(out)?.give);
    if request.flags != 0 {
        return Some(sys::UNSUPPORTED);
    }
    for text in [request.program, request.host, request.path] {
        text.text()?;
    }
    question::<P>(instance, context, |provider, context| {
        let given = provider.credential(context, &CredentialRequest(&request))?;
        let (name, secret) = (given.user_name.as_str(), given.secret.as_str());
        called(give.map(|give| give(out, name.into(), secret.into(), given.expires_at)))
    })
}

/// The extensions that every provider has.
struct Extensions<P>(PhantomData<P>);

impl<P: Provider> Extensions<P> {
    const CREDENTIALS: &'static sys::Credentials =
        &sys::Credentials { credential: Some(Self::credential), ..sys::Credentials::EMPTY };

    unsafe extern "C" fn credential(
        at: *mut sys::Instance,
        context: *const sys::Context,
        request: *const sys::CredentialRequest,
        out: *const sys::Credential,
    ) -> Status {
        credential::<P>(at, context, request, out).unwrap_or(sys::MISUSE)
    }
}

/// Runs the body of a function that reports something.
unsafe fn report<P: Provider>(instance: *mut sys::Instance, body: impl FnOnce(&mut P, &Instance<P>)) {
    if let Some(instance) = instance.cast::<Instance<P>>().as_ref() {
        if let Ok(mut provider) = instance.provider.try_borrow_mut() {
            logged(instance.host, || body(&mut provider, instance));
        }
    }
}

unsafe fn tell<P: Provider>(
    instance: *mut sys::Instance,
    context: *const sys::Context,
    news: sys::Str,
    body: impl FnOnce(&mut P, &Context, &str),
) {
    if let (Some(asked), Some(news)) = (Asked::read(context), news.text()) {
        report::<P>(instance, |provider, instance| {
            if let Some(context) = instance.context(asked) {
                body(provider, &context, news);
            }
        });
    }
}

/// The table of a provider.
#[doc(hidden)]
pub const fn table<P: Provider>() -> sys::Provider {
    use sys::{Action, Context, Creation, Description, Instance, Reply, Session, Str, MISUSE};

    unsafe extern "C" fn created<P: Provider>(creation: *const Creation, out: *mut *mut Instance) -> Status {
        create::<P>(creation, out).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn destroyed<P: Provider>(instance: *mut Instance) {
        destroy::<P>(instance);
    }
    unsafe extern "C" fn initial<P: Provider>(at: *mut Instance, context: *const Context, out: *mut u32) -> Status {
        let ask = |out: &mut u32| {
            question::<P>(at, context, |provider, context| {
                *out = provider.is_initially_logged_in(context, *out != 0)?.into();
                Ok(())
            })
        };
        out.as_mut().and_then(ask).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn configured<P: Provider>(
        at: *mut Instance,
        context: *const Context,
        inout: *mut sys::Configuration,
    ) -> Status {
        let preset = match read(inout as *const sys::Configuration) {
            Some(preset) => preset,
            None => return MISUSE,
        };
        let ask = |provider: &mut P, context: &crate::Context| {
            let mut changed = Configuration {
                style: preset.style,
                dismisses_presented: preset.dismisses_presented != 0,
                duration: Duration::from_millis(preset.duration.max(0) as u64),
                delay: Duration::from_millis(preset.delay.max(0) as u64),
            };
            provider.configure(context, &mut changed)?;
            addr_of_mut!((*inout).style).write(changed.style);
            addr_of_mut!((*inout).dismisses_presented).write(changed.dismisses_presented.into());
            addr_of_mut!((*inout).duration).write(milliseconds(changed.duration));
            addr_of_mut!((*inout).delay).write(milliseconds(changed.delay));
            Ok(())
        };
        question::<P>(at, context, ask).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn described<P: Provider>(
        at: *mut Instance,
        context: *const Context,
        out: *const Description,
    ) -> Status {
        describe::<P>(at, context, out).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn performed<P: Provider>(
        at: *mut Instance,
        context: *const Context,
        action: *const Action,
        reply: *const Reply,
    ) -> Status {
        perform::<P>(at, context, action, reply).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn cancelled<P: Provider>(at: *mut Instance, sequence: u64) {
        report::<P>(at, |_, instance| instance.jobs.cancel(sequence));
        report::<P>(at, |provider, _| provider.cancelled(sequence));
    }
    unsafe extern "C" fn notified<P: Provider>(at: *mut Instance, context: *const Context, event: Str) {
        tell::<P>(at, context, event, P::notify);
    }
    unsafe extern "C" fn screen_changed<P: Provider>(at: *mut Instance, context: *const Context, appearance: Str) {
        tell::<P>(at, context, appearance, |provider, context, appearance| {
            provider.screen_changed(context, context.raw.screen.text().unwrap_or(""), appearance);
        });
    }
    unsafe extern "C" fn ended<P: Provider>(
        at: *mut Instance,
        context: *const Context,
        session: *const Session,
    ) -> Status {
        let ask = |session| {
            question::<P>(at, context, |provider, context| provider.session_ended(context, &SessionView::new(session)))
        };
        read(session).and_then(ask).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn refreshed<P: Provider>(
        at: *mut Instance,
        context: *const Context,
        session: *const Session,
        reply: *const Reply,
    ) -> Status {
        let ask = |(session, table): (Session, Reply)| {
            question::<P>(at, context, |provider, context| {
                let mut reply = crate::Reply::new(reply, table.add, context.host);
                provider.refresh_session(context, &SessionView::new(session), &mut reply)
            })
        };
        read(session).zip(read(reply)).and_then(ask).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn given<P: Provider>(
        at: *mut Instance,
        context: *const sys::Context,
        name: sys::Str,
        out: *const sys::Asset,
    ) -> Status {
        let ask = |(asset, name): (sys::Asset, &str)| {
            question::<P>(at, context, |provider, context| {
                let bytes = provider.asset(context, name)?;
                called(asset.give.map(|give| give(out, bytes.as_ptr().cast(), bytes.len() as u64)))
            })
        };
        read(out).zip(name.text()).and_then(ask).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn ticked<P: Provider>(at: *mut Instance) {
        report::<P>(at, |provider, _| provider.tick());
    }
    unsafe extern "C" fn extended<P: Provider>(at: *mut Instance, id: Str) -> *const c_void {
        let mut found = ptr::null();
        match id.text() {
            Some("ack.credential/1") if !at.is_null() => {
                found = (Extensions::<P>::CREDENTIALS as *const sys::Credentials).cast()
            }
            Some(id) => report::<P>(at, |provider, _| found = provider.extension(id)),
            None => {}
        }
        found
    }

    sys::Provider {
        create: Some(created::<P>),
        destroy: Some(destroyed::<P>),
        is_initially_logged_in: Some(initial::<P>),
        configuration: Some(configured::<P>),
        describe: Some(described::<P>),
        perform: Some(performed::<P>),
        cancel: Some(cancelled::<P>),
        notify: Some(notified::<P>),
        session_ended: Some(ended::<P>),
        tick: Some(ticked::<P>),
        get_extension: Some(extended::<P>),
        asset: Some(given::<P>),
        refresh_session: Some(refreshed::<P>),
        screen_changed: Some(screen_changed::<P>),
        ..sys::Provider::EMPTY
    }
}

/// Answers the entry.
///
/// # Safety
/// Both pointers are those of the host.
#[doc(hidden)]
pub unsafe fn answer(
    query: *const sys::Query,
    answer: *mut sys::Answer,
    id: &'static str,
    version: &'static str,
    table: &'static sys::Provider,
) -> Status {
    let query = match (read(query), read(answer as *const sys::Answer)) {
        (Some(query), Some(_)) if query.magic == sys::MAGIC => query,
        _ => return sys::MISUSE,
    };
    let is_same_major = query.abi_major_max == sys::MAJOR;
    let minor = if is_same_major { query.abi_minor.min(sys::MINOR) } else { sys::MINOR };
    addr_of_mut!((*answer).magic).write(sys::MAGIC);
    addr_of_mut!((*answer).abi_major).write(sys::MAJOR);
    addr_of_mut!((*answer).abi_minor).write(minor);
    if query.abi_major_min > sys::MAJOR || query.abi_major_max < sys::MAJOR {
        return sys::UNSUPPORTED;
    }
    addr_of_mut!((*answer).id).write(id.into());
    addr_of_mut!((*answer).version).write(version.into());
    addr_of_mut!((*answer).provider).write(table);
    sys::OK
}

/// Whether a text stands in JSON as it is.
#[doc(hidden)]
pub const fn is_plain(text: &str) -> bool {
    let (bytes, mut i) = (text.as_bytes(), 0);
    while i < bytes.len() {
        if bytes[i] == b'"' || bytes[i] == b'\\' || bytes[i] < b' ' {
            return false;
        }
        i += 1;
    }
    !bytes.is_empty()
}
