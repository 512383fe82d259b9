//! The preemption timer: a one-shot timer whose expiry interrupts the very thread that armed it.
//!
//! A POSIX timer sends a real-time signal to its own thread; the handler raises the thread's
//! attention flag and runs the engine's epoch bump. No second thread stands between
//! the clock and the worker (Gandalf: an event goes straight to who waits for it), and
//! nothing is masked: the guest goes on until its next safe point.
//!
//! # Invariants
//! I1. The handler only loads and stores atomics and calls `bump`, which must do no more
//!     than that: it runs between any two instructions of the thread.
//! I2. `CURRENT` points to the `Interrupt`, and `TIMER` to the `Clock`, owned by this thread's
//!     `PreemptTimer`, or both are null; they are cleared before that timer is dropped, and both happen on this thread.
//! I3. At most one `PreemptTimer` per thread.
//! I4. The flag is raised before the epoch moves, and a guest's next deadline is one beyond the epoch as it
//!     was before the flag was looked at. So whoever raises it after that look passes the deadline:
//!     nothing that is raised is lost, whenever it comes.
//! I5. `armed` is never later than the time Linux has, and `DISARMED` when it has none.
//!
//! Source: DESIGN.md 3.2 and 3.5.

use std::cell::Cell;
use std::io;
use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering, fence};
use std::sync::{Arc, Once};

/// What an expiry does; shared with whoever wants to interrupt the thread in the same way.
pub struct Interrupt {
    attention: AtomicBool,
    bump: Box<dyn Fn() + Send + Sync>,
    armed: AtomicU64,
    /// The time for which the timer was set that expired; 0: none since it was asked for.
    expired: AtomicU64,
}

impl std::fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Interrupt")
            .field("attention", &self.attention)
            .finish_non_exhaustive()
    }
}

const DISARMED: u64 = u64::MAX;

/// A guest that nothing interrupts gives its worker a look at least so often: to publish what it has
/// used, and to leave Linux its part.
const WATCH_NS: u64 = 10_000_000;

impl Interrupt {
    /// `bump` must be async-signal-safe (I1): an atomic increment, no lock, no allocation.
    pub fn new(bump: impl Fn() + Send + Sync + 'static) -> Arc<Interrupt> {
        Arc::new(Interrupt {
            attention: AtomicBool::new(false),
            bump: Box::new(bump),
            armed: AtomicU64::new(DISARMED),
            expired: AtomicU64::new(0),
        })
    }

    /// The time (monotonic ns) for which the timer was set that has expired since this was last asked.
    pub fn take_expired(&self) -> Option<u64> {
        if self.expired.load(Ordering::Relaxed) == 0 {
            return None;
        }
        Some(self.expired.swap(0, Ordering::Relaxed)).filter(|&at| at != 0)
    }

    /// Ask the thread to look at its inbox at the next safe point. Any thread, or a signal handler.
    pub fn raise(&self) {
        // Release pairs with the Acquire in `pending` and `take`: what was queued before is seen.
        // A swap: who sees a later request's flag sees what was queued before the earlier ones', too.
        self.attention.swap(true, Ordering::Release);
        // Pairs with the guest's load of the epoch, an Acquire: who sees the new one sees the flag (I4).
        fence(Ordering::Release);
        (self.bump)();
    }

    /// Make running guests look for attention, without asking this thread for any. Any thread.
    pub fn bump(&self) {
        // As in `raise`, for what the caller has stored.
        fence(Ordering::Release);
        (self.bump)();
    }

    /// Is attention wanted? Read by generated code's epoch callback.
    #[must_use]
    pub fn pending(&self) -> bool {
        self.attention.load(Ordering::Acquire)
    }

    /// Lower the flag, before looking at the inbox.
    pub fn take(&self) -> bool {
        self.attention.swap(false, Ordering::AcqRel)
    }
}

thread_local! {
    static CURRENT: Cell<*const Interrupt> = const { Cell::new(ptr::null()) };
    static TIMER: Cell<*const Clock> = const { Cell::new(ptr::null()) };
}

/// Interrupt the calling thread at `at` (monotonic ns), or before, if it has a timer: for what is
/// learnt while a guest runs. As [`PreemptTimer::arm_by`].
pub fn remind(at: u64) {
    let timer = TIMER.get();
    if !timer.is_null() {
        // SAFETY: I2: the timer of this thread owns it while TIMER is set, and we run on that thread.
        unsafe { &*timer }.arm_by(at);
    }
}

extern "C" fn on_expiry(_: libc::c_int) {
    let target = CURRENT.get();
    if target.is_null() {
        return;
    }
    // SAFETY: I2: the timer of this thread keeps the target alive while CURRENT is set, and
    // we run on that thread.
    let target = unsafe { &*target };
    let at = target.armed.swap(DISARMED, Ordering::Relaxed);
    // The first one counts until somebody looks. A signal of a time that was set anew meanwhile has none.
    if at != DISARMED && target.expired.load(Ordering::Relaxed) == 0 {
        target.expired.store(at, Ordering::Relaxed);
    }
    target.raise();
}

fn signal_number() -> libc::c_int {
    libc::SIGRTMIN() + 4
}

fn install_handler() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: zero is a valid `sigaction`; the fields that matter are set below.
        let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
        action.sa_sigaction = on_expiry as *const () as usize;
        action.sa_flags = libc::SA_RESTART | libc::SA_ONSTACK;
        // SAFETY: `action` is initialised and lives through the call; the handler obeys I1.
        unsafe { libc::sigaction(signal_number(), &raw const action, ptr::null_mut()) };
    });
}

#[derive(Debug)]
struct Clock {
    id: libc::timer_t,
    target: Arc<Interrupt>,
}

/// A one-shot timer of the calling thread.
#[derive(Debug)]
pub struct PreemptTimer {
    /// In a box: `TIMER` points to it.
    clock: Box<Clock>,
    /// Belongs to the thread that made it (I2).
    _here: PhantomData<*const ()>,
}

impl PreemptTimer {
    /// A timer that raises `target` on the calling thread.
    ///
    /// # Errors
    /// When Linux has no timer left for this user (`ulimit -i`).
    pub fn new(target: Arc<Interrupt>) -> io::Result<PreemptTimer> {
        install_handler();
        // SAFETY: zero is a valid `sigevent`.
        let mut event: libc::sigevent = unsafe { std::mem::zeroed() };
        event.sigev_notify = libc::SIGEV_THREAD_ID;
        event.sigev_signo = signal_number();
        // SAFETY: always succeeds.
        event.sigev_notify_thread_id = unsafe { libc::gettid() };
        let mut id: libc::timer_t = ptr::null_mut();
        // SAFETY: both pointers live through the call.
        if unsafe { libc::timer_create(libc::CLOCK_MONOTONIC, &raw mut event, &raw mut id) } != 0 {
            return Err(io::Error::last_os_error());
        }
        CURRENT.set(Arc::as_ptr(&target));
        let clock = Box::new(Clock { id, target });
        TIMER.set(ptr::from_ref(&*clock));
        Ok(PreemptTimer {
            clock,
            _here: PhantomData,
        })
    }

    /// Interrupt this thread at `at` (monotonic ns), or as soon as possible if that has passed.
    ///
    /// One system call; none if the timer is already set to an earlier time that has not
    /// come. An early expiry costs the running guest one safe point, a system call on every
    /// switch costs every guest.
    pub fn arm_by(&self, at: u64) {
        self.clock.arm_by(at);
    }

    /// A guest is about to run with no time to be interrupted at: its worker looks now and then.
    /// No system call if the timer is set to anything.
    pub fn keep_watch(&self, now: u64) {
        if self.clock.target.armed.load(Ordering::Relaxed) == DISARMED {
            self.arm_by(now.saturating_add(WATCH_NS));
        }
    }
}

impl Clock {
    fn arm_by(&self, at: u64) {
        if self.target.armed.load(Ordering::Relaxed) <= at {
            return;
        }
        // An expiry of the time before, in between, only makes it be set once more (I5).
        self.target.armed.store(at, Ordering::Relaxed);
        // 0 would stop it.
        let spec = libc::itimerspec {
            it_interval: timespec(0),
            it_value: timespec(at.max(1)),
        };
        // SAFETY: `id` is a live timer of ours, `spec` lives through the call.
        unsafe {
            libc::timer_settime(
                self.id,
                libc::TIMER_ABSTIME,
                &raw const spec,
                ptr::null_mut(),
            )
        };
    }
}

fn timespec(ns: u64) -> libc::timespec {
    libc::timespec {
        tv_sec: libc::time_t::try_from(ns / 1_000_000_000).unwrap_or(libc::time_t::MAX),
        tv_nsec: libc::c_long::try_from(ns % 1_000_000_000).unwrap_or(0),
    }
}

impl Drop for PreemptTimer {
    fn drop(&mut self) {
        CURRENT.set(ptr::null());
        TIMER.set(ptr::null());
        // SAFETY: `id` is a live timer of ours and is not used again. A signal already on its
        // way finds CURRENT null (I2).
        unsafe { libc::timer_delete(self.clock.id) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::monotonic_ns;
    use std::sync::atomic::AtomicU32;

    #[test]
    fn a_spinning_thread_is_interrupted_not_before_its_time() {
        static BUMPS: AtomicU32 = AtomicU32::new(0);
        let target = Interrupt::new(|| {
            BUMPS.fetch_add(1, Ordering::Relaxed);
        });
        let timer = PreemptTimer::new(target.clone()).unwrap();
        for _ in 0..20 {
            let at = monotonic_ns() + 200_000;
            timer.arm_by(at);
            while !target.pending() {
                std::hint::spin_loop();
            }
            assert!(monotonic_ns() >= at);
            assert!(target.take());
            assert_eq!(target.take_expired(), Some(at));
            assert_eq!(target.take_expired(), None);
        }
        assert!(BUMPS.load(Ordering::Relaxed) >= 20);
    }

    #[test]
    fn a_watch_is_kept_as_long_as_it_is_asked_for() {
        let target = Interrupt::new(|| {});
        let timer = PreemptTimer::new(target.clone()).unwrap();
        for _ in 0..3 {
            let begin = monotonic_ns();
            timer.keep_watch(begin);
            while !target.pending() {
                std::hint::spin_loop();
            }
            assert!(monotonic_ns() >= begin + WATCH_NS);
            target.take();
        }
        // Nobody asked: it stays silent.
        let until = monotonic_ns() + 2 * WATCH_NS;
        while monotonic_ns() < until {
            std::hint::spin_loop();
        }
        assert!(!target.pending());
    }

    #[test]
    fn a_watch_changes_nothing_of_a_time_that_is_set() {
        let target = Interrupt::new(|| {});
        let timer = PreemptTimer::new(target.clone()).unwrap();
        let at = monotonic_ns() + 2 * WATCH_NS;
        timer.arm_by(at);
        timer.keep_watch(monotonic_ns());
        while !target.pending() {
            std::hint::spin_loop();
        }
        assert!(monotonic_ns() >= at);
    }
}
