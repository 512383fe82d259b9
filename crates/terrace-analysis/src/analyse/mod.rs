//! From a set to its answer.

mod exactly;
mod found;
mod notes;
mod reasons;
mod tasks;
mod tests_of;

use crate::{
    advise,
    answer::{Answer, Memory, WorkerAnswer},
    exact::Exact,
    model::TaskSet,
    solve::sized::sized,
};
use found::Analysis;
pub(crate) use reasons::{name, unknown};

/// Answer for everything in a set: it is worth what [`TaskSet::check`] says of the set.
#[must_use]
pub fn analyse(set: &TaskSet) -> Answer {
    let found = sized(&Analysis { set });
    let ranks = set.ranks();
    let tasks = tasks::tasks(set, &found, &ranks);
    let servers = tasks::servers(set, &found, &ranks);
    let chains = tasks::chains(set, &found);
    let buffers = crate::queues::answers(set);
    let workers: Vec<WorkerAnswer> = set
        .worker_numbers()
        .into_iter()
        .map(|w| tests_of::worker(set, w, &found, &tasks, &servers, &ranks))
        .collect();
    let holds = workers.iter().all(|w| w.schedulable)
        && chains.iter().all(|c| c.schedulable)
        && buffers
            .iter()
            .all(|b| b.bound.is_some() && b.sufficient != Some(false));
    let advice = if holds {
        Vec::new()
    } else {
        advise::advice(set, &chains, &buffers)
    };
    Answer {
        schedulable: holds,
        time_unit: set.time_unit.clone(),
        policy: set.policy,
        priorities: set.assignment(),
        protocol: set.protocol,
        notes: notes::notes(set),
        workers,
        tasks,
        servers,
        chains,
        buffers,
        memory: Memory::default(),
        sensitivity: advise::sensitivity(set),
        advice,
    }
}

/// The share of a worker that its tasks and servers may need.
fn utilization(set: &TaskSet, worker: u32) -> Exact {
    let tasks = set.tasks.iter().filter(|t| t.worker == worker);
    let servers = set.servers.iter().filter(|s| s.worker == worker);
    tasks
        .map(crate::Task::utilization)
        .chain(servers.map(|s| &s.budget / &s.period))
        .sum()
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
