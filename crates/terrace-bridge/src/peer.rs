//! A Linux process with a channel open: its socket, its event, and a ring each way.

use crate::bell::Call;
use crate::incoming::Incoming;
use crate::limits::{DEAF, VAIN};
use crate::outgoing::Outgoing;
use crate::turn::Turn;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::{Duration, Instant};
use terrace_ring::{PushError, RingError};
use terrace_vm::ChannelError;

/// Why a peer is let go.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Broken {
    #[error("the ring was damaged: {0}; the connection is closed")]
    Ring(#[from] RingError),
    #[error("the ring was damaged: {0}; the connection is closed")]
    Push(PushError),
    #[error(transparent)]
    Channel(#[from] ChannelError),
}

/// See the module.
pub(crate) struct Peer {
    pub(crate) stream: UnixStream,
    pub(crate) event: OwnedFd,
    pub(crate) uid: u32,
    pub(crate) pid: i32,
    pub(crate) channel: String,
    pub(crate) incoming: Option<Incoming>,
    pub(crate) outgoing: Option<Outgoing>,
    /// The channel has something for it.
    pub(crate) call: Arc<Call>,
    /// Bytes of its rings and buffers.
    pub(crate) memory: usize,
    /// Its socket has ended: what it sent before finds room until then, or is given up.
    pub(crate) leaves: Option<Instant>,
    /// How long that is, from the end of the socket and from each message that found room.
    pub(crate) farewell: Duration,
    /// Wake-ups in a row that brought nothing.
    pub(crate) vain: u32,
    /// It is not heard until then.
    pub(crate) deaf: Option<Instant>,
    /// There is work for it, or may be.
    pub(crate) ready: bool,
    /// When it is looked at again if nobody calls.
    pub(crate) retry: Option<Instant>,
}

impl Peer {
    /// Serve both directions, a bounded number of messages.
    pub(crate) fn turn(&mut self) -> Result<Turn, Broken> {
        let incoming = self.incoming.as_mut().map(Incoming::turn).transpose()?;
        if self.leaves.is_some() && self.incoming.as_ref().is_some_and(|i| i.moved) {
            self.leave();
        }
        let outgoing = match self.leaves {
            None => self.outgoing.as_mut().map(Outgoing::turn).transpose()?,
            Some(_) => None,
        };
        let turn = incoming.max(outgoing).unwrap_or(Turn::Vain);
        self.vain = if turn == Turn::Vain {
            self.vain.saturating_add(1)
        } else {
            0
        };
        if self.vain >= VAIN {
            self.vain = 0;
            self.deaf = Instant::now().checked_add(DEAF);
        }
        Ok(turn)
    }

    /// Its socket has ended, or something it sent before has found room since.
    pub(crate) fn leave(&mut self) {
        let now = Instant::now();
        self.leaves = Some(now.checked_add(self.farewell).unwrap_or(now));
    }

    /// When something in the channel that waits for its time is due, monotonic ns.
    pub(crate) fn due(&self) -> Option<u64> {
        self.outgoing
            .as_ref()
            .map(|o| o.due)
            .filter(|due| *due != u64::MAX)
    }

    /// Has it gone, and is nothing of it left, or too late?
    pub(crate) fn is_done(&mut self, now: Instant) -> bool {
        let Some(until) = self.leaves else {
            return false;
        };
        now >= until || self.incoming.as_mut().is_none_or(Incoming::is_empty)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        if let Some(incoming) = &self.incoming {
            incoming.end();
        }
        if let Some(outgoing) = &self.outgoing {
            outgoing.end();
        }
    }
}
