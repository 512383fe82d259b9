//! The daemon and its clients, end to end.

mod support;

use rustix::process::Signal;
use std::process::Stdio;
use support::service::Service;
use support::{err, eventually, finished, out, says, signal};
use terrace_testkit::guests;

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
