//! Messages release the callbacks that the manifest names: of every kind of channel, at the priority, in the
//! order and within the counts that it says.

use super::{callback, of, records, released};
use terrace_testkit::prelude;
use terrace_tests::{Arena, eventually};
use terrace_vm::{ChannelInfo, PartitionId, ReleaseRecord};

/// The occasion of a message.
const MESSAGE: u32 = 3;

/// `$sender` and `$post` for components that send to `news`; `$heard` reads the message of the release: its
/// letter to 600, its bytes to 700.
const FACE: &str = r#"
  (global $sender (mut i32) (i32.const -1))
  (global $seen (mut i64) (i64.const 0))
  (data (i32.const 1024) "news")
  (data (i32.const 1040) "quiet")
  (func $open (if (i32.lt_s (global.get $sender) (i32.const 0)) (then
    (global.set $sender (call $message_open (i32.const 1024) (i32.const 4) (i32.const 0))))))
  (func $post (param $kind i32) (param $priority i32) (result i32)
    (call $message_post (global.get $sender) (i32.const 256) (i32.const 8) (local.get $kind) (local.get $priority)
      (i64.const 0)))
  (func $heard (result i32)
    (call $realtime_message (i32.const 600) (i32.const 40) (i32.const 700) (i32.const 64)))
"#;

/// Component `$index` 0 sends as `sends` says in each release of its task; others do `hears` for each message.
fn guest(sends: &str, hears: &str) -> String {
    let act = format!(
        r#"(if (i32.and (i32.eqz (local.get $index)) (i32.eq (local.get $what) (i32.const 1))) (then (call $open)))
           (if (i32.and (i32.eqz (local.get $index)) (i32.eqz (local.get $what))) (then {sends}))
           (if (i32.eq (local.get $what) (i32.const 3)) (then {hears}))"#
    );
    prelude::component(FACE, &act)
}

/// A service that sends so many messages in a release, every 5 ms.
fn source(count: u32) -> String {
    format!(
        "[[service]]\nname = \"source\"\nworker = 0\npriority = 20\n\
         [[service.task]]\nname = \"t\"\nperiod = \"5 ms\"\n\
         publish = [{{ channel = \"news\", count = {count} }}]\n"
    )
}

fn channel(kind: &str, rest: &str) -> String {
    format!("[[channel]]\nname = \"news\"\ntype = \"{kind}\"\ncount = 8\n{rest}\n")
}

fn receiver(name: &str, priority: u32, count: u32, rest: &str) -> String {
    format!(
        "[[receiver]]\nname = \"{name}\"\nworker = 0\npriority = {priority}\n\
         subscribe = [{{ channel = \"news\", count = {count} }}]\n{rest}\n"
    )
}

fn messages(arena: &Arena, id: PartitionId, component: &str) -> Vec<ReleaseRecord> {
    let all = records(arena, id, component);
    all.into_iter().filter(|r| r.what == MESSAGE).collect()
}

fn seen(arena: &Arena, name: &str) -> ChannelInfo {
    let all = arena.controller.channels();
    let found = all.into_iter().find(|c| c.name == name);
    found.expect("it is declared")
}

const POST: &str = "(drop (call $post (i32.const 7) (i32.const 99)))";

#[test]
fn a_message_releases_the_receiver_that_subscribes_before_its_less_important_sender_goes_on() {
    let arena = Arena::new();
    // What is heard is what was sent, once each and in its order; the letter says who and what.
    let hears = r#"
        (if (i32.ne (call $heard) (i32.const 40)) (then (call $exit (i32.const 11))))
        (if (i64.ne (i64.load (i32.const 700)) (global.get $seen)) (then (call $exit (i32.const 12))))
        (if (i32.ne (i32.load (i32.const 288)) (i32.const 8)) (then (call $exit (i32.const 13))))
        (if (i32.ne (i32.load (i32.const 624)) (i32.const 7)) (then (call $exit (i32.const 14))))
        (if (i32.ne (i32.load (i32.const 628)) (i32.const 20)) (then (call $exit (i32.const 15))))
        (if (i64.ne (i64.load (i32.const 600)) (call $id)) (then (call $exit (i32.const 16))))
        (global.set $seen (i64.add (global.get $seen) (i64.const 1)))"#;
    let sends = format!("{POST} (call $busy (i64.const 1000000))");
    let app = source(1) + &receiver("ear", 40, 1, "") + &channel("message", "");
    let id = arena.run_wat("app", &guest(&sends, hears), &app);
    released(&arena, id, "ear", "ear", 20);
    let all = messages(&arena, id, "ear");
    // The release that sent the last of them has completed by then.
    released(&arena, id, "source", "t", all.len() as u64);
    let ticks = of(&records(&arena, id, "source"), 1);
    for heard in all {
        let tick = ticks.iter().find(|t| t.sequence == heard.sequence);
        let tick = tick.expect("each is heard in the release that sent it");
        assert!(
            tick.start_ns <= heard.released_ns && heard.end_ns <= tick.end_ns,
            "{heard:?} {tick:?}"
        );
    }
    arena.kill(id);
    arena.unhurt();
}

/// Sends with priorities 3, 9 and 6.
const THREE: &str = "(drop (call $post (i32.const 3) (i32.const 3))) (drop (call $post (i32.const 9) (i32.const 9)))
                     (drop (call $post (i32.const 6) (i32.const 6)))";

/// Notes the kinds that were heard as digits of a number, and ends with 77 when it is this one.
fn hears_in_order(wanted: u32, level: &str) -> String {
    format!(
        r#"(drop (call $heard))
           (drop (call $limits (i32.const 800) (i32.const 64)))
           (if (i32.ne (i32.load (i32.const 848)) {level}) (then (call $exit (i32.const 21))))
           (global.set $seen (i64.add (i64.mul (global.get $seen) (i64.const 10))
             (i64.extend_i32_u (i32.load (i32.const 624)))))
           (if (i64.eq (global.get $seen) (i64.const {wanted})) (then (call $exit (i32.const 77))))
           (if (i64.gt_u (global.get $seen) (i64.const 99)) (then (call $exit (i32.const 22))))"#
    )
}

#[test]
fn messages_are_heard_by_priority_and_run_at_that_of_their_component_or_their_own() {
    let arena = Arena::new();
    let cases = [
        ("order = \"priority-inheritance\"\n", 963, "(i32.const 5)"),
        ("order = \"fifo\"\n", 396, "(i32.const 5)"),
        // The letter's, which is below the component's.
        (
            "execution = \"undefined\"\n",
            963,
            "(i32.load (i32.const 628))",
        ),
    ];
    for (says, wanted, level) in cases {
        let ear = if says.contains("undefined") { 15 } else { 5 };
        let app = source(3) + &receiver("ear", ear, 3, "") + &channel("message", says);
        let guest = guest(THREE, &hears_in_order(wanted, level));
        assert_eq!(arena.status_of("app", &guest, &app), 77, "{says}");
    }
    arena.unhurt();
}

#[test]
fn a_broadcast_releases_every_subscriber_of_every_app_and_bounds_each_by_its_own_count() {
    let arena = Arena::new();
    // Each hears the first ones only as far as its own count lets wait while its sender is busy.
    let sends = "(drop (call $post (i32.const 1) (i32.const 99))) (drop (call $post (i32.const 1) (i32.const 99)))
                 (drop (call $post (i32.const 1) (i32.const 99)))";
    let app =
        source(3) + &receiver("ear", 5, 3, "") + &channel("broadcast", "subscribers = [\"other\"]");
    arena.install_wat("app", &guest(sends, ""), &app);
    let ear = |name, count| receiver(name, 5, count, "").replace("}]", ", of = \"app\" }]");
    let other = arena.run_wat("other", &guest("", ""), &(ear("one", 1) + &ear("two", 2)));
    let id = arena.start("app");
    released(&arena, id, "ear", "ear", 30);
    let heard = |id, name| callback(&arena, id, name, name).tally.releases;
    eventually("each has heard its share", || {
        heard(other, "one") >= 9 && heard(other, "two") >= 18
    });
    arena.kill(id);
    let shares = [heard(other, "one"), heard(other, "two")];
    let ticks = callback(&arena, id, "source", "t").tally.releases + 1;
    assert!(
        shares[0] <= ticks && shares[1] <= 2 * ticks,
        "{shares:?} of {ticks}"
    );
    arena.kill(other);
    arena.unhurt();
}

#[test]
fn a_sender_past_its_count_is_refused_and_its_next_release_sends_again() {
    let arena = Arena::new();
    // Four, of which its manifest lets two go: the others are refused with `crowded`.
    let sends = r#"
        (if (i32.lt_s (call $post (i32.const 1) (i32.const 99)) (i32.const 0)) (then (call $exit (i32.const 31))))
        (if (i32.lt_s (call $post (i32.const 1) (i32.const 99)) (i32.const 0)) (then (call $exit (i32.const 32))))
        (if (i32.ne (call $post (i32.const 1) (i32.const 99)) (i32.const CROWDED)) (then (call $exit (i32.const 33))))
        (local.set $callback (call $message_obtain (global.get $sender)))
        (drop (call $message_fill (local.get $callback) (i32.const 0) (i32.const 256) (i32.const 8)))
        (if (i32.ne (i32.const CROWDED) (call $message_send (local.get $callback) (i32.const 8) (i32.const 1)
          (i32.const 99) (i64.const 0))) (then (call $exit (i32.const 34))))"#;
    let crowded = terrace_abi::Code::Crowded.as_i32().to_string();
    let app = source(2) + &receiver("ear", 40, 8, "") + &channel("message", "");
    let id = arena.run_wat("app", &guest(&sends.replace("CROWDED", &crowded), ""), &app);
    released(&arena, id, "ear", "ear", 20);
    let info = seen(&arena, "news");
    assert!(
        info.refused >= 18 && info.refused <= info.sent + 2,
        "{info:?}"
    );
    arena.kill(id);
    assert_eq!(seen(&arena, "news").held, 0, "no slot is left behind");
    arena.unhurt();
}

#[test]
fn what_is_sent_from_outside_and_before_anybody_lives_releases_a_receiver() {
    let arena = Arena::new();
    let hears = "(drop (call $heard)) (if (i64.ne (i64.load (i32.const 600)) (i64.const 0)) (then (call $exit (i32.const 41))))";
    let app = receiver("ear", 5, 4, "") + &channel("cross-context", "");
    arena.install_wat("app", &guest("", hears), &app);
    let publisher = arena.controller.publisher("news").unwrap();
    let post = |at| publisher.post(b"12345678", 1, 0, at).unwrap();
    post(0);
    let id = arena.start("app");
    released(&arena, id, "ear", "ear", 1);
    post(0);
    released(&arena, id, "ear", "ear", 2);
    // For later: not before its time.
    let at = terrace_vm::after(std::time::Duration::from_millis(30));
    post(at);
    released(&arena, id, "ear", "ear", 3);
    let last = *messages(&arena, id, "ear").last().unwrap();
    assert_eq!(last.released_ns, at);
    assert!(last.start_ns >= at);
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn a_nested_receiver_shares_its_services_turns_and_waits_while_it_is_paused() {
    let arena = Arena::new();
    // In its first release the sender pauses the service, sends four and resumes it: two waited, two were refused.
    let sends = r#"
        (if (i64.eqz (local.get $sequence)) (then
          (drop (call $realtime_pause (i32.const 1040) (i32.const 5)))
          (drop (call $post (i32.const 1) (i32.const 99))) (drop (call $post (i32.const 1) (i32.const 99)))
          (if (i32.ge_s (call $post (i32.const 1) (i32.const 99)) (i32.const 0)) (then (call $exit (i32.const 51))))))
        (if (i64.eq (local.get $sequence) (i64.const 4)) (then
          (drop (call $realtime_resume (i32.const 1040) (i32.const 5)))))"#;
    let app = source(4)
        + "[[service]]\nname = \"quiet\"\nworker = 0\npriority = 10\n\
           [[service.task]]\nname = \"u\"\nperiod = \"2 ms\"\npriority = 50\n\
           [[service.receiver]]\nname = \"ear\"\npriority = 60\ndeadline = \"1 s\"\n\
           subscribe = [{ channel = \"news\", count = 2 }]\n"
        + &channel("message", "");
    let id = arena.run_wat("app", &guest(sends, ""), &app);
    released(&arena, id, "quiet", "ear", 2);
    let fourth = of(&records(&arena, id, "source"), 1)[4];
    let heard = messages(&arena, id, "quiet");
    assert!(
        heard.iter().all(|m| m.start_ns >= fourth.start_ns),
        "{heard:?}"
    );
    let all = records(&arena, id, "quiet");
    for pair in all.windows(2) {
        assert!(
            pair[0].end_ns <= pair[1].start_ns,
            "one at a time: {pair:?}"
        );
    }
    assert_eq!(callback(&arena, id, "quiet", "ear").tally.misses, 0);
    assert_eq!(seen(&arena, "news").refused, 1);
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn what_is_handed_over_in_a_window_releases_the_receiver_that_has_opened_it() {
    let arena = Arena::new();
    let body = r#"
      (global $window (mut i32) (i32.const -1)) (global $base (mut i32) (i32.const 0)) (global $stride (mut i32) (i32.const 0))
      (data (i32.const 1024) "news")
      (func $enter (param $part i32) (local $bytes i32)
        (drop (call $window_describe (i32.const 1024) (i32.const 4) (i32.const 600) (i32.const 64)))
        (local.set $bytes (i32.load (i32.const 600)))
        (global.set $stride (i32.load (i32.const 608)))
        (global.set $base (i32.mul (memory.grow (i32.shr_u (i32.add (local.get $bytes) (i32.const 65535)) (i32.const 16)))
          (i32.const 65536)))
        (loop $again
          (global.set $window (call $window_open (i32.const 1024) (i32.const 4) (local.get $part) (global.get $base)
            (local.get $bytes)))
          (br_if $again (i32.eq (global.get $window) (i32.const -1)))))
      (func $place (param $number i32) (result i32)
        (i32.add (global.get $base) (i32.mul (i32.and (local.get $number) (i32.const 255)) (global.get $stride))))"#;
    // The sender writes the number of its release; the receiver finds every one, in order.
    let act = r#"
      (if (i32.eq (local.get $what) (i32.const 1)) (then (call $enter (i32.ne (local.get $index) (i32.const 0)))))
      (if (i32.eqz (local.get $what)) (then
        (local.set $callback (call $window_obtain (global.get $window) (i64.const 0)))
        (if (i32.ge_s (local.get $callback) (i32.const 0)) (then
          (i64.store (call $place (local.get $callback)) (local.get $sequence))
          (if (i32.ne (call $window_send (global.get $window) (local.get $callback) (i32.const 8)) (i32.const 1))
            (then (call $exit (i32.const 61))))))))
      (if (i32.eq (local.get $what) (i32.const 3)) (then
        (if (i32.ne (call $realtime_message (i32.const 600) (i32.const 40) (i32.const 700) (i32.const 64)) (i32.const -4))
          (then (call $exit (i32.const 62))))
        (if (i32.ne (call $window_take (global.get $window) (i64.const 0) (i32.const 900) (i32.const 16)) (i32.const 16))
          (then (call $exit (i32.const 63))))
        (if (i64.ne (i64.load (call $place (i32.load (i32.const 908)))) (local.get $sequence))
          (then (call $exit (i32.const 64))))
        (drop (call $window_release (global.get $window) (i32.load (i32.const 908))))))"#;
    // Real-time: its memory is touched and locked when it has opened the window.
    let memory = "memory = { persistent = \"1 MiB\", release = \"64 KiB\" }\n";
    let source = source(1).replace("priority = 20\n", &format!("priority = 20\n{memory}"));
    let app = source + &receiver("ear", 40, 1, memory) + &channel("bulk", "depth = 3");
    let id = arena.run_wat("app", &prelude::component(body, act), &app);
    released(&arena, id, "ear", "ear", 30);
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn an_app_whose_receiver_hears_a_channel_that_nobody_declares_is_not_started() {
    let arena = Arena::new();
    arena.install_wat(
        "app",
        &guest("", ""),
        &(receiver("ear", 5, 1, "").replace("}]", ", of = \"nobody\" }]")),
    );
    let refusal = arena
        .controller
        .run("app", None, terrace_vm::Overrides::default());
    let refusal = refusal.unwrap_err().to_string();
    assert!(
        refusal.contains("`ear/ear` subscribes to channel `news`")
            && refusal.contains("install the app"),
        "{refusal}"
    );
    // One that does not name it.
    arena.install_wat(
        "nobody",
        terrace_testkit::guests::NOTHING,
        &channel("message", ""),
    );
    let refusal = arena
        .controller
        .run("app", None, terrace_vm::Overrides::default());
    let refusal = refusal.unwrap_err().to_string();
    assert!(
        refusal.contains("add the app to `subscribers`"),
        "{refusal}"
    );
    assert_eq!(seen(&arena, "news").receivers.len(), 0);
    arena.unhurt();
}

/// The one that must not notice.
const GOOD: &str = "[[service]]\nname = \"good\"\nworker = 0\npriority = 80\n\
                    [[service.task]]\nname = \"g\"\nperiod = \"5 ms\"\ncost = \"500 us\"\n";

#[test]
fn a_flood_releases_a_receiver_no_more_often_than_it_says_and_a_trap_in_it_ends_its_app_alone() {
    let arena = Arena::new();
    let good = arena.run_wat("good", &prelude::component("", ""), GOOD);
    released(&arena, good, "good", "g", 3);
    let app = receiver("ear", 60, 4, "period = \"10 ms\"\ncost = \"1 ms\"")
        + &channel("message", "publishers = [\"flood\"]\ndrop = \"oldest\"");
    // Traps at the eighth.
    let hears = "(if (i64.ge_u (local.get $sequence) (i64.const 7)) (then unreachable))";
    let id = arena.run_wat("app", &guest("", hears), &app);
    released_nothing(&arena, id);
    let floods = r#"(loop $on (drop (call $message_post (local.get $channel) (i32.const 0) (i32.const 4) (i32.const 1)
                      (i32.const 0) (i64.const 0))) (br $on))"#;
    let opens =
        "(local.set $channel (call $message_open (i32.const 0) (i32.const 4) (i32.const 0)))";
    let flood = prelude::program("(local $channel i32)", "news", &format!("{opens}{floods}"));
    let flood = arena.run_wat("flood", &flood, "[cpu]\nworker = 1\n");
    assert_eq!(arena.fault(id), "unreachable");
    let heard = messages(&arena, id, "ear");
    for pair in heard.windows(2) {
        assert!(
            pair[1].released_ns >= pair[0].released_ns + 10_000_000,
            "{pair:?}"
        );
    }
    assert_eq!(heard.len(), 7, "the eighth did not complete");
    let before = callback(&arena, good, "good", "g").tally.releases;
    released(&arena, good, "good", "g", before + 10);
    arena.kill(flood);
    arena.kill(good);
    arena.unhurt();
}

fn released_nothing(arena: &Arena, id: PartitionId) {
    arena.reaches(id, terrace_vm::State::Running);
    assert_eq!(callback(arena, id, "ear", "ear").tally.releases, 0);
}
