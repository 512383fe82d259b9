//! Memory of 1,000 running instances of a small program, beyond what they touch.
//!
//! Ours is the growth of this process's proportional set size over the start of the
//! instances, less the pages they touched in their own memories. The rival is the same program
//! native, 50 processes, the sum of their proportional set sizes: shared pages count once.
//! Page tables are shown apart, because neither figure contains them.

use crate::bench::{self, Bench};
use crate::places::Places;
use crate::report::{Row, Target, Unit};
use crate::rival;
use crate::sample::{Figures, Sample};
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};
use terrace_testkit::Machine;
use terrace_vm::{Config, PartitionId};

const INSTANCES: usize = 1000;
const PROCESSES: usize = 50;
const MOST: u64 = 16_384;

/// What Linux says of a process, in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Held {
    /// Proportional set size.
    pub pss: u64,
    /// Pages of its own.
    pub private: u64,
    /// Page tables.
    pub tables: u64,
}

impl Held {
    /// Ask for one process, `self` for this one.
    ///
    /// # Errors
    /// When there is no such process.
    pub fn of(pid: &str) -> Result<Held> {
        let read = |file: &str| {
            let path = format!("/proc/{pid}/{file}");
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))
        };
        let (maps, status) = (read("smaps_rollup")?, read("status")?);
        let private = kib(&maps, "Private_Clean:") + kib(&maps, "Private_Dirty:");
        Ok(Held {
            pss: kib(&maps, "Pss:"),
            private,
            tables: kib(&status, "VmPTE:"),
        })
    }

    /// What this process holds more than it did at `before`.
    #[must_use]
    pub fn since(self, before: Held) -> Held {
        Held {
            pss: self.pss.saturating_sub(before.pss),
            private: self.private.saturating_sub(before.private),
            tables: self.tables.saturating_sub(before.tables),
        }
    }

    /// One of `count`.
    #[must_use]
    pub fn each(self, count: usize) -> Held {
        let count = count as u64;
        Held {
            pss: self.pss / count,
            private: self.private / count,
            tables: self.tables / count,
        }
    }
}

fn kib(text: &str, field: &str) -> u64 {
    let line = text.lines().find(|l| l.starts_with(field)).unwrap_or("");
    line.split_whitespace()
        .nth(1)
        .and_then(|n| n.parse::<u64>().ok())
        .unwrap_or(0)
        * 1024
}

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, _: &mut Vec<String>) -> Result<Vec<Row>> {
    let (ours, touched, places) = partitions(bench)?;
    let (sizes, theirs) = processes(bench)?;
    let overhead = ours.pss.saturating_sub(touched);
    let count = INSTANCES as u64;
    // The process touches in its data, heap and stack what the guest touches in its memory.
    let beyond = theirs.pss.saturating_sub(touched);
    let whole = theirs.pss as f64 / ours.pss.max(1) as f64;
    let beyond_row = Row::new(
        "memory",
        "per instance of 1,000, beyond what it touches",
        Unit::Bytes,
        Figures::mean(overhead, count),
    )
    .at_most(MOST)
    .against(
        "process: mean PSS less the same touched",
        Figures::mean(beyond, PROCESSES as u64),
        Target::Times(20.0),
    )
    .note(format!(
        "touched by each guest in its own memory: {touched} bytes"
    ))
    .note(format!("where its bytes lie: {places}"));
    let whole_row = Row::new(
        "memory",
        "per instance of 1,000, with what it touches",
        Unit::Bytes,
        Figures::mean(ours.pss, count),
    )
    .against("process: PSS", sizes.figures(), Target::Report)
    .against(
        "process: private pages only",
        Figures::mean(theirs.private, PROCESSES as u64),
        Target::Report,
    )
    .note(format!(
        "whole against whole by mean PSS: {whole:.1}x; {} processes, not 1,000",
        PROCESSES
    ));
    let tables_row = Row::new(
        "memory",
        "page tables per instance (in neither figure)",
        Unit::Bytes,
        Figures::mean(ours.tables, count),
    )
    .against(
        "process",
        Figures::mean(theirs.tables, PROCESSES as u64),
        Target::Report,
    );
    Ok(vec![beyond_row, whole_row, tables_row])
}

/// Held by one instance, what each guest touched, and where it lies.
fn partitions(bench: &Bench) -> Result<(Held, u64, String)> {
    let machine = Machine::with(Config {
        partitions: INSTANCES + 8,
        ..Config::default()
    });
    bench::install(&machine, "idle", &bench.programs.guest("idle")?, "")?;
    // The first instance pays for what all share.
    let first = bench::run(&machine, "idle", &[])?;
    ready(&machine, &[first])?;
    bench::kill(&machine, first)?;
    let (before, places) = (Held::of("self")?, Places::now()?);
    let ids = (0..INSTANCES)
        .map(|_| bench::run(&machine, "idle", &[]))
        .collect::<Result<Vec<_>>>()?;
    ready(&machine, &ids)?;
    let held = Held::of("self")?.since(before).each(INSTANCES);
    let places = Places::now()?.growth(&places, INSTANCES);
    let infos = ids
        .iter()
        .map(|&id| Ok(machine.controller.info(id)?.memory.committed));
    let touched: u64 = infos.collect::<Result<Vec<_>>>()?.into_iter().sum();
    for id in ids {
        bench::kill(&machine, id)?;
    }
    Ok((held, touched / INSTANCES as u64, places))
}

/// Wait until each has printed its line, which it does before it sleeps.
fn ready(machine: &Machine, ids: &[PartitionId]) -> Result<()> {
    let start = Instant::now();
    for &id in ids {
        while machine
            .controller
            .journal()
            .read(id, 0, 1)
            .records
            .is_empty()
        {
            anyhow::ensure!(
                start.elapsed() < Duration::from_secs(60),
                "{id} did not come up"
            );
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    std::thread::sleep(Duration::from_millis(100));
    Ok(())
}

fn processes(bench: &Bench) -> Result<(Sample, Held)> {
    let native = bench.programs.native("benches/guests/idle.c")?;
    let mut children = Vec::new();
    for _ in 0..PROCESSES {
        let (child, out) = rival::process(&native, &[])?;
        let mut out = BufReader::new(out);
        out.read_line(&mut String::new())?;
        children.push((child, out));
    }
    std::thread::sleep(Duration::from_millis(100));
    let (mut sizes, mut sum) = (Sample::new(), Held::default());
    for (child, _) in &children {
        let held = Held::of(&child.id().to_string())?;
        sizes.add(held.pss);
        sum = Held {
            pss: sum.pss + held.pss,
            private: sum.private + held.private,
            tables: sum.tables + held.tables,
        };
    }
    for (child, _) in &mut children {
        child.kill()?;
        child.wait()?;
    }
    Ok((sizes, sum.each(PROCESSES)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_holds_something() {
        let held = Held::of("self").unwrap();
        assert!(held.pss >= 4096 && held.tables >= 4096, "{held:?}");
        assert_eq!(kib("Pss:   12 kB\n", "Pss:"), 12 * 1024);
    }
}
