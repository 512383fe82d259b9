//! Every function a guest may import, called with hostile pointers, lengths and numbers.
//!
//! The partition may get a code or fault; nothing else may happen to anybody.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::ops::Range;
use std::time::Duration;
use terrace_testkit::hostile::{ARGUMENTS, EDGES, Script, guest};
use terrace_testkit::prelude::{
    CALL, CONTROL, MESSAGE, PROVIDER, REALTIME, SOCKET, SYSTEM, WASI, WINDOW, module,
};
use terrace_tests::Arena;
use terrace_vm::{Overrides, PartitionId};

/// Numbers at the edges, and others.
fn edge() -> impl Strategy<Value = i64> {
    prop_oneof![
        6 => prop::sample::select(EDGES),
        2 => 0i64..131_072,
        1 => any::<i64>(),
    ]
}

/// A script of the calls at these places.
fn script(places: Range<usize>) -> impl Strategy<Value = Script> {
    let call = (places, prop::array::uniform11(edge()));
    let byte = prop_oneof![
        Just(0u8),
        Just(1),
        Just(0xff),
        Just(b'.'),
        Just(b'/'),
        any::<u8>()
    ];
    (vec(byte, 0..512), vec(call, 1..12)).prop_map(|(data, calls)| Script { data, calls })
}

/// An arena with the guest that runs scripts.
fn arena(rest: impl FnOnce(&Arena) -> String) -> Arena {
    let arena = Arena::new();
    let rest = rest(&arena);
    arena.install_wat("hostile", &guest(), &rest);
    arena
}

/// Run it for a moment; whatever it does, it can be ended.
fn survives(arena: &Arena, script: &Script) {
    let overrides = Overrides {
        args: Some(vec![script.argument()]),
        ..Overrides::default()
    };
    let id = arena.controller.run("hostile", None, overrides).unwrap();
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

fn attack(arena: &Arena, cases: u32, places: Range<usize>) {
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    });
    let result = runner.run(&script(places), |script| {
        survives(arena, &script);
        Ok(())
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
    arena.unhurt();
}

const WASI_CALLS: Range<usize> = 0..WASI.len();
const SYSTEM_CALLS: Range<usize> = WASI_CALLS.end..WASI_CALLS.end + SYSTEM.len();
const CONTROL_CALLS: Range<usize> = SYSTEM_CALLS.end..SYSTEM_CALLS.end + CONTROL.len();
const REALTIME_CALLS: Range<usize> = CONTROL_CALLS.end..CONTROL_CALLS.end + REALTIME.len();
const MESSAGE_CALLS: Range<usize> = REALTIME_CALLS.end..REALTIME_CALLS.end + MESSAGE.len();
const CALL_CALLS: Range<usize> = MESSAGE_CALLS.end..MESSAGE_CALLS.end + CALL.len();
const WINDOW_CALLS: Range<usize> = CALL_CALLS.end..CALL_CALLS.end + WINDOW.len();
const PROVIDER_CALLS: Range<usize> = WINDOW_CALLS.end..WINDOW_CALLS.end + PROVIDER.len();
const SOCKET_CALLS: Range<usize> = PROVIDER_CALLS.end..PROVIDER_CALLS.end + SOCKET.len();

#[test]
fn every_wasi_function_with_hostile_arguments() {
    let arena = arena(|arena| {
        let granted = arena.folder().join("granted");
        std::fs::create_dir(&granted).unwrap();
        std::fs::write(granted.join("file"), "text").unwrap();
        format!(
            "[permissions]\ndirs = [{{ host = \"{}\", guest = \"/granted\", access = \"write\" }}]\n",
            granted.display()
        )
    });
    attack(&arena, 300, WASI_CALLS);
}

#[test]
fn every_wasi_function_with_hostile_arguments_and_no_grant() {
    let arena = arena(|_| "[permissions]\nclock = false\nrandom = false\n".to_owned());
    attack(&arena, 100, WASI_CALLS);
}

#[test]
fn every_terrace_function_with_hostile_arguments() {
    attack(&arena(|_| String::new()), 100, SYSTEM_CALLS);
}

#[test]
fn every_control_function_with_hostile_arguments() {
    let arena = arena(|_| "[permissions]\ncontrol = true\n".to_owned());
    attack(&arena, 100, CONTROL_CALLS);
}

#[test]
fn every_call_function_with_hostile_arguments() {
    // Of its own app too, which it is permitted to call.
    let arena = arena(|_| "[[export]]\nname = \"a\"\n".to_owned());
    attack(&arena, 100, CALL_CALLS);
}

#[test]
fn every_provider_function_with_hostile_arguments() {
    let table =
        "[[provider]]\nname = \"a\"\n[[provider.table]]\nname = \"t\"\ncolumns = [\"x integer\"]\n";
    attack(&arena(|_| table.to_owned()), 100, PROVIDER_CALLS);
}

#[test]
fn each_function_alone_with_each_argument_out_of_bounds() {
    let arena = arena(|arena| {
        format!(
            "[permissions]\ncontrol = true\ndirs = [{{ host = \"{}\", guest = \"/x\" }}]\n",
            arena.folder().display()
        )
    });
    for which in 0..SOCKET_CALLS.end {
        for value in [-1i64, 131_071] {
            let script = Script {
                calls: vec![(which, [value; ARGUMENTS])],
                data: vec![0xff; 64],
            };
            survives(&arena, &script);
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
    // Unless it has ended by itself.
    let _ = arena.controller.kill(id);
    let _ = arena.end(id);
    arena.unhurt();
}
