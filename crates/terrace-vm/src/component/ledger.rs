//! The ledger of a callback: what its releases were like.

use super::histogram::{Histogram, Spread};
use serde::{Deserialize, Serialize};

/// Records kept of a component, newest last.
const KEPT: usize = 256;

/// One release, as it went. Times in monotonic ns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseRecord {
    /// Which callback of the component.
    pub callback: u32,
    /// An occasion of the guest interface.
    pub what: u32,
    /// Which release of that callback.
    pub sequence: u64,
    /// When it was due.
    pub released_ns: u64,
    /// When it began.
    pub start_ns: u64,
    /// When it completed.
    pub end_ns: u64,
    /// Processor time it used.
    pub cost_ns: u64,
    /// It used more than its cost.
    pub overran: bool,
    /// It completed after its deadline.
    pub missed: bool,
}

/// Counts and histograms of one callback.
#[derive(Debug, Clone)]
pub(crate) struct Ledger {
    pub(crate) releases: u64,
    pub(crate) overruns: u64,
    pub(crate) misses: u64,
    pub(crate) skipped: u64,
    latency: Histogram,
    response: Histogram,
    cost: Histogram,
}

/// What the ledger of a callback tells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Releases that completed.
    pub releases: u64,
    /// Releases that used more than their cost.
    pub overruns: u64,
    /// Releases that missed their deadline.
    pub misses: u64,
    /// Releases that were left out.
    pub skipped: u64,
    /// From when it was due to its start.
    pub latency: Spread,
    /// From when it was due to its completion.
    pub response: Spread,
    /// Processor time.
    pub cost: Spread,
}

impl Ledger {
    pub(crate) fn new() -> Ledger {
        Ledger {
            releases: 0,
            overruns: 0,
            misses: 0,
            skipped: 0,
            latency: Histogram::new(),
            response: Histogram::new(),
            cost: Histogram::new(),
        }
    }

    pub(crate) fn enter(&mut self, record: &ReleaseRecord) {
        self.releases += 1;
        self.latency
            .add(record.start_ns.saturating_sub(record.released_ns));
        self.response
            .add(record.end_ns.saturating_sub(record.released_ns));
        self.cost.add(record.cost_ns);
    }

    /// Become a copy of another, without allocating.
    pub(crate) fn copy(&mut self, other: &Ledger) {
        self.releases = other.releases;
        self.overruns = other.overruns;
        self.misses = other.misses;
        self.skipped = other.skipped;
        self.latency.copy(&other.latency);
        self.response.copy(&other.response);
        self.cost.copy(&other.cost);
    }

    pub(crate) fn tally(&self) -> Tally {
        Tally {
            releases: self.releases,
            overruns: self.overruns,
            misses: self.misses,
            skipped: self.skipped,
            latency: self.latency.spread(),
            response: self.response.spread(),
            cost: self.cost.spread(),
        }
    }
}

/// The last records of a component.
#[derive(Debug)]
pub(crate) struct Recent {
    records: Box<[ReleaseRecord]>,
    count: usize,
}

impl Recent {
    pub(crate) fn new() -> Recent {
        Recent {
            records: vec![ReleaseRecord::default(); KEPT].into_boxed_slice(),
            count: 0,
        }
    }

    pub(crate) fn push(&mut self, record: ReleaseRecord) {
        self.records[self.count % KEPT] = record;
        self.count += 1;
    }

    /// Room for all of them.
    pub(crate) fn room() -> Vec<ReleaseRecord> {
        Vec::with_capacity(KEPT)
    }

    /// Oldest first, into a [`Recent::room`].
    pub(crate) fn copy(&self, out: &mut Vec<ReleaseRecord>) {
        let first = self.count.saturating_sub(KEPT);
        out.extend((first..self.count).map(|i| self.records[i % KEPT]));
    }
}
