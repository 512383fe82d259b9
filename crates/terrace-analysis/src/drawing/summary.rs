//! A simulation in figures.

use crate::exact::Time;
use crate::simulation::Schedule;
use serde::Serialize;

/// A simulation in figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// How long it is.
    pub simulated: Time,
    /// Did it reach its end, or was it stopped after too many events?
    pub complete: bool,
    /// How many decisions the policies took.
    pub events: u64,
    /// Deadlines missed, by all.
    pub missed: u64,
    /// Tasks, then servers.
    pub rows: Vec<RowSummary>,
    /// The most messages that were in each buffer.
    pub buffers: Vec<BufferSummary>,
}

/// All releases of one task, or requests of one server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RowSummary {
    /// Its name.
    pub name: String,
    /// Where it runs.
    pub worker: u32,
    /// How many arrived.
    pub released: u64,
    /// How many completed.
    pub completed: u64,
    /// How many missed their deadline.
    pub missed: u64,
    /// How often another ran instead.
    pub preempted: u64,
    /// How often it waited for a resource.
    pub blocked: u64,
    /// The response time that half of them did not exceed.
    pub median: Option<Time>,
    /// The response time that 99 of 100 did not exceed.
    pub p99: Option<Time>,
    /// The longest response time.
    pub worst: Option<Time>,
}

/// How full a buffer was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BufferSummary {
    /// Its name.
    pub name: String,
    /// The most messages in it at once.
    pub most: u64,
    /// What it holds.
    pub capacity: Option<u64>,
}

impl Summary {
    /// The figures of a schedule.
    #[must_use]
    pub fn of(schedule: &Schedule) -> Summary {
        let time = |ticks: Option<u64>| ticks.map(|t| schedule.time(t));
        let rows = schedule.rows.iter().map(|row| RowSummary {
            name: row.name.clone(),
            worker: row.worker,
            released: row.released,
            completed: row.completed,
            missed: row.missed,
            preempted: row.preempted,
            blocked: row.blocked,
            median: time(row.percentile(50)),
            p99: time(row.percentile(99)),
            worst: time(row.worst),
        });
        let buffers = schedule.buffers.iter().map(|buffer| BufferSummary {
            name: buffer.name.clone(),
            most: buffer.most,
            capacity: buffer.capacity,
        });
        Summary {
            simulated: schedule.time(schedule.end),
            complete: schedule.complete,
            events: schedule.events,
            missed: schedule.missed(),
            rows: rows.collect(),
            buffers: buffers.collect(),
        }
    }
}
