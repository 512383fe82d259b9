//! Messages go both ways, whole and in order, whoever is slow and whoever leaves first.

use super::{Bridge, WATCHDOG, channels, echo};
use std::sync::Arc;
use std::time::Duration;
use terrace_bridge::{Limits, Permit, Permits};
use terrace_peer::{Roles, SendError};
use terrace_testkit::prelude::module;
use terrace_tests::{Arena, eventually};
use terrace_vm::Taken;

fn pattern(number: usize, length: usize) -> Vec<u8> {
    (0..length).map(|i| (i * 7 + number) as u8).collect()
}

#[test]
fn what_a_process_sends_comes_back_as_it_was() {
    let arena = Arena::new();
    let bridge = Bridge::new(&arena);
    let id = arena.run_wat("echo", &echo(), &channels("count = 8192\ndepth = 8"));
    let mut to = bridge.open("inbox", Roles::SEND);
    let mut from = bridge.open("outbox", Roles::RECEIVE);
    assert_eq!((to.longest(), from.longest()), (8192, 8192));
    let lengths = [0, 1, 7, 8, 9, 255, 256, 4095, 8192];
    let sent = (0..900).map(move |number| (number, lengths[number % lengths.len()]));
    let sender = std::thread::spawn({
        let sent = sent.clone();
        move || {
            for (number, length) in sent {
                to.send(number as u32, &pattern(number, length), WATCHDOG)
                    .unwrap();
            }
            to
        }
    });
    let mut into = vec![0; 8192];
    for (number, length) in sent {
        let received = from.receive(&mut into, WATCHDOG).unwrap().unwrap();
        assert_eq!((received.kind as usize, received.length), (number, length));
        assert_eq!(into[..length], pattern(number, length));
    }
    let mut to = sender.join().unwrap();
    let long = to.try_send(0, &[0; 8193]);
    assert_eq!(
        long,
        Err(SendError::TooLong {
            length: 8193,
            longest: 8192
        })
    );
    assert_eq!(bridge.translator.peers().len(), 2);
    drop((to, from));
    eventually("both are gone", || bridge.translator.peers().is_empty());
    arena.kill(id);
    drop(bridge);
    arena.unhurt();
}

#[test]
fn what_was_sent_is_delivered_though_its_sender_is_gone() {
    let arena = Arena::new();
    let bridge = Bridge::new(&arena);
    // Nobody runs who takes it: eight wait in the channel, the rest in the ring.
    arena.install_wat("echo", &echo(), &channels("count = 64\ndepth = 8"));
    let mut to = bridge.open("inbox", Roles::SEND);
    for number in 0..20 {
        to.send(number, b"last words", WATCHDOG).unwrap();
    }
    drop(to);
    let id = arena
        .controller
        .run("echo", None, terrace_vm::Overrides::default())
        .unwrap();
    let mut from = bridge.open("outbox", Roles::RECEIVE);
    let mut into = [0; 64];
    for number in 0..20 {
        let received = from.receive(&mut into, WATCHDOG).unwrap().unwrap();
        assert_eq!(
            (received.kind, &into[..received.length]),
            (number, &b"last words"[..])
        );
    }
    drop(from);
    arena.kill(id);
    drop(bridge);
    arena.unhurt();
}

#[test]
fn what_was_sent_is_delivered_however_slowly_it_is_taken() {
    const PACE: Duration = Duration::from_millis(300);
    let arena = Arena::new();
    let bridge = Bridge::new(&arena);
    arena.install_wat("echo", &echo(), &channels("count = 64\ndepth = 1"));
    let inbox = arena
        .controller
        .subscriber("inbox", Arc::new(|| {}))
        .unwrap();
    let mut to = bridge.open("inbox", Roles::SEND);
    for number in 0..10 {
        to.send(number, b"last words", WATCHDOG).unwrap();
    }
    drop(to);
    // All of them together take longer than one of them may.
    for number in 0..10 {
        std::thread::sleep(PACE);
        let mut kind = None;
        eventually("the next one comes", || {
            if let Taken::Message(found) = inbox.take(|message| message.kind).unwrap() {
                kind = Some(found);
            }
            kind.is_some()
        });
        assert_eq!(kind, Some(number));
    }
    drop((inbox, bridge));
    arena.unhurt();
}

#[test]
fn what_was_sent_is_delivered_though_much_of_it_is_left() {
    const MESSAGES: u64 = 3000;
    let arena = Arena::new();
    let bridge = Bridge::new(&arena);
    arena.install_wat("echo", &echo(), &channels("count = 8\ndepth = 4096"));
    // Many turns of the translator: its sender has gone before the last one.
    let mut to = bridge.open("inbox", Roles::SEND);
    for number in 0..MESSAGES {
        to.send(0, &number.to_ne_bytes(), WATCHDOG).unwrap();
    }
    drop(to);
    let sent = || {
        let all = arena.controller.channels();
        all.iter().find(|c| c.name == "inbox").unwrap().sent
    };
    eventually("all are there", || sent() == MESSAGES);
    drop(bridge);
    arena.unhurt();
}

#[test]
fn who_sends_faster_than_is_taken_waits_and_loses_nothing() {
    let arena = Arena::new();
    let bridge = Bridge::new(&arena);
    let id = arena.run_wat(
        "echo",
        &echo(),
        &channels("count = 16\ndepth = 2\ndrop = \"refuse\""),
    );
    let mut from = bridge.open("outbox", Roles::RECEIVE);
    let mut to = bridge.open("inbox", Roles::SEND);
    // More than the ring, the two channels and the other ring hold.
    let sender = std::thread::spawn(move || {
        for number in 0..20_000u32 {
            to.send(number, &number.to_ne_bytes(), WATCHDOG).unwrap();
        }
    });
    for number in 0..20_000u32 {
        let mut into = [0; 16];
        let received = from.receive(&mut into, WATCHDOG).unwrap().unwrap();
        assert_eq!((received.kind, received.length), (number, 4));
        assert_eq!(into[..4], number.to_ne_bytes());
    }
    sender.join().unwrap();
    drop(from);
    arena.kill(id);
    drop(bridge);
    arena.unhurt();
}

#[test]
fn one_message_from_outside_at_a_time_is_in_a_real_time_channel() {
    let arena = Arena::new();
    let bridge = Bridge::new(&arena);
    let manifest =
        channels("count = 16\ndepth = 8") + "[cpu]\nscheduler = \"fifo\"\npriority = 9\n";
    arena.install_wat("echo", &echo(), &manifest);
    let mut first = bridge.open("inbox", Roles::SEND);
    let mut second = bridge.open("inbox", Roles::SEND);
    for number in 0..10 {
        first.send(number, b"first", WATCHDOG).unwrap();
        second.send(number, b"second", WATCHDOG).unwrap();
    }
    let waiting = || {
        let all = arena.controller.channels();
        all.iter().find(|c| c.name == "inbox").unwrap().waiting
    };
    eventually("one waits", || waiting() == 1);
    // Also one that comes and goes does not bring a second one in.
    drop(first);
    let mut third = bridge.open("inbox", Roles::SEND);
    third.send(0, b"third", WATCHDOG).unwrap();
    drop(third);
    for _ in 0..20 {
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(waiting(), 1);
    }
    let id = arena
        .controller
        .run("echo", None, terrace_vm::Overrides::default())
        .unwrap();
    let mut from = bridge.open("outbox", Roles::RECEIVE);
    let mut into = [0; 16];
    for _ in 0..21 {
        assert!(from.receive(&mut into, WATCHDOG).unwrap().is_some());
        assert!(waiting() <= 1);
    }
    drop((second, from));
    arena.kill(id);
    drop(bridge);
    arena.unhurt();
}

#[test]
fn a_broadcast_reaches_each_process_that_listens() {
    let arena = Arena::new();
    let bridge = Bridge::new(&arena);
    let manifest = "[[channel]]\nname = \"news\"\ntype = \"broadcast\"\ncount = 8\ndepth = 16\n";
    let guest = module(
        1,
        r#"(data (i32.const 0) "news!")
        (func (export "_start") (local $c i32) (local $i i32)
          (local.set $c (call $message_open (i32.const 0) (i32.const 4) (i32.const 0)))
          (loop $more
            (if (i32.ne (call $message_post (local.get $c) (i32.const 0) (i32.const 5) (local.get $i)
              (i32.const 0) (i64.const 0)) (i32.const 3)) (then unreachable))
            (local.set $i (i32.add (local.get $i) (i32.const 1)))
            (br_if $more (i32.lt_u (local.get $i) (i32.const 10)))))"#,
    );
    arena.install_wat("press", &guest, manifest);
    let mut readers: Vec<_> = (0..3)
        .map(|_| bridge.open("news", Roles::RECEIVE))
        .collect();
    let id = arena
        .controller
        .run("press", None, terrace_vm::Overrides::default())
        .unwrap();
    for reader in &mut readers {
        for number in 0..10 {
            let mut into = [0; 8];
            let received = reader.receive(&mut into, WATCHDOG).unwrap().unwrap();
            assert_eq!(
                (received.kind, &into[..received.length]),
                (number, &b"news!"[..])
            );
        }
        assert_eq!(reader.try_receive(&mut [0; 8]), Ok(None));
    }
    assert_eq!(arena.fault(id), "no fault: Exited(0)");
    drop(readers);
    drop(bridge);
    arena.unhurt();
}

#[test]
fn what_a_user_sends_has_the_priority_that_it_is_permitted() {
    let arena = Arena::new();
    let permit = |send: &str, priority| Permit {
        uid: rustix::process::geteuid().as_raw(),
        send: vec![send.to_owned()],
        priority,
        ..Permit::default()
    };
    let permits = Permits::new(vec![permit("inbox", 7), permit("outbox", 9)]);
    let bridge = Bridge::with(&arena, permits, Limits::default());
    // Ends with the priority of the first message as its status.
    let reader = module(
        2,
        r#"(data (i32.const 0) "inbox")
        (func (export "_start") (local $in i32) (local $code i32)
          (local.set $in (call $message_open (i32.const 0) (i32.const 5) (i32.const 1)))
          (loop $more
            (local.set $code (call $message_receive (local.get $in) (i64.const -1)
              (i32.const 1024) (i32.const 40) (i32.const 2048) (i32.const 64)))
            (br_if $more (i32.eq (local.get $code) (i32.const -1))))
          (if (i32.lt_s (local.get $code) (i32.const 0)) (then unreachable))
          (call $exit (i32.load (i32.const 1052))))"#,
    );
    let id = arena.run_wat("reader", &reader, &channels("count = 64"));
    bridge
        .open("inbox", Roles::SEND)
        .send(0, b"important", WATCHDOG)
        .unwrap();
    let _ = arena.end(id);
    assert_eq!(arena.info(id).exit_status, Some(7));
    drop(bridge);
    arena.unhurt();
}
