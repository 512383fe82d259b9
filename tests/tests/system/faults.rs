//! Each kind of fault, reached by a small guest: its record, its backtrace, and what follows.

use crate::lifecycle::MODES;
use terrace_testkit::{guests, prelude};
use terrace_tests::Arena;
use terrace_vm::{EventKind, FaultInfo, State};

fn fault(arena: &Arena, wat: &str, rest: &str) -> FaultInfo {
    let id = arena.run_wat("faulty", wat, rest);
    let name = arena.fault(id);
    let info = arena.info(id);
    assert_eq!(info.state, State::Faulted);
    let fault = info.fault.unwrap_or_else(|| panic!("{name}"));
    assert_eq!(fault.kind, name);
    assert!(fault.at_ns > 0 && !fault.message.is_empty(), "{fault:?}");
    fault
}

/// A body that traps, and the fault it should be.
fn is(kind: &str, code: u32, body: &str) {
    let arena = Arena::new();
    for mode in MODES {
        let wat = format!(
            "(module (memory (export \"memory\") 1) (table $t 3 funcref) (elem (i32.const 0) $other)
               (type $nothing (func))
               (func $other (param i64))
               (func $culprit {body})
               (func $middle (call $culprit))
               (func (export \"_start\") (call $middle)))"
        );
        let fault = fault(&arena, &wat, mode);
        assert_eq!((fault.kind.as_str(), fault.code), (kind, code));
        let frames: Vec<_> = fault
            .backtrace
            .iter()
            .map(|f| f.split(' ').next().unwrap_or(""))
            .collect();
        assert_eq!(frames[..2], ["culprit", "middle"], "{:?}", fault.backtrace);
        assert_eq!(frames.len(), 3);
        assert!(
            fault.backtrace[0].contains("at wasm offset 0x"),
            "{:?}",
            fault.backtrace
        );
    }
    arena.unhurt();
}

#[test]
fn unreachable() {
    is("unreachable", 1, "unreachable");
}

#[test]
fn memory_bounds() {
    is("memory-bounds", 2, "(drop (i32.load (i32.const 70000)))");
}

#[test]
fn table_bounds() {
    is(
        "table-bounds",
        3,
        "(call_indirect (type $nothing) (i32.const 3))",
    );
    is("table-bounds", 3, "(drop (table.get $t (i32.const -1)))");
}

#[test]
fn bad_call() {
    is(
        "bad-call",
        4,
        "(call_indirect (type $nothing) (i32.const 1))",
    );
    is(
        "bad-call",
        4,
        "(call_indirect (type $nothing) (i32.const 0))",
    );
}

#[test]
fn division() {
    is(
        "division",
        5,
        "(local $zero i32) (drop (i32.div_s (i32.const 1) (local.get $zero)))",
    );
    is(
        "division",
        5,
        "(local $one i64) (drop (i64.div_s (i64.const 0x8000000000000000) (i64.sub (local.get $one) (i64.const 1))))",
    );
}

#[test]
fn bad_conversion() {
    is(
        "bad-conversion",
        6,
        "(local $f f32) (drop (i32.trunc_f32_s (f32.div (local.get $f) (local.get $f))))",
    );
}

#[test]
fn a_float_too_large_for_an_integer() {
    is(
        "division",
        5,
        "(local $f f64) (drop (i32.trunc_f64_s (f64.add (local.get $f) (f64.const 1e300))))",
    );
}

#[test]
fn other_traps() {
    is(
        "other-trap",
        14,
        "(local $f funcref) (drop (ref.as_non_null (local.get $f)))",
    );
}

#[test]
fn stack_overflow_keeps_a_bounded_backtrace() {
    let arena = Arena::new();
    for mode in MODES {
        let fault = fault(&arena, guests::RECURSE, mode);
        assert_eq!((fault.kind.as_str(), fault.code), ("stack-overflow", 7));
        let most = usize::try_from(terrace_abi::BACKTRACE_FRAMES).unwrap();
        assert_eq!(fault.backtrace.len(), most);
        assert!(
            fault.backtrace[0].starts_with("deeper"),
            "{:?}",
            fault.backtrace[0]
        );
    }
    arena.unhurt();
}

#[test]
fn bad_pointer_names_the_pointer_and_who_passed_it() {
    let arena = Arena::new();
    let wat = prelude::module(
        1,
        r#"(func $liar (drop (call $log (i32.const 3) (i32.const 0xfffffff0) (i32.const 100))))
           (func (export "_start") (call $liar))"#,
    );
    let fault = fault(&arena, &wat, "");
    assert_eq!((fault.kind.as_str(), fault.code), ("bad-pointer", 8));
    assert_eq!(
        fault.message,
        "pointer 0xfffffff0 with length 100 lies outside the memory of 65536 bytes"
    );
    assert!(
        fault.backtrace[0].starts_with("liar"),
        "{:?}",
        fault.backtrace
    );
    arena.unhurt();
}

#[test]
fn out_of_memory_names_the_limit() {
    let arena = Arena::new();
    let wat = "(module (memory (export \"memory\") 17) (func (export \"_start\")))";
    let fault = fault(&arena, wat, "[memory]\nlimit = \"1 MiB\"\n");
    assert_eq!((fault.kind.as_str(), fault.code), ("out-of-memory", 9));
    assert!(fault.message.contains("1048576 bytes"), "{}", fault.message);
    arena.unhurt();
}

#[test]
fn overrun_names_the_budget() {
    let arena = Arena::new();
    let rest = "[cpu]\nbudget_us = 500\nperiod_us = 10000\non_overrun = \"stop\"\n";
    let fault = fault(&arena, guests::SPIN, rest);
    assert_eq!((fault.kind.as_str(), fault.code), ("overrun", 10));
    assert!(
        fault.message.contains("500 us within a period of 10000 us"),
        "{}",
        fault.message
    );
    arena.unhurt();
}

#[test]
fn refused_start() {
    let arena = Arena::new();
    let fault = fault(&arena, "(module)", "");
    assert_eq!((fault.kind.as_str(), fault.code), ("refused-start", 11));
    arena.unhurt();
}

#[test]
fn killed() {
    let arena = Arena::new();
    let id = arena.run_wat("victim", guests::SPIN, "");
    arena.reaches(id, State::Running);
    arena.kill(id);
    let fault = arena.info(id).fault.unwrap();
    assert_eq!(
        (fault.kind.as_str(), fault.code, fault.message.as_str()),
        ("killed", 12, "ended by force")
    );
}

#[test]
fn a_fault_is_told_as_an_event_with_its_number() {
    let arena = Arena::new();
    let id = arena.run_wat("trap", guests::TRAP, "");
    arena.controller.wait(id, None).unwrap();
    let events = arena.controller.events().since(0);
    let told: Vec<_> = events
        .iter()
        .filter(|e| e.raw_id == id.to_raw() && e.kind == EventKind::Faulted)
        .map(|e| (e.detail, e.message.clone()))
        .collect();
    assert_eq!(told, [(1, arena.info(id).fault.unwrap().message)]);
}

#[test]
fn the_record_is_kept_until_the_next_life_and_the_last_one_is_shown() {
    let arena = Arena::new();
    // Faults with a bad pointer in its first life, sleeps in the next: the folder remembers.
    let folder = arena.folder().join("memory");
    std::fs::create_dir(&folder).unwrap();
    let wat = prelude::program(
        "",
        "been",
        r#"(if (i32.eqz (call $path_create_directory (i32.const 3) (i32.const 0) (i32.const 4)))
             (then (drop (call $log (i32.const 1) (i32.const -1) (i32.const 1)))))
           (drop (call $rest (i64.const -1)))"#,
    );
    let rest = format!(
        "[restart]\npolicy = \"on-failure\"\nmax = 3\nbackoff_ms = 1\n\
         [permissions]\ndirs = [{{ host = \"{}\", guest = \"/m\", access = \"write\" }}]\n",
        folder.display()
    );
    let id = arena.run_wat("twice", &wat, &rest);
    terrace_tests::eventually("its second life runs", || {
        let info = arena.info(id);
        info.restarts == 1 && info.state == State::Running
    });
    let fault = arena
        .info(id)
        .fault
        .expect("the fault of its last life is shown");
    assert_eq!(fault.kind, "bad-pointer");
    arena.kill(id);
    assert_eq!(arena.info(id).fault.unwrap().kind, "killed");
    arena.unhurt();
}

#[test]
fn the_same_fault_a_thousand_times() {
    let arena = Arena::new();
    arena.install_wat("trap", guests::TRAP, "");
    for _ in 0..1000 {
        let id = arena.start("trap");
        assert_eq!(arena.fault(id), "unreachable");
        arena.controller.wait(id, None).unwrap();
        arena.controller.remove(id).unwrap();
    }
    arena.unhurt();
}

#[test]
fn an_error_of_its_own_that_nothing_handles() {
    let arena = Arena::new();
    let wat = prelude::program(
        "",
        "no\\nroom",
        "(call $fail (i32.const 0) (i32.const 7)) (unreachable)",
    );
    for mode in MODES {
        let fault = fault(&arena, &wat, mode);
        assert_eq!((fault.kind.as_str(), fault.code), ("uncaught", 15));
        assert_eq!(fault.message, "no\nroom");
    }
    let long = prelude::program("", "", "(call $fail (i32.const 0) (i32.const 65536))");
    let fault = fault(&arena, &long, "");
    let most = usize::try_from(terrace_abi::LOG_BYTES).unwrap();
    assert_eq!(fault.message.len(), most);
    arena.unhurt();
}
