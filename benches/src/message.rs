//! Messages: from the sender's call until all of a message lies in the receiver's memory and its
//! next instruction runs; one at a time, by size, on one core and across two.
//!
//! Ours are two partitions and a channel; the rivals two processes, placed alike, with a pipe, a Unix
//! socket, a POSIX queue, or shared memory and a futex. Both copy in once and out once; both ends rest
//! while there is nothing to do.

use crate::bench::{self, Bench};
use crate::report::{Row, Target, Unit};
use crate::rival::{CORE, other_core};
use crate::sample::{Figures, Sample};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::{Command, Stdio};
use terrace_testkit::Machine;
use terrace_vm::Config;

const SIZES: [(usize, &str); 6] = [
    (4, "4 B"),
    (64, "64 B"),
    (4 << 10, "4 KiB"),
    (64 << 10, "64 KiB"),
    (1 << 20, "1 MiB"),
    (16 << 20, "16 MiB"),
];
/// As the rival's program calls them, and as they are shown.
const RIVALS: [(&str, &str); 4] = [
    ("pipe", "pipe"),
    ("socket", "Unix socket"),
    ("mq", "POSIX queue"),
    ("futex", "memory file and futex"),
];
/// What the rival ends with where Linux refuses messages of this size.
const REFUSED: i32 = 3;

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    let guest = bench.programs.guest("message")?;
    let rival = bench.programs.native("benches/guests/message_rival.c")?;
    let mut rows = Vec::new();
    for (place, there) in [("one core", CORE), ("across two cores", other_core())] {
        if place != "one core" && there == CORE {
            skipped.push("message: across two cores: there is one".to_owned());
            continue;
        }
        let machine = Machine::with(Config {
            workers: there + 1,
            partitions: 16,
            ..Config::default()
        });
        for (size, named) in SIZES {
            let what = format!("{named}, {place}");
            rows.push(row(
                bench,
                &machine,
                (&guest, &rival),
                size,
                there,
                &what,
                skipped,
            )?);
        }
    }
    skipped.push("message: D-Bus and iceoryx2 are not installed here".to_owned());
    Ok(rows)
}

fn row(
    bench: &Bench,
    machine: &Machine,
    (guest, rival): (&Path, &Path),
    size: usize,
    there: usize,
    what: &str,
    skipped: &mut Vec<String>,
) -> Result<Row> {
    install(machine, guest, size, there)?;
    let rounds = rounds(size);
    let mut ours = Sample::new();
    let mut theirs = RIVALS.map(|_| Some(Sample::new()));
    for _ in 0..bench.repeat(20) {
        ours.add_all(messages(machine, size, rounds)?);
        for ((way, _), sample) in RIVALS.iter().zip(&mut theirs) {
            if let Some(kept) = sample {
                match over(rival, way, size, rounds, there)? {
                    Some(times) => kept.add_all(times),
                    None => *sample = None,
                }
            }
        }
    }
    let promised = size == 64 && there == CORE;
    let mut row = Row::new("message", what, Unit::Ns, ours.figures());
    if promised {
        row = row.at_most(500);
    }
    for ((_, name), sample) in RIVALS.iter().zip(theirs) {
        let figures: Option<Figures> = sample.map(|s| s.figures());
        let target = if promised {
            Target::Times(4.0)
        } else {
            Target::Report
        };
        match figures {
            Some(figures) => row = row.against(name, figures, target),
            None => skipped.push(format!(
                "message: {what}: {name}: Linux has no such long ones"
            )),
        }
    }
    Ok(row)
}

/// A tenth of a second or so each.
pub(crate) fn rounds(size: usize) -> usize {
    match size {
        0..=4096 => 2000,
        4097..=65536 => 500,
        65537..=1_048_576 => 50,
        _ => 10,
    }
}

fn install(machine: &Machine, guest: &Path, size: usize, there: usize) -> Result<()> {
    let channel = |name, count, sender, receiver| {
        format!(
            "[[channel]]\nname = \"{name}\"\ntype = \"message\"\ncount = {count}\ndepth = 1\n\
             publishers = [\"{sender}\"]\nsubscribers = [\"{receiver}\"]\n"
        )
    };
    let memory = "[memory]\nlimit = \"64 MiB\"\n";
    let sender = format!(
        "{memory}[cpu]\nworker = {CORE}\n{}{}",
        channel("message", size, "sender", "receiver"),
        channel("answer", 1, "receiver", "sender")
    );
    let receiver = format!("{memory}[cpu]\nworker = {there}\n");
    bench::install(machine, "sender", guest, &sender)?;
    bench::install(machine, "receiver", guest, &receiver)
}

fn messages(machine: &Machine, size: usize, rounds: usize) -> Result<Vec<u64>> {
    let (size, rounds) = (size.to_string(), rounds.to_string());
    let receiver = bench::run(machine, "receiver", &["receiver", &size, &rounds])?;
    let sender = bench::run(machine, "sender", &["sender", &size, &rounds])?;
    bench::good_end(machine, receiver)?;
    bench::good_end(machine, sender)?;
    bench::samples(machine)
}

/// None where Linux refuses messages of this size.
pub(crate) fn over(
    rival: &Path,
    way: &str,
    size: usize,
    rounds: usize,
    there: usize,
) -> Result<Option<Vec<u64>>> {
    let args = [size, rounds, CORE, there].map(|n| n.to_string());
    let done = Command::new(rival)
        .arg(way)
        .args(args)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {}", rival.display()))?;
    if done.status.code() == Some(REFUSED) {
        return Ok(None);
    }
    let errors = String::from_utf8_lossy(&done.stderr);
    ensure!(
        done.status.success(),
        "{way}, {size} bytes: {}: {errors}",
        done.status
    );
    let times = done.stdout.chunks_exact(8);
    let time = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("8 bytes"));
    Ok(Some(times.map(time).collect()))
}
