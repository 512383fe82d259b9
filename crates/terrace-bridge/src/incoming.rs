//! From a peer's ring into a channel.

use crate::peer::Broken;
use crate::stations::{Posted, Station};
use crate::turn::{Tally, Turn};
use std::os::fd::BorrowedFd;
use std::sync::Arc;
use terrace_ring::{Consumer, Mapping};

/// See the module.
pub(crate) struct Incoming {
    ring: Consumer<Mapping>,
    pub(crate) station: Arc<Station>,
    priority: u8,
    buffer: Vec<u8>,
    /// Length and kind of the message in the buffer that has not found room yet.
    pending: Option<(usize, u32)>,
    /// The last turn brought something into the channel.
    pub(crate) moved: bool,
}

impl Incoming {
    pub(crate) fn new(ring: Consumer<Mapping>, station: Arc<Station>, priority: u8) -> Incoming {
        Incoming {
            buffer: vec![0; ring.layout().longest()],
            ring,
            station,
            priority,
            pending: None,
            moved: false,
        }
    }

    /// Take some messages out of the ring.
    pub(crate) fn turn(&mut self) -> Result<Turn, Broken> {
        let mut tally = Tally::default();
        let turn = loop {
            if tally.is_full() {
                break Turn::More;
            }
            let (length, kind) = match self.pending.take() {
                Some(pending) => pending,
                None => match self.ring.pop(&mut self.buffer)? {
                    Some(record) => (record.length, record.kind),
                    None => break self.rest()?,
                },
            };
            match self
                .station
                .post(&self.buffer[..length], kind, self.priority)?
            {
                Posted::Accepted => tally.count(length),
                Posted::Blocked => {
                    self.pending = Some((length, kind));
                    break Turn::Blocked;
                }
            }
        };
        self.moved = tally.is_some();
        Ok(tally.end(turn, || {
            if self.ring.take_wish() {
                self.ring.count_event();
                self.ring.words().wake_for_room();
            }
        }))
    }

    fn rest(&mut self) -> Result<Turn, Broken> {
        Ok(match self.ring.prepare_wait()? {
            Some(_) => Turn::Idle,
            // Nothing comes any more, or it is there already.
            None if self.ring.is_empty()? => Turn::Idle,
            None => Turn::More,
        })
    }

    /// Does nothing wait?
    pub(crate) fn is_empty(&mut self) -> bool {
        // A ring that lies has nothing to deliver.
        self.pending.is_none() && self.ring.is_empty().unwrap_or(true)
    }

    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.ring.words().descriptor()
    }

    /// Its memory goes back to Linux, whoever else has it.
    pub(crate) fn end(&self) {
        self.ring.close();
        self.ring.words().wake_for_room();
        let _ = self.ring.words().discard();
    }
}
