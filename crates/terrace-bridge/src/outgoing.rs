//! From a channel into a peer's ring.

use crate::peer::Broken;
use crate::turn::{Tally, Turn};
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
}

impl Outgoing {
    pub(crate) fn new(ring: Producer<Mapping>, subscriber: Subscriber) -> Outgoing {
        Outgoing {
            longest: subscriber.message_bytes() as usize,
            ring,
            subscriber,
            due: u64::MAX,
        }
    }

    /// Put some messages into the ring. What does not fit waits in the channel, by its policy.
    pub(crate) fn turn(&mut self) -> Result<Turn, Broken> {
        let mut tally = Tally::default();
        let turn = loop {
            if tally.is_full() {
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
                Taken::Message(Ok(length)) => tally.count(length),
                Taken::Message(Err(error)) => return Err(Broken::Push(error)),
                Taken::Nothing { due } => {
                    self.due = due;
                    break Turn::Idle;
                }
            }
        };
        Ok(tally.end(turn, || {
            if self.ring.take_wish() {
                self.ring.count_event();
                self.ring.words().wake_for_data();
            }
        }))
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
