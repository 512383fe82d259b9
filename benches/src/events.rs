//! Events: from the moment at which one is sent, or due, until the component that hears it runs.
//!
//! Three benchmarks with one pair of components (`guests/events.c`): a service that sends every few milliseconds
//! and a receiver, both on one worker.
//!
//! - `events`: message, broadcast and bulk (RTDroid, figures 4.17 and 4.18), beside 30 noise partitions of each of four
//!   kinds; its rival is the same without noise.
//! - `looper` (figure 3.9): one important sender beside 0 to 300 unimportant ones; its rival is the same looper with one queue in
//!   the order of arrival, as Android has.
//! - `alarms` (figure 3.13): one important alarm beside 5 to 100 unimportant ones at the same moment; its rival is a FIFO thread
//!   with as many timers of Linux.

use crate::bench::{self, Bench};
use crate::jitter::FILL;
use crate::plot::{Curve, Plot};
use crate::report::{Row, Target, Unit};
use crate::rival::{self, other_core};
use crate::sample::{Figures, Sample};
use anyhow::{Context, Result};
use std::path::Path;
use terrace_testkit::{Machine, guests, prelude};
use terrace_vm::{Config, Overrides, PartitionId};

const EVENTS: usize = 2_000;
const NOISE: usize = 30;
const SENDERS: [usize; 4] = [0, 100, 200, 300];
const ALARMS: [usize; 4] = [5, 25, 50, 100];
/// Work of the receiver on each message of a looper, and on each alarm.
const WORK_US: usize = 20;

/// The pair, with a channel of this type, how often the service sends, and how important it is; the receiver has 50.
fn pair(kind: &str, period_ms: usize, priority: u8, rest: &str) -> String {
    format!(
        r#"
[[service]]
name = "source"
worker = 0
priority = {priority}
memory = {{ persistent = "1 MiB", release = "64 KiB" }}
[[service.task]]
name = "tick"
period = "{period_ms} ms"

[[receiver]]
name = "ear"
worker = 0
priority = 50
memory = {{ persistent = "1 MiB", release = "64 KiB" }}
subscribe = [{{ channel = "events", count = 512 }}]

[[channel]]
name = "events"
type = "{kind}"
count = 8
publishers = ["sender"]
{rest}
"#
    )
}

/// Sends to the channel of its argument's first letters, over and over, with a rest of so many ns between.
fn sends(channel: &str, rest_ns: u64) -> String {
    prelude::program(
        "(local $channel i32)",
        channel,
        &format!(
            "(local.set $channel (call $message_open (i32.const 0) (i32.const {}) (i32.const 0)))
             (loop $on
               (drop (call $message_post (local.get $channel) (i32.const 64) (i32.const 8) (i32.const 0)
                 (i32.const 0) (i64.const 0)))
               (call $nap (i64.const {rest_ns}))
               (br $on))",
            channel.len()
        ),
    )
}

fn machine() -> Machine {
    Machine::with(Config {
        workers: 1,
        partitions: 512,
        ..Config::default()
    })
}

fn heard(bench: &Bench, machine: &Machine, manifest: &str, args: &[&str]) -> Result<Vec<u64>> {
    bench::install(
        machine,
        "events",
        &bench.programs.guest("events")?,
        manifest,
    )?;
    let id = bench::run(machine, "events", args)?;
    bench::running(machine, id)?;
    bench::good_end(machine, id)?;
    bench::samples(machine)
}

fn figures(values: &[u64]) -> Figures {
    let mut sample = Sample::new();
    sample.add_all(values.iter().copied());
    sample.figures()
}

fn draw(bench: &Bench, name: &str, title: &str, curves: Vec<Curve>) -> Result<String> {
    let file = bench.programs.folder().join(format!("{name}.svg"));
    let plot = Plot {
        title: title.to_owned(),
        curves,
    };
    std::fs::write(&file, plot.svg())
        .with_context(|| format!("cannot write {}", file.display()))?;
    Ok(format!("drawn to {}", file.display()))
}

/// p99 against the rival's, as a note.
fn at_p99(ours: &Figures, theirs: &Figures, reach: f64) -> String {
    let p99 = |f: &Figures| f.p99.unwrap_or(0).max(1) as f64;
    let times = p99(ours) / p99(theirs);
    format!("at p99 {times:.2} times the rival's; to reach: {reach}")
}

/// Message, broadcast and bulk, beside noise and without.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, _: &mut Vec<String>) -> Result<Vec<Row>> {
    let rounds = bench.repeat(EVENTS).to_string();
    let mut rows = Vec::new();
    for (kind, way) in [
        ("message", "message"),
        ("broadcast", "message"),
        ("bulk", "bulk"),
    ] {
        let manifest = pair(kind, 1, 40, "depth = 8");
        let args = [rounds.as_str(), way];
        let quiet = heard(bench, &machine(), &manifest, &args)?;
        let machine = machine();
        let noise = noise(&machine)?;
        let beside = heard(bench, &machine, &manifest, &args)?;
        for id in noise {
            bench::kill(&machine, id)?;
        }
        let (own, alone) = (figures(&beside), figures(&quiet));
        let drawn = draw(
            bench,
            &format!("events-{kind}"),
            &format!("From sending a {kind} event to its receiver"),
            vec![
                Curve::new("beside 120 noise partitions", &beside),
                Curve::new("alone", &quiet),
            ],
        )?;
        let what = format!("{kind}, beside {NOISE} noise partitions of each of 4 kinds");
        let row = Row::new("events", &what, Unit::Ns, own);
        let note = at_p99(&own, &alone, 1.5);
        let row = row.against("the same without noise", alone, Target::WithinPercent(50.0));
        rows.push(row.note(note).note(drawn));
    }
    Ok(rows)
}

/// Partitions that compute, fill memory, send messages, and broadcast; at normal priority on the same worker.
fn noise(machine: &Machine) -> Result<Vec<PartitionId>> {
    let channel = |name: &str, kind: &str| {
        format!(
            "[[channel]]\nname = \"{name}\"\ntype = \"{kind}\"\ncount = 8\ndepth = 64\ndrop = \"oldest\"\n"
        )
    };
    let rest = "[cpu]\nworker = 0\nslice_us = 1000\n[memory]\nlimit = \"8 MiB\"\n";
    let kinds = [
        ("spin", guests::SPIN.to_owned(), String::new()),
        ("fill", FILL.to_owned(), String::new()),
        ("talk", sends("talk", 0), channel("talk", "message")),
        ("call", sends("call", 0), channel("call", "broadcast")),
    ];
    let mut started = Vec::new();
    for (name, wat, own) in kinds {
        machine.install_wat(name, &wat, &format!("{rest}{own}"));
        for _ in 0..NOISE {
            started.push(machine.controller.run(name, None, Overrides::default())?);
        }
    }
    for &id in &started {
        bench::running(machine, id)?;
    }
    Ok(started)
}

/// One important sender beside unimportant ones.
///
/// # Errors
/// What could not be built or started.
pub fn looper(bench: &Bench, _: &mut Vec<String>) -> Result<Vec<Row>> {
    let rounds = bench.repeat(300);
    let mut rows = Vec::new();
    let mut curves = Vec::new();
    let mut base = None;
    for senders in SENDERS {
        let ours = looped(bench, rounds, senders, "priority-inheritance")?;
        let theirs = looped(bench, rounds, senders, "fifo")?;
        let (own, rival) = (figures(&ours), figures(&theirs));
        let base = *base.get_or_insert(own.p50.max(1));
        let flat = own.p50 as f64 / base as f64;
        let p99 = own.p99.unwrap_or(0) as f64 / rival.p99.unwrap_or(0).max(1) as f64;
        let what = format!("an important message beside {senders} unimportant senders");
        let row = Row::new("looper", &what, Unit::Ns, own);
        let row = row.against("one queue in the order of arrival", rival, Target::Report);
        rows.push(row.note(format!(
            "at p50 {flat:.2} times that without them, to reach: flat; at p99 {p99:.3} times the one queue's"
        )));
        if senders == 100 || senders == 300 {
            curves.push(Curve::new(
                &format!("by priority, {senders} senders"),
                &ours,
            ));
            curves.push(Curve::new(
                &format!("one queue, {senders} senders"),
                &theirs,
            ));
        }
    }
    let drawn = draw(
        bench,
        "looper",
        "From sending an important message to its handler",
        curves,
    )?;
    Ok(noted(rows, drawn))
}

fn noted(mut rows: Vec<Row>, note: String) -> Vec<Row> {
    if let Some(last) = rows.pop() {
        rows.push(last.note(note));
    }
    rows
}

fn looped(bench: &Bench, rounds: usize, senders: usize, order: &str) -> Result<Vec<u64>> {
    // The unimportant ones send from another core, where there is one: faster than the looper handles.
    let there = other_core();
    let machine = Machine::with(Config {
        workers: there + 1,
        partitions: 512,
        ..Config::default()
    });
    // Sent while others wait: the sender does not wait for the looper to be idle.
    let order = format!("depth = 512\norder = \"{order}\"");
    let manifest = pair("message", 10, 60, &order);
    let guest = bench.programs.guest("events")?;
    bench::install(&machine, "events", &guest, &manifest)?;
    machine.install_wat(
        "sender",
        &sends("events", 5_000_000),
        &format!("[cpu]\nworker = {there}\n"),
    );
    let mut started = Vec::new();
    for _ in 0..senders {
        started.push(
            machine
                .controller
                .run("sender", None, Overrides::default())?,
        );
    }
    let work = WORK_US.to_string();
    let id = bench::run(&machine, "events", &[&rounds.to_string(), "message", &work])?;
    bench::running(&machine, id)?;
    bench::good_end(&machine, id)?;
    for id in started {
        bench::kill(&machine, id)?;
    }
    bench::samples(&machine)
}

/// One important alarm beside unimportant ones at the same moment.
///
/// # Errors
/// What could not be built or started.
pub fn alarms(bench: &Bench, _: &mut Vec<String>) -> Result<Vec<Row>> {
    let rounds = bench.repeat(100);
    let rival = bench.programs.native("benches/guests/alarm_rival.c")?;
    let mut rows = Vec::new();
    let mut curves = Vec::new();
    let mut base = None;
    for crowd in ALARMS {
        let ours = rung(bench, rounds, crowd)?;
        let theirs = timers(&rival, rounds, crowd)?;
        let (own, other) = (figures(&ours), figures(&theirs));
        let base = *base.get_or_insert(own.p50.max(1));
        let flat = own.p50 as f64 / base as f64;
        let what = format!("an important alarm beside {crowd} unimportant ones at its moment");
        let row = Row::new("alarms", &what, Unit::Ns, own);
        let row = row.against("timerfd each and a FIFO thread", other, Target::Report);
        rows.push(row.note(format!(
            "at p50 {flat:.2} times that beside 5; to reach: flat"
        )));
        if crowd == 5 || crowd == 100 {
            curves.push(Curve::new(&format!("Terrace, {crowd} others"), &ours));
            curves.push(Curve::new(&format!("timerfd, {crowd} others"), &theirs));
        }
    }
    let drawn = draw(
        bench,
        "alarms",
        "From the moment of an alarm to its handler",
        curves,
    )?;
    Ok(noted(rows, drawn))
}

fn rung(bench: &Bench, rounds: usize, crowd: usize) -> Result<Vec<u64>> {
    let (rounds, work, crowd) = (rounds.to_string(), WORK_US.to_string(), crowd.to_string());
    let args = [rounds.as_str(), "alarm", &work, &crowd];
    heard(
        bench,
        &machine(),
        &pair("message", 20, 40, "depth = 512"),
        &args,
    )
}

fn timers(rival: &Path, rounds: usize, crowd: usize) -> Result<Vec<u64>> {
    let (rounds, crowd, work) = (rounds.to_string(), crowd.to_string(), WORK_US.to_string());
    numbers(&rival::output(rival, &[&rounds, &crowd, &work])?)
}

/// A number a line.
pub(crate) fn numbers(text: &str) -> Result<Vec<u64>> {
    let each = text.lines().map(str::parse);
    each.collect::<Result<_, _>>()
        .context("a rival wrote something else than numbers")
}
