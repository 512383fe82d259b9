//! The memory meter of one guest: how much it has, how much it may have, what was refused.
//!
//! Shared between the engine, which charges growth here, and the controller, which reads
//! it and may move the limit (the seam for the arbiter).
//!
//! # Invariants
//! I1. `size <= limit` after every successful growth.
//! I2. The limit is never set below the size.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use terrace_host::memory::PageMap;

/// See the module. Bytes everywhere.
#[derive(Debug)]
pub struct MemoryMeter {
    limit: AtomicU64,
    size: AtomicU64,
    refused: AtomicU64,
    /// Where the one exported memory lies; 0 if there is none or there are several.
    base: AtomicUsize,
    /// So many bytes from there on are locked.
    held: AtomicUsize,
}

impl MemoryMeter {
    /// A meter for a guest that may have `limit` bytes.
    #[must_use]
    pub fn new(limit: u64) -> MemoryMeter {
        MemoryMeter {
            limit: AtomicU64::new(limit),
            size: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            base: AtomicUsize::new(0),
            held: AtomicUsize::new(0),
        }
    }

    /// The limit.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.limit.load(Ordering::Relaxed)
    }

    /// Memory the guest has, as `memory.size` tells it.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size.load(Ordering::Relaxed)
    }

    /// How often growth was refused.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Move the limit.
    ///
    /// # Errors
    /// The size, if the new limit lies below it (I2).
    pub fn set_limit(&self, limit: u64) -> Result<(), u64> {
        let size = self.size();
        if limit < size {
            return Err(size);
        }
        self.limit.store(limit, Ordering::Relaxed);
        Ok(())
    }

    /// Committed bytes: what Linux holds for this guest alone, to the page. Where the memory
    /// cannot be located (components, several memories) the size, which is an upper bound.
    #[must_use]
    pub fn committed(&self, pages: &PageMap) -> u64 {
        let size = self.size();
        match self.base.load(Ordering::Relaxed) {
            0 => size,
            base => usize::try_from(size)
                .ok()
                .and_then(|len| pages.committed(base, len).ok())
                .unwrap_or(size),
        }
    }

    pub(crate) fn grow(&self, from: usize, to: usize) -> bool {
        let more = to.saturating_sub(from) as u64;
        let size = self.size.load(Ordering::Relaxed).saturating_add(more);
        if size > self.limit() {
            self.refused.fetch_add(1, Ordering::Relaxed);
            return false;
        }
        self.size.store(size, Ordering::Relaxed);
        true
    }

    pub(crate) fn undo(&self, from: usize, to: usize) {
        self.size
            .fetch_sub(to.saturating_sub(from) as u64, Ordering::Relaxed);
    }

    pub(crate) fn locate(&self, base: *const u8) {
        self.base.store(base.addr(), Ordering::Relaxed);
    }

    /// So many bytes of its memory are locked.
    pub(crate) fn held(&self, len: usize) {
        self.held.store(len, Ordering::Relaxed);
    }

    /// Unlock them: Linux takes no locked page back, and the pool gives all back.
    pub(crate) fn let_go(&self) {
        let len = self.held.swap(0, Ordering::Relaxed);
        let base = self.base.load(Ordering::Relaxed);
        if len > 0 && base > 0 {
            terrace_host::memory::let_go(base, len);
        }
    }

    pub(crate) fn gone(&self) {
        self.let_go();
        self.base.store(0, Ordering::Relaxed);
        self.size.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::MemoryMeter;

    #[test]
    fn growth_stops_at_the_limit_and_is_counted() {
        let meter = MemoryMeter::new(100);
        assert!(meter.grow(0, 60));
        assert!(!meter.grow(60, 101));
        assert!(meter.grow(60, 100));
        assert_eq!((meter.size(), meter.refused()), (100, 1));
    }

    #[test]
    fn the_limit_does_not_move_below_the_size() {
        let meter = MemoryMeter::new(100);
        assert!(meter.grow(0, 60));
        assert_eq!(meter.set_limit(59), Err(60));
        assert_eq!(meter.set_limit(60), Ok(()));
    }
}
