//! Calls whose caller or callee ends in the middle.

use super::{NEXT_LETTER, PLACES, ask, client, exit, export, on, says, server, status};
use terrace_tests::Arena;

/// Says that it was called; then does what the method says.
fn victim() -> String {
    server(
        "letters",
        "called",
        r#"(call $say (i32.const 0x40) (i32.const 6))
           (if (i32.eq (local.get $method) (i32.const 1)) (then (loop $ever (br $ever))))
           (if (i32.eq (local.get $method) (i32.const 2)) (then (drop (call $rest (i64.const -1)))))
           (if (i32.eq (local.get $method) (i32.const 3)) (then unreachable))
           (if (i32.eq (local.get $method) (i32.const 4)) (then (call $exit (i32.const 3))))
           (if (i32.eq (local.get $method) (i32.const 5)) (then
             (drop (call $call_reply (i32.const 0x200) (local.get $len))) unreachable))
           (drop (call $call_reply (i32.const 0x200) (local.get $len)))"#,
    )
}

/// Calls, and says what came of it; then calls another and ends with what came of that.
fn bereaved(method: u32) -> String {
    client(
        "victim/letters",
        "hello",
        &format!(
            r#"(if (i32.ne {} (i32.const {})) (then unreachable))
               (if (i32.ne {} (i32.const -20)) (then unreachable))
               (local.set $h (call $found (i32.const 0) (i32.const 14)))
               {}"#,
            ask(method, 5, 5),
            if method == 5 { 5 } else { -20 },
            ask(0, 5, 5),
            exit(&ask(0, 5, 5))
        ),
    )
}

#[test]
fn a_callee_that_is_killed_in_the_middle_is_an_error_to_its_caller() {
    for (caller, callee) in PLACES {
        for method in [1, 2] {
            let arena = Arena::new();
            arena.install_wat(
                "victim",
                &victim(),
                &export("letters", &["client"], &on(callee)),
            );
            let victim = arena.start("victim");
            let client = arena.run_wat("client", &bereaved(method), &on(caller));
            says(&arena, victim, "called");
            arena.kill(victim);
            let next = arena.start("victim");
            assert_eq!(status(&arena, client), 5);
            arena.kill(next);
            arena.unhurt();
        }
    }
}

#[test]
fn a_callee_that_traps_or_exits_in_the_middle_is_an_error_to_its_caller() {
    for (caller, callee) in PLACES {
        for (method, fault) in [
            (3, "unreachable"),
            (4, "no fault: Exited(3)"),
            (5, "unreachable"),
        ] {
            let arena = Arena::new();
            arena.install_wat(
                "victim",
                &victim(),
                &export("letters", &["client"], &on(callee)),
            );
            let victim = arena.start("victim");
            let client = arena.run_wat("client", &bereaved(method), &on(caller));
            assert_eq!(arena.fault(victim), fault);
            let next = arena.start("victim");
            assert_eq!(status(&arena, client), 5);
            arena.kill(next);
            arena.unhurt();
        }
    }
}

#[test]
fn a_callee_whose_caller_is_killed_finishes_and_serves_the_next() {
    for (caller, callee) in PLACES {
        let arena = Arena::new();
        // Method 1 takes until somebody has sent something.
        let body = format!(
            r#"(if (i32.eq (local.get $what) (i32.const 1)) (then (br $serve)))
               (if (i32.eq (local.get $method) (i32.const 1)) (then
                 (call $say (i32.const 0x40) (i32.const 6))
                 (call $nap (i64.const 100000000))
                 (call $say (i32.const 0x46) (i32.const 4))))
               {NEXT_LETTER}"#
        );
        let server = arena.run_wat(
            "server",
            &server("letters", "calleddone", &body),
            &export("letters", &["client", "next"], &on(callee)),
        );
        let killed = arena.run_wat(
            "client",
            &client("server/letters", "hello", &exit(&ask(1, 5, 5))),
            &on(caller),
        );
        says(&arena, server, "called");
        arena.kill(killed);
        let next = arena.run_wat(
            "next",
            &client("server/letters", "hello", &exit(&ask(0, 5, 5))),
            &on(caller),
        );
        assert_eq!(status(&arena, next), 5);
        assert_eq!(arena.lines(server), ["called", "done"]);
        arena.kill(server);
        arena.unhurt();
    }
}

#[test]
fn a_callee_that_computes_when_its_caller_is_killed_goes_on_by_itself() {
    for (caller, callee) in PLACES {
        let arena = Arena::new();
        let body = r#"(call $say (i32.const 0x40) (i32.const 6)) (loop $ever (br $ever))"#;
        let server = arena.run_wat(
            "server",
            &server("letters", "called", body),
            &export("letters", &["client"], &on(callee)),
        );
        let killed = arena.run_wat(
            "client",
            &client("server/letters", "hello", &exit(&ask(1, 5, 5))),
            &on(caller),
        );
        says(&arena, server, "called");
        // The time of the call is the caller's.
        arena.runs_on(killed);
        arena.kill(killed);
        arena.runs_on(server);
        arena.kill(server);
        arena.unhurt();
    }
}

#[test]
fn the_end_of_a_partition_is_told_to_who_watches_it() {
    for (watcher, watched) in PLACES {
        let arena = Arena::new();
        arena.install_wat(
            "victim",
            &victim(),
            &export("letters", &["client"], &on(watched)),
        );
        let victim = arena.start("victim");
        // Watches two handles of the three that it has; gives one of the two back.
        let body = format!(
            r#"(if (call $call_watch (local.get $h)) (then unreachable))
               (if (call $call_watch (local.get $h)) (then unreachable))
               (local.set $n (call $call_find (i32.const 0) (i32.const 14)))
               (if (call $call_watch (local.get $n)) (then unreachable))
               (drop (call $call_close (local.get $n)))
               (drop (call $call_find (i32.const 0) (i32.const 14)))
               (call $say (i32.const 0x40) (i32.const 5))
               (if (i32.ne (call $next (i64.const -1) (i32.const 0x100) (i32.const 0x200) (i32.const 0)) (i32.const 32))
                 (then unreachable))
               (if (i32.ne (i32.load (i32.const 0x110)) (i32.const 2)) (then unreachable))
               (if (i32.ne (i32.load (i32.const 0x114)) (local.get $h)) (then unreachable))
               (if (i32.ne (call $call_watch (local.get $h)) (i32.const -20)) (then unreachable))
               (if (i32.ne {} (i32.const -20)) (then unreachable))
               (if (i32.ne (call $next (i64.add (call $now) (i64.const 1000000)) (i32.const 0x100) (i32.const 0x200)
                 (i32.const 0)) (i32.const -10)) (then unreachable))
               {}"#,
            ask(0, 0, 0),
            exit("(i32.const 7)")
        );
        let client = arena.run_wat(
            "client",
            &client("victim/letters", "ready", &body),
            &on(watcher),
        );
        says(&arena, client, "ready");
        arena.kill(victim);
        assert_eq!(status(&arena, client), 7);
        arena.unhurt();
    }
}
