//! Attacks on descriptors: opens without end, and closes of what is not one's own.

use terrace_testkit::{Census, prelude};
use terrace_tests::{Arena, eventually};
use terrace_vm::State;

fn granted(arena: &Arena) -> String {
    let folder = arena.folder().join("granted");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("f"), "text").unwrap();
    format!(
        "[permissions]\ndirs = [{{ host = \"{}\", guest = \"/g\" }}]\n",
        folder.display()
    )
}

const OPEN: &str = r#"(call $path_open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 0)
    (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 64))"#;

/// `mfile` of WASI 0.1.
const TOO_MANY_FILES: i32 = 33;

#[test]
fn opens_without_end_are_refused_at_the_bound_and_given_back() {
    let arena = Arena::new();
    let rest = granted(&arena);
    // Beside the standard three and its folder.
    let most = terrace_abi::DESCRIPTORS - 4;
    // Opens until refused; then what it has works on: it writes, closes one, opens one, and exits
    // with what the next open answers.
    let wat = prelude::program(
        "(local $opened i32) (local $last i32)",
        "f",
        &format!(
            r#"(block $full (loop $more
                 (br_if $full {OPEN})
                 (local.set $last (i32.load (i32.const 64)))
                 (local.set $opened (i32.add (local.get $opened) (i32.const 1)))
                 (br $more)))
               (if (i32.ne (local.get $opened) (i32.const {most})) (then (call $exit (i32.const 100))))
               (i32.store (i32.const 80) (i32.const 0))
               (i32.store (i32.const 84) (i32.const 1))
               (drop (call $fd_write (i32.const 1) (i32.const 80) (i32.const 1) (i32.const 96)))
               (if (call $fd_close (local.get $last)) (then (call $exit (i32.const 101))))
               (if {OPEN} (then (call $exit (i32.const 102))))
               (call $exit {OPEN})"#
        ),
    );
    for mode in crate::lifecycle::MODES {
        let id = arena.run_wat("opens", &wat, &format!("{rest}{mode}"));
        arena.reaches(id, State::Stopped);
        assert_eq!(arena.info(id).exit_status, Some(TOO_MANY_FILES));
        assert_eq!(arena.lines(id), ["f"]);
    }
    arena.unhurt();
}

#[test]
fn a_poll_of_more_than_there_can_be_is_refused() {
    let arena = Arena::quiet();
    let poll = |count: u64| {
        let body = format!(
            r#"(loop $more
                 (i32.store offset=16 (i32.mul (local.get $i) (i32.const 48)) (i32.const 1))
                 (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const {count}))))
               (call $exit (call $poll_oneoff (i32.const 0) (i32.const 20000) (i32.const {count}) (i32.const 60000)))"#
        );
        arena.status_of("polls", &prelude::program("(local $i i32)", "", &body), "")
    };
    assert_eq!(poll(terrace_abi::DESCRIPTORS), 0);
    assert_eq!(
        poll(terrace_abi::DESCRIPTORS + 1),
        28,
        "`inval` of WASI 0.1"
    );
}

#[test]
fn a_folder_too_large_to_list_is_refused() {
    let arena = Arena::quiet();
    let rest = granted(&arena);
    let folder = arena.folder().join("granted");
    let list = prelude::program(
        "",
        "",
        "(call $exit (call $fd_readdir (i32.const 3) (i32.const 0) (i32.const 4096) (i64.const 0) (i32.const 8192)))",
    );
    assert_eq!(arena.status_of("lists", &list, &rest), 0);
    let long = "x".repeat(240);
    for number in 0..20_000 {
        std::fs::write(folder.join(format!("{number}{long}")), "").unwrap();
        if folder.metadata().unwrap().len() > 1 << 20 {
            break;
        }
    }
    if folder.metadata().unwrap().len() <= 1 << 20 {
        eprintln!("skipped: this file system does not tell the size of a folder");
        return;
    }
    assert_eq!(
        arena.status_of("lists", &list, &rest),
        48,
        "`nomem` of WASI 0.1"
    );
}

#[test]
fn a_hundred_thousand_opens_that_are_closed_leave_nothing_open() {
    let arena = Arena::new();
    let rest = granted(&arena);
    let wat = prelude::program(
        "(local $i i32)",
        "f",
        &format!(
            r#"(loop $more
                 (if {OPEN} (then (call $exit (i32.const 1))))
                 (if (call $fd_close (i32.load (i32.const 64))) (then (call $exit (i32.const 2))))
                 (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100000))))"#
        ),
    );
    let before = Census::take().descriptors;
    let id = arena.run_wat("opens", &wat, &rest);
    arena.unhurt_neighbours();
    assert!(
        Census::take().descriptors <= before + 8,
        "its code, its folder, one file"
    );
    arena.reaches(id, State::Stopped);
    assert_eq!(arena.info(id).exit_status, Some(0));
    arena.unhurt();
}

#[test]
fn descriptors_of_a_killed_guest_are_closed() {
    let arena = Arena::new();
    let rest = granted(&arena);
    let wat = prelude::program(
        "(local $i i32)",
        "f",
        &format!(
            r#"(loop $more (drop {OPEN})
                 (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 50))))
               (call $say (i32.const 0) (i32.const 1))
               (loop $for_ever (br $for_ever))"#
        ),
    );
    for mode in crate::lifecycle::MODES {
        let before = Census::take().descriptors;
        let id = arena.run_wat("holds", &wat, &format!("{rest}{mode}"));
        eventually("it holds descriptors", || {
            let info = arena.info(id);
            assert!(!info.state.ended(), "{info:?}");
            arena.lines(id).len() == 1
        });
        assert!(Census::take().descriptors >= before + 50);
        arena.kill(id);
        arena.unhurt();
    }
}

#[test]
fn closing_every_number_closes_nothing_of_the_monitor() {
    let arena = Arena::new();
    let wat = prelude::program(
        "(local $i i32)",
        "",
        r#"(loop $more
             (drop (call $fd_close (local.get $i)))
             (drop (call $fd_renumber (local.get $i) (i32.add (local.get $i) (i32.const 7))))
             (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 5000))))"#,
    );
    let before = Census::take();
    assert_eq!(arena.status_of("closes", &wat, &granted(&arena)), 0);
    assert!(
        Census::take().descriptors >= before.descriptors,
        "a descriptor of the monitor is gone"
    );
    arena.unhurt();
}
