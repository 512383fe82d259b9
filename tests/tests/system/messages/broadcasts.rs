//! One message to all who receive: stored once, and nobody held up by anybody.

use super::{RECEIVE, channel, declare, guest, seen, story};
use terrace_tests::{Arena, eventually};
use terrace_vm::PartitionId;

fn news(rest: &str) -> String {
    let who = "publishers = [\"sender\"]\nsubscribers = [\"quick\", \"slow\"]\n";
    channel("news", "broadcast", &format!("count = 16\n{who}{rest}"))
}

/// Hears everything, and ends with an empty message.
const QUICK: &str = r#"(loop $more
     (drop (call $receive (global.get $channel) (i64.const -1)))
     (call $say (i32.const 2048) (i32.load (i32.const 1044)))
     (br_if $more (i32.load (i32.const 1044))))"#;

/// Hears nothing before it is asked to stop; then all that waits.
const SLOW: &str = r#"(loop $wait (br_if $wait (i32.eqz (call $stop_requested))))
     (loop $more (br_if $more (i32.gt_s (call $heard) (i32.const 0))))
     (call $note (call $message_lost (global.get $channel)))"#;

fn listen(arena: &Arena, app: &str, body: &str, already: usize) -> PartitionId {
    let id = arena.run_wat(app, &guest("news", RECEIVE, body), "");
    eventually("it listens", || {
        seen(arena, "news").receivers.len() > already
    });
    id
}

#[test]
fn everybody_hears_it_and_it_is_stored_once() {
    let arena = Arena::new();
    declare(&arena, &news("depth = 4\n"));
    let publisher = arena.controller.publisher("news").unwrap();
    assert_eq!(
        publisher.post(b"unheard", 0, 0, 0),
        Ok(0),
        "nobody listens yet"
    );
    let slow: Vec<_> = (0..3).map(|i| listen(&arena, "slow", SLOW, i)).collect();
    let slots = seen(&arena, "news").memory / 16;
    assert_eq!(
        slots,
        2 + 3 * (2 + 4),
        "of the sender, and of each who receives"
    );
    assert_eq!(publisher.post(b"one", 0, 0, 0), Ok(3));
    assert_eq!(publisher.post(b"two", 0, 0, 0), Ok(3));
    let info = seen(&arena, "news");
    assert_eq!((info.sent, info.waiting, info.held), (3, 6, 0));
    assert_eq!(publisher.waiting(), 6);
    for id in slow {
        arena.controller.stop(id).unwrap();
        assert_eq!(story(&arena, id), ["one", "two", "0"]);
    }
    let info = seen(&arena, "news");
    assert_eq!((info.taken, info.waiting, info.memory), (6, 0, 2 * 16));
    drop(publisher);
    assert_eq!(arena.controller.channel_memory(), 0);
    arena.unhurt();
}

#[test]
fn who_is_slow_loses_by_its_own_queue_and_holds_up_nobody() {
    let arena = Arena::new();
    // The last one that is sent is empty.
    for (policy, kept) in [("refuse", ["a", "b"]), ("oldest", ["z", ""])] {
        declare(&arena, &news(&format!("depth = 2\ndrop = \"{policy}\"\n")));
        let slow = listen(&arena, "slow", SLOW, 0);
        let quick = listen(&arena, "quick", QUICK, 1);
        let publisher = arena.controller.publisher("news").unwrap();
        for letter in b'a'..=b'z' {
            // The quick one takes it before the next one is sent.
            assert!(publisher.post(&[letter], 0, 0, 0).unwrap() >= 1);
            eventually("the quick one has it", || {
                let info = seen(&arena, "news");
                info.receivers
                    .iter()
                    .any(|r| r.app == "quick" && r.waiting == 0)
            });
        }
        publisher.post(b"", 0, 0, 0).unwrap();
        let all: Vec<_> = (b'a'..=b'z').map(|l| char::from(l).to_string()).collect();
        let heard = story(&arena, quick);
        assert_eq!(heard[..26], all[..], "{policy}");
        arena.controller.stop(slow).unwrap();
        assert_eq!(story(&arena, slow)[..2], kept, "{policy}");
        drop(publisher);
        arena.controller.uninstall("owner");
    }
    arena.unhurt();
}

#[test]
fn who_leaves_takes_nothing_from_the_others() {
    let arena = Arena::new();
    declare(&arena, &news("depth = 4\n"));
    let publisher = arena.controller.publisher("news").unwrap();
    let slow = listen(&arena, "slow", SLOW, 0);
    let doomed = listen(
        &arena,
        "quick",
        "(drop (call $take (global.get $channel))) (loop $l (br $l))",
        1,
    );
    assert_eq!(publisher.post(b"one", 0, 0, 0), Ok(2));
    assert_eq!(publisher.post(b"two", 0, 0, 0), Ok(2));
    eventually("one has been taken and not released", || {
        seen(&arena, "news").held == 1
    });
    arena.kill(doomed);
    let info = seen(&arena, "news");
    assert_eq!((info.held, info.waiting, info.receivers.len()), (0, 2, 1));
    arena.controller.stop(slow).unwrap();
    assert_eq!(story(&arena, slow), ["one", "two", "0"]);
    assert_eq!(
        seen(&arena, "news").memory,
        2 * 16,
        "only the sender's own slots are left"
    );
    drop(publisher);
    arena.unhurt();
}
