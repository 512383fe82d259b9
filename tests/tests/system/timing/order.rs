//! The most important ready partition runs, and preempts.

use terrace_testkit::{guests, prelude};
use terrace_tests::{Arena, eventually, wait::pass};
use terrace_vm::{PartitionId, State};

fn fifo(priority: u32) -> String {
    format!("[cpu]\nworker = 0\nscheduler = \"fifo\"\npriority = {priority}\n")
}

/// Holds the processor of worker 0 until it is killed, however long that takes on a busy machine.
fn gate(arena: &Arena) -> PartitionId {
    let gate = arena.run_wat("gate", guests::SPIN, &fifo(90));
    arena.runs_on(gate);
    gate
}

/// Sleeps 10 ms, says so, and sleeps again.
fn wakes() -> String {
    prelude::program(
        "",
        "woke",
        r#"(loop $on
             (call $nap (i64.const 10000000))
             (call $say (i32.const 0) (i32.const 4))
             (br $on))"#,
    )
}

#[test]
fn the_most_important_ready_partition_runs_first() {
    let arena = Arena::quiet();
    let gate = gate(&arena);
    let order = [30, 80, 10, 50, 20, 70, 40, 60];
    let all: Vec<_> = order
        .iter()
        .map(|&p| {
            (
                p,
                arena.run_wat(&format!("p{p}"), guests::NOTHING, &fifo(p)),
            )
        })
        .collect();
    let normal = arena.run_wat("normal", guests::NOTHING, "[cpu]\nworker = 0\n");
    let early = all.iter().find(|&&(_, id)| arena.cpu_ns(id) > 0);
    assert!(early.is_none(), "something ran before the gate was done");
    arena.kill(gate);
    let mut ends: Vec<_> = all.iter().map(|&(p, id)| (arena.end(id).at, p)).collect();
    ends.push((arena.end(normal).at, 0));
    ends.sort_unstable();
    let ran: Vec<_> = ends.iter().map(|&(_, p)| p).collect();
    assert_eq!(ran, [80, 70, 60, 50, 40, 30, 20, 10, 0]);
}

#[test]
fn equals_run_in_the_order_in_which_they_became_ready() {
    let arena = Arena::quiet();
    let gate = gate(&arena);
    let all: Vec<_> = (0..6)
        .map(|i| arena.run_wat(&format!("e{i}"), guests::NOTHING, &fifo(5)))
        .collect();
    arena.kill(gate);
    let ends: Vec<_> = all.iter().map(|&id| arena.end(id).at).collect();
    assert!(ends.is_sorted(), "{ends:?}");
}

#[test]
fn a_more_important_sleeper_preempts_a_loop_when_its_time_comes() {
    for (name, low) in [
        ("normal", "[cpu]\nworker = 0\n".to_owned()),
        ("fifo", fifo(10)),
    ] {
        for wat in [guests::SPIN, guests::PLUNGE, guests::FILL] {
            let arena = Arena::quiet();
            let sleeper = arena.run_wat("sleeper", &wakes(), &fifo(50));
            arena.reaches(sleeper, State::Running);
            let low = arena.run_wat("low", wat, &format!("{low}[memory]\nlimit = \"64 MiB\"\n"));
            arena.runs_on(low);
            let before = arena.lines(sleeper).len();
            eventually(&format!("the sleeper runs over a {name} loop"), || {
                arena.lines(sleeper).len() > before
            });
            assert_eq!(arena.info(low).state, State::Running);
            arena.kill(low);
        }
    }
}

#[test]
fn a_less_important_partition_gets_nothing_while_a_more_important_one_computes() {
    let arena = Arena::quiet();
    let low = arena.run_wat("low", guests::SPIN, &fifo(10));
    arena.runs_on(low);
    let high = arena.run_wat("high", guests::SPIN, &fifo(20));
    arena.runs_on(high);
    let still = arena.cpu_ns(low);
    pass(100);
    assert_eq!(arena.cpu_ns(low), still);
    arena.kill(high);
    arena.runs_on(low);
    arena.kill(low);
}

#[test]
fn a_priority_moves_while_the_guest_runs() {
    let arena = Arena::quiet();
    let low = arena.run_wat("low", guests::SPIN, &fifo(10));
    let high = arena.run_wat("high", guests::SPIN, &fifo(20));
    arena.runs_on(high);
    arena
        .controller
        .set_terms(low, None, None, Some(30))
        .unwrap();
    assert_eq!(arena.info(low).priority, 30);
    arena.runs_on(low);
    let still = arena.cpu_ns(high);
    pass(50);
    assert_eq!(arena.cpu_ns(high), still);
    arena
        .controller
        .set_terms(low, None, None, Some(0))
        .unwrap();
    arena.runs_on(high);
    let refusal = arena
        .controller
        .set_terms(low, None, None, Some(100))
        .unwrap_err()
        .to_string();
    assert!(
        refusal.contains("to 100: 1..99, or 0 for normal"),
        "{refusal}"
    );
    arena.kill(low);
    arena.kill(high);
}

#[test]
fn a_sleep_is_never_early() {
    let arena = Arena::new();
    let wat = prelude::program(
        "(local $i i32) (local $until i64) (local $early i32)",
        "",
        r#"(loop $again
             (local.set $until (i64.add (call $now)
               (i64.extend_i32_u (i32.mul (i32.rem_u (i32.mul (local.get $i) (i32.const 7919)) (i32.const 31)) (i32.const 50000)))))
             (drop (call $rest (local.get $until)))
             (if (i64.lt_u (call $now) (local.get $until))
               (then (local.set $early (i32.add (local.get $early) (i32.const 1)))))
             (br_if $again (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 300))))
           (call $exit (local.get $early))"#,
    );
    for mode in crate::lifecycle::MODES {
        assert_eq!(
            arena.status_of("sleeper", &wat, mode),
            0,
            "sleeps ended early"
        );
    }
}

#[test]
fn sleepers_wake_in_the_order_of_their_times() {
    let arena = Arena::quiet();
    let wat = |ms: u64| {
        prelude::program(
            "",
            "",
            &format!("(call $nap (i64.const {}))", ms * 1_000_000),
        )
    };
    // 30 ms apart, so that the time between two starts does not matter.
    let times = [150, 60, 120, 30, 90];
    for ms in times {
        arena.install_wat(&format!("s{ms}"), &wat(ms), "[cpu]\nworker = 0\n");
    }
    let all: Vec<_> = times
        .iter()
        .map(|ms| (ms, arena.start(&format!("s{ms}"))))
        .collect();
    let mut ends: Vec<_> = all
        .iter()
        .map(|(ms, id)| (arena.end(*id).at, **ms))
        .collect();
    ends.sort_unstable();
    assert_eq!(
        ends.iter().map(|e| e.1).collect::<Vec<_>>(),
        [30, 60, 90, 120, 150]
    );
}
