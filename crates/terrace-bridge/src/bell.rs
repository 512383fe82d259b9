//! Ends the rest of the translator's thread from any other thread, without blocking.

use rustix::event::{EventfdFlags, eventfd};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::{AtomicBool, Ordering};

/// See the module. Only this process has its descriptor.
#[derive(Debug)]
pub(crate) struct Bell {
    event: OwnedFd,
    rung: AtomicBool,
}

impl Bell {
    pub(crate) fn new() -> std::io::Result<Bell> {
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK;
        Ok(Bell {
            event: eventfd(0, flags)?,
            rung: AtomicBool::new(false),
        })
    }

    /// One write, unless it was rung already.
    pub(crate) fn ring(&self) {
        if !self.rung.swap(true, Ordering::SeqCst) {
            // The counter is at most 1.
            let _ = rustix::io::write(&self.event, &1u64.to_ne_bytes());
        }
    }

    /// Heard: what is flagged after this rings again.
    pub(crate) fn hush(&self) {
        let mut count = [0; 8];
        let _ = rustix::io::read(&self.event, &mut count);
        self.rung.store(false, Ordering::SeqCst);
    }
}

impl AsFd for Bell {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.event.as_fd()
    }
}

/// Whose turn it is to be looked at, and the bell that says so.
#[derive(Debug)]
pub(crate) struct Call {
    bell: std::sync::Arc<Bell>,
    called: AtomicBool,
}

impl Call {
    pub(crate) fn new(bell: std::sync::Arc<Bell>) -> Call {
        Call {
            bell,
            called: AtomicBool::new(false),
        }
    }

    pub(crate) fn raise(&self) {
        self.called.store(true, Ordering::SeqCst);
        self.bell.ring();
    }

    pub(crate) fn take(&self) -> bool {
        self.called.swap(false, Ordering::SeqCst)
    }
}
