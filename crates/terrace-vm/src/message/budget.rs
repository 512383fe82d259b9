//! Bytes of the slots of all channels, bounded.

use std::sync::atomic::{AtomicU64, Ordering};

/// See the module.
#[derive(Debug)]
pub(crate) struct Budget {
    used: AtomicU64,
    limit: u64,
}

impl Budget {
    pub(crate) fn new(limit: u64) -> Budget {
        Budget {
            used: AtomicU64::new(0),
            limit,
        }
    }

    /// False, and nothing reserved, if they do not fit.
    pub(crate) fn reserve(&self, bytes: u64) -> bool {
        let more = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= self.limit);
        self.used
            .fetch_update(Ordering::AcqRel, Ordering::Acquire, more)
            .is_ok()
    }

    pub(crate) fn give_back(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::AcqRel);
    }

    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Acquire)
    }
}
