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
    use std::sync::Arc;

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
