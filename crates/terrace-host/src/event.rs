//! A watched word: one thread changes it, others may wait for a value.
//!
//! # Invariants
//! I1. `set` is seen by every later or waiting `wait_until`.
//! I2. `set` makes a system call only if somebody waits; it never blocks or allocates, so a
//!     worker may call it on the dispatch path.
//! I3. Linux wakes only who waits for the new value, as far as [`bit`] tells values apart: who waits for
//!     the end of something is left alone by its beginning.

use crate::clock::monotonic_ns;
use rustix::thread::futex;
use rustix::time::Timespec;
use std::num::NonZeroU32;
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
        self.wake(value);
    }

    /// Change the value if it is `from`. False, and nothing changed, if it is another.
    pub fn change(&self, from: u32, to: u32) -> bool {
        let changed = self
            .value
            .compare_exchange(from, to, Ordering::SeqCst, Ordering::Relaxed)
            .is_ok();
        if changed {
            self.wake(to);
        }
        changed
    }

    /// Count one up. Unlike `set(get() + 1)` it never goes back when two threads count.
    pub fn advance(&self) {
        let before = self.value.fetch_add(1, Ordering::SeqCst);
        self.wake(before.wrapping_add(1));
    }

    fn wake(&self, value: u32) {
        // SeqCst on the store before and the load here, and on the increment and the load in
        // `wait_until`: either the waiter sees the new value or we see the waiter.
        if self.waiters.load(Ordering::SeqCst) > 0 {
            // The only error of a wake is a bad address, which a live reference is not.
            let all = i32::MAX.cast_unsigned();
            let _ = futex::wake_bitset(&self.value, futex::Flags::PRIVATE, all, bit(value));
        }
    }

    /// Block until `wanted`, which looks at nothing but the value, holds for it. None if `timeout` passed first.
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
            let until = match deadline {
                None => None,
                Some(at) => Some(at.checked_duration_since(Instant::now())?),
            };
            self.wait_for_one(value, until.map(from_now), bits(&wanted));
        }
    }

    /// `until` is monotonic time.
    fn wait_for_one(&self, value: u32, until: Option<Timespec>, wanted: NonZeroU32) {
        self.waiters.fetch_add(1, Ordering::SeqCst);
        if self.value.load(Ordering::SeqCst) == value {
            // Any answer (woken, changed, interrupted, timed out) leads to a new look.
            let private = futex::Flags::PRIVATE;
            let _ = futex::wait_bitset(&self.value, private, value, until.as_ref(), wanted);
        }
        self.waiters.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Values from here on are not told apart.
const TOLD_APART: u32 = 31;

fn bit(value: u32) -> NonZeroU32 {
    NonZeroU32::new(1 << value.min(TOLD_APART)).expect("a one that is shifted by less than 32")
}

/// The bits of all values that are wanted. Of those that are not told apart any may be.
fn bits(wanted: impl Fn(u32) -> bool) -> NonZeroU32 {
    let each = (0..TOLD_APART).filter(|&value| wanted(value));
    each.fold(bit(TOLD_APART), |all, value| all | bit(value))
}

fn from_now(left: Duration) -> Timespec {
    let left = u64::try_from(left.as_nanos()).unwrap_or(u64::MAX);
    let at = monotonic_ns().saturating_add(left);
    Timespec {
        tv_sec: i64::try_from(at / 1_000_000_000).unwrap_or(i64::MAX),
        tv_nsec: i64::try_from(at % 1_000_000_000).unwrap_or(0),
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
    fn who_waits_for_a_value_is_woken_by_it_and_not_by_others() {
        for value in 0..40 {
            let wanted = |v| v == value;
            for other in 0..40 {
                let woken = super::bits(wanted).get() & super::bit(other).get() != 0;
                assert_eq!(woken, other == value || other >= 31, "{value} {other}");
            }
        }
    }

    #[test]
    fn a_counter_is_seen_beyond_the_values_that_are_told_apart() {
        let word = Arc::new(Watched::new(0));
        let waiter = std::thread::spawn({
            let word = word.clone();
            move || {
                let mut seen = 0;
                while seen < 100 {
                    seen = word.wait_until(|now| now != seen, None).unwrap();
                }
            }
        });
        for _ in 0..100 {
            word.advance();
            std::thread::yield_now();
        }
        waiter.join().unwrap();
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
