//! Fixed priority with time slices among equals and a budget per task.
//!
//! The ready tasks stand in one list per priority, the running one at the head of its list. The
//! decision is always the head of the highest list that is not empty: a task preempted by a more
//! important one keeps its place and the rest of its slice because nothing moves it, and giving
//! way to equals is moving to the tail. Fifo priorities 1..=99 outrank normal, priority 0.
//!
//! With all members at one priority this is the first paper's ring of time slices among the
//! partitions of a core: threaded partitions use it as it is.
//!
//! # Invariants
//! I1. The most important ready task that is eligible runs.
//! I2. A task whose overrun action is not Log runs beyond its budget by no more than one safe-point
//!     interval a period: `until` is never later than the moment the budget runs out.
//! I3. A ready task waits for each of its equals at most once, for that one's slice and a
//!     safe-point interval, while nothing more important is ready. Its wait begins when it
//!     became ready, yielded, or gave way with its slice used up.
//! I4. A suspended or stopped task never runs. What makes it ready meanwhile is remembered, once.
//! I5. Every moment between two decisions is charged to the task that was decided to run in it;
//!     all charges add up to the time in which there was one.
//! I6. A refill interrupts only tasks that are not more important than the one refilled.
//! I7. Nothing is allocated after [`FixedPriority::new`], and a decision takes the same few
//!     steps whatever the number of tasks; entering and leaving the wait for a refill O(log n).
//!
//! Not for: deadlines, windows of a major frame, budgets shared by several tasks.
//! Source: first paper, section 2 (time slices, VM-level scheduling); RTDroid 2.2.2; DESIGN.md 3.2.

use crate::books::{Books, Line, earlier};
use crate::levels::Levels;
use crate::policy::{Decision, Event, Overrun, Policy};
use crate::slot::Place;
use crate::task::{AdmitError, Params, Priority, TaskId};
use crate::time::{Instant, Span};

/// See the module.
#[derive(Debug, Clone)]
pub struct FixedPriority {
    books: Books<Levels>,
}

impl FixedPriority {
    /// A policy for tasks in slots below `capacity`.
    #[must_use]
    pub fn new(capacity: usize) -> FixedPriority {
        // The last number is the end of a list.
        let capacity = capacity.min(u32::MAX as usize);
        FixedPriority {
            books: Books::new(capacity, Levels::new(capacity)),
        }
    }

    /// Take note of what happened, and decide nothing.
    pub(crate) fn note(&mut self, event: Event, now: Instant) -> Instant {
        // Of a task that is not running it came too late: that one keeps its place.
        let yields = matches!(event, Event::Yields(task) if self.books.running == Some(task));
        let now = self.books.tell(event, now);
        if let (true, Some(task)) = (yields, event.task()) {
            self.send_back(task);
        }
        now
    }

    /// Nothing of this policy runs from `now` until its next decision.
    pub(crate) fn pause(&mut self, now: Instant) {
        self.note(Event::Tick, now);
        self.books.running = None;
    }

    /// Is a task ready, or will it be after a refill?
    pub(crate) fn has_work(&self) -> bool {
        self.books.line.first().is_some() || !self.books.refills.is_empty()
    }

    /// Behind its equals, with a new slice.
    fn send_back(&mut self, task: TaskId) {
        let slot = &mut self.books.slots[task.index()];
        if slot.place == Place::Queued {
            slot.slice_left = slot.slice;
            self.books.line.remove(task, slot.priority);
            self.books.line.push(task, slot.priority);
        }
    }

    fn dispatch(&mut self, now: Instant) -> Decision {
        self.books.running = self.choose();
        match self.books.running {
            Some(task) => Decision {
                run: Some(task),
                until: self.until(task, now),
                wake: None,
            },
            None => Decision {
                run: None,
                until: None,
                wake: self.books.refills.earliest_above(None),
            },
        }
    }

    /// The head of the highest list, after its equals if its slice is used up. The next head
    /// has not run since it came to the list, so its slice is whole.
    fn choose(&mut self) -> Option<TaskId> {
        let (head, priority) = self.books.line.first()?;
        if self.books.slots[head.index()].slice_left > Span::ZERO
            || !self.books.line.has_equals(priority)
        {
            return Some(head);
        }
        self.send_back(head);
        self.books.line.first().map(|(task, _)| task)
    }

    /// The first time at which another decision is due while `task` runs.
    fn until(&mut self, task: TaskId, now: Instant) -> Option<Instant> {
        let slot = &self.books.slots[task.index()];
        let (priority, slice_end) = (slot.priority, now.plus(slot.slice_left));
        let equals_turn = self.books.line.has_equals(priority).then_some(slice_end);
        let budget_end = self.books.budget_end(task, now);
        let until = earlier(equals_turn, budget_end);
        if self.books.refills.is_empty() {
            return until;
        }
        let outranked = self.books.refills.earliest_above(Some(priority));
        let equal = self
            .books
            .refills
            .earliest_of(priority)
            .map(|at| at.max(slice_end));
        earlier(until, earlier(outranked, equal))
    }
}

impl Line for Levels {
    fn push(&mut self, task: TaskId, priority: Priority) {
        Levels::push(self, task, priority);
    }

    fn remove(&mut self, task: TaskId, priority: Priority) {
        Levels::remove(self, task, priority);
    }
}

impl Policy for FixedPriority {
    fn admit(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        self.books.admit(task, params, now)
    }

    fn change(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        self.books.change(task, params, now)
    }

    fn decide(&mut self, event: Event, now: Instant) -> Decision {
        let now = self.note(event, now);
        self.dispatch(now)
    }

    fn next_overrun(&mut self) -> Option<Overrun> {
        self.books.next_overrun()
    }

    fn used(&self, task: TaskId) -> Span {
        self.books.used(task)
    }

    fn running(&self) -> Option<TaskId> {
        self.books.running
    }

    fn priority(&self, task: TaskId) -> Option<Priority> {
        self.books.present(task).map(|slot| slot.priority)
    }
}
