//! Blocking: how long less important tasks may hold up each task at shared resources.
//!
//! A resource counts for a task if its ceiling, the level of its most important user, is at
//! least the task's own level, and a less important task uses it. So it also hits tasks that use
//! no resource at all, when a less important one runs at an inherited priority (push-through).
//!
//! - Inheritance: each such resource blocks at most once, and each such task blocks at most
//!   once; the smaller of the two sums.
//! - Ceilings: one section at most, the longest.
//!
//! Callbacks of a component that run to completion are a resource held for the whole cost.
//! Source: Sha, Rajkumar & Lehoczky 1990; Baker 1991 (levels under EDF).

use super::{
    steps::{Steps, Stop},
    whole::Whole,
};
use crate::model::Protocol;

/// A task's use of resource number `resource`, at most for `longest`.
#[derive(Debug, Clone)]
pub(crate) struct Use<W> {
    pub(crate) resource: usize,
    pub(crate) longest: W,
    /// It is held for the whole cost: a callback that runs to completion.
    pub(crate) callback: bool,
}

/// Who uses what: the level of each task, larger is more important, and its uses.
#[derive(Debug)]
pub(crate) struct Users<'a, W> {
    pub(crate) levels: &'a [usize],
    pub(crate) uses: &'a [Vec<Use<W>>],
}

/// What one protocol makes of the sections that may block: those of each less important task.
pub(crate) fn bound<'u, W: Whole + 'u>(
    protocol: Protocol,
    resources: usize,
    tasks: impl Iterator<Item = impl Iterator<Item = &'u Use<W>>>,
) -> Result<W, Stop> {
    if protocol == Protocol::Ceiling {
        let longest = tasks.flatten().map(|u| u.longest.clone()).max();
        return Ok(longest.unwrap_or_else(W::zero));
    }
    let mut by_task = W::zero();
    let mut by_resource = vec![W::zero(); resources];
    for uses in tasks {
        let mut most = W::zero();
        for used in uses {
            most = most.max(used.longest.clone());
            let held = &mut by_resource[used.resource];
            *held = held.clone().max(used.longest.clone());
        }
        by_task = by_task.plus(&most)?;
    }
    let mut sum = W::zero();
    for longest in &by_resource {
        sum = sum.plus(longest)?;
    }
    Ok(sum.min(by_task))
}

impl<W: Whole> Users<'_, W> {
    /// For each resource the level of its most important user.
    fn ceilings(&self) -> Vec<usize> {
        let all = self.uses.iter().flatten();
        let count = all.map(|u| u.resource + 1).max().unwrap_or(0);
        let mut ceilings = vec![0; count];
        for (level, uses) in self.levels.iter().zip(self.uses) {
            for used in uses {
                ceilings[used.resource] = ceilings[used.resource].max(*level);
            }
        }
        ceilings
    }

    /// The blocking of every task under a protocol that bounds it.
    pub(crate) fn blocking(&self, protocol: Protocol, steps: &mut Steps) -> Result<Vec<W>, Stop> {
        let ceilings = self.ceilings();
        let every: usize = self.uses.iter().map(|u| u.len() + 1).sum();
        let mut known: Vec<Option<W>> = vec![None; self.levels.iter().max().map_or(0, |l| l + 1)];
        let mut all = Vec::with_capacity(self.levels.len());
        for level in self.levels.iter().copied() {
            if ceilings.is_empty() {
                known[level] = Some(W::zero());
            }
            if known[level].is_none() {
                steps.take(every)?;
                let lower = self.levels.iter().zip(self.uses);
                let lower = lower.filter(|(l, _)| **l < level);
                let counts = |u: &&Use<W>| ceilings[u.resource] >= level;
                let against = lower.map(|(_, uses)| uses.iter().filter(counts));
                known[level] = Some(bound(protocol, ceilings.len(), against)?);
            }
            all.push(known[level].clone().unwrap_or_else(W::zero));
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocking(protocol: Protocol, table: &[&[u64]]) -> Vec<u64> {
        let levels: Vec<usize> = (0..table.len()).rev().collect();
        let row = |row: &&[u64]| {
            let uses = row.iter().enumerate().filter(|(_, z)| **z > 0);
            uses.map(|(resource, z)| Use {
                resource,
                longest: *z,
                callback: false,
            })
            .collect()
        };
        let uses: Vec<Vec<Use<u64>>> = table.iter().map(row).collect();
        let users = Users {
            levels: &levels,
            uses: &uses,
        };
        users.blocking(protocol, &mut Steps::new(10_000)).unwrap()
    }

    /// Buttazzo, Hard Real-Time Computing Systems, chapter 7: four tasks, resources A, B, C.
    const BOOK: &[&[u64]] = &[&[1, 2, 0], &[0, 9, 3], &[8, 7, 0], &[6, 5, 4]];

    #[test]
    fn the_textbook_example_of_both_protocols() {
        assert_eq!(blocking(Protocol::Inheritance, BOOK), [17, 14, 6, 0]);
        assert_eq!(blocking(Protocol::Ceiling, BOOK), [9, 8, 6, 0]);
    }

    #[test]
    fn push_through_hits_tasks_without_resources_and_private_ones_block_nobody() {
        let table: &[&[u64]] = &[&[1, 0], &[0, 0], &[5, 9]];
        assert_eq!(blocking(Protocol::Inheritance, table), [5, 5, 0]);
        assert_eq!(blocking(Protocol::Ceiling, &[&[0], &[3]]), [0, 0]);
    }
}
