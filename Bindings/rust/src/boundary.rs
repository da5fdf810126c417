//! The boundary: the functions of the table, beyond which nothing unwinds.

use crate::answer::{Action, Context, Reply, SessionView};
use crate::host::{Creation, Host};
use crate::later::Jobs;
use crate::node::write;
use crate::sys::{self, Status};
use crate::{called, failure, Error, Provider, Result};
use std::cell::{Cell, RefCell};
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::Once;

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
        failure("the provider has a fault", PANIC.with(|kept| kept.take()), "report it to its makers")
    })
}

/// Runs the body of a function with a status.
fn answered(host: Host, body: impl FnOnce() -> Result) -> Status {
    match caught(body) {
        Ok(()) => sys::OK,
        Err(Error::Pending) => sys::PENDING,
        Err(Error::Unsupported) => sys::UNSUPPORTED,
        Err(Error::Refused(status)) => status,
        Err(Error::Failure { what, why, fix }) => {
            host.fail(&what, &why, &fix);
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
    if let Err(Error::Failure { what, why, .. }) = done {
        host.log(sys::LEVEL_ERROR, &what);
        host.log(sys::LEVEL_ERROR, &why);
    }
}

/// An instance, which is lent to one call at a time.
struct Instance<P> {
    provider: RefCell<P>,
    host: Host,
    jobs: Jobs,
}

/// A struct of the host that is at least as large as that of version 1.0.
unsafe fn whole<'a, T>(pointer: *const T) -> Option<&'a T> {
    if pointer.is_null() || (*pointer.cast::<u32>() as usize) < std::mem::size_of::<T>() {
        return None;
    }
    Some(&*pointer)
}

unsafe fn whole_context<'a>(context: *const sys::Context) -> Option<&'a sys::Context> {
    let context = whole(context)?;
    whole(context.traits)?;
    if context.session.is_null() || whole(context.session).is_some() {
        return Some(context);
    }
    None
}

unsafe fn create<P: Provider>(creation: *const sys::Creation, out: *mut *mut sys::Instance) -> Option<Status> {
    let creation = whole(creation)?;
    let host = Host(whole(creation.host)?);
    let out = out.as_mut()?;
    Some(answered(host, || {
        let provider = RefCell::new(P::create(&Creation(creation, host))?);
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
    let raw = whole_context(context)?;
    let mut provider = instance.provider.try_borrow_mut().ok()?; // a call from inside another
    let context = Context { raw, host: instance.host, jobs: &instance.jobs, ordinal: Cell::new(0) };
    let status = answered(instance.host, || body(&mut provider, &context));
    if status != sys::PENDING {
        logged(instance.host, || instance.jobs.cancel(raw.sequence)); // to drop a result might panic
    }
    Some(status)
}

unsafe fn describe<P: Provider>(
    instance: *mut sys::Instance,
    context: *const sys::Context,
    builder: *const sys::Builder,
) -> Option<Status> {
    let builder = whole(builder)?;
    question::<P>(instance, context, |provider, context| {
        let screen = context.raw.screen.text().unwrap_or("");
        write(builder, |document| match context.target() {
            sys::LOGGED_OUT | sys::LOGGED_IN if screen.is_empty() => provider.describe(context, document),
            sys::LOGGED_OUT | sys::LOGGED_IN => provider.describe_screen(context, screen, document),
            sys::LAUNCHING => provider.describe_splash(context, document),
            _ => Err(Error::Unsupported),
        })
    })
}

unsafe fn perform<P: Provider>(
    instance: *mut sys::Instance,
    context: *const sys::Context,
    action: *const sys::Action,
    reply: *const sys::Reply,
) -> Option<Status> {
    let (action, reply) = (Action(whole(action)?), whole(reply)?);
    if !action.is_text() {
        return None;
    }
    question::<P>(instance, context, |provider, context| provider.perform(context, &action, &mut Reply(reply)))
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
    if let (Some(raw), Some(news)) = (whole_context(context), news.text()) {
        report::<P>(instance, |provider, instance| {
            let context = Context { raw, host: instance.host, jobs: &instance.jobs, ordinal: Cell::new(0) };
            body(provider, &context, news);
        });
    }
}

/// The table of a provider.
#[doc(hidden)]
pub const fn table<P: Provider>() -> sys::Provider {
    use sys::{Action, Builder, Configuration, Context, Creation, Instance, Reply, Session, Str, MISUSE};

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
        inout: *mut Configuration,
    ) -> Status {
        let ask = |_: &Configuration| {
            question::<P>(at, context, |provider, context| provider.configure(context, &mut *inout))
        };
        whole(inout as *const Configuration).and_then(ask).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn described<P: Provider>(
        at: *mut Instance,
        context: *const Context,
        builder: *const Builder,
    ) -> Status {
        describe::<P>(at, context, builder).unwrap_or(MISUSE)
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
        let ask = |session: &Session| {
            question::<P>(at, context, |provider, context| provider.session_ended(context, &SessionView(session)))
        };
        whole(session).and_then(ask).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn refreshed<P: Provider>(
        at: *mut Instance,
        context: *const Context,
        session: *const Session,
        reply: *const Reply,
    ) -> Status {
        let ask = |(session, reply)| {
            question::<P>(at, context, |provider, context| {
                provider.refresh_session(context, &SessionView(session), &mut crate::answer::Reply(reply))
            })
        };
        whole(session).zip(whole(reply)).and_then(ask).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn given<P: Provider>(
        at: *mut Instance,
        context: *const sys::Context,
        name: sys::Str,
        out: *const sys::Asset,
    ) -> Status {
        let ask = |(asset, name): (&sys::Asset, &str)| {
            question::<P>(at, context, |provider, context| {
                let bytes = provider.asset(context, name)?;
                called(asset.give.map(|give| give(asset, bytes.as_ptr().cast(), bytes.len() as u64)))
            })
        };
        whole(out).zip(name.text()).and_then(ask).unwrap_or(MISUSE)
    }
    unsafe extern "C" fn ticked<P: Provider>(at: *mut Instance) {
        report::<P>(at, |provider, _| provider.tick());
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
    let query = match (whole(query), whole(answer as *const sys::Answer)) {
        (Some(query), Some(_)) if query.magic == sys::MAGIC => query,
        _ => return sys::MISUSE,
    };
    let answer = &mut *answer;
    answer.magic = sys::MAGIC;
    answer.abi_major = sys::MAJOR;
    answer.abi_minor = sys::MINOR;
    if query.abi_major_min > sys::MAJOR || query.abi_major_max < sys::MAJOR {
        return sys::UNSUPPORTED;
    }
    answer.id = id.into();
    answer.version = version.into();
    answer.provider = table;
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
