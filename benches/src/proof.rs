//! The proof: response times of many tasks, admission of one more, events of the simulation.
//!
//! SimSo, a simulator of the same kind in Python, simulates the same set for the same time. pyCPA is
//! not on PyPI, so nothing stands beside the analysis.

use crate::bench::Bench;
use crate::report::{Row, Target, Unit};
use crate::rival::{self, CORE};
use crate::sample::Sample;
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use terrace_analysis::simulation::{Options, Start, simulate};
use terrace_analysis::{Admission, Task, TaskSet, Time, failing};
use terrace_host::clock::monotonic_ns;
use terrace_host::thread::Class;
use terrace_testkit::tools;

const TASKS: i64 = 1_000;

/// The simulation is of so many tasks, for so many milliseconds.
const SIMULATED: i64 = 10;
const MILLISECONDS: u64 = 10_000;

/// Beside SimSo for so many: a run of it takes seconds.
const BESIDE: u64 = 1_000;

/// Run it.
///
/// # Errors
/// What could not be measured.
pub fn run(bench: &Bench, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    rival::on_core(CORE, Class::Normal, || {
        Ok(vec![
            responses(bench)?,
            admission(bench)?,
            events(bench)?,
            beside_simso(bench, skipped)?,
        ])
    })
}

/// So many tasks of unlike periods that use two thirds of a processor: rate-monotonic priorities do it.
fn set(count: i64) -> TaskSet {
    let period = |i: i64| 10_000 * (1 + i % 97) + 13 * i;
    let task = |i: i64| Task::new(format!("t{i}"), period(i) * 2 / 3 / count, period(i));
    TaskSet {
        time_unit: "us".to_owned(),
        tasks: (0..count).map(task).collect(),
        ..TaskSet::default()
    }
}

fn responses(bench: &Bench) -> Result<Row> {
    let set = set(TASKS);
    let mut sample = Sample::new();
    for _ in 0..bench.repeat(100) {
        let start = monotonic_ns();
        let late = failing(&set);
        sample.add(monotonic_ns() - start);
        ensure!(late.is_empty(), "{} tasks would be late", late.len());
    }
    let what = "response times of 1,000 tasks";
    Ok(Row::new("proof", what, Unit::Ns, sample.figures()).at_most(50_000_000))
}

fn admission(bench: &Bench) -> Result<Row> {
    let mut admission = Admission::new(set(TASKS));
    let mut sample = Sample::new();
    for number in 0..i64::try_from(bench.repeat(100))? {
        let one = Task::new("one", 10, 50_000 + 1_000 * number);
        let start = monotonic_ns();
        let admitted = admission.admit(vec![one]);
        sample.add(monotonic_ns() - start);
        ensure!(admitted.is_ok(), "{admitted:?}");
        admission.leave(|task| task.name == "one");
    }
    let what = "admission of one more task to 1,000";
    Ok(Row::new("proof", what, Unit::Ns, sample.figures()).at_most(5_000_000))
}

/// The set of the simulations: whole milliseconds, which SimSo takes as they are.
fn simulated() -> TaskSet {
    let period =
        |i: i64| [5, 8, 10, 20, 25, 40, 50, 100, 200, 500][usize::try_from(i % 10).unwrap_or(0)];
    let task = |i: i64| {
        let period = period(i);
        Task::new(
            format!("t{i}"),
            Time::ratio(period * 8, 10 * SIMULATED),
            period,
        )
    };
    TaskSet {
        time_unit: "ms".to_owned(),
        tasks: (0..SIMULATED).map(task).collect(),
        ..TaskSet::default()
    }
}

fn options(milliseconds: u64) -> Options {
    Options {
        start: Start::Critical,
        horizon: Some(Time::from(milliseconds)),
        max_records: 0,
        ..Options::default()
    }
}

fn events(bench: &Bench) -> Result<Row> {
    let (set, options) = (simulated(), options(MILLISECONDS));
    let mut sample = Sample::new();
    let mut events = 0;
    for _ in 0..bench.repeat(30) {
        let start = monotonic_ns();
        let schedule = simulate(&set, &options)?;
        let took = monotonic_ns() - start;
        events = schedule.events.max(1);
        sample.add(took.saturating_mul(1_000) / events);
    }
    Ok(Row::new(
        "proof",
        "1,000 events of a simulation",
        Unit::Ns,
        sample.figures(),
    )
    .at_most(1_000_000)
    .note(format!("{events} events a run, of {SIMULATED} tasks")))
}

fn beside_simso(bench: &Bench, skipped: &mut Vec<String>) -> Result<Row> {
    let (set, options) = (simulated(), options(BESIDE));
    let mut ours = Sample::new();
    for _ in 0..bench.repeat(30) {
        let start = monotonic_ns();
        simulate(&set, &options)?;
        ours.add(monotonic_ns() - start);
    }
    let row = Row::new(
        "proof",
        "1 s of 10 tasks, simulated",
        Unit::Ns,
        ours.figures(),
    );
    match simso(&set, bench.repeat(30) / 3) {
        Ok(theirs) => Ok(row.against("SimSo", theirs.figures(), Target::Report)),
        Err(why) => {
            skipped.push(format!("proof beside SimSo: {why:#}"));
            Ok(row)
        }
    }
}

fn simso(set: &TaskSet, runs: usize) -> Result<Sample> {
    let python: PathBuf = tools::root().join("target/tools/python/bin/python");
    ensure!(
        python.is_file(),
        "SimSo is not at {}; `make bench` installs it from PyPI",
        python.display()
    );
    let mut asked = format!("{runs}\n{BESIDE}\n");
    for task in &set.tasks {
        writeln!(asked, "{} {}", task.cost.to_f64(), task.period.to_f64())?;
    }
    let mut child = Command::new(&python)
        .arg(tools::root().join("benches/rivals/simulate_with_simso.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child.stdin.take().context("it was asked for a pipe")?;
    input.write_all(asked.as_bytes())?;
    drop(input);
    let done = child.wait_with_output()?;
    ensure!(done.status.success(), "it ended with {}", done.status);
    let mut sample = Sample::new();
    for line in String::from_utf8(done.stdout)?.lines() {
        sample.add(line.trim().parse()?);
    }
    Ok(sample)
}
