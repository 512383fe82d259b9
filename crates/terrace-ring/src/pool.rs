//! A pool of slots: pieces of memory of one size, made beforehand, counted by who refers to them.
//!
//! # Invariants
//! I1. A slot is in the pool, or referred to by whoever obtained it or was given it; the last one
//!     brings it back.
//! I2. `obtain`, `share` and `release` do not allocate or free while the pool does not shrink.
//! I3. Only who is alone with a slot writes to it; others read, without a lock.
//!
//! The count is exact only if references are made and given up under the lock of whoever owns
//! the pool; a reference that is dropped elsewhere loses the slot, never its memory.

use std::sync::Arc;

/// Memory of one message, with whoever refers to it.
#[derive(Debug)]
pub struct Slot(Arc<Box<[u8]>>);

/// A page of the smallest size there is: one write to each makes all memory present.
const PAGE: usize = 4096;

impl Slot {
    /// A slot that is not in a pool yet. Allocates.
    #[must_use]
    pub fn new(bytes: usize) -> Slot {
        let mut memory = vec![0u8; bytes].into_boxed_slice();
        // Zeroed memory is not there before it is written to: a send must not be the first.
        for at in (0..bytes).step_by(PAGE) {
            memory[at] = std::hint::black_box(0);
        }
        Slot(Arc::new(memory))
    }

    /// What it holds.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// To be written to; none while somebody else refers to it.
    pub fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        Arc::get_mut(&mut self.0).map(|memory| &mut **memory)
    }

    /// Another reference to the same memory.
    #[must_use]
    pub fn share(&self) -> Slot {
        Slot(self.0.clone())
    }

    fn is_last(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }
}

/// See the module.
#[derive(Debug)]
pub struct Pool {
    free: Vec<Slot>,
    /// Slots there are, free or not.
    slots: usize,
    /// Slots there should be.
    wanted: usize,
    bytes: usize,
}

impl Pool {
    /// A pool without slots, each of which shall have this many bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Pool {
        Pool {
            free: Vec::new(),
            slots: 0,
            wanted: 0,
            bytes,
        }
    }

    /// These slots more. May allocate a list of them.
    ///
    /// # Panics
    /// When one of them is not of the pool's size.
    pub fn grow(&mut self, slots: Vec<Slot>) {
        assert!(slots.iter().all(|slot| slot.bytes().len() == self.bytes));
        self.wanted += slots.len();
        self.slots += slots.len();
        // Whatever is out may come back: a place for each.
        self.free.reserve(self.slots - self.free.len());
        self.free.extend(slots);
    }

    /// This many fewer: the free ones now, for the caller to drop, others as they come back.
    #[must_use]
    pub fn shrink(&mut self, slots: usize) -> Vec<Slot> {
        self.wanted = self.wanted.saturating_sub(slots);
        let surplus = (self.slots - self.wanted).min(self.free.len());
        self.slots -= surplus;
        self.free.split_off(self.free.len() - surplus)
    }

    /// Take a slot nobody refers to. It holds what it held.
    pub fn obtain(&mut self) -> Option<Slot> {
        self.free.pop()
    }

    /// Give up a reference. True if it was the last one: the slot is free again.
    pub fn release(&mut self, slot: Slot) -> bool {
        if !slot.is_last() {
            return false;
        }
        if self.slots > self.wanted {
            self.slots -= 1;
        } else {
            self.free.push(slot);
        }
        true
    }

    /// Slots there are.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Slots nobody refers to.
    #[must_use]
    pub fn free(&self) -> usize {
        self.free.len()
    }

    /// Bytes of all slots.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slots * self.bytes
    }

    /// Bytes of the slots there should be: without those that only have not come back yet.
    #[must_use]
    pub fn wanted_bytes(&self) -> usize {
        self.wanted * self.bytes
    }
}
