//! What calls answer.

use super::{NEXT_LETTER, PLACES, ask, client, exit, export, on, server, server_with, status};
use terrace_testkit::prelude;
use terrace_tests::Arena;

#[test]
fn a_call_brings_the_request_and_takes_the_reply_back() {
    for (caller, callee) in PLACES {
        let arena = Arena::new();
        let server = arena.run_wat(
            "server",
            &server("letters", "", NEXT_LETTER),
            &export("letters", &["client"], &on(callee)),
        );
        // A thousand calls, each with the reply of the one before; then the first letter of the last.
        let body = format!(
            r#"(local.set $n (i32.const 1000))
               (loop $more
                 (if (i32.ne {} (i32.const 5)) (then unreachable))
                 (memory.copy (i32.const 0x40) (i32.const 0x300) (i32.const 5))
                 (br_if $more (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
               (if (i32.ne (i32.load offset=1 (i32.const 0x40)) (i32.const 0x6f6c6c65)) (then unreachable))
               {}"#,
            ask(7, 5, 64),
            exit("(i32.load8_u (i32.const 0x40))")
        );
        let client = arena.run_wat(
            "client",
            &client("server/letters", "hello", &body),
            &on(caller),
        );
        assert_eq!(status(&arena, client), (i32::from(b'h') + 1000) % 256);
        arena.kill(server);
        arena.unhurt();
    }
}

#[test]
fn threaded_partitions_call_and_are_called() {
    for (caller, callee) in [
        ("threaded", "dispatched"),
        ("dispatched", "threaded"),
        ("threaded", "threaded"),
    ] {
        let arena = Arena::new();
        let cpu = |mode: &str| format!("[cpu]\nworker = 0\nmode = \"{mode}\"\n");
        let server = arena.run_wat(
            "server",
            &server("letters", "", NEXT_LETTER),
            &export("letters", &["client"], &cpu(callee)),
        );
        let body = format!(
            r#"(local.set $n (i32.const 500))
               (loop $more
                 (if (i32.ne {} (i32.const 5)) (then unreachable))
                 (br_if $more (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
               {}"#,
            ask(7, 5, 64),
            exit("(i32.load8_u (i32.const 0x300))")
        );
        let client = arena.run_wat(
            "client",
            &client("server/letters", "hello", &body),
            &cpu(caller),
        );
        assert_eq!(status(&arena, client), i32::from(b'i'));
        arena.kill(server);
        arena.unhurt();
    }
}

#[test]
fn request_and_reply_may_lie_in_the_same_place() {
    let arena = Arena::new();
    let server = arena.run_wat(
        "server",
        &server("letters", "", NEXT_LETTER),
        &export("letters", &["client"], ""),
    );
    let body = format!(
        "(drop (call $ask (local.get $h) (i32.const 0) (i32.const 0x40) (i32.const 5) (i32.const 0x41) (i32.const 8) (i64.const -1)))\n{}",
        exit("(i32.load (i32.const 0x40))")
    );
    let client = arena.run_wat("client", &client("server/letters", "hello", &body), "");
    assert_eq!(status(&arena, client).to_le_bytes(), *b"hiel");
    arena.kill(server);
    arena.unhurt();
}

#[test]
fn what_is_not_offered_declared_or_permitted_is_refused() {
    let arena = Arena::new();
    let find = |name: &str| {
        prelude::program(
            "",
            name,
            &exit(&format!(
                "(call $call_find (i32.const 0) (i32.const {}))",
                name.len()
            )),
        )
    };
    assert_eq!(arena.status_of("client", &find("server/letters"), ""), -4);
    let server = arena.run_wat(
        "server",
        &server("letters", "", NEXT_LETTER),
        &export("letters", &["client", "permission:spell"], ""),
    );
    terrace_tests::eventually("the interface is offered", || {
        arena.status_of("client", &find("server/letters"), "") >= 0
    });
    assert_eq!(arena.status_of("client", &find("server/words"), ""), -4);
    assert_eq!(arena.status_of("client", &find("letters"), ""), -4);
    assert_eq!(arena.status_of("stranger", &find("server/letters"), ""), -2);
    // By a permission that the device file grants.
    arena.install_wat("friend", &find("server/letters"), "");
    arena
        .controller
        .permit("friend", &["spell".parse().unwrap()]);
    let friend = arena.start("friend");
    assert!(status(&arena, friend) >= 0);
    let offer = prelude::program(
        "",
        "letters",
        &exit("(call $call_offer (i32.const 0) (i32.const 7))"),
    );
    assert_eq!(arena.status_of("undeclared", &offer, ""), -2);
    arena.kill(server);
    assert_eq!(arena.status_of("client", &find("server/letters"), ""), -4);
    arena.unhurt();
}

#[test]
fn requests_and_replies_that_do_not_fit_are_refused_and_nothing_else_changes() {
    for (caller, callee) in PLACES {
        let arena = Arena::new();
        // Takes sixteen bytes, replies with `$method` bytes, and exits if a refused reply is not told.
        let body = r#"(local.set $n (call $call_reply (i32.const 0x200) (local.get $method)))
            (if (i32.eq (local.get $n) (i32.const -23)) (then
              (call $say (i32.const 0x40) (i32.const 4))))"#;
        let server = arena.run_wat(
            "server",
            &server_with("sizes", "long", "", 16, body),
            &export("sizes", &["client"], &on(callee)),
        );
        let check = |call: String, wanted: i32| {
            format!(
                "(if (i32.ne {call} (i32.const {wanted})) (then {}))",
                exit(&format!("(i32.const {wanted})"))
            )
        };
        let body = [
            check(ask(3, 16, 8), 3),
            check(ask(3, 17, 8), -22),
            check(ask(8, 16, 8), 8),
            check(ask(9, 16, 8), -23),
            check(ask(3, 0, 3), 3),
            check(ask(0, 0, 0), 0),
            check(ask(1, 0, 0), -23),
            exit("(i32.const 100)"),
        ]
        .join("\n");
        let client = arena.run_wat("client", &client("server/sizes", "", &body), &on(caller));
        assert_eq!(status(&arena, client), 100);
        assert_eq!(arena.lines(server), ["long", "long"]);
        arena.kill(server);
        arena.unhurt();
    }
}

#[test]
fn more_than_a_call_may_carry_is_refused_before_the_callee_sees_it() {
    let arena = Arena::new();
    let server = arena.run_wat(
        "server",
        &server("letters", "", NEXT_LETTER),
        &export("letters", &["client"], ""),
    );
    let wat = client(
        "server/letters",
        "",
        &exit(
            "(call $ask (local.get $h) (i32.const 0) (i32.const 0) (i32.const 65537) (i32.const 0) (i32.const 0) (i64.const -1))",
        ),
    );
    let wat = wat.replace(
        "(memory (export \"memory\") 1)",
        "(memory (export \"memory\") 2)",
    );
    let client = arena.run_wat("client", &wat, "");
    assert_eq!(status(&arena, client), -22);
    arena.kill(server);
    arena.unhurt();
}

#[test]
fn stale_and_forged_handles_are_refused() {
    let arena = Arena::new();
    let server = arena.run_wat(
        "server",
        &server("letters", "", NEXT_LETTER),
        &export("letters", &["client"], ""),
    );
    let refused = |handle: &str| {
        format!(
            "(local.set $n {handle})\n{}",
            ["call $call_close", "call $call_watch"]
                .iter()
                .map(|f| format!("(if (i32.ne ({f} (local.get $n)) (i32.const -4)) (then unreachable))"))
                .chain([
                    "(if (i32.ne (call $call_send (local.get $n) (i32.const 0) (i32.const 0) (i32.const 0)) (i32.const -4)) (then unreachable))".to_owned(),
                    "(if (i32.ne (call $ask (local.get $n) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i64.const -1)) (i32.const -4)) (then unreachable))".to_owned(),
                ])
                .collect::<Vec<_>>()
                .join("\n")
        )
    };
    let body = [
        refused("(i32.const 1)"),
        refused("(i32.const -1)"),
        refused("(i32.add (local.get $h) (i32.const 256))"),
        "(drop (call $call_close (local.get $h)))".to_owned(),
        refused("(local.get $h)"),
        // The same place again, under another number.
        "(local.set $n (local.get $h)) (local.set $h (call $found (i32.const 0) (i32.const 14)))"
            .to_owned(),
        "(if (i32.eq (local.get $n) (local.get $h)) (then unreachable))".to_owned(),
        refused("(local.get $n)"),
        exit(&ask(0, 5, 5)),
    ]
    .join("\n");
    let client = arena.run_wat("client", &client("server/letters", "hello", &body), "");
    assert_eq!(status(&arena, client), 5);
    arena.kill(server);
    arena.unhurt();
}

#[test]
fn no_more_interfaces_are_found_than_there_are_handles() {
    let arena = Arena::new();
    let server = arena.run_wat(
        "server",
        &server("letters", "", NEXT_LETTER),
        &export("letters", &["client"], ""),
    );
    let body = format!(
        r#"(local.set $n (i32.const 255))
           (loop $more
             (if (i32.lt_s (call $call_find (i32.const 0) (i32.const 14)) (i32.const 0)) (then unreachable))
             (br_if $more (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
           {}"#,
        exit("(call $call_find (i32.const 0) (i32.const 14))")
    );
    let client = arena.run_wat("client", &client("server/letters", "", &body), "");
    assert_eq!(status(&arena, client), -6);
    arena.kill(server);
    arena.unhurt();
}

#[test]
fn replies_without_a_call_and_accepts_within_one_are_refused() {
    let arena = Arena::new();
    let body = r#"
      (if (i32.ne (call $next (i64.const 0) (i32.const 0x100) (i32.const 0x200) (i32.const 16)) (i32.const -8))
        (then unreachable))
      (drop (call $call_reply (i32.const 0x200) (local.get $len)))
      (if (i32.ne (call $call_reply (i32.const 0x200) (i32.const 0)) (i32.const -8)) (then unreachable))
      (if (i32.ne (call $next (i64.const 0) (i32.const 0x100) (i32.const 0x200) (i32.const 16)) (i32.const -10))
        (then unreachable))"#;
    let server = arena.run_wat(
        "server",
        &server("letters", "", body),
        &export("letters", &["client"], ""),
    );
    let client = arena.run_wat(
        "client",
        &client("server/letters", "hello", &exit(&ask(0, 5, 5))),
        "",
    );
    assert_eq!(status(&arena, client), 5);
    arena.kill(server);
    arena.unhurt();
}
