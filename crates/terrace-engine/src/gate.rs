//! The gate: how many calls for Linux (files, folders) of all guests run at once.
//!
//! Each such call takes a thread of the pool for its time. Without a gate a thousand guests that
//! read a file each at the same moment start a thousand threads. Behind it a few dozen calls
//! run at once and the others wait for a turn; but a call that is slow (a dead network file
//! system, a pipe that nobody writes) loses its turn to the next that asks, so that it holds up
//! only itself.
//!
//! # Invariants
//! I1. A slot holds the time since which its holder has its turn; 0 is free.
//! I2. Whoever gives a turn back frees the slot only if the time in it is still its own.
//!
//! Not for: who waits longest. Turns go to who asks next, within [`SLOW`].

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;
use terrace_host::clock::monotonic_ns;
use tokio::sync::Notify;

/// Calls that run at once, beside the slow ones.
const TURNS: usize = 32;
/// A call that takes longer may lose its turn.
const SLOW: Duration = Duration::from_millis(10);

/// See the module.
#[derive(Debug)]
pub(crate) struct Gate {
    slots: [AtomicU64; TURNS],
    freed: Notify,
    /// Calls that are on their way, slow ones too.
    inside: AtomicU32,
    /// Calls of all guests whose guest was ended before they came back.
    lost: AtomicU32,
}

impl Gate {
    pub(crate) fn new() -> Gate {
        Gate {
            slots: [const { AtomicU64::new(0) }; TURNS],
            freed: Notify::new(),
            inside: AtomicU32::new(0),
            lost: AtomicU32::new(0),
        }
    }

    /// Calls that are on their way.
    pub(crate) fn inside(&self) -> u32 {
        self.inside.load(Ordering::Relaxed)
    }

    /// Calls that had not come back when their guest was ended, since [`Gate::forgive`].
    pub(crate) fn lost(&self) -> u32 {
        self.lost.load(Ordering::Relaxed)
    }

    /// They have come back meanwhile.
    pub(crate) fn forgive(&self) {
        self.lost.store(0, Ordering::Relaxed);
    }

    /// Wait for a turn. `lost` counts turns that are dropped before they are over: their guest was
    /// ended, and the thread may wait for Linux still.
    pub(crate) async fn turn<'a>(&'a self, lost: &'a AtomicU32) -> Turn<'a> {
        loop {
            if let Some((slot, since)) = self.take() {
                self.inside.fetch_add(1, Ordering::Relaxed);
                return Turn {
                    gate: self,
                    slot,
                    since,
                    lost: Some(lost),
                };
            }
            // A turn given back between the look and the wait costs one such pause.
            let _ = tokio::time::timeout(SLOW, self.freed.notified()).await;
        }
    }

    /// A free slot, or that of a slow holder.
    fn take(&self) -> Option<(&AtomicU64, u64)> {
        let now = monotonic_ns().max(1);
        let slow = now.saturating_sub(u64::try_from(SLOW.as_nanos()).unwrap_or(u64::MAX));
        self.slots.iter().find_map(|slot| {
            let since = slot.load(Ordering::Relaxed);
            let open = since == 0 || since < slow;
            let taken = open
                && slot
                    .compare_exchange(since, now, Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok();
            taken.then_some((slot, now))
        })
    }
}

/// A turn; over when it is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'a> {
    gate: &'a Gate,
    slot: &'a AtomicU64,
    since: u64,
    lost: Option<&'a AtomicU32>,
}

impl Turn<'_> {
    /// The call has come back.
    pub(crate) fn over(mut self) {
        self.lost = None;
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        if let Some(lost) = self.lost {
            lost.fetch_add(1, Ordering::Relaxed);
            self.gate.lost.fetch_add(1, Ordering::Relaxed);
        }
        self.gate.inside.fetch_sub(1, Ordering::Relaxed);
        let mine = self
            .slot
            .compare_exchange(self.since, 0, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok();
        if mine {
            self.gate.freed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Gate, TURNS};
    use std::sync::atomic::{AtomicU32, Ordering};

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
    }

    #[test]
    fn slow_holders_lose_their_turns_and_hold_up_nobody() {
        let (gate, lost) = (Gate::new(), AtomicU32::new(0));
        runtime().block_on(async {
            let mut slow = Vec::new();
            for _ in 0..TURNS {
                slow.push(gate.turn(&lost).await);
            }
            // Ends only because the slow ones lose their turns.
            for _ in 0..TURNS {
                gate.turn(&lost).await.over();
            }
            assert_eq!(gate.inside(), TURNS as u32);
            slow.into_iter().for_each(super::Turn::over);
        });
        assert_eq!((gate.inside(), lost.load(Ordering::Relaxed)), (0, 0));
    }

    #[test]
    fn who_waits_is_woken_by_a_turn_that_is_over() {
        let (gate, lost) = (Gate::new(), AtomicU32::new(0));
        runtime().block_on(async {
            for _ in 0..10 * TURNS {
                gate.turn(&lost).await.over();
            }
        });
        assert_eq!(
            gate.slots
                .iter()
                .filter(|s| s.load(Ordering::Relaxed) != 0)
                .count(),
            0
        );
    }

    #[test]
    fn a_turn_that_is_dropped_is_counted_as_lost() {
        let (gate, lost) = (Gate::new(), AtomicU32::new(0));
        runtime().block_on(async { drop(gate.turn(&lost).await) });
        assert_eq!((gate.inside(), lost.load(Ordering::Relaxed)), (0, 1));
        assert_eq!(gate.lost(), 1);
        gate.forgive();
        assert_eq!(gate.lost(), 0);
    }
}
