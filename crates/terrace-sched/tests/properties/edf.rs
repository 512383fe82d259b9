//! Earliest deadline first against a search through a plain list.

use crate::machine::{Act, Machine, SLOTS, id, params, steps};
use proptest::prelude::*;
use std::cell::RefCell;
use terrace_sched::{EarliestDeadline, Event, Instant, Policy};

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn i1_i2_the_first_due_of_the_largest_priority_runs(
        levels in prop::array::uniform5(0u8..2), steps in steps()
    ) {
        let mut machine = Machine::new(EarliestDeadline::new(SLOTS));
        for (slot, level) in levels.iter().enumerate() {
            machine.policy.admit(id(slot), params(*level), Instant::default()).unwrap();
        }
        let due = RefCell::new([u64::MAX; SLOTS]);
        for step in steps {
            if let (Act::Ready, slot, after, within) = step {
                let at = machine.now + after + within;
                machine.policy.due(id(slot), Instant::from_ns(at));
                due.borrow_mut()[slot] = at;
            }
            machine.step(step, &mut |m| {
                let due = due.borrow();
                let key = |s: usize| (u8::MAX - levels[s], due[s]);
                let best = (0..SLOTS).filter(|s| m.eligible(*s)).map(key).min();
                let run = m.decision.run.map(|t| key(t.get() as usize));
                assert_eq!(run, best);
            });
        }
    }
}

#[test]
fn i2_a_tie_does_not_preempt() {
    let mut policy = EarliestDeadline::new(2);
    let now = Instant::default();
    for slot in 0..2 {
        policy.admit(id(slot), params(0), now).unwrap();
        policy.due(id(slot), Instant::from_ns(9));
    }
    assert_eq!(policy.decide(Event::Ready(id(1)), now).run, Some(id(1)));
    assert_eq!(policy.decide(Event::Ready(id(0)), now).run, Some(id(1)));
    policy.due(id(0), Instant::from_ns(8));
    assert_eq!(policy.decide(Event::Tick, now).run, Some(id(0)));
}
