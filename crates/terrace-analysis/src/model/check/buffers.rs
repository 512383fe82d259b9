//! A buffer has what its model needs.

use super::{Flaws, TaskSet};
use crate::model::{Buffer, Queue};

/// The most servers, and the largest population, of a queue.
const MOST: u64 = 1000;

pub(super) fn check(set: &TaskSet, flaws: &mut Flaws) {
    for (i, buffer) in set.buffers.iter().enumerate() {
        numbers(i, buffer, flaws);
        needs(i, buffer, flaws);
    }
}

fn numbers(i: usize, buffer: &Buffer, flaws: &mut Flaws) {
    let of = format!("buffer {}", buffer.name);
    for (field, value) in [("rate", &buffer.rate), ("service", &buffer.service)] {
        if let Some(value) = value {
            flaws.positive(("buffers", i, field), &of, value);
        }
    }
    flaws.natural(("buffers", i, "variance"), &of, &buffer.variance);
    let population = buffer.population.unwrap_or(1);
    for (field, value) in [("servers", buffer.servers), ("population", population)] {
        if !(1..=MOST).contains(&value) {
            flaws.add(
                ("buffers", i, field),
                format!("the {field} of {of} is out of range"),
                value,
                format!("1 to {MOST} is allowed"),
                "give a number in this range",
            );
        }
    }
}

fn needs(i: usize, buffer: &Buffer, flaws: &mut Flaws) {
    let mut missing = |there: bool, field, what: &str, fix: &str| {
        if !there {
            let model = buffer.model.notation();
            flaws.add(
                ("buffers", i, field),
                format!("buffer {} has no {what}", buffer.name),
                "nothing",
                format!("{model} needs it"),
                fix,
            );
        }
    };
    let (puts, takes) = (!buffer.producers.is_empty(), buffer.consumer.is_some());
    if buffer.model == Queue::Periodic {
        missing(
            puts,
            "producers",
            "producer",
            "name the tasks that put messages",
        );
        missing(
            takes,
            "consumer",
            "consumer",
            "name the task that takes messages",
        );
        return;
    }
    missing(
        puts || buffer.rate.is_some(),
        "rate",
        "rate",
        "give a rate, or producers whose periods make it",
    );
    missing(
        takes || buffer.service.is_some(),
        "service",
        "service",
        "give a service time, or a consumer whose period is one",
    );
    if buffer.model == Queue::MmsN {
        let there = buffer.population.is_some();
        missing(
            there,
            "population",
            "population",
            "say how many participate",
        );
    }
}
