//! Programs of an odd shape: exits and traps where nobody expects them, imports nobody has.

use crate::lifecycle::MODES;
use terrace_testkit::{guests, prelude};
use terrace_tests::Arena;

#[test]
fn exit_in_the_middle_of_a_host_call_from_every_callback() {
    let arena = Arena::new();
    for exit in [
        "(call $exit (i32.const 21))",
        "(call $proc_exit (i32.const 21))",
    ] {
        for place in ["_start", "terrace_create", "terrace_start"] {
            let result = if place == "_start" {
                ""
            } else {
                "(result i32)"
            };
            let wat = prelude::module(
                1,
                &format!("(func (export \"{place}\") {result} {exit} unreachable)"),
            );
            for mode in MODES {
                assert_eq!(
                    arena.status_of("exits", &wat, mode),
                    21,
                    "{exit} in {place}"
                );
            }
        }
    }
    arena.unhurt();
}

#[test]
fn every_exit_status_comes_back_as_it_was_given() {
    let arena = Arena::new();
    for status in [0, 1, 125, -1, i32::MAX, i32::MIN] {
        let wat = prelude::program("", "", &format!("(call $exit (i32.const {status}))"));
        assert_eq!(arena.status_of("exits", &wat, ""), status);
    }
    arena.unhurt();
}

#[test]
fn a_trap_in_the_start_function() {
    let arena = Arena::new();
    let wat = "(module (memory (export \"memory\") 1) (func $s unreachable) (start $s) (func (export \"_start\")))";
    for mode in MODES {
        let id = arena.run_wat("start", wat, mode);
        assert_eq!(arena.fault(id), "unreachable");
        assert!(arena.info(id).fault.unwrap().backtrace[0].starts_with('s'));
    }
    arena.unhurt();
}

#[test]
fn an_exit_and_a_host_call_in_the_start_function() {
    let arena = Arena::new();
    let wat = prelude::module(
        1,
        r#"(func $s (drop (call $log (i32.const 3) (i32.const 0) (i32.const 4))) (call $exit (i32.const 9)))
           (start $s) (func (export "_start"))"#,
    );
    assert_eq!(arena.status_of("start", &wat, ""), 9);
    arena.unhurt();
}

#[test]
fn a_trap_in_every_callback() {
    let arena = Arena::new();
    for place in ["_initialize", "terrace_create", "terrace_start", "_start"] {
        let result = if place.starts_with("terrace") {
            "(result i32)"
        } else {
            ""
        };
        let wat = prelude::module(
            1,
            &format!("(func (export \"{place}\") {result} unreachable)"),
        );
        let id = arena.run_wat("traps", &wat, "");
        assert_eq!(arena.fault(id), "unreachable", "{place}");
    }
    let wat = prelude::module(
        1,
        r#"(func (export "terrace_start") (result i32) (i32.const 0))
           (func (export "terrace_trim") (param i32) (result i32) unreachable)
           (func (export "terrace_stop") (result i32) unreachable)"#,
    );
    for act in [
        terrace_vm::Controller::stop,
        |c: &terrace_vm::Controller, id| c.trim(id, 0),
    ] {
        let id = arena.run_wat("traps", &wat, "");
        arena.reaches(id, terrace_vm::State::Running);
        act(&arena.controller, id).unwrap();
        assert_eq!(arena.fault(id), "unreachable");
    }
    arena.unhurt();
}

#[test]
fn a_callback_that_answers_an_error_refuses_its_start() {
    let arena = Arena::new();
    for name in ["terrace_create", "terrace_start"] {
        let wat = prelude::module(
            1,
            &format!("(func (export \"{name}\") (result i32) (i32.const -7))"),
        );
        let id = arena.run_wat("refuses", &wat, "");
        assert_eq!(arena.fault(id), "refused-start");
        assert_eq!(
            arena.info(id).fault.unwrap().message,
            format!("`{name}` answered -7")
        );
    }
    arena.unhurt();
}

#[test]
fn an_import_nobody_has_is_a_link_error_with_its_name() {
    let arena = Arena::new();
    for (import, name) in [
        (
            "(import \"env\" \"cos\" (func (param f64) (result f64)))",
            "env::cos",
        ),
        ("(import \"terrace\" \"fly\" (func))", "terrace::fly"),
        (
            "(import \"terrace\" \"now\" (func (param i32)))",
            "terrace::now",
        ),
        (
            "(import \"wasi_snapshot_preview1\" \"fd_write\" (func (result i32)))",
            "fd_write",
        ),
        ("(import \"env\" \"memory\" (memory 1))", "env::memory"),
        ("(import \"env\" \"table\" (table 1 funcref))", "env::table"),
    ] {
        let wasm = wat::parse_str(format!("(module {import} (func (export \"_start\")))")).unwrap();
        let refusal = arena.try_install("odd", &wasm, "").unwrap_err();
        assert!(
            refusal.contains("cannot be linked") && refusal.contains(name),
            "{refusal}"
        );
    }
    arena.unhurt();
}

#[test]
fn a_module_without_exports_has_nothing_to_run() {
    let arena = Arena::new();
    for wat in [
        "(module)",
        "(module (memory (export \"memory\") 1))",
        "(module (memory (export \"_start\") 1))",
        "(module (memory (export \"memory\") 1) (func (export \"main\")))",
    ] {
        let id = arena.run_wat("nothing", wat, "");
        assert_eq!(arena.fault(id), "refused-start", "{wat}");
        let message = arena.info(id).fault.unwrap().message;
        assert!(message.contains("nothing to run"), "{message}");
    }
    arena.unhurt();
}

#[test]
fn callbacks_of_another_type_are_not_called_and_do_no_harm() {
    let arena = Arena::new();
    for wat in [
        "(module (func (export \"_start\") (param i32)))",
        "(module (func (export \"_start\") (result i64) (i64.const 0)))",
        "(module (func (export \"terrace_create\") (param i64) (result i32) (i32.const 0)))",
    ] {
        let id = arena.run_wat("odd", wat, "");
        let ended = arena
            .controller
            .wait_end(id, Some(std::time::Duration::from_millis(200)))
            .unwrap();
        if ended.is_none() {
            arena.kill(id);
        }
        arena.controller.wait(id, None).unwrap();
    }
    arena.unhurt();
}

#[test]
fn what_is_not_wasm_or_uses_what_is_off_is_refused() {
    let arena = Arena::new();
    let shared = "(module (memory (export \"memory\") 1 2 shared) (func (export \"_start\")))";
    let wasm = wat::parse_str(shared).unwrap();
    assert!(
        arena.try_install("shared", &wasm, "").is_err(),
        "shared memories wait where no epoch reaches"
    );
    let good = wat::parse_str(guests::NOTHING).unwrap();
    for cut in 8..good.len() {
        if arena.try_install("cut", &good[..cut], "").is_ok() {
            // Cut at the end of a section, it is a module still.
            let id = arena.start("cut");
            let _ = arena.end(id);
        }
    }
    arena.unhurt();
}

#[test]
fn a_program_with_very_large_stack_frames_starts_and_dies() {
    use std::fmt::Write as _;
    let arena = Arena::new();
    let mut wat = String::from("(module (memory (export \"memory\") 1)\n");
    for i in 0..300 {
        let _ = writeln!(
            wat,
            "(func $f{i} (param i32) (result i32) (i32.add (local.get 0) (i32.const {i})))"
        );
    }
    // 5,000 locals of 64 bits make a frame of 40 kB.
    let locals = "i64 ".repeat(5000);
    let _ = write!(
        wat,
        "(func $wide (local {locals}) (call $wide))\n(func (export \"_start\") (call $wide)))"
    );
    let id = arena.run_wat("wide", &wat, "");
    assert_eq!(arena.fault(id), "stack-overflow");
    arena.unhurt();
}
