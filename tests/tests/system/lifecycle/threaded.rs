//! Threaded partitions: a thread with a Linux class, turns among equals, and its end.

use terrace_testkit::{Census, LinuxThread, guests};
use terrace_tests::{Arena, eventually, wait::pass};
use terrace_vm::State;

/// May this process have Linux real-time threads? Else it runs degraded, and says so.
fn realtime(arena: &Arena) -> bool {
    !arena
        .controller
        .degraded()
        .iter()
        .any(|d| d.contains("scheduling class"))
}

fn newer_than(older: &[LinuxThread]) -> Vec<LinuxThread> {
    let mut all = LinuxThread::named("partition");
    all.retain(|t| older.iter().all(|o| o.tid != t.tid));
    all
}

#[test]
fn a_threaded_partition_has_a_thread_of_the_declared_linux_class() {
    let arena = Arena::quiet();
    let older = LinuxThread::named("partition");
    let before = Census::take().threads;
    let fifo = "[cpu]\nmode = \"threaded\"\nscheduler = \"fifo\"\npriority = 33\n";
    let id = arena.run_wat("fifo", guests::BLOCKED, fifo);
    arena.reaches(id, State::Running);
    assert_eq!(
        (arena.info(id).mode.as_str(), arena.info(id).worker),
        ("threaded", None)
    );
    let expected = if realtime(&arena) { (1, 33) } else { (0, 0) };
    let threads = newer_than(&older);
    let [thread] = &threads[..] else {
        panic!("{threads:?}")
    };
    assert_eq!((thread.policy, thread.priority), expected);
    arena.kill(id);
    eventually("its thread is gone", || Census::take().threads <= before);
}

#[test]
fn a_normal_threaded_partition_is_a_normal_linux_thread() {
    let arena = Arena::quiet();
    let older = LinuxThread::named("partition");
    let id = arena.run_wat("normal", guests::BLOCKED, "[cpu]\nmode = \"threaded\"\n");
    arena.reaches(id, State::Running);
    let threads = newer_than(&older);
    assert_eq!(
        threads
            .iter()
            .map(|t| (t.policy, t.priority))
            .collect::<Vec<_>>(),
        [(0, 0)]
    );
    arena.kill(id);
}

#[test]
fn a_worker_is_a_real_time_thread_only_while_a_fifo_partition_lives_there() {
    let arena = Arena::quiet();
    let policies = || {
        LinuxThread::named("worker-1")
            .iter()
            .map(|t| t.policy)
            .collect::<Vec<_>>()
    };
    assert_eq!(policies(), [0]);
    let id = arena.run_wat(
        "fifo",
        guests::BLOCKED,
        "[cpu]\nworker = 1\nscheduler = \"fifo\"\npriority = 2\n",
    );
    arena.reaches(id, State::Running);
    assert_eq!(policies(), [u32::from(realtime(&arena))]);
    arena.kill(id);
    assert_eq!(policies(), [0]);
}

#[test]
fn two_spinning_threaded_partitions_share_their_core() {
    let arena = Arena::new();
    let cpu = "[cpu]\nmode = \"threaded\"\nworker = 1\nslice_us = 2000\n";
    let a = arena.run_wat("a", guests::SPIN, cpu);
    let b = arena.run_wat("b", guests::SPIN, cpu);
    pass(500);
    let (a_ns, b_ns) = (arena.cpu_ns(a), arena.cpu_ns(b));
    let sum = a_ns + b_ns;
    assert!(
        a_ns * 4 >= sum && b_ns * 4 >= sum,
        "unfair: {a_ns} and {b_ns} ns"
    );
    arena.unhurt_neighbours();
    arena.controller.suspend(a).unwrap();
    arena.reaches(a, State::Suspended);
    let still = arena.cpu_ns(a);
    arena.runs_on(b);
    assert_eq!(
        arena.cpu_ns(a),
        still,
        "the other has the core, and the suspended one nothing"
    );
    arena.kill(b);
    arena.controller.resume(a).unwrap();
    arena.runs_on(a);
    arena.kill(a);
    arena.unhurt();
}

#[test]
fn a_more_important_threaded_partition_runs_first() {
    let arena = Arena::quiet();
    let cpu = |p: u32| {
        format!("[cpu]\nmode = \"threaded\"\nworker = 1\nscheduler = \"fifo\"\npriority = {p}\n")
    };
    let low = arena.run_wat("low", guests::SPIN, &cpu(3));
    arena.runs_on(low);
    let high = arena.run_wat("high", guests::SPIN, &cpu(7));
    arena.runs_on(high);
    // The first turn of the high one is over only when it waits: it never does.
    let still = arena.cpu_ns(low);
    pass(100);
    assert_eq!(arena.cpu_ns(low), still);
    arena.kill(high);
    arena.runs_on(low);
    arena.kill(low);
}

#[test]
fn forty_threaded_partitions_come_and_go() {
    let arena = Arena::new();
    for wat in [guests::SPIN, guests::SLEEP, guests::BLOCKED] {
        arena.install_wat("guest", wat, "[cpu]\nmode = \"threaded\"\n");
        let all: Vec<_> = (0..40).map(|_| arena.start("guest")).collect();
        for &id in &all {
            arena.reaches(id, State::Running);
        }
        for &id in &all {
            arena.kill(id);
            arena.controller.wait(id, None).unwrap();
            arena.controller.remove(id).unwrap();
        }
        arena.unhurt();
    }
}
