//! Whoever dies, wherever it stands: the other goes on, and nothing stays.

use super::{NEXT_LETTER, PLACES, export, on, says, status};
use terrace_testkit::prelude::program;
use terrace_tests::Arena;

/// Says that it is there, and stays.
const STOP: &str = "(call $say (i32.const 0x40) (i32.const 5)) (drop (call $rest (i64.const -1)))";

/// What stands between two steps: nothing, or the stop of the one that is to die there.
fn at(step: u32, dies: Option<u32>) -> &'static str {
    if dies == Some(step) { STOP } else { "" }
}

/// Serves, in steps.
fn callee(dies: Option<u32>) -> String {
    let pad = "\\00".repeat(0x40 - 4);
    program(
        "(local $len i32)",
        &format!("wall{pad}there"),
        &format!(
            r#"{}
               (drop (call $call_offer (i32.const 0) (i32.const 4)))
               {}
               (block $end (loop $serve
                 (br_if $end (i32.lt_s
                   (call $next (i64.const -1) (i32.const 0x100) (i32.const 0x200) (i32.const 64)) (i32.const 0)))
                 (br_if $serve (i32.load (i32.const 0x110)))
                 (local.set $len (i32.load (i32.const 0x11c)))
                 {}
                 {NEXT_LETTER}
                 {}
                 (br $serve)))"#,
            at(0, dies),
            at(1, dies),
            at(2, dies),
            at(3, dies),
        ),
    )
}

/// Finds, watches, sends and calls, in steps, until it has a reply; a callee that died is found anew.
fn caller(dies: Option<u32>) -> String {
    let pad = "\\00".repeat(0x40 - 11);
    program(
        "(local $h i32) (local $n i32)",
        &format!("callee/wall{pad}there"),
        &format!(
            r#"{}
               (loop $anew
                 (local.set $h (call $found (i32.const 0) (i32.const 11)))
                 {}
                 (drop (call $call_watch (local.get $h)))
                 {}
                 (drop (call $call_send (local.get $h) (i32.const 1) (i32.const 0x40) (i32.const 5)))
                 {}
                 (local.set $n (call $ask (local.get $h) (i32.const 0) (i32.const 0x40) (i32.const 5)
                   (i32.const 0x300) (i32.const 5) (i64.const -1)))
                 (br_if $anew (i32.eq (local.get $n) (i32.const -20))))
               {}
               (call $exit (local.get $n))"#,
            at(0, dies),
            at(1, dies),
            at(2, dies),
            at(3, dies),
            at(4, dies),
        ),
    )
}

#[test]
fn a_callee_that_is_killed_at_any_step_leaves_nothing_behind() {
    for (there, here) in PLACES {
        let arena = Arena::new();
        let manifest = export("wall", &["caller"], &on(here));
        for step in 0..4 {
            arena.install_wat("callee", &callee(Some(step)), &manifest);
            let dies = arena.start("callee");
            let caller = arena.run_wat("caller", &caller(None), &on(there));
            says(&arena, dies, "there");
            arena.kill(dies);
            arena.install_wat("callee", &callee(None), &manifest);
            let lives = arena.start("callee");
            assert_eq!(status(&arena, caller), 5, "step {step}");
            arena.kill(lives);
        }
        arena.unhurt();
    }
}

#[test]
fn a_caller_that_is_killed_at_any_step_leaves_nothing_behind() {
    for (there, here) in PLACES {
        let arena = Arena::new();
        let manifest = export("wall", &["caller"], &on(here));
        arena.install_wat("callee", &callee(None), &manifest);
        let callee = arena.start("callee");
        for step in 0..5 {
            let dies = arena.run_wat("caller", &caller(Some(step)), &on(there));
            says(&arena, dies, "there");
            arena.kill(dies);
            let lives = arena.run_wat("caller", &caller(None), &on(there));
            assert_eq!(status(&arena, lives), 5, "step {step}");
        }
        arena.kill(callee);
        arena.unhurt();
    }
}

#[test]
fn callers_and_callees_killed_while_they_call_without_end() {
    for (there, here) in PLACES {
        let arena = Arena::new();
        let manifest = export("wall", &["caller"], &on(here));
        // Calls without end; what it is answered does not matter to it.
        let busy = caller(None).replace(
            "(br_if $anew (i32.eq (local.get $n) (i32.const -20)))",
            "(drop (call $call_close (local.get $h))) (br $anew)",
        );
        for round in 0..20 {
            arena.install_wat("callee", &callee(None), &manifest);
            let callee = arena.start("callee");
            let callers: Vec<_> = (0..3)
                .map(|_| arena.run_wat("caller", &busy, &on(there)))
                .collect();
            callers.iter().for_each(|&id| arena.runs_on(id));
            if round % 2 == 0 {
                arena.kill(callee);
            }
            callers.iter().for_each(|&id| arena.kill(id));
            if round % 2 == 1 {
                arena.kill(callee);
            }
            arena.clear("caller");
            arena.clear("callee");
        }
        arena.unhurt();
    }
}
