//! Deadlines: how many of 40,000 releases of a cochlear implant and of 90,000 of an autopilot complete too late.
//!
//! Both are components of apps on one worker, beside noise (`guests/studies.c`); the rival is the same code as a process for
//! each component with a FIFO thread a task, at the same priorities, on another core at the same time, beside the same noise in
//! threads. So a rival has what the machine takes from both.

use crate::bench::{self, Bench};
use crate::events::numbers;
use crate::jitter::FILL;
use crate::plot::{Curve, Plot};
use crate::report::{Row, Target, Unit};
use crate::rival::{self, other_core};
use crate::sample::{Figures, Sample};
use anyhow::{Context, Result};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use terrace_host::thread::Class;
use terrace_testkit::{Machine, guests};
use terrace_vm::{Config, Overrides, PartitionId};

/// Noise beside each of the two sides.
const NOISE: usize = 30;

/// A case study: its releases, and its tasks by period in ms and priority.
struct Study {
    name: &'static str,
    releases: usize,
    tasks: &'static [(u64, u32)],
}

const STUDIES: [Study; 2] = [
    Study {
        name: "implant",
        releases: 40_000,
        tasks: &[(8, 80)],
    },
    // 338 releases a second.
    Study {
        name: "pilot",
        releases: 90_000,
        tasks: &[
            (10, 79),
            (20, 78),
            (20, 77),
            (25, 76),
            (25, 75),
            (50, 74),
            (50, 73),
            (100, 72),
            (250, 71),
            (250, 70),
        ],
    },
];

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    skipped.push("deadlines: Java on OpenJDK is not measured".to_owned());
    let native = bench.programs.native("benches/guests/studies_rival.c")?;
    let over = AtomicBool::new(false);
    let (ours, theirs) = std::thread::scope(|scope| {
        let rivals: Vec<_> = STUDIES
            .iter()
            .map(|study| scope.spawn(|| threads(bench, &native, study)))
            .collect();
        for _ in 0..NOISE {
            scope.spawn(|| native_noise(&over));
        }
        let ours = components(bench);
        let theirs: Result<Vec<_>> = rivals
            .into_iter()
            .map(|rival| {
                rival
                    .join()
                    .expect("a thread of a benchmark does not panic")
            })
            .collect();
        over.store(true, Ordering::Relaxed);
        (ours, theirs)
    });
    let (ours, theirs) = (ours?, theirs?);
    let mut rows = Vec::new();
    for ((study, (own, missed)), rival) in STUDIES.iter().zip(ours).zip(theirs) {
        rows.push(row(bench, study, &own, missed, &rival)?);
    }
    Ok(rows)
}

fn row(bench: &Bench, study: &Study, own: &[u64], missed: u64, rival: &[u64]) -> Result<Row> {
    let file = bench
        .programs
        .folder()
        .join(format!("deadlines-{}.svg", study.name));
    let plot = Plot {
        title: format!("Release to completion, {}", study.name),
        curves: vec![
            Curve::new("Terrace, components", own),
            Curve::new("a process, FIFO threads", rival),
        ],
    };
    std::fs::write(&file, plot.svg())
        .with_context(|| format!("cannot write {}", file.display()))?;
    let what = format!(
        "release to completion, {} releases of the {}",
        own.len(),
        study.name
    );
    let late = |values: &[u64], period: u64| {
        let limit = period * 1_000_000;
        values.iter().filter(|&&v| v > limit).count()
    };
    // Which release was of which task is not kept: the shortest period is the strictest.
    let shortest = study.tasks.iter().map(|t| t.0).min().unwrap_or(1);
    Ok(Row::new("deadlines", &what, Unit::Ns, figures(own))
        .against("a process and FIFO threads beside it", figures(rival), Target::Report)
        .note(format!(
            "deadlines missed, as the monitor counted: {missed}; later than the shortest period of {shortest} ms: ours {}, \
             the rival's {}; to reach: no more than the rival's",
            late(own, shortest),
            late(rival, shortest)
        ))
        .note(format!("drawn to {}", file.display())))
}

fn figures(values: &[u64]) -> Figures {
    let mut sample = Sample::new();
    sample.add_all(values.iter().copied());
    sample.figures()
}

fn manifest(study: &Study) -> String {
    let (mut text, name) = (String::new(), study.name);
    let top = study.tasks.iter().map(|t| t.1).max().unwrap_or(1);
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "[[service]]\nname = \"{name}\"\nworker = 0\npriority = {top}\n\
         memory = {{ persistent = \"1 MiB\", release = \"64 KiB\" }}\n"
    );
    for (index, (period, priority)) in study.tasks.iter().enumerate() {
        let _ = write!(
            text,
            "[[service.task]]\nname = \"t{index}\"\nperiod = \"{period} ms\"\npriority = {priority}\n"
        );
    }
    text
}

/// Ours: what each study measured, and how many misses the monitor counted.
fn components(bench: &Bench) -> Result<Vec<(Vec<u64>, u64)>> {
    let guest = bench.programs.guest("studies")?;
    let machine = Machine::with(Config {
        workers: 1,
        partitions: 64,
        ..Config::default()
    });
    let noise = noise(&machine)?;
    let mut started = Vec::new();
    for study in &STUDIES {
        bench::install(&machine, study.name, &guest, &manifest(study))?;
        let folder = machine.folder().join(study.name);
        std::fs::create_dir_all(&folder)?;
        let rounds = bench.repeat(study.releases).to_string();
        started.push((start(&machine, study.name, &folder, &rounds)?, folder));
    }
    let mut measured = Vec::new();
    for (id, folder) in started {
        let end = machine.controller.wait(id, None)?;
        anyhow::ensure!(
            end.is_some_and(|e| e.fault().is_none()),
            "a case study ended wrongly: {:?}",
            machine.controller.info(id)?.fault
        );
        let info = machine.controller.info(id)?;
        let callbacks = info.components.iter().flat_map(|c| &c.callbacks);
        let missed = callbacks.map(|c| c.tally.misses).sum();
        measured.push((bench::samples_in(&folder)?, missed));
    }
    for id in noise {
        bench::kill(&machine, id)?;
    }
    Ok(measured)
}

fn start(machine: &Machine, app: &str, folder: &Path, rounds: &str) -> Result<PartitionId> {
    let overrides = Overrides {
        args: Some(vec![rounds.to_owned()]),
        dirs: vec![terrace_engine::DirGrant {
            host: folder.to_owned(),
            guest: "/out".to_owned(),
            write: true,
        }],
        ..Overrides::default()
    };
    Ok(machine.controller.run(app, None, overrides)?)
}

fn noise(machine: &Machine) -> Result<Vec<PartitionId>> {
    let rest = "[cpu]\nworker = 0\nslice_us = 1000\n[memory]\nlimit = \"8 MiB\"\n";
    for (name, wat) in [("spin", guests::SPIN), ("fill", FILL)] {
        machine.install_wat(name, wat, rest);
    }
    let names = ["spin", "fill"].into_iter().cycle().take(NOISE);
    let started = names.map(|n| machine.controller.run(n, None, Overrides::default()));
    Ok(started.collect::<Result<Vec<_>, _>>()?)
}

/// The rival, on the other core where there is one.
fn threads(bench: &Bench, native: &Path, study: &Study) -> Result<Vec<u64>> {
    let mut args = vec![
        study.name.to_owned(),
        bench.repeat(study.releases).to_string(),
    ];
    for (period, priority) in study.tasks {
        args.push(period.to_string());
        args.push(priority.to_string());
    }
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    numbers(&rival::output_on(other_core(), native, &args)?)
}

fn native_noise(over: &AtomicBool) {
    rival::settle(other_core(), Class::Normal);
    while !over.load(Ordering::Relaxed) {
        (0..10_000).for_each(|_| std::hint::spin_loop());
        drop(std::hint::black_box(vec![7u8; 1 << 20]));
    }
}
