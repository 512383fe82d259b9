//! A mutex with priority inheritance: a holder that somebody more important waits for runs at
//! that priority, so that a thread in between cannot hold both up.
//!
//! For the few locks that threads of different real-time priority share. Not recursive.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};

/// See the module. The mutex lives in a box: a pthread mutex must not move.
pub struct PiMutex<T> {
    raw: Box<UnsafeCell<libc::pthread_mutex_t>>,
    value: UnsafeCell<T>,
}

// SAFETY: the value is reached only through the lock, by one thread at a time.
unsafe impl<T: Send> Send for PiMutex<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for PiMutex<T> {}

impl<T> std::fmt::Debug for PiMutex<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PiMutex")
    }
}

impl<T> PiMutex<T> {
    /// A free mutex.
    #[must_use]
    pub fn new(value: T) -> PiMutex<T> {
        let raw = Box::new(UnsafeCell::new(libc::PTHREAD_MUTEX_INITIALIZER));
        // SAFETY: zero is a valid start for an attribute, which `init` overwrites.
        let mut attributes: libc::pthread_mutexattr_t = unsafe { std::mem::zeroed() };
        // SAFETY: `attributes` and `raw` live through the calls; the mutex is not in use yet,
        // and its box keeps it in place for its life.
        unsafe {
            libc::pthread_mutexattr_init(&raw mut attributes);
            libc::pthread_mutexattr_setprotocol(&raw mut attributes, libc::PTHREAD_PRIO_INHERIT);
            libc::pthread_mutex_init(raw.get(), &raw const attributes);
            libc::pthread_mutexattr_destroy(&raw mut attributes);
        }
        PiMutex {
            raw,
            value: UnsafeCell::new(value),
        }
    }

    /// Take it; waits for the holder.
    pub fn lock(&self) -> PiGuard<'_, T> {
        // SAFETY: initialised in `new`, in place since.
        let answer = unsafe { libc::pthread_mutex_lock(self.raw.get()) };
        assert_eq!(
            answer, 0,
            "a mutex that is initialised and not recursive can be locked"
        );
        PiGuard { mutex: self }
    }
}

impl<T> Drop for PiMutex<T> {
    fn drop(&mut self) {
        // SAFETY: nobody holds it: a guard borrows the mutex.
        unsafe { libc::pthread_mutex_destroy(self.raw.get()) };
    }
}

/// Holds the mutex.
pub struct PiGuard<'a, T> {
    mutex: &'a PiMutex<T>,
}

impl<T> Deref for PiGuard<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the guard is the lock.
        unsafe { &*self.mutex.value.get() }
    }
}

impl<T> DerefMut for PiGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the guard is the lock, and is borrowed mutably.
        unsafe { &mut *self.mutex.value.get() }
    }
}

impl<T> Drop for PiGuard<'_, T> {
    fn drop(&mut self) {
        // SAFETY: held by this thread, which made the guard.
        unsafe { libc::pthread_mutex_unlock(self.mutex.raw.get()) };
    }
}

#[cfg(test)]
mod tests {
    use super::PiMutex;
    use crate::thread::{Class, pin, set_class};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::channel;
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    /// Run on the first core at this real-time priority.
    fn fifo(priority: u8) -> bool {
        pin(0).is_ok() && set_class(Class::Fifo(priority)).is_ok()
    }

    /// Three threads on one core. The least important holds the lock that the most important waits
    /// for, while one in between computes until that has it: without inheritance it computes until
    /// it gives up, because the holder never runs.
    #[test]
    fn a_holder_is_not_held_up_by_who_matters_less_than_the_one_that_waits() {
        if !std::thread::spawn(|| fifo(30)).join().unwrap() {
            eprintln!("skipped: this process may not use SCHED_FIFO");
            return;
        }
        const GIVES_UP: Duration = Duration::from_secs(10);
        let order = Arc::new(Mutex::new(Vec::new()));
        let lock = Arc::new(PiMutex::new(()));
        let computing = Arc::new(AtomicBool::new(false));
        let served = Arc::new(AtomicBool::new(false));
        let (held, is_held) = channel();
        let low = std::thread::spawn({
            let (order, lock, computing) = (order.clone(), lock.clone(), computing.clone());
            move || {
                assert!(fifo(10));
                let guard = lock.lock();
                held.send(()).unwrap();
                // Resting, not spinning: the core is free for the one in between to begin.
                while !computing.load(Ordering::Acquire) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                order.lock().unwrap().push("low lets go");
                drop(guard);
            }
        });
        is_held.recv().unwrap();
        let (waits, will_wait) = channel();
        let high = std::thread::spawn({
            let (order, lock, served) = (order.clone(), lock.clone(), served.clone());
            move || {
                assert!(fifo(30));
                waits.send(()).unwrap();
                let _guard = lock.lock();
                order.lock().unwrap().push("high has it");
                served.store(true, Ordering::Release);
            }
        });
        // On its core nobody less important runs from here until it waits for the lock.
        will_wait.recv().unwrap();
        let between = std::thread::spawn(move || {
            assert!(fifo(20));
            let begun = Instant::now();
            computing.store(true, Ordering::Release);
            while !served.load(Ordering::Acquire) && begun.elapsed() < GIVES_UP {
                std::hint::spin_loop();
            }
            order.lock().unwrap().push("in between ends");
            order
        });
        let order = between.join().unwrap();
        low.join().unwrap();
        high.join().unwrap();
        let order = order.lock().unwrap();
        assert_eq!(*order, ["low lets go", "high has it", "in between ends"]);
    }

    #[test]
    fn counts_are_not_lost() {
        let count = Arc::new(PiMutex::new(0u32));
        let threads: Vec<_> = (0..4)
            .map(|_| {
                let count = count.clone();
                std::thread::spawn(move || (0..10_000).for_each(|_| *count.lock() += 1))
            })
            .collect();
        threads.into_iter().for_each(|t| t.join().unwrap());
        assert_eq!(*count.lock(), 40_000);
    }
}
