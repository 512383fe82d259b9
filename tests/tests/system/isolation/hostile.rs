//! Every function a guest may import, called with hostile pointers, lengths and numbers.
//!
//! The partition may get a code or fault; nothing else may happen to anybody.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::time::Duration;
use terrace_testkit::prelude::{CONTROL, Call, SYSTEM, WASI, module};
use terrace_tests::Arena;
use terrace_vm::{PartitionId, State};

/// Numbers at the edges of what a pointer, a length, a descriptor or a count can be.
fn edge() -> impl Strategy<Value = i64> {
    prop_oneof![
        6 => prop::sample::select(vec![
            0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 63, 64, 255, 256, 4095, 4096, 65_528, 65_532, 65_535, 65_536,
            65_537, 131_072, 0x7fff_fff0, 0x7fff_ffff, 0x8000_0000, 0xffff_0000, 0xffff_fff0, 0xffff_fffe,
            0xffff_ffff, i64::MAX, i64::MIN, -1, -2, -65_536,
        ]),
        2 => 0i64..65_536,
        1 => any::<i64>(),
    ]
}

#[derive(Debug, Clone)]
struct Script {
    calls: Vec<(usize, Vec<i64>)>,
    data: Vec<u8>,
}

fn script(table: usize) -> impl Strategy<Value = Script> {
    let call = (0..table, vec(edge(), 9));
    let byte = prop_oneof![
        Just(0u8),
        Just(1),
        Just(0xff),
        Just(b'.'),
        Just(b'/'),
        any::<u8>()
    ];
    (vec(call, 1..12), vec(byte, 0..512)).prop_map(|(calls, data)| Script { calls, data })
}

fn wat(table: &[Call], prefix: &str, script: &Script) -> String {
    use std::fmt::Write as _;
    let data: String = script.data.iter().map(|b| format!("\\{b:02x}")).collect();
    let mut body = format!("(data (i32.const 0) \"{data}\")\n(func (export \"_start\")\n");
    for (which, args) in &script.calls {
        let call = &table[*which];
        let args: String = call
            .types()
            .iter()
            .zip(args)
            .map(|(t, n)| match *t {
                "i32" => format!("(i32.const {})", n & 0xffff_ffff),
                _ => format!("(i64.const {n})"),
            })
            .collect();
        let end = if call.result.is_empty() { "" } else { "drop" };
        let _ = writeln!(body, "(call ${prefix}{} {args}) {end}", call.name);
    }
    body.push(')');
    module(1, &body)
}

/// Run it for a moment; whatever it does, it can be ended.
fn survives(arena: &Arena, wat: &str, rest: &str) {
    let id = arena.run_wat("hostile", wat, rest);
    let ended = arena
        .controller
        .wait_end(id, Some(Duration::from_millis(100)))
        .unwrap();
    if ended.is_none() {
        // It waits in a call, or has suspended itself.
        let _ = arena.controller.kill(id);
    }
    let end = arena.end(id);
    let fault = end.fault().map(|f| f.kind.name());
    assert_ne!(
        fault,
        Some("monitor"),
        "the monitor met a state that should not exist: {end:?}"
    );
    clear(arena, id);
}

fn clear(arena: &Arena, id: PartitionId) {
    arena.controller.wait(id, None).unwrap();
    arena.controller.remove(id).unwrap();
}

fn attack(arena: &Arena, cases: u32, table: &'static [Call], prefix: &str, rest: &str) {
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    });
    let result = runner.run(&script(table.len()), |script| {
        survives(arena, &wat(table, prefix, &script), rest);
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
    arena.unhurt();
}

#[test]
fn every_wasi_function_with_hostile_arguments() {
    let arena = Arena::new();
    let granted = arena.folder().join("granted");
    std::fs::create_dir(&granted).unwrap();
    std::fs::write(granted.join("file"), "text").unwrap();
    let rest = format!(
        "[permissions]\ndirs = [{{ host = \"{}\", guest = \"/granted\", access = \"write\" }}]\n",
        granted.display()
    );
    attack(&arena, 150, WASI, "", &rest);
}

#[test]
fn every_wasi_function_with_hostile_arguments_and_no_grant() {
    attack(
        &Arena::new(),
        60,
        WASI,
        "",
        "[permissions]\nclock = false\nrandom = false\n",
    );
}

#[test]
fn every_terrace_function_with_hostile_arguments() {
    attack(&Arena::new(), 100, SYSTEM, "", "");
}

#[test]
fn every_control_function_with_hostile_arguments() {
    attack(
        &Arena::new(),
        100,
        CONTROL,
        "control_",
        "[permissions]\ncontrol = true\n",
    );
}

#[test]
fn each_function_alone_with_each_argument_out_of_bounds() {
    let arena = Arena::new();
    let grant = format!(
        "[permissions]\ncontrol = true\ndirs = [{{ host = \"{}\", guest = \"/x\" }}]\n",
        arena.folder().display()
    );
    let tables: [(&[Call], &str); 3] = [(WASI, ""), (SYSTEM, ""), (CONTROL, "control_")];
    for (table, prefix) in tables {
        for which in 0..table.len() {
            for value in [-1i64, 65_535] {
                let script = Script {
                    calls: vec![(which, vec![value; 9])],
                    data: vec![0xff; 64],
                };
                survives(&arena, &wat(table, prefix, &script), &grant);
            }
        }
    }
    arena.unhurt();
}

#[test]
fn pointers_out_of_bounds_given_to_terrace_fault_the_caller() {
    let arena = Arena::new();
    let calls = [
        "(drop (call $log (i32.const 3) (i32.const 65536) (i32.const 1)))",
        "(drop (call $log (i32.const 3) (i32.const -1) (i32.const -1)))",
        "(drop (call $limits (i32.const 65530) (i32.const 56)))",
        "(drop (call $control_list (i32.const 1) (i32.const 65536)))",
        "(drop (call $control_create (i32.const -4) (i32.const 8) (i32.const 0) (i32.const 0)))",
        "(drop (call $control_name (i64.const 1) (i32.const -1) (i32.const 0)))",
    ];
    for call in calls {
        let wat = module(1, &format!("(func (export \"_start\") {call})"));
        let id = arena.run_wat("liar", &wat, "[permissions]\ncontrol = true\n");
        assert_eq!(arena.fault(id), "bad-pointer", "{call}");
        let message = arena.info(id).fault.unwrap().message;
        assert!(message.contains("65536 bytes"), "{message}");
    }
    arena.unhurt();
}

#[test]
fn host_calls_of_a_guest_without_memory_fault_the_caller() {
    let arena = Arena::new();
    let wat = r#"(module
      (import "terrace" "log" (func $log (param i32 i32 i32) (result i32)))
      (func (export "_start") (drop (call $log (i32.const 3) (i32.const 0) (i32.const 0)))))"#;
    let id = arena.run_wat("bare", wat, "");
    assert_eq!(arena.fault(id), "bad-pointer");
    let wat = r#"(module
      (import "wasi_snapshot_preview1" "random_get" (func $random (param i32 i32) (result i32)))
      (func (export "_start") (drop (call $random (i32.const 0) (i32.const 8)))))"#;
    let id = arena.run_wat("bare2", wat, "");
    assert!(arena.end(id).fault().is_some());
    arena.unhurt();
}

#[test]
fn a_poll_of_as_many_subscriptions_as_fit_in_memory() {
    let arena = Arena::new();
    // 80,000 subscriptions of 48 bytes, all for an hour on the monotonic clock.
    let body = r#"(func (export "_start") (local $i i32)
        (loop $next
          (i32.store offset=16 (i32.mul (local.get $i) (i32.const 48)) (i32.const 1))
          (i64.store offset=24 (i32.mul (local.get $i) (i32.const 48)) (i64.const 3600000000000))
          (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 80000))))
        (drop (call $poll_oneoff (i32.const 0) (i32.const 4000000) (i32.const 80000) (i32.const 8000000))))"#;
    let id = arena.run_wat("polls", &module(128, body), "");
    arena.unhurt_neighbours();
    if arena.info(id).state == State::Running {
        arena.kill(id);
    }
    arena.unhurt();
}
