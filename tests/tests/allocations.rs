//! Nothing on the dispatch path allocates (DESIGN.md 3.2; `terrace-vm`, worker, I2): counted
//! over the whole process, so that no thread can hide it.
//!
//! A guest counts its own switches between two moments that are written into it; meanwhile
//! the process's allocator counts. A process of its own, because it counts the process.
#![forbid(unsafe_code)]

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use terrace_testkit::{LinuxThread, Machine, guests, prelude};
use terrace_vm::{Config, EventKind, State};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Guests have started and warmed up by then.
const LEAD: Duration = Duration::from_millis(1500);
/// How long they are watched.
const WINDOW: Duration = Duration::from_millis(700);
/// At both ends of the window, where the count is not looked at.
const MARGIN: Duration = Duration::from_millis(50);

/// One test at a time: they count the process.
fn turn() -> MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn touched() -> usize {
    let stats = ALLOCATOR.stats();
    stats.allocations + stats.deallocations + stats.reallocations
}

/// Does `act` for ever, counting from `from` to `until` (monotonic ns); logs nothing before it is
/// asked to stop, then exits with the count.
fn counts(act: &str, from: u64, until: u64) -> String {
    prelude::program(
        "(local $now i64) (local $count i32)",
        "",
        &format!(
            r#"(loop $again
                 {act}
                 (local.set $now (call $now))
                 (if (i32.and (i64.ge_u (local.get $now) (i64.const {from})) (i64.lt_u (local.get $now) (i64.const {until})))
                   (then (local.set $count (i32.add (local.get $count) (i32.const 1)))))
                 (br_if $again (i32.eqz (call $stop_requested))))
               (call $exit (local.get $count))"#
        ),
    )
}

struct Scene {
    what: &'static str,
    /// What each guest does, and its manifest.
    guests: &'static [(&'static str, &'static str)],
    /// So many acts of each guest at least.
    least: i32,
}

/// Now, on the guests' clock: when a guest that does nothing has ended.
fn monotonic_ns(machine: &Machine) -> u64 {
    let id = machine.run_wat("clock", guests::NOTHING, "");
    machine.end(id).at
}

/// One scene at a time: the count is the process's.
static TURN: Mutex<()> = Mutex::new(());

fn play(scene: &Scene) {
    // A scene that failed in its turn has told so itself.
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let machine = Machine::with(Config {
        workers: 2,
        partitions: 16,
        ..Config::default()
    });
    let now = monotonic_ns(&machine);
    let asked = Instant::now();
    let lead = u64::try_from(LEAD.as_nanos()).expect("short");
    let window = u64::try_from(WINDOW.as_nanos()).expect("short");
    let (from, until) = (now + lead, now + lead + window);
    let all: Vec<_> = scene
        .guests
        .iter()
        .enumerate()
        .map(|(i, (act, rest))| machine.run_wat(&format!("g{i}"), &counts(act, from, until), rest))
        .collect();
    for &id in &all {
        machine.reaches(id, State::Running);
    }
    let ready = asked.elapsed();
    assert!(
        ready < LEAD,
        "compiling took longer than the lead: {ready:?}"
    );
    std::thread::sleep(LEAD - ready + MARGIN * 2);
    let before = touched();
    std::thread::sleep(WINDOW - MARGIN * 4);
    let after = touched();
    std::thread::sleep(MARGIN * 3);
    assert_eq!(
        after - before,
        0,
        "{}: the dispatch path touched the allocator",
        scene.what
    );
    let mut acts = 0;
    for id in all {
        machine.controller.stop(id).expect("it lives");
        let _ = machine.end(id);
        let info = machine.controller.info(id).expect("it exists");
        let own = info.exit_status.unwrap_or(0);
        assert!(
            own >= scene.least,
            "{}: only {own} acts of {}",
            scene.what,
            info.name
        );
        acts += own;
    }
    let overran = machine
        .controller
        .events()
        .since(0)
        .iter()
        .filter(|e| e.kind == EventKind::Overran)
        .count();
    println!(
        "{}: {acts} acts, {overran} overruns told, no allocation",
        scene.what
    );
}

const ON_ONE: &str = "[cpu]\nworker = 0\nslice_us = 200\n";
const YIELD: &str = "(call $give_way)";
const SLEEP: &str = "(drop (call $rest (i64.add (call $now) (i64.const 100000))))";
const SPIN: &str = "(drop (i32.const 0))";

/// Opens the channel `q` in both roles, once; 804 and 808 are where the handles are kept.
const SELF_TALK: &str = r#"
    (if (i32.eqz (i32.load (i32.const 800))) (then
      (i32.store (i32.const 800) (i32.const 113))
      (i32.store (i32.const 804) (call $message_open (i32.const 800) (i32.const 1) (i32.const 0)))
      (i32.store (i32.const 808) (call $message_open (i32.const 800) (i32.const 1) (i32.const 1)))))
    (if (i32.ne (call $message_post (i32.load (i32.const 804)) (i32.const 0) (i32.const 64) (i32.const 0) (i32.const 0) (i64.const 0)) (i32.const 1))
      (then unreachable))
    (if (i32.lt_s (call $message_receive (i32.load (i32.const 808)) (i64.const 0) (i32.const 1024) (i32.const 40) (i32.const 2048) (i32.const 64)) (i32.const 0))
      (then unreachable))"#;
/// Obtains, fills and sends; a full channel drops the oldest.
const SENDS: &str = r#"
    (if (i32.eqz (i32.load (i32.const 800))) (then
      (i32.store (i32.const 800) (i32.const 113))
      (i32.store (i32.const 804) (call $message_open (i32.const 800) (i32.const 1) (i32.const 0)))))
    (i32.store (i32.const 812) (call $message_obtain (i32.load (i32.const 804))))
    (if (i32.ne (call $message_fill (i32.load (i32.const 812)) (i32.const 0) (i32.const 0) (i32.const 64)) (i32.const 64))
      (then unreachable))
    (if (i32.lt_s (call $message_send (i32.load (i32.const 812)) (i32.const 64) (i32.const 0) (i32.const 0) (i64.const 0)) (i32.const 0))
      (then unreachable))
    (call $give_way)"#;
/// Rests until there is one; takes, reads and releases it.
const TAKES: &str = r#"
    (if (i32.eqz (i32.load (i32.const 800))) (then
      (i32.store (i32.const 800) (i32.const 113))
      (i32.store (i32.const 808) (call $message_open (i32.const 800) (i32.const 1) (i32.const 1)))))
    (loop $again
      (br_if $again (i32.eq (i32.const -1) (call $message_take (i32.load (i32.const 808)) (i64.const -1) (i32.const 1024) (i32.const 40)))))
    (if (call $stop_requested) (then) (else
      (if (i32.ne (call $message_read (i32.load (i32.const 1040)) (i32.const 0) (i32.const 2048) (i32.const 64)) (i32.const 64))
        (then unreachable))
      (if (i32.ne (call $message_release (i32.load (i32.const 1040))) (i32.const 0)) (then unreachable))))"#;
const OWN_CHANNEL: &str =
    "[cpu]\nworker = 0\n[[channel]]\nname = \"q\"\ntype = \"message\"\ncount = 64\ndepth = 2\n";
const ITS_CHANNEL: &str = "[cpu]\nworker = 0\n[[channel]]\nname = \"q\"\ntype = \"message\"\ncount = 64\n\
     depth = 4\ndrop = \"oldest\"\nsubscribers = [\"g1\"]\n";
const ITS_BROADCAST: &str = "[cpu]\nworker = 0\n[[channel]]\nname = \"q\"\ntype = \"broadcast\"\ncount = 64\n\
     depth = 4\ndrop = \"oldest\"\nsubscribers = [\"g1\", \"g2\"]\n";

/// A component with memory, a period of 50 us, and a release that writes over a page of its own.
const RELEASES: &str = "[[service]]\nname = \"one\"\nworker = 0\npriority = 50\n\
    memory = { persistent = \"128 KiB\", release = \"64 KiB\" }\n\
    [[service.task]]\nname = \"t\"\nperiod = \"50 us\"\ndeadline = \"10 s\"\n";
const WRITES: &str =
    "(memory.fill (i32.const 65536) (i32.wrap_i64 (local.get $sequence)) (i32.const 65536))";

/// Page faults of the worker.
fn faults() -> u64 {
    LinuxThread::named("worker-0")
        .iter()
        .map(|t| t.faults)
        .sum()
}

#[test]
fn a_hundred_thousand_releases_fault_no_page_and_allocate_nothing() {
    let _turn = turn();
    let machine = Machine::with(Config {
        workers: 1,
        partitions: 16,
        ..Config::default()
    });
    let id = machine.run_wat("app", &prelude::component("", WRITES), RELEASES);
    machine.reaches(id, State::Running);
    let releases = || {
        let info = machine.controller.info(id).expect("it exists");
        assert!(info.state.alive(), "{info:?}");
        info.components[0].callbacks[1].tally.releases
    };
    std::thread::sleep(MARGIN);
    let (mut seen, mut windows) = (0, 0);
    while seen < 100_000 {
        let first = releases();
        let faults_before = faults();
        let before = touched();
        std::thread::sleep(WINDOW);
        let after = touched();
        let faults_after = faults();
        assert_eq!(after - before, 0, "a release touched the allocator");
        assert_eq!(
            faults_after - faults_before,
            0,
            "a release touched a page that was not there"
        );
        seen += releases() - first;
        windows += 1;
        assert!(windows < 400, "only {seen} releases in {windows} windows");
    }
    println!("{seen} releases in {windows} windows: no allocation, no page fault");
    machine.controller.kill(id).expect("it lives");
    let _ = machine.end(id);
}

#[test]
fn the_dispatch_path_does_not_allocate() {
    let scenes = [
        Scene {
            what: "yields between two guests",
            guests: &[(YIELD, ON_ONE), (YIELD, ON_ONE)],
            least: 50_000,
        },
        Scene {
            what: "slices of three loops",
            guests: &[(SPIN, ON_ONE), (SPIN, ON_ONE), (SPIN, ON_ONE)],
            least: 50_000,
        },
        Scene {
            what: "sleeps beside a loop",
            guests: &[(SLEEP, ON_ONE), (SLEEP, ON_ONE), (SPIN, ON_ONE)],
            least: 100,
        },
        Scene {
            what: "a more important sleeper preempts a loop",
            guests: &[
                (
                    SLEEP,
                    "[cpu]\nworker = 0\nscheduler = \"fifo\"\npriority = 9\n",
                ),
                (SPIN, ON_ONE),
            ],
            least: 100,
        },
        Scene {
            what: "threaded partitions take turns",
            guests: &[
                (
                    SPIN,
                    "[cpu]\nmode = \"threaded\"\nworker = 0\nslice_us = 300\n",
                ),
                (
                    SPIN,
                    "[cpu]\nmode = \"threaded\"\nworker = 0\nslice_us = 300\n",
                ),
            ],
            least: 50_000,
        },
        Scene {
            what: "a budget that is never used up",
            guests: &[
                (
                    YIELD,
                    "[cpu]\nworker = 0\nbudget_us = 100000\nperiod_us = 100000\n",
                ),
                (YIELD, ON_ONE),
            ],
            least: 50_000,
        },
    ];
    for scene in &scenes {
        play(scene);
    }
}

#[test]
fn no_send_and_no_take_allocates() {
    let scenes = [
        Scene {
            what: "messages to oneself",
            guests: &[(SELF_TALK, OWN_CHANNEL)],
            least: 10_000,
        },
        Scene {
            what: "messages from one to another on the same worker",
            guests: &[(SENDS, ITS_CHANNEL), (TAKES, ON_ONE)],
            least: 1_000,
        },
        Scene {
            what: "messages from one to another across workers",
            guests: &[(SENDS, ITS_CHANNEL), (TAKES, "[cpu]\nworker = 1\n")],
            least: 1_000,
        },
        Scene {
            what: "a broadcast to two",
            guests: &[
                (SENDS, ITS_BROADCAST),
                (TAKES, ON_ONE),
                (TAKES, "[cpu]\nworker = 1\n"),
            ],
            least: 1_000,
        },
    ];
    for scene in &scenes {
        play(scene);
    }
}

#[test]
fn the_count_sees_an_allocation() {
    let _turn = turn();
    let before = touched();
    drop(std::hint::black_box(vec![1u8; 100]));
    assert!(touched() >= before + 2);
}
