//! Any arguments to any call of the guest interface stop at most the guest that gave them.
//!
//! One machine lives through the whole run; each input is the argument list of one call, given
//! to a fresh guest through its memory. The guest may end by a fault; the machine answers on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use std::time::Duration;
use terrace_testkit::Machine;
use terrace_vm::Overrides;

/// Every import with its arguments; `l` is i64, `i` is i32.
const CALLS: &[(&str, &str, &str, &str)] = &[
    ("terrace", "log", "iii", "i32"),
    ("terrace", "limits", "ii", "i32"),
    ("terrace", "sleep_until", "l", "i32"),
    ("terrace", "yield", "", "i32"),
    ("terrace_control", "create", "iiii", "i64"),
    ("terrace_control", "start", "l", "i32"),
    ("terrace_control", "set_limit", "lil", "i32"),
    ("terrace_control", "trim", "li", "i32"),
    ("terrace_control", "list", "ii", "i32"),
    ("terrace_control", "status", "lii", "i32"),
    ("terrace_control", "name", "lii", "i32"),
    ("terrace_control", "next_event", "lii", "i32"),
];

/// A guest that reads its call's arguments as decimal numbers given as constants.
fn guest(call: &(&str, &str, &str, &str), numbers: &[u64]) -> String {
    let (module, name, kinds, result) = call;
    let mut params = String::new();
    let mut values = String::new();
    for (kind, number) in kinds.chars().zip(numbers) {
        let (ty, value) = if kind == 'l' {
            ("i64", number.cast_signed())
        } else {
            ("i32", i64::from((*number as u32).cast_signed()))
        };
        params += &format!(" {ty}");
        values += &format!(" ({ty}.const {value})");
    }
    format!(
        r#"(module (import "{module}" "{name}" (func $call (param{params}) (result {result})))
             (memory (export "memory") 1)
             (func (export "_start") (drop (call $call{values}))))"#
    )
}

fn machine() -> &'static Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    MACHINE.get_or_init(Machine::new)
}

fuzz_target!(|input: (u8, [u64; 4])| {
    let (which, numbers) = input;
    let call = &CALLS[usize::from(which) % CALLS.len()];
    let machine = machine();
    machine.install_wat("fuzzed", &guest(call, &numbers), "[permissions]\ncontrol = true\n");
    let id = machine.controller.run("fuzzed", None, Overrides::default()).expect("a small guest starts");
    // A call that waits (sleep, events) is ended by force.
    if machine.controller.wait_end(id, Some(Duration::from_millis(20))).expect("it exists").is_none() {
        machine.controller.kill(id).ok();
    }
    assert!(machine.controller.wait(id, Some(Duration::from_secs(20))).expect("it exists").is_some());
    // A call may have removed or restarted nothing: only this guest exists.
    machine.controller.remove(id).expect("an ended partition can be removed");
});
