//! Descriptors that Linux is asked to tell of, each under a token.

use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, EventData};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Duration;

pub(crate) use rustix::event::epoll::{Event, EventFlags};

/// See the module.
#[derive(Debug)]
pub(crate) struct Poll(OwnedFd);

impl Poll {
    pub(crate) fn new() -> io::Result<Poll> {
        Ok(Poll(epoll::create(CreateFlags::CLOEXEC)?))
    }

    pub(crate) fn watch(&self, what: impl AsFd, token: u64, flags: EventFlags) -> io::Result<()> {
        epoll::add(&self.0, what, EventData::new_u64(token), flags)?;
        Ok(())
    }

    /// No more of it, whoever else has the descriptor.
    pub(crate) fn forget(&self, what: impl AsFd) {
        // It was watched, or is not.
        let _ = epoll::delete(&self.0, what);
    }

    /// What happened, at the latest after this time; without one when something did.
    pub(crate) fn wait(&self, events: &mut Vec<Event>, rest: Option<Duration>) -> io::Result<()> {
        events.clear();
        let spec = rest.and_then(|rest| Timespec::try_from(rest).ok());
        let buffer = rustix::buffer::spare_capacity(events);
        match epoll::wait(&self.0, buffer, spec.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
            Err(cause) => Err(cause.into()),
        }
    }
}
