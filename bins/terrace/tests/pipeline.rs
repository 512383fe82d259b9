//! The pipeline of `apps/pipeline`: four languages, a table, and a Linux process, on a real recording. One stage is
//! killed in the middle; the others go on, and what arrives afterwards is what arrived before.

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};
use support::service::Service;
use support::toolchain::{copy, has};
use support::{eventually, out};
use terrace_testkit::tools;

const STAGES: [&str; 4] = ["store", "detector", "analyser", "recorder"];

/// A daemon with the four stages installed and running, at some times the speed of the recording.
fn service() -> Service {
    let service = Service::start();
    for stage in STAGES {
        let from = tools::root().join("apps/pipeline").join(stage);
        copy(&from, &service.desk.path().join(stage));
        service.ok(&["install", stage]);
        let speed: &[&str] = match stage {
            "recorder" => &["--", "/sounds/Front_Center.wav", "4"],
            _ => &[],
        };
        service.ok(&[&["start", "--name", stage, stage], speed].concat());
        eventually("it runs", || service.state(stage) == "running");
    }
    service
}

/// A Linux process that listens through the translator; the lines it has heard.
fn listener(service: &Service) -> (Child, Arc<Mutex<Vec<String>>>) {
    let mut command = service.desk.command(&["channel", "listen", "heard"]);
    let mut child = command
        .env("TERRACE_SOCKET", "t.sock")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let (lines, kept) = (
        BufReader::new(child.stdout.take().unwrap()).lines(),
        heard.clone(),
    );
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            kept.lock().unwrap().push(line);
        }
    });
    (child, heard)
}

/// What the table has of one pass.
fn pass(service: &Service, pass: i64) -> Vec<String> {
    let number = pass.to_string();
    let query = [
        "query",
        "content://sounds/event",
        "--columns",
        "block, what, frequency",
        "--where",
        "pass = ?1",
        "--arg",
        &number,
        "--order",
        "block",
    ];
    let rows = service.json(&query);
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| format!("{} {} {}", row["block"], row["what"], row["frequency"]))
        .collect()
}

/// The last pass of which there is something.
fn last(service: &Service) -> i64 {
    let query = ["query", "content://sounds/event", "--columns", "max(pass)"];
    service.json(&query)[0]["max(pass)"].as_i64().unwrap_or(0)
}

/// Wait until a pass after this one has been heard whole: one more has begun.
fn whole(service: &Service, after: i64) -> i64 {
    eventually("two passes more", || last(service) > after + 2);
    after + 2
}

#[test]
fn a_pipeline_in_four_languages_heals_when_its_middle_is_killed() {
    if ["c", "rust", "java", "go"]
        .iter()
        .any(|language| !has(language))
    {
        return;
    }
    let service = service();
    let (mut linux, heard) = listener(&service);
    // The two words of the recording begin here, as its samples say.
    let first = whole(&service, 0);
    let expected = pass(&service, first);
    let begins: Vec<_> = expected
        .iter()
        .filter(|e| e.contains("sound.begin"))
        .collect();
    assert_eq!(begins.len(), 2, "{expected:?}");
    assert!(
        begins[0].starts_with("3 ") && begins[1].starts_with("38 "),
        "{expected:?}"
    );

    service.ok(&["kill", "detector"]);
    let silent = last(&service);
    let lines = |stage| out(&service.run(&["logs", stage])).lines().count();
    let before = lines("recorder");
    eventually("the recorder records on", || lines("recorder") > before + 1);
    for stage in ["store", "analyser", "recorder"] {
        assert_eq!(service.state(stage), "running", "{stage}");
    }
    assert!(last(&service) <= silent + 1, "nobody detects");

    service.ok(&["restart", "detector"]);
    let healed = whole(&service, last(&service).max(silent + 1));
    assert_eq!(pass(&service, healed), expected);

    // What the Linux process heard is what the table has.
    let of_pass = |pass: i64| {
        let heard = heard.lock().unwrap();
        let of = |line: &&String| line.split(' ').nth(1) == Some(&pass.to_string());
        let parts = heard
            .iter()
            .filter(of)
            .map(|l| l.splitn(3, ' ').nth(2).unwrap_or_default().to_owned());
        parts.collect::<Vec<String>>()
    };
    let told: Vec<_> = expected.iter().map(|e| e.replace('"', "")).collect();
    let told: Vec<_> = told
        .iter()
        .filter_map(|e| e.rsplit_once(' '))
        .map(|(e, _)| e.to_owned())
        .collect();
    eventually("Linux has heard it", || of_pass(healed) == told);
    linux.kill().unwrap();
    linux.wait().unwrap();
}
