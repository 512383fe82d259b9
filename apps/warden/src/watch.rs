//! All partitions, looked at once a second: who is there, and how much each computes.

use std::collections::BTreeMap;
use std::fmt;
use terrace::control::{self, Partition};
use terrace::{Code, State, Status, clock};

#[derive(Clone, Copy)]
struct Seen {
    cpu_ns: u64,
    /// Part of one processor used since the look before, in millionths.
    share: Option<u64>,
}

/// What the last look found.
#[derive(Default)]
pub struct Watch {
    seen: BTreeMap<u64, Seen>,
    at_ns: u64,
}

/// One look as a line of text.
#[derive(Default)]
pub struct Summary {
    states: BTreeMap<u32, u32>,
    committed: u64,
    share: u64,
    busiest: Option<(u64, Partition)>,
}

impl Watch {
    /// Look at all partitions.
    ///
    /// # Errors
    /// `Denied` when this app may not control.
    pub fn look(&mut self) -> Result<Summary, Code> {
        let now_ns = clock::now().as_ns();
        let span_ns = now_ns.saturating_sub(self.at_ns);
        let mut summary = Summary::default();
        let mut seen = BTreeMap::new();
        for partition in control::list()? {
            // It may be gone since the list was made.
            let Ok(status) = partition.status() else {
                continue;
            };
            let now = self.compare(partition.0, &status, span_ns);
            summary.add(partition, &status, now.share.unwrap_or(0));
            seen.insert(partition.0, now);
        }
        self.seen = seen;
        self.at_ns = now_ns;
        Ok(summary)
    }

    fn compare(&self, id: u64, status: &Status, span_ns: u64) -> Seen {
        let before = self.seen.get(&id);
        let used = before.map(|before| status.cpu_ns.saturating_sub(before.cpu_ns));
        Seen {
            cpu_ns: status.cpu_ns,
            share: used.map(|used| used / (span_ns / 1_000_000).max(1)),
        }
    }

    /// Whether the last look found it.
    pub fn knows(&self, id: u64) -> bool {
        self.seen.contains_key(&id)
    }

    /// Part of one processor it used between the last two looks, in millionths.
    pub fn share(&self, id: u64) -> Option<u64> {
        self.seen.get(&id)?.share
    }
}

impl Summary {
    fn add(&mut self, partition: Partition, status: &Status, share: u64) {
        *self.states.entry(status.state).or_insert(0) += 1;
        self.committed += status.committed;
        self.share += share;
        if share > self.busiest.map_or(0, |(most, _)| most) {
            self.busiest = Some((share, partition));
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} partitions:", self.states.values().sum::<u32>())?;
        for (state, count) in &self.states {
            let name = State::from_u32(*state).map_or("in a state unknown here", State::name);
            write!(f, " {count} {name}")?;
        }
        write!(
            f,
            "; {} KiB; {:.1}% of a processor",
            self.committed >> 10,
            self.share as f64 / 1e4
        )?;
        let Some((share, partition)) = self.busiest else {
            return Ok(());
        };
        let name = partition.name().unwrap_or_default();
        write!(f, ", most by {name} ({:.1}%)", share as f64 / 1e4)
    }
}
