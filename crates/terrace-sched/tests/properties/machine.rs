//! A simulated processor for any policy: does as decided, stops exactly when asked to, and keeps
//! for every nanosecond who ran.

use proptest::prelude::*;
use terrace_sched::{
    Decision, Event, Instant, OverrunAction, Params, Policy, Priority, Span, TaskId,
};

pub const SLOTS: usize = 5;

/// What happens to a slot, and after how long.
#[derive(Debug, Clone, Copy)]
pub enum Act {
    Ready,
    Suspend,
    Resume,
    RunnerWaits,
    RunnerYields,
    Pass,
}

pub type Step = (Act, usize, u64, u64);

pub fn steps() -> impl Strategy<Value = Vec<Step>> {
    let act = prop_oneof![
        6 => Just(Act::Ready),
        1 => Just(Act::Suspend),
        2 => Just(Act::Resume),
        3 => Just(Act::RunnerWaits),
        1 => Just(Act::RunnerYields),
        2 => Just(Act::Pass),
    ];
    prop::collection::vec((act, 0..SLOTS, 0u64..12, 1u64..60), 1..120)
}

pub fn id(slot: usize) -> TaskId {
    TaskId::new(u32::try_from(slot).unwrap())
}

pub fn params(level: u8) -> Params {
    Params {
        priority: Priority::new(level).unwrap(),
        slice: Span::from_ns(u64::MAX),
        budget: None,
        on_overrun: OverrunAction::Log,
    }
}

pub struct Machine<P> {
    pub policy: P,
    pub now: u64,
    pub decision: Decision,
    pub wants: [bool; SLOTS],
    pub suspended: [bool; SLOTS],
    /// Who ran in each nanosecond so far.
    pub ran: Vec<Option<usize>>,
}

impl<P: Policy> Machine<P> {
    pub fn new(policy: P) -> Machine<P> {
        Machine {
            policy,
            now: 0,
            decision: Decision::default(),
            wants: [false; SLOTS],
            suspended: [false; SLOTS],
            ran: Vec::new(),
        }
    }

    /// Do one step; `check` sees the machine after every decision.
    pub fn step(&mut self, (act, slot, after, _): Step, check: &mut impl FnMut(&Machine<P>)) {
        let end = self.now + after;
        while let Some(at) = self.decision.until.or(self.decision.wake) {
            if at.as_ns() > end {
                break;
            }
            self.advance(at.as_ns());
            self.tell(Event::Tick, check);
        }
        self.advance(end);
        let runner = self.decision.run;
        let event = match (act, runner) {
            (Act::Ready, _) => Event::Ready(id(slot)),
            (Act::Suspend, _) => Event::Suspend(id(slot)),
            (Act::Resume, _) => Event::Resume(id(slot)),
            (Act::RunnerWaits, Some(task)) => Event::Waits(task),
            (Act::RunnerYields, Some(task)) => Event::Yields(task),
            _ => Event::Tick,
        };
        self.tell(event, check);
    }

    fn advance(&mut self, to: u64) {
        let runner = self.decision.run.map(|t| t.get() as usize);
        self.ran.resize(usize::try_from(to).unwrap(), runner);
        self.now = to;
    }

    pub fn tell(&mut self, event: Event, check: &mut impl FnMut(&Machine<P>)) {
        if let Some(slot) = event.task().map(|t| t.get() as usize) {
            match event {
                Event::Ready(_) => self.wants[slot] = true,
                Event::Waits(_) => self.wants[slot] = false,
                Event::Suspend(_) => self.suspended[slot] = true,
                Event::Resume(_) => self.suspended[slot] = false,
                _ => {}
            }
        }
        self.decision = self.policy.decide(event, Instant::from_ns(self.now));
        let Decision { run, until, wake } = self.decision;
        assert!(
            until.or(wake).is_none_or(|at| at.as_ns() > self.now),
            "no progress"
        );
        assert_eq!(self.policy.running(), run);
        if let Some(run) = run {
            assert!(self.eligible(run.get() as usize), "I4: {run:?} may not run");
        }
        for slot in 0..SLOTS {
            let ran = self.ran.iter().filter(|r| **r == Some(slot)).count();
            assert_eq!(
                self.policy.used(id(slot)).as_ns(),
                ran as u64,
                "charges of {slot}"
            );
        }
        check(self);
    }

    pub fn eligible(&self, slot: usize) -> bool {
        self.wants[slot] && !self.suspended[slot]
    }
}
