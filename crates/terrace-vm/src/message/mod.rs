//! Messages between partitions, through channels that manifests declare.
//!
//! ```text
//!   sender's Mail -- obtain --> slot -- fill --> slot -- send --> queue -- take --> receiver's Mail
//!        ^                                                                             |
//!        +--------------------------- pool of the channel <------------- release ------+
//! ```
//!
//! A [`Channel`](channel::Channel) has a pool of slots and a queue; for a broadcast a queue for each
//! who receives. Each life of a partition has a [`Mail`](mail::Mail): the channels it has open and
//! the slots that are its own. [`Directory`](directory::Directory) knows channels by name, and who may
//! use them.
//!
//! # Invariants
//! I1. A slot is in the pool, in queues, or in one mail; a life that ends gives all of them back.
//! I2. There are as many slots as all queues have places and all members may hold: an
//!     obtain never fails for another's sake.
//! I3. Sending, taking and releasing do not allocate, and copy with no lock of a channel held.
//! I4. Locks are taken in the order mail, channel, agenda of a component. Bells take neither of the first two, and are rung when that of
//!     the channel is free again, but for those beyond the first few of a broadcast.
//!
//! Source: first paper (2016), section 3; RTDroid (2017), 3.5 and 4.3.1; DESIGN.md 3.4.

mod bell;
mod budget;
mod channel;
mod directory;
mod handles;
mod info;
mod intent;
mod letter;
mod mail;
mod members;
mod outside;
mod quota;
mod terms;

pub(crate) use directory::Directory;
pub(crate) use mail::{Mail, number};

pub use info::{ChannelInfo, UserInfo};
pub use intent::Draft as IntentDraft;
pub use outside::{ChannelError, Message, Publisher, Subscriber, Taken, after};
pub use terrace_manifest::Label;
