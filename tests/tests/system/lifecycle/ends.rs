//! Stops and kills: polite, forced, and wherever the guest stands.

use super::MODES;
use std::time::{Duration, Instant};
use terrace_testkit::{guests, prelude};
use terrace_tests::{Arena, wait::pass};
use terrace_vm::{Config, State};

const REACTOR: &str = r#"
  (data (i32.const 0) "createstarttrimstop")
  (func (export "terrace_create") (result i32) (call $say (i32.const 0) (i32.const 6)) (i32.const 0))
  (func (export "terrace_start") (result i32) (call $say (i32.const 6) (i32.const 5)) (i32.const 0))
  (func (export "terrace_trim") (param i32) (result i32)
    (if (i32.eq (local.get 0) (i32.const 2)) (then (call $say (i32.const 11) (i32.const 4)))) (i32.const 0))
  (func (export "terrace_stop") (result i32) (call $say (i32.const 15) (i32.const 4)) (i32.const 0))"#;

#[test]
fn a_reactor_gets_its_callbacks_once_and_in_order() {
    for mode in MODES {
        let arena = Arena::new();
        let id = arena.run_wat("reactor", &prelude::module(1, REACTOR), mode);
        arena.reaches(id, State::Running);
        arena.controller.trim(id, 2).unwrap();
        terrace_tests::eventually("the trim callback runs", || arena.lines(id).len() == 3);
        pass(20);
        assert_eq!(
            arena.info(id).state,
            State::Running,
            "a reactor lives on between callbacks"
        );
        arena.controller.stop(id).unwrap();
        arena.reaches(id, State::Stopped);
        assert_eq!(arena.lines(id), ["create", "start", "trim", "stop"]);
        assert_eq!(arena.info(id).exit_status, Some(0));
    }
}

#[test]
fn a_stop_callback_that_never_returns_is_forced_after_the_grace_time() {
    let arena = Arena::new();
    let stubborn = prelude::module(
        1,
        r#"(func (export "terrace_start") (result i32) (i32.const 0))
           (func (export "terrace_stop") (result i32) (loop $for_ever (br $for_ever)) (i32.const 0))"#,
    );
    let id = arena.run_wat("stubborn", &stubborn, "");
    arena.reaches(id, State::Running);
    let asked = Instant::now();
    arena.controller.stop(id).unwrap();
    assert_eq!(arena.fault(id), "killed");
    assert!(asked.elapsed() >= arena.controller.config().grace);
    arena.unhurt();
}

#[test]
fn the_grace_time_is_granted_in_full() {
    let arena = Arena::with(Config {
        grace: Duration::from_millis(600),
        ..Arena::config()
    });
    let slow = prelude::program(
        "(local $until i64)",
        "",
        r#"(drop (call $rest (i64.const -1)))
           (local.set $until (i64.add (call $now) (i64.const 300000000)))
           (loop $busy (br_if $busy (i64.lt_u (call $now) (local.get $until))))
           (call $exit (i32.const 3))"#,
    );
    let id = arena.run_wat("slow", &slow, "");
    arena.reaches(id, State::Running);
    arena.controller.stop(id).unwrap();
    arena.reaches(id, State::Stopped);
    assert_eq!(arena.info(id).exit_status, Some(3));
}

#[test]
fn a_second_stop_does_no_harm() {
    let arena = Arena::new();
    let id = arena.run_wat("polite", guests::POLITE, "");
    arena.reaches(id, State::Running);
    arena.controller.stop(id).unwrap();
    // The second may come when it has ended already.
    let _ = arena.controller.stop(id);
    arena.reaches(id, State::Stopped);
    assert_eq!(arena.info(id).exit_status, Some(7));
}

fn dies_wherever_it_stands(wat: &str) {
    for mode in MODES {
        let arena = Arena::new();
        arena.install_wat(
            "victim",
            wat,
            &format!("[memory]\nlimit = \"64 MiB\"\n{mode}"),
        );
        for wait in [0, 1, 15] {
            let id = arena.start("victim");
            pass(wait);
            arena.kill(id);
            let info = arena.info(id);
            assert_eq!(
                (info.state, info.memory.committed, info.memory.size),
                (State::Stopped, 0, 0)
            );
            assert_eq!(info.fault.unwrap().message, "ended by force");
        }
        arena.unhurt();
    }
}

#[test]
fn kill_ends_an_endless_loop() {
    dies_wherever_it_stands(guests::SPIN);
}

#[test]
fn kill_ends_a_recursion() {
    dies_wherever_it_stands(guests::PLUNGE);
}

#[test]
fn kill_ends_a_host_call() {
    dies_wherever_it_stands(guests::BLOCKED);
}

#[test]
fn kill_ends_a_bulk_memory_instruction() {
    dies_wherever_it_stands(guests::FILL);
}

#[test]
fn kill_ends_a_sleep() {
    dies_wherever_it_stands(guests::SLEEP);
}

#[test]
fn kill_ends_what_is_suspended() {
    for mode in MODES {
        let arena = Arena::new();
        for wat in [guests::SPIN, guests::BLOCKED, guests::SLEEP] {
            let id = arena.run_wat("victim", wat, mode);
            arena.reaches(id, State::Running);
            arena.controller.suspend(id).unwrap();
            arena.reaches(id, State::Suspended);
            arena.kill(id);
        }
        arena.unhurt();
    }
}

#[test]
fn a_shut_down_ends_all_politely_first() {
    let arena = Arena::quiet();
    let polite = arena.run_wat("polite", guests::POLITE, "");
    let deaf = arena.run_wat("deaf", guests::SPIN, "");
    arena.reaches(polite, State::Running);
    arena.reaches(deaf, State::Running);
    arena.controller.shut_down();
    assert_eq!(arena.info(polite).exit_status, Some(7));
    assert_eq!(arena.fault(deaf), "killed");
}
