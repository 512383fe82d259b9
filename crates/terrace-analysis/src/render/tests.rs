//! What is written is what is read elsewhere.

use super::*;
use crate::{
    exact::Exact,
    model::{Buffer, Protocol, Queue, ResourceUse, Server, ServerKind, Task, TaskSet, Worker},
};
use std::collections::BTreeMap;

fn set() -> TaskSet {
    let table = |longest: i64| ResourceUse {
        name: "table".to_owned(),
        longest: Exact::from(longest),
    };
    let task = |name: &str, cost: Exact, period: i64, priority: i64| Task {
        priority: Some(priority),
        ..Task::new(name, cost, period)
    };
    TaskSet {
        time_unit: "ms".to_owned(),
        protocol: Protocol::Inheritance,
        tasks: vec![
            Task {
                resources: vec![table(1)],
                ..task("ear/record", Exact::from(2), 8, 90)
            },
            Task {
                resources: vec![table(1)],
                after: vec!["ear/record".to_owned()],
                ..task("ear/fft", Exact::ratio(3, 2), 8, 40)
            },
            Task {
                worker: 1,
                jitter: Exact::from(1),
                ..task("ear fft", Exact::from(1), 16, 7)
            },
        ],
        servers: vec![Server {
            name: "ui".to_owned(),
            kind: ServerKind::Deferrable,
            budget: Exact::from(1),
            period: Exact::from(10),
            priority: Some(5),
            worker: 1,
            window: None,
            aperiodic: Vec::new(),
        }],
        buffers: vec![Buffer {
            name: "audio".to_owned(),
            producers: vec!["ear/record".to_owned()],
            consumer: Some("ear/fft".to_owned()),
            model: Queue::Periodic,
            capacity: Some(3),
            rate: None,
            service: None,
            variance: Exact::zero(),
            servers: 1,
            population: None,
        }],
        workers: vec![Worker {
            worker: 0,
            policy: None,
            masked: Exact::ratio(1, 50),
            table: None,
        }],
        ..TaskSet::default()
    }
}

/// What may stand in what, and in which order, as Cheddar's published examples have it (its source
/// distribution, `basics`, `ravenscar` and `Buffer_Sched_Case_Study_01`).
const PUBLISHED: &[(&str, &[&str])] = &[
    (
        "cheddar",
        &[
            "core_units",
            "processors",
            "address_spaces",
            "tasks",
            "resources",
            "buffers",
            "dependencies",
        ],
    ),
    ("core_units", &["core_unit"]),
    ("core_unit", &["object_type", "name", "scheduling", "speed"]),
    ("scheduling", &["scheduling_parameters"]),
    (
        "scheduling_parameters",
        &[
            "scheduler_type",
            "quantum",
            "preemptive_type",
            "capacity",
            "period",
            "priority",
            "start_time",
        ],
    ),
    ("processors", &["mono_core_processor"]),
    (
        "mono_core_processor",
        &[
            "object_type",
            "name",
            "processor_type",
            "migration_type",
            "core",
        ],
    ),
    ("address_spaces", &["address_space"]),
    (
        "address_space",
        &[
            "object_type",
            "name",
            "cpu_name",
            "text_memory_size",
            "stack_memory_size",
            "data_memory_size",
            "heap_memory_size",
            "scheduling",
        ],
    ),
    ("tasks", &["periodic_task"]),
    (
        "periodic_task",
        &[
            "object_type",
            "name",
            "task_type",
            "cpu_name",
            "address_space_name",
            "capacity",
            "deadline",
            "start_time",
            "priority",
            "blocking_time",
            "policy",
            "text_memory_size",
            "stack_memory_size",
            "criticality",
            "context_switch_overhead",
            "period",
            "jitter",
            "every",
        ],
    ),
    (
        "resources",
        &["np_resource", "pip_resource", "pcp_resource"],
    ),
    (
        "pip_resource",
        &[
            "object_type",
            "name",
            "state",
            "size",
            "address",
            "protocol",
            "critical_sections",
            "cpu_name",
            "address_space_name",
            "priority",
            "priority_assignment",
        ],
    ),
    ("critical_sections", &["task_name", "critical_section"]),
    ("critical_section", &["task_begin", "task_end"]),
    ("buffers", &["buffer"]),
    (
        "buffer",
        &[
            "object_type",
            "name",
            "cpu_name",
            "address_space_name",
            "queueing_system_type",
            "buffer_size",
            "buffer_initial_data_size",
            "roles",
        ],
    ),
    ("roles", &["task_name", "buffer_role"]),
    ("buffer_role", &["the_role", "size", "time", "timeout"]),
    ("dependencies", &["dependency"]),
    (
        "dependency",
        &[
            "type_of_dependency",
            "precedence_sink",
            "precedence_source",
            "buffer_dependent_task",
            "buffer_orientation",
            "buffer_dependency_object",
        ],
    ),
];

/// Lists in which the same few elements come again and again.
const LISTS: &[&str] = &["critical_sections", "roles"];

#[test]
fn the_cheddar_file_has_the_published_form() {
    let text = cheddar(&set());
    let document = roxmltree::Document::parse(&text).expect("it is XML");
    let published: BTreeMap<&str, &[&str]> = PUBLISHED.iter().copied().collect();
    let mut ids = Vec::new();
    for node in document.descendants().filter(|n| n.is_element()) {
        let name = node.tag_name().name();
        ids.extend(node.attribute("id"));
        let children: Vec<&str> = node
            .children()
            .filter(|n| n.is_element())
            .map(|n| n.tag_name().name())
            .collect();
        let Some(allowed) = published.get(name) else {
            assert!(children.is_empty(), "{name} is a leaf");
            continue;
        };
        let places: Vec<usize> = children
            .iter()
            .map(|c| {
                allowed
                    .iter()
                    .position(|a| a == c)
                    .unwrap_or_else(|| panic!("{c} in {name}"))
            })
            .collect();
        assert!(
            places.is_sorted() || LISTS.contains(&name),
            "{name}: {children:?}"
        );
        if matches!(
            name,
            "periodic_task" | "core_unit" | "address_space" | "buffer" | "pip_resource"
        ) {
            assert_eq!(
                places.len(),
                allowed.len(),
                "{name} has all of them: {children:?}"
            );
        }
    }
    let references = document.descendants().filter_map(|n| n.attribute("ref"));
    for reference in references {
        assert!(ids.contains(&reference), "{reference} is declared");
    }
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len(), "no id twice");
}

#[test]
fn the_cheddar_file_says_what_the_set_says() {
    let text = cheddar(&set());
    let document = roxmltree::Document::parse(&text).expect("it is XML");
    let tasks: Vec<_> = document
        .descendants()
        .filter(|n| n.has_tag_name("periodic_task"))
        .collect();
    let field = |i: usize, name: &str| {
        let node = tasks[i]
            .children()
            .find(|n| n.has_tag_name(name))
            .expect("it is there");
        node.text().unwrap_or_default().to_owned()
    };
    // 1/50 and 3/2 have 50 as their common denominator.
    assert_eq!(
        (
            field(0, "capacity"),
            field(0, "period"),
            field(1, "capacity")
        ),
        ("100".into(), "400".into(), "75".into())
    );
    assert_eq!(field(0, "blocking_time"), "1", "the masked section");
    assert_eq!(
        (
            field(0, "priority"),
            field(1, "priority"),
            field(3, "priority")
        ),
        ("4".into(), "3".into(), "1".into())
    );
    assert_eq!(
        field(3, "jitter"),
        "450",
        "a deferrable server: period less budget"
    );
    assert_eq!(
        (field(1, "name"), field(2, "name")),
        ("ear_fft".into(), "ear_fft_2".into())
    );
    assert_eq!(field(2, "cpu_name"), "worker1");
    assert!(
        text.contains("PRIORITY_INHERITANCE_PROTOCOL") && text.contains("PRECEDENCE_DEPENDENCY")
    );
    let edf = TaskSet {
        policy: crate::model::Policy::Edf,
        ..set()
    };
    assert!(cheddar(&edf).contains("EARLIEST_DEADLINE_FIRST_PROTOCOL"));
}

#[test]
fn quantities_read_well() {
    let us = |n: i64, d: i64| time(&Exact::ratio(n, d), "us");
    assert_eq!(
        (us(0, 1), us(1000, 1), us(1500, 1)),
        ("0".into(), "1 ms".into(), "1.5 ms".into())
    );
    assert_eq!(
        (us(1, 3), us(-250, 1)),
        ("~333.333 ns".into(), "-250 us".into())
    );
    assert_eq!(time(&Exact::ratio(1, 3), ""), "~0.333");
    assert_eq!(time(&Exact::from(99_150), "ticks"), "99150");
    assert_eq!(
        (
            quantity::percent(&Exact::ratio(3, 8)),
            quantity::percent(&Exact::one())
        ),
        ("37.5 %".into(), "100 %".into())
    );
    assert_eq!(
        (bytes(0), bytes(1536 << 10), bytes(64 << 20)),
        ("0 B".into(), "1.5 MiB".into(), "64 MiB".into())
    );
}

fn proven(text: &str) -> (crate::Answer, Vec<crate::Finding>) {
    let app = terrace_manifest::parse_app(text, std::path::Path::new("terrace.toml"));
    let plan = crate::DevicePlan::of_app(app.unwrap_or_else(|e| panic!("{e}"))).plan();
    let mut answer = crate::analyse(&plan.set);
    answer.memory = plan.memory;
    (answer, plan.findings)
}

#[test]
fn what_holds_fits_a_screen_and_what_fails_says_why_and_how_to_mend_it() {
    let (answer, findings) = proven(include_str!(
        "../../../../docs/book/src/proof/cochlear.toml"
    ));
    let text = screen(&answer, &findings, Style::default());
    println!("{text}");
    assert!(answer.schedulable && findings.is_empty());
    for said in [
        "37.5 % used",
        "recording/record",
        "3 ms",
        "Everything holds.",
        "factor of",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(
        text.lines().count() <= 24 && !text.contains('\x1b'),
        "{text}"
    );
    let (answer, findings) = proven(include_str!("../../../../docs/book/src/proof/heavier.toml"));
    let text = screen(&answer, &findings, Style::default());
    println!("{text}");
    assert!(!answer.schedulable);
    for said in ["FAILS", "Something does not hold:", "What would mend it"] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(text.lines().count() <= 36, "{text}");
}

#[test]
fn a_thousand_tasks_fit_a_screen_too() {
    let task = |i: i64| Task::new(format!("t{i}"), 1, 4000 + i);
    let set = TaskSet {
        tasks: (0..1000).map(task).collect(),
        ..TaskSet::default()
    };
    let text = screen(&crate::analyse(&set), &[], Style::default());
    assert!(text.lines().count() <= 40, "{} lines", text.lines().count());
    assert!(text.contains("and 976 more that hold"), "{text}");
}

#[test]
fn junit_counts_what_fails_and_says_why() {
    let (answer, findings) = proven(include_str!("../../../../docs/book/src/proof/heavier.toml"));
    let text = junit(&answer, &findings);
    let document = roxmltree::Document::parse(&text).expect("it is XML");
    let cases = document
        .descendants()
        .filter(|n| n.has_tag_name("testcase"))
        .count();
    let failures = document
        .descendants()
        .filter(|n| n.has_tag_name("failure"))
        .count();
    let suite = document
        .descendants()
        .find(|n| n.has_tag_name("testsuite"))
        .expect("a suite");
    assert_eq!(suite.attribute("tests"), Some(cases.to_string().as_str()));
    assert_eq!(
        suite.attribute("failures"),
        Some(failures.to_string().as_str())
    );
    assert!(failures >= 1 && cases > failures);
    let evil = [crate::Finding {
        severity: crate::Severity::Error,
        of: "a<b>&\"".into(),
        what: "\u{1}]]>".into(),
        fix: "x".into(),
    }];
    assert!(roxmltree::Document::parse(&junit(&answer, &evil)).is_ok());
}
