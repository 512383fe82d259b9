//! `terrace up`: a device's apps in one process.

mod support;

use rustix::process::Signal;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use support::{Desk, err, finished, out, says, signal};
use terrace_testkit::guests;

fn json(text: &str) -> Vec<serde_json::Value> {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn it_ends_when_everything_has_and_shows_every_line() {
    let desk = Desk::new();
    desk.app("one", &says("from one", 0), "");
    desk.app("two", &says("from two", 3), "");
    desk.write(
        "device.toml",
        "[[app]]\npath = \"one\"\ncount = 2\n[[app]]\npath = \"two\"\nname = \"second\"\n",
    );
    let log = desk.ok(&["up", "device.toml"]);
    assert_eq!(log.matches("| from one").count(), 2, "{log}");
    assert_eq!(
        log.lines()
            .filter(|l| l.starts_with("second") && l.contains("| from two"))
            .count(),
        1,
        "{log}"
    );
    assert!(log.contains("status 3"), "{log}");
    let partitions = json(&desk.ok(&["up", "device.toml", "--format", "json"]));
    assert_eq!(partitions.len(), 3);
    assert!(
        partitions.iter().all(|p| p["state"] == "stopped"),
        "{partitions:?}"
    );
}

#[test]
fn time_or_a_signal_stops_it_politely() {
    let desk = Desk::new();
    desk.app("polite", guests::POLITE, "");
    desk.write("device.toml", "[[app]]\npath = \"polite\"\n");
    let partitions = json(&desk.ok(&["up", "device.toml", "--for", "1", "--format", "json"]));
    assert_eq!(
        (&partitions[0]["state"], &partitions[0]["exit_status"]),
        (&"stopped".into(), &7.into())
    );

    let mut child = desk
        .command(&["up", "device.toml", "--headless"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map(Result::unwrap);
    assert!(lines.any(|line| line.contains("started")));
    signal(&child, Signal::INT);
    assert!(lines.any(|line| line.contains("status 7")));
    assert_eq!(finished(&mut child), Some(0));
}

#[test]
fn a_fault_is_the_status_and_hurts_no_neighbour() {
    let desk = Desk::new();
    desk.app("trap", guests::TRAP, "");
    desk.app("polite", guests::POLITE, "");
    desk.write(
        "device.toml",
        "[[app]]\npath = \"trap\"\n[[app]]\npath = \"polite\"\n",
    );
    let done = desk.run(&["up", "device.toml", "--for", "1", "--format", "json"]);
    assert_eq!(done.status.code(), Some(1), "{}", err(&done));
    let partitions = json(&out(&done));
    let state = |app: &str| {
        partitions
            .iter()
            .find(|p| p["app"] == app)
            .map(|p| p["state"].clone())
    };
    assert_eq!(
        (state("trap"), state("polite")),
        (Some("faulted".into()), Some("stopped".into()))
    );
}

#[test]
fn a_device_that_cannot_start_whole_does_not_start() {
    let desk = Desk::new();
    desk.app("one", &says("from one", 0), "");
    desk.write(
        "device.toml",
        "[[app]]\npath = \"one\"\n\n[[app]]\npath = \"missing\"\n",
    );
    let done = desk.run(&["up", "device.toml"]);
    assert_eq!((done.status.code(), out(&done).as_str()), (Some(1), ""));
    assert!(
        err(&done).contains("device.toml:5:") && err(&done).contains("missing"),
        "{}",
        err(&done)
    );
    assert_eq!(desk.run(&["up", "nothing.toml"]).status.code(), Some(1));
}
