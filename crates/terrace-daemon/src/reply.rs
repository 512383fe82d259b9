//! The answers to one request, on their way to the client.

use crate::line::send;
use crate::machine::StopSwitch;
use crate::protocol::{ANSWER_BYTES, Answer, Content, Refusal, RefusalCode};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde::Serialize;
use std::io;
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// Why an order ended without its last answer.
#[derive(Debug)]
pub(crate) enum Break {
    /// It is refused; the client is told.
    Refused(Refusal),
    /// The client cannot be told anything any more.
    Gone(io::Error),
}

impl<T: Into<Refusal>> From<T> for Break {
    fn from(refusal: T) -> Break {
        Break::Refused(refusal.into())
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Reply<'a> {
    pub(crate) stream: &'a UnixStream,
    pub(crate) id: Option<u64>,
    pub(crate) patience: Duration,
    pub(crate) stop: &'a StopSwitch,
}

impl Reply<'_> {
    /// One of several answers.
    pub(crate) fn next<T: Serialize>(&self, item: &T) -> Result<(), Break> {
        self.send(Content::Next(item)).map_err(Break::Gone)
    }

    /// A list, cut into answers of `most` items.
    pub(crate) fn list<T: Serialize>(&self, items: &[T], most: usize) -> Result<(), Break> {
        items.chunks(most).try_for_each(|chunk| self.next(&chunk))
    }

    /// The last answer.
    pub(crate) fn finish<T: Serialize>(&self, result: Result<T, Break>) -> io::Result<()> {
        match result {
            Ok(answer) => self.send(Content::Ok(&answer)),
            Err(Break::Refused(refusal)) => self.refuse(&refusal),
            Err(Break::Gone(cause)) => Err(cause),
        }
    }

    /// The last answer, of the bad kind.
    pub(crate) fn refuse(&self, refusal: &Refusal) -> io::Result<()> {
        self.send(Content::<()>::Error(refusal))
    }

    /// Should what waits for something go on waiting? Not if the client has closed or the
    /// daemon stops.
    pub(crate) fn wanted(&self) -> Result<(), Break> {
        if self.stop.turned() {
            return Err(Refusal::new(RefusalCode::Stopping, "the daemon is stopping").into());
        }
        let mut fds = [PollFd::new(self.stream, PollFlags::RDHUP)];
        let at_once = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let polled = poll(&mut fds, Some(&at_once)).map_err(|e| Break::Gone(e.into()))?;
        if polled == 0 {
            Ok(())
        } else {
            Err(Break::Gone(io::ErrorKind::ConnectionReset.into()))
        }
    }

    fn send<T: Serialize>(&self, content: Content<'_, T>) -> io::Result<()> {
        let line = serde_json::to_vec(&Answer {
            id: self.id,
            content,
        })?;
        if line.len() < ANSWER_BYTES {
            return send(self.stream, line, self.patience);
        }
        let message = format!(
            "the answer has {} bytes, the limit is {ANSWER_BYTES}; ask for less",
            line.len()
        );
        let refusal = Refusal::new(RefusalCode::Internal, message);
        let line = serde_json::to_vec(&Answer {
            id: self.id,
            content: Content::<()>::Error(&refusal),
        })?;
        send(self.stream, line, self.patience)
    }
}
