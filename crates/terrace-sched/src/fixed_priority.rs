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

use crate::account::Account;
use crate::levels::Levels;
use crate::policy::{Decision, Event, Overrun, Policy};
use crate::refills::Refills;
use crate::slot::{Place, Slot};
use crate::task::{AdmitError, OverrunAction, Params, Priority, TaskId};
use crate::time::{Instant, Span};
use std::collections::VecDeque;

/// See the module.
#[derive(Debug, Clone)]
pub struct FixedPriority {
    slots: Vec<Slot>,
    levels: Levels,
    refills: Refills,
    /// Slots with an overrun to tell, each once: so never more than there are slots.
    untold: VecDeque<TaskId>,
    running: Option<TaskId>,
    /// The last time anything was told: up to here time is charged.
    now: Instant,
}

impl FixedPriority {
    /// A policy for tasks in slots below `capacity`.
    #[must_use]
    pub fn new(capacity: usize) -> FixedPriority {
        // The last number is the end of a list.
        let capacity = capacity.min(u32::MAX as usize);
        FixedPriority {
            slots: vec![Slot::EMPTY; capacity],
            levels: Levels::new(capacity),
            refills: Refills::new(capacity),
            untold: VecDeque::with_capacity(capacity),
            running: None,
            now: Instant::default(),
        }
    }

    /// Bring the books up to `now`. Answers the time, and the task charged with the moment its
    /// budget ran out if that was in a period already over.
    fn catch_up(&mut self, now: Instant) -> (Instant, Option<Instant>) {
        let now = now.max(self.now);
        let late = self.running.and_then(|task| self.charge(task, now));
        self.now = now;
        while let Some(task) = self.refills.pop_due(now) {
            self.slots[task.index()].place = Place::Off;
            self.review(task, None, now);
        }
        (now, late)
    }

    fn charge(&mut self, task: TaskId, now: Instant) -> Option<Instant> {
        let slot = &mut self.slots[task.index()];
        let ran = now.since(self.now);
        slot.used = slot.used.plus(ran);
        slot.slice_left = slot.slice_left.minus(ran);
        slot.account.as_mut()?.spend(self.now, now)
    }

    fn apply(&mut self, event: Event) {
        let Some(task) = event.task() else { return };
        let Some(slot) = self.slots.get_mut(task.index()).filter(|slot| slot.present) else {
            return;
        };
        match event {
            Event::Ready(_) => slot.wants = true,
            Event::Waits(_) => slot.wants = false,
            Event::Suspend(_) => slot.suspended = true,
            Event::Resume(_) => slot.suspended = false,
            // Of a task that is not running it came too late: that one keeps its place.
            Event::Yields(_) if self.running == Some(task) => self.send_back(task),
            Event::Leaves(_) => {
                self.displace(task);
                self.slots[task.index()].leave();
            }
            Event::Yields(_) | Event::Tick => {}
        }
    }

    /// Hold the task to its budget and put it where it now belongs.
    fn review(&mut self, task: TaskId, late: Option<Instant>, now: Instant) {
        let Some(slot) = self.slots.get_mut(task.index()) else {
            return;
        };
        if let Some(account) = slot.account.as_mut() {
            account.refresh(now);
            let over = account.overrun(slot.wants, now);
            if let Some(at) = late.or(over) {
                self.overran(task, at);
            }
        }
        self.settle(task);
    }

    fn overran(&mut self, task: TaskId, at: Instant) {
        let slot = &mut self.slots[task.index()];
        let action = slot.on_overrun;
        match action {
            OverrunAction::Log | OverrunAction::Throttle => {}
            OverrunAction::Suspend => slot.suspended = true,
            OverrunAction::Stop => slot.stopped = true,
        }
        slot.overrun = Some(Overrun { task, action, at });
        if !std::mem::replace(&mut slot.listed, true) {
            self.untold.push_back(task);
        }
    }

    fn settle(&mut self, task: TaskId) {
        let slot = &self.slots[task.index()];
        let (goal, priority) = (slot.goal(), slot.priority);
        if goal == slot.place {
            return;
        }
        let refill = slot.account.as_ref().map(Account::next_refill);
        self.displace(task);
        match (goal, refill) {
            (Place::Queued, _) => self.levels.push(task, priority),
            (Place::Refilling, Some(at)) => self.refills.insert(task, priority, at),
            (Place::Refilling, None) | (Place::Off, _) => return,
        }
        let slot = &mut self.slots[task.index()];
        slot.place = goal;
        slot.slice_left = slot.slice;
    }

    /// Take the task out of whatever holds it.
    fn displace(&mut self, task: TaskId) {
        let slot = &mut self.slots[task.index()];
        match std::mem::replace(&mut slot.place, Place::Off) {
            Place::Queued => self.levels.remove(task, slot.priority),
            Place::Refilling => self.refills.remove(task),
            Place::Off => {}
        }
    }

    /// Behind its equals, with a new slice.
    fn send_back(&mut self, task: TaskId) {
        let slot = &mut self.slots[task.index()];
        if slot.place == Place::Queued {
            slot.slice_left = slot.slice;
            self.levels.remove(task, slot.priority);
            self.levels.push(task, slot.priority);
        }
    }

    fn dispatch(&mut self, now: Instant) -> Decision {
        self.running = self.choose();
        match self.running {
            Some(task) => Decision {
                run: Some(task),
                until: self.until(task, now),
                wake: None,
            },
            None => Decision {
                run: None,
                until: None,
                wake: self.refills.earliest_above(None),
            },
        }
    }

    /// The head of the highest list, after its equals if its slice is used up. The next head
    /// has not run since it came to the list, so its slice is whole.
    fn choose(&mut self) -> Option<TaskId> {
        let (head, priority) = self.levels.first()?;
        if self.slots[head.index()].slice_left > Span::ZERO || !self.levels.has_equals(priority) {
            return Some(head);
        }
        self.send_back(head);
        self.levels.first().map(|(task, _)| task)
    }

    /// The first time at which another decision is due while `task` runs.
    fn until(&mut self, task: TaskId, now: Instant) -> Option<Instant> {
        let slot = &mut self.slots[task.index()];
        let (priority, slice_end) = (slot.priority, now.plus(slot.slice_left));
        let equals_turn = self.levels.has_equals(priority).then_some(slice_end);
        let budget_end = slot.account.as_mut().and_then(|account| {
            account.refresh(now);
            account.runs_out(now)
        });
        let until = earlier(equals_turn, budget_end);
        if self.refills.is_empty() {
            return until;
        }
        let outranked = self.refills.earliest_above(Some(priority));
        let equal = self
            .refills
            .earliest_of(priority)
            .map(|at| at.max(slice_end));
        earlier(until, earlier(outranked, equal))
    }

    fn present(&self, task: TaskId) -> Option<&Slot> {
        self.slots.get(task.index()).filter(|slot| slot.present)
    }
}

fn earlier(a: Option<Instant>, b: Option<Instant>) -> Option<Instant> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, None) | (None, one) => one,
    }
}

impl Policy for FixedPriority {
    fn admit(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        params.check()?;
        let capacity = self.slots.len();
        let now = now.max(self.now);
        let slot = self.slots.get_mut(task.index());
        let slot = slot.ok_or(AdmitError::OutOfRange { task, capacity })?;
        if slot.present {
            return Err(AdmitError::Taken(task));
        }
        slot.admit(params, now);
        Ok(())
    }

    fn change(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        params.check()?;
        self.present(task).ok_or(AdmitError::Absent(task))?;
        let (now, late) = self.catch_up(now);
        if let Some(runner) = self.running {
            self.review(runner, late, now);
        }
        let slot = &self.slots[task.index()];
        if slot.priority != params.priority {
            self.displace(task);
        }
        self.slots[task.index()].set_terms(params, now);
        self.settle(task);
        Ok(())
    }

    fn decide(&mut self, event: Event, now: Instant) -> Decision {
        let (now, late) = self.catch_up(now);
        self.apply(event);
        if let Some(runner) = self.running {
            self.review(runner, late, now);
        }
        if let Some(task) = event.task().filter(|task| self.running != Some(*task)) {
            self.review(task, None, now);
        }
        self.dispatch(now)
    }

    fn next_overrun(&mut self) -> Option<Overrun> {
        while let Some(task) = self.untold.pop_front() {
            let slot = &mut self.slots[task.index()];
            slot.listed = false;
            // None: the task has left since.
            if let Some(overrun) = slot.overrun.take() {
                return Some(overrun);
            }
        }
        None
    }

    fn used(&self, task: TaskId) -> Span {
        self.slots
            .get(task.index())
            .map_or(Span::ZERO, |slot| slot.used)
    }

    fn running(&self) -> Option<TaskId> {
        self.running
    }

    fn priority(&self, task: TaskId) -> Option<Priority> {
        self.present(task).map(|slot| slot.priority)
    }
}
