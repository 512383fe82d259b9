//! Refills: tasks out of budget, by the time at which they get the next; and, of the same shape,
//! ready tasks by the time at which they are due.
//!
//! One leftist heap per priority, its links in an array indexed by slot. Per priority, because
//! the question while a task runs is "when is the next refill of one that is as important?":
//! with a single heap the refills of unimportant tasks would stand before that answer, and each
//! of them would interrupt the important one for nothing.
//!
//! # Invariants
//! I1. A task is in at most one heap. No descendant is due before its ancestor; ties go to the
//!     lower slot.
//! I2. `rank(left) >= rank(right)` at every node, where a missing node has rank 0 and another
//!     one more than its right child: so the rightmost path, and with it insertion, removal and
//!     the depth of recursion, is O(log n).
//! I3. A bit of `occupied` is set exactly when that heap is not empty.
//!
//! Source: Crane, "Linear lists and priority queues as balanced binary trees" (1972).

use crate::task::{Priority, TaskId};
use crate::time::Instant;

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Node {
    at: Instant,
    parent: u32,
    left: u32,
    right: u32,
    rank: u32,
    priority: Priority,
}

/// The tasks that wait for a refill.
#[derive(Debug, Clone)]
pub(crate) struct Refills {
    nodes: Vec<Node>,
    roots: Box<[u32; Priority::LEVELS]>,
    occupied: u128,
}

impl Refills {
    pub(crate) fn new(capacity: usize) -> Refills {
        Refills {
            nodes: vec![Node::new(Instant::default(), Priority::NORMAL); capacity],
            roots: Box::new([NONE; Priority::LEVELS]),
            occupied: 0,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.occupied == 0
    }

    /// The earliest of the largest priority.
    pub(crate) fn first(&self) -> Option<(TaskId, Priority)> {
        let level = u8::try_from(self.occupied.checked_ilog2()?).ok()?;
        let priority = Priority::new(level)?;
        Some((TaskId::new(self.roots[priority.index()]), priority))
    }

    /// The earliest refill of a task of this priority.
    pub(crate) fn earliest_of(&self, priority: Priority) -> Option<Instant> {
        self.nodes
            .get(self.roots[priority.index()] as usize)
            .map(|node| node.at)
    }

    /// The earliest refill of a task that outranks this priority, or with none of all tasks.
    pub(crate) fn earliest_above(&self, priority: Option<Priority>) -> Option<Instant> {
        let mask = priority.map_or(u128::MAX, |p| u128::MAX << 1 << p.get());
        self.levels(mask)
            .filter_map(|level| self.earliest_of(level))
            .min()
    }

    /// Add a task that is in no heap.
    pub(crate) fn insert(&mut self, task: TaskId, priority: Priority, at: Instant) {
        self.nodes[task.index()] = Node::new(at, priority);
        let root = self.merge(self.roots[priority.index()], task.get());
        self.set_root(priority, root);
    }

    /// Take a task out that is in a heap.
    pub(crate) fn remove(&mut self, task: TaskId) {
        let Node {
            parent,
            left,
            right,
            priority,
            ..
        } = self.nodes[task.index()];
        let rest = self.merge(left, right);
        let Some(above) = self.nodes.get_mut(parent as usize) else {
            return self.set_root(priority, rest);
        };
        if above.left == task.get() {
            above.left = rest;
        } else {
            above.right = rest;
        }
        self.adopt(rest, parent);
        self.restore(parent);
    }

    /// Take out one that is due.
    pub(crate) fn pop_due(&mut self, now: Instant) -> Option<TaskId> {
        if self.is_empty() {
            return None;
        }
        let due = |level: &Priority| self.earliest_of(*level).is_some_and(|at| at <= now);
        let level = self.levels(u128::MAX).find(due)?;
        let task = TaskId::new(self.roots[level.index()]);
        self.remove(task);
        Some(task)
    }

    fn levels(&self, mask: u128) -> impl Iterator<Item = Priority> + use<> {
        let mut left = self.occupied & mask;
        std::iter::from_fn(move || {
            let level = left.checked_ilog2()?;
            left &= !(1 << level);
            Priority::new(u8::try_from(level).ok()?)
        })
    }

    fn set_root(&mut self, priority: Priority, root: u32) {
        self.roots[priority.index()] = root;
        self.adopt(root, NONE);
        if root == NONE {
            self.occupied &= !(1 << priority.get());
        } else {
            self.occupied |= 1 << priority.get();
        }
    }

    fn adopt(&mut self, child: u32, parent: u32) {
        if let Some(node) = self.nodes.get_mut(child as usize) {
            node.parent = parent;
        }
    }

    fn rank(&self, node: u32) -> u32 {
        self.nodes.get(node as usize).map_or(0, |node| node.rank)
    }

    fn key(&self, node: u32) -> (Instant, u32) {
        (self.nodes[node as usize].at, node)
    }

    /// Two heaps become one; its root's parent is left as it was.
    fn merge(&mut self, a: u32, b: u32) -> u32 {
        if a == NONE || b == NONE {
            return a.min(b);
        }
        let (top, other) = if self.key(a) < self.key(b) {
            (a, b)
        } else {
            (b, a)
        };
        let right = self.merge(self.nodes[top as usize].right, other);
        self.nodes[top as usize].right = right;
        self.adopt(right, top);
        self.lean(top);
        top
    }

    /// I2 for one node whose children are in order.
    fn lean(&mut self, at: u32) {
        let Node { left, right, .. } = self.nodes[at as usize];
        let (left_rank, right_rank) = (self.rank(left), self.rank(right));
        let node = &mut self.nodes[at as usize];
        if left_rank < right_rank {
            (node.left, node.right) = (right, left);
        }
        node.rank = left_rank.min(right_rank) + 1;
    }

    /// I2 from here upwards, as far as ranks change.
    fn restore(&mut self, from: u32) {
        let mut at = from;
        while at != NONE {
            let before = self.rank(at);
            self.lean(at);
            if self.rank(at) == before {
                return;
            }
            at = self.nodes[at as usize].parent;
        }
    }
}

impl Node {
    fn new(at: Instant, priority: Priority) -> Node {
        Node {
            at,
            parent: NONE,
            left: NONE,
            right: NONE,
            rank: 1,
            priority,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SLOTS: usize = 24;

    impl Refills {
        fn assert_whole(&self, at: u32, parent: u32) -> usize {
            let Some(node) = self.nodes.get(at as usize) else {
                return 0;
            };
            assert_eq!(node.parent, parent);
            assert!(parent == NONE || self.key(parent) < self.key(at), "I1");
            assert!(self.rank(node.left) >= self.rank(node.right), "I2");
            assert_eq!(node.rank, self.rank(node.right) + 1, "I2");
            1 + self.assert_whole(node.left, at) + self.assert_whole(node.right, at)
        }
    }

    proptest! {
        #[test]
        fn i1_i2_i3_hold_and_answers_are_those_of_a_plain_list(
            steps in prop::collection::vec((0..SLOTS, 0u8..4, 1u64..50, 0u8..3), 1..200)
        ) {
            let mut refills = Refills::new(SLOTS);
            let mut plain: Vec<Option<(u8, u64)>> = vec![None; SLOTS];
            for (slot, level, at, kind) in steps {
                let task = TaskId::new(u32::try_from(slot).unwrap());
                match (kind, plain[slot]) {
                    (0, _) => {
                        let due = refills.pop_due(Instant::from_ns(at));
                        let any = plain.iter().flatten().any(|&(_, t)| t <= at);
                        prop_assert_eq!(due.is_some(), any);
                        if let Some(task) = due {
                            prop_assert!(plain[task.index()].take().unwrap().1 <= at);
                        }
                    }
                    (_, Some(_)) => {
                        refills.remove(task);
                        plain[slot] = None;
                    }
                    (_, None) => {
                        refills.insert(task, Priority::new(level).unwrap(), Instant::from_ns(at));
                        plain[slot] = Some((level, at));
                    }
                }
                let size: usize = refills.roots.iter().map(|&r| refills.assert_whole(r, NONE)).sum();
                prop_assert_eq!(size, plain.iter().flatten().count());
                for level in 0..4u8 {
                    let above = plain.iter().flatten().filter(|(l, _)| *l > level).map(|x| x.1).min();
                    let same = plain.iter().flatten().filter(|(l, _)| *l == level).map(|x| x.1).min();
                    let p = Priority::new(level).unwrap();
                    prop_assert_eq!(refills.earliest_above(Some(p)).map(Instant::as_ns), above);
                    prop_assert_eq!(refills.earliest_of(p).map(Instant::as_ns), same);
                    prop_assert_eq!(refills.occupied >> level & 1 == 1, same.is_some());
                }
                let all = plain.iter().flatten().map(|x| x.1).min();
                prop_assert_eq!(refills.earliest_above(None).map(Instant::as_ns), all);
            }
        }
    }

    #[test]
    fn above_the_highest_priority_there_is_nothing() {
        let mut refills = Refills::new(1);
        refills.insert(TaskId::new(0), Priority::MAX, Instant::from_ns(1));
        assert_eq!(refills.earliest_above(Some(Priority::MAX)), None);
    }
}
