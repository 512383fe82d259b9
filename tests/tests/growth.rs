//! 10,000 starts and kills leave nothing behind: descriptors, mappings, threads and resident
//! memory as Linux reports them. A process of its own, because it counts the process.
#![forbid(unsafe_code)]

use std::time::Instant;
use terrace_testkit::machine::WATCHDOG;
use terrace_testkit::{Census, Machine, guests};
use terrace_vm::{Config, PartitionId, State};

/// The pool's idle slots and the allocator's arenas split and join mappings: a handful in any
/// direction is no growth, one per thousand cycles would be.
const SPLITS: usize = 8;

const CYCLES: usize = 10_000;
const WARM_UP: usize = 2_000;
/// Every so many cycles one with a thread of its own.
const THREADED_EVERY: usize = 10;
/// A cycle that leaked as much as one small allocation would show: 64 bytes each.
const BREATH_KIB: usize = CYCLES * 64 / 1024;

const KINDS: &[(&str, &str)] = &[
    ("spins", guests::SPIN),
    ("sleeps", guests::SLEEP),
    ("blocked", guests::BLOCKED),
    ("grown", GROWN),
    ("plunges", guests::PLUNGE),
];

/// Grows to 2 MiB, touches all of it, and computes.
const GROWN: &str = r#"(module (memory (export "memory") 1)
  (func (export "_start")
    (drop (memory.grow (i32.const 31)))
    (memory.fill (i32.const 0) (i32.const 7) (i32.const 2097152))
    (loop $for_ever (br $for_ever))))"#;

fn cycle(machine: &Machine, number: usize) {
    let (name, _) = KINDS[number % KINDS.len()];
    let app = if number.is_multiple_of(THREADED_EVERY) {
        format!("{name}-threaded")
    } else {
        name.to_owned()
    };
    let id = machine.start(&app);
    if number.is_multiple_of(3) {
        machine.reaches(id, State::Running);
    }
    machine.controller.kill(id).expect("it lives");
    assert_eq!(machine.fault(id), "killed");
    settle(machine, id);
}

fn settle(machine: &Machine, id: PartitionId) {
    machine
        .controller
        .wait(id, Some(WATCHDOG))
        .expect("it exists")
        .expect("it has ended");
    machine.controller.remove(id).expect("it has ended");
}

/// The least of a while: threads that end take a moment to be gone.
fn settled(target: Option<Census>) -> Census {
    let start = Instant::now();
    loop {
        std::thread::sleep(std::time::Duration::from_millis(100));
        let now = Census::take();
        let back = target.is_none_or(|t| {
            now.threads <= t.threads
                && now.descriptors <= t.descriptors
                && now.mappings <= t.mappings
        });
        if (back && start.elapsed().as_millis() > 400) || start.elapsed() > WATCHDOG / 4 {
            return now;
        }
    }
}

#[test]
fn ten_thousand_starts_and_kills_leave_nothing_behind() {
    let machine = Machine::with(Config {
        partitions: 64,
        ..Config::default()
    });
    for (name, wat) in KINDS {
        machine.install_wat(name, wat, "[memory]\nlimit = \"4 MiB\"\n");
        let threaded = "[memory]\nlimit = \"4 MiB\"\n[cpu]\nmode = \"threaded\"\n";
        machine.install_wat(&format!("{name}-threaded"), wat, threaded);
    }
    for number in 0..WARM_UP {
        cycle(&machine, number);
    }
    let before = settled(None);
    for number in 0..CYCLES {
        cycle(&machine, number);
    }
    let after = settled(Some(before));
    println!("before {before:?}\nafter  {after:?}");
    assert!(
        after.descriptors <= before.descriptors,
        "descriptors grew: {before:?} to {after:?}"
    );
    assert!(
        after.threads <= before.threads,
        "threads grew: {before:?} to {after:?}"
    );
    assert!(
        after.mappings <= before.mappings + SPLITS,
        "mappings grew: {before:?} to {after:?}"
    );
    assert!(
        after.resident_kib <= before.resident_kib + BREATH_KIB,
        "resident memory grew: {before:?} to {after:?}"
    );
}
