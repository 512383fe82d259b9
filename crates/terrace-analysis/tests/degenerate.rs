//! Input at and beyond every edge: an answer or an error, soon, and never a panic.
#![forbid(unsafe_code)]

use std::path::Path;
use terrace_analysis::simulation::{Options, simulate};
use terrace_analysis::{Answer, Task, TaskSet, analyse, explain, perfetto, svg, terminal};

fn json(text: &str) -> Answer {
    let set = TaskSet::parse_json(text, Path::new("set.json"));
    analyse(&set.unwrap_or_else(|e| panic!("{e}")))
}

fn of(tasks: Vec<Task>) -> TaskSet {
    TaskSet {
        tasks,
        ..TaskSet::default()
    }
}

#[test]
fn the_shape_of_the_json_answer() {
    let answer = json(
        r#"{"tasks": [{"name": "a", "cost": "1/2", "period": 2}, {"name": "b", "cost": 9, "period": 4}]}"#,
    );
    let text = serde_json::to_value(&answer).unwrap();
    assert_eq!(text["schedulable"], false);
    assert_eq!(text["policy"], "fixed-priority");
    assert_eq!(text["priorities"], "rate-monotonic");
    assert_eq!(text["workers"][0]["utilization"], "5/2");
    assert_eq!(text["workers"][0]["tests"]["exact"], false);
    assert_eq!(text["tasks"][0]["response_time"], "1/2");
    assert_eq!(text["tasks"][1]["response_time"], serde_json::Value::Null);
    assert!(
        text["tasks"][1]["reason"]
            .as_str()
            .unwrap()
            .contains("diverges")
    );
    assert!(!text["advice"].as_array().unwrap().is_empty());
}

#[test]
fn costs_of_nothing_and_costs_above_deadlines() {
    let answer = json(
        r#"{"tasks": [{"name": "a", "cost": 0, "period": 5}, {"name": "b", "cost": 3, "period": 5, "deadline": 2}]}"#,
    );
    assert!(answer.tasks[0].schedulable && !answer.tasks[1].schedulable);
    assert_eq!(answer.tasks[1].response_time, Some(3.into()));
    assert_eq!(answer.tasks[1].margin, Some((-1).into()));
}

#[test]
fn a_processor_used_in_full_is_met_and_a_little_more_diverges() {
    let set = |cost: &str| {
        json(&format!(
            r#"{{"tasks": [{{"name": "a", "cost": 1, "period": 2}}, {{"name": "b", "cost": "{cost}", "period": 4}}]}}"#
        ))
    };
    assert!(set("2").schedulable);
    let over = set("2.000000000000000000001");
    assert!(!over.schedulable && over.tasks[1].response_time.is_none());
    // In full, with jitter and blocking: every job is late by as much, and that is bounded.
    let late = json(
        r#"{"tasks": [{"name": "a", "cost": 1, "period": 2, "jitter": 1},
        {"name": "b", "cost": 2, "period": 4, "deadline": 9, "blocking": 1}]}"#,
    );
    assert!(late.schedulable, "{:?}", late.tasks);
}

#[test]
fn long_coprime_periods_do_not_overflow() {
    let primes = [999_983_i64, 999_979, 999_961, 999_959, 999_953, 999_931];
    let tasks = primes.iter().enumerate();
    let set = of(tasks
        .map(|(i, p)| Task::new(format!("t{i}"), p / 7, *p))
        .collect());
    let answer = analyse(&set);
    assert!(answer.schedulable || answer.tasks.iter().all(|t| t.response_time.is_some()));
    let hyper = answer.workers[0].hyperperiod.as_ref().unwrap().to_string();
    assert_eq!(hyper.len(), 36, "{hyper}");
    let mut edf = set;
    edf.policy = terrace_analysis::Policy::Edf;
    assert!(analyse(&edf).schedulable);
}

#[test]
fn exactly_full_with_coprime_periods_ends() {
    // 1/2 + 1/3 + 1/6 of huge coprime-like periods: the busy period is the hyperperiod.
    let text = r#"{"tasks": [{"name": "a", "cost": 499979, "period": 999958},
        {"name": "b", "cost": 333321, "period": 999963}, {"name": "c", "cost": "166657.5", "period": 999945}]}"#;
    let answer = json(text);
    assert_eq!(answer.workers[0].utilization.to_string(), "1");
    assert!(answer.tasks[0].schedulable);
    for task in &answer.tasks {
        assert!(task.response_time.is_some() || task.reason.is_some());
    }
}

#[test]
fn ten_thousand_tasks_are_answered() {
    let tasks = (0..10_000).map(|i| Task::new(format!("t{i}"), 1, 12_000 + (i * 7919) % 30_000));
    let set = of(tasks.collect());
    let answer = analyse(&set);
    assert_eq!(answer.tasks.len(), 10_000);
    assert_eq!(
        answer.schedulable,
        answer.tasks.iter().all(|t| t.schedulable)
    );
    assert!(serde_json::to_string(&answer).unwrap().len() > 1_000_000);
}

#[test]
fn what_was_built_by_hand_and_is_wrong_is_survived() {
    let odd = [(-1, 0), (0, -5), (5, 1), (3, 3)];
    let tasks = odd.iter().map(|(c, t)| Task {
        after: vec!["same".into(), "nobody".into()],
        deadline: Some((-3).into()),
        ..Task::new("same", *c, *t)
    });
    let set = of(tasks.collect());
    assert!(set.check().is_err());
    let _ = explain(&set, "same");
}

#[test]
fn unknown_tasks_are_not_explained() {
    assert_eq!(explain(&TaskSet::default(), "x"), None);
}

/// What comes of a text: an answer, a drawing and a simulation that ends, or errors.
fn survives(text: &str) -> Option<Answer> {
    let set = TaskSet::parse_json(text, Path::new("set.json")).ok()?;
    let options = Options {
        max_events: 20_000,
        ..Options::default()
    };
    if let Ok(schedule) = simulate(&set, &options) {
        assert!(svg(&schedule).ends_with("</svg>\n"));
        assert!(!terminal(&schedule, 80, false).is_empty());
        let trace = perfetto(&schedule, Vec::new()).expect("memory takes it");
        assert_eq!(trace.is_empty(), schedule.workers.is_empty());
    }
    for task in set.tasks.iter().take(3) {
        assert!(explain(&set, &task.name).is_some_and(|e| !e.to_string().is_empty()));
    }
    Some(analyse(&set))
}

#[test]
fn every_edge_is_analysed_simulated_drawn_and_explained_or_refused() {
    let task = |rest: &str| format!(r#"{{"tasks": [{{"name": "a", {rest}}}]}}"#);
    let refused = [
        task(r#""cost": 1, "period": 0"#),
        task(r#""cost": -1, "period": 5"#),
        task(r#""cost": 1, "period": -5"#),
        task(r#""cost": 1, "period": 5, "deadline": -1"#),
        task(r#""cost": 1, "period": 5, "jitter": -1"#),
        task(r#""cost": 1e309, "period": 5"#),
        task(r#""cost": NaN, "period": 5"#),
        task(r#""cost": "1/0", "period": 5"#),
        task(r#""cost": 1, "period": 5, "after": ["a"]"#),
        task(r#""cost": 1, "period": 5, "after": ["nobody"]"#),
        r#"{"tasks": [{"name": "a", "cost": 1, "period": 5, "after": ["b"]},
            {"name": "b", "cost": 1, "period": 5, "after": ["a"]}]}"#.to_owned(),
        r#"{"tasks": [{"name": "a", "cost": 1, "period": 5}, {"name": "a", "cost": 1, "period": 5}]}"#
            .to_owned(),
        r#"{"tasks": [], "chains": [{"name": "c", "tasks": ["nobody"]}]}"#.to_owned(),
        format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
        String::new(),
    ];
    for text in &refused {
        assert!(survives(text).is_none(), "{}", &text[..text.len().min(200)]);
    }
    for policy in ["fixed-priority", "edf"] {
        let with = |tasks: &str| format!(r#"{{"policy": "{policy}", "tasks": [{tasks}]}}"#);
        let answered = [
            (with(""), true),
            (with(r#"{"name": "a", "cost": 0, "period": 5}"#), true),
            (with(r#"{"name": "a", "cost": 5, "period": 5}"#), true),
            (with(r#"{"name": "a", "cost": 6, "period": 5}"#), false),
            (
                with(r#"{"name": "a", "cost": 3, "period": 5, "deadline": 2}"#),
                false,
            ),
            (
                with(
                    r#"{"name": "a", "cost": "1/3", "period": 1}, {"name": "b", "cost": "2/3", "period": 1}"#,
                ),
                true,
            ),
            (
                with(
                    r#"{"name": "a", "cost": "1/3", "period": 1}, {"name": "b", "cost": "666667/1000000", "period": 1}"#,
                ),
                false,
            ),
            (
                with(
                    r#"{"name": "a", "cost": 1, "period": 999983}, {"name": "b", "cost": 1, "period": 999979},
                    {"name": "c", "cost": 1, "period": 1000003}"#,
                ),
                true,
            ),
        ];
        for (text, holds) in &answered {
            let answer = survives(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(answer.schedulable, *holds, "{text}");
        }
    }
}
