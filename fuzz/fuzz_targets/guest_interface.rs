//! Any arguments to any calls of the guest interface, WASI's and ours, stop at most the guest
//! that gave them.
//!
//! One machine lives through the whole run; each input is a script for a fresh guest, that may
//! write in one folder and manage partitions. The guest may end by a fault; the machine answers on.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use std::time::Duration;
use terrace_testkit::Machine;
use terrace_testkit::hostile::{ARGUMENTS, EDGES, Script, guest};
use terrace_vm::Overrides;

/// A number at an edge, or any.
type Number = (u8, i64);
/// What calls there are is counted round.
type Call = (u8, [Number; ARGUMENTS]);

fn script(data: Vec<u8>, calls: Vec<Call>) -> Script {
    let number = |(edge, any): Number| EDGES.get(usize::from(edge)).copied().unwrap_or(any);
    let calls = calls.into_iter().take(16);
    Script {
        data: data.into_iter().take(512).collect(),
        calls: calls.map(|(which, numbers)| (usize::from(which), numbers.map(number))).collect(),
    }
}

fn machine() -> &'static Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let machine = Machine::new();
        let granted = machine.folder().join("granted");
        std::fs::create_dir(&granted).expect("a new folder can be made");
        let host = granted.display();
        let rest = format!(
            "[permissions]\ncontrol = true\n\
             dirs = [{{ host = \"{host}\", guest = \"/granted\", access = \"write\" }}]\n"
        );
        machine.install_wat("hostile", &guest(), &rest);
        machine
    })
}

fuzz_target!(|input: (Vec<u8>, Vec<Call>)| {
    let overrides = Overrides {
        args: Some(vec![script(input.0, input.1).argument()]),
        ..Overrides::default()
    };
    let controller = &machine().controller;
    let id = controller.run("hostile", None, overrides).expect("a small guest starts");
    // A call that waits (sleep, events, a poll) is ended by force.
    let ended = controller.wait_end(id, Some(Duration::from_millis(20))).expect("it exists");
    if ended.is_none() {
        // It may end by itself in between.
        let _ = controller.kill(id);
    }
    let end = controller.wait(id, Some(Duration::from_secs(20))).expect("it exists");
    let end = end.expect("what is killed ends");
    let fault = end.fault().map(|fault| fault.kind.name());
    assert_ne!(fault, Some("monitor"), "a state that should not exist: {end:?}");
    controller.remove(id).expect("an ended partition can be removed");
});
