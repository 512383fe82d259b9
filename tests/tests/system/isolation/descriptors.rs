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

#[test]
fn opens_without_end_fault_at_the_bound_and_are_given_back() {
    let arena = Arena::new();
    let rest = granted(&arena);
    let wat = prelude::program("", "f", &format!("(loop $more (drop {OPEN}) (br $more))"));
    for mode in crate::lifecycle::MODES {
        let id = arena.run_wat("opens", &wat, &format!("{rest}{mode}"));
        assert_eq!(arena.fault(id), "other-trap");
        let message = arena.info(id).fault.unwrap().message;
        let bound = format!("{} descriptors", terrace_abi::DESCRIPTORS);
        assert!(message.contains(&bound), "{message}");
    }
    arena.unhurt();
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
