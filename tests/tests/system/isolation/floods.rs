//! Floods of output and log: bounded, counted, and no one else's business.

use terrace_testkit::prelude;
use terrace_tests::{Arena, eventually, wait::pass};
use terrace_vm::State;

/// Writes 4 KiB lines to descriptor `fd` for ever.
fn writes(fd: u32) -> String {
    prelude::program(
        "",
        "",
        &format!(
            r#"(memory.fill (i32.const 1024) (i32.const 120) (i32.const 4095))
               (i32.store8 (i32.const 5119) (i32.const 10))
               (i32.store (i32.const 0) (i32.const 1024))
               (i32.store (i32.const 4) (i32.const 4096))
               (loop $more
                 (drop (call $fd_write (i32.const {fd}) (i32.const 0) (i32.const 1) (i32.const 8)))
                 (br $more))"#
        ),
    )
}

fn kept(arena: &Arena, id: terrace_vm::PartitionId) -> (usize, u64) {
    let page = arena.controller.journal().read(id, 0, usize::MAX);
    (page.records.iter().map(|r| r.text.len()).sum(), page.lost)
}

#[test]
fn a_flood_of_output_is_bounded_and_counted() {
    let arena = Arena::new();
    let most = usize::try_from(terrace_abi::JOURNAL_BYTES).unwrap();
    for fd in [1, 2] {
        for mode in crate::lifecycle::MODES {
            let id = arena.run_wat("flood", &writes(fd), mode);
            eventually("the journal overflows", || kept(&arena, id).1 > 1000);
            arena.unhurt_neighbours();
            let (bytes, _) = kept(&arena, id);
            assert!(bytes > most / 2 && bytes <= most, "{bytes} bytes kept");
            arena.kill(id);
        }
    }
    arena.unhurt();
}

#[test]
fn a_flood_of_output_can_be_suspended_while_it_waits_for_space() {
    let arena = Arena::new();
    let id = arena.run_wat("flood", &writes(1), "");
    for _ in 0..20 {
        pass(3);
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
fn every_record_of_a_flooded_log_is_kept_or_counted() {
    let arena = Arena::new();
    let wat = prelude::program(
        "(local $i i32) (local $full i32)",
        "a record of a flood",
        r#"(loop $more
             (if (i32.eq (call $log (i32.const 2) (i32.const 0) (i32.const 19)) (i32.const -6))
               (then (local.set $full (i32.add (local.get $full) (i32.const 1)))))
             (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 200000))))
           (call $exit (local.get $full))"#,
    );
    let refused = u64::try_from(arena.status_of("flood", &wat, "")).unwrap();
    let id = arena.controller.find("flood").unwrap();
    arena.controller.flush(id);
    let page = arena.controller.journal().read(id, 0, usize::MAX);
    assert!(refused > 0, "the ring was never full");
    assert!(page.lost >= refused);
    assert_eq!(
        page.lost + page.records.len() as u64,
        200_000,
        "a record is neither kept nor counted"
    );
    assert!(page.records.iter().all(|r| r.text == "a record of a flood"));
    arena.unhurt();
}

#[test]
fn one_record_and_one_line_are_cut_at_their_bounds() {
    let arena = Arena::new();
    let wat = prelude::program(
        "",
        "",
        r#"(memory.fill (i32.const 1024) (i32.const 120) (i32.const 60000))
           (drop (call $log (i32.const 3) (i32.const 1024) (i32.const 60000)))
           (i32.store (i32.const 0) (i32.const 1024))
           (i32.store (i32.const 4) (i32.const 5000))
           (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))"#,
    );
    assert_eq!(arena.status_of("long", &wat, ""), 0);
    let id = arena.controller.find("long").unwrap();
    let lines: Vec<usize> = arena.lines(id).iter().map(String::len).collect();
    assert!(
        lines[0] == 1024 && lines.iter().all(|&l| l <= 1024),
        "{lines:?}"
    );
    assert_eq!(
        lines[1..].iter().sum::<usize>(),
        5000,
        "output is cut in lines, not lost"
    );
    arena.unhurt();
}

#[test]
fn text_that_is_not_text_is_shown_and_does_no_harm() {
    let arena = Arena::new();
    let wat = prelude::program(
        "",
        "\\ff\\fe\\00\\1b[2J\\80",
        "(drop (call $log (i32.const 3) (i32.const 0) (i32.const 8))) (call $exit (call $log (i32.const 9) (i32.const 0) (i32.const 8)))",
    );
    assert_eq!(arena.status_of("bytes", &wat, ""), -3, "no such level");
    let id = arena.controller.find("bytes").unwrap();
    assert_eq!(arena.lines(id).len(), 1);
    arena.unhurt();
}

#[test]
fn an_exit_in_the_middle_of_output_keeps_what_was_written() {
    let arena = Arena::new();
    let wat = prelude::program(
        "",
        "half a line",
        r#"(i32.store (i32.const 64) (i32.const 0))
           (i32.store (i32.const 68) (i32.const 11))
           (drop (call $fd_write (i32.const 1) (i32.const 64) (i32.const 1) (i32.const 72)))
           (call $exit (i32.const 4))
           (unreachable)"#,
    );
    for _ in 0..20 {
        assert_eq!(arena.status_of("half", &wat, ""), 4);
    }
    let id = arena.controller.find("half").unwrap();
    assert_eq!(arena.lines(id), ["half a line"]);
    arena.unhurt();
}
