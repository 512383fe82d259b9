//! What manifests become.

use super::*;
use crate::{exact::Exact, model::Queue};
use std::path::Path;

fn app(text: &str) -> App {
    let head = "[app]\nname = \"cochlear\"\nversion = \"0.1.0\"\nprogram = \"a.wasm\"\n";
    let text = format!("{head}{text}");
    terrace_manifest::parse_app(&text, Path::new("t.toml")).unwrap_or_else(|e| panic!("{e}"))
}

fn named(name: &str, text: &str) -> Installed {
    let mut app = app(text);
    app.name = name.parse().expect("it is a name");
    Installed::alone(app)
}

fn device(apps: Vec<Installed>) -> DevicePlan {
    DevicePlan {
        apps,
        ..DevicePlan::default()
    }
}

fn us(n: i64) -> Exact {
    Exact::from(n)
}

fn said(plan: &Plan) -> Vec<String> {
    plan.findings.iter().map(ToString::to_string).collect()
}

/// Table 5.3 of the dissertation, with the receiver as its text describes it.
const COCHLEAR: &str = r#"
[[service]]
name = "recording"
priority = 90
memory = { persistent = "1 MiB", release = "1 MiB" }
[[service.task]]
name = "record"
period = "8 ms"
cost = "1 ms"
publish = [{ channel = "audio" }]

[[service]]
name = "processing"
priority = 89
memory = { persistent = "1 MiB", release = "1 MiB", collection = "200 us" }
[[service.task]]
name = "process"
period = "8 ms"
cost = "1 ms"
memory = { release = "512 KiB" }
publish = [{ channel = "output" }]
subscribe = [{ channel = "audio", count = 2 }]

[[receiver]]
name = "output"
priority = 88
cost = "1 ms"
memory = { persistent = "256 KiB", release = "256 KiB" }
subscribe = [{ channel = "output" }]

[[channel]]
name = "audio"
type = "message"
element = "short"
count = 128

[[channel]]
name = "output"
type = "message"
element = "float"
count = 22

[[chain]]
name = "path"
tasks = ["recording/record", "processing/process", "output"]
deadline = "24 ms"
"#;

#[test]
fn components_become_tasks() {
    let plan = DevicePlan::of_app(app(COCHLEAR)).plan();
    assert!(plan.findings.is_empty(), "{:?}", said(&plan));
    assert_eq!(plan.set.check(), Ok(()));
    let names: Vec<&str> = plan.set.tasks.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "recording/record",
            "processing/process",
            "output",
            "processing/collection"
        ]
    );
    let process = plan.set.task("processing/process").expect("it is there");
    assert_eq!((&process.cost, &process.period), (&us(1000), &us(8000)));
    assert_eq!(
        (process.priority, process.component.as_deref()),
        (Some(89), Some("processing"))
    );
    let collection = plan.set.task("processing/collection").expect("it is there");
    assert_eq!(
        (collection.priority, collection.component.as_deref()),
        (Some(0), Some("processing"))
    );
}

#[test]
fn a_receiver_without_a_period_is_released_by_each_sender() {
    let plan = DevicePlan::of_app(app(COCHLEAR)).plan();
    let output = plan.set.task("output").expect("it is there");
    assert_eq!(
        (&output.period, output.after.as_slice()),
        (&us(8000), &["processing/process".to_owned()][..])
    );
    let one = "publish = [{ channel = \"audio\" }]";
    let both = "publish = [{ channel = \"audio\" }, { channel = \"output\", count = 3 }]";
    let two = COCHLEAR.replace(one, both);
    let plan = DevicePlan::of_app(app(&two)).plan();
    let of = |name: &str| plan.set.task(name).map(|t| t.cost.clone());
    assert_eq!(
        of("output < recording/record"),
        Some(us(3000)),
        "three messages a release"
    );
    assert_eq!(of("output < processing/process"), Some(us(1000)));
}

#[test]
fn channels_become_buffers_by_table_5_2() {
    let plan = DevicePlan::of_app(app(COCHLEAR)).plan();
    let [audio] = plan.set.buffers.as_slice() else {
        panic!("{:?}", plan.set.buffers)
    };
    assert_eq!((audio.model, audio.capacity), (Queue::Periodic, Some(2)));
    let with = |kind: &str| {
        let text = COCHLEAR.replacen("type = \"message\"", &format!("type = \"{kind}\""), 1);
        let plan = DevicePlan::of_app(app(&text)).plan();
        plan.set
            .buffers
            .iter()
            .map(|b| b.model.notation())
            .collect::<Vec<_>>()
    };
    assert_eq!(with("broadcast"), ["M/M/s//N", "P/P/1"]);
    assert_eq!(with("bulk"), ["M/D/1", "P/P/1"]);
    assert_eq!(
        with("cross-context"),
        ["P/P/1"],
        "and a warning that nothing bounds Linux"
    );
}

#[test]
fn memory_adds_up_by_component_app_worker_and_device() {
    let plan = device(vec![Installed {
        count: 2,
        ..Installed::alone(app(COCHLEAR))
    }]);
    let plan = DevicePlan {
        memory: Some(10 << 20),
        ..plan
    }
    .plan();
    let sums: Vec<(&str, u64, bool)> = plan
        .memory
        .bounds
        .iter()
        .map(|b| (b.of.as_str(), b.needed >> 10, b.fits))
        .collect();
    assert_eq!(
        sums,
        [
            ("component cochlear-1/recording", 2048, true),
            ("component cochlear-1/processing", 2560, true),
            ("component cochlear-1/output", 512, true),
            ("app cochlear-1", 5120, true),
            ("component cochlear-2/recording", 2048, true),
            ("component cochlear-2/processing", 2560, true),
            ("component cochlear-2/output", 512, true),
            ("app cochlear-2", 5120, true),
            ("worker 0", 10240, true),
            ("the device", 10240, true),
        ]
    );
}

#[test]
fn what_the_proof_misses_is_an_error() {
    let no_cost = DevicePlan::of_app(app(&COCHLEAR.replacen("cost = \"1 ms\"\n", "", 1))).plan();
    assert!(!no_cost.is_sound());
    let expected = "recording/record: it declares no cost, so nothing is proven of it or of what is less important; \
        add cost: terrace profile shows what was observed";
    assert_eq!(said(&no_cost)[0], expected);
    let fifo = "[cpu]\nscheduler = \"fifo\"\npriority = 9\n";
    let endless = DevicePlan::of_app(app(fifo)).plan();
    assert!(
        said(&endless)[0].contains("no budget"),
        "{:?}",
        said(&endless)
    );
    let plain = DevicePlan::of_app(app("")).plan();
    assert!(
        plain.is_sound() && plain.set.tasks.is_empty(),
        "normal apps are no part of it"
    );
}

#[test]
fn a_plain_app_with_a_budget_is_a_deferrable_server() {
    let text = "[cpu]\nscheduler = \"fifo\"\npriority = 9\nbudget_us = 200\nperiod_us = 1000\nworker = 3\n";
    let plan = DevicePlan::of_app(app(text)).plan();
    let server = &plan.set.servers[0];
    assert_eq!(server.kind, crate::model::ServerKind::Deferrable);
    assert_eq!(
        (
            &server.budget,
            &server.period,
            server.worker,
            server.priority
        ),
        (&us(200), &us(1000), 3, Some(9))
    );
}

const SHARED: &str = "[[channel]]\nname = \"words\"\ntype = \"message\"\ncount = 1\npublishers = [\"talker\", \"gone\"]\nsubscribers = [\"permission:speech\"]\n[[service]]\nname = \"s\"\n[[export]]\nname = \"say\"\ncomponent = \"s\"\nlongest = \"10 us\"\n";

#[test]
fn every_use_is_granted_and_every_grant_is_used() {
    let talks = "[[receiver]]\nname = \"r\"\npublish = [{ channel = \"words\", of = \"owner\" }]\ncalls = [{ interface = \"say\", of = \"owner\" }]\n";
    let listens =
        "[[receiver]]\nname = \"r\"\nsubscribe = [{ channel = \"words\", of = \"owner\" }]\n";
    let mut apps = vec![
        named("owner", SHARED),
        named("talker", talks),
        named("listener", listens),
    ];
    let plan = device(apps.clone()).plan();
    let all = said(&plan);
    assert!(all.contains(&"talker/r: it uses interface say callers of owner and is not among them; add \"talker\" to callers in the manifest of owner".to_owned()), "{all:#?}");
    assert!(all.contains(&"listener/r: it uses channel words subscribers of owner and is not among them; grant it permission speech in the device file".to_owned()), "{all:#?}");
    assert!(
        all.iter()
            .any(|f| f.contains("\"gone\", and nothing on the device uses that")),
        "{all:#?}"
    );
    assert!(!plan.is_sound());
    apps[2].permissions = vec![
        "speech".parse().expect("a name"),
        "idle".parse().expect("a name"),
    ];
    apps[0].app.components.exports[0].callers = vec!["talker".parse().expect("an app")];
    let plan = device(apps.clone()).plan();
    assert!(plan.is_sound(), "{:#?}", said(&plan));
    assert!(
        said(&plan)
            .iter()
            .any(|f| f.contains("permission idle is granted to it and not used"))
    );
    apps.remove(0);
    assert!(said(&device(apps).plan())[0].contains("not on the device"));
}

#[test]
fn a_caller_holds_the_component_it_calls() {
    let callee = "[[service]]\nname = \"s\"\npriority = 9\n[[service.task]]\nname = \"t\"\nperiod = \"10 ms\"\ncost = \"1 ms\"\n[[export]]\nname = \"say\"\ncomponent = \"s\"\nlongest = \"10 us\"\ncallers = [\"caller\"]\n";
    let caller = "[[receiver]]\nname = \"r\"\npriority = 5\nperiod = \"5 ms\"\ncost = \"100 us\"\ncalls = [{ interface = \"say\", of = \"owner\" }]\n";
    let plan = device(vec![named("owner", callee), named("caller", caller)]).plan();
    assert!(plan.is_sound(), "{:#?}", said(&plan));
    let held = |name: &str| plan.set.task(name).expect("it is there").resources.clone();
    assert_eq!(held("caller/r")[0].longest, us(10));
    assert_eq!(held("owner/s/t")[0].name, held("caller/r")[0].name);
}

#[test]
fn windows_servers_and_masked_sections_are_the_devices() {
    let file = "[device]\nmasked = \"20 us\"\nprotocol = \"ceiling\"\n[[app]]\npath = \"a\"\n\
        [[worker]]\nid = 0\nframe = \"10 ms\"\nwindows = [{ app = \"pulse\", start = \"5 ms\", length = \"5 ms\" }]\n\
        [[server]]\nname = \"ui\"\nkind = \"polling\"\nbudget = \"1 ms\"\nperiod = \"10 ms\"\npriority = 4\nserves = [\"pulse/r\"]\n";
    let file =
        terrace_manifest::parse_device(file, Path::new("d")).unwrap_or_else(|e| panic!("{e}"));
    let pulse = "[[receiver]]\nname = \"r\"\npriority = 5\ncost = \"100 us\"\n\
        [[receiver]]\nname = \"p\"\npriority = 5\nperiod = \"20 ms\"\ncost = \"100 us\"\n";
    let plan = DevicePlan::of(
        &file,
        vec![
            named("pulse", pulse),
            named(
                "other",
                &pulse
                    .replace("\"r\"", "\"q\"")
                    .replace("priority = 5\ncost", "cost"),
            ),
        ],
    )
    .plan();
    let of = said(&plan);
    assert_eq!(of.len(), 1, "{of:#?}");
    assert!(
        of[0].starts_with("other/p: worker 0 has a table of windows"),
        "{of:#?}"
    );
    assert_eq!(plan.set.workers[0].masked, us(20));
    assert_eq!(
        plan.set.task("pulse/p").and_then(|t| t.window.clone()),
        Some("pulse".to_owned())
    );
    assert_eq!(plan.set.servers[0].aperiodic[0].cost, us(100));
    assert_eq!(plan.set.protocol, crate::model::Protocol::Ceiling);
}
