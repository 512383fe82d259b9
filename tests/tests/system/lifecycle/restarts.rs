//! The restart policies, their bounds, and what silences them.

use terrace_testkit::guests;
use terrace_tests::{Arena, eventually, wait::pass};
use terrace_vm::{EventKind, PartitionId, State};

/// Ends with status 1.
const FAIL: &str = r#"(module (import "terrace" "exit" (func $exit (param i32)))
  (memory (export "memory") 1) (func (export "_start") (call $exit (i32.const 1))))"#;

fn policy(policy: &str, max: u32) -> String {
    format!("[restart]\npolicy = \"{policy}\"\nmax = {max}\nbackoff_ms = 1\n")
}

fn kinds(arena: &Arena, id: PartitionId) -> Vec<EventKind> {
    let all = arena.controller.events().since(0);
    all.into_iter()
        .filter(|e| e.raw_id == id.to_raw())
        .map(|e| e.kind)
        .collect()
}

fn lives(arena: &Arena, id: PartitionId) -> usize {
    kinds(arena, id)
        .iter()
        .filter(|&&k| k == EventKind::Started)
        .count()
}

fn restarts(wat: &str, policy: &str) -> u32 {
    let arena = Arena::new();
    let id = arena.run_wat("guest", wat, policy);
    arena
        .controller
        .wait(id, Some(terrace_testkit::machine::WATCHDOG))
        .unwrap()
        .expect("it gave up");
    let info = arena.info(id);
    assert!(info.state.ended());
    assert_eq!(lives(&arena, id), info.restarts as usize + 1);
    arena.unhurt();
    info.restarts
}

/// Starts by the restart policy are made on a thread of their own, one after the other: one that
/// fails is told, and the next is made all the same.
#[test]
fn a_restart_that_cannot_be_is_told_and_holds_up_no_other() {
    let arena = Arena::new();
    let folder = arena.folder().join("granted");
    std::fs::create_dir(&folder).unwrap();
    let grant = format!(
        "[permissions]\ndirs = [{{ host = \"{}\", guest = \"/g\" }}]\n",
        folder.display()
    );
    // The pause is long enough for the folder to be gone when it is over.
    let slow = "[restart]\npolicy = \"always\"\nmax = 4\nbackoff_ms = 500\n";
    let hurt = arena.run_wat("hurt", FAIL, &format!("{slow}{grant}"));
    eventually("its first life has ended", || {
        kinds(&arena, hurt).contains(&EventKind::Restarting)
    });
    std::fs::remove_dir(&folder).unwrap();
    let other = arena.run_wat("other", FAIL, &policy("always", 3));
    let watchdog = Some(terrace_testkit::machine::WATCHDOG);
    arena
        .controller
        .wait(hurt, watchdog)
        .unwrap()
        .expect("it gave up");
    arena
        .controller
        .wait(other, watchdog)
        .unwrap()
        .expect("it gave up");
    let told = arena
        .controller
        .events()
        .since(0)
        .into_iter()
        .find(|e| e.raw_id == hurt.to_raw() && e.kind == EventKind::Faulted);
    let message = told.expect("the failed start is told").message;
    assert!(message.contains("could not be started again"), "{message}");
    assert!(message.contains(&folder.display().to_string()), "{message}");
    assert_eq!((lives(&arena, hurt), lives(&arena, other)), (1, 4));
    assert!(!terrace_testkit::LinuxThread::named("launcher").is_empty());
    arena.controller.remove(hurt).unwrap();
    arena.unhurt();
}

#[test]
fn never_means_never() {
    assert_eq!(restarts(FAIL, &policy("never", 4)), 0);
    assert_eq!(restarts(guests::TRAP, &policy("never", 4)), 0);
}

#[test]
fn on_failure_restarts_what_fails_until_its_maximum() {
    assert_eq!(restarts(FAIL, &policy("on-failure", 4)), 4);
    assert_eq!(restarts(guests::TRAP, &policy("on-failure", 3)), 3);
}

#[test]
fn on_failure_leaves_what_succeeded() {
    assert_eq!(restarts(guests::NOTHING, &policy("on-failure", 4)), 0);
}

#[test]
fn always_restarts_what_succeeded_until_its_maximum() {
    assert_eq!(restarts(guests::NOTHING, &policy("always", 3)), 3);
}

#[test]
fn a_partition_that_always_traps_is_bounded_by_its_maximum() {
    // A life of ten waits would start the row anew: it must not look like one on a busy machine.
    let often = "[restart]\npolicy = \"always\"\nmax = 3\nbackoff_ms = 100\n";
    assert_eq!(restarts(guests::TRAP, often), 3);
}

#[test]
fn a_kill_and_a_stop_silence_the_policy() {
    let arena = Arena::new();
    let id = arena.run_wat("spin", guests::SPIN, &policy("always", 9));
    arena.reaches(id, State::Running);
    arena.kill(id);
    arena.controller.wait(id, None).unwrap();
    pass(50);
    assert_eq!((arena.info(id).restarts, lives(&arena, id)), (0, 1));
    let id = arena.run_wat("polite", guests::POLITE, &policy("always", 9));
    arena.reaches(id, State::Running);
    arena.controller.stop(id).unwrap();
    arena.controller.wait(id, None).unwrap();
    pass(50);
    assert_eq!((arena.info(id).restarts, lives(&arena, id)), (0, 1));
}

#[test]
fn a_stop_during_the_backoff_cancels_the_restart() {
    let arena = Arena::new();
    let slow = "[restart]\npolicy = \"always\"\nmax = 9\nbackoff_ms = 300\n";
    let id = arena.run_wat("fail", FAIL, slow);
    eventually("it waits for its restart", || arena.info(id).restarts == 1);
    arena.controller.stop(id).unwrap();
    arena.controller.wait(id, None).unwrap();
    pass(400);
    assert_eq!(lives(&arena, id), 1);
    arena.unhurt();
}

#[test]
fn the_backoff_passes_between_two_lives() {
    let arena = Arena::new();
    let id = arena.run_wat(
        "fail",
        FAIL,
        "[restart]\npolicy = \"on-failure\"\nmax = 2\nbackoff_ms = 60\n",
    );
    arena.controller.wait(id, None).unwrap();
    let all = arena.controller.events().since(0);
    let times = |kind| -> Vec<u64> {
        all.iter()
            .filter(|e| e.raw_id == id.to_raw() && e.kind == kind)
            .map(|e| e.at_ns)
            .collect()
    };
    let (stopped, started) = (times(EventKind::Stopped), times(EventKind::Started));
    assert_eq!((stopped.len(), started.len()), (3, 3));
    for (end, next) in stopped.iter().zip(&started[1..]) {
        // The event of the end may be written a little after the end.
        assert!(
            next - end >= 50_000_000,
            "restarted after {} ns",
            next - end
        );
    }
}

#[test]
fn a_restart_by_hand_is_not_counted_by_the_policy() {
    let arena = Arena::new();
    let id = arena.run_wat("spin", guests::SPIN, &policy("on-failure", 1));
    for life in 2..6 {
        arena.reaches(id, State::Running);
        arena.controller.restart(id).unwrap();
        eventually("the next life began", || lives(&arena, id) == life);
    }
    assert_eq!(arena.info(id).restarts, 0);
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn the_policy_acts_on_an_overrun() {
    let arena = Arena::new();
    let rest = format!(
        "[cpu]\nbudget_us = 1000\nperiod_us = 100000\non_overrun = \"stop\"\n{}",
        policy("on-failure", 2)
    );
    let id = arena.run_wat("spin", guests::SPIN, &rest);
    arena.controller.wait(id, None).unwrap();
    let info = arena.info(id);
    assert_eq!(
        (info.restarts, info.fault.unwrap().kind.as_str()),
        (2, "overrun")
    );
    arena.unhurt();
}
