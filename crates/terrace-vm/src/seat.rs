//! Seat: where a task's guest sits, whoever runs it.
//!
//! Most of the time that is the worker the task lives on. A caller that waits for the task may run
//! its guest too, on its own thread ([`crate::call`]). Nobody ever waits for a seat: who finds it
//! taken does something else and is woken when it matters.
//!
//! # Invariants
//! I1. Who runs the guest, or takes it away, holds the lock; it is only ever tried for, never waited
//!     for, so it needs no inheritance.
//! I2. What polled the guest to its end left the outcome with it; only the task's own worker acts on it.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::task::{Context, Poll, Waker};
use terrace_engine::{Guest, Outcome};

/// The guest of a life, and what wakes it.
pub(crate) struct Occupant {
    guest: Guest,
    waker: Waker,
    /// It has ended, and this is how.
    ended: Option<Outcome>,
}

impl Occupant {
    pub(crate) fn new(guest: Guest, waker: Waker) -> Occupant {
        Occupant {
            guest,
            waker,
            ended: None,
        }
    }

    /// Run it until it ends, waits, or gives the processor back. True when it has ended.
    pub(crate) fn poll(&mut self) -> bool {
        if self.ended.is_some() {
            return true;
        }
        match self.guest.poll(&mut Context::from_waker(&self.waker)) {
            Poll::Ready(outcome) => {
                self.ended = Some(outcome);
                true
            }
            Poll::Pending => false,
        }
    }

    /// How it ended, once.
    pub(crate) fn take_outcome(&mut self) -> Option<Outcome> {
        self.ended.take()
    }

    /// What is left to free.
    pub(crate) fn into_guest(self) -> Guest {
        self.guest
    }
}

/// See the module.
#[derive(Default)]
pub(crate) struct Seat(Mutex<Option<Occupant>>);

/// The seat, held.
pub(crate) type Held<'a> = MutexGuard<'a, Option<Occupant>>;

impl Seat {
    /// None while somebody else holds it.
    pub(crate) fn take(&self) -> Option<Held<'_>> {
        match self.0.try_lock() {
            Ok(held) => Some(held),
            // A panic of the monitor while it held the seat: the guest is still whole or gone.
            Err(TryLockError::Poisoned(held)) => Some(PoisonError::into_inner(held)),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}
