//! A task: work that is released again and again.

use super::ResourceUse;
use crate::exact::Time;

/// Work that is released again and again, at least `period` apart.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Task {
    /// Unique in its set, servers and their aperiodic work included.
    pub name: String,
    /// The most processor time one release needs.
    pub cost: Time,
    /// The least processor time one release needs, where known.
    pub best_cost: Option<Time>,
    /// The least time between two releases; above 0.
    pub period: Time,
    /// The time from arrival within which a release must complete; none: the period.
    pub deadline: Option<Time>,
    /// How much later than its arrival a release may become ready.
    pub jitter: Time,
    /// When the first release arrives.
    pub offset: Time,
    /// Blocking beside what resources and callbacks cause.
    pub blocking: Time,
    /// Larger is more important; none: by deadline, see `TaskSet::ranks`.
    pub priority: Option<i64>,
    /// The worker it is bound to.
    pub worker: u32,
    /// The resources it holds for a while in each release.
    pub resources: Vec<ResourceUse>,
    /// Tasks of which the latest release must have completed before this one starts.
    pub after: Vec<String>,
    /// Tasks of one component run to completion, one at a time.
    pub component: Option<String>,
    /// The windows of its worker's table it may run in.
    pub window: Option<String>,
}

impl Task {
    /// A task with a cost and a period, the rest as if it were not given.
    #[must_use]
    pub fn new(name: impl Into<String>, cost: impl Into<Time>, period: impl Into<Time>) -> Task {
        Task {
            name: name.into(),
            cost: cost.into(),
            period: period.into(),
            ..Task::default()
        }
    }

    /// The deadline, which is the period where none is given.
    #[must_use]
    pub fn deadline(&self) -> &Time {
        self.deadline.as_ref().unwrap_or(&self.period)
    }

    /// The share of a worker it may need.
    #[must_use]
    pub fn utilization(&self) -> Time {
        &self.cost / &self.period
    }
}
