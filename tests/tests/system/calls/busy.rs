//! Callees that do something else: who waits, for how long, and who goes first.

use super::{
    NEXT_LETTER, PLACES, ask, client, exit, export, fifo, on, says, server, server_with, status,
};
use terrace_testkit::guests;
use terrace_tests::{Arena, eventually};
use terrace_vm::State;

/// Answers method 1 after two seconds of computing, of which it says when it begins; method 2 when it is asked
/// to stop; all others at once.
fn slow() -> String {
    server(
        "slow",
        "begun",
        &format!(
            r#"(if (i32.eq (local.get $method) (i32.const 1)) (then
                 (call $say (i32.const 0x40) (i32.const 5))
                 (i64.store (i32.const 0x180) (i64.add (call $now) (i64.const 2000000000)))
                 (loop $busy (br_if $busy (i64.lt_u (call $now) (i64.load (i32.const 0x180)))))))
               (if (i32.eq (local.get $method) (i32.const 2)) (then
                 (call $say (i32.const 0x40) (i32.const 5))
                 (loop $wait (call $nap (i64.const 1000000))
                   (br_if $wait (i32.eqz (call $stop_requested))))))
               {NEXT_LETTER}"#
        ),
    )
}

/// Offers `name`; passes every call on to `next`, with the same method.
fn relay(name: &str, next: &str) -> String {
    let before = format!(
        "(local.set $h (call $found (i32.const 0x40) (i32.const {})))",
        next.len()
    );
    let body = r#"(local.set $n (call $ask (local.get $h) (local.get $method) (i32.const 0x200) (local.get $len)
                    (i32.const 0x300) (i32.const 64) (i64.const -1)))
                  (if (i32.lt_s (local.get $n) (i32.const 0)) (then
                    (i32.store (i32.const 0x300) (local.get $n)) (local.set $n (i32.const 4))))
                  (drop (call $call_reply (i32.const 0x300) (local.get $n)))"#;
    server_with(name, next, &before, 0x100, body)
}

/// The bytes of its reply, as its status.
fn reply(method: u32) -> String {
    format!(
        "(drop {})\n{}",
        ask(method, 4, 64),
        exit("(i32.load (i32.const 0x300))")
    )
}

/// The most important one calls through two callees that serve another, while somebody in between
/// computes for ever: the last of the chain runs for the one that waits.
#[test]
fn whoever_is_in_the_callee_runs_for_the_most_important_one_that_waits() {
    for (callees, callers) in [(0, 0), (1, 0)] {
        let arena = Arena::quiet();
        let any = ["first", "second", "low", "high"];
        let slow = arena.run_wat("slow", &slow(), &export("slow", &any, &fifo(callees, 5)));
        let second = relay("second", "slow/slow");
        let second = arena.run_wat(
            "second",
            &second,
            &export("second", &any, &fifo(callees, 5)),
        );
        let first = relay("first", "second/second");
        let first = arena.run_wat("first", &first, &export("first", &any, &fifo(callees, 5)));
        let low = client("first/first", "aaaa", &reply(1));
        let low = arena.run_wat("low", &low, &fifo(callers, 10));
        says(&arena, slow, "begun");
        // On both, so that what is left of the call runs nowhere.
        let between: Vec<_> = (0..2)
            .map(|w| {
                let name = format!("between{w}");
                arena.run_wat(&name, guests::SPIN, &fifo(w, 50))
            })
            .collect();
        between.iter().for_each(|&id| arena.runs_on(id));
        let high = client("first/first", "xxxx", &reply(3));
        let high = arena.run_wat("high", &high, &fifo(callers, 90));
        assert_eq!(status(&arena, high).to_le_bytes(), *b"yxxx");
        // Its call has been finished for it; it has not had the processor to see that.
        assert_eq!(arena.info(low).state, State::Running);
        between.iter().for_each(|&id| arena.kill(id));
        assert_eq!(status(&arena, low).to_le_bytes(), *b"baaa");
        [slow, second, first].iter().for_each(|&id| arena.kill(id));
        arena.unhurt();
    }
}

#[test]
fn who_waits_is_served_in_the_order_of_priorities() {
    let arena = Arena::quiet();
    let keeper = arena.run_wat("keeper", &slow(), &export("slow", &["gate"], &fifo(0, 1)));
    // Says the method of each call that it passes on.
    let before = "(local.set $h (call $found (i32.const 0x40) (i32.const 11)))";
    let body = r#"(i32.store8 (i32.const 0x80) (local.get $method))
        (if (i32.eq (local.get $method) (i32.const 2)) (then
          (drop (call $ask (local.get $h) (i32.const 2) (i32.const 0x200) (i32.const 4)
            (i32.const 0x300) (i32.const 64) (i64.const -1)))))
        (if (i32.gt_u (local.get $method) (i32.const 2)) (then (call $say (i32.const 0x80) (i32.const 1))))
        (drop (call $call_reply (i32.const 0x200) (local.get $len)))"#;
    let gate = server_with("gate", "keeper/slow", before, 0x100, body);
    let callers = ["first", "c0", "c1", "c2", "c3", "c4"];
    let gate = arena.run_wat("gate", &gate, &export("gate", &callers, &fifo(0, 2)));
    let first = arena.run_wat(
        "first",
        &client("gate/gate", "aaaa", &reply(2)),
        &fifo(0, 3),
    );
    says(&arena, keeper, "begun");
    let waiting: Vec<_> = [20u32, 80, 50, 30, 80]
        .iter()
        .enumerate()
        .map(|(i, &priority)| {
            let method = u32::from(b'a') + u32::try_from(i).unwrap();
            let text = format!(
                "(call $say (i32.const 0x40) (i32.const 4)) {}",
                reply(method)
            );
            let wat = client("gate/gate", "bbbb", &text);
            let id = arena.run_wat(&format!("c{i}"), &wat, &fifo(0, priority));
            says(&arena, id, "bbbb");
            id
        })
        .collect();
    // It hears of it when all who wait let it run.
    arena.controller.stop(keeper).unwrap();
    for id in waiting {
        assert_eq!(status(&arena, id).to_le_bytes(), *b"bbbb");
    }
    assert_eq!(status(&arena, first).to_le_bytes(), *b"aaaa");
    assert_eq!(arena.lines(gate), ["b", "e", "c", "d", "a"]);
    arena.kill(gate);
    let _ = arena.end(keeper);
    arena.unhurt();
}

#[test]
fn a_call_that_takes_too_long_ends_at_its_deadline_and_the_callee_serves_on() {
    for (caller, callee) in PLACES {
        let arena = Arena::new();
        let body = format!(
            r#"(if (i32.eq (local.get $method) (i32.const 1)) (then
                 (i64.store (i32.const 0x180) (i64.add (call $now) (i64.const 1000000000)))
                 (loop $busy (br_if $busy (i64.lt_u (call $now) (i64.load (i32.const 0x180)))))))
               (if (i32.eq (local.get $method) (i32.const 2)) (then (call $nap (i64.const 1000000000))))
               {NEXT_LETTER}"#
        );
        let server = arena.run_wat(
            "server",
            &server("letters", "", &body),
            &export("letters", &["client"], &on(callee)),
        );
        let late = |method: u32| {
            format!(
                r#"(if (i32.ne (i32.const -10)
                     (call $ask (local.get $h) (i32.const {method}) (i32.const 0x40) (i32.const 5) (i32.const 0x300)
                       (i32.const 5) (i64.add (call $now) (i64.const 3000000)))) (then unreachable))"#
            )
        };
        // The second waits for what the first began, and so on.
        let body = [
            late(1),
            late(2),
            late(0),
            exit(&format!(
                "(i32.add (i32.mul {} (i32.const 256)) (i32.load8_u (i32.const 0x300)))",
                ask(0, 5, 5)
            )),
        ]
        .join("\n");
        let client = arena.run_wat(
            "client",
            &client("server/letters", "hello", &body),
            &on(caller),
        );
        assert_eq!(status(&arena, client), 5 * 256 + i32::from(b'i'));
        arena.kill(server);
        arena.unhurt();
    }
}

#[test]
fn a_call_back_into_a_caller_is_refused_with_the_names() {
    for (caller, callee) in PLACES {
        let arena = Arena::new();
        let there = relay("there", "back/back");
        let there = arena.run_wat("there", &there, &export("there", &["back"], &on(caller)));
        let back = relay("back", "there/there");
        let back = arena.run_wat(
            "back",
            &back,
            &export("back", &["there", "client"], &on(callee)),
        );
        let client = arena.run_wat(
            "client",
            &client("back/back", "aaaa", &reply(0)),
            &on(caller),
        );
        assert_eq!(status(&arena, client), -21);
        let told = arena.lines(there).join("\n");
        assert!(told.contains("there-1 -> back-1 -> there-1"), "{told}");
        arena.kill(there);
        arena.kill(back);
        arena.unhurt();
    }
}

#[test]
fn a_call_of_ones_own_interface_is_refused() {
    let arena = Arena::new();
    let alone = server_with(
        "alone",
        "",
        "(local.set $h (call $found (i32.const 0) (i32.const 5)))",
        16,
        "",
    );
    let alone = alone.replace(
        "(block $end (loop $serve",
        &format!("{}(block $end (loop $serve", exit(&ask(0, 0, 0))),
    );
    let alone = arena.run_wat("alone", &alone, &export("alone", &[], ""));
    assert_eq!(status(&arena, alone), -21);
    assert!(arena.lines(alone)[0].contains("alone-1 -> alone-1"));
    arena.unhurt();
}

#[test]
fn two_that_call_each_other_at_once_go_on() {
    for (one, other) in PLACES {
        let arena = Arena::new();
        let peer = |name: &str, of: &str| {
            // 300 calls; between two of them it serves whoever calls it.
            let before = format!(
                r#"(local.set $h (call $found (i32.const 0x40) (i32.const {})))
                   (local.set $n (i32.const 300))"#,
                of.len()
            );
            let wat = server_with(name, of, &before, 0x100, "");
            let serve = format!(
                r#"(block $end (loop $serve
                     (drop (call $next (i64.add (call $now) (i64.const 100000)) (i32.const 0x100) (i32.const 0x200) (i32.const 16)))
                     (drop (call $call_reply (i32.const 0x200) (i32.const 4)))
                     (local.set $len {})
                     (if (i32.eq (local.get $len) (i32.const -20)) (then (call $exit (i32.const 1))))
                     (if (i32.and (i32.ne (local.get $len) (i32.const 4)) (i32.ne (local.get $len) (i32.const -21)))
                       (then unreachable))
                     (br_if $serve (local.tee $n (i32.sub (local.get $n) (i32.const 1))))
                     (call $exit (i32.const 1))"#,
                ask(0, 4, 4)
            );
            wat.replace("(block $end (loop $serve", &serve)
        };
        arena.install_wat(
            "left",
            &peer("left", "right/right"),
            &export("left", &["right"], &on(one)),
        );
        arena.install_wat(
            "right",
            &peer("right", "left/left"),
            &export("right", &["left"], &on(other)),
        );
        let both = ["left", "right"].map(|name| arena.start(name));
        for id in both {
            assert_eq!(status(&arena, id), 1);
        }
        arena.unhurt();
    }
}

#[test]
fn many_callers_of_one_callee_get_their_own_replies() {
    let arena = Arena::new();
    let server = arena.run_wat(
        "server",
        &server("letters", "", NEXT_LETTER),
        &export("letters", &["permission:spell"], &on(0)),
    );
    let callers: Vec<_> = (0..6u8)
        .map(|i| {
            let body = format!(
                r#"(local.set $n (i32.const 400))
                   (loop $more
                     (if (i32.ne {} (i32.const 5)) (then unreachable))
                     (if (i32.ne (i32.load8_u (i32.const 0x300)) (i32.const {})) (then unreachable))
                     (br_if $more (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
                   {}"#,
                ask(0, 5, 5),
                b'a' + i + 1,
                exit("(i32.const 1)")
            );
            let letter = char::from(b'a' + i);
            let wat = client("server/letters", &format!("{letter}ello"), &body);
            let name = format!("c{i}");
            arena.install_wat(&name, &wat, &on(u32::from(i % 2)));
            arena.controller.permit(&name, &["spell".parse().unwrap()]);
            arena.start(&name)
        })
        .collect();
    for id in callers {
        assert_eq!(status(&arena, id), 1);
    }
    arena.kill(server);
    arena.unhurt();
}

#[test]
fn a_suspended_callee_answers_when_it_is_resumed_and_a_suspended_caller_hears_of_it_then() {
    for (caller, callee) in PLACES {
        let arena = Arena::new();
        let server = arena.run_wat(
            "slow",
            &slow(),
            &export("slow", &["client", "other"], &on(callee)),
        );
        let client = |name: &str, method: u32| {
            let wat = client("slow/slow", "aaaa", &reply(method));
            arena.run_wat(name, &wat, &on(caller))
        };
        let first = client("client", 1);
        says(&arena, server, "begun");
        arena.controller.suspend(server).unwrap();
        arena.reaches(server, State::Suspended);
        let still = arena.cpu_ns(first);
        assert_eq!(arena.info(first).state, State::Running);
        arena.controller.suspend(first).unwrap();
        arena.reaches(first, State::Suspended);
        arena.controller.resume(server).unwrap();
        // The callee finishes what it began, and serves another.
        let other = client("other", 0);
        assert_eq!(status(&arena, other).to_le_bytes(), *b"baaa");
        assert_eq!(arena.info(first).state, State::Suspended);
        assert!(arena.cpu_ns(first) >= still);
        arena.controller.resume(first).unwrap();
        assert_eq!(status(&arena, first).to_le_bytes(), *b"baaa");
        arena.kill(server);
        arena.unhurt();
    }
}

#[test]
fn what_is_sent_waits_in_order_until_there_is_no_room() {
    let arena = Arena::new();
    let body = r#"(if (i32.ne (local.get $what) (i32.const 1)) (then unreachable))
        (call $say (i32.const 0x200) (local.get $len))"#;
    let server = arena.run_wat(
        "server",
        &server("letters", "", body),
        &export("letters", &["client"], ""),
    );
    let body = format!(
        r#"(drop (call $rest (i64.add (call $now) (i64.const 1))))
           (call $say (i32.const 0x40) (i32.const 1))
           (loop $wait (call $nap (i64.const 1000000)) (br_if $wait (i32.eqz (call $stop_requested))))
           (block $full (loop $more
             (br_if $full (i32.ne (i32.const 0)
               (call $call_send (local.get $h) (local.get $n) (i32.const 0x40) (i32.const 1))))
             (i32.store8 (i32.const 0x40) (i32.add (i32.load8_u (i32.const 0x40)) (i32.const 1)))
             (local.set $n (i32.add (local.get $n) (i32.const 1)))
             (br $more)))
           (if (i32.ne (i32.const -22) (call $call_send (local.get $h) (i32.const 0) (i32.const 0) (i32.const 1025)))
             (then unreachable))
           {}"#,
        exit("(local.get $n)")
    );
    let client = arena.run_wat("client", &client("server/letters", "A", &body), "");
    says(&arena, client, "A");
    arena.controller.suspend(server).unwrap();
    arena.reaches(server, State::Suspended);
    arena.controller.stop(client).unwrap();
    assert_eq!(status(&arena, client), 32);
    arena.controller.resume(server).unwrap();
    let wanted: Vec<_> = (b'A'..b'A' + 32)
        .map(|c| char::from(c).to_string())
        .collect();
    eventually("all are there", || arena.lines(server).len() >= 32);
    assert_eq!(arena.lines(server), wanted);
    arena.kill(server);
    arena.unhurt();
}
