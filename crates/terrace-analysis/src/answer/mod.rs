//! What the analysis answers, and how it is written as JSON.
//!
//! Exact numbers are JSON numbers where they are whole and strings (`"7/10"`) where not. What
//! has no value, because it diverges or has no meaning, is `null`, and a `reason` says why.

mod advice;
mod buffer;
mod memory;
mod task;
mod worker;

pub use advice::{Advice, Sensitivity};
pub use buffer::BufferAnswer;
pub use memory::{Memory, MemoryBound};
pub use task::{AperiodicAnswer, ChainAnswer, Reference, ServerAnswer, TaskAnswer};
pub use worker::{Tests, WorkerAnswer};

use crate::model::{Policy, PriorityAssignment, Protocol};
use serde::Serialize;

/// Everything there is to say about a set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Does everything hold: tasks, servers, chains, buffers, memory?
    pub schedulable: bool,
    /// What one unit of time is.
    pub time_unit: String,
    /// What runs next.
    pub policy: Policy,
    /// Where the priorities come from.
    pub priorities: PriorityAssignment,
    /// What happens at resources.
    pub protocol: Protocol,
    /// By number.
    pub workers: Vec<WorkerAnswer>,
    /// In the order of the input.
    pub tasks: Vec<TaskAnswer>,
    /// In the order of the input.
    pub servers: Vec<ServerAnswer>,
    /// In the order of the input.
    pub chains: Vec<ChainAnswer>,
    /// In the order of the input.
    pub buffers: Vec<BufferAnswer>,
    /// Sums against bounds; empty for bare task sets.
    pub memory: Memory,
    /// How far all costs may grow.
    pub sensitivity: Sensitivity,
    /// Changes that would mend what fails, the smallest first.
    pub advice: Vec<Advice>,
    /// What a reader must know to trust the numbers: assumptions, and input that looks odd.
    pub notes: Vec<String>,
}
