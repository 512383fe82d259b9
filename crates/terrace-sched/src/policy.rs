//! Policy: events in, decisions out.
//!
//! A policy decides which task has the processor and until when; the mechanism (a worker's
//! dispatcher, a ring of threads) tells it what happened and does as it says. So every policy
//! can be driven by a simulated clock and random events, and a worker can run any of them.
//!
//! ```text
//!   admit -> waiting --Ready--> ready <--decide--> running --Leaves--> gone
//!               ^                                     |
//!               +---------------- Waits --------------+
//!   Suspend and Resume apply in any state; what became ready meanwhile is ready on Resume.
//! ```
//!
//! # Invariants (of every policy)
//! I1. [`Policy::decide`] is a function of the events and times so far: no clock, no thread, no I/O.
//! I2. Nothing is allocated after construction.
//! I3. An event that does not fit (of a task that left, of a slot never admitted, Ready of one
//!     that is ready, a late Tick) changes nothing it should not: no panic, no lost task.
//! I4. Time does not run back: a `now` before the last one counts as the last one.
//! I5. `until` and `wake` lie after `now`: acting on a decision makes progress.
//!
//! Not for: how a task is switched to, or why it waits.
//! Source: DESIGN.md 3.2 (`decide(event, now) -> decision`); issue 2, section 4.

use crate::task::{AdmitError, OverrunAction, Params, Priority, TaskId};
use crate::time::{Instant, Span};

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// It has something to run.
    Ready(TaskId),
    /// It ran and now waits for something.
    Waits(TaskId),
    /// It ran and lets its equals go first.
    Yields(TaskId),
    /// It is gone; its slot is free for another.
    Leaves(TaskId),
    /// It may not run until it is resumed.
    Suspend(TaskId),
    /// It may run again.
    Resume(TaskId),
    /// A time asked for has come, or the running task stopped at a safe point.
    Tick,
}

impl Event {
    /// The task it is about.
    #[must_use]
    pub const fn task(self) -> Option<TaskId> {
        match self {
            Event::Ready(task)
            | Event::Waits(task)
            | Event::Yields(task)
            | Event::Leaves(task)
            | Event::Suspend(task)
            | Event::Resume(task) => Some(task),
            Event::Tick => None,
        }
    }
}

/// What to do next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Decision {
    /// The task to run; it is charged from `now` until the next `decide`.
    pub run: Option<TaskId>,
    /// Stop it at the first safe point from then on and report a [`Event::Tick`]. None: only an
    /// event ends its turn.
    pub until: Option<Instant>,
    /// With nothing to run: report a [`Event::Tick`] then. None: only an event brings work.
    pub wake: Option<Instant>,
}

/// A task used its budget and wanted more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overrun {
    /// Which.
    pub task: TaskId,
    /// What the policy did, or for [`OverrunAction::Stop`] what the caller has to do: end it.
    pub action: OverrunAction,
    /// When the budget was used up; the decision that found it may be a safe-point interval later.
    pub at: Instant,
}

/// A scheduling policy for one processor.
pub trait Policy {
    /// Take a task into a free slot. It waits until [`Event::Ready`]; its budget's periods count
    /// from `now`.
    ///
    /// # Errors
    /// [`AdmitError`], with the figures; nothing has changed then.
    fn admit(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError>;

    /// Give a task new parameters. The next [`Policy::decide`] acts on them.
    ///
    /// # Errors
    /// [`AdmitError`]; the task keeps the parameters it had.
    fn change(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError>;

    /// Tell by when the release a task has now, or gets with its next [`Event::Ready`], is to
    /// complete. The next [`Policy::decide`] acts on it; a policy that does not order by deadline
    /// takes no note.
    fn due(&mut self, _task: TaskId, _at: Instant) {}

    /// What to do after `event`. The answer replaces every earlier one.
    fn decide(&mut self, event: Event, now: Instant) -> Decision;

    /// The next overrun not yet told; ask after every decision until there is none. A task has
    /// at most one waiting to be told: a later one replaces it.
    fn next_overrun(&mut self) -> Option<Overrun>;

    /// Processor time charged since admission, up to the last decision. Still known after
    /// the task has left, until its slot is admitted anew.
    fn used(&self, task: TaskId) -> Span;

    /// The task of the last decision.
    fn running(&self) -> Option<TaskId>;

    /// The priority of an admitted task.
    fn priority(&self, task: TaskId) -> Option<Priority>;
}
