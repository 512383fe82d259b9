//! A channel and its users, for reading.

use serde::{Deserialize, Serialize};

/// A channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelInfo {
    /// Unique on the device.
    pub name: String,
    /// The app that declares it.
    pub app: String,
    /// `message`, `broadcast`, `bulk` or `cross-context`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What a message is made of.
    pub element: String,
    /// Elements of one message.
    pub count: u32,
    /// Messages that may wait for one receiver.
    pub depth: u32,
    /// What a full queue does.
    pub drop: String,
    /// Messages that wait, for all receivers.
    pub waiting: u64,
    /// The most that ever waited in one queue.
    pub high_water: u64,
    /// Messages that were accepted.
    pub sent: u64,
    /// Messages that were taken, by each receiver.
    pub taken: u64,
    /// Messages that were refused.
    pub refused: u64,
    /// Messages that gave way to others.
    pub dropped: u64,
    /// Bytes of its slots.
    pub memory: u64,
    /// Slots that somebody has obtained or taken.
    pub held: u64,
    /// Who sends.
    pub senders: Vec<UserInfo>,
    /// Who receives.
    pub receivers: Vec<UserInfo>,
}

/// Somebody who has a channel open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserInfo {
    /// Its app; empty for a Linux process.
    pub app: String,
    /// Its partition, `slot.generation`; empty for a Linux process.
    pub id: String,
    /// Messages it sent, or took.
    pub messages: u64,
    /// Its messages that wait, of a sender's; those that wait for it, of a receiver's.
    pub waiting: u64,
    /// The most that ever waited for it; 0 of a sender.
    pub high_water: u64,
    /// Messages of it that were refused.
    pub refused: u64,
    /// Messages of it, or for it, that gave way to others.
    pub dropped: u64,
}
