//! The control interface from inside: an app that manages others, and one that may not.

use terrace_testkit::{guests, prelude};
use terrace_tests::{Arena, eventually};
use terrace_vm::{EventKind, State};

const CONTROL: &str = "[permissions]\ncontrol = true\n";

/// Creates `worker` as `w1`, starts, suspends, resumes, limits, names and kills it, and checks each answer;
/// exits with the number of the first step that went wrong.
fn conductor() -> String {
    prelude::module(
        1,
        r#"
  (data (i32.const 0) "worker")
  (data (i32.const 16) "w1")
  (global $id (mut i64) (i64.const 0))
  (func $must (param $ok i32) (param $step i32)
    (if (i32.eqz (local.get $ok)) (then (call $exit (local.get $step)))))
  (func $state (result i32)
    (drop (call $control_status (global.get $id) (i32.const 1024) (i32.const 256)))
    (i32.load (i32.const 1056)))
  (func $until_state (param $wanted i32) (param $step i32) (local $tries i32)
    (loop $again
      (if (i32.eq (call $state) (local.get $wanted)) (then (return)))
      (call $nap (i64.const 1000000))
      (br_if $again (i32.lt_u (local.tee $tries (i32.add (local.get $tries) (i32.const 1))) (i32.const 20000))))
    (call $exit (local.get $step)))
  (func (export "_start")
    (global.set $id (call $control_create (i32.const 0) (i32.const 6) (i32.const 16) (i32.const 2)))
    (call $must (i64.gt_s (global.get $id) (i64.const 0)) (i32.const 1))
    (call $must (i64.eq (i64.const -3) (call $control_create (i32.const 0) (i32.const 6) (i32.const 16) (i32.const 2))) (i32.const 2))
    (call $must (i64.eq (i64.const -4) (call $control_create (i32.const 0) (i32.const 5) (i32.const 16) (i32.const 2))) (i32.const 3))
    (call $until_state (i32.const 0) (i32.const 4))
    (call $must (i32.eq (i32.const -8) (call $control_suspend (global.get $id))) (i32.const 5))
    (call $must (i32.eqz (call $control_start (global.get $id))) (i32.const 6))
    (call $until_state (i32.const 2) (i32.const 7))
    (call $must (i32.eqz (call $control_suspend (global.get $id))) (i32.const 8))
    (call $until_state (i32.const 3) (i32.const 9))
    (call $must (i32.eqz (call $control_resume (global.get $id))) (i32.const 10))
    (call $until_state (i32.const 2) (i32.const 11))
    (call $must (i32.eq (i32.const 2) (call $control_name (global.get $id) (i32.const 2048) (i32.const 64))) (i32.const 12))
    (call $must (i32.eq (i32.load16_u (i32.const 2048)) (i32.load16_u (i32.const 16))) (i32.const 13))
    (call $must (i32.eq (i32.const -5) (call $control_name (global.get $id) (i32.const 2048) (i32.const 1))) (i32.const 14))
    (call $must (i32.eqz (call $control_set_limit (global.get $id) (i32.const 0) (i64.const 8388608))) (i32.const 15))
    (call $must (i32.eq (i32.const -3) (call $control_set_limit (global.get $id) (i32.const 0) (i64.const 1))) (i32.const 16))
    (call $must (i32.eq (i32.const -3) (call $control_set_limit (global.get $id) (i32.const 3) (i64.const 100))) (i32.const 17))
    (call $must (i32.eqz (call $control_set_limit (global.get $id) (i32.const 3) (i64.const 0))) (i32.const 18))
    (call $must (i32.eq (i32.const -3) (call $control_set_limit (global.get $id) (i32.const 4) (i64.const 0))) (i32.const 19))
    (call $must (i32.eqz (call $control_trim (global.get $id) (i32.const 1))) (i32.const 20))
    (call $must (i32.eq (i32.const -3) (call $control_trim (global.get $id) (i32.const 3))) (i32.const 21))
    (call $must (i32.ge_s (call $control_list (i32.const 4096) (i32.const 8)) (i32.const 2)) (i32.const 22))
    (call $must (i32.eqz (call $control_kill (global.get $id))) (i32.const 23))
    (call $until_state (i32.const 5) (i32.const 24))
    (call $must (i32.eq (i32.const 12) (i32.load (i32.const 1068))) (i32.const 25))
    (call $must (i32.eqz (call $control_restart (global.get $id))) (i32.const 26))
    (call $until_state (i32.const 2) (i32.const 27))
    (call $must (i32.eqz (call $control_stop (global.get $id))) (i32.const 28))
    (call $until_state (i32.const 5) (i32.const 29))
    (call $must (i32.eq (i32.const -4) (call $control_kill (i64.const 987654321))) (i32.const 30))
    (call $exit (i32.const 99)))"#,
    )
}

#[test]
fn an_app_with_control_manages_another() {
    let arena = Arena::new();
    arena.install_wat("worker", guests::SPIN, "");
    assert_eq!(arena.status_of("conductor", &conductor(), CONTROL), 99);
    assert_eq!(
        arena
            .info(arena.controller.find("w1").unwrap())
            .memory
            .limit,
        64 << 20,
        "of its last life"
    );
    arena.unhurt();
}

#[test]
fn without_the_permission_every_control_call_is_denied() {
    let arena = Arena::new();
    let victim = arena.run_wat("victim", guests::SPIN, "");
    arena.reaches(victim, State::Running);
    let id = victim.to_raw();
    for call in prelude::CONTROL {
        let args: String = call
            .types()
            .iter()
            .enumerate()
            .map(|(i, t)| match (i, *t) {
                (0, "i64") => format!("(i64.const {id})"),
                (_, t) => format!("({t}.const 0)"),
            })
            .collect();
        let wrap = if call.result == "i64" {
            "i32.wrap_i64"
        } else {
            ""
        };
        let answer = format!("(call $control_{} {args})", call.name);
        let answer = if wrap.is_empty() {
            answer
        } else {
            format!("({wrap} {answer})")
        };
        let body = format!("(call $exit {answer})");
        let status = arena.status_of("sneak", &prelude::program("", "", &body), "");
        assert_eq!(status, -2, "{} answered {status}", call.name);
    }
    assert_eq!(arena.info(victim).state, State::Running);
    arena.kill(victim);
    arena.unhurt();
}

/// Logs the kind and detail of each event, one record each, as two bytes of text.
fn watcher() -> String {
    prelude::module(
        1,
        r#"(func (export "_start") (local $code i32)
             (loop $next
               (local.set $code (call $control_next_event (i64.const -1) (i32.const 0) (i32.const 64)))
               (if (i32.gt_s (local.get $code) (i32.const 0)) (then
                 (i32.store8 (i32.const 100) (i32.add (i32.const 65) (i32.load (i32.const 24))))
                 (i32.store8 (i32.const 101) (i32.add (i32.const 65) (i32.load (i32.const 28))))
                 (call $say (i32.const 100) (i32.const 2))))
               (br_if $next (i32.ne (local.get $code) (i32.const -9))))
             (call $exit (i32.const 1)))"#,
    )
}

fn letters(kind: EventKind, detail: u8) -> String {
    let letter = |n: u8| char::from(b'A' + n);
    let kind = u8::try_from(kind as u32).unwrap();
    [letter(kind), letter(detail)].iter().collect()
}

#[test]
fn an_app_with_control_is_told_of_faults_and_exceeded_limits() {
    let arena = Arena::new();
    let watcher = arena.run_wat("watcher", &watcher(), CONTROL);
    arena.reaches(watcher, State::Running);
    arena.run_wat("trap", guests::TRAP, "");
    let spin = "[cpu]\nbudget_us = 1000\nperiod_us = 100000\non_overrun = \"stop\"\n";
    arena.run_wat("spin", guests::SPIN, spin);
    for wanted in [
        letters(EventKind::Created, 0),
        letters(EventKind::Started, 0),
        letters(EventKind::Faulted, 1),
        letters(EventKind::Overran, 1),
        letters(EventKind::Faulted, 10),
    ] {
        eventually(&format!("the watcher hears {wanted}"), || {
            arena.lines(watcher).contains(&wanted)
        });
    }
    arena.controller.stop(watcher).unwrap();
    arena.reaches(watcher, State::Stopped);
    assert_eq!(
        arena.info(watcher).exit_status,
        Some(1),
        "it heard `stopping`"
    );
}

#[test]
fn waiting_for_an_event_ends_with_timeout_and_not_early() {
    let arena = Arena::quiet();
    let wat = prelude::program(
        "(local $code i32) (local $until i64)",
        "",
        r#"(local.set $until (i64.add (call $now) (i64.const 300000000)))
           (loop $next
             (local.set $code (call $control_next_event (local.get $until) (i32.const 0) (i32.const 64)))
             (br_if $next (i32.or (i32.eq (local.get $code) (i32.const -1)) (i32.gt_s (local.get $code) (i32.const 0)))))
           (if (i64.lt_u (call $now) (local.get $until)) (then (call $exit (i32.const 77))))
           (call $exit (local.get $code))"#,
    );
    assert_eq!(arena.status_of("patient", &wat, CONTROL), -10);
}

#[test]
fn an_app_that_kills_itself_is_killed_and_one_that_suspends_itself_rests() {
    let arena = Arena::new();
    let wat = |act: &str| {
        prelude::program(
            "",
            "",
            &format!("(drop (call $control_{act} (call $id))) (loop $for_ever (br $for_ever))"),
        )
    };
    let killed = arena.run_wat("killer", &wat("kill"), CONTROL);
    assert_eq!(arena.fault(killed), "killed");
    let rests = arena.run_wat("rests", &wat("suspend"), CONTROL);
    arena.reaches(rests, State::Suspended);
    arena.unhurt_neighbours();
    arena.controller.resume(rests).unwrap();
    arena.runs_on(rests);
    arena.kill(rests);
    arena.unhurt();
}

#[test]
fn a_control_app_that_creates_without_end_fills_the_places_and_nothing_else() {
    let arena = Arena::new();
    arena.install_wat("nothing", guests::NOTHING, "");
    let wat = prelude::program(
        "(local $id i64)",
        "nothing",
        r#"(loop $more
             (local.set $id (call $control_create (i32.const 0) (i32.const 7) (i32.const 0) (i32.const 0)))
             (br_if $more (i64.gt_s (local.get $id) (i64.const 0))))
           (call $exit (i32.wrap_i64 (local.get $id)))"#,
    );
    assert_eq!(arena.status_of("creator", &wat, CONTROL), -6, "full");
    assert_eq!(
        arena.controller.list().len(),
        arena.controller.config().partitions
    );
    arena.unhurt();
}
