//! Books: who is there, what each has used, and who waits for a refill; the part of a policy that
//! does not depend on the order in which ready tasks run.
//!
//! # Invariants
//! I1. A slot's place tells which structure holds its task ([`crate::slot`]).
//! I2. Every moment between two tellings is charged to the task that was running.
//! I3. The line of untold overruns holds each slot at most once.
//! I4. Nothing is allocated after [`Books::new`].
//!
//! Source: DESIGN.md 3.2; issue 2, section 4.

use crate::account::Account;
use crate::policy::{Event, Overrun};
use crate::refills::Refills;
use crate::slot::{Place, Slot};
use crate::task::{AdmitError, OverrunAction, Params, Priority, TaskId};
use crate::time::{Instant, Span};
use std::collections::VecDeque;

/// The ready tasks, in the order of one policy.
pub(crate) trait Line {
    /// Add a task that is not in it.
    fn push(&mut self, task: TaskId, priority: Priority);
    /// Take out a task that was pushed with this priority.
    fn remove(&mut self, task: TaskId, priority: Priority);
}

/// See the module.
#[derive(Debug, Clone)]
pub(crate) struct Books<L> {
    pub(crate) slots: Vec<Slot>,
    pub(crate) line: L,
    pub(crate) refills: Refills,
    /// Slots with an overrun to tell, each once: so never more than there are slots.
    untold: VecDeque<TaskId>,
    pub(crate) running: Option<TaskId>,
    /// The last time anything was told: up to here time is charged.
    pub(crate) now: Instant,
}

impl<L: Line> Books<L> {
    /// Books for tasks in slots below `capacity`; `line` has room for as many.
    pub(crate) fn new(capacity: usize, line: L) -> Books<L> {
        Books {
            slots: vec![Slot::EMPTY; capacity],
            line,
            refills: Refills::new(capacity),
            untold: VecDeque::with_capacity(capacity),
            running: None,
            now: Instant::default(),
        }
    }

    /// Account for everything up to `now`, then for `event`. Answers the time.
    pub(crate) fn tell(&mut self, event: Event, now: Instant) -> Instant {
        let (now, late) = self.catch_up(now);
        self.apply(event);
        if let Some(runner) = self.running {
            self.review(runner, late, now);
        }
        if let Some(task) = event.task().filter(|task| self.running != Some(*task)) {
            self.review(task, None, now);
        }
        now
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
            (Place::Queued, _) => self.line.push(task, priority),
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
            Place::Queued => self.line.remove(task, slot.priority),
            Place::Refilling => self.refills.remove(task),
            Place::Off => {}
        }
    }

    /// As [`crate::Policy::admit`].
    pub(crate) fn admit(
        &mut self,
        task: TaskId,
        params: Params,
        now: Instant,
    ) -> Result<(), AdmitError> {
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

    /// As [`crate::Policy::change`].
    pub(crate) fn change(
        &mut self,
        task: TaskId,
        params: Params,
        now: Instant,
    ) -> Result<(), AdmitError> {
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

    /// As [`crate::Policy::next_overrun`].
    pub(crate) fn next_overrun(&mut self) -> Option<Overrun> {
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

    /// As [`crate::Policy::used`].
    pub(crate) fn used(&self, task: TaskId) -> Span {
        self.slots
            .get(task.index())
            .map_or(Span::ZERO, |slot| slot.used)
    }

    pub(crate) fn present(&self, task: TaskId) -> Option<&Slot> {
        self.slots.get(task.index()).filter(|slot| slot.present)
    }

    /// When the budget of a task that runs from `now` on is used up; none: never.
    pub(crate) fn budget_end(&mut self, task: TaskId, now: Instant) -> Option<Instant> {
        let account = self.slots[task.index()].account.as_mut()?;
        account.refresh(now);
        account.runs_out(now)
    }
}

/// The earlier of two times of which either may be never.
pub(crate) fn earlier(a: Option<Instant>, b: Option<Instant>) -> Option<Instant> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, None) | (None, one) => one,
    }
}
