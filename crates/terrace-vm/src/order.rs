//! Order: who runs first on a worker, as the device file says.
//!
//! Without a word in the device file it is fixed priority. A worker with windows serves the partitions
//! that they name and nobody else.

use crate::config::Config;
use terrace_host::clock::monotonic_ns;
use terrace_manifest::{WorkerPlan, WorkerPolicy};
use terrace_sched::{
    AdmitError, CyclicTable, Decision, EarliestDeadline, Event, FixedPriority, FrameWindow,
    Instant, Overrun, Params, Policy, Priority, Span, TaskId,
};

/// See the module.
pub(crate) enum Order {
    /// The most important by its priority.
    Fixed(FixedPriority),
    /// Of the most important, the one whose deadline comes first.
    Deadline(EarliestDeadline),
    /// Each partition in its windows of a frame.
    Windows(Box<Windows>),
}

/// A cyclic table, and who is who in it.
pub(crate) struct Windows {
    table: CyclicTable,
    /// By group.
    names: Vec<String>,
}

impl Order {
    /// That of worker `number`, for tasks in slots below `slots`.
    pub(crate) fn of(config: &Config, number: usize, slots: usize) -> Order {
        let plan = config.plans.iter().find(|p| usize::from(p.id) == number);
        let Some(plan) = plan else {
            return Order::Fixed(FixedPriority::new(slots));
        };
        if let Some(windows) = Windows::of(plan, slots) {
            return Order::Windows(Box::new(windows));
        }
        match plan.policy {
            WorkerPolicy::FixedPriority => Order::Fixed(FixedPriority::new(slots)),
            WorkerPolicy::Edf => Order::Deadline(EarliestDeadline::new(slots)),
        }
    }

    /// Does it ask for deadlines?
    pub(crate) fn by_deadline(&self) -> bool {
        matches!(self, Order::Deadline(_))
    }

    /// Put the next task of this slot where its partition belongs. False: it has no window here.
    pub(crate) fn seat(&mut self, task: TaskId, partition: &str, app: &str) -> bool {
        let Order::Windows(windows) = self else {
            return true;
        };
        let named = |name: &String| name == partition || name == app;
        let group = windows.names.iter().position(named);
        group.is_some_and(|group| windows.table.assign(task, group))
    }

    fn policy(&self) -> &dyn Policy {
        match self {
            Order::Fixed(policy) => policy,
            Order::Deadline(policy) => policy,
            Order::Windows(windows) => &windows.table,
        }
    }

    fn policy_mut(&mut self) -> &mut dyn Policy {
        match self {
            Order::Fixed(policy) => policy,
            Order::Deadline(policy) => policy,
            Order::Windows(windows) => &mut windows.table,
        }
    }
}

impl Windows {
    /// None where the plan has no windows.
    fn of(plan: &WorkerPlan, slots: usize) -> Option<Windows> {
        let frame = plan.frame.filter(|_| !plan.windows.is_empty())?;
        let mut names: Vec<String> = Vec::new();
        let mut windows: Vec<FrameWindow> = Vec::new();
        for window in &plan.windows {
            let name = window.app.to_string();
            let known = names.iter().position(|n| *n == name);
            let group = known.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            windows.push(FrameWindow {
                group,
                start: Span::from_ns(window.start.ns()),
                length: Span::from_ns(window.length.ns()),
            });
        }
        windows.sort_by_key(|w| w.start);
        let origin = Instant::from_ns(monotonic_ns());
        // The device file's own check refuses what the table would.
        let table = CyclicTable::new(slots, Span::from_ns(frame.ns()), &windows, origin).ok()?;
        Some(Windows { table, names })
    }
}

impl Policy for Order {
    fn admit(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        self.policy_mut().admit(task, params, now)
    }

    fn change(&mut self, task: TaskId, params: Params, now: Instant) -> Result<(), AdmitError> {
        self.policy_mut().change(task, params, now)
    }

    fn due(&mut self, task: TaskId, at: Instant) {
        self.policy_mut().due(task, at);
    }

    fn decide(&mut self, event: Event, now: Instant) -> Decision {
        match self {
            // The short path of a switch.
            Order::Fixed(policy) => policy.decide(event, now),
            other => other.policy_mut().decide(event, now),
        }
    }

    fn next_overrun(&mut self) -> Option<Overrun> {
        match self {
            Order::Fixed(policy) => policy.next_overrun(),
            other => other.policy_mut().next_overrun(),
        }
    }

    fn used(&self, task: TaskId) -> Span {
        match self {
            Order::Fixed(policy) => policy.used(task),
            other => other.policy().used(task),
        }
    }

    fn running(&self) -> Option<TaskId> {
        self.policy().running()
    }

    fn priority(&self, task: TaskId) -> Option<Priority> {
        self.policy().priority(task)
    }
}

/// Which workers a partition may be on.
pub(crate) struct Places {
    windows: Vec<Option<Vec<String>>>,
}

impl Places {
    pub(crate) fn of(config: &Config) -> Places {
        let windows = (0..config.workers.max(1)).map(|number| {
            let plan = config.plans.iter().find(|p| usize::from(p.id) == number)?;
            let names = plan.windows.iter().map(|w| w.app.to_string());
            Some(names.collect()).filter(|names: &Vec<String>| !names.is_empty())
        });
        Places {
            windows: windows.collect(),
        }
    }

    /// The worker whose windows name it.
    pub(crate) fn named(&self, partition: &str, app: &str) -> Option<usize> {
        self.windows
            .iter()
            .position(|names| names.as_ref().is_some_and(|n| has(n, partition, app)))
    }

    /// May it be there?
    pub(crate) fn permits(&self, worker: usize, partition: &str, app: &str) -> bool {
        match self.windows.get(worker) {
            Some(Some(names)) => has(names, partition, app),
            _ => true,
        }
    }
}

fn has(names: &[String], partition: &str, app: &str) -> bool {
    names.iter().any(|name| name == partition || name == app)
}
