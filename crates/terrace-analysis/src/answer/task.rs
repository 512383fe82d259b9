//! What is known of tasks, servers and chains.

use crate::{
    exact::{Exact, Time},
    model::{Activation, ServerKind},
};
use serde::Serialize;

/// From when on a response time counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reference {
    /// From the arrival, on the grid of the period; the release jitter is part of it.
    Period,
    /// From the completion of the task that activates it.
    Activation,
}

/// What is known of a task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaskAnswer {
    /// Its name.
    pub name: String,
    /// The worker it is bound to.
    pub worker: u32,
    /// How important it is; larger is more. None: not under this policy.
    pub priority: Option<i64>,
    /// Its cost.
    pub cost: Time,
    /// Its period.
    pub period: Time,
    /// Its deadline.
    pub deadline: Time,
    /// Its release jitter, with what it inherits from tasks before it. None: it diverges.
    pub jitter: Option<Time>,
    /// The longest from arrival to completion. None: it diverges or was not found.
    pub response_time: Option<Time>,
    /// From when on that counts.
    pub reference: Reference,
    /// Deadline less response time.
    pub margin: Option<Time>,
    /// Is every deadline met?
    pub schedulable: bool,
    /// The longest it is held up by less important tasks and by masked sections. None: it has no
    /// bound.
    pub blocking: Option<Time>,
    /// What more important tasks take of that response time.
    pub interference: Option<Time>,
    /// Where the numbers come from.
    pub formula: String,
    /// Why there is no response time, or why the deadline is missed.
    pub reason: Option<String>,
}

/// What is known of a server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServerAnswer {
    /// Its name.
    pub name: String,
    /// What it does with budget nobody wants.
    pub kind: ServerKind,
    /// The worker it is bound to.
    pub worker: u32,
    /// How important it is; larger is more. None: not under this policy.
    pub priority: Option<i64>,
    /// Its budget in each period.
    pub budget: Time,
    /// Its period.
    pub period: Time,
    /// Budget by period.
    pub utilization: Exact,
    /// The longest until it has given its budget, from when it has it. None: it diverges.
    pub response_time: Option<Time>,
    /// Does it give its budget in every period, and does everything it serves meet its deadline?
    pub schedulable: bool,
    /// What it serves.
    pub aperiodic: Vec<AperiodicAnswer>,
    /// Where the numbers come from.
    pub formula: String,
    /// Why it is not schedulable.
    pub reason: Option<String>,
}

/// What is known of work that comes when it comes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AperiodicAnswer {
    /// Its name.
    pub name: String,
    /// Its cost.
    pub cost: Time,
    /// The longest from request to completion, when nothing else waits at its server. None: no
    /// bound.
    pub response_time: Option<Time>,
    /// The same when everything else of its server waits before it, once.
    pub response_time_together: Option<Time>,
    /// Its deadline, if it has one.
    pub deadline: Option<Time>,
    /// Is the deadline met even when everything else of its server waits before it?
    pub schedulable: bool,
    /// Where the numbers come from.
    pub formula: String,
    /// Why there is no bound, or why the deadline is missed.
    pub reason: Option<String>,
}

/// What is known of a chain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChainAnswer {
    /// Its name.
    pub name: String,
    /// What releases the next task.
    pub activation: Activation,
    /// The longest from end to end. None: it diverges.
    pub end_to_end: Option<Time>,
    /// From when to when that is.
    pub from: String,
    /// Its deadline, if it has one.
    pub deadline: Option<Time>,
    /// Is the deadline met?
    pub schedulable: bool,
    /// Where the numbers come from.
    pub formula: String,
    /// Why there is no bound, or why the deadline is missed.
    pub reason: Option<String>,
}
