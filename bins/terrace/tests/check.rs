//! `terrace check` and `terrace manifest convert`: answers, formats and statuses.

mod support;

use serde_json::Value;
use support::{Desk, err, out};

const SOUND: &str = "[app]\nname = \"ear\"\nversion = \"0.1.0\"\nprogram = \"a.wasm\"\n\
    [[service]]\nname = \"s\"\npriority = 90\n\
    [[service.task]]\nname = \"t\"\nperiod = \"8 ms\"\ncost = \"1 ms\"\n\
    [[receiver]]\nname = \"r\"\npriority = 80\nperiod = \"8 ms\"\ncost = \"1 ms\"\n";

#[test]
fn what_holds_ends_with_0_and_what_does_not_with_1() {
    let desk = Desk::new();
    desk.write("ear/terrace.toml", SOUND);
    let text = desk.ok(&["check", "ear"]);
    assert!(
        text.contains("s/t") && text.contains("Everything holds."),
        "{text}"
    );
    assert!(text.lines().count() < 24, "it fits a screen: {text}");
    desk.write(
        "ear/terrace.toml",
        &SOUND.replace("cost = \"1 ms\"", "cost = \"5 ms\""),
    );
    let done = desk.run(&["check", "ear/terrace.toml"]);
    assert_eq!(done.status.code(), Some(1));
    let text = out(&done);
    assert!(text.contains("FAILS") && text.contains("mend it"), "{text}");
}

#[test]
fn wrong_input_ends_with_2_and_its_place() {
    let desk = Desk::new();
    let cases = [
        ("m.toml", SOUND.replace("8 ms", "8 min"), "m.toml:"),
        (
            "d.toml",
            "[[app]]\npath = \"nowhere\"\n".to_owned(),
            "d.toml:2:",
        ),
        (
            "x.xml",
            "<manifest package=\"a\"><application><servce/></application></manifest>".to_owned(),
            "x.xml:1:",
        ),
    ];
    for (name, text, place) in cases {
        desk.write(name, &text);
        let done = desk.run(&["check", name]);
        assert_eq!(done.status.code(), Some(2), "{name}: {}", err(&done));
        assert!(err(&done).contains(place), "{name}: {}", err(&done));
    }
    assert_eq!(desk.run(&["check", "nowhere.toml"]).status.code(), Some(2));
}

const SETS: &[(&str, &str, i32)] = &[
    (
        "ok.json",
        r#"{"tasks":[{"name":"a","cost":1,"period":4},{"name":"b","cost":"1/2","period":8}]}"#,
        0,
    ),
    (
        "late.json",
        r#"{"tasks":[{"name":"a","cost":3,"period":4},{"name":"b","cost":3,"period":8}]}"#,
        1,
    ),
    ("empty.json", r#"{"tasks":[]}"#, 0),
    (
        "zero.json",
        r#"{"tasks":[{"name":"a","cost":1,"period":0}]}"#,
        2,
    ),
    (
        "nan.json",
        r#"{"tasks":[{"name":"a","cost":NaN,"period":1}]}"#,
        2,
    ),
    (
        "huge.json",
        r#"{"tasks":[{"name":"a","cost":1e309,"period":1}]}"#,
        2,
    ),
    (
        "twice.json",
        r#"{"tasks":[{"name":"a","cost":1,"period":9},{"name":"a","cost":1,"period":9}]}"#,
        2,
    ),
    ("ok.csv", "name,cost,period\na,1,4\nb,1,8\n", 0),
    (
        "sniffed.txt",
        r#"{"tasks":[{"name":"a","cost":1,"period":4}]}"#,
        0,
    ),
];

#[test]
fn bare_task_sets_get_an_answer_in_every_format() {
    let desk = Desk::new();
    for (name, text, status) in SETS {
        desk.write(name, text);
        for format in ["text", "json", "junit"] {
            let done = desk.run(&["check", "--taskset", name, "--format", format]);
            assert_eq!(
                done.status.code(),
                Some(*status),
                "{name} {format}: {}",
                err(&done)
            );
        }
        let done = desk.run(&["check", "--taskset", name, "--format", "json"]);
        let said: Value = serde_json::from_slice(&done.stdout).expect("it is JSON");
        match status {
            2 => assert!(said["errors"][0]["line"].is_number(), "{said}"),
            _ => assert_eq!(said["schedulable"], *status == 0, "{said}"),
        }
    }
}

#[test]
fn deep_and_large_sets_are_refused() {
    let desk = Desk::new();
    let deep = format!("{{\"tasks\":{}", "[".repeat(200_000));
    desk.write("deep.json", &deep);
    let done = desk.run(&["check", "--taskset", "deep.json"]);
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    desk.write("large.json", &" ".repeat(40 << 20));
    let done = desk.run(&["check", "--taskset", "large.json"]);
    assert_eq!(done.status.code(), Some(2), "{}", err(&done));
    assert!(err(&done).contains("too large"), "{}", err(&done));
}

#[test]
fn a_device_is_checked_with_all_its_apps() {
    let desk = Desk::new();
    desk.write("ear/terrace.toml", SOUND);
    let other =
        SOUND.replace("\"ear\"", "\"eye\"") + "publish = [{ channel = \"words\", of = \"ear\" }]\n";
    desk.write("eye/terrace.toml", &other);
    let file = "[device]\nmasked = \"20 us\"\n[[app]]\npath = \"ear\"\ncount = 2\n[[app]]\npath = \"eye\"\nworker = 1\n";
    desk.write("device.toml", file);
    let done = desk.run(&["check", "device.toml"]);
    assert_eq!(done.status.code(), Some(1), "{}", out(&done));
    assert!(out(&done).contains("has no such channel"), "{}", out(&done));
    let words =
        "[[channel]]\nname = \"words\"\ntype = \"message\"\ncount = 1\npublishers = [\"eye\"]\n";
    desk.write(
        "ear/terrace.toml",
        &format!("{SOUND}subscribe = [{{ channel = \"words\", count = 4 }}]\n{words}"),
    );
    let text = desk.ok(&["check", "device.toml"]);
    assert!(
        text.contains("ear-2/s/t") && text.contains("worker 1"),
        "{text}"
    );
}

#[test]
fn the_device_of_the_demo_holds() {
    let device = terrace_testkit::tools::root().join("apps/demo.toml");
    let text = Desk::new().ok(&["check", device.to_str().unwrap()]);
    assert!(text.contains("heartbeat-10"), "{text}");
}

#[test]
fn the_set_can_be_written_for_cheddar() {
    let desk = Desk::new();
    desk.write("ear/terrace.toml", SOUND);
    desk.ok(&["check", "ear", "--cheddar", "out.xml"]);
    let xml = std::fs::read_to_string(desk.path().join("out.xml")).unwrap();
    assert!(
        xml.contains("<cheddar>") && xml.contains("<periodic_task id="),
        "{xml}"
    );
}

#[test]
fn manifests_are_converted_both_ways() {
    let desk = Desk::new();
    let xml = "<manifest package=\"a.b\"><application><service name=\"S\" priority=\"9\">\
        <periodic-task name=\"t\"><release periodic=\"8ms\"/></periodic-task></service></application></manifest>";
    desk.write("in.xml", xml);
    desk.ok(&["manifest", "convert", "in.xml", "-o", "terrace.toml"]);
    desk.ok(&["check-manifest", "terrace.toml"]);
    desk.ok(&["check-manifest", "in.xml"]);
    let back = desk.ok(&["manifest", "convert", "terrace.toml"]);
    assert!(back.contains("instance-id=\"t\""), "{back}");
    let again = desk.run(&["manifest", "convert", "in.xml", "-o", "terrace.toml"]);
    assert_eq!(again.status.code(), Some(1), "nothing is overwritten");
    desk.write(
        "more.toml",
        &SOUND.replace("priority = 80", "priority = 80\nworker = 1"),
    );
    let strict = desk.run(&["manifest", "convert", "--strict", "more.toml"]);
    assert_eq!(strict.status.code(), Some(1));
    assert!(
        err(&strict).contains("receiver r.worker"),
        "{}",
        err(&strict)
    );
}

#[test]
fn a_response_time_is_explained_step_by_step() {
    let desk = Desk::new();
    desk.write("ear/terrace.toml", SOUND);
    let text = desk.ok(&["check", "ear", "--explain", "r"]);
    assert!(text.contains("s/t") && text.lines().count() > 3, "{text}");
    let json: Value =
        serde_json::from_str(&desk.ok(&["check", "ear", "--explain", "r", "--format", "json"]))
            .unwrap();
    assert_eq!(json["response_time"], 2000, "{json}");
    let done = desk.run(&["check", "ear", "--explain", "s/tt"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("did you mean s/t?"), "{}", err(&done));
}

const BUSY: &str = "name,cost,period\na,2,5\nb,4,7\n";

#[test]
fn a_schedule_is_drawn_in_the_terminal_as_svg_and_as_a_trace() {
    let desk = Desk::new();
    desk.write("t.csv", BUSY);
    let drawn = desk.run(&["check", "--taskset", "t.csv", "--gantt"]);
    assert_eq!(
        drawn.status.code(),
        Some(1),
        "a missed deadline is still one"
    );
    let text = out(&drawn);
    for part in ["deadlines missed", "worker 0", "↑ release", "█", "idle"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let files = [
        "check",
        "--taskset",
        "t.csv",
        "--gantt",
        "g.svg",
        "--perfetto",
        "g.pftrace",
    ];
    assert_eq!(desk.run(&files).status.code(), Some(1));
    let svg = std::fs::read_to_string(desk.path().join("g.svg")).expect("it was written");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let trace = std::fs::read(desk.path().join("g.pftrace")).expect("it was written");
    assert!(trace.len() > 100 && trace[0] == 0x0a);
}

#[test]
fn a_simulation_is_told_in_figures() {
    let desk = Desk::new();
    desk.write("t.csv", BUSY);
    let args = [
        "check",
        "--taskset",
        "t.csv",
        "--format",
        "json",
        "--simulate",
        "critical",
    ];
    let said: Value = serde_json::from_str(&out(&desk.run(&args))).expect("it is JSON");
    let rows = &said["simulation"]["rows"];
    assert_eq!(rows[0]["released"], 7);
    assert_eq!(rows[0]["worst"], 2);
    assert!(said["simulation"]["missed"].as_u64().is_some_and(|n| n > 0));
    let short = desk.run(&[
        "check",
        "--taskset",
        "t.csv",
        "--simulate",
        "critical",
        "--horizon",
        "5",
    ]);
    assert!(out(&short).contains("Simulated 5:"), "{}", out(&short));
}

#[test]
fn options_of_drawings_that_make_no_sense_are_refused_with_what_to_do() {
    let desk = Desk::new();
    desk.write("t.csv", BUSY);
    let cases: &[(&[&str], &str)] = &[
        (&["--gantt", "t.csv"], "does not end in .svg"),
        (&["--format", "json", "--gantt"], "--format text"),
        (&["--horizon", "5"], "add --simulate"),
        (
            &["--simulate", "critical", "--horizon", "soon"],
            "not a number",
        ),
        (&["--simulate", "critical", "--horizon", "-5"], "above 0"),
        (&["--simulate", "critical", "--horizon", "5 h"], "units are"),
        (
            &["--simulate", "critical", "--horizon", "5ms"],
            "no such unit",
        ),
        (&["--perfetto", "nowhere/t.pftrace"], "cannot write nowhere"),
    ];
    for (more, part) in cases {
        let args = [&["check", "--taskset", "t.csv"][..], more].concat();
        let done = desk.run(&args);
        assert_eq!(done.status.code(), Some(2), "{more:?}: {}", err(&done));
        assert!(err(&done).contains(part), "{more:?}: {}", err(&done));
    }
}

#[test]
fn a_profile_shows_what_was_observed_beside_what_is_declared() {
    let desk = Desk::new();
    let budget = "[cpu]\nscheduler = \"fifo\"\npriority = 50\nbudget_us = 2000\nperiod_us = 20000\n\
        on_overrun = \"throttle\"\n";
    desk.app("busy", terrace_testkit::guests::SPIN, budget);
    let done = desk.run(&["profile", "--for", "1", "--format", "json", "busy"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    let said: Value = serde_json::from_str(&out(&done)).expect("it is JSON and nothing else");
    let row = &said["rows"][0];
    assert_eq!(row["declared_ns"], 2_000_000);
    assert!(row["count"].as_u64().is_some_and(|n| n > 3), "{said}");
    assert!(
        said["cpu_ns"].as_u64().is_some_and(|n| n > 1_000_000),
        "{said}"
    );
    let (min, max) = (row["min_ns"].as_u64(), row["max_ns"].as_u64());
    assert!(
        min <= row["p50_ns"].as_u64() && row["p99_ns"].as_u64() <= max,
        "{said}"
    );
    desk.app("brief", terrace_testkit::guests::NOTHING, "");
    let text = desk.ok(&["profile", "brief"]);
    assert!(
        text.contains("exited with 0") && text.contains("run it for longer"),
        "{text}"
    );
}

#[test]
fn a_stranger_is_told_what_to_do() {
    let desk = Desk::new();
    desk.write(
        "set.json",
        r#"{"tasks":[{"name":"a","cost":"1 ms","period":5}]}"#,
    );
    desk.write("semicolons.csv", "name;cost;period\na;1;5\n");
    desk.write("headless.csv", "a,1,5\nb,2,7\n");
    let cases: &[(&[&str], &str)] = &[
        (&["check"], "there is no terrace.toml in ."),
        (&["check", "set.json"], "terrace check --taskset set.json"),
        (&["check", "--taskset", "set.json"], "time_unit"),
        (
            &["check", "--taskset", "semicolons.csv"],
            "separated by commas",
        ),
        (
            &["check", "--taskset", "headless.csv"],
            "give a line of column names",
        ),
    ];
    for (args, part) in cases {
        let done = desk.run(args);
        assert_eq!(done.status.code(), Some(2), "{args:?}");
        assert!(err(&done).contains(part), "{args:?}: {}", err(&done));
        assert!(err(&done).lines().count() < 4, "{args:?}: {}", err(&done));
    }
}
