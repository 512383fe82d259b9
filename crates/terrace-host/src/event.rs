//! A watched word: one thread changes it, others may wait for a value.
//!
//! # Invariants
//! I1. `set` is seen by every later or waiting `wait_until`.
//! I2. `set` makes a system call only if somebody waits; it never blocks or allocates, so a
//!     worker may call it on the dispatch path.

use rustix::thread::futex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// See the module.
#[derive(Debug, Default)]
pub struct Watched {
    value: AtomicU32,
    waiters: AtomicU32,
}

impl Watched {
    /// A word with a first value.
    #[must_use]
    pub const fn new(value: u32) -> Watched {
        Watched {
            value: AtomicU32::new(value),
            waiters: AtomicU32::new(0),
        }
    }

    /// The value now.
    #[must_use]
    pub fn get(&self) -> u32 {
        self.value.load(Ordering::Acquire)
    }

    /// Change the value.
    pub fn set(&self, value: u32) {
        self.value.store(value, Ordering::SeqCst);
        self.wake();
    }

    /// Change the value if it is `from`. False, and nothing changed, if it is another.
    pub fn change(&self, from: u32, to: u32) -> bool {
        let changed = self
            .value
            .compare_exchange(from, to, Ordering::SeqCst, Ordering::Relaxed)
            .is_ok();
        if changed {
            self.wake();
        }
        changed
    }

    /// Count one up. Unlike `set(get() + 1)` it never goes back when two threads count.
    pub fn advance(&self) {
        self.value.fetch_add(1, Ordering::SeqCst);
        self.wake();
    }

    fn wake(&self) {
        // SeqCst on the store before and the load here, and on the increment and the load in
        // `wait_until`: either the waiter sees the new value or we see the waiter.
        if self.waiters.load(Ordering::SeqCst) > 0 {
            // The only error of a wake is a bad address, which a live reference is not.
            let _ = futex::wake(&self.value, futex::Flags::PRIVATE, i32::MAX.cast_unsigned());
        }
    }

    /// Block until `wanted` holds for the value. None if `timeout` passed first.
    pub fn wait_until(
        &self,
        wanted: impl Fn(u32) -> bool,
        timeout: Option<Duration>,
    ) -> Option<u32> {
        let deadline = timeout.and_then(|t| Instant::now().checked_add(t));
        loop {
            let value = self.get();
            if wanted(value) {
                return Some(value);
            }
            let left = match deadline {
                None => None,
                Some(at) => Some(at.checked_duration_since(Instant::now())?),
            };
            self.wait_for_change(value, left);
        }
    }

    fn wait_for_change(&self, value: u32, left: Option<Duration>) {
        let spec = left.and_then(|l| rustix::time::Timespec::try_from(l).ok());
        self.waiters.fetch_add(1, Ordering::SeqCst);
        if self.value.load(Ordering::SeqCst) == value {
            // Any answer (woken, changed, interrupted, timed out) leads to a new look.
            let _ = futex::wait(&self.value, futex::Flags::PRIVATE, value, spec.as_ref());
        }
        self.waiters.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::Watched;
    use std::sync::Arc;
    use std::time::Duration;

    #[test]
    fn a_waiter_is_woken_and_a_late_waiter_returns_at_once() {
        let word = Arc::new(Watched::new(0));
        let waiter = std::thread::spawn({
            let word = word.clone();
            move || word.wait_until(|v| v == 2, Some(Duration::from_secs(60)))
        });
        word.set(1);
        assert!(word.change(1, 2));
        assert_eq!(waiter.join().unwrap(), Some(2));
        assert_eq!(word.wait_until(|v| v == 2, None), Some(2));
    }

    #[test]
    fn a_wait_ends_when_time_is_up() {
        assert_eq!(
            Watched::new(0).wait_until(|v| v == 1, Some(Duration::from_millis(5))),
            None
        );
    }

    #[test]
    fn a_change_from_another_value_is_refused() {
        let word = Watched::new(3);
        assert!(!word.change(2, 4));
        assert_eq!(word.get(), 3);
    }
}
