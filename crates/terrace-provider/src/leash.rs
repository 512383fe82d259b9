//! The leash of a piece of work: how long it may take, and whether who asked for it still lives.
//!
//! SQLite asks every thousand steps of its own, so that no query is endless and none outlives its guest for
//! long, whatever is in it.

use crate::refusal::Refusal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Set by who asked, when it is no longer there to hear the answer.
#[derive(Debug, Clone, Default)]
pub struct Abandon(Arc<AtomicBool>);

impl Abandon {
    /// It is not there any more.
    pub fn set(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Set from elsewhere.
    #[must_use]
    pub fn by(flag: Arc<AtomicBool>) -> Abandon {
        Abandon(flag)
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// What a connection's work is held by; see the module.
#[derive(Debug, Clone, Default)]
pub(crate) struct Leash(Arc<Mutex<Option<Held>>>);

#[derive(Debug, Clone)]
struct Held {
    until: Instant,
    patience: Duration,
    abandon: Abandon,
}

impl Leash {
    /// Work begins.
    pub(crate) fn hold(&self, abandon: &Abandon, patience: Duration) {
        self.set(Some(Held {
            until: Instant::now() + patience,
            patience,
            abandon: abandon.clone(),
        }));
    }

    /// It is over.
    pub(crate) fn let_go(&self) {
        self.set(None);
    }

    fn set(&self, held: Option<Held>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = held;
    }

    /// Why it is to end now, if it is.
    pub(crate) fn pulled(&self) -> Option<Refusal> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let held = held.as_ref()?;
        if held.abandon.is_set() {
            return Some(Refusal::Abandoned);
        }
        let ms = u64::try_from(held.patience.as_millis()).unwrap_or(u64::MAX);
        (Instant::now() >= held.until).then_some(Refusal::Slow(ms))
    }
}
