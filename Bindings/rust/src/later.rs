//! Pending answers.

use crate::boundary::caught;
use crate::{failure, Category, Context, Error, Result};
use std::any::Any;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Work on a thread of its own.
#[derive(Default)]
struct Job {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_cancelled: bool,
    result: Option<Result<Box<dyn Any + Send>>>,
}

impl Job {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// The work of the questions that are open, by the sequence and the order in which the question asks for it.
#[derive(Default)]
pub(crate) struct Jobs(RefCell<HashMap<(u64, u32), Arc<Job>>>);

impl Jobs {
    pub(crate) fn cancel(&self, sequence: u64) {
        self.cancel_if(|other| other == sequence);
    }

    fn cancel_if(&self, condition: impl Fn(u64) -> bool) {
        self.0.borrow_mut().retain(|key, job| {
            if condition(key.0) {
                job.state().is_cancelled = true;
                job.changed.notify_all();
            }
            !condition(key.0)
        });
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.cancel_if(|_| true);
    }
}

/// Tells work that nobody waits for it any more: the question was cancelled or answered, or the instance has ended.
pub struct Cancellation(Arc<Job>);

impl Cancellation {
    pub fn is_requested(&self) -> bool {
        self.0.state().is_cancelled
    }

    /// Waits, and returns at once when it is requested; whether it is.
    pub fn wait_for(&self, duration: Duration) -> bool {
        let waited = self.0.changed.wait_timeout_while(self.0.state(), duration, |state| !state.is_cancelled);
        waited.map_or(true, |(state, _)| state.is_cancelled)
    }
}

impl Context<'_> {
    /// Returns what `work` returns. The work runs once, on a thread of its own. Until it is done the question is
    /// pending: this returns [`Error::Pending`], and when the work is done the host asks again, which runs the question
    /// from its beginning. A question may wait for several works, one after the other, in the same order each time.
    pub fn later<T: Clone + Send + 'static>(
        &self,
        work: impl FnOnce(&Cancellation) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (host, sequence, ordinal) = (self.host, self.raw.sequence, self.ordinal.get());
        self.ordinal.set(ordinal + 1);
        let known = self.jobs.0.borrow().get(&(sequence, ordinal)).cloned();
        if let Some(job) = known {
            return match &job.state().result {
                None => Err(Error::Pending),
                Some(Err(error)) => Err(error.clone()),
                Some(Ok(value)) => match value.downcast_ref::<T>() {
                    Some(value) => Ok(value.clone()),
                    None => failure(
                        Category::Provider,
                        "the provider has a fault",
                        "a question that was asked again waits for other work than before",
                        "call later in the same order each time",
                    ),
                },
            };
        }
        let job = Arc::new(Job::default());
        let shared = job.clone();
        let run = move || {
            let cancellation = Cancellation(shared.clone());
            let result = match caught(move || work(&cancellation)) {
                Err(Error::Pending) | Err(Error::Refused(_)) => failure(
                    Category::Provider,
                    "the provider has a fault",
                    "its work has no result",
                    "report it to its makers",
                ),
                result => result.map(|value| Box::new(value) as Box<dyn Any + Send>),
            };
            let is_cancelled = {
                let mut state = shared.state();
                state.result = Some(result);
                state.is_cancelled
            };
            if !is_cancelled {
                host.wake(sequence); // the table lives as long as the process
            }
        };
        if let Err(error) = std::thread::Builder::new().spawn(run) {
            return failure(Category::Later, "no thread could be started", error.to_string(), "end other programs");
        }
        self.jobs.0.borrow_mut().insert((sequence, ordinal), job);
        Err(Error::Pending)
    }
}
