//! Messages: from the sender's call until all of a message lies in the receiver's memory and its
//! next instruction runs; one at a time, by size, on one core and across two. And what a flood does to them.
//!
//! Ours are two partitions and a channel; the rivals two processes, placed alike, with a pipe, a Unix
//! socket, a POSIX queue, shared memory and a futex, D-Bus, or iceoryx2. Both copy in once and out once; both
//! ends rest while there is nothing to do, but for the way that is called busy polling.

use crate::bench::{self, Bench};
use crate::contest::{Contest, Effort, Goals, Ours, Places};
use crate::flood;
use crate::report::{Row, Target};
use crate::rival::CORE;
use crate::ways;
use anyhow::Result;
use std::path::PathBuf;
use terrace_testkit::Machine;

const SIZES: [usize; 6] = [4, 64, 4 << 10, 64 << 10, 1 << 20, 16 << 20];
/// The size of which the issue says what is to be reached.
const SMALL: usize = 64;

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    let mut rivals = ways::of_linux(bench, &["pipe", "socket", "mq", "futex"])?;
    rivals.extend(ways::dbus(bench, skipped));
    rivals.extend(ways::iceoryx2(false, skipped));
    let contest = Contest {
        bench,
        name: "message",
        sizes: &SIZES,
        rivals,
        goals: Goals {
            against: |size, alone, way| match way.kernel {
                true if size == SMALL && alone => Target::Times(4.0),
                true => Target::Report,
                false if way.name.starts_with("iceoryx2") => Target::Times(1.0),
                false => Target::Report,
            },
            at_most: |size, alone| (size == SMALL && alone).then_some(500),
        },
        effort: Effort::USUAL,
        places: Places::OneCoreAndTwo,
    };
    let ours = Messages(bench.programs.guest("message")?);
    let mut rows = contest.run(&ours, skipped)?;
    rows.push(flood::row(bench)?);
    Ok(rows)
}

/// Two partitions and a channel each way.
pub(crate) struct Messages(pub(crate) PathBuf);

impl Ours for Messages {
    fn install(&self, machine: &Machine, size: usize, there: usize) -> Result<()> {
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
        bench::install(machine, "sender", &self.0, &sender)?;
        bench::install(machine, "receiver", &self.0, &receiver)
    }

    fn measure(&self, machine: &Machine, size: usize, rounds: usize) -> Result<Vec<u64>> {
        bench::pair(machine, "receiver", "sender", size, rounds)
    }
}
