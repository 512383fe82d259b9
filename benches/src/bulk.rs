//! Bulk: from a publisher that has filled a buffer until a subscriber reads both ends of it, by size,
//! on one core and across two.
//!
//! Ours is a window, whose publisher is sealed off at each sending; the rivals two processes, placed
//! alike, that copy (a pipe, a Unix socket, a POSIX queue, shared memory with a futex, D-Bus), or hand over
//! a loan in place, as ours does but for the seal (iceoryx2).

use crate::bench::{self, Bench};
use crate::contest::{Contest, Effort, Goals, Ours, Places};
use crate::report::{Row, Target};
use crate::rival::CORE;
use crate::ways;
use anyhow::Result;
use std::path::PathBuf;
use terrace_testkit::Machine;

const SIZES: [usize; 5] = [8, 4 << 10, 64 << 10, 1 << 20, 16 << 20];
/// The size of which the issue says what is to be reached.
const LARGE: usize = 16 << 20;

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    let mut rivals = ways::of_linux(bench, &["pipe", "socket", "mq", "futex"])?;
    rivals.extend(ways::dbus(bench, skipped));
    rivals.extend(ways::iceoryx2(true, skipped));
    let contest = Contest {
        bench,
        name: "bulk",
        sizes: &SIZES,
        rivals,
        goals: Goals {
            against: |size, _, way| match way.name {
                "pipe" if size == LARGE => Target::Times(100.0),
                _ => Target::Report,
            },
            at_most: |_, _| None,
        },
        effort: Effort::USUAL,
        places: Places::OneCoreAndTwo,
    };
    contest.run(&Windows(bench.programs.guest("bulk")?), skipped)
}

/// Two partitions and a window.
pub(crate) struct Windows(pub(crate) PathBuf);

impl Ours for Windows {
    fn install(&self, machine: &Machine, size: usize, there: usize) -> Result<()> {
        let memory = "[memory]\nlimit = \"64 MiB\"\n";
        let publisher = format!(
            "{memory}[cpu]\nworker = {CORE}\n[[channel]]\nname = \"bulk\"\ntype = \"bulk\"\ncount = {size}\n\
             depth = 1\nsubscribers = [\"subscriber\"]\n"
        );
        let subscriber = format!("{memory}[cpu]\nworker = {there}\n");
        bench::install(machine, "publisher", &self.0, &publisher)?;
        bench::install(machine, "subscriber", &self.0, &subscriber)
    }

    fn measure(&self, machine: &Machine, size: usize, rounds: usize) -> Result<Vec<u64>> {
        bench::pair(machine, "subscriber", "publisher", size, rounds)
    }
}
