//! Equals take turns, slice by slice; a partition stays on its worker.

use terrace_testkit::guests;
use terrace_tests::{Arena, wait::pass};
use terrace_vm::{AdmitError, Overrides, PartitionId, State};

fn used(arena: &Arena, all: &[PartitionId]) -> Vec<u64> {
    all.iter().map(|&id| arena.cpu_ns(id)).collect()
}

#[test]
fn equals_share_a_worker() {
    for cpu in [
        "worker = 0\n",
        "worker = 0\nscheduler = \"fifo\"\npriority = 5\n",
    ] {
        let arena = Arena::quiet();
        let rest = format!("[cpu]\nslice_us = 1000\n{cpu}");
        let all: Vec<_> = (0..4)
            .map(|i| arena.run_wat(&format!("spin{i}"), guests::SPIN, &rest))
            .collect();
        // What the machine takes of the worker is charged to whoever has its turn: over time that is everybody.
        let mut shares = Vec::new();
        let fair = (0..30).any(|_| {
            pass(300);
            shares = used(&arena, &all);
            let sum: u64 = shares.iter().sum();
            shares.iter().all(|u| u * 8 >= sum)
        });
        assert!(fair, "unfair under {cpu}: {shares:?}");
    }
}

#[test]
fn who_yields_and_who_never_does_both_go_on() {
    let arena = Arena::new();
    let spin = arena.run_wat("spin", guests::SPIN, "[cpu]\nworker = 0\nslice_us = 1000\n");
    let yields = arena.run_wat(
        "yield",
        guests::YIELD,
        "[cpu]\nworker = 0\nslice_us = 1000\n",
    );
    for _ in 0..5 {
        arena.runs_on(spin);
        arena.runs_on(yields);
    }
    arena.kill(spin);
    arena.kill(yields);
    arena.unhurt();
}

#[test]
fn a_longer_slice_is_a_larger_share() {
    let arena = Arena::quiet();
    let cpu = |slice: u32| format!("[cpu]\nworker = 0\nslice_us = {slice}\n");
    let short = arena.run_wat("short", guests::SPIN, &cpu(1000));
    let long = arena.run_wat("long", guests::SPIN, &cpu(8000));
    pass(300);
    assert!(arena.cpu_ns(long) > 2 * arena.cpu_ns(short));
}

#[test]
fn fifty_spinning_partitions_all_go_on() {
    let arena = Arena::new();
    arena.install_wat("spin", guests::SPIN, "[cpu]\nslice_us = 500\n");
    let all: Vec<_> = (0..50).map(|_| arena.start("spin")).collect();
    for &id in &all {
        arena.runs_on(id);
    }
    for id in all {
        arena.kill(id);
    }
    arena.unhurt();
}

#[test]
fn a_partition_stays_on_the_worker_it_is_bound_to() {
    let arena = Arena::quiet();
    for worker in [0usize, 1, 1, 0] {
        let cpu = format!("[cpu]\nworker = {worker}\n");
        let id = arena.run_wat("bound", guests::SPIN, &cpu);
        arena.reaches(id, State::Running);
        assert_eq!(arena.info(id).worker, Some(worker));
        arena.controller.suspend(id).unwrap();
        arena.reaches(id, State::Suspended);
        arena.controller.resume(id).unwrap();
        arena.runs_on(id);
        assert_eq!(arena.info(id).worker, Some(worker));
        arena.controller.restart(id).unwrap();
        terrace_tests::eventually("it runs again", || arena.info(id).worker == Some(worker));
        arena.kill(id);
    }
}

#[test]
fn a_worker_that_does_not_exist_is_refused_with_its_number() {
    let arena = Arena::quiet();
    for mode in ["", "mode = \"threaded\"\n"] {
        arena.install_wat(
            "far",
            guests::NOTHING,
            &format!("[cpu]\nworker = 9\n{mode}"),
        );
        let refusal = arena
            .controller
            .run("far", None, Overrides::default())
            .unwrap_err();
        assert!(
            matches!(
                refusal,
                AdmitError::NoSuchWorker {
                    worker: 9,
                    workers: 2,
                    ..
                }
            ),
            "{refusal}"
        );
    }
}

#[test]
fn unbound_partitions_are_spread_over_the_workers() {
    let arena = Arena::quiet();
    arena.install_wat("blocked", guests::BLOCKED, "");
    let all: Vec<_> = (0..10).map(|_| arena.start("blocked")).collect();
    let on_first = all
        .iter()
        .filter(|&&id| arena.info(id).worker == Some(0))
        .count();
    assert_eq!(on_first, 5);
}
