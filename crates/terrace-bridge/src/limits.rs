//! What peers may have.

use std::time::Duration;

/// See the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Connections at once, those in the handshake included.
    pub peers: usize,
    /// Connections of one user at once.
    pub peers_of_user: usize,
    /// Bytes of all rings and buffers.
    pub memory: usize,
    /// Time for a request to arrive.
    pub handshake: Duration,
    /// Time for each message that a process has sent before it went to find room in its channel.
    pub farewell: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            peers: 64,
            peers_of_user: 32,
            memory: 256 << 20,
            handshake: Duration::from_secs(2),
            farewell: Duration::from_secs(2),
        }
    }
}

/// Bytes of a ring at least: short messages are not to fill it while the other side is woken.
pub(crate) const RING_BYTES: usize = 64 << 10;
/// Messages that a ring has room for at least.
pub(crate) const RING_RECORDS: usize = 2;
/// Messages of one peer in one direction in one turn.
pub(crate) const TURN_MESSAGES: usize = 32;
/// Bytes of one peer in one direction in one turn, or one message.
pub(crate) const TURN_BYTES: usize = 1 << 20;
/// Wake-ups in a row that bring nothing, until a peer is not heard for a while.
pub(crate) const VAIN: u32 = 64;
/// How long it is not heard.
pub(crate) const DEAF: Duration = Duration::from_millis(5);
/// How long something blocked waits at most before it is tried again.
pub(crate) const RETRY: Duration = Duration::from_millis(50);
