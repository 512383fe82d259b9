//! Cores: one policy of `terrace-sched` per worker, with its tasks admitted.

use super::SimulateError;
use super::plan::{Item, Plan, TablePlan};
use crate::model::{Policy as PolicyKind, ServerKind};
use terrace_sched::{
    Budget, CyclicTable, Decision, EarliestDeadline, FixedPriority, FrameWindow, Instant,
    OverrunAction, Params, Policy, Priority, ServerRule, Servers, Span, TaskId,
};

/// A worker: its policy, and which item each slot is.
pub(super) struct Core {
    pub(super) policy: Box<dyn Policy>,
    pub(super) items: Vec<usize>,
    pub(super) decision: Decision,
    /// The item that has run since `since`, and the one drawn as running since `shown_from`.
    pub(super) since: u64,
    pub(super) shown: Option<usize>,
    pub(super) shown_from: u64,
}

/// The terms of an item at a level.
pub(super) fn params(level: usize, slice: u64) -> Params {
    let level = u8::try_from(level).unwrap_or(u8::MAX);
    Params {
        priority: Priority::new(level).unwrap_or(Priority::MAX),
        slice: Span::from_ns(slice),
        budget: None,
        on_overrun: OverrunAction::Log,
    }
}

pub(super) fn build(plan: &Plan) -> Result<Vec<Core>, SimulateError> {
    plan.workers.iter().map(|w| core(plan, *w)).collect()
}

fn core(plan: &Plan, worker: u32) -> Result<Core, SimulateError> {
    let own = plan.items.iter().enumerate();
    let items: Vec<usize> = own
        .filter(|(_, i)| i.worker == worker)
        .map(|(n, _)| n)
        .collect();
    let policy = items.first().map(|i| plan.items[*i].policy);
    let policy = policy.unwrap_or_default();
    let policy: Box<dyn Policy> = match (plan.tables.get(&worker), policy) {
        (Some(table), _) => Box::new(served(plan, &items, windows(plan, &items, table, worker)?)?),
        (None, PolicyKind::FixedPriority) => {
            Box::new(served(plan, &items, FixedPriority::new(items.len()))?)
        }
        (None, PolicyKind::Edf) => {
            Box::new(served(plan, &items, EarliestDeadline::new(items.len()))?)
        }
    };
    Ok(Core {
        policy,
        items,
        decision: Decision::default(),
        since: 0,
        shown: None,
        shown_from: 0,
    })
}

fn slots<'p>(plan: &'p Plan, items: &'p [usize]) -> impl Iterator<Item = (TaskId, &'p Item)> {
    let numbers = (0..).map(TaskId::new);
    numbers.zip(items.iter().map(|i| &plan.items[*i]))
}

fn refused(of: &str, why: impl ToString) -> SimulateError {
    SimulateError::Refused {
        of: of.to_owned(),
        why: why.to_string(),
    }
}

fn served<P: Policy>(plan: &Plan, items: &[usize], inner: P) -> Result<Servers<P>, SimulateError> {
    let count = items
        .iter()
        .filter(|i| plan.items[**i].server.is_some())
        .count();
    let mut policy = Servers::new(inner, count);
    let start = Instant::default();
    for (id, item) in slots(plan, items) {
        let params = params(item.level, plan.slice);
        let Some(server) = &item.server else {
            policy
                .admit(id, params, start)
                .map_err(|e| refused(&item.name, e))?;
            continue;
        };
        let rule = match server.kind {
            ServerKind::Polling => ServerRule::Polling,
            ServerKind::Deferrable => ServerRule::Deferrable,
            ServerKind::Sporadic => ServerRule::Sporadic,
        };
        let budget = Budget {
            amount: Span::from_ns(server.budget),
            period: Span::from_ns(item.period),
        };
        policy
            .admit_server(id, params, rule, budget, start)
            .map_err(|e| refused(&item.name, e))?;
    }
    Ok(policy)
}

fn windows(
    plan: &Plan,
    items: &[usize],
    table: &TablePlan,
    worker: u32,
) -> Result<CyclicTable, SimulateError> {
    let window = |(group, start, length): &(usize, u64, u64)| FrameWindow {
        group: *group,
        start: Span::from_ns(*start),
        length: Span::from_ns(*length),
    };
    let list: Vec<FrameWindow> = table.windows.iter().map(window).collect();
    let start = Instant::default();
    let mut policy = CyclicTable::new(items.len(), Span::from_ns(table.frame), &list, start)
        .map_err(|e| refused(&format!("worker {worker}"), e))?;
    for (id, item) in slots(plan, items) {
        if !item.window.is_some_and(|group| policy.assign(id, group)) {
            return Err(refused(
                &item.name,
                "it names no window of its worker's table",
            ));
        }
    }
    Ok(policy)
}
