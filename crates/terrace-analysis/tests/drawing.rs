//! What is drawn is what was simulated.
#![forbid(unsafe_code)]

use prost::Message;
use std::collections::BTreeMap;
use terrace_analysis::simulation::{Options, Schedule, Start, simulate};
use terrace_analysis::{
    Policy, Protocol, ResourceUse, Summary, Task, TaskSet, Time, perfetto, svg, terminal,
};
use terrace_trace::schema::{File, Kind};

fn task(name: &str, cost: u64, period: u64, priority: i64) -> Task {
    Task {
        priority: Some(priority),
        ..Task::new(name, cost, period)
    }
}

fn run(tasks: Vec<Task>, start: Start) -> Schedule {
    let set = TaskSet {
        time_unit: "ms".to_owned(),
        protocol: Protocol::Inheritance,
        tasks,
        ..TaskSet::default()
    };
    let options = Options {
        start,
        ..Options::default()
    };
    simulate(&set, &options).expect("a small set")
}

/// Rate-monotonic misses what Liu & Layland say it misses.
fn missing() -> Schedule {
    run(
        vec![task("a", 2, 5, 9), task("b", 4, 7, 1)],
        Start::Critical,
    )
}

/// The inversion in small: `high` waits for a resource that `low` holds.
fn blocking() -> Schedule {
    let hold = |longest: u64| {
        vec![ResourceUse {
            name: "bus".into(),
            longest: Time::from(longest),
        }]
    };
    let mut high = task("high", 2, 20, 3);
    high.offset = Time::from(1);
    high.resources = hold(2);
    let mut low = task("low", 4, 20, 1);
    low.resources = hold(4);
    let mut other = task("elsewhere", 5, 10, 1);
    other.worker = 1;
    run(vec![high, low, other], Start::Offsets)
}

#[test]
fn a_terminal_shows_each_column_of_what_ran() {
    // Margin 10; 35 columns of one millisecond each.
    let text = terminal(&missing(), 45, false);
    let body = |name: &str| {
        let line = text.lines().find(|l| l.trim_start().starts_with(name));
        line.unwrap_or_default()
            .chars()
            .skip(10)
            .collect::<String>()
    };
    assert_eq!(body("a "), "██   ██   ██   ██   ██   ██   ██", "{text}");
    assert!(body("b ").starts_with("··███··███"), "{text}");
    assert!(text.contains('!'), "a miss is shown: {text}");
    assert!(text.lines().all(|l| l.chars().count() < 130), "{text}");
}

#[test]
fn a_terminal_shows_waiting_idle_time_and_the_axis() {
    let text = terminal(&blocking(), 60, false);
    let line = |name: &str| {
        let line = text.lines().find(|l| l.trim_start().starts_with(name));
        line.unwrap_or_default().to_owned()
    };
    assert!(line("high").contains('×'), "{text}");
    assert_eq!(
        text.matches("idle").count(),
        3,
        "one a worker, and the legend: {text}"
    );
    assert!(line("0 ").contains("20 ms"), "{text}");
    assert!(!text.contains('\x1b'));
    assert!(terminal(&blocking(), 60, true).contains("\x1b[32m█"));
}

#[test]
fn an_svg_has_what_it_draws_as_elements_with_words() {
    for (schedule, what) in [
        (missing(), "b missed its deadline, 7 ms"),
        (blocking(), "high waits for a resource, 1 ms to 4 ms"),
    ] {
        let text = svg(&schedule);
        let page = roxmltree::Document::parse(&text).expect("it is XML");
        let tips: Vec<&str> = page
            .descendants()
            .filter(|n| n.has_tag_name("title"))
            .filter_map(|n| n.text())
            .collect();
        assert!(tips.contains(&what), "{tips:?}");
        let class = |name: &str| {
            page.descendants()
                .filter(|n| n.attribute("class") == Some(name))
                .count()
        };
        let arrivals: u64 = schedule.rows.iter().map(|r| r.released).sum();
        // One more is the legend's.
        assert_eq!(class("release") as u64, arrivals + 1);
        assert_eq!(class("worker"), schedule.workers.len());
        assert!(class("idle") >= schedule.workers.len());
    }
}

#[test]
fn names_cannot_leave_their_place_in_an_svg() {
    let schedule = run(vec![task("<script>&\"x", 1, 5, 1)], Start::Critical);
    let text = svg(&schedule);
    assert!(roxmltree::Document::parse(&text).is_ok() && !text.contains("<script"));
}

#[test]
fn a_long_schedule_is_drawn_as_far_as_one_can_read_it() {
    let schedule = run(
        vec![task("fast", 1, 2, 9), task("slow", 100, 1_000, 1)],
        Start::Critical,
    );
    let text = terminal(&schedule, 80, false);
    assert!(
        text.starts_with("schedule, the first 225 ms of 1 s"),
        "{text}"
    );
    assert!(svg(&schedule).contains("the first 225 ms of 1 s"));
    let many = (0..300).map(|i| task(&format!("t{i}"), 1, 1_000, i % 90));
    let schedule = run(many.collect(), Start::Critical);
    let text = terminal(&schedule, 80, false);
    assert!(text.contains("without 260 more rows"), "{text}");
    assert!(text.lines().count() < 100);
}

#[test]
fn a_trace_has_every_release_and_nests() {
    for schedule in [missing(), blocking()] {
        let bytes = perfetto(&schedule, Vec::new()).expect("memory takes it");
        let file = File::decode(bytes.as_slice()).expect("it is a trace");
        let mut open: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        let mut releases = 0;
        let mut now: BTreeMap<u64, u64> = BTreeMap::new();
        for packet in &file.packets {
            let Some(event) = &packet.event else { continue };
            let (track, at) = (event.track(), packet.timestamp());
            assert!(now.insert(track, at).is_none_or(|before| before <= at));
            let stack = open.entry(track).or_default();
            match event.kind() {
                Kind::Begin => {
                    releases += u64::from(!event.details.is_empty());
                    stack.push(event.name().to_owned());
                }
                Kind::End => assert!(stack.pop().is_some(), "an end has a begin"),
                Kind::Instant => assert!(["deadline", "missed"].contains(&event.name())),
                Kind::Count | Kind::Unspecified => panic!("nothing counts here"),
            }
        }
        assert!(open.values().all(Vec::is_empty), "{open:?}");
        assert_eq!(
            releases,
            schedule.rows.iter().map(|r| r.released).sum::<u64>()
        );
        let waits = file
            .packets
            .iter()
            .filter_map(|p| p.event.as_ref())
            .filter(|e| e.name() == "waits for a resource");
        assert_eq!(
            waits.count() as u64,
            schedule.rows.iter().map(|r| r.blocked).sum::<u64>()
        );
    }
}

#[test]
fn a_summary_counts_all_releases() {
    let schedule = missing();
    let summary = Summary::of(&schedule);
    assert_eq!(summary.rows[0].released, 7);
    assert_eq!(summary.rows[0].worst, Some(Time::from(2)));
    assert_eq!(summary.missed, schedule.missed());
    assert!(summary.missed > 0 && summary.complete);
    let policy = TaskSet {
        policy: Policy::Edf,
        tasks: vec![Task::new("a", 2, 5), Task::new("b", 4, 7)],
        ..TaskSet::default()
    };
    let options = Options {
        start: Start::Critical,
        ..Options::default()
    };
    let schedule = simulate(&policy, &options).expect("a small set");
    assert_eq!(Summary::of(&schedule).missed, 0);
}
