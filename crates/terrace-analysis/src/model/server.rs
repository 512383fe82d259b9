//! Servers: a budget and a period for work that comes when it comes.

use crate::exact::Time;
use serde::Serialize;

/// What a server does with budget nobody wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerKind {
    /// It is lost as soon as nothing waits.
    Polling,
    /// It is kept to the end of the period.
    Deferrable,
    /// It is kept; what is used comes back one period after it began to be used.
    Sporadic,
}

/// A budget and a period for work that comes when it comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    /// Unique in its set.
    pub name: String,
    /// What it does with budget nobody wants.
    pub kind: ServerKind,
    /// What it may use in each period; above 0.
    pub budget: Time,
    /// When the budget comes back; at least the budget.
    pub period: Time,
    /// Larger is more important; none: as a task of this period.
    pub priority: Option<i64>,
    /// The worker it is bound to.
    pub worker: u32,
    /// The windows of its worker's table it runs in, by their name.
    pub window: Option<String>,
    /// What it serves, first come first served.
    pub aperiodic: Vec<Aperiodic>,
}

/// Work that comes when it comes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aperiodic {
    /// Unique in its set.
    pub name: String,
    /// The most processor time one request needs; above 0.
    pub cost: Time,
    /// The time within which it should complete; none: only its response time is told.
    pub deadline: Option<Time>,
}
