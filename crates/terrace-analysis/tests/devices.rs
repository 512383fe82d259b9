//! Devices: what their files and the manifests of all their apps say together, with numbers one can
//! work out by hand.
#![forbid(unsafe_code)]

use std::path::Path;
use terrace_analysis::simulation::{Options, simulate};
use terrace_analysis::{Answer, DevicePlan, Installed, Plan, Policy, analyse};
use terrace_manifest::parse_app;

fn app(name: &str, text: &str) -> Installed {
    let text =
        format!("[app]\nname = \"{name}\"\nversion = \"0.1.0\"\nprogram = \"a.wasm\"\n{text}");
    let app = parse_app(&text, Path::new("terrace.toml"));
    Installed::alone(app.unwrap_or_else(|e| panic!("{e}\n{text}")))
}

/// A device with this file, whose apps are these.
fn plan(file: &str, apps: Vec<Installed>) -> Plan {
    let file = format!("[[app]]\npath = \"a\"\n{file}");
    let device = terrace_manifest::parse_device(&file, Path::new("device.toml"));
    DevicePlan::of(&device.unwrap_or_else(|e| panic!("{e}")), apps).plan()
}

fn sound(file: &str, apps: Vec<Installed>) -> (Plan, Answer) {
    let plan = plan(file, apps);
    assert!(plan.is_sound(), "{:#?}", plan.findings);
    assert_eq!(plan.set.check(), Ok(()));
    let answer = analyse(&plan.set);
    (plan, answer)
}

/// The response time of a task, in us.
fn response(answer: &Answer, name: &str) -> i64 {
    let task = answer.tasks.iter().find(|t| t.name == name);
    let task = task.unwrap_or_else(|| panic!("no {name} in {:#?}", answer.tasks));
    let time = task.response_time.as_ref();
    let time = time.unwrap_or_else(|| panic!("{name}: {:?}", task.reason));
    time.to_string().parse().expect("it is whole")
}

fn unsound(plan: &Plan, said: &str) {
    let found = plan.findings.iter().any(|f| f.to_string().contains(said));
    assert!(
        !plan.is_sound() && found,
        "no {said:?} in {:#?}",
        plan.findings
    );
}

/// A service with one task.
fn service(name: &str, priority: u8, cost: &str, period: &str) -> String {
    format!(
        "[[service]]\nname = \"{name}\"\npriority = {priority}\n[[service.task]]\nname = \"t\"\n\
         period = \"{period}\"\ncost = \"{cost}\"\n"
    )
}

#[test]
fn servers_take_what_their_kind_takes_and_answer_within_its_bound() {
    // One millisecond of every five above a task of two: once a window, or twice where a budget may be
    // kept to the end of one period and used again at the beginning of the next.
    let request =
        "[[receiver]]\nname = \"r\"\npriority = 5\ncost = \"1500 us\"\ndeadline = \"20 ms\"\n";
    for (kind, task, waits) in [
        ("polling", 3_000, "10500"),
        ("deferrable", 4_000, "9500"),
        ("sporadic", 3_000, "9500"),
    ] {
        let file = format!(
            "[[server]]\nname = \"ui\"\nkind = \"{kind}\"\nbudget = \"1 ms\"\nperiod = \"5 ms\"\n\
             priority = 60\nserves = [\"b/r\"]\n"
        );
        let apps = vec![
            app("a", &service("s", 50, "2 ms", "10 ms")),
            app("b", request),
        ];
        let (_, answer) = sound(&file, apps);
        assert!(answer.schedulable, "{kind}: {answer:#?}");
        assert_eq!(response(&answer, "a/s/t"), task, "{kind}");
        let served = &answer.servers[0].aperiodic[0];
        let told = served.response_time.as_ref().map(ToString::to_string);
        assert_eq!(told.as_deref(), Some(waits), "{kind}");
        assert!(served.schedulable);
    }
}

const EAR: &str = "[[service]]\nname = \"s\"\npriority = 90\n[[service.task]]\nname = \"hear\"\n\
    period = \"8 ms\"\ncost = \"1 ms\"\npublish = [{ channel = \"words\" }]\n\
    [[channel]]\nname = \"words\"\ntype = \"message\"\ncount = 1\npublishers = [\"chat\"]\n\
    subscribers = [\"voice\"]\n";

fn voice(cost: &str) -> Installed {
    app(
        "voice",
        &format!(
            "[[receiver]]\nname = \"say\"\npriority = 80\ncost = \"{cost}\"\n\
             subscribe = [{{ channel = \"words\", of = \"ear\" }}]\n"
        ),
    )
}

const PATH: &str = "[[chain]]\nname = \"path\"\ntasks = [\"ear/s/hear\", \"voice/say\"]\n";

#[test]
fn a_chain_goes_through_a_channel_from_one_app_to_another() {
    let file = format!("{PATH}deadline = \"4 ms\"\n");
    let (plan, answer) = sound(&file, vec![app("ear", EAR), voice("2 ms")]);
    let say = plan.set.task("voice/say").expect("the message releases it");
    assert_eq!(say.after, ["ear/s/hear"]);
    assert_eq!(say.period.to_string(), "8000");
    // One to hear it, and one that interferes with the two to say it.
    assert_eq!(response(&answer, "voice/say"), 3_000);
    let end = answer.chains[0].end_to_end.as_ref();
    assert_eq!(end.map(ToString::to_string).as_deref(), Some("4000"));
    assert!(answer.schedulable);
    let late = format!("{PATH}deadline = \"3999 us\"\n");
    let (_, answer) = sound(&late, vec![app("ear", EAR), voice("2 ms")]);
    assert!(!answer.schedulable && !answer.chains[0].schedulable);
}

#[test]
fn who_may_send_as_often_as_it_likes_leaves_a_receiver_without_a_bound() {
    let (ear, voice) = (app("ear", EAR), voice("2 ms"));
    let chat = app("chat", "");
    let both = plan("", vec![ear.clone(), voice.clone(), chat]);
    unsound(
        &both,
        "chat may send to its channel words, and nothing bounds how often",
    );
    // Of normal priority: nothing bounds when its releases end.
    let idle = "[[service]]\nname = \"n\"\n[[service.task]]\nname = \"t\"\nperiod = \"9 ms\"\n\
                publish = [{ channel = \"words\", of = \"ear\" }]\n";
    let both = plan("", vec![ear.clone(), voice.clone(), app("chat", idle)]);
    unsound(&both, "chat/n/t may send to its channel words");
    // What it says of itself bounds it again.
    let spaced = "[[receiver]]\nname = \"say\"\npriority = 80\ncost = \"2 ms\"\nperiod = \"6 ms\"\n\
                  subscribe = [{ channel = \"words\", of = \"ear\" }]\n";
    let (_, answer) = sound("", vec![ear, app("voice", spaced), app("chat", idle)]);
    assert_eq!(response(&answer, "voice/say"), 3_000);
}

#[test]
fn a_service_that_is_released_by_messages_itself_is_no_less_a_task() {
    let takes = "[[service]]\nname = \"s\"\npriority = 80\ncost = \"2 ms\"\n\
                 subscribe = [{ channel = \"words\", of = \"ear\" }]\n";
    let (_, answer) = sound("", vec![app("ear", EAR), app("voice", takes)]);
    assert_eq!(response(&answer, "voice/s"), 3_000);
    let silent = plan(
        "",
        vec![
            app("ear", EAR),
            app("voice", &takes.replace("cost = \"2 ms\"\n", "")),
        ],
    );
    unsound(&silent, "voice/s: it declares no cost");
}

#[test]
fn what_is_of_one_component_runs_to_completion() {
    let text = "[[service]]\nname = \"s\"\npriority = 90\n\
        [[service.task]]\nname = \"high\"\nperiod = \"10 ms\"\ncost = \"1 ms\"\n\
        [[service.task]]\nname = \"low\"\npriority = 10\nperiod = \"20 ms\"\ncost = \"3 ms\"\n";
    let (_, answer) = sound("", vec![app("a", text)]);
    assert_eq!(response(&answer, "a/s/high"), 4_000);
    assert_eq!(answer.tasks[0].blocking, Some(3_000.into()));
    // In components of their own they preempt each other.
    let apart = service("h", 90, "1 ms", "10 ms") + &service("l", 10, "3 ms", "20 ms");
    let (_, answer) = sound("", vec![app("a", &apart)]);
    assert_eq!(response(&answer, "a/h/t"), 1_000);
}

#[test]
fn masked_sections_hold_up_everybody_once() {
    let text = service("h", 90, "1 ms", "10 ms") + &service("l", 10, "3 ms", "20 ms");
    let file = "[device]\nmasked = \"100 us\"\n";
    let (_, answer) = sound(file, vec![app("a", &text)]);
    assert_eq!(response(&answer, "a/h/t"), 1_100);
    assert_eq!(response(&answer, "a/l/t"), 4_100);
}

#[test]
fn a_collection_is_a_task_below_all_that_ends_before_the_next_release() {
    let text = "[[service]]\nname = \"s\"\npriority = 90\n\
        memory = { persistent = \"1 MiB\", release = \"1 MiB\", collection = \"200 us\" }\n\
        [[service.task]]\nname = \"t\"\nperiod = \"8 ms\"\ncost = \"1 ms\"\n";
    let other = service("o", 10, "2 ms", "16 ms");
    let (_, answer) = sound("", vec![app("a", text), app("b", &other)]);
    // It holds the heap of its component for as long as it takes.
    assert_eq!(response(&answer, "a/s/t"), 1_200);
    assert_eq!(response(&answer, "a/s/collection"), 3_200);
    let heavy = text.replace("200 us", "6 ms");
    let (_, answer) = sound("", vec![app("a", &heavy), app("b", &other)]);
    let late = answer.tasks.iter().find(|t| t.name == "a/s/collection");
    assert!(late.is_some_and(|t| !t.schedulable), "{:#?}", answer.tasks);
}

#[test]
fn windows_give_what_they_give_and_budgets_have_theirs_too() {
    let file = "[[worker]]\nid = 0\nframe = \"10 ms\"\nwindows = [\
        { app = \"pulse\", start = \"0 ms\", length = \"4 ms\" }, \
        { app = \"plain\", start = \"5 ms\", length = \"5 ms\" }]\n";
    let pulse = app("pulse", &service("s", 50, "2 ms", "20 ms"));
    let budget = "[cpu]\nscheduler = \"fifo\"\npriority = 90\nbudget_us = 1000\nperiod_us = 10000\n\
                  on_overrun = \"throttle\"\n";
    let (set, answer) = sound(file, vec![pulse.clone(), app("plain", budget)]);
    // Six milliseconds from the end of its window to the next, then its two.
    assert_eq!(response(&answer, "pulse/s/t"), 8_000);
    let server = &answer.servers[0];
    assert_eq!(server.response_time, Some(6_000.into()));
    assert!(answer.schedulable, "{answer:#?}");
    let schedule = simulate(&set.set, &Options::default()).expect("it is small");
    assert_eq!(schedule.row("pulse/s/t").map(|r| r.missed), Some(0));
    // More than its windows give it in a period.
    let greedy = budget.replace("1000\n", "5001\n");
    let (_, answer) = sound(file, vec![pulse.clone(), app("plain", &greedy)]);
    assert!(!answer.schedulable);
    let none = plan(file, vec![pulse, app("other", budget)]);
    unsound(
        &none,
        "worker 0 has a table of windows, and none is its app's",
    );
}

#[test]
fn workers_of_one_device_have_policies_of_their_own() {
    let file = "[[worker]]\nid = 0\npolicy = \"edf\"\n";
    let full = service("x", 50, "2 ms", "4 ms") + &service("y", 50, "4 ms", "8 ms");
    let mut other = app("f", &service("z", 70, "1 ms", "4 ms"));
    other.worker = Some(1);
    let (plan, answer) = sound(file, vec![app("e", &full), other.clone()]);
    assert!(answer.schedulable, "{answer:#?}");
    let policies: Vec<Policy> = answer.workers.iter().map(|w| w.policy).collect();
    assert_eq!(policies, [Policy::Edf, Policy::FixedPriority]);
    assert_eq!(answer.workers[0].tests.edf_demand, Some(true));
    assert_eq!(answer.workers[1].tests.edf_demand, None);
    let schedule = simulate(&plan.set, &Options::default()).expect("it is small");
    assert!(schedule.rows.iter().all(|r| r.missed == 0), "{schedule:#?}");
    // Full, it needs deadlines: no fixed priorities among equals do it.
    let (_, answer) = sound("", vec![app("e", &full), other]);
    assert!(!answer.schedulable);
}

#[test]
fn deadlines_order_only_what_is_equally_important() {
    let file = "[[worker]]\nid = 0\npolicy = \"edf\"\n";
    let mixed = service("x", 50, "1 ms", "4 ms") + &service("y", 60, "1 ms", "8 ms");
    unsound(
        &plan(file, vec![app("e", &mixed)]),
        "it orders by deadline what has one priority, and its tasks have 50, 60",
    );
    let budget = "[cpu]\nscheduler = \"fifo\"\npriority = 9\nbudget_us = 100\nperiod_us = 1000\n\
                  on_overrun = \"throttle\"\n";
    unsound(
        &plan(file, vec![app("plain", budget)]),
        "plain has a budget there, and no deadline",
    );
}

#[test]
fn partitions_of_one_app_share_its_channels() {
    let mut ears = app("ear", EAR);
    ears.count = 2;
    let (plan, answer) = sound("", vec![ears, voice("1 ms")]);
    // A task for each of the two that send to it.
    let says = plan
        .set
        .tasks
        .iter()
        .filter(|t| t.name.starts_with("voice/say < ear-"));
    assert_eq!(says.count(), 2);
    assert!(answer.schedulable);
}
