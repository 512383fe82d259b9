//! One writer per key among the threads of this process.

use std::{
    collections::HashSet,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

use super::CacheKey;

/// The keys some thread is working on.
#[derive(Default)]
pub(super) struct Flights {
    keys: Mutex<HashSet<CacheKey>>,
    landed: Condvar,
}

/// This thread's turn with a key, until dropped, also by a panic.
pub(super) struct Turn<'a> {
    flights: &'a Flights,
    key: CacheKey,
}

impl Flights {
    /// Waits until no other thread works on `key`.
    pub(super) fn enter(&self, key: &CacheKey) -> Turn<'_> {
        let mut keys = self.keys();
        while !keys.insert(*key) {
            keys = self
                .landed
                .wait(keys)
                .unwrap_or_else(PoisonError::into_inner);
        }
        Turn {
            flights: self,
            key: *key,
        }
    }

    /// A set of keys has no state between two operations that a panic could break.
    fn keys(&self) -> MutexGuard<'_, HashSet<CacheKey>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.flights.keys().remove(&self.key);
        self.flights.landed.notify_all();
    }
}
