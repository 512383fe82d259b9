//! The tests of a whole worker.

use super::found::FoundSet;
use crate::{
    answer::{ServerAnswer, TaskAnswer, Tests, WorkerAnswer},
    exact::{Exact, Time},
    model::{Policy, ServerKind, Task, TaskSet},
    solve::bounds,
};
use num_bigint::BigInt;
use num_rational::BigRational;

pub(super) fn worker(
    set: &TaskSet,
    worker: u32,
    found: &FoundSet,
    tasks: &[TaskAnswer],
    servers: &[ServerAnswer],
    ranks: &[i64],
) -> WorkerAnswer {
    let utilization = super::utilization(set, worker);
    let mine = tasks
        .iter()
        .filter(|t| t.worker == worker)
        .map(|t| t.schedulable);
    let served = servers
        .iter()
        .filter(|s| s.worker == worker)
        .map(|s| s.schedulable);
    let schedulable = mine.chain(served).all(|s| s);
    let groups = groups(set, worker, found);
    let all = |known: &[Option<bool>]| {
        if groups.iter().any(|g| known[*g] == Some(false)) {
            return Some(false);
        }
        groups
            .iter()
            .all(|g| known[*g] == Some(true))
            .then_some(true)
    };
    let mut tests = Tests {
        exact: all(&found.exact),
        ..Tests::default()
    };
    if set.policy_of(worker) == Policy::Edf {
        tests.edf_demand = all(&found.demand);
        tests.exact = tests.edf_demand;
        if is_simple(set, worker) {
            tests.liu_layland = Some(utilization <= Exact::one());
        }
    } else if is_simple(set, worker) && is_rate_monotonic(set, worker, ranks) {
        let shares = shares(set, worker);
        let count = u64::try_from(shares.len()).unwrap_or(u64::MAX);
        let sum = BigRational::new(utilization.numer().clone(), utilization.denom().clone());
        tests.liu_layland = bounds::liu_layland(&sum, count);
        tests.hyperbolic = bounds::hyperbolic(&shares);
    }
    WorkerAnswer {
        worker,
        policy: set.policy_of(worker),
        utilization,
        schedulable,
        test_used: used(set, worker).to_owned(),
        tests,
        hyperperiod: periods(set, worker).reduce(|a, b| a.lcm(&b)),
    }
}

/// What decided.
fn used(set: &TaskSet, worker: u32) -> &'static str {
    match set.policy_of(worker) {
        Policy::Edf => "processor demand (Baruah, Rosier & Howell 1990; Zhang & Burns 2009)",
        Policy::FixedPriority if set.table(worker).is_some() => {
            "response times under the supply of the windows (Shin & Lee 2003)"
        }
        Policy::FixedPriority => "response times (Joseph & Pandya 1986; Tindell 1994)",
    }
}

/// The groups of items on a worker.
fn groups(set: &TaskSet, worker: u32, found: &FoundSet) -> Vec<usize> {
    let homes = crate::solve::build::homes(set);
    let mine = homes
        .iter()
        .zip(&found.items)
        .filter(|(home, _)| home.0 == worker);
    let mut groups: Vec<usize> = mine.map(|(_, item)| item.group).collect();
    groups.sort_unstable();
    groups.dedup();
    groups
}

fn periods(set: &TaskSet, worker: u32) -> impl Iterator<Item = Time> {
    let tasks = set.tasks.iter().filter(move |t| t.worker == worker);
    let servers = set.servers.iter().filter(move |s| s.worker == worker);
    let frame = set.table(worker).map(|t| t.frame.clone());
    tasks
        .map(|t| t.period.clone())
        .chain(servers.map(|s| s.period.clone()))
        .chain(frame)
}

/// Cost and period of everything on a worker, as whole numbers.
fn shares(set: &TaskSet, worker: u32) -> Vec<(BigInt, BigInt)> {
    let tasks = set
        .tasks
        .iter()
        .filter(|t| t.worker == worker)
        .map(Task::utilization);
    let servers = set.servers.iter().filter(|s| s.worker == worker);
    tasks
        .chain(servers.map(|s| &s.budget / &s.period))
        .map(|u| (u.numer().clone(), u.denom().clone()))
        .collect()
}

/// Is this what the tests of the utilization are for: deadlines are periods, nothing blocks, nothing
/// jitters, all the time is there?
fn is_simple(set: &TaskSet, worker: u32) -> bool {
    let known = set.workers.iter().find(|w| w.worker == worker);
    let plain = known.is_none_or(|w| w.table.is_none() && w.masked.is_zero());
    let waits = |t: &&Task| {
        let chained = |c: &crate::Chain| {
            c.activation == crate::Activation::Direct
                && c.tasks.iter().skip(1).any(|n| *n == t.name)
        };
        !t.after.is_empty() || set.chains.iter().any(chained)
    };
    let mut tasks = set.tasks.iter().filter(|t| t.worker == worker);
    let mut servers = set.servers.iter().filter(|s| s.worker == worker);
    plain
        && !servers.any(|s| s.kind == ServerKind::Deferrable)
        && tasks.all(|t| {
            *t.deadline() == t.period
                && t.blocking.is_zero()
                && t.jitter.is_zero()
                && t.resources.is_empty()
                && t.component.is_none()
                && !waits(&t)
        })
}

/// Does nothing of a longer period outrank anything?
fn is_rate_monotonic(set: &TaskSet, worker: u32, ranks: &[i64]) -> bool {
    let tasks = set.tasks.iter().map(|t| (t.worker, &t.period));
    let all = tasks.chain(set.servers.iter().map(|s| (s.worker, &s.period)));
    let mine = all.zip(ranks).filter(|((w, _), _)| *w == worker);
    let mut order: Vec<(i64, &Time)> = mine.map(|((_, period), rank)| (-rank, period)).collect();
    order.sort();
    order.is_sorted_by_key(|(_, period)| *period)
}
