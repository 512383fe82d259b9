//! 10,000 partitions alive in one process: how long to start, what each costs as their number
//! grows, and whether every one of them still answers.

use crate::bench::Bench;
use crate::memory::Held;
use crate::places::Places;
use crate::report::{Row, Unit};
use crate::sample::{Figures, Sample};
use anyhow::{Result, ensure};
use std::time::{Duration, Instant};
use terrace_host::clock::monotonic_ns;
use terrace_testkit::{Census, Machine};
use terrace_vm::{Config, Overrides, PartitionId, State};

const STEPS: [usize; 4] = [1_000, 2_000, 5_000, 10_000];
const PATIENCE: Duration = Duration::from_secs(120);
const GUEST: &str = include_str!("../guests/answer.wat");

/// Run it.
///
/// # Errors
/// When they cannot all be started, or one does not answer.
pub fn run(_: &Bench, _: &mut Vec<String>) -> Result<Vec<Row>> {
    let most = STEPS[STEPS.len() - 1];
    let machine = Machine::with(Config {
        partitions: most + 8,
        ..Config::default()
    });
    machine.install_wat("answer", GUEST, "");
    let places = Places::now()?;
    let (before, maps_before) = (Held::of("self")?, Census::take().mappings);
    let (mut ids, mut starts, mut rows) = (Vec::new(), Sample::new(), Vec::new());
    let began = Instant::now();
    for step in STEPS {
        start_until(&machine, step, &mut ids, &mut starts)?;
        let each = Held::of("self")?.since(before).each(step);
        let what = format!("memory of each of {step} partitions, all included");
        let row = Row::new(
            "many",
            &what,
            Unit::Bytes,
            Figures::mean(each.pss, step as u64),
        );
        rows.push(row.note(format!("page tables beside it: {} bytes each", each.tables)));
    }
    let started = began.elapsed();
    let places = Places::now()?.growth(&places, most);
    let maps = Census::take().mappings.saturating_sub(maps_before);
    let answered = answers(&machine, &ids)?;
    let ended = end_all(&machine, &ids)?;
    let each = maps as f64 / most as f64;
    rows.push(
        Row::new(
            "many",
            "start request, until the call returns",
            Unit::Ns,
            starts.figures(),
        )
        .note(format!(
            "all {most} running after {:.2} s",
            started.as_secs_f64()
        ))
        .note(format!(
            "{maps} mappings, {each:.2} each (of a process's vm.max_map_count)"
        )),
    );
    rows[STEPS.len() - 1]
        .notes
        .push(format!("where the bytes lie: {places}"));
    let whole = |what: &str, time: Duration| {
        let ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        Row::new("many", what, Unit::Ns, Figures::mean(ns, most as u64))
    };
    rows.push(whole(
        "all asked, until each has answered in its log",
        answered,
    ));
    rows.push(whole("all killed and gone", ended));
    Ok(rows)
}

fn start_until(
    machine: &Machine,
    count: usize,
    ids: &mut Vec<PartitionId>,
    times: &mut Sample,
) -> Result<()> {
    let new = ids.len();
    while ids.len() < count {
        let asked = monotonic_ns();
        ids.push(
            machine
                .controller
                .run("answer", None, Overrides::default())?,
        );
        times.add(monotonic_ns() - asked);
    }
    for &id in &ids[new..] {
        let state = machine
            .controller
            .wait_state(id, |s| s != State::Starting, PATIENCE)?;
        ensure!(
            state == Some(State::Running),
            "partition {id} of {count} is {state:?}"
        );
    }
    Ok(())
}

fn answers(machine: &Machine, ids: &[PartitionId]) -> Result<Duration> {
    let begin = Instant::now();
    for &id in ids {
        machine.controller.trim(id, 0)?;
    }
    for &id in ids {
        let page = machine.controller.journal().follow(id, 0, 1, PATIENCE);
        ensure!(
            page.records.first().is_some_and(|r| r.text == "here"),
            "partition {id} does not answer"
        );
    }
    Ok(begin.elapsed())
}

fn end_all(machine: &Machine, ids: &[PartitionId]) -> Result<Duration> {
    let begin = Instant::now();
    for &id in ids {
        machine.controller.kill(id)?;
    }
    for &id in ids {
        let end = machine.controller.wait_end(id, Some(PATIENCE))?;
        ensure!(end.is_some(), "partition {id} does not end");
    }
    Ok(begin.elapsed())
}
