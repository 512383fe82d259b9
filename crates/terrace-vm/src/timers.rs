//! When sleeping tasks wake: an indexed binary heap over task slots.
//!
//! # Invariants
//! I1. A slot has at most one time; setting it again moves it.
//! I2. Nothing allocates after `new`; `set`, `cancel` and `pop_due` are O(log n), `next` O(1).
//! I3. `place[heap[i].slot] == i` for every entry, and `NOWHERE` for every other slot.

const NOWHERE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Entry {
    at: u64,
    slot: u32,
}

/// See the module. Times in monotonic ns.
#[derive(Debug)]
pub(crate) struct Timers {
    heap: Vec<Entry>,
    place: Vec<u32>,
}

impl Timers {
    pub(crate) fn new(slots: usize) -> Timers {
        Timers {
            heap: Vec::with_capacity(slots),
            place: vec![NOWHERE; slots],
        }
    }

    /// The earliest time.
    pub(crate) fn next(&self) -> Option<u64> {
        self.heap.first().map(|e| e.at)
    }

    pub(crate) fn set(&mut self, slot: u32, at: u64) {
        self.cancel(slot);
        let end = self.heap.len();
        self.heap.push(Entry { at, slot });
        self.place[slot as usize] = index(end);
        self.up(end);
    }

    pub(crate) fn cancel(&mut self, slot: u32) {
        let place = self.place[slot as usize];
        if place != NOWHERE {
            self.remove(place as usize);
        }
    }

    /// Take one slot whose time has come.
    pub(crate) fn pop_due(&mut self, now: u64) -> Option<u32> {
        let first = self.heap.first()?;
        if first.at > now {
            return None;
        }
        let slot = first.slot;
        self.remove(0);
        Some(slot)
    }

    fn remove(&mut self, i: usize) {
        let gone = self.heap.swap_remove(i);
        self.place[gone.slot as usize] = NOWHERE;
        if let Some(moved) = self.heap.get(i) {
            self.place[moved.slot as usize] = index(i);
            self.up(i);
            self.down(i);
        }
    }

    fn up(&mut self, mut i: usize) {
        while i > 0 {
            let parent = (i - 1) / 2;
            if self.heap[parent].at <= self.heap[i].at {
                return;
            }
            self.swap(i, parent);
            i = parent;
        }
    }

    fn down(&mut self, mut i: usize) {
        loop {
            let (left, right) = (2 * i + 1, 2 * i + 2);
            let mut least = i;
            for child in [left, right] {
                if child < self.heap.len() && self.heap[child].at < self.heap[least].at {
                    least = child;
                }
            }
            if least == i {
                return;
            }
            self.swap(i, least);
            i = least;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.place[self.heap[a].slot as usize] = index(a);
        self.place[self.heap[b].slot as usize] = index(b);
    }
}

fn index(i: usize) -> u32 {
    u32::try_from(i).expect("no more entries than slots, which are numbered by u32")
}

#[cfg(test)]
mod tests {
    use super::Timers;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn agrees_with_a_map(ops in proptest::collection::vec((0u32..16, 0u64..100, 0u8..3), 0..300)) {
            let mut timers = Timers::new(16);
            let mut model: BTreeMap<u32, u64> = BTreeMap::new();
            for (slot, at, op) in ops {
                match op {
                    0 => { timers.set(slot, at); model.insert(slot, at); }
                    1 => { timers.cancel(slot); model.remove(&slot); }
                    _ => {
                        let due = timers.pop_due(at);
                        match due {
                            Some(s) => {
                                let least = model.values().min().copied();
                                prop_assert_eq!(model.remove(&s), least);
                                prop_assert!(least.unwrap() <= at);
                            }
                            None => prop_assert!(model.values().all(|&t| t > at)),
                        }
                    }
                }
                prop_assert_eq!(timers.next(), model.values().min().copied());
            }
        }
    }
}
