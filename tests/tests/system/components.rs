//! WASI 0.2 command components live, fault, and are contained like modules.

use crate::lifecycle::MODES;
use terrace_tests::Arena;
use terrace_vm::State;

/// A command component whose `run` does this and answers 0 (ok) or 1.
fn command(memory: &str, body: &str) -> String {
    format!(
        r#"(component
             (core module $m
               {memory}
               (func $deeper (call $deeper))
               (func $body (export "run") (result i32) {body}))
             (core instance $i (instantiate $m))
             (func $run (result (result)) (canon lift (core func $i "run")))
             (instance $face (export "run" (func $run)))
             (export "wasi:cli/run@0.2.0" (instance $face)))"#
    )
}

#[test]
fn a_component_ends_with_what_it_answers() {
    let arena = Arena::new();
    for mode in MODES {
        assert_eq!(
            arena.status_of("fine", &command("", "(i32.const 0)"), mode),
            0
        );
        assert_eq!(
            arena.status_of("fails", &command("", "(i32.const 1)"), mode),
            1
        );
    }
    arena.unhurt();
}

#[test]
fn a_trap_of_a_component_is_its_fault() {
    let arena = Arena::new();
    for (body, kind) in [
        ("unreachable", "unreachable"),
        ("(call $deeper) (i32.const 0)", "stack-overflow"),
        ("(i32.div_u (i32.const 1) (i32.const 0))", "division"),
    ] {
        let id = arena.run_wat("traps", &command("", body), "");
        assert_eq!(arena.fault(id), kind);
        let fault = arena.info(id).fault.expect("it is kept");
        assert!(
            fault.backtrace[0].contains("body") || kind == "stack-overflow",
            "{fault:?}"
        );
    }
    // An answer that is neither of the two cases.
    let id = arena.run_wat("lies", &command("", "(i32.const 77)"), "");
    assert!(arena.end(id).fault().is_some());
    arena.unhurt();
}

#[test]
fn a_component_that_loops_is_suspended_resumed_and_killed() {
    let arena = Arena::new();
    for mode in MODES {
        let id = arena.run_wat(
            "spins",
            &command("", "(loop $l (br $l)) (i32.const 0)"),
            mode,
        );
        arena.reaches(id, State::Running);
        arena.controller.suspend(id).unwrap();
        arena.reaches(id, State::Suspended);
        arena.unhurt_neighbours();
        arena.controller.resume(id).unwrap();
        arena.runs_on(id);
        arena.kill(id);
    }
    arena.unhurt();
}

#[test]
fn a_memory_bomb_in_a_component_is_refused_at_its_limit() {
    let arena = Arena::new();
    let body = "(loop $more (br_if $more (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))
                (i32.ne (memory.size) (i32.const 32))";
    let wat = command("(memory 1)", body);
    assert_eq!(
        arena.status_of("bomb", &wat, "[memory]\nlimit = \"2 MiB\"\n"),
        0
    );
    let id = arena.run_wat(
        "huge",
        &command("(memory 100)", "(i32.const 0)"),
        "[memory]\nlimit = \"2 MiB\"\n",
    );
    assert_eq!(arena.fault(id), "out-of-memory");
    arena.unhurt();
}

#[test]
fn a_component_that_is_no_command_or_imports_the_unknown_is_refused() {
    let arena = Arena::new();
    for wat in [
        "(component)",
        "(component (import \"made:up/thing@1.0.0\" (instance (export \"f\" (func)))))",
        "(component (import \"f\" (func)))",
    ] {
        let wasm = wat::parse_str(wat).unwrap();
        let refusal = arena.try_install("odd", &wasm, "").unwrap_err();
        assert!(refusal.contains("cannot be linked"), "{refusal}");
    }
    arena.unhurt();
}

#[test]
fn a_component_that_imports_what_is_denied_is_refused_with_the_key_to_set() {
    let arena = Arena::new();
    let wat = r#"(component
        (import "wasi:clocks/monotonic-clock@0.2.0" (instance (export "now" (func (result u64)))))
        (core module $m (func (export "run") (result i32) (i32.const 0)))
        (core instance $i (instantiate $m))
        (func $run (result (result)) (canon lift (core func $i "run")))
        (instance $face (export "run" (func $run)))
        (export "wasi:cli/run@0.2.0" (instance $face)))"#;
    let wasm = wat::parse_str(wat).unwrap();
    let refusal = arena
        .try_install("timed", &wasm, "[permissions]\nclock = false\n")
        .unwrap_err();
    assert!(
        refusal.contains("wasi:clocks/monotonic-clock") && refusal.contains("set clock = true"),
        "{refusal}"
    );
    assert_eq!(arena.status_of("timed", wat, ""), 0);
}
