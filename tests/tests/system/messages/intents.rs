//! Intents: a form that is checked, filters by action, and apps that are started for them.

use super::{RECEIVE, SEND, channel, declare, guest, seen, story};
use terrace_tests::{Arena, eventually};
use terrace_vm::{IntentDraft, PartitionInfo, State};

/// `go` with the extra `k`, a text; at 300, 13 bytes long.
const GO: &str = r#"(data (i32.const 300) "\02\00go\06\01k\02\00\00\00hi")"#;

/// A guest with the intent and some actions in its memory.
fn with_intent(channel: &str, role: u32, body: &str) -> String {
    let data =
        format!("{GO}(data (i32.const 400) \"go\\00halt\\00\")(data (i32.const 420) \"halt\")");
    guest(channel, role, body).replacen("(data", &format!("{data}(data"), 1)
}

fn intent(length: u32) -> String {
    format!(
        "(call $note (call $message_intent (global.get $channel) (i32.const 300) (i32.const {length}) (i32.const 4) (i32.const 0) (i64.const 0)))"
    )
}

#[test]
fn an_intent_is_checked_before_it_is_sent() {
    let arena = Arena::new();
    let manifest = channel("inbox", "message", "count = 64\ndepth = 4\n");
    let body = format!(
        r#"{}{}{}
           (call $note (call $message_open (i32.const 0) (i32.const 5) (i32.const 1)))
           (global.set $channel (i32.const -1))
           (call $note (call $receive (global.get $channel) (i64.const 0)))
           (call $note (i32.load (i32.const 1048)))
           (call $note (i32.load (i32.const 1060)))
           (call $say (i32.const 2050) (i32.const 2))"#,
        // Whole, cut, and nothing.
        intent(13),
        intent(12),
        intent(0)
    )
    .replace(
        "(call $note (call $message_open",
        "(drop (call $message_open",
    );
    let id = arena.run_wat("owner", &with_intent("inbox", SEND, &body), &manifest);
    // Its kind, and that it is an intent.
    assert_eq!(story(&arena, id), ["1", "-3", "-3", "40", "4", "1", "go"]);
    arena.unhurt();
}

#[test]
fn a_broadcast_intent_reaches_those_whose_filter_has_its_action() {
    let arena = Arena::new();
    let who = "count = 64\nsubscribers = [\"all\", \"both\", \"halt\"]\n";
    declare(&arena, &channel("news", "broadcast", who));
    let listen = |app, filter: &str| {
        let hears = r#"(loop $more
            (drop (call $receive (global.get $channel) (i64.const -1)))
            (call $say (i32.const 2050) (i32.sub (i32.load (i32.const 1044)) (i32.const 2)))
            (br_if $more (i32.ne (i32.load8_u (i32.const 2050)) (i32.const 104))))"#;
        let body = format!("{filter}{hears}");
        arena.run_wat(app, &with_intent("news", RECEIVE, &body), "")
    };
    let filter = |at, length| {
        format!(
            "(call $note (call $message_filter (global.get $channel) (i32.const {at}) (i32.const {length})))"
        )
    };
    let all = listen("all", "");
    let both = listen("both", &filter(400, 8));
    let halt = listen("halt", &filter(420, 4));
    eventually("all listen", || {
        let heard = |id| !arena.lines(id).is_empty();
        seen(&arena, "news").receivers.len() == 3 && heard(both) && heard(halt)
    });
    let publisher = arena.controller.publisher("news").unwrap();
    let send = |action: &str| {
        let draft = IntentDraft::new(action).unwrap();
        publisher.announce(&draft, 0, 0, 0).unwrap()
    };
    assert_eq!(send("else"), 1, "only who wants all");
    assert_eq!(send("go"), 2);
    assert_eq!(send("halt"), 3);
    assert_eq!(story(&arena, all), ["else", "go", "halt"]);
    assert_eq!(story(&arena, both), ["0", "go", "halt"]);
    assert_eq!(story(&arena, halt), ["0", "halt"]);
    drop(publisher);
    arena.unhurt();
}

/// The partitions of an app.
fn of(arena: &Arena, app: &str) -> Vec<PartitionInfo> {
    let all = arena.controller.list();
    all.into_iter().filter(|p| p.app == app).collect()
}

#[test]
fn a_message_starts_the_app_whose_channel_says_so() {
    let arena = Arena::new();
    let hears = "(loop $more (br_if $more (i32.gt_s (call $heard) (i32.const 0))))";
    let on_demand = "count = 8\ndepth = 4\non_demand = true\npublishers = [\"sender\"]\n";
    let manifest = channel("wish", "message", on_demand);
    arena.install_wat("genie", &guest("wish", RECEIVE, hears), &manifest);
    let sender = guest(
        "wish",
        SEND,
        "(call $note (call $said (i32.const 200) (i32.const 3) (i32.const 0) (i32.const 0)))",
    );
    let stranger = arena.run_wat("stranger", &sender, "");
    let _ = arena.end(stranger);
    assert_eq!(arena.info(stranger).exit_status, Some(-13));
    assert_eq!(
        of(&arena, "genie").len(),
        0,
        "who may not send starts nothing"
    );
    for round in 1..=2 {
        let id = arena.run_wat("sender", &sender, "");
        assert_eq!(story(&arena, id), ["1"]);
        eventually("it has come, heard and gone", || {
            seen(&arena, "wish").taken == round
                && of(&arena, "genie")
                    .iter()
                    .all(|p| p.state == State::Stopped)
        });
        assert_eq!(
            of(&arena, "genie").len(),
            1,
            "the partition that there was is used again"
        );
    }
    arena.unhurt();
}
