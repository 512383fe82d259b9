//! Earliest deadline first, below priorities, with a budget per task.
//!
//! Among the ready tasks of the largest priority the one whose release is due first runs. With
//! all tasks at one priority that is plain EDF; with several, work without deadlines can stay
//! below it at normal priority. Deadlines are told with [`Policy::due`], one per release, because
//! only the caller knows when a release arrived; a task whose deadline was never told is due last.
//!
//! # Invariants
//! I1. The ready, eligible task of the largest priority that is due first runs.
//! I2. Among tasks due at the same moment the running one goes on; else the lower slot runs.
//! I3. A task whose overrun action is not Log runs beyond its budget by no more than one
//!     safe-point interval a period.
//! I4. A suspended or stopped task never runs.
//! I5. Nothing is allocated after [`EarliestDeadline::new`]; a decision is O(log n).
//!
//! Not for: admission; whether all deadlines can be met is the analysis's question. A deadline
//! that is missed changes nothing here.
//! Source: Liu & Layland 1973; DESIGN.md 3.2.

use crate::books::{Books, Line, earlier};
use crate::policy::{Decision, Event, Overrun, Policy};
use crate::refills::Refills;
use crate::slot::Place;
use crate::task::{AdmitError, Params, Priority, TaskId};
use crate::time::{Instant, Span};

/// The ready tasks, one heap of deadlines per priority.
#[derive(Debug, Clone)]
struct Dues {
    heaps: Refills,
    /// When the present release of each slot is due.
    at: Vec<Instant>,
}

/// See the module.
#[derive(Debug, Clone)]
pub struct EarliestDeadline {
    books: Books<Dues>,
}

const NEVER: Instant = Instant::from_ns(u64::MAX);

impl EarliestDeadline {
    /// A policy for tasks in slots below `capacity`.
    #[must_use]
    pub fn new(capacity: usize) -> EarliestDeadline {
        let capacity = capacity.min(u32::MAX as usize);
        let line = Dues {
            heaps: Refills::new(capacity),
            at: vec![NEVER; capacity],
        };
        EarliestDeadline {
            books: Books::new(capacity, line),
        }
    }

    fn choose(&self) -> Option<TaskId> {
        let (first, priority) = self.books.line.heaps.first()?;
        let at = &self.books.line.at;
        let stays = self.books.running.filter(|runner| {
            let slot = &self.books.slots[runner.index()];
            slot.place == Place::Queued
                && slot.priority == priority
                && at[runner.index()] == at[first.index()]
        });
        Some(stays.unwrap_or(first))
    }

    /// A refill of an equal may bring an earlier deadline; one of a lesser task may not.
    fn until(&mut self, task: TaskId, now: Instant) -> Option<Instant> {
        let budget_end = self.books.budget_end(task, now);
        let refills = &self.books.refills;
        if refills.is_empty() {
            return budget_end;
        }
        let priority = self.books.slots[task.index()].priority;
        let above = refills.earliest_above(Some(priority));
        let refill = earlier(above, refills.earliest_of(priority));
        earlier(budget_end, refill)
    }
}

impl Line for Dues {
    fn push(&mut self, task: TaskId, priority: Priority) {
        self.heaps.insert(task, priority, self.at[task.index()]);
    }

    fn remove(&mut self, task: TaskId, _priority: Priority) {
        self.heaps.remove(task);
    }
}

impl Policy for EarliestDeadline {
    fn admit(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        self.books.admit(task, params, now)?;
        // Anyone who left is still in the heap until its leaving was told, so never here.
        self.books.line.at[task.index()] = NEVER;
        Ok(())
    }

    fn change(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        self.books.change(task, params, now)
    }

    fn due(&mut self, task: TaskId, at: Instant) {
        let Some((place, priority)) = self.books.present(task).map(|s| (s.place, s.priority))
        else {
            return;
        };
        if self.books.line.at[task.index()] == at {
            return;
        }
        if place == Place::Queued {
            self.books.line.remove(task, priority);
        }
        self.books.line.at[task.index()] = at;
        if place == Place::Queued {
            self.books.line.push(task, priority);
        }
    }

    fn decide(&mut self, event: Event, now: Instant) -> Decision {
        let now = self.books.tell(event, now);
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
