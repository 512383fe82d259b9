//! Attacks on the processor: loops without a call, recursion, and many at once.

use crate::lifecycle::MODES;
use terrace_testkit::{guests, prelude};
use terrace_tests::{Arena, wait::pass};
use terrace_vm::State;

/// It runs, the neighbours beat on beside it, and it dies.
fn is_contained(arena: &Arena, name: &str, wat: &str, rest: &str) {
    let id = arena.run_wat(name, wat, rest);
    arena.reaches(id, State::Running);
    arena.unhurt_neighbours();
    assert_eq!(arena.info(id).state, State::Running);
    arena.kill(id);
}

#[test]
fn an_endless_loop() {
    let arena = Arena::new();
    for mode in MODES {
        is_contained(&arena, "spin", guests::SPIN, mode);
    }
    arena.unhurt();
}

#[test]
fn endless_loops_on_every_worker_many_times_over() {
    let arena = Arena::new();
    arena.install_wat("spin", guests::SPIN, "[cpu]\nslice_us = 500\n");
    let all: Vec<_> = (0..20).map(|_| arena.start("spin")).collect();
    arena.unhurt_neighbours();
    for id in all {
        arena.kill(id);
    }
    arena.unhurt();
}

#[test]
fn an_endless_loop_inside_bulk_memory_instructions() {
    let arena = Arena::new();
    for mode in MODES {
        is_contained(
            &arena,
            "fill",
            guests::FILL,
            &format!("[memory]\nlimit = \"64 MiB\"\n{mode}"),
        );
    }
    arena.unhurt();
}

#[test]
fn an_endless_loop_in_the_start_function() {
    let arena = Arena::new();
    let wat = "(module (memory (export \"memory\") 1) (func $s (loop $l (br $l))) (start $s) (func (export \"_start\")))";
    for mode in MODES {
        let id = arena.run_wat("start", wat, mode);
        arena.unhurt_neighbours();
        assert_eq!(arena.info(id).state, State::Starting);
        arena.controller.suspend(id).unwrap();
        arena.reaches(id, State::Suspended);
        arena.kill(id);
    }
    arena.unhurt();
}

#[test]
fn an_endless_loop_in_create() {
    let arena = Arena::new();
    let wat = prelude::module(
        1,
        r#"(func (export "terrace_create") (result i32) (loop $l (br $l)) (i32.const 0))"#,
    );
    let id = arena.run_wat("create", &wat, "");
    pass(20);
    assert_eq!(arena.info(id).state, State::Starting);
    arena.unhurt_neighbours();
    arena.controller.stop(id).unwrap();
    assert_eq!(arena.fault(id), "killed", "forced after the grace time");
    arena.unhurt();
}

#[test]
fn a_deep_recursion() {
    let arena = Arena::new();
    for mode in MODES {
        for _ in 0..20 {
            let id = arena.run_wat("recurse", guests::RECURSE, mode);
            assert_eq!(arena.fault(id), "stack-overflow");
        }
    }
    arena.unhurt();
}

#[test]
fn a_deep_recursion_that_ends_in_a_host_call() {
    let arena = Arena::new();
    // Each depth calls the monitor, so that one of them does so with the last of the stack.
    let wat = prelude::module(
        1,
        r#"(func $deeper
             (drop (call $random_get (i32.const 64) (i32.const 64)))
             (drop (call $log (i32.const 4) (i32.const 0) (i32.const 0)))
             (call $deeper))
           (func (export "_start") (call $deeper))"#,
    );
    for mode in MODES {
        let id = arena.run_wat("recurse", &wat, mode);
        assert_eq!(arena.fault(id), "stack-overflow");
    }
    arena.unhurt();
}

#[test]
fn a_recursion_through_a_table() {
    let arena = Arena::new();
    let wat = r#"(module (memory (export "memory") 1)
      (table funcref (elem $deeper))
      (func $deeper (param i64 i64 i64 i64) (local v128 v128 v128)
        (call_indirect (param i64 i64 i64 i64)
          (local.get 0) (local.get 1) (local.get 2) (local.get 3) (i32.const 0)))
      (func (export "_start")
        (call $deeper (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4))))"#;
    let id = arena.run_wat("recurse", wat, "");
    assert_eq!(arena.fault(id), "stack-overflow");
    arena.unhurt();
}

#[test]
fn a_guest_that_yields_and_sleeps_as_fast_as_it_can() {
    let arena = Arena::new();
    let wat = prelude::program(
        "",
        "",
        r#"(loop $again
             (call $give_way)
             (drop (call $rest (i64.add (call $now) (i64.const 1))))
             (drop (call $rest (i64.const 0)))
             (br $again))"#,
    );
    for mode in MODES {
        is_contained(&arena, "restless", &wat, mode);
    }
    arena.unhurt();
}

#[test]
fn a_guest_that_wishes_to_sleep_and_computes_instead() {
    let arena = Arena::new();
    // A wish noted, and then no end of other wishes before the safe point is taken.
    let wat = prelude::program(
        "",
        "",
        r#"(loop $again
             (drop (call $sleep_until (i64.const -1)))
             (drop (call $yield))
             (drop (call $sleep_until (i64.const 0)))
             (drop (call $yield))
             (br $again))"#,
    );
    for mode in MODES {
        is_contained(&arena, "fickle", &wat, mode);
    }
    arena.unhurt();
}

#[test]
fn a_fifo_loop_dies_although_it_never_lets_go_of_its_worker() {
    let arena = Arena::new();
    for mode in MODES {
        let rest = format!("{mode}scheduler = \"fifo\"\npriority = 99\nworker = 1\n");
        for wat in [guests::SPIN, guests::PLUNGE] {
            let id = arena.run_wat("hog", wat, &rest);
            arena.runs_on(id);
            arena.kill(id);
            arena.unhurt_neighbours();
        }
    }
    arena.unhurt();
}
