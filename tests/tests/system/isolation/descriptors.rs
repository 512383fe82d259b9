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
fn a_hundred_thousand_opens_are_bounded_and_given_back() {
    let arena = Arena::new();
    let rest = granted(&arena);
    let wat = prelude::program(
        "(local $i i32) (local $opened i32)",
        "f",
        &format!(
            r#"(loop $more
                 (if (i32.eqz {OPEN}) (then (local.set $opened (i32.add (local.get $opened) (i32.const 1)))))
                 (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 100000))))
               (i32.store8 (i32.const 128) (i32.const 100))
               (call $say (i32.const 128) (i32.const 1))
               (drop (call $rest (i64.const -1)))
               (call $exit (local.get $opened))"#
        ),
    );
    let before = Census::take().descriptors;
    let id = arena.run_wat("opens", &wat, &rest);
    eventually("100,000 opens were tried", || arena.lines(id).len() == 1);
    let most = usize::try_from(terrace_abi::DESCRIPTORS).unwrap();
    let held = Census::take().descriptors - before;
    assert!(
        held > 10 && held <= most,
        "{held} descriptors held, {most} allowed"
    );
    arena.unhurt_neighbours();
    arena.controller.stop(id).unwrap();
    arena.reaches(id, State::Stopped);
    let opened = usize::try_from(arena.info(id).exit_status.unwrap()).unwrap();
    assert!(opened > 10 && opened <= most, "{opened} opens succeeded");
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
        eventually("it holds descriptors", || arena.lines(id).len() == 1);
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
