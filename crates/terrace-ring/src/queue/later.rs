//! What is for later, by its time: a binary heap that knows where each of its entries is.
//!
//! # Invariants
//! I1. `heap[index[p]].place == p` for every place that is in it; `index[p] == NOWHERE` for others.

use super::places::number;

const NOWHERE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Entry {
    /// When, and among equals who came first.
    key: (u64, u64),
    place: u32,
}

#[derive(Debug)]
pub(super) struct Later {
    heap: Vec<Entry>,
    index: Vec<u32>,
}

impl Later {
    pub(super) fn new(depth: usize) -> Later {
        Later {
            heap: Vec::with_capacity(depth),
            index: vec![NOWHERE; depth],
        }
    }

    pub(super) fn next(&self) -> Option<u64> {
        self.heap.first().map(|entry| entry.key.0)
    }

    pub(super) fn first(&self) -> Option<u32> {
        self.heap.first().map(|entry| entry.place)
    }

    pub(super) fn push(&mut self, place: u32, at: u64, arrival: u64) {
        let end = self.heap.len();
        self.heap.push(Entry {
            key: (at, arrival),
            place,
        });
        self.index[place as usize] = number(end);
        self.up(end);
    }

    pub(super) fn pop_due(&mut self, now: u64) -> Option<u32> {
        let first = self.heap.first().filter(|entry| entry.key.0 <= now)?;
        let place = first.place;
        self.remove(place);
        Some(place)
    }

    pub(super) fn remove(&mut self, place: u32) {
        let at = std::mem::replace(&mut self.index[place as usize], NOWHERE) as usize;
        self.heap.swap_remove(at);
        if let Some(moved) = self.heap.get(at) {
            self.index[moved.place as usize] = number(at);
            self.up(at);
            self.down(at);
        }
    }

    fn up(&mut self, mut at: usize) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if self.heap[parent].key <= self.heap[at].key {
                return;
            }
            self.swap(at, parent);
            at = parent;
        }
    }

    fn down(&mut self, mut at: usize) {
        loop {
            let children = [2 * at + 1, 2 * at + 2];
            let least = children
                .into_iter()
                .filter(|&child| child < self.heap.len())
                .min_by_key(|&child| self.heap[child].key);
            let Some(least) = least.filter(|&child| self.heap[child].key < self.heap[at].key)
            else {
                return;
            };
            self.swap(at, least);
            at = least;
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.index[self.heap[a].place as usize] = number(a);
        self.index[self.heap[b].place as usize] = number(b);
    }
}
