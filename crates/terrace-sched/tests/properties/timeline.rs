//! A simulated processor: runs what the policy decides, stops it a random safe-point interval
//! after it should, and checks the policy's numbered invariants after every decision.

use crate::model::{Model, bound};
use proptest::prelude::*;
use std::ops::Range;
use terrace_sched::{
    AdmitError, Budget, Decision, Event, FixedPriority, Instant, OverrunAction, Params, Policy,
    Priority, Span, TaskId,
};

pub const SLOTS: usize = 6;

/// What happens next, to whom, after how long.
#[derive(Debug, Clone)]
pub struct Step {
    pub act: Act,
    pub slot: usize,
    pub after: u64,
    /// Picks the safe-point interval of ticks on the way.
    pub delay: u64,
    pub params: Params,
}

#[derive(Debug, Clone, Copy)]
pub enum Act {
    Admit,
    Change,
    Ready,
    Suspend,
    Resume,
    Leaves,
    /// Only the running task does these.
    RunnerWaits,
    RunnerYields,
    /// An event that does not fit.
    Spurious,
    /// Nothing but time.
    Pass,
}

pub fn params(levels: Range<u8>) -> impl Strategy<Value = Params> {
    let action = prop_oneof![
        1 => Just(OverrunAction::Log),
        3 => Just(OverrunAction::Throttle),
        1 => Just(OverrunAction::Suspend),
        1 => Just(OverrunAction::Stop),
    ];
    let budget = (1u64..12, 0u64..30).prop_map(|(amount, more)| Budget {
        amount: Span::from_ns(amount),
        period: Span::from_ns(amount + more),
    });
    (levels, 1u64..15, prop::option::of(budget), action).prop_map(
        |(level, slice, budget, on_overrun)| Params {
            priority: Priority::new(level).unwrap(),
            slice: Span::from_ns(slice),
            budget,
            on_overrun,
        },
    )
}

pub fn steps(levels: Range<u8>) -> impl Strategy<Value = Vec<Step>> {
    let act = prop_oneof![
        4 => Just(Act::Admit),
        1 => Just(Act::Change),
        8 => Just(Act::Ready),
        1 => Just(Act::Suspend),
        3 => Just(Act::Resume),
        1 => Just(Act::Leaves),
        4 => Just(Act::RunnerWaits),
        4 => Just(Act::RunnerYields),
        1 => Just(Act::Spurious),
        3 => Just(Act::Pass),
    ];
    let step = (act, 0..SLOTS, 0u64..25, 0u64..100, params(levels)).prop_map(
        |(act, slot, after, delay, params)| Step {
            act,
            slot,
            after,
            delay,
            params,
        },
    );
    prop::collection::vec(step, 1..200)
}

/// A ready task that waits for its turn: how long its equals may still run before it.
#[derive(Debug, Clone, Copy)]
struct Wait {
    priority: Priority,
    left: i64,
}

pub struct Timeline {
    pub policy: FixedPriority,
    model: Model,
    pub now: u64,
    pub decision: Decision,
    /// The longest safe-point interval.
    safe_point: u64,
    waits: Vec<Option<Wait>>,
    busy: u64,
    /// Charged to tasks whose slot was admitted anew since.
    past_use: u64,
}

fn id(slot: usize) -> TaskId {
    TaskId::new(u32::try_from(slot).unwrap())
}

impl Timeline {
    pub fn new(safe_point: u64) -> Timeline {
        Timeline {
            policy: FixedPriority::new(SLOTS),
            model: Model::new(SLOTS),
            now: 0,
            decision: Decision::default(),
            safe_point,
            waits: vec![None; SLOTS],
            busy: 0,
            past_use: 0,
        }
    }

    pub fn step(&mut self, step: &Step) {
        self.pass(step.after, step.delay);
        let task = id(step.slot);
        match step.act {
            Act::Admit => self.admit(step),
            Act::Change => self.change(step),
            Act::Ready => self.tell(Event::Ready(task)),
            Act::Suspend => self.tell(Event::Suspend(task)),
            Act::Resume => self.tell(Event::Resume(task)),
            Act::Leaves => self.tell(Event::Leaves(task)),
            Act::RunnerWaits => self.runner(Event::Waits),
            Act::RunnerYields => self.runner(Event::Yields),
            Act::Spurious => self.spurious(step),
            Act::Pass => self.tell(Event::Tick),
        }
    }

    /// Let time pass as a dispatcher does: no later than a safe point after `until`, a Tick.
    fn pass(&mut self, span: u64, delay: u64) {
        let end = self.now + span;
        let late = delay % (self.safe_point + 1);
        while let Some(at) = self
            .decision
            .until
            .or(self.decision.wake)
            .filter(|at| at.as_ns() <= end)
        {
            self.advance((at.as_ns() + late).min(end));
            self.tell(Event::Tick);
        }
        self.advance(end);
    }

    fn advance(&mut self, to: u64) {
        let span = to - self.now;
        self.now = to;
        let Some(runner) = self.decision.run else {
            return;
        };
        self.busy += span;
        let level = self.policy.priority(runner);
        for wait in self
            .waits
            .iter_mut()
            .flatten()
            .filter(|w| Some(w.priority) == level)
        {
            wait.left -= i64::try_from(span).unwrap();
        }
    }

    fn runner(&mut self, event: fn(TaskId) -> Event) {
        if let Some(runner) = self.decision.run {
            self.tell(event(runner));
        }
    }

    fn spurious(&mut self, step: &Step) {
        let kinds = [
            Event::Ready,
            Event::Waits,
            Event::Yields,
            Event::Leaves,
            Event::Suspend,
            Event::Resume,
        ];
        let unknown = id(SLOTS + step.slot);
        self.tell(kinds[step.slot % kinds.len()](unknown));
        self.tell(Event::Yields(id(step.slot)));
    }

    fn admit(&mut self, step: &Step) {
        let now = Instant::from_ns(self.now);
        let before = self.policy.used(id(step.slot)).as_ns();
        let answer = self.policy.admit(id(step.slot), step.params, now);
        if self.model.facts[step.slot].present {
            assert_eq!(answer, Err(AdmitError::Taken(id(step.slot))));
            return;
        }
        assert_eq!(answer, Ok(()));
        self.past_use += before;
        self.model.admit(step.slot, step.params, self.now);
    }

    fn change(&mut self, step: &Step) {
        let (task, now) = (id(step.slot), Instant::from_ns(self.now));
        let answer = self.policy.change(task, step.params, now);
        if !self.model.facts[step.slot].present {
            assert_eq!(answer, Err(AdmitError::Absent(task)));
            return;
        }
        assert_eq!(answer, Ok(()));
        self.model.change(step.slot, step.params, self.now);
        assert_eq!(self.policy.priority(task), Some(step.params.priority));
        self.tell(Event::Tick);
    }

    fn tell(&mut self, event: Event) {
        self.decision = self.policy.decide(event, Instant::from_ns(self.now));
        let expected = self.model.decide(event, self.now);
        assert_eq!(
            self.decision.run,
            expected.map(id),
            "the reference decides otherwise after {event:?}"
        );
        assert_eq!(self.policy.running(), self.decision.run);
        self.check_i1_i4();
        self.check_i2();
        self.check_i3();
        self.check_i5();
        self.check_progress();
        self.check_overruns();
    }

    fn check_i1_i4(&self) {
        let eligible = || self.model.facts.iter().filter(|f| f.eligible());
        let Some(run) = self.decision.run else {
            assert_eq!(
                eligible().count(),
                0,
                "I1: nothing runs, but something could"
            );
            return;
        };
        let fact = &self.model.facts[run.get() as usize];
        assert!(!fact.suspended && !fact.stopped, "I4");
        assert!(fact.eligible(), "I1: {run:?} runs and is not eligible");
        let ours = fact.params.priority;
        assert!(eligible().all(|f| !f.params.priority.outranks(ours)), "I1");
    }

    fn check_i2(&self) {
        for fact in self
            .model
            .facts
            .iter()
            .filter(|f| f.params.on_overrun != OverrunAction::Log)
        {
            if let Some(budget) = fact.params.budget {
                let most = bound(budget, self.safe_point) + fact.let_pass;
                assert!(fact.spent <= most, "I2: {fact:?}");
            }
        }
    }

    fn check_i3(&mut self) {
        for slot in 0..SLOTS {
            let fact = &self.model.facts[slot];
            let priority = fact.params.priority;
            let runs = self.decision.run == Some(id(slot));
            // Preempted with its slice used up: it still owes its equals their turn.
            let owes = fact.eligible() && fact.slice_left == 0;
            let equal_runs = self
                .decision
                .run
                .is_some_and(|r| self.policy.priority(r) == Some(priority));
            assert!(
                runs || !owes || !equal_runs,
                "I3: slot {slot} was passed over"
            );
            if !fact.eligible() || runs || owes {
                self.waits[slot] = None;
            } else if self.waits[slot].is_none_or(|w| w.priority != priority) {
                self.waits[slot] = Some(Wait {
                    priority,
                    left: self.equals_before(slot),
                });
            }
            let left = self.waits[slot].map_or(0, |w| w.left);
            assert!(left >= 0, "I3: slot {slot} waited {} ns too long", -left);
        }
    }

    /// The most its present equals may run before a task that has just become ready.
    fn equals_before(&self, slot: usize) -> i64 {
        let priority = self.model.facts[slot].params.priority;
        let others = self
            .model
            .facts
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != slot);
        let equals = others.filter(|(_, f)| f.eligible() && f.params.priority == priority);
        let sum: u64 = equals
            .map(|(_, f)| f.params.slice.as_ns() + self.safe_point)
            .sum();
        i64::try_from(sum).unwrap()
    }

    fn check_i5(&self) {
        let used: u64 = (0..SLOTS)
            .map(|slot| self.policy.used(id(slot)).as_ns())
            .sum();
        assert_eq!(used + self.past_use, self.busy, "I5");
        for (slot, fact) in self.model.facts.iter().enumerate() {
            assert_eq!(
                self.policy.used(id(slot)).as_ns(),
                fact.used,
                "I5: slot {slot}"
            );
        }
    }

    fn check_progress(&self) {
        let Decision { run, until, wake } = self.decision;
        assert!(
            until.or(wake).is_none_or(|at| at.as_ns() > self.now),
            "a decision for the past"
        );
        assert!(run.is_some() || until.is_none());
        assert!(run.is_none() || wake.is_none());
    }

    fn check_overruns(&mut self) {
        let mut told = 0;
        while let Some(overrun) = self.policy.next_overrun() {
            let fact = &mut self.model.facts[overrun.task.get() as usize];
            assert_eq!(fact.overrun.take(), Some(overrun));
            told += 1;
        }
        assert!(
            self.model.facts.iter().all(|f| f.overrun.is_none()),
            "an overrun was not told"
        );
        assert!(told <= SLOTS);
    }

    /// Nothing would change before the time the decision names, and something does then.
    pub fn check_times_are_exact(&self, horizon: u64) {
        let named = self
            .decision
            .until
            .or(self.decision.wake)
            .map(Instant::as_ns);
        let last = named.unwrap_or(self.now + horizon).min(self.now + horizon);
        for t in self.now + 1..=last {
            let mut policy = self.policy.clone();
            let run = policy.decide(Event::Tick, Instant::from_ns(t)).run;
            let changes = run != self.decision.run || policy.next_overrun().is_some();
            assert_eq!(
                changes,
                Some(t) == named,
                "at {t}, named {named:?}, now {}",
                self.now
            );
        }
    }
}
