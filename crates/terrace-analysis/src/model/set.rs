//! A set of tasks and all they share.

use super::{Buffer, Chain, Policy, PriorityAssignment, Protocol, Server, Table, Task, Worker};
use std::collections::HashMap;

/// A set of tasks and all they share.
///
/// A set that was read is valid. One built by hand may not be: [`TaskSet::check`] says so, and
/// the analysis of what is not valid is not defined (it still neither panics nor loops).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TaskSet {
    /// What one unit of time is, as the input calls it.
    pub time_unit: String,
    /// What runs next.
    pub policy: Policy,
    /// What happens at resources.
    pub protocol: Protocol,
    /// The tasks, in the order of the input.
    pub tasks: Vec<Task>,
    /// The servers.
    pub servers: Vec<Server>,
    /// The chains.
    pub chains: Vec<Chain>,
    /// The buffers.
    pub buffers: Vec<Buffer>,
    /// What is known of the workers.
    pub workers: Vec<Worker>,
}

impl TaskSet {
    /// The task of this name.
    #[must_use]
    pub fn task(&self, name: &str) -> Option<&Task> {
        self.tasks.iter().find(|t| t.name == name)
    }

    /// Where each task is in the list, by name.
    #[must_use]
    pub fn indices(&self) -> HashMap<&str, usize> {
        let names = self.tasks.iter().map(|t| t.name.as_str());
        names.zip(0..).collect()
    }

    /// The table of windows of a worker, if it has one.
    #[must_use]
    pub fn table(&self, worker: u32) -> Option<&Table> {
        let found = self.workers.iter().find(|w| w.worker == worker);
        found.and_then(|w| w.table.as_ref())
    }

    /// What runs next on a worker.
    #[must_use]
    pub fn policy_of(&self, worker: u32) -> Policy {
        let found = self.workers.iter().find(|w| w.worker == worker);
        found.and_then(|w| w.policy).unwrap_or(self.policy)
    }

    /// The numbers of all workers that something runs on, ascending.
    #[must_use]
    pub fn worker_numbers(&self) -> Vec<u32> {
        let tasks = self.tasks.iter().map(|t| t.worker);
        let mut numbers: Vec<u32> = tasks.chain(self.servers.iter().map(|s| s.worker)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Where the priorities come from.
    #[must_use]
    pub fn assignment(&self) -> PriorityAssignment {
        let fixed = |worker: u32| self.policy_of(worker) == Policy::FixedPriority;
        let tasks = self.tasks.iter().filter(|t| fixed(t.worker));
        let servers = self.servers.iter().filter(|s| fixed(s.worker));
        let all = (tasks.clone().map(|t| t.priority)).chain(servers.map(|s| s.priority));
        let (given, missing): (Vec<_>, Vec<_>) = all.partition(Option::is_some);
        match (given.is_empty(), missing.is_empty()) {
            (true, true) if self.policy == Policy::Edf => PriorityAssignment::None,
            (_, true) => PriorityAssignment::Given,
            (false, false) => PriorityAssignment::Mixed,
            (true, false) if tasks.clone().all(|t| *t.deadline() == t.period) => {
                PriorityAssignment::RateMonotonic
            }
            (true, false) => PriorityAssignment::DeadlineMonotonic,
        }
    }

    /// How important each task and then each server is; larger is more important.
    ///
    /// Given priorities stay. What has none lies below all that have one: the shorter the
    /// deadline (a server's is its period), the more important, and among equals by name, where
    /// numbers in a name count as numbers.
    #[must_use]
    pub fn ranks(&self) -> Vec<i64> {
        let tasks = self.tasks.iter();
        let servers = self.servers.iter();
        let given: Vec<Option<i64>> = tasks
            .clone()
            .map(|t| t.priority)
            .chain(servers.clone().map(|s| s.priority))
            .collect();
        let keys: Vec<_> = tasks
            .map(|t| (t.deadline(), &t.period, natural(&t.name)))
            .chain(servers.map(|s| (&s.period, &s.period, natural(&s.name))))
            .collect();
        let mut missing: Vec<usize> = (0..given.len()).filter(|i| given[*i].is_none()).collect();
        missing.sort_by(|a, b| keys[*a].cmp(&keys[*b]));
        let least = given.iter().flatten().min().copied();
        let count = i64::try_from(missing.len()).unwrap_or(i64::MAX);
        let top = least.map_or(count, |l| l.saturating_sub(1));
        let mut ranks: Vec<i64> = given.iter().map(|p| p.unwrap_or(0)).collect();
        for (place, index) in (0..).zip(missing) {
            ranks[index] = top.saturating_sub(place);
        }
        ranks
    }
}

/// A name as people sort it: `t2` before `t10`.
pub(crate) fn natural(name: &str) -> Vec<(u64, &str)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let is_digit = rest.starts_with(|c: char| c.is_ascii_digit());
        let end = rest
            .find(|c: char| c.is_ascii_digit() != is_digit)
            .unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        let number = if is_digit { part.parse().ok() } else { None };
        parts.push((number.unwrap_or(u64::MAX), part));
        rest = after;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(tasks: &[(&str, i64, Option<i64>)]) -> TaskSet {
        let task = |(name, period, priority): &(&str, i64, Option<i64>)| Task {
            priority: *priority,
            ..Task::new(*name, 1, *period)
        };
        TaskSet {
            tasks: tasks.iter().map(task).collect(),
            ..TaskSet::default()
        }
    }

    #[test]
    fn missing_priorities_go_by_deadline_then_name_below_those_given() {
        let all = set(&[("t10", 8, None), ("t2", 8, None), ("a", 20, None)]);
        assert_eq!(all.assignment(), PriorityAssignment::RateMonotonic);
        assert_eq!(all.ranks(), [2, 3, 1]);
        let some = set(&[("a", 5, None), ("b", 9, Some(-7)), ("c", 4, None)]);
        assert_eq!(some.assignment(), PriorityAssignment::Mixed);
        assert_eq!(some.ranks(), [-9, -7, -8]);
        let given = set(&[("a", 5, Some(3))]);
        assert_eq!(given.assignment(), PriorityAssignment::Given);
    }
}
