//! The arrows, one by one, and the orders that a state refuses.

use terrace_testkit::{guests, prelude};
use terrace_tests::{Arena, eventually, wait::pass};
use terrace_vm::{ControlError, Overrides, State};

/// `terrace_create` takes its time.
fn slow_to_create() -> String {
    prelude::module(
        1,
        r#"(func (export "terrace_create") (result i32)
             (call $nap (i64.const 100000000)) (i32.const 0))"#,
    )
}

#[test]
fn create_gives_installed_and_start_leads_through_starting_to_running() {
    let arena = Arena::new();
    arena.install_wat("slow", &slow_to_create(), "");
    let id = arena
        .controller
        .create("slow", None, Overrides::default())
        .unwrap();
    assert_eq!(arena.info(id).state, State::Installed);
    assert_eq!(arena.info(id).started_at, 0);
    arena.controller.start_partition(id).unwrap();
    assert_eq!(arena.info(id).state, State::Starting);
    arena.reaches(id, State::Running);
    assert!(arena.info(id).started_at > 0);
    arena.unhurt_neighbours();
}

#[test]
fn a_partition_suspended_while_it_starts_goes_on_starting() {
    let arena = Arena::new();
    let id = arena.run_wat("slow", &slow_to_create(), "");
    arena.controller.suspend(id).unwrap();
    arena.reaches(id, State::Suspended);
    pass(150);
    assert_eq!(arena.info(id).state, State::Suspended);
    arena.controller.resume(id).unwrap();
    arena.reaches(id, State::Running);
}

#[test]
fn suspend_and_resume_go_back_and_forth_between_running_and_suspended() {
    let arena = Arena::new();
    let id = arena.run_wat("spin", guests::SPIN, "");
    arena.reaches(id, State::Running);
    for _ in 0..50 {
        arena.controller.suspend(id).unwrap();
        arena.reaches(id, State::Suspended);
        arena.controller.resume(id).unwrap();
        arena.reaches(id, State::Running);
    }
    arena.runs_on(id);
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn suspending_what_is_suspended_and_resuming_what_runs_changes_nothing() {
    let arena = Arena::new();
    let id = arena.run_wat("spin", guests::SPIN, "");
    arena.reaches(id, State::Running);
    arena.controller.resume(id).unwrap();
    arena.runs_on(id);
    arena.controller.suspend(id).unwrap();
    arena.controller.suspend(id).unwrap();
    arena.reaches(id, State::Suspended);
    arena.controller.resume(id).unwrap();
    arena.reaches(id, State::Running);
    arena.runs_on(id);
}

#[test]
fn a_stop_leads_through_stopping_to_stopped() {
    let arena = Arena::new();
    let last_words = prelude::module(
        1,
        r#"(func (export "_start")
             (drop (call $rest (i64.const -1)))
             (call $exit (i32.const 5)))
           (func (export "terrace_create") (result i32) (i32.const 0))"#,
    );
    let id = arena.run_wat("polite", &last_words, "");
    arena.reaches(id, State::Running);
    arena.controller.stop(id).unwrap();
    arena.reaches(id, State::Stopped);
    assert_eq!(arena.info(id).exit_status, Some(5));
    arena.unhurt();
}

#[test]
fn what_does_not_hear_a_stop_is_stopping_until_it_is_forced() {
    let arena = Arena::new();
    let id = arena.run_wat("deaf", guests::SPIN, "");
    arena.reaches(id, State::Running);
    arena.controller.stop(id).unwrap();
    assert_eq!(arena.info(id).state, State::Stopping);
    assert_eq!(arena.fault(id), "killed");
    assert_eq!(arena.info(id).state, State::Stopped);
    arena.unhurt();
}

#[test]
fn a_stop_while_it_starts_is_heard_after_create() {
    let arena = Arena::new();
    let id = arena.run_wat("slow", &slow_to_create(), "");
    arena.controller.stop(id).unwrap();
    // Its sleep answers `stopping` at once, `create` succeeds, and there is nothing to stop.
    arena.reaches(id, State::Stopped);
    assert_eq!(arena.info(id).exit_status, Some(0));
}

#[test]
fn what_is_suspended_hears_a_stop() {
    let arena = Arena::new();
    let id = arena.run_wat("polite", guests::POLITE, "");
    arena.reaches(id, State::Running);
    arena.controller.suspend(id).unwrap();
    arena.reaches(id, State::Suspended);
    arena.controller.stop(id).unwrap();
    arena.reaches(id, State::Stopped);
    assert_eq!(arena.info(id).exit_status, Some(7));
}

#[test]
fn what_is_suspended_while_it_stops_is_forced_all_the_same() {
    let arena = Arena::new();
    let id = arena.run_wat("deaf", guests::SPIN, "");
    arena.reaches(id, State::Running);
    arena.controller.stop(id).unwrap();
    arena.controller.suspend(id).unwrap();
    assert_eq!(arena.fault(id), "killed");
}

#[test]
fn stopped_and_faulted_start_again_by_hand() {
    let arena = Arena::new();
    for (name, wat) in [("nothing", guests::NOTHING), ("trap", guests::TRAP)] {
        let id = arena.run_wat(name, wat, "");
        arena.controller.wait(id, None).unwrap();
        let first = arena.info(id);
        arena.controller.start_partition(id).unwrap();
        arena.controller.wait(id, None).unwrap();
        let second = arena.info(id);
        assert_eq!((first.state, first.id), (second.state, second.id));
        assert!(second.started_at > first.started_at);
        assert_eq!(second.restarts, 0, "by hand is not the restart policy");
    }
    arena.unhurt();
}

#[test]
fn restart_ends_a_life_and_begins_another() {
    let arena = Arena::new();
    let id = arena.run_wat("spin", guests::SPIN, "");
    arena.reaches(id, State::Running);
    let first = arena.info(id).started_at;
    arena.controller.restart(id).unwrap();
    eventually("the second life runs", || {
        let info = arena.info(id);
        info.state == State::Running && info.started_at > first
    });
    arena.kill(id);
    arena.controller.restart(id).unwrap();
    arena.reaches(id, State::Running);
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn two_starts_at_once_make_one_life() {
    let arena = Arena::new();
    arena.install_wat("spin", guests::SPIN, "");
    for _ in 0..40 {
        let id = arena
            .controller
            .create("spin", None, Overrides::default())
            .unwrap();
        let started = std::thread::scope(|scope| {
            let start = || usize::from(arena.controller.start_partition(id).is_ok());
            let other = scope.spawn(start);
            start() + other.join().unwrap()
        });
        assert_eq!(started, 1, "two starts of {id} both succeeded");
        arena.reaches(id, State::Running);
        arena.kill(id);
        arena.controller.wait(id, None).unwrap();
        arena.controller.remove(id).unwrap();
    }
    arena.unhurt();
}

#[test]
fn orders_that_a_state_does_not_allow_are_refused_with_that_state() {
    let arena = Arena::new();
    arena.install_wat("spin", guests::SPIN, "");
    let id = arena
        .controller
        .create("spin", None, Overrides::default())
        .unwrap();
    let c = &arena.controller;
    let refusals = || {
        [
            ("suspend", c.suspend(id)),
            ("resume", c.resume(id)),
            ("stop", c.stop(id)),
            ("kill", c.kill(id)),
        ]
    };
    for (act, refusal) in refusals() {
        let text = refusal.unwrap_err().to_string();
        assert_eq!(
            text,
            format!("cannot {act} partition {id}: it is installed")
        );
    }
    c.start_partition(id).unwrap();
    let text = c.start_partition(id).unwrap_err().to_string();
    assert!(
        text.starts_with(&format!("cannot start partition {id}: it is ")),
        "{text}"
    );
    arena.reaches(id, State::Running);
    assert!(matches!(
        c.remove(id),
        Err(ControlError::WrongState { act: "remove", .. })
    ));
    arena.kill(id);
    for (act, refusal) in refusals() {
        assert_eq!(
            refusal.unwrap_err().to_string(),
            format!("cannot {act} partition {id}: it is stopped")
        );
    }
}

#[test]
fn a_stale_id_never_reaches_the_next_partition_in_its_place() {
    let arena = Arena::new();
    let old = arena.run_wat("nothing", guests::NOTHING, "");
    arena.controller.wait(old, None).unwrap();
    arena.controller.remove(old).unwrap();
    let new = arena.run_wat("spin", guests::SPIN, "");
    arena.reaches(new, State::Running);
    assert_ne!(old, new);
    assert!(
        matches!(arena.controller.kill(old), Err(ControlError::NoSuchPartition(id)) if id == old)
    );
    assert!(matches!(
        arena.controller.info(old),
        Err(ControlError::NoSuchPartition(_))
    ));
    arena.runs_on(new);
    arena.kill(new);
}
