//! What a hostile guest tries: forged and stale handles, slots it does not give back, floods, and
//! dying at any point. After each the channel holds what it held before.

use super::{RECEIVE, SEND, channel, declare, guest, seen, story};
use terrace_tests::{Arena, eventually};
use terrace_vm::State;

fn inbox(rest: &str) -> String {
    let who = "publishers = [\"sender\", \"flooder\"]\nsubscribers = [\"receiver\", \"slug\"]\n";
    channel("inbox", "message", &format!("count = 64\n{who}{rest}"))
}

/// Nothing is held or reserved beyond what nobody uses any more.
fn clean(arena: &Arena) {
    let info = seen(arena, "inbox");
    assert_eq!(
        (info.held, info.senders.len(), info.receivers.len()),
        (0, 0, 0)
    );
    arena.controller.uninstall("owner");
    assert_eq!(arena.controller.channel_memory(), 0);
    arena.unhurt();
}

#[test]
fn handles_that_are_forged_stale_or_of_another_kind_are_refused() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 4\n"));
    let sender = guest(
        "inbox",
        SEND,
        r#"(local.set $m (call $message_obtain (global.get $channel)))
           ;; Neighbours of what is right, and what is far from it.
           (local.set $i (i32.const -600))
           (loop $near
             (local.set $n (i32.add (local.get $m) (local.get $i)))
             (if (i32.ne (local.get $n) (local.get $m)) (then
               (if (i32.ne (call $message_release (local.get $n)) (i32.const -15)) (then unreachable))
               (if (i32.ne (call $message_fill (local.get $n) (i32.const 0) (i32.const 0) (i32.const 4)) (i32.const -15)) (then unreachable))
               (if (i32.ne (call $message_send (local.get $n) (i32.const 0) (i32.const 0) (i32.const 0) (i64.const 0)) (i32.const -15)) (then unreachable))))
             (local.set $n (i32.add (global.get $channel) (local.get $i)))
             (if (i32.ne (local.get $n) (global.get $channel)) (then
               (if (i32.ne (call $message_obtain (local.get $n)) (i32.const -15)) (then unreachable))
               (if (i32.ne (call $message_close (local.get $n)) (i32.const -15)) (then unreachable))
               (if (i32.ne (call $message_lost (local.get $n)) (i32.const -15)) (then unreachable))))
             (local.set $i (i32.add (local.get $i) (i32.const 1)))
             (br_if $near (i32.lt_s (local.get $i) (i32.const 600))))
           ;; A slot that was not taken cannot be read, and a sender takes nothing.
           (call $note (call $message_read (local.get $m) (i32.const 0) (i32.const 2048) (i32.const 4)))
           (call $note (call $message_take (global.get $channel) (i64.const 0) (i32.const 1024) (i32.const 40)))
           (call $note (call $message_receive (global.get $channel) (i64.const 0) (i32.const 1024) (i32.const 40) (i32.const 2048) (i32.const 64)))
           ;; Where the letter and the bytes would overlap.
           (call $note (call $message_receive (global.get $channel) (i64.const 0) (i32.const 1024) (i32.const 40) (i32.const 1030) (i32.const 64)))
           ;; Sizes that wrap.
           (call $note (call $message_fill (local.get $m) (i32.const -1) (i32.const 0) (i32.const 4)))
           (call $note (call $message_fill (local.get $m) (i32.const 0) (i32.const 0) (i32.const 65)))
           (call $note (call $message_fill (local.get $m) (i32.const 0) (i32.const 0) (i32.const 64)))
           (call $note (call $message_fill (local.get $m) (i32.const 63) (i32.const 0) (i32.const 2)))
           (call $note (call $message_send (local.get $m) (i32.const -1) (i32.const 0) (i32.const 0) (i64.const 0)))
           (call $note (call $message_post (global.get $channel) (i32.const 0) (i32.const 65) (i32.const 0) (i32.const 0) (i64.const 0)))
           ;; After it was sent it is not the sender's any more; after a release nobody's.
           (call $note (call $message_send (local.get $m) (i32.const 4) (i32.const 0) (i32.const 0) (i64.const 0)))
           (call $note (call $message_fill (local.get $m) (i32.const 0) (i32.const 0) (i32.const 4)))
           (call $note (call $message_release (local.get $m)))
           (local.set $m (call $message_obtain (global.get $channel)))
           (call $note (call $message_release (local.get $m)))
           (call $note (call $message_release (local.get $m)))
           (call $note (call $message_close (global.get $channel)))
           (call $note (call $message_close (global.get $channel)))
           (call $note (call $message_obtain (global.get $channel)))"#,
    );
    let id = arena.run_wat("sender", &sender, "");
    let expected = [
        "-3", "-3", "-3", "-3", "-3", "-5", "64", "-5", "-3", "-5", "1", "-15", "-15", "0", "-15",
        "0", "-15", "-15",
    ];
    assert_eq!(story(&arena, id), expected);
    clean(&arena);
}

#[test]
fn a_handle_of_another_partition_names_nothing() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 4\n"));
    // Both have opened the channel alike and obtained a slot: the second tries the first's numbers,
    // which are its own as well, and no more than its own.
    let holder = "(drop (call $message_obtain (global.get $channel))) (call $note (i32.const 1)) (loop $l (br $l))";
    let first = arena.run_wat("sender", &guest("inbox", SEND, holder), "");
    eventually("it holds a slot", || seen(&arena, "inbox").held == 1);
    let thief = r#"(local.set $i (i32.const -1))
        (loop $all
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (if (i32.ne (call $message_release (local.get $i)) (i32.const -15)) (then unreachable))
          (br_if $all (i32.lt_u (local.get $i) (i32.const 100000))))"#;
    let second = arena.run_wat("flooder", &guest("inbox", SEND, thief), "");
    assert_eq!(story(&arena, second), [""; 0]);
    assert_eq!(seen(&arena, "inbox").held, 1);
    arena.kill(first);
    clean(&arena);
}

#[test]
fn one_who_holds_all_it_may_takes_nothing_from_others() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 2\n"));
    let greedy = r#"(loop $more (br_if $more (i32.ge_s (call $message_obtain (global.get $channel)) (i32.const 0))))
        (call $note (call $message_obtain (global.get $channel)))
        (loop $l (br $l))"#;
    let greedy = arena.run_wat("flooder", &guest("inbox", SEND, greedy), "");
    eventually("it holds all it may", || seen(&arena, "inbox").held == 2);
    let sender =
        "(call $note (call $said (i32.const 200) (i32.const 1) (i32.const 0) (i32.const 0)))";
    let id = arena.run_wat("sender", &guest("inbox", SEND, sender), "");
    assert_eq!(story(&arena, id), ["1"]);
    // A receiver that does not release is told the same.
    let slug = r#"(call $note (i32.gt_s (call $take (global.get $channel)) (i32.const 0)))
        (call $note (i32.gt_s (call $take (global.get $channel)) (i32.const 0)))
        (call $note (call $take (global.get $channel)))"#;
    let publisher = arena.controller.publisher("inbox").unwrap();
    publisher.post(b"x", 0, 0, 0).unwrap();
    let id = arena.run_wat("slug", &guest("inbox", RECEIVE, slug), "");
    assert_eq!(story(&arena, id), ["1", "1", "-16"]);
    drop(publisher);
    arena.kill(greedy);
    clean(&arena);
}

/// Everything a sender and a receiver do, a step each; `$pause` lets the test end it there.
const STEPS: [(u32, &str); 12] = [
    (
        SEND,
        "(local.set $m (call $message_obtain (global.get $channel)))",
    ),
    (
        SEND,
        "(local.set $n (call $message_obtain (global.get $channel)))",
    ),
    (
        SEND,
        "(drop (call $message_fill (local.get $m) (i32.const 0) (i32.const 200) (i32.const 8)))",
    ),
    (
        SEND,
        "(drop (call $message_fill (local.get $n) (i32.const 0) (i32.const 200) (i32.const 8)))",
    ),
    (
        SEND,
        "(drop (call $message_send (local.get $m) (i32.const 8) (i32.const 0) (i32.const 0) (i64.const 0)))",
    ),
    (
        SEND,
        "(drop (call $message_send (local.get $n) (i32.const 4) (i32.const 0) (i32.const 0) (i64.const -2)))",
    ),
    (
        SEND,
        "(drop (call $said (i32.const 200) (i32.const 4) (i32.const 0) (i32.const 0)))",
    ),
    (RECEIVE, "(local.set $m (call $take (global.get $channel)))"),
    (
        RECEIVE,
        "(drop (call $message_read (local.get $m) (i32.const 0) (i32.const 2048) (i32.const 64)))",
    ),
    (RECEIVE, "(local.set $n (call $take (global.get $channel)))"),
    (RECEIVE, "(drop (call $message_release (local.get $m)))"),
    (
        RECEIVE,
        "(drop (call $receive (global.get $channel) (i64.const 0)))",
    ),
];

#[test]
fn who_dies_between_any_two_steps_leaves_nothing_behind() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 4\n"));
    for role in [SEND, RECEIVE] {
        let steps: Vec<_> = STEPS
            .iter()
            .filter(|(of, _)| *of == role)
            .map(|(_, step)| *step)
            .collect();
        for last in 0..=steps.len() {
            for end in [
                "(loop $l (br $l))",
                "unreachable",
                "(call $exit (i32.const 3))",
            ] {
                let publisher = arena.controller.publisher("inbox").unwrap();
                for _ in 0..3 {
                    // Full of what earlier ones left: as good.
                    let _ = publisher.post(b"x", 0, 0, 0);
                }
                let body = format!(
                    "{}\n(call $note (i32.const 1))\n{end}",
                    steps[..last].concat()
                );
                let app = if role == SEND { "sender" } else { "receiver" };
                let id = arena.run_wat(app, &guest("inbox", role, &body), "");
                eventually("it has come so far", || !arena.lines(id).is_empty());
                if end.contains("loop") {
                    arena.reaches(id, State::Running);
                    arena.kill(id);
                }
                let _ = arena.end(id);
                drop(publisher);
                let info = seen(&arena, "inbox");
                assert_eq!(
                    (info.held, info.senders.len(), info.receivers.len()),
                    (0, 0, 0),
                    "{app} after {last} steps, by {end}"
                );
                assert!(info.waiting <= 4 && info.memory <= 4 * 64, "{info:?}");
            }
        }
    }
    // All that waits can still be taken.
    let drain = "(loop $more (br_if $more (i32.gt_s (call $receive (global.get $channel) (i64.const 0)) (i32.const 0))))";
    let id = arena.run_wat("receiver", &guest("inbox", RECEIVE, drain), "");
    assert_eq!(story(&arena, id), [""; 0]);
    clean(&arena);
}

#[test]
fn a_flood_does_not_keep_out_what_is_more_important() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 8\n"));
    let flood = "(loop $more (drop (call $said (i32.const 200) (i32.const 1) (i32.const 0) (i32.const 0))) (br $more))";
    let flooders: Vec<_> = (0..4)
        .map(|_| arena.run_wat("flooder", &guest("inbox", SEND, flood), ""))
        .collect();
    // Nobody takes, and it is full before long.
    eventually("it is full", || seen(&arena, "inbox").refused > 1000);
    let sender = r#"(loop $more
          (if (i32.ne (call $said (i32.const 225) (i32.const 1) (i32.const 0) (i32.const 9)) (i32.const 1)) (then unreachable))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $more (i32.lt_u (local.get $i) (i32.const 8))))
        (call $note (call $said (i32.const 225) (i32.const 1) (i32.const 0) (i32.const 9)))"#;
    let important = "[cpu]\nscheduler = \"fifo\"\npriority = 9\n";
    let id = arena.run_wat("sender", &guest("inbox", SEND, sender), important);
    assert_eq!(
        story(&arena, id),
        ["-14"],
        "eight fit; among equals nobody gives way"
    );
    let receiver = r#"(loop $more
          (drop (call $heard))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $more (i32.lt_u (local.get $i) (i32.const 8))))"#;
    let id = arena.run_wat("receiver", &guest("inbox", RECEIVE, receiver), important);
    assert_eq!(story(&arena, id), ["z"; 8]);
    for id in flooders {
        arena.kill(id);
    }
    clean(&arena);
}

#[test]
fn a_receiver_that_never_takes_costs_nobody_else() {
    let arena = Arena::new();
    let pair = format!(
        "{}{}",
        inbox("depth = 2\n"),
        channel("other", "message", "count = 8\npublishers = [\"sender\"]\n")
    );
    declare(&arena, &pair);
    let slug = arena.run_wat("slug", &guest("inbox", RECEIVE, "(loop $l (br $l))"), "");
    let sender = r#"
        (loop $more (br_if $more (i32.gt_s (call $said (i32.const 200) (i32.const 1) (i32.const 0) (i32.const 0)) (i32.const 0))))
        (call $note (call $said (i32.const 200) (i32.const 1) (i32.const 0) (i32.const 0)))
        (global.set $channel (call $message_open (i32.const 230) (i32.const 5) (i32.const 0)))
        (call $note (call $said (i32.const 200) (i32.const 1) (i32.const 0) (i32.const 0)))"#;
    let sender = guest("inbox", SEND, sender).replace(
        "\"abcdefghijklmnopqrstuvwxyz\"",
        "\"abcdefghijklmnopqrstuvwxyz    other\"",
    );
    let id = arena.run_wat("sender", &sender, "");
    assert_eq!(story(&arena, id), ["-14", "1"]);
    arena.kill(slug);
    clean(&arena);
}

#[test]
fn a_message_shows_nothing_that_its_sender_did_not_write() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 4\n"));
    let publisher = arena.controller.publisher("inbox").unwrap();
    publisher.post(&[b's'; 64], 0, 0, 0).unwrap();
    let drain = "(drop (call $receive (global.get $channel) (i64.const 0)))";
    let id = arena.run_wat("receiver", &guest("inbox", RECEIVE, drain), "");
    assert_eq!(story(&arena, id), [""; 0]);
    // Every slot the sender obtains was used before; it fills four bytes of each.
    let sender = r#"(loop $more
          (local.set $m (call $message_obtain (global.get $channel)))
          (call $note (call $message_read (local.get $m) (i32.const 0) (i32.const 2048) (i32.const 64)))
          (drop (call $message_fill (local.get $m) (i32.const 0) (i32.const 200) (i32.const 4)))
          (call $note (call $message_send (local.get $m) (i32.const 5) (i32.const 0) (i32.const 0) (i64.const 0)))
          (call $note (call $message_send (local.get $m) (i32.const 4) (i32.const 0) (i32.const 0) (i64.const 0)))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $more (i32.lt_u (local.get $i) (i32.const 4))))"#;
    let id = arena.run_wat("sender", &guest("inbox", SEND, sender), "");
    assert_eq!(story(&arena, id), ["-3", "-3", "1"].repeat(4));
    let receiver = r#"(memory.fill (i32.const 2048) (i32.const 46) (i32.const 64))
        (loop $more
          (if (i32.gt_s (call $receive (global.get $channel) (i64.const 0)) (i32.const 0)) (then
            (call $say (i32.const 2048) (i32.const 8))
            (br $more))))"#;
    let id = arena.run_wat("receiver", &guest("inbox", RECEIVE, receiver), "");
    assert_eq!(story(&arena, id), ["abcd...."; 4]);
    drop(publisher);
    clean(&arena);
}

#[test]
fn a_partition_opens_a_channel_once_and_no_more_than_it_may() {
    let arena = Arena::new();
    let many: String = (0..70)
        .map(|i| channel(&format!("c{i:02}"), "message", "count = 1\n"))
        .collect();
    // The digits of the name are counted up in place.
    let body = r#"
        (if (i32.ne (call $message_open (i32.const 0) (i32.const 3) (i32.const 0)) (global.get $channel)) (then unreachable))
        (loop $more
          (i32.store8 (i32.const 1) (i32.add (i32.const 48) (i32.div_u (local.get $i) (i32.const 10))))
          (i32.store8 (i32.const 2) (i32.add (i32.const 48) (i32.rem_u (local.get $i) (i32.const 10))))
          (local.set $n (call $message_open (i32.const 0) (i32.const 3) (i32.const 0)))
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $more (i32.ge_s (local.get $n) (i32.const 0))))
        (call $note (local.get $i))
        (call $note (local.get $n))
        (call $note (i32.eqz (call $message_close (global.get $channel))))
        (call $note (i32.ge_s (call $message_open (i32.const 0) (i32.const 3) (i32.const 0)) (i32.const 0)))"#;
    let id = arena.run_wat("owner", &guest("c00", SEND, body), &many);
    assert_eq!(story(&arena, id), ["65", "-6", "1", "1"]);
    assert_eq!(arena.controller.channel_memory(), 0);
    arena.unhurt();
}
