//! A message in a queue, and how it is sent.

use super::members::MemberId;
use terrace_ring::Slot;

/// A message on its way: where its bytes are, and what goes with them.
pub(super) struct Letter {
    pub(super) slot: Slot,
    pub(super) length: u32,
    pub(super) head: Head,
}

/// What goes with the bytes of a message.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head {
    /// Which member of the channel sent it.
    pub(super) from: MemberId,
    /// Its partition; 0: none.
    pub(super) sender: u64,
    pub(super) sent_ns: u64,
    /// When it is delivered: not before it is sent.
    pub(super) due_ns: u64,
    pub(super) kind: u32,
    pub(super) form: u32,
}

impl Letter {
    pub(super) fn copy(&self) -> Letter {
        Letter {
            slot: self.slot.share(),
            ..*self
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.slot.bytes()[..self.length as usize]
    }
}

/// How a slot is sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Posting {
    pub(super) length: u32,
    pub(super) kind: u32,
    pub(super) form: u32,
    pub(super) priority: u8,
    pub(super) at: u64,
}
