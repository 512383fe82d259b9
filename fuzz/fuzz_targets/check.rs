//! Any text is a task set that is answered, simulated and drawn, or errors; and so is any manifest.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::path::Path;
use terrace_analysis::simulation::{Options, simulate};
use terrace_analysis::{
    DevicePlan, Style, TaskSet, analyse, cheddar, explain, junit, screen, svg, terminal,
};

/// More tasks only take longer.
const TASKS: usize = 8;

fn try_all(set: &TaskSet) {
    if set.tasks.len() > TASKS || set.check().is_err() {
        return;
    }
    let answer = analyse(set);
    let _ = (
        screen(&answer, &[], Style::default()),
        junit(&answer, &[]),
        cheddar(set),
    );
    for task in &set.tasks {
        let explained = explain(set, &task.name).expect("it is one of the set");
        let _ = explained.to_string();
    }
    let options = Options {
        max_events: 2_000,
        max_records: 1_000,
        ..Options::default()
    };
    let Ok(schedule) = simulate(set, &options) else {
        return;
    };
    let _ = (svg(&schedule), terminal(&schedule, 80, false));
    // What is said to hold does, as far as it was simulated.
    for task in answer.tasks.iter().filter(|t| t.schedulable) {
        let row = schedule.row(&task.name).expect("one row per task");
        assert_eq!(row.missed, 0, "{} misses", task.name);
    }
}

fuzz_target!(|text: &str| {
    let file = Path::new("set");
    for set in [
        TaskSet::parse_json(text, file),
        TaskSet::parse_csv(text, file),
    ]
    .into_iter()
    .flatten()
    {
        assert!(set.check().is_ok(), "what was read can be analysed");
        try_all(&set);
    }
    if let Ok(app) = terrace_manifest::parse_app(text, file) {
        try_all(&DevicePlan::of_app(app).plan().set);
    }
});
