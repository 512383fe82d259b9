//! `terrace up`: a device's apps in one process.

mod support;

use rustix::process::Signal;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use support::{Desk, err, finished, out, says, signal};
use terrace_testkit::{guests, prelude};

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
fn the_manifest_of_an_app_is_no_device_file() {
    let desk = Desk::new();
    desk.app("one", guests::NOTHING, "");
    let done = desk.run(&["up", "one/terrace.toml"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(
        err(&done).contains("`terrace run one` runs it"),
        "{}",
        err(&done)
    );
}

/// As on boards with 39 bits of address space: 512 GiB.
#[test]
fn where_address_space_is_short_fewer_partitions_fit_and_the_figures_are_told() {
    let desk = Desk::new();
    desk.app("one", &says("from one", 0), "");
    desk.write("device.toml", "[[app]]\npath = \"one\"\n");
    let up = |gib: u64| {
        let limit = format!("ulimit -v {} && exec \"$0\" \"$@\"", gib << 20);
        let command = desk.command(&["up", "device.toml", "--partitions", "1000"]);
        let set = command.get_envs().filter_map(|(k, v)| Some((k, v?)));
        let mut limited = std::process::Command::new("bash");
        limited.arg("-c").arg(limit).arg(command.get_program());
        limited.args(command.get_args()).envs(set);
        limited.current_dir(desk.path()).output().unwrap()
    };
    let fewer = up(512);
    assert!(fewer.status.success(), "{}", err(&fewer));
    assert!(out(&fewer).contains("| from one"), "{}", out(&fewer));
    let told = err(&fewer);
    assert!(
        told.contains("1000 partitions of 4 GiB address space each do not fit here"),
        "{told}"
    );
    // 1000 halved until they fit, with an eighth more of memories.
    assert!(told.contains("at most 62 live at once"), "{told}");
    let none = up(16);
    assert_eq!(none.status.code(), Some(1), "{}", err(&none));
    let told = err(&none);
    assert!(
        told.contains("cannot reserve address space for") && told.contains("ulimit -v"),
        "{told}"
    );
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

#[test]
fn permissions_of_the_device_file_open_channels() {
    let desk = Desk::new();
    let opens = prelude::program(
        "",
        "speech",
        "(call $exit (i32.sub (i32.const 0) (i32.lt_s (call $message_open (i32.const 0) (i32.const 6) (i32.const 0)) (i32.const 0))))",
    );
    let channel = "[[channel]]\nname = \"speech\"\ntype = \"message\"\ncount = 8\npublishers = [\"permission:speak\"]\n";
    desk.app("owner", guests::NOTHING, channel);
    desk.app("talker", &opens, "");
    for (permissions, status) in [("[\"speak\"]", 0), ("[\"listen\"]", -1)] {
        let device = format!(
            "[[app]]\npath = \"owner\"\n[[app]]\npath = \"talker\"\npermissions = {permissions}\n"
        );
        desk.write("device.toml", &device);
        let partitions = json(&desk.ok(&["up", "device.toml", "--format", "json"]));
        let talker = partitions.iter().find(|p| p["app"] == "talker").unwrap();
        assert_eq!(talker["exit_status"], status, "{talker}");
    }
}
