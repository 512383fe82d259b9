//! How a worker chooses what runs, and how it keeps a less important task from holding up a
//! more important one.

use serde::Serialize;
use std::fmt;

/// What runs next on every worker of the set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// The ready task of the largest priority.
    #[default]
    FixedPriority,
    /// The ready task of the earliest absolute deadline.
    Edf,
}

/// What happens when a task waits for a resource that a less important one holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// Nothing: whoever lies between the two runs as long as it wants.
    #[default]
    None,
    /// The holder inherits the priority of the most important that waits.
    Inheritance,
    /// The holder runs at the resource's ceiling, or none enters that a held ceiling bars.
    Ceiling,
}

/// Where the priorities of a set come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PriorityAssignment {
    /// All are given in the input.
    Given,
    /// The shorter the period, the more important; every deadline equals its period.
    RateMonotonic,
    /// The shorter the deadline, the more important.
    DeadlineMonotonic,
    /// Some are given; the rest lies below them, the shorter the deadline the more important.
    Mixed,
    /// Priorities have no meaning under this policy.
    None,
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Policy::FixedPriority => "fixed-priority",
            Policy::Edf => "edf",
        })
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::None => "none",
            Protocol::Inheritance => "inheritance",
            Protocol::Ceiling => "ceiling",
        })
    }
}

impl fmt::Display for PriorityAssignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PriorityAssignment::Given => "given",
            PriorityAssignment::RateMonotonic => "rate-monotonic",
            PriorityAssignment::DeadlineMonotonic => "deadline-monotonic",
            PriorityAssignment::Mixed => "given, the rest deadline-monotonic below",
            PriorityAssignment::None => "none",
        })
    }
}
