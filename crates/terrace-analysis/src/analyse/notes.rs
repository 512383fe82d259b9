//! What a reader must know to trust the numbers.

use crate::model::{Policy, PriorityAssignment, Protocol, TaskSet};
use std::collections::HashSet;

pub(super) fn notes(set: &TaskSet) -> Vec<String> {
    let mut notes = Vec::new();
    if set.tasks.is_empty() && set.servers.is_empty() {
        notes.push("the set is empty: nothing runs, so everything holds".to_owned());
    }
    match set.assignment() {
        PriorityAssignment::RateMonotonic if !set.tasks.is_empty() => {
            notes.push("no priority is given: rate-monotonic ones are used".to_owned());
        }
        PriorityAssignment::DeadlineMonotonic => {
            notes.push("no priority is given: deadline-monotonic ones are used".to_owned());
        }
        PriorityAssignment::Mixed => notes.push(
            "what has no priority ranks below all that has one, deadline-monotonic".to_owned(),
        ),
        _ => {}
    }
    if has_equals(set) {
        notes.push(
            "tasks of equal priority count as more important than each other: this holds for any order among equals"
                .to_owned(),
        );
    }
    if set.tasks.iter().any(|t| !t.offset.is_zero()) {
        notes.push(
            "offsets are not used to shorten response times: the bounds hold for any offsets"
                .to_owned(),
        );
    }
    let sections = set.tasks.iter().any(|t| !t.resources.is_empty());
    if sections && set.protocol == Protocol::None {
        notes.push(
            "resources have no protocol: a release is taken to enter each once, without nesting"
                .to_owned(),
        );
    }
    for task in &set.tasks {
        if let Some(used) = task.resources.iter().find(|r| r.longest > task.cost) {
            notes.push(format!(
                "task {} holds {} for {}, longer than its cost of {}",
                task.name, used.name, used.longest, task.cost
            ));
        }
    }
    notes
}

fn has_equals(set: &TaskSet) -> bool {
    let homes = crate::solve::build::homes(set);
    let mut seen = HashSet::new();
    let mut fixed = (set.ranks().into_iter().zip(homes))
        .filter(|(_, home)| set.policy_of(home.0) == Policy::FixedPriority);
    !fixed.all(|pair| seen.insert(pair))
}
