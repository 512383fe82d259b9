//! Order: who runs first on a worker, as the device file says.
//!
//! Without a word in the device file it is fixed priority. A worker with windows serves the partitions
//! that they name and nobody else. Servers of the device file hold what they serve to their budgets.

use crate::config::Config;
use terrace_host::clock::monotonic_ns;
use terrace_manifest::{Server, ServerKind, WorkerPlan, WorkerPolicy};
use terrace_sched::{
    AdmitError, Budget, CyclicTable, Decision, EarliestDeadline, Event, FixedPriority, FrameWindow,
    Instant, Overrun, Params, Policy, Priority, ServerId, ServerRule, Servers, Span, TaskId,
};

/// See the module.
pub(crate) enum Order {
    /// The most important by its priority.
    Fixed(FixedPriority),
    /// Of the most important, the one whose deadline comes first.
    Deadline(EarliestDeadline),
    /// As either, with servers.
    FixedServed(Box<Servers<FixedPriority>>),
    DeadlineServed(Box<Servers<EarliestDeadline>>),
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
        if let Some(windows) = plan.and_then(|plan| Windows::of(plan, slots)) {
            return Order::Windows(Box::new(windows));
        }
        let policy = plan.map_or(WorkerPolicy::FixedPriority, |plan| plan.policy);
        let served = of_worker(&config.servers, number).next().is_some();
        match (policy, served) {
            (WorkerPolicy::FixedPriority, false) => Order::Fixed(FixedPriority::new(slots)),
            (WorkerPolicy::Edf, false) => Order::Deadline(EarliestDeadline::new(slots)),
            (WorkerPolicy::FixedPriority, true) => {
                let inner = FixedPriority::new(slots);
                Order::FixedServed(Box::new(found(config, number, slots, inner)))
            }
            (WorkerPolicy::Edf, true) => {
                let inner = EarliestDeadline::new(slots);
                Order::DeadlineServed(Box::new(found(config, number, slots, inner)))
            }
        }
    }

    /// Does it ask for deadlines?
    pub(crate) fn by_deadline(&self) -> bool {
        matches!(self, Order::Deadline(_) | Order::DeadlineServed(_))
    }

    /// Have a task served by this server from now on, or by none; `wants`: it is ready or runs.
    pub(crate) fn serve(
        &mut self,
        task: TaskId,
        server: Option<ServerId>,
        wants: bool,
        now: Instant,
    ) {
        // There are as many servers as were founded, with room for every slot.
        let _ = match self {
            Order::FixedServed(policy) => policy.serve(task, server, wants, now),
            Order::DeadlineServed(policy) => policy.serve(task, server, wants, now),
            Order::Fixed(_) | Order::Deadline(_) | Order::Windows(_) => true,
        };
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
            Order::FixedServed(policy) => policy.as_ref(),
            Order::DeadlineServed(policy) => policy.as_ref(),
            Order::Windows(windows) => &windows.table,
        }
    }

    fn policy_mut(&mut self) -> &mut dyn Policy {
        match self {
            Order::Fixed(policy) => policy,
            Order::Deadline(policy) => policy,
            Order::FixedServed(policy) => policy.as_mut(),
            Order::DeadlineServed(policy) => policy.as_mut(),
            Order::Windows(windows) => &mut windows.table,
        }
    }
}

/// The servers of a worker; their place among these is their [`ServerId`].
pub(crate) fn of_worker(
    servers: &[Server],
    number: usize,
) -> impl Iterator<Item = &Server> + Clone {
    servers
        .iter()
        .filter(move |s| usize::from(s.worker) == number)
}

fn found<P: Policy>(config: &Config, number: usize, slots: usize, inner: P) -> Servers<P> {
    let own = of_worker(&config.servers, number);
    let mut servers = Servers::new(inner, own.clone().count());
    let now = Instant::from_ns(monotonic_ns());
    for server in own {
        let rule = match server.kind {
            ServerKind::Polling => ServerRule::Polling,
            ServerKind::Deferrable => ServerRule::Deferrable,
            ServerKind::Sporadic => ServerRule::Sporadic,
        };
        let budget = Budget {
            amount: Span::from_ns(server.budget.ns()),
            period: Span::from_ns(server.period.ns()),
        };
        // The device file's own check refuses what this would.
        let _ = servers.found(rule, budget, slots, now);
    }
    servers
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
