//! Buffers: how many messages they must hold and how long these wait, by the models of table 5.2
//! of the dissertation.
//!
//! Periodic producers and a periodic consumer give bounds. The models of queueing theory give
//! averages, which bound no single case; every answer says which it is. All are exact fractions.

mod average;
mod periodic;

use crate::{
    answer::BufferAnswer,
    exact::Exact,
    model::{Buffer, Queue, Task, TaskSet},
};
use std::collections::HashMap;

/// What is found out about a buffer.
struct Queued {
    bound: Option<Exact>,
    any_worker: Option<Exact>,
    waiting: Option<Exact>,
    utilization: Exact,
    /// What the capacity must cover.
    needed: Option<Exact>,
    formula: String,
    reason: Option<String>,
}

impl Queued {
    /// It grows for ever.
    fn endless(utilization: Exact, formula: &str) -> Queued {
        let reason = format!(
            "grows without bound: {utilization} of what can be served comes in; slow the producers or speed up the consumer"
        );
        Queued {
            bound: None,
            any_worker: None,
            waiting: None,
            utilization,
            needed: None,
            formula: formula.to_owned(),
            reason: Some(reason),
        }
    }
}

/// The answers for all buffers of a set.
pub(crate) fn answers(set: &TaskSet) -> Vec<BufferAnswer> {
    let index = set.indices();
    let all = set.buffers.iter();
    all.map(|b| answer(set, &index, b)).collect()
}

fn answer(set: &TaskSet, index: &HashMap<&str, usize>, buffer: &Buffer) -> BufferAnswer {
    let task = |name: &String| index.get(name.as_str()).map(|i| &set.tasks[*i]);
    let producers: Vec<&Task> = buffer.producers.iter().filter_map(task).collect();
    let consumer = buffer.consumer.as_ref().and_then(task);
    let average = buffer.model != Queue::Periodic;
    let queued = match (buffer.model, consumer) {
        (Queue::Periodic, Some(consumer)) => periodic::queue(&producers, consumer),
        _ => average::queue(buffer, &producers, consumer),
    };
    let sufficient = buffer.capacity.map(|capacity| {
        let capacity = Exact::from(capacity);
        queued.needed.as_ref().is_some_and(|n| *n <= capacity)
    });
    let short = (sufficient == Some(false))
        .then_some(queued.needed.as_ref())
        .flatten();
    let reason = short.map(|needed| {
        let needed = needed.ceil();
        let on = if average { " on average" } else { "" };
        format!("it must hold {needed} messages{on}")
    });
    BufferAnswer {
        name: buffer.name.clone(),
        model: buffer.model.notation().to_owned(),
        bound_any_worker: queued
            .any_worker
            .filter(|b| Some(b) != queued.bound.as_ref()),
        bound: queued.bound,
        waiting: queued.waiting,
        average,
        utilization: Some(queued.utilization),
        capacity: buffer.capacity,
        needed: queued.needed,
        sufficient,
        formula: queued.formula,
        reason: queued.reason.or(reason),
    }
}

#[cfg(test)]
mod tests;
