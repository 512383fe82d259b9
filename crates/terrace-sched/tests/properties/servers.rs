//! Servers: what they use against what their kind may use, in every stretch of time.

use crate::machine::{Machine, SLOTS, id, params, steps};
use proptest::prelude::*;
use terrace_sched::{
    Budget, Event, FixedPriority, Instant, Policy, ServerId, ServerRule, Servers, Span, TaskId,
};

const RULES: [ServerRule; 3] = [
    ServerRule::Polling,
    ServerRule::Deferrable,
    ServerRule::Sporadic,
];
const A: TaskId = TaskId::new(0);

fn budget(amount: u64, period: u64) -> Budget {
    Budget {
        amount: Span::from_ns(amount),
        period: Span::from_ns(period),
    }
}

fn at(ns: u64) -> Instant {
    Instant::from_ns(ns)
}

/// One server, alone, its request at `ready`.
fn served(rule: ServerRule, ready: u64) -> Machine<Servers<FixedPriority>> {
    let mut servers = Servers::new(FixedPriority::new(SLOTS), 1);
    servers
        .admit_server(A, params(9), rule, budget(2, 10), at(0))
        .unwrap();
    let mut machine = Machine::new(servers);
    machine.step((crate::machine::Act::Pass, 0, 0, 1), &mut |_| {});
    machine.step((crate::machine::Act::Ready, 0, ready, 1), &mut |_| {});
    machine.step((crate::machine::Act::Pass, 0, 30 - ready, 1), &mut |_| {});
    machine
}

fn times(machine: &Machine<Servers<FixedPriority>>) -> Vec<usize> {
    let ran = machine.ran.iter().enumerate();
    ran.filter(|(_, r)| r.is_some()).map(|(t, _)| t).collect()
}

#[test]
fn a_request_that_just_missed_the_poll_waits_for_the_next() {
    assert_eq!(times(&served(ServerRule::Polling, 1)), [10, 11, 20, 21]);
    assert_eq!(times(&served(ServerRule::Polling, 10)), [10, 11, 20, 21]);
}

#[test]
fn a_deferrable_server_may_run_back_to_back() {
    assert_eq!(
        times(&served(ServerRule::Deferrable, 8)),
        [8, 9, 10, 11, 20, 21]
    );
}

#[test]
fn a_sporadic_server_gets_back_one_period_after_it_began() {
    assert_eq!(
        times(&served(ServerRule::Sporadic, 8)),
        [8, 9, 18, 19, 28, 29]
    );
}

#[test]
fn a_server_leaves_room_for_another() {
    let mut servers = Servers::new(FixedPriority::new(SLOTS), 1);
    let mut admit = |rule| servers.admit_server(A, params(9), rule, budget(2, 10), at(0));
    admit(ServerRule::Polling).unwrap();
    servers.decide(Event::Leaves(A), at(1));
    assert_eq!(servers.left(A), None);
    servers
        .admit_server(A, params(9), ServerRule::Sporadic, budget(2, 10), at(1))
        .unwrap();
    assert_eq!(servers.left(A), Some(Span::from_ns(2)));
}

#[test]
fn tasks_that_a_server_serves_in_turn_share_its_budget() {
    let mut servers = Servers::new(FixedPriority::new(SLOTS), 2);
    let refused = servers.found(ServerRule::Sporadic, budget(11, 10), 2, at(0));
    assert_eq!(refused, None, "a budget above its period");
    let server = servers.found(ServerRule::Deferrable, budget(4, 10), 2, at(0));
    for slot in 0..3 {
        servers
            .admit(id(slot), params(9 - slot as u8), at(0))
            .unwrap();
    }
    assert!(
        servers.serve(id(0), server, false, at(0)) && servers.serve(id(1), server, false, at(0))
    );
    assert!(
        !servers.serve(id(2), server, false, at(0)),
        "no room for a third"
    );
    assert!(!servers.serve(id(2), Some(ServerId::new(7)), false, at(0)));
    let mut machine = Machine::new(servers);
    for slot in 0..3 {
        machine.step((crate::machine::Act::Ready, slot, 0, 1), &mut |_| {});
    }
    // The first has used 3 when it is served by nobody any more: the second has 1 left, the third goes on.
    machine.step((crate::machine::Act::Pass, 0, 3, 1), &mut |_| {});
    machine.step((crate::machine::Act::RunnerWaits, 0, 0, 1), &mut |_| {});
    machine.policy.serve(id(0), None, false, at(3));
    machine.step((crate::machine::Act::Pass, 0, 9, 1), &mut |_| {});
    let ran: Vec<_> = machine.ran.iter().map(|r| r.unwrap()).collect();
    assert_eq!(ran, [0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 1, 1]);
    assert_eq!(machine.policy.left(id(0)), None);
}

/// The most a server of this kind may use in any stretch of `length`.
fn most(rule: ServerRule, amount: u64, period: u64, length: u64) -> u64 {
    let jitter = match rule {
        ServerRule::Deferrable => period - amount,
        ServerRule::Polling | ServerRule::Sporadic => 0,
    };
    (length + jitter).div_ceil(period) * amount
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn i1_i3_no_stretch_of_time_holds_more_than_the_analysis_assumes(
        rules in prop::array::uniform2(0usize..3),
        amounts in prop::array::uniform2(1u64..6),
        more in prop::array::uniform2(0u64..20),
        levels in prop::array::uniform5(1u8..9),
        steps in steps(),
    ) {
        let mut servers = Servers::new(FixedPriority::new(SLOTS), 2);
        for slot in 0..SLOTS {
            let params = params(levels[slot]);
            if slot < 2 {
                let budget = budget(amounts[slot], amounts[slot] + more[slot]);
                servers.admit_server(id(slot), params, RULES[rules[slot]], budget, at(0)).unwrap();
            } else {
                servers.admit(id(slot), params, at(0)).unwrap();
            }
        }
        let mut machine = Machine::new(servers);
        for step in steps {
            machine.step(step, &mut |m| {
                for (slot, amount) in amounts.iter().enumerate() {
                    let left = m.policy.left(id(slot)).unwrap().as_ns();
                    assert!(left <= *amount, "I2");
                }
                // I4: what is no server is never held back.
                let best = (2..SLOTS).filter(|s| m.eligible(*s)).map(|s| levels[s]).max();
                let run = m.decision.run.map(|t| levels[t.get() as usize]);
                assert!(best <= run, "I4");
            });
        }
        for slot in 0..2 {
            let (amount, period) = (amounts[slot], amounts[slot] + more[slot]);
            for from in 0..machine.ran.len() {
                let mut used = 0;
                for (length, ran) in (1..).zip(&machine.ran[from..]) {
                    used += u64::from(*ran == Some(slot));
                    // A polling server low in priority keeps what it has while it waits for the
                    // processor: only at the top it is a periodic task to the nanosecond.
                    let others = (0..SLOTS).filter(|s| *s != slot);
                    let top = others.map(|s| levels[s]).all(|l| l < levels[slot]);
                    let rule = if top || rules[slot] == 2 { RULES[rules[slot]] } else { ServerRule::Deferrable };
                    prop_assert!(
                        used <= most(rule, amount, period, length),
                        "I3: slot {slot} ({rule:?}, {amount} of {period}) used {used} in {length} from {from}"
                    );
                }
            }
        }
    }

    #[test]
    fn i1_i3_i4_hold_for_tasks_that_come_under_a_server_and_leave_it(
        rule in 0usize..3,
        amount in 1u64..6,
        more in 0u64..20,
        levels in prop::array::uniform5(1u8..9),
        steps in steps(),
        moves in prop::collection::vec((0usize..SLOTS, prop::bool::ANY), 120),
    ) {
        let rule = RULES[rule];
        let mut servers = Servers::new(FixedPriority::new(SLOTS), 1);
        let server = servers.found(rule, budget(amount, amount + more), SLOTS, at(0));
        for (slot, &level) in levels.iter().enumerate() {
            servers.admit(id(slot), params(level), at(0)).unwrap();
        }
        let mut machine = Machine::new(servers);
        let mut served = [false; SLOTS];
        let mut used: Vec<bool> = Vec::new();
        for (step, (slot, under)) in steps.into_iter().zip(moves) {
            if !machine.suspended[slot] {
                let (now, wants) = (at(machine.now), machine.wants[slot]);
                prop_assert!(machine.policy.serve(id(slot), server.filter(|_| under), wants, now));
                served[slot] = under;
                machine.tell(Event::Tick, &mut |_| {});
            }
            machine.step(step, &mut |m| {
                let best = (0..SLOTS).filter(|s| !served[*s] && m.eligible(*s)).map(|s| levels[s]).max();
                let run = m.decision.run.map(|t| levels[t.get() as usize]);
                assert!(best <= run, "I4");
            });
            let news = &machine.ran[used.len()..];
            used.extend(news.iter().map(|r| r.is_some_and(|slot| served[slot])));
        }
        let bound = if rule == ServerRule::Sporadic { rule } else { ServerRule::Deferrable };
        for from in 0..used.len() {
            let mut sum = 0;
            for (length, ran) in (1..).zip(&used[from..]) {
                sum += u64::from(*ran);
                prop_assert!(sum <= most(bound, amount, amount + more, length), "{rule:?}: {sum} in {length} from {from}");
            }
        }
    }
}
