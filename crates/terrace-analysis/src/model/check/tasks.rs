//! The numbers of tasks, servers and chains.

use super::{Flaws, TaskSet};
use crate::model::{Server, Task};

pub(super) fn check(set: &TaskSet, flaws: &mut Flaws) {
    for (i, task) in set.tasks.iter().enumerate() {
        one(i, task, flaws);
    }
    for (i, server) in set.servers.iter().enumerate() {
        serves(i, server, flaws);
    }
    for (i, chain) in set.chains.iter().enumerate() {
        if let Some(deadline) = &chain.deadline {
            flaws.positive(("chains", i, "deadline"), &chain.name, deadline);
        }
        if chain.tasks.is_empty() {
            flaws.add(
                ("chains", i, "tasks"),
                format!("chain {} has no task", chain.name),
                "[]",
                "1 task or more is allowed",
                "name its tasks in the order of the data",
            );
        }
    }
}

fn one(i: usize, task: &Task, flaws: &mut Flaws) {
    let of = format!("task {}", task.name);
    flaws.positive(("tasks", i, "period"), &of, &task.period);
    if let Some(deadline) = &task.deadline {
        flaws.positive(("tasks", i, "deadline"), &of, deadline);
    }
    for (field, value) in [
        ("cost", &task.cost),
        ("jitter", &task.jitter),
        ("offset", &task.offset),
        ("blocking", &task.blocking),
    ] {
        flaws.natural(("tasks", i, field), &of, value);
    }
    for used in &task.resources {
        let of = format!("{of} at resource {}", used.name);
        flaws.natural(("tasks", i, "resources"), &of, &used.longest);
    }
    if let Some(best) = &task.best_cost {
        flaws.natural(("tasks", i, "best_cost"), &of, best);
        if *best > task.cost {
            flaws.add(
                ("tasks", i, "best_cost"),
                format!("the best_cost of {of} is above its cost"),
                best,
                format!("at most {} is allowed", task.cost),
                "give the least cost of a release, or none",
            );
        }
    }
}

fn serves(i: usize, server: &Server, flaws: &mut Flaws) {
    let of = format!("server {}", server.name);
    flaws.positive(("servers", i, "period"), &of, &server.period);
    flaws.positive(("servers", i, "budget"), &of, &server.budget);
    if server.budget > server.period {
        flaws.add(
            ("servers", i, "budget"),
            format!("the budget of {of} is above its period"),
            &server.budget,
            format!("at most {} is allowed", server.period),
            "lower the budget or raise the period",
        );
    }
    for work in &server.aperiodic {
        let of = format!("{} at {of}", work.name);
        if !work.cost.is_positive() || work.deadline.as_ref().is_some_and(|d| !d.is_positive()) {
            flaws.add(
                ("servers", i, "aperiodic"),
                format!("the cost or deadline of {of} is not above 0"),
                &work.cost,
                "above 0 is allowed",
                "give times above 0",
            );
        }
    }
}
