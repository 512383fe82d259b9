//! The daemon and its clients, end to end.

mod support;

use rustix::process::Signal;
use std::process::Stdio;
use support::service::Service;
use support::{err, eventually, finished, out, says, signal};
use terrace_testkit::{guests, prelude};

#[test]
fn a_partition_lives_through_all_its_commands() {
    let service = Service::start();
    service.desk.app("polite", guests::POLITE, "");
    assert!(
        service
            .ok(&["install", "polite"])
            .starts_with("polite 1.0.0 sha256:")
    );
    assert_eq!(service.json(&["images"])[0]["name"], "polite");
    assert_eq!(
        service
            .ok(&["start", "--name", "left", "polite"])
            .split_whitespace()
            .nth(1),
        Some("left")
    );
    let partition = service.json(&["ps"])[0].clone();
    for key in [
        "id",
        "name",
        "app",
        "state",
        "priority",
        "mode",
        "cpu_ns",
        "started_at",
        "restarts",
        "fault",
    ] {
        assert!(
            partition.get(key).is_some(),
            "`{key}` is missing: {partition}"
        );
    }
    for key in ["committed", "guaranteed", "limit"] {
        assert!(
            partition["memory"][key].is_u64(),
            "`memory.{key}` is missing: {partition}"
        );
    }
    service.ok(&["pause", "le"]);
    assert_eq!(service.state("left"), "suspended");
    service.ok(&["unpause", partition["id"].as_str().unwrap()]);
    eventually("it runs again", || service.state("left") == "running");
    service.ok(&["stop", "left"]);
    assert_eq!(service.run(&["wait", "left"]).status.code(), Some(7));
    service.ok(&["restart", "left"]);
    eventually("it runs again", || service.state("left") == "running");
    service.ok(&["kill", "left"]);
    let waited = service.run(&["wait", "left"]);
    assert_eq!(
        (waited.status.code(), err(&waited).as_str()),
        (Some(137), "terrace: left was ended by force\n")
    );
    service.ok(&["rm", "left"]);
    assert_eq!(service.state("left"), "gone");
    service.ok(&["uninstall", "polite"]);
    assert_eq!(service.json(&["images"]).as_array().unwrap().len(), 0);
}

#[test]
fn an_app_that_is_exchanged_is_told_from_what_runs() {
    let service = Service::start();
    service.desk.app("polite", guests::POLITE, "");
    service.ok(&["install", "polite"]);
    service.ok(&["start", "--name", "left", "polite"]);
    assert!(
        service
            .ok(&["inspect", "left"])
            .contains("installed   the same")
    );
    let old = service.json(&["ps"])[0]["image"].clone();
    service.desk.app("polite", guests::SLEEP, "");
    let done = service.run(&["install", "polite"]);
    assert!(
        err(&done).contains("keep the image they have"),
        "{}",
        err(&done)
    );
    service.ok(&["restart", "left"]);
    let inspected = service.json(&["inspect", "left"]);
    assert_eq!(inspected["partition"]["image"], old);
    let new = inspected["digest"].as_str().unwrap().to_owned();
    assert_ne!(old, new);
    let text = service.ok(&["inspect", "left"]);
    assert!(
        text.contains(&format!("installed   {new}; a restart keeps")),
        "{text}"
    );
    let refused = service.run(&["uninstall", "polite"]);
    assert!(
        err(&refused).contains("the partition left of it lives; stop it first"),
        "{}",
        err(&refused)
    );
}

#[test]
fn logs_events_and_figures_are_shown() {
    let service = Service::start();
    service.desk.app("hello", &says("hello there", 5), "");
    service.ok(&["pm", "install", "hello"]);
    service.ok(&["am", "start", "--count", "2", "--name", "h", "hello"]);
    assert_eq!(service.run(&["wait", "h-1"]).status.code(), Some(5));
    assert_eq!(service.ok(&["logs", "h-1"]), "hello there\n");
    assert_eq!(
        service.ok(&["logs", "--level", "info", "h-1"]),
        "",
        "output has no level"
    );
    let events = service.ok(&["events"]);
    assert!(
        events.contains("h-2") && events.contains("stopped (status 5)"),
        "{events}"
    );
    assert!(
        events.starts_with("20") && events.contains("Z  "),
        "{events}"
    );
    assert_eq!(
        service.json(&["inspect", "h-1"])["partition"]["exit_status"],
        5
    );
    assert!(service.ok(&["inspect", "h-1"]).contains("status 5"));
    // The beginning of both names, and the app's whole one.
    assert_eq!(service.json(&["inspect", "hello"])["partitions"], 2);
    assert!(
        service
            .ok(&["inspect", "hello"])
            .contains("partitions  2\n")
    );
    assert_eq!(service.json(&["stats"])["apps"], 1);
    assert!(service.ok(&["top", "--once"]).contains("h-2"));
    let table = service.ok(&["ps"]);
    assert!(
        table.starts_with("ID") && table.lines().count() == 3,
        "{table}"
    );
}

#[test]
fn what_is_refused_is_named_and_the_others_are_still_done() {
    let service = Service::start();
    service.desk.app("polite", guests::POLITE, "");
    service.ok(&["install", "polite"]);
    service.ok(&["start", "--name", "left", "polite"]);
    let done = service.run(&["suspend", "right", "left"]);
    assert_eq!(
        (done.status.code(), out(&done).as_str()),
        (Some(1), "left\n")
    );
    assert!(err(&done).contains("`right`"), "{}", err(&done));
    let done = service.json(&["resume", "left"]);
    assert_eq!(
        (done[0]["name"].as_str(), done[0]["id"].is_string()),
        (Some("left"), true)
    );
    let timed = service.run(&["wait", "--timeout", "0", "left"]);
    assert_eq!(timed.status.code(), Some(124), "{}", err(&timed));
    for args in [
        vec!["start", "nothing"],
        vec!["uninstall", "nothing"],
        vec!["logs", "nothing"],
        vec!["install", "t.sock"],
    ] {
        let done = service.run(&args);
        assert_eq!(done.status.code(), Some(1), "{args:?}");
        assert!(
            err(&done).starts_with("terrace: "),
            "{args:?}: {}",
            err(&done)
        );
    }
}

#[test]
fn a_second_daemon_is_refused_and_sigterm_stops_the_first() {
    let mut service = Service::start();
    let second = Service::daemon(&service.desk)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    assert!(err(&second).contains("terrace: "), "{}", err(&second));
    signal(&service.daemon, Signal::TERM);
    assert_eq!(finished(&mut service.daemon), Some(0));
    assert!(!service.desk.path().join("t.sock").exists());
}

/// Takes what comes through the channel it declares, and logs it.
fn listener(name: &str) -> String {
    prelude::module(
        1,
        &format!(
            r#"(data (i32.const 0) "{name}")
               (func (export "_start") (local $channel i32) (local $code i32)
                 (local.set $channel (call $message_open (i32.const 0) (i32.const {}) (i32.const 1)))
                 (call $say (i32.const 0) (i32.const {0}))
                 (loop $more
                   (local.set $code (call $message_receive (local.get $channel) (i64.const -1)
                     (i32.const 1024) (i32.const 40) (i32.const 2048) (i32.const 64)))
                   (if (i32.gt_s (local.get $code) (i32.const 0)) (then
                     (call $say (i32.const 2048) (i32.load (i32.const 1044)))))
                   (br_if $more (i32.ne (local.get $code) (i32.const -9)))))"#,
            name.len()
        ),
    )
}

#[test]
fn channels_are_listed_and_sent_to() {
    let service = Service::start();
    let declared = "[[channel]]\nname = \"inbox\"\ntype = \"message\"\ncount = 16\ndepth = 2\n\
         [[channel]]\nname = \"news\"\ntype = \"broadcast\"\ncount = 16\n";
    service.desk.app("hears", &listener("inbox"), declared);
    service.ok(&["install", "hears"]);
    let refused = |args: &[&str], why: &str| {
        let done = service.run(args);
        assert!(
            !done.status.success() && err(&done).contains(why),
            "{}",
            err(&done)
        );
    };
    // It waits until somebody takes it; what is more important takes its place.
    assert_eq!(service.ok(&["send", "inbox", "one"]), "inbox: 3 bytes\n");
    assert_eq!(service.ok(&["send", "inbox", "two"]), "inbox: 3 bytes\n");
    refused(&["send", "inbox", "three"], "is full");
    service.ok(&["send", "--priority", "9", "inbox", "now"]);
    refused(
        &["send", "inbox", "seventeen letters"],
        "17 bytes is longer than the 16",
    );
    refused(
        &["send", "outbox", "x"],
        "no installed app declares a channel `outbox`",
    );
    refused(&["send", "news", "x"], "terrace broadcast news");
    refused(&["broadcast", "inbox", "x"], "terrace send inbox");
    assert_eq!(
        service.ok(&["broadcast", "news", "x"]),
        "news: 1 bytes, heard by nobody\n"
    );
    let inbox = service.json(&["channels"])[0].clone();
    for (key, value) in [
        ("waiting", 2),
        ("high_water", 2),
        ("sent", 3),
        ("refused", 1),
        ("dropped", 1),
        ("taken", 0),
    ] {
        assert_eq!(inbox[key], value, "{key}: {inbox}");
    }
    service.ok(&["start", "--name", "ears", "hears"]);
    eventually("it has heard both", || {
        service.ok(&["logs", "ears"]).contains("one")
    });
    service.ok(&["send", "inbox", "last"]);
    eventually("it hears on", || {
        service.ok(&["logs", "ears"]).contains("last")
    });
    let logs = service.ok(&["logs", "ears"]);
    let at = |text| {
        logs.find(text)
            .unwrap_or_else(|| panic!("{text} is not in {logs}"))
    };
    assert!(
        at("now") < at("one") && at("one") < at("last") && !logs.contains("two"),
        "{logs}"
    );
    let table = service.ok(&["channels"]);
    assert!(
        table.contains("16 byte") && table.contains("  receiver"),
        "{table}"
    );
    service.ok(&["kill", "ears"]);
    assert_eq!(
        service.json(&["channels"])[0]["receivers"],
        serde_json::json!([])
    );
}

#[test]
fn what_would_miss_deadlines_is_refused_and_force_marks_the_device() {
    let service = Service::start();
    let budget = |priority: u32, budget_us: u32| {
        format!(
            "[cpu]\nworker = 0\nscheduler = \"fifo\"\npriority = {priority}\nbudget_us = {budget_us}\n\
             period_us = 10000\non_overrun = \"throttle\"\n"
        )
    };
    for (name, rest) in [("one", budget(80, 6_000)), ("two", budget(70, 5_000))] {
        service.desk.app(name, guests::POLITE, &rest);
        service.ok(&["install", name]);
    }
    service.ok(&["start", "--name", "one", "one"]);
    assert_eq!(service.json(&["ps"])[0]["proof"], "proven");
    let refused = service.run(&["start", "--name", "two", "two"]);
    assert_eq!(refused.status.code(), Some(1));
    for part in [
        "`two` is not admitted",
        "budget of 5 ms",
        "10 ms",
        "--force",
    ] {
        assert!(
            err(&refused).contains(part),
            "no {part} in {}",
            err(&refused)
        );
    }
    assert_eq!(service.state("two"), "gone");
    service.ok(&["start", "--force", "--name", "two", "two"]);
    let ps = service.run(&["ps"]);
    assert!(out(&ps).contains("UNPROVEN"), "{}", out(&ps));
    assert!(
        err(&ps).contains("unproven while `two` lives"),
        "{}",
        err(&ps)
    );
    assert!(service.ok(&["inspect", "two"]).contains("started by force"));
    service.ok(&["stop", "two"]);
    let ps = service.run(&["ps"]);
    assert!(!err(&ps).contains("unproven"), "{}", err(&ps));
}
