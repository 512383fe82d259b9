//! One message after the other: order, time, room.

use super::{RECEIVE, SEND, channel, declare, guest, seen, story};
use std::sync::Arc;
use terrace_tests::{Arena, eventually};
use terrace_vm::{State, Taken};

const OPEN: &str = "publishers = [\"sender\"]\nsubscribers = [\"receiver\"]\n";

fn inbox(rest: &str) -> String {
    channel("inbox", "message", &format!("count = 64\n{OPEN}{rest}"))
}

#[test]
fn a_message_wakes_who_rests_on_this_worker_and_on_another() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 4\n"));
    for (here, there) in [(0, 0), (0, 1), (1, 0)] {
        let receiver = guest(
            "inbox",
            RECEIVE,
            r#"(call $note (call $receive (global.get $channel) (i64.const -1)))
               (call $say (i32.const 2048) (i32.load (i32.const 1044)))
               (call $note (i32.load (i32.const 1048)))
               (call $note (i64.eq (i64.load (i32.const 1024)) (call $id)))"#,
        );
        let id = arena.run_wat("receiver", &receiver, &format!("[cpu]\nworker = {here}\n"));
        eventually("it rests", || {
            seen(&arena, "inbox").receivers.len() == 1 && arena.info(id).cpu_ns > 0
        });
        let sender = guest(
            "inbox",
            SEND,
            "(call $note (call $said (i32.const 200) (i32.const 5) (i32.const 77) (i32.const 0)))",
        );
        let from = arena.run_wat("sender", &sender, &format!("[cpu]\nworker = {there}\n"));
        assert_eq!(story(&arena, from), ["1"]);
        assert_eq!(story(&arena, id), ["40", "abcde", "77", "0"]);
    }
    let info = seen(&arena, "inbox");
    assert_eq!((info.sent, info.taken, info.waiting), (3, 3, 0));
    arena.unhurt();
}

#[test]
fn a_long_message_is_filled_and_read_piece_by_piece() {
    let arena = Arena::new();
    declare(
        &arena,
        &channel(
            "long",
            "message",
            &format!("count = 600000\ndepth = 2\n{OPEN}"),
        ),
    );
    // Bytes 0, 1, ... 250, 0, 1, ... from 65536 on, then sent with two holes less than it could have.
    let sender = guest(
        "long",
        SEND,
        r#"(loop $more
             (i32.store8 (i32.add (i32.const 65536) (local.get $i)) (i32.rem_u (local.get $i) (i32.const 251)))
             (local.set $i (i32.add (local.get $i) (i32.const 1)))
             (br_if $more (i32.lt_u (local.get $i) (i32.const 600000))))
           (local.set $m (call $message_obtain (global.get $channel)))
           (call $note (call $message_fill (local.get $m) (i32.const 1) (i32.const 65536) (i32.const 10)))
           (call $note (call $message_fill (local.get $m) (i32.const 0) (i32.const 65536) (i32.const 600001)))
           (local.set $i (i32.const 0))
           (loop $more
             (local.set $n (call $message_fill (local.get $m) (local.get $i)
               (i32.add (i32.const 65536) (local.get $i)) (i32.sub (i32.const 600000) (local.get $i))))
             (call $note (local.get $n))
             (local.set $i (i32.add (local.get $i) (local.get $n)))
             (br_if $more (i32.lt_u (local.get $i) (i32.const 600000))))
           (call $note (call $message_send (local.get $m) (i32.const 600001) (i32.const 0) (i32.const 0) (i64.const 0)))
           (call $note (call $message_send (local.get $m) (i32.const 599999) (i32.const 0) (i32.const 0) (i64.const 0)))
           (call $note (call $message_send (local.get $m) (i32.const 1) (i32.const 0) (i32.const 0) (i64.const 0)))"#,
    );
    let id = arena.run_wat("sender", &sender, "");
    assert_eq!(
        story(&arena, id),
        ["-3", "-5", "262144", "262144", "75712", "-3", "1", "-15"]
    );
    let receiver = guest(
        "long",
        RECEIVE,
        r#"(call $note (call $receive (global.get $channel) (i64.const 0)))
           (local.set $m (call $take (global.get $channel)))
           (loop $more
             (local.set $n (call $message_read (local.get $m) (local.get $i)
               (i32.add (i32.const 65536) (local.get $i)) (i32.const 1000000)))
             (call $note (local.get $n))
             (local.set $i (i32.add (local.get $i) (local.get $n)))
             (br_if $more (i32.gt_s (local.get $n) (i32.const 0))))
           (call $note (local.get $i))
           (loop $more
             (local.set $i (i32.sub (local.get $i) (i32.const 1)))
             (if (i32.ne (i32.load8_u (i32.add (i32.const 65536) (local.get $i))) (i32.rem_u (local.get $i) (i32.const 251)))
               (then unreachable))
             (br_if $more (local.get $i)))
           (call $note (call $message_release (local.get $m)))
           (call $note (call $message_release (local.get $m)))"#,
    );
    let id = arena.run_wat("receiver", &receiver, "");
    assert_eq!(
        story(&arena, id),
        ["-5", "262144", "262144", "75711", "0", "599999", "0", "-15"]
    );
    arena.unhurt();
}

#[test]
fn the_most_important_comes_first_and_nobody_is_more_important_than_who_sends() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 8\n"));
    let sender = guest(
        "inbox",
        SEND,
        r#"(drop (call $said (i32.const 200) (i32.const 1) (i32.const 0) (i32.const 5)))
           (drop (call $said (i32.const 201) (i32.const 1) (i32.const 0) (i32.const 20)))
           (drop (call $said (i32.const 202) (i32.const 1) (i32.const 0) (i32.const 5)))
           (drop (call $said (i32.const 203) (i32.const 1) (i32.const 0) (i32.const -1)))
           (drop (call $said (i32.const 204) (i32.const 1) (i32.const 0) (i32.const 30)))"#,
    );
    let id = arena.run_wat(
        "sender",
        &sender,
        "[cpu]\nscheduler = \"fifo\"\npriority = 30\n",
    );
    assert_eq!(story(&arena, id), [""; 0]);
    let receiver = guest(
        "inbox",
        RECEIVE,
        r#"(loop $more
             (if (i32.gt_s (call $heard) (i32.const 0)) (then
               (call $note (i32.load (i32.const 1052)))
               (br $more))))"#,
    );
    let id = arena.run_wat("receiver", &receiver, "");
    assert_eq!(
        story(&arena, id),
        ["d", "30", "e", "30", "b", "20", "a", "5", "c", "5"]
    );
    arena.unhurt();
}

#[test]
fn a_first_in_first_out_channel_keeps_the_order() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 8\norder = \"fifo\"\n"));
    let publisher = arena.controller.publisher("inbox").unwrap();
    for (text, priority) in [("a", 1), ("b", 9), ("c", 5)] {
        assert_eq!(publisher.post(text.as_bytes(), 0, priority, 0), Ok(1));
    }
    let receiver = guest(
        "inbox",
        RECEIVE,
        "(loop $more (br_if $more (i32.gt_s (call $heard) (i32.const 0))))",
    );
    let id = arena.run_wat("receiver", &receiver, "");
    assert_eq!(story(&arena, id), ["a", "b", "c"]);
    drop(publisher);
    arena.unhurt();
}

#[test]
fn a_full_queue_follows_its_policy_and_who_lost_is_told() {
    let arena = Arena::new();
    let important = "[cpu]\nscheduler = \"fifo\"\npriority = 30\n";
    for (policy, sent, left, lost) in [
        // The third one is refused; the important one takes the place of the newest.
        ("refuse", ["1", "1", "-14", "1"], ["z", "a"], "1"),
        ("oldest", ["1", "1", "1", "1"], ["z", "c"], "2"),
        (
            "lowest-priority-then-oldest",
            ["1", "1", "1", "1"],
            ["z", "c"],
            "2",
        ),
    ] {
        declare(&arena, &inbox(&format!("depth = 2\ndrop = \"{policy}\"\n")));
        let first = guest(
            "inbox",
            SEND,
            r#"(call $note (call $said (i32.const 200) (i32.const 1) (i32.const 0) (i32.const 0)))
               (call $note (call $said (i32.const 201) (i32.const 1) (i32.const 0) (i32.const 0)))
               (call $note (call $said (i32.const 202) (i32.const 1) (i32.const 0) (i32.const 0)))
               (loop $wait (br_if $wait (i32.eqz (call $stop_requested))))
               (call $note (call $message_lost (global.get $channel)))
               (call $note (call $message_lost (global.get $channel)))"#,
        );
        let first = arena.run_wat("sender", &first, "");
        eventually("it has sent", || {
            let info = seen(&arena, "inbox");
            info.sent + info.refused == 3
        });
        let second = guest(
            "inbox",
            SEND,
            "(call $note (call $said (i32.const 225) (i32.const 1) (i32.const 0) (i32.const 30)))",
        );
        let second = arena.run_wat("sender", &second, important);
        assert_eq!(story(&arena, second), [sent[3]]);
        arena.controller.stop(first).unwrap();
        let told: Vec<_> = sent[..3].iter().chain(&[lost, "0"]).copied().collect();
        assert_eq!(story(&arena, first), told, "{policy}");
        let receiver = guest(
            "inbox",
            RECEIVE,
            "(drop (call $heard)) (drop (call $heard)) (call $note (call $heard))",
        );
        let id = arena.run_wat("receiver", &receiver, "");
        assert_eq!(story(&arena, id), [left[0], left[1], "-10"], "{policy}");
        // The next one declares it anew.
        arena.controller.uninstall("owner");
    }
    arena.unhurt();
}

#[test]
fn a_message_for_later_comes_when_its_time_has_come() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 4\n"));
    let sender = guest(
        "inbox",
        SEND,
        r#"(drop (call $message_post (global.get $channel) (i32.const 200) (i32.const 1) (i32.const 0) (i32.const 0)
             (i64.add (call $now) (i64.const 60000000))))
           (drop (call $message_post (global.get $channel) (i32.const 201) (i32.const 1) (i32.const 0) (i32.const 0)
             (i64.add (call $now) (i64.const 30000000))))
           (drop (call $message_post (global.get $channel) (i32.const 202) (i32.const 1) (i32.const 0) (i32.const 0)
             (i64.const 5)))"#,
    );
    // The receiver rests before they are sent.
    let receiver = guest(
        "inbox",
        RECEIVE,
        r#"(loop $more
             (drop (call $receive (global.get $channel) (i64.const -1)))
             (call $say (i32.const 2048) (i32.load (i32.const 1044)))
             (call $note (i64.ge_u (i64.sub (call $now) (i64.load (i32.const 1032))) (i64.const 30000000)))
             (br_if $more (i32.ne (i32.load8_u (i32.const 2048)) (i32.const 97))))"#,
    );
    let id = arena.run_wat("receiver", &receiver, "");
    arena.reaches(id, State::Running);
    let from = arena.run_wat("sender", &sender, "");
    assert_eq!(story(&arena, from), [""; 0]);
    assert_eq!(story(&arena, id), ["c", "0", "b", "1", "a", "1"]);
    arena.unhurt();
}

#[test]
fn what_waits_is_removed_by_its_kind() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 8\n"));
    let publisher = arena.controller.publisher("inbox").unwrap();
    for (text, kind) in [("x", 1), ("y", 2), ("z", 1)] {
        assert_eq!(publisher.post(text.as_bytes(), kind, 0, 0), Ok(1));
    }
    // A sender removes what it sent itself, also what is for later, and nothing else.
    let sender = guest(
        "inbox",
        SEND,
        r#"(drop (call $said (i32.const 200) (i32.const 1) (i32.const 1) (i32.const 0)))
           (drop (call $message_post (global.get $channel) (i32.const 201) (i32.const 1) (i32.const 1) (i32.const 0) (i64.const -2)))
           (drop (call $said (i32.const 202) (i32.const 1) (i32.const 2) (i32.const 0)))
           (call $note (call $message_remove (global.get $channel) (i32.const 1)))
           (call $note (call $message_remove (global.get $channel) (i32.const 1)))"#,
    );
    let id = arena.run_wat("sender", &sender, "");
    assert_eq!(story(&arena, id), ["2", "0"]);
    // A receiver removes from all.
    let receiver = guest(
        "inbox",
        RECEIVE,
        r#"(call $note (call $message_remove (global.get $channel) (i32.const 2)))
           (loop $more (br_if $more (i32.gt_s (call $heard) (i32.const 0))))"#,
    );
    let id = arena.run_wat("receiver", &receiver, "");
    assert_eq!(story(&arena, id), ["2", "x", "z"]);
    assert_eq!(publisher.waiting(), 0);
    drop(publisher);
    arena.unhurt();
}

#[test]
fn one_looper_hears_all_its_channels_the_most_important_first() {
    let arena = Arena::new();
    let two = format!(
        "{}{}",
        inbox("depth = 4\n"),
        channel("other", "message", &format!("count = 8\n{OPEN}"))
    );
    declare(&arena, &two);
    let inbox = arena.controller.publisher("inbox").unwrap();
    let other = arena.controller.publisher("other").unwrap();
    inbox.post(b"a", 0, 3, 0).unwrap();
    other.post(b"b", 0, 9, 0).unwrap();
    inbox.post(b"c", 0, 9, 0).unwrap();
    other.post(b"d", 0, 3, 0).unwrap();
    let receiver = guest(
        "inbox",
        RECEIVE,
        r#"(drop (call $message_open (i32.const 230) (i32.const 5) (i32.const 1)))
           (global.set $channel (i32.const -1))
           (loop $more (br_if $more (i32.gt_s (call $heard) (i32.const 0))))
           (call $note (call $receive (i32.const -1) (i64.const 1000)))
           (call $note (i32.const 7))
           (drop (call $receive (i32.const -1) (i64.const -1)))
           (call $say (i32.const 2048) (i32.load (i32.const 1044)))"#,
    )
    .replace(
        "\"abcdefghijklmnopqrstuvwxyz\"",
        "\"abcdefghijklmnopqrstuvwxyz    other\"",
    );
    let id = arena.run_wat("receiver", &receiver, "");
    eventually("it has heard all", || {
        arena.lines(id).last().is_some_and(|l| l == "7")
    });
    other.post(b"late", 0, 0, 0).unwrap();
    assert_eq!(story(&arena, id), ["b", "c", "a", "d", "-10", "7", "late"]);
    drop((inbox, other));
    arena.unhurt();
}

#[test]
fn a_thread_outside_takes_what_a_partition_sends() {
    let arena = Arena::new();
    declare(&arena, &inbox("depth = 4\n"));
    let (rung, bell) = std::sync::mpsc::channel();
    let wake = Arc::new(move || {
        let _ = rung.send(());
    });
    let subscriber = arena.controller.subscriber("inbox", wake).unwrap();
    let look = |message: terrace_vm::Message<'_>| (message.bytes.to_vec(), message.kind);
    assert_eq!(
        subscriber.take(look).unwrap(),
        Taken::Nothing { due: u64::MAX }
    );
    let sender = guest(
        "inbox",
        SEND,
        "(drop (call $said (i32.const 200) (i32.const 3) (i32.const 9) (i32.const 0)))",
    );
    let id = arena.run_wat("sender", &sender, "");
    assert_eq!(story(&arena, id), [""; 0]);
    bell.recv().unwrap();
    assert_eq!(
        subscriber.take(look).unwrap(),
        Taken::Message((b"abc".to_vec(), 9))
    );
    drop(subscriber);
    arena.unhurt();
}
