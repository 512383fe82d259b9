//! Bulk: from a publisher that has filled a buffer until a subscriber reads both ends of it, by size,
//! on one core and across two.
//!
//! Ours is a window, whose publisher is sealed off at each sending; the rivals two processes, placed
//! alike, that copy: through a pipe, a Unix socket, or shared memory with a futex.

use crate::bench::{self, Bench};
use crate::message::{over, rounds};
use crate::report::{Row, Target, Unit};
use crate::rival::{CORE, other_core};
use crate::sample::Sample;
use anyhow::Result;
use std::path::Path;
use terrace_testkit::Machine;
use terrace_vm::Config;

const SIZES: [(usize, &str); 5] = [
    (8, "8 B"),
    (4 << 10, "4 KiB"),
    (64 << 10, "64 KiB"),
    (1 << 20, "1 MiB"),
    (16 << 20, "16 MiB"),
];
const RIVALS: [(&str, &str); 3] = [
    ("pipe", "pipe"),
    ("socket", "Unix socket"),
    ("futex", "memory file and futex"),
];

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    let guest = bench.programs.guest("bulk")?;
    let rival = bench.programs.native("benches/guests/message_rival.c")?;
    let mut rows = Vec::new();
    for (place, there) in [("one core", CORE), ("across two cores", other_core())] {
        if place != "one core" && there == CORE {
            skipped.push("bulk: across two cores: there is one".to_owned());
            continue;
        }
        let machine = Machine::with(Config {
            workers: there + 1,
            partitions: 16,
            ..Config::default()
        });
        for (size, named) in SIZES {
            let what = format!("{named}, {place}");
            install(&machine, &guest, size, there)?;
            rows.push(row(bench, &machine, &rival, size, there, &what)?);
        }
    }
    Ok(rows)
}

fn row(
    bench: &Bench,
    machine: &Machine,
    rival: &Path,
    size: usize,
    there: usize,
    what: &str,
) -> Result<Row> {
    let rounds = rounds(size);
    let mut ours = Sample::new();
    let mut theirs = RIVALS.map(|_| Sample::new());
    for _ in 0..bench.repeat(20) {
        ours.add_all(windows(machine, size, rounds)?);
        for ((way, _), sample) in RIVALS.iter().zip(&mut theirs) {
            sample.add_all(over(rival, way, size, rounds, there)?.unwrap_or_default());
        }
    }
    let mut row = Row::new("bulk", what, Unit::Ns, ours.figures());
    for ((way, name), sample) in RIVALS.iter().zip(theirs) {
        let promised = *way == "pipe" && size == 16 << 20;
        let target = if promised {
            Target::Times(100.0)
        } else {
            Target::Report
        };
        row = row.against(name, sample.figures(), target);
    }
    Ok(row)
}

fn install(machine: &Machine, guest: &Path, size: usize, there: usize) -> Result<()> {
    let memory = "[memory]\nlimit = \"64 MiB\"\n";
    let publisher = format!(
        "{memory}[cpu]\nworker = {CORE}\n[[channel]]\nname = \"bulk\"\ntype = \"bulk\"\ncount = {size}\n\
         depth = 1\nsubscribers = [\"subscriber\"]\n"
    );
    let subscriber = format!("{memory}[cpu]\nworker = {there}\n");
    bench::install(machine, "publisher", guest, &publisher)?;
    bench::install(machine, "subscriber", guest, &subscriber)
}

fn windows(machine: &Machine, size: usize, rounds: usize) -> Result<Vec<u64>> {
    let (size, rounds) = (size.to_string(), rounds.to_string());
    let subscriber = bench::run(machine, "subscriber", &["subscriber", &size, &rounds])?;
    let publisher = bench::run(machine, "publisher", &["publisher", &size, &rounds])?;
    bench::good_end(machine, subscriber)?;
    bench::good_end(machine, publisher)?;
    bench::samples(machine)
}
