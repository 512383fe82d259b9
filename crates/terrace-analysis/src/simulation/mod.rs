//! Simulation: what the policies do with a task set, event by event.
//!
//! The workers are driven by the very policies of `terrace-sched` that the dispatcher runs. Times
//! are whole ticks of a unit in which every time of the set is whole, so nothing is rounded.
//!
//! # Invariants
//! S1. The same set, options and seed give the same schedule.
//! S2. At one moment completions come before arrivals, arrivals before timers.
//! S3. It ends: at the horizon, or after [`Options::max_events`] decisions.
//! S4. Recorded segments of a worker do not overlap, and each lies inside a release of its row.
//!
//! What it does not do: a task's own `blocking` and a worker's `masked` sections are bounds, not
//! events, and are not simulated. Resources are not nested, and a task enters each once a release.
//! Tasks that come after others, by `after` or by a chain's direct step, keep their own period and
//! start no earlier than the releases of their predecessors that arrived no later.
//! Source: DESIGN.md 3.8; issue 5, section 3. Deadline floors for ceilings under EDF: Burns,
//! Gutierrez, Aldea Rivas & Gonzalez Harbour 2015.

mod cores;
mod plan;
mod random;
mod run;
mod schedule;
mod sharing;

pub use schedule::{BufferMark, Mark, MarkKind, Row, RowKind, Schedule, Segment, SegmentKind};

use crate::exact::Time;
use crate::model::TaskSet;
use std::fmt;

/// When tasks arrive first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Start {
    /// All become ready at the same moment, each as late as its jitter allows, and then come as
    /// early as they can: the critical instant.
    Critical,
    /// At their offsets, each release late by a random part of its jitter.
    #[default]
    Offsets,
}

/// How long releases run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Costs {
    /// As long as they may.
    #[default]
    Worst,
    /// Anything between the best and the worst cost, evenly.
    Random,
}

/// When the requests of servers come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Requests {
    /// At random, as many as the server can serve on average.
    #[default]
    Random,
    /// One of each at every period of its server: the budget is always used.
    Saturated,
    /// Not at all.
    None,
}

/// What is simulated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// When tasks arrive first.
    pub start: Start,
    /// How long releases run.
    pub costs: Costs,
    /// When the requests of servers come.
    pub requests: Requests,
    /// The end; none: one hyperperiod, two after the last offset if there are offsets.
    pub horizon: Option<Time>,
    /// How long a task runs before its equals have their turn; none: until it completes.
    pub slice: Option<Time>,
    /// What the random choices grow from.
    pub seed: u64,
    /// The most decisions taken.
    pub max_events: u64,
    /// The most segments, and the most marks, recorded for drawing; statistics are of all.
    pub max_records: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            start: Start::default(),
            costs: Costs::default(),
            requests: Requests::default(),
            horizon: None,
            slice: None,
            seed: 0,
            max_events: 10_000_000,
            max_records: 100_000,
        }
    }
}

/// Why a set is not simulated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SimulateError {
    /// A time that is negative, or more than 2^60 ticks of the common unit.
    OutOfRange {
        /// What the time is of.
        of: String,
    },
    /// A period, frame or budget of nothing.
    Empty {
        /// Whose it is.
        of: String,
    },
    /// More priorities on a worker than a policy has.
    TooManyPriorities {
        /// The worker.
        worker: u32,
        /// How many different priorities its tasks have.
        count: usize,
    },
    /// The policy does not take it.
    Refused {
        /// The task, server or worker.
        of: String,
        /// What the policy says.
        why: String,
    },
}

impl fmt::Display for SimulateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SimulateError::OutOfRange { of } => write!(
                f,
                "a time of {of} is negative or beyond 2^60 ticks of the common unit; round the times to a coarser unit"
            ),
            SimulateError::Empty { of } => {
                write!(f, "{of} has a period of 0; give one above 0")
            }
            SimulateError::TooManyPriorities { worker, count } => write!(
                f,
                "worker {worker} has {count} different priorities; a policy has 99: give some tasks the same"
            ),
            SimulateError::Refused { of, why } => write!(f, "{of} is not scheduled: {why}"),
        }
    }
}

impl std::error::Error for SimulateError {}

/// Simulate a set.
///
/// # Errors
/// [`SimulateError`]; a set that passed `TaskSet::check` meets only its limits.
pub fn simulate(set: &TaskSet, options: &Options) -> Result<Schedule, SimulateError> {
    let plan = plan::Plan::new(set, options)?;
    let cores = cores::build(&plan)?;
    Ok(run::Run::new(plan, cores, options).finish())
}
