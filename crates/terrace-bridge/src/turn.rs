//! A turn of one direction of a peer: how much it may move, and how it ends.

use crate::limits::{TURN_BYTES, TURN_MESSAGES};

/// How a turn ended, from the least work left to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Turn {
    /// There was nothing to do.
    Vain,
    /// Nothing is left.
    Idle,
    /// What is left waits for room in the channel.
    Blocked,
    /// More is there.
    More,
}

/// What a turn has moved so far.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    messages: usize,
    bytes: usize,
}

impl Tally {
    /// A message of so many bytes was moved.
    pub(crate) fn count(&mut self, length: usize) {
        self.messages += 1;
        self.bytes += length;
    }

    /// Was anything moved?
    pub(crate) fn is_some(&self) -> bool {
        self.messages > 0
    }

    /// Is it the turn of others?
    pub(crate) fn is_full(&self) -> bool {
        self.messages >= TURN_MESSAGES || self.bytes >= TURN_BYTES
    }

    /// How the turn ends. The other side of the ring is told once of all that was moved.
    pub(crate) fn end(self, turn: Turn, tell: impl FnOnce()) -> Turn {
        match (self.messages, turn) {
            (0, Turn::Idle) => Turn::Vain,
            (0, turn) => turn,
            (_, turn) => {
                tell();
                turn
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_side_is_told_of_what_was_moved_and_of_nothing_else() {
        for turn in [Turn::Idle, Turn::Blocked, Turn::More] {
            let mut told = false;
            let nothing = Tally::default().end(turn, || told = true);
            let vain = turn == Turn::Idle;
            assert_eq!(nothing, if vain { Turn::Vain } else { turn });
            assert!(!told);
            let mut some = Tally::default();
            some.count(0);
            assert_eq!(some.end(turn, || told = true), turn);
            assert!(told);
        }
    }

    #[test]
    fn many_messages_or_many_bytes_fill_a_turn() {
        let mut many = Tally::default();
        for _ in 0..TURN_MESSAGES {
            assert!(!many.is_full());
            many.count(1);
        }
        assert!(many.is_full());
        let mut long = Tally::default();
        long.count(TURN_BYTES);
        assert!(long.is_full());
    }
}
