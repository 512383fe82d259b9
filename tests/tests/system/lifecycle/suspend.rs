//! A suspended partition uses no processor at all, wherever it stood; its timers are kept.

use super::MODES;
use terrace_testkit::{LinuxThread, guests, prelude};
use terrace_tests::{Arena, eventually, wait::pass};
use terrace_vm::State;

/// Processor time of the threads that run guests, as Linux has it.
fn linux_ns() -> u64 {
    ["worker", "partition"]
        .iter()
        .flat_map(|n| LinuxThread::named(n))
        .map(|t| t.cpu_ns)
        .sum()
}

/// No thread that runs guests gets the processor for a while.
fn all_is_still() {
    let mut last = linux_ns();
    eventually("the workers rest", || {
        pass(20);
        std::mem::replace(&mut last, linux_ns()) == last
    });
    pass(200);
    assert_eq!(
        linux_ns(),
        last,
        "a thread of guests ran while everything was suspended"
    );
}

fn uses_nothing_while_suspended(wat: &str) {
    for mode in MODES {
        let arena = Arena::quiet();
        let id = arena.run_wat("guest", wat, mode);
        arena.reaches(id, State::Running);
        pass(20);
        arena.controller.suspend(id).unwrap();
        arena.reaches(id, State::Suspended);
        let used = arena.cpu_ns(id);
        all_is_still();
        assert_eq!(arena.cpu_ns(id), used);
        arena.controller.resume(id).unwrap();
        arena.reaches(id, State::Running);
        arena.kill(id);
    }
}

#[test]
fn a_suspended_loop_uses_no_processor() {
    uses_nothing_while_suspended(guests::SPIN);
}

#[test]
fn a_suspended_sleeper_uses_no_processor() {
    uses_nothing_while_suspended(guests::HEARTBEAT);
}

#[test]
fn a_suspended_host_call_uses_no_processor() {
    uses_nothing_while_suspended(guests::BLOCKED);
}

#[test]
fn a_suspended_recursion_uses_no_processor() {
    uses_nothing_while_suspended(guests::PLUNGE);
}

#[test]
fn suspend_interrupts_a_loop_of_bulk_memory_instructions() {
    for mode in MODES {
        let arena = Arena::new();
        let id = arena.run_wat(
            "fill",
            guests::FILL,
            &format!("[memory]\nlimit = \"64 MiB\"\n{mode}"),
        );
        arena.reaches(id, State::Running);
        arena.controller.suspend(id).unwrap();
        arena.reaches(id, State::Suspended);
        let used = arena.cpu_ns(id);
        arena.unhurt_neighbours();
        assert_eq!(arena.cpu_ns(id), used);
        arena.kill(id);
        arena.unhurt();
    }
}

/// Sleeps 100 ms once, says so, and rests for good.
fn wakes_once() -> String {
    prelude::program(
        "",
        "woke",
        r#"(call $nap (i64.const 100000000))
           (call $say (i32.const 0) (i32.const 4))
           (drop (call $rest (i64.const -1)))"#,
    )
}

#[test]
fn a_timer_that_passes_while_suspended_fires_late_and_once() {
    for mode in MODES {
        let arena = Arena::new();
        let id = arena.run_wat("sleeper", &wakes_once(), mode);
        arena.reaches(id, State::Running);
        arena.controller.suspend(id).unwrap();
        arena.reaches(id, State::Suspended);
        pass(250);
        assert_eq!(arena.lines(id), [""; 0], "it woke while suspended");
        arena.controller.resume(id).unwrap();
        eventually("the timer fires late", || !arena.lines(id).is_empty());
        pass(150);
        assert_eq!(arena.lines(id), ["woke"]);
    }
}

#[test]
fn a_timer_that_has_not_passed_is_kept_through_a_suspension() {
    let arena = Arena::new();
    let id = arena.run_wat("sleeper", &wakes_once(), "");
    arena.reaches(id, State::Running);
    for _ in 0..3 {
        arena.controller.suspend(id).unwrap();
        arena.reaches(id, State::Suspended);
        arena.controller.resume(id).unwrap();
        arena.reaches(id, State::Running);
    }
    eventually("the timer fires", || !arena.lines(id).is_empty());
    assert_eq!(arena.lines(id), ["woke"]);
}

#[test]
fn a_host_call_that_ends_while_suspended_is_not_seen_by_the_guest_before_it_is_resumed() {
    for mode in MODES {
        let arena = Arena::new();
        let polls = prelude::program(
            "",
            "done",
            r#"(i32.store (i32.const 80) (i32.const 1))
               (i64.store (i32.const 88) (i64.const 50000000))
               (drop (call $poll_oneoff (i32.const 64) (i32.const 128) (i32.const 1) (i32.const 256)))
               (call $say (i32.const 0) (i32.const 4))"#,
        );
        let id = arena.run_wat("polls", &polls, mode);
        arena.reaches(id, State::Running);
        arena.controller.suspend(id).unwrap();
        arena.reaches(id, State::Suspended);
        pass(150);
        assert_eq!(arena.lines(id), [""; 0]);
        assert_eq!(arena.info(id).state, State::Suspended);
        arena.controller.resume(id).unwrap();
        arena.reaches(id, State::Stopped);
        assert_eq!(arena.lines(id), ["done"]);
    }
}

#[test]
fn one_hundred_suspended_loops_leave_the_witnesses_alone() {
    let arena = Arena::with(terrace_vm::Config {
        partitions: 128,
        ..Arena::config()
    });
    arena.install_wat("spin", guests::SPIN, "");
    let all: Vec<_> = (0..100).map(|_| arena.start("spin")).collect();
    for &id in &all {
        arena.reaches(id, State::Running);
        arena.controller.suspend(id).unwrap();
    }
    for &id in &all {
        arena.reaches(id, State::Suspended);
    }
    let used: u64 = all.iter().map(|&id| arena.cpu_ns(id)).sum();
    arena.unhurt_neighbours();
    assert_eq!(all.iter().map(|&id| arena.cpu_ns(id)).sum::<u64>(), used);
    for &id in &all {
        arena.kill(id);
    }
    arena.unhurt();
}
