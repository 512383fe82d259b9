//! From a channel into a peer's ring.

use crate::limits::{TURN_BYTES, TURN_MESSAGES};
use crate::peer::{Broken, Turn};
use std::os::fd::BorrowedFd;
use terrace_ring::{Mapping, Producer};
use terrace_vm::{Subscriber, Taken};

/// See the module.
pub(crate) struct Outgoing {
    ring: Producer<Mapping>,
    subscriber: Subscriber,
    longest: usize,
    /// When something that waits for its time is due, monotonic ns.
    pub(crate) due: u64,
    pub(crate) messages: u64,
}

impl Outgoing {
    pub(crate) fn new(ring: Producer<Mapping>, subscriber: Subscriber) -> Outgoing {
        Outgoing {
            longest: subscriber.message_bytes() as usize,
            ring,
            subscriber,
            due: u64::MAX,
            messages: 0,
        }
    }

    /// Put some messages into the ring. What does not fit waits in the channel, by its policy.
    pub(crate) fn turn(&mut self) -> Result<Turn, Broken> {
        let (mut messages, mut bytes) = (0, 0);
        let turn = loop {
            if messages >= TURN_MESSAGES || bytes >= TURN_BYTES {
                break Turn::More;
            }
            if !self.ring.fits(self.longest)? && self.ring.prepare_wait(self.longest)?.is_some() {
                break Turn::Idle;
            }
            let ring = &mut self.ring;
            let taken = self.subscriber.take(|message| {
                ring.push(message.kind, message.bytes)
                    .map(|()| message.bytes.len())
            })?;
            match taken {
                Taken::Message(Ok(length)) => (messages, bytes) = (messages + 1, bytes + length),
                Taken::Message(Err(error)) => return Err(Broken::Push(error)),
                Taken::Nothing { due } => {
                    self.due = due;
                    break Turn::Idle;
                }
            }
        };
        self.messages += messages as u64;
        if messages > 0 && self.ring.take_wish() {
            self.ring.count_event();
            self.ring.words().wake_for_data();
        }
        if messages == 0 && turn == Turn::Idle {
            return Ok(Turn::Vain);
        }
        Ok(turn)
    }

    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.ring.words().descriptor()
    }

    pub(crate) fn message_bytes(&self) -> u32 {
        self.subscriber.message_bytes()
    }

    /// Its memory goes back to Linux, whoever else has it.
    pub(crate) fn end(&self) {
        self.ring.close();
        self.ring.words().wake_for_data();
        let _ = self.ring.words().discard();
    }
}
