//! Levels: the ready tasks, one first-in-first-out list per priority.
//!
//! The links lie in an array indexed by slot, and a bitmap tells which lists hold anyone: every
//! operation is a few loads and stores, whatever the number of tasks.
//!
//! # Invariants
//! I1. A task is in at most one list, and only its caller knows in which: callers pass the
//!     priority it was pushed with.
//! I2. A bit of `occupied` is set exactly when that list is not empty.
//! I3. Order within a list is that of [`Levels::push`]; nobody enters at the head.
//!
//! Source: DESIGN.md 3.2; the bitmap over lists is Linux's O(1) scheduler.

use crate::task::{Priority, TaskId};

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Link {
    before: u32,
    after: u32,
}

#[derive(Debug, Clone, Copy)]
struct List {
    head: u32,
    tail: u32,
}

/// The ready tasks by priority.
#[derive(Debug, Clone)]
pub(crate) struct Levels {
    links: Vec<Link>,
    lists: Box<[List; Priority::LEVELS]>,
    occupied: u128,
}

impl Levels {
    pub(crate) fn new(capacity: usize) -> Levels {
        Levels {
            links: vec![
                Link {
                    before: NONE,
                    after: NONE
                };
                capacity
            ],
            lists: Box::new(
                [List {
                    head: NONE,
                    tail: NONE,
                }; Priority::LEVELS],
            ),
            occupied: 0,
        }
    }

    /// The one that has been first the longest among the most important.
    pub(crate) fn first(&self) -> Option<(TaskId, Priority)> {
        let level = u8::try_from(self.occupied.checked_ilog2()?).ok()?;
        let priority = Priority::new(level)?;
        Some((TaskId::new(self.lists[priority.index()].head), priority))
    }

    /// Does anyone wait behind the first of this level?
    pub(crate) fn has_equals(&self, priority: Priority) -> bool {
        let list = self.lists[priority.index()];
        list.head != list.tail
    }

    /// Append.
    pub(crate) fn push(&mut self, task: TaskId, priority: Priority) {
        let list = &mut self.lists[priority.index()];
        let tail = std::mem::replace(&mut list.tail, task.get());
        match self.links.get_mut(tail as usize) {
            Some(last) => last.after = task.get(),
            None => list.head = task.get(),
        }
        self.links[task.index()] = Link {
            before: tail,
            after: NONE,
        };
        self.occupied |= 1 << priority.get();
    }

    /// Take out, from wherever in the list it is.
    pub(crate) fn remove(&mut self, task: TaskId, priority: Priority) {
        let list = &mut self.lists[priority.index()];
        let Link { before, after } = self.links[task.index()];
        match self.links.get_mut(before as usize) {
            Some(link) => link.after = after,
            None => list.head = after,
        }
        match self.links.get_mut(after as usize) {
            Some(link) => link.before = before,
            None => list.tail = before,
        }
        if list.head == NONE {
            self.occupied &= !(1 << priority.get());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids<const N: usize>() -> [TaskId; N] {
        std::array::from_fn(|i| TaskId::new(u32::try_from(i).unwrap()))
    }

    #[test]
    fn i2_i3_first_in_first_out_by_priority() {
        let mut levels = Levels::new(4);
        let [a, b, c, d] = ids();
        let high = Priority::MAX;
        for task in [a, b, c] {
            levels.push(task, Priority::NORMAL);
        }
        levels.push(d, high);
        assert_eq!(levels.first(), Some((d, high)));
        assert!(!levels.has_equals(high) && levels.has_equals(Priority::NORMAL));
        levels.remove(d, high);
        levels.remove(b, Priority::NORMAL);
        for task in [a, c] {
            assert_eq!(levels.first(), Some((task, Priority::NORMAL)));
            levels.remove(task, Priority::NORMAL);
        }
        assert_eq!(levels.first(), None);
    }

    #[test]
    fn i2_removing_the_tail_keeps_the_list_whole() {
        let mut levels = Levels::new(3);
        let [a, b, c] = ids();
        levels.push(a, Priority::NORMAL);
        levels.push(b, Priority::NORMAL);
        levels.remove(b, Priority::NORMAL);
        levels.push(c, Priority::NORMAL);
        levels.remove(a, Priority::NORMAL);
        assert_eq!(levels.first(), Some((c, Priority::NORMAL)));
    }
}
