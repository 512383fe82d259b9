//! Every order of the steps by which a guest's attention is asked for: the protocol of
//! `terrace_host::preempt` (`raise`, `take`) and of the check in the guest's code, step by step. Code that is
//! generated cannot run in loom's memory; `crates/terrace-engine/tests/attention.rs` holds it to this.

use loom::sync::Arc;
use loom::sync::atomic::{AtomicBool, AtomicU64, Ordering, fence};
use loom::thread;

#[derive(Default)]
struct Shared {
    flag: AtomicBool,
    epoch: AtomicU64,
    /// What was queued before the flag was raised.
    queued: AtomicU64,
}

impl Shared {
    fn raise(&self) {
        self.queued.fetch_add(1, Ordering::Relaxed);
        self.flag.swap(true, Ordering::Release);
        fence(Ordering::Release);
        self.epoch.fetch_add(1, Ordering::Relaxed);
    }

    /// The guest's check: the look at the flag, if the deadline has passed. True if it gives way.
    fn check(&self, deadline: &mut u64) -> bool {
        if self.epoch.load(Ordering::Relaxed) < *deadline {
            return false;
        }
        let seen = self.epoch.load(Ordering::Acquire);
        let wanted = self.flag.load(Ordering::Acquire);
        *deadline = seen + 1;
        wanted
    }
}

/// A guest that runs while `raisers` ask: what was asked for was seen, or the next check looks.
fn nothing_is_lost(raisers: usize) {
    loom::model(move || {
        let shared = Arc::new(Shared::default());
        let threads: Vec<_> = (0..raisers)
            .map(|_| {
                let shared = shared.clone();
                thread::spawn(move || shared.raise())
            })
            .collect();
        let mut deadline = 1;
        let mut served = 0;
        for _ in 0..2 {
            if shared.check(&mut deadline) {
                // The worker reads its inbox, and the guest goes on.
                shared.flag.swap(false, Ordering::AcqRel);
                served = shared.queued.load(Ordering::Relaxed);
            }
        }
        for thread in threads {
            thread.join().unwrap();
        }
        if served < raisers as u64 {
            // Not all was served: the very next check finds it.
            assert!(shared.check(&mut deadline), "a request was lost");
            shared.flag.swap(false, Ordering::AcqRel);
            assert_eq!(shared.queued.load(Ordering::Relaxed), raisers as u64);
        }
    });
}

#[test]
fn one_request_is_seen() {
    nothing_is_lost(1);
}

#[test]
fn of_two_requests_the_second_is_seen_too() {
    nothing_is_lost(2);
}
