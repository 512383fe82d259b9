//! Who may use which channel: by declaration, by name, by what the device grants.

use super::{RECEIVE, SEND, channel, declare, guest, seen, story};
use terrace_testkit::guests;
use terrace_tests::Arena;

const UNDECLARED: i32 = -12;
const UNPERMITTED: i32 = -13;

fn labels(names: &[&str]) -> Vec<terrace_vm::Label> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// The answer of `open`, as the exit status of an app of this name; 0: it is open.
fn opens(arena: &Arena, app: &str, name: &str, role: u32) -> i32 {
    arena.status_of(app, &guest(name, role, "(call $exit (i32.const 0))"), "")
}

#[test]
fn a_channel_is_for_those_whom_its_declaration_names() {
    let arena = Arena::new();
    assert_eq!(opens(&arena, "other", "inbox", SEND), UNDECLARED);
    declare(
        &arena,
        &channel(
            "inbox",
            "message",
            "count = 8\npublishers = [\"sender\"]\nsubscribers = [\"receiver\"]\n",
        ),
    );
    for (app, role, answer) in [
        ("sender", SEND, 0),
        ("sender", RECEIVE, UNPERMITTED),
        ("receiver", SEND, UNPERMITTED),
        ("receiver", RECEIVE, 0),
        ("other", SEND, UNPERMITTED),
        ("other", RECEIVE, UNPERMITTED),
    ] {
        assert_eq!(opens(&arena, app, "inbox", role), answer, "{app} as {role}");
    }
    // Who declares it may use it, and no prefix of a name is a name.
    for name in ["inbox", "inbo", "inboxx"] {
        let body = "(call $exit (i32.const 0))";
        let manifest = channel("inbox", "message", "count = 8\n");
        let status = arena.status_of("owner", &guest(name, SEND, body), &manifest);
        assert_eq!(status, if name == "inbox" { 0 } else { UNDECLARED });
    }
    assert_eq!(
        opens(&arena, "sender", "inbox", 2),
        -3,
        "there is no such role"
    );
    arena.unhurt();
}

#[test]
fn a_permission_of_the_device_opens_a_channel_and_its_loss_closes_it() {
    let arena = Arena::new();
    declare(
        &arena,
        &channel(
            "speech",
            "message",
            "count = 8\npublishers = [\"permission:speak\"]\n",
        ),
    );
    assert_eq!(opens(&arena, "talker", "speech", SEND), UNPERMITTED);
    arena
        .controller
        .permit("talker", &labels(&["listen", "speak"]));
    assert_eq!(opens(&arena, "talker", "speech", SEND), 0);
    assert_eq!(opens(&arena, "talker", "speech", RECEIVE), UNPERMITTED);
    assert_eq!(opens(&arena, "other", "speech", SEND), UNPERMITTED);
    arena.controller.permit("talker", &labels(&["listen"]));
    assert_eq!(opens(&arena, "talker", "speech", SEND), UNPERMITTED);
    arena.unhurt();
}

#[test]
fn a_name_is_taken_once_and_free_again_when_its_app_is_gone() {
    let arena = Arena::new();
    let mine = channel("inbox", "message", "count = 8\n");
    declare(&arena, &mine);
    arena.install_wat("thief", guests::NOTHING, &mine);
    assert_eq!(seen(&arena, "inbox").app, "owner");
    arena.controller.uninstall("thief");
    assert_eq!(seen(&arena, "inbox").app, "owner");
    arena.controller.uninstall("owner");
    assert_eq!(arena.controller.channels(), []);
    arena.install_wat("thief", guests::NOTHING, &mine);
    assert_eq!(seen(&arena, "inbox").app, "thief");
    arena.unhurt();
}

#[test]
fn a_channel_that_goes_wakes_who_rests_and_takes_its_slots_along() {
    let arena = Arena::new();
    let open = "count = 8\npublishers = [\"sender\"]\nsubscribers = [\"receiver\"]\n";
    declare(&arena, &channel("inbox", "message", open));
    let receiver = guest(
        "inbox",
        RECEIVE,
        "(call $note (call $receive (global.get $channel) (i64.const -1)))",
    );
    let receiver = arena.run_wat("receiver", &receiver, "");
    let sender = guest(
        "inbox",
        SEND,
        r#"(local.set $m (call $message_obtain (global.get $channel)))
           (call $note (i32.const 1))
           (loop $wait (br_if $wait (i32.eqz (call $stop_requested))))
           (call $note (call $message_send (local.get $m) (i32.const 0) (i32.const 0) (i32.const 0) (i64.const 0)))
           (call $note (call $message_obtain (global.get $channel)))"#,
    );
    let sender = arena.run_wat("sender", &sender, "");
    terrace_tests::eventually("it has a slot", || seen(&arena, "inbox").held == 1);
    arena.controller.uninstall("owner");
    assert_eq!(story(&arena, receiver), ["-17"]);
    arena.controller.stop(sender).unwrap();
    assert_eq!(story(&arena, sender), ["1", "-17", "-17"]);
    assert_eq!(arena.controller.channel_memory(), 0);
    arena.unhurt();
}

#[test]
fn slots_that_do_not_fit_are_refused_and_nothing_is_reserved() {
    let arena = Arena::new();
    let two = [
        channel("huge", "message", "count = 1000000\ndepth = 65536\n"),
        channel("fits", "message", "count = 1000\ndepth = 10\n"),
    ];
    let status = |name| {
        let wat = guest(name, SEND, "(call $exit (i32.const 0))");
        arena.status_of("owner", &wat, &two.concat())
    };
    assert_eq!(status("huge"), -7);
    assert_eq!(arena.controller.channel_memory(), 0);
    assert_eq!(status("fits"), 0);
    assert_eq!(arena.controller.channel_memory(), 0);
    arena.unhurt();
}

#[test]
fn a_description_tells_what_is_declared_and_what_waits() {
    let arena = Arena::new();
    let manifest = channel(
        "inbox",
        "broadcast",
        "element = \"double\"\ncount = 5\ndepth = 3\n",
    );
    let body = r#"
        (drop (call $message_open (i32.const 0) (i32.const 5) (i32.const 1)))
        (call $note (call $message_describe (global.get $channel) (i32.const 1024) (i32.const 31)))
        (call $note (call $message_describe (global.get $channel) (i32.const 1024) (i32.const 32)))
        (drop (call $said (i32.const 200) (i32.const 1) (i32.const 0) (i32.const 0)))
        (drop (call $message_describe (global.get $channel) (i32.const 1024) (i32.const 32)))
        (loop $more
          (call $note (i32.load (i32.add (i32.const 1032) (local.get $i))))
          (local.set $i (i32.add (local.get $i) (i32.const 4)))
          (br_if $more (i32.lt_u (local.get $i) (i32.const 24))))"#;
    let id = arena.run_wat("owner", &guest("inbox", SEND, body), &manifest);
    // Bytes, depth, waiting, kind, element, receivers.
    assert_eq!(
        story(&arena, id),
        ["-5", "32", "40", "3", "1", "1", "7", "1"]
    );
    arena.unhurt();
}
