//! What a simulation gives: rows, segments and marks to draw, and figures of all releases.

use super::plan::Plan;
use crate::exact::Time;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowKind {
    /// A periodic task.
    Task,
    /// A server; its releases are the requests it served.
    Server,
}

/// One task or server: all its releases in figures. Times are in ticks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The name in the set.
    pub name: String,
    /// Where it runs.
    pub worker: u32,
    /// Task or server.
    pub kind: RowKind,
    /// How many releases arrived.
    pub released: u64,
    /// How many completed.
    pub completed: u64,
    /// How many did not complete by their deadline, those that never did included.
    pub missed: u64,
    /// How often it was ready and another ran instead of it.
    pub preempted: u64,
    /// How often it waited for a resource.
    pub blocked: u64,
    /// The longest response from arrival to completion.
    pub worst: Option<u64>,
    /// How often each response time occurred.
    pub responses: BTreeMap<u64, u64>,
}

/// What a segment shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SegmentKind {
    /// It ran.
    Run,
    /// It waited for a resource.
    Blocked,
}

/// A stretch of time of one row. Times are in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// The row, by its place in [`Schedule::rows`].
    pub row: usize,
    /// What it did.
    pub kind: SegmentKind,
    /// From here.
    pub from: u64,
    /// To here.
    pub to: u64,
}

/// What happened at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkKind {
    /// A release arrived.
    Arrival,
    /// A release was due.
    Deadline,
    /// A release completed in time, or had no deadline.
    Completion,
    /// A release completed after its deadline.
    LateCompletion,
    /// A deadline passed and its release had not completed.
    Miss,
}

/// An event of one row. Times are in ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The row, by its place in [`Schedule::rows`].
    pub row: usize,
    /// What happened.
    pub kind: MarkKind,
    /// When.
    pub at: u64,
}

/// How full a buffer became.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BufferMark {
    /// The buffer.
    pub name: String,
    /// The most messages in it at once; a message leaves when its consumer completes.
    pub most: u64,
    /// What it holds, where that is known.
    pub capacity: Option<u64>,
}

/// A simulated schedule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// What one unit of time is called in the set.
    pub time_unit: String,
    pub(super) scale: BigInt,
    /// Where it ends, in ticks.
    pub end: u64,
    /// Did it reach its horizon, or did the events run out first?
    pub complete: bool,
    /// How many decisions were taken.
    pub events: u64,
    /// The workers, ascending.
    pub workers: Vec<u32>,
    /// Tasks, then servers, in the order of the set.
    pub rows: Vec<Row>,
    /// In the order of their ends.
    pub segments: Vec<Segment>,
    /// In the order in which they became known.
    pub marks: Vec<Mark>,
    /// There were more segments or marks than were to be recorded.
    pub truncated: bool,
    /// The buffers that have producers and a consumer.
    pub buffers: Vec<BufferMark>,
}

impl Schedule {
    /// Ticks as a time of the set.
    #[must_use]
    pub fn time(&self, ticks: u64) -> Time {
        Plan::time(&self.scale, ticks)
    }

    /// Deadlines missed, by all.
    #[must_use]
    pub fn missed(&self) -> u64 {
        self.rows.iter().map(|r| r.missed).sum()
    }

    /// The row of this name.
    #[must_use]
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.rows.iter().find(|r| r.name == name)
    }
}

impl Row {
    /// The response time that `percent` of all completed releases did not exceed, in ticks.
    #[must_use]
    pub fn percentile(&self, percent: u64) -> Option<u64> {
        let count: u64 = self.responses.values().sum();
        let rank = u128::from(count) * u128::from(percent.min(100));
        let mut passed = 0u128;
        let mut cumulated = self.responses.iter().map(|(time, n)| {
            passed += u128::from(*n) * 100;
            (*time, passed)
        });
        cumulated.find(|(_, p)| *p >= rank).map(|(time, _)| time)
    }
}
