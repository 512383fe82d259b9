//! Memory: guarantees, hard limits, and a meter that agrees with Linux to the page.

use super::MODES;
use terrace_testkit::{Stretch, guests, prelude};
use terrace_tests::{Arena, eventually};
use terrace_vm::{AdmitError, Config, EventKind, Overrides, State};

const MIB: u64 = 1 << 20;
const PAGE: u64 = 4096;

#[test]
fn a_guarantee_that_does_not_fit_is_refused_with_the_figures() {
    let arena = Arena::with(Config {
        memory: 10 * MIB,
        ..Arena::config()
    });
    let memory = "[memory]\nguaranteed = \"6 MiB\"\nlimit = \"8 MiB\"\n";
    let first = arena.run_wat("first", guests::SPIN, memory);
    arena.install_wat("second", guests::SPIN, memory);
    let refusal = arena
        .controller
        .run("second", None, Overrides::default())
        .unwrap_err();
    let AdmitError::Memory {
        app,
        wanted,
        reserved,
        limit,
    } = &refusal
    else {
        panic!("{refusal}")
    };
    assert_eq!(
        (app.as_str(), *wanted, *reserved, *limit),
        ("second", 6 * MIB, 6 * MIB, 10 * MIB)
    );
    let text = refusal.to_string();
    for figure in ["6291456", "10485760", "second", "lower `guaranteed`"] {
        assert!(text.contains(figure), "{text}");
    }
    assert!(
        arena.controller.find("second").is_err(),
        "a refused partition leaves nothing"
    );
    // What the first had is free once it is gone.
    arena.kill(first);
    arena.controller.wait(first, None).unwrap();
    let second = arena.start("second");
    arena.reaches(second, State::Running);
    arena.unhurt_neighbours();
}

#[test]
fn a_guarantee_is_kept_through_restarts() {
    let arena = Arena::with(Config {
        memory: 10 * MIB,
        ..Arena::config()
    });
    let id = arena.run_wat(
        "guest",
        guests::SPIN,
        "[memory]\nguaranteed = \"10 MiB\"\nlimit = \"10 MiB\"\n",
    );
    for _ in 0..5 {
        arena.reaches(id, State::Running);
        let before = arena.info(id).started_at;
        arena.controller.restart(id).unwrap();
        eventually("the next life runs", || arena.info(id).started_at > before);
    }
    arena.kill(id);
    arena.controller.wait(id, None).unwrap();
    arena.controller.start_partition(id).unwrap();
    arena.reaches(id, State::Running);
}

#[test]
fn the_limit_is_hard_and_the_guest_sees_out_of_memory() {
    for mode in MODES {
        let arena = Arena::new();
        let id = arena.run_wat(
            "grow",
            guests::GROW,
            &format!("[memory]\nlimit = \"3 MiB\"\n{mode}"),
        );
        arena.reaches(id, State::Stopped);
        assert_eq!(arena.info(id).exit_status, Some(48), "3 MiB are 48 pages");
        assert_eq!(arena.info(id).memory.refused, 1);
        arena.unhurt();
    }
}

#[test]
fn refused_growth_is_told_as_an_event() {
    let arena = Arena::new();
    let greedy = prelude::program(
        "",
        "",
        r#"(drop (memory.grow (i32.const 1000))) (call $nap (i64.const 1000000)) (drop (call $rest (i64.const -1)))"#,
    );
    let id = arena.run_wat("greedy", &greedy, "[memory]\nlimit = \"1 MiB\"\n");
    eventually("memory-full is told", || {
        arena
            .controller
            .events()
            .since(0)
            .iter()
            .any(|e| e.kind == EventKind::MemoryFull && e.raw_id == id.to_raw())
    });
}

/// Grows to 37 pages, touches 11 pages of Linux's and reads 5 more, then rests.
fn touches() -> String {
    prelude::program(
        "(local $i i32) (local $seen i32)",
        "",
        r#"(drop (memory.grow (i32.const 36)))
           (loop $touch
             (i32.store (i32.add (i32.const 131072) (i32.mul (local.get $i) (i32.const 8192))) (i32.const 1))
             (br_if $touch (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 11))))
           (local.set $i (i32.const 0))
           (loop $read
             (local.set $seen (i32.add (local.get $seen)
               (i32.load (i32.add (i32.const 1048576) (i32.mul (local.get $i) (i32.const 4096))))))
             (br_if $read (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 5))))
           (call $say (i32.const 0) (i32.const 0))
           (drop (call $rest (i64.const -1)))"#,
    )
}

#[test]
fn committed_memory_is_what_linux_reports_to_the_page() {
    for mode in MODES {
        let arena = Arena::new();
        let size = 37 * 65536;
        let before = Stretch::of_size(size);
        let id = arena.run_wat(
            "touches",
            &touches(),
            &format!("[memory]\nlimit = \"4 MiB\"\n{mode}"),
        );
        eventually("it has touched its pages", || arena.lines(id).len() == 1);
        let memory = arena.info(id).memory;
        let found: Vec<_> = Stretch::of_size(size)
            .into_iter()
            .filter(|s| !before.iter().any(|b| b.start == s.start))
            .collect();
        let [guest] = found[..] else {
            panic!("its memory is not to be found: {found:?}")
        };
        assert_eq!(memory.size, size);
        assert_eq!(memory.committed, guest.private);
        assert!(
            memory.committed >= 11 * PAGE && memory.committed < size,
            "{memory:?}"
        );
        arena.kill(id);
        assert_eq!(arena.info(id).memory.committed, 0);
        let left = Stretch::all().into_iter().find(|s| s.start == guest.start);
        assert_eq!(
            left.map_or(0, |s| s.private),
            0,
            "pages of an ended guest stayed"
        );
    }
}

#[test]
fn every_touched_page_is_counted_and_every_one_goes_back() {
    let arena = Arena::new();
    let wat = prelude::program(
        "",
        "",
        r#"(drop (memory.grow (i32.const 255)))
           (memory.fill (i32.const 0) (i32.const 1) (i32.const 16777216))
           (call $say (i32.const 0) (i32.const 0))
           (drop (call $rest (i64.const -1)))"#,
    );
    let id = arena.run_wat("full", &wat, "[memory]\nlimit = \"16 MiB\"\n");
    eventually("it has touched its pages", || arena.lines(id).len() == 1);
    assert_eq!(arena.info(id).memory.committed, 16 * MIB);
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn a_limit_moves_while_the_guest_runs() {
    let arena = Arena::new();
    let patient = prelude::program(
        "",
        "",
        r#"(loop $again
             (call $nap (i64.const 1000000))
             (br_if $again (i32.eq (memory.grow (i32.const 32)) (i32.const -1))))
           (call $exit (memory.size))"#,
    );
    let id = arena.run_wat("patient", &patient, "[memory]\nlimit = \"1 MiB\"\n");
    eventually("growth was refused", || arena.info(id).memory.refused > 2);
    let refusal = arena
        .controller
        .set_memory_limit(id, 1)
        .unwrap_err()
        .to_string();
    assert!(
        refusal.contains("65536 bytes; a limit cannot lie below"),
        "{refusal}"
    );
    arena.controller.set_memory_limit(id, 4 * MIB).unwrap();
    arena.reaches(id, State::Stopped);
    assert_eq!(arena.info(id).exit_status, Some(33));
}

#[test]
fn a_guest_reads_the_limits_it_has() {
    let arena = Arena::new();
    let wat = prelude::program(
        "",
        "",
        r#"(if (i32.ne (call $limits (i32.const 0) (i32.const 200)) (i32.const 56)) (then (call $exit (i32.const 1))))
           (if (i64.ne (i64.load (i32.const 0)) (i64.const 1048576)) (then (call $exit (i32.const 2))))
           (if (i64.ne (i64.load (i32.const 8)) (i64.const 4194304)) (then (call $exit (i32.const 3))))
           (if (i64.ne (i64.load (i32.const 16)) (i64.const 65536)) (then (call $exit (i32.const 4))))
           (if (i64.ne (i64.load (i32.const 24)) (i64.const 2000000)) (then (call $exit (i32.const 5))))
           (if (i64.ne (i64.load (i32.const 32)) (i64.const 9000000)) (then (call $exit (i32.const 6))))
           (if (i64.ne (i64.load (i32.const 40)) (i64.const 3000000)) (then (call $exit (i32.const 7))))
           (if (i32.ne (i32.load (i32.const 48)) (i32.const 12)) (then (call $exit (i32.const 8))))
           (if (i32.ne (call $limits (i32.const 0) (i32.const 55)) (i32.const -5)) (then (call $exit (i32.const 9))))"#,
    );
    let rest = "[memory]\nguaranteed = \"1 MiB\"\nlimit = \"4 MiB\"\n[cpu]\nscheduler = \"fifo\"\npriority = 12\n\
                slice_us = 3000\nbudget_us = 2000\nperiod_us = 9000\n";
    assert_eq!(arena.status_of("limits", &wat, rest), 0);
}
