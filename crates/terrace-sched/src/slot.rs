//! Slot: what a fixed-priority policy keeps of one task.
//!
//! ```text
//!             Ready, Resume, refill                 settle decides where from four facts:
//!     Off ----------------------------> Queued      present, wants, suspended or stopped,
//!      ^  \                            /   ^        and whether the budget is used up
//!      |   \--> Refilling <-----------/    |
//!      |            |  (budget used up)    |
//!      +------------+----------------------+
//!     Waits, Leaves, Suspend, an overrun that suspends or stops
//! ```
//!
//! # Invariants
//! I1. `place` tells which structure holds the task: `Queued` in the levels, `Refilling` in the
//!     refills, `Off` in neither.
//! I2. A task that is not present, does not want to run, is suspended or is stopped is `Off`.
//! I3. A task whose budget is used up is `Queued` only if its overruns are merely logged.
//!
//! Source: DESIGN.md 3.2.

use crate::account::Account;
use crate::policy::Overrun;
use crate::task::{OverrunAction, Params, Priority};
use crate::time::{Instant, Span};

/// Which structure holds a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Off,
    Queued,
    Refilling,
}

/// One task, or the empty slot of one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot {
    pub(crate) place: Place,
    /// Admitted and not left.
    pub(crate) present: bool,
    /// Has something to run.
    pub(crate) wants: bool,
    pub(crate) suspended: bool,
    /// Overran with [`OverrunAction::Stop`].
    pub(crate) stopped: bool,
    /// Stands in the line of overruns not yet told.
    pub(crate) listed: bool,
    pub(crate) priority: Priority,
    pub(crate) on_overrun: OverrunAction,
    pub(crate) slice: Span,
    pub(crate) slice_left: Span,
    pub(crate) used: Span,
    pub(crate) account: Option<Account>,
    pub(crate) overrun: Option<Overrun>,
}

impl Slot {
    pub(crate) const EMPTY: Slot = Slot {
        place: Place::Off,
        present: false,
        wants: false,
        suspended: false,
        stopped: false,
        listed: false,
        priority: Priority::NORMAL,
        on_overrun: OverrunAction::Log,
        slice: Span::ZERO,
        slice_left: Span::ZERO,
        used: Span::ZERO,
        account: None,
        overrun: None,
    };

    /// A new tenant. Its place in the line of overruns stays the slot's: it is found empty there.
    pub(crate) fn admit(&mut self, params: Params, now: Instant) {
        *self = Slot {
            present: true,
            listed: self.listed,
            ..Slot::EMPTY
        };
        self.set_terms(params, now);
        self.slice_left = self.slice;
    }

    /// A budget that differs starts its first period at `now`; the same one goes on.
    pub(crate) fn set_terms(&mut self, params: Params, now: Instant) {
        self.priority = params.priority;
        self.on_overrun = params.on_overrun;
        self.slice = params.slice;
        self.slice_left = self.slice_left.min(params.slice);
        if self.account.map(|account| account.budget()) != params.budget {
            self.account = params.budget.map(|budget| Account::new(budget, now));
        }
    }

    /// The tenant is gone; what it used is still known.
    pub(crate) fn leave(&mut self) {
        *self = Slot {
            listed: self.listed,
            used: self.used,
            place: self.place,
            ..Slot::EMPTY
        };
    }

    /// Where I2 and I3 put it.
    pub(crate) fn goal(&self) -> Place {
        if !self.present || !self.wants || self.suspended || self.stopped {
            return Place::Off;
        }
        let exhausted = self.account.is_some_and(|account| account.exhausted());
        if exhausted && self.on_overrun != OverrunAction::Log {
            Place::Refilling
        } else {
            Place::Queued
        }
    }
}
