//! Bounded queues in memory that two sides share, of which neither trusts the other.
//!
//! [`byte_ring`] is the queue between a Linux process and Terrace: records of bytes, one producer,
//! one consumer, wait-free. [`shared`] makes and maps the memory it lies in. The ring itself is
//! written over [`words::Words`], so that the same code runs over mapped memory, over plain memory in
//! tests, and over loom's model of memory.
//!
//! [`queue`] and [`pool`] are what messages between partitions are made of: a bounded queue by
//! priority, and memory for messages that is there before the first one is sent. [`exchange`] says
//! whose each buffer of a window is. They are safe code for one thread at a time; their owner has
//! the lock.
//!
//! Not for: who may send what (`terrace-vm`).
//! Source: Hijack (2012), section V; RTDroid (2017), 3.5; docs/design/translator.md.

pub mod byte_ring;
pub mod exchange;
pub mod pool;
pub mod queue;
pub mod shared;
pub mod words;

pub use byte_ring::{Consumer, Layout, Producer, PushError, Record, RingError};
pub use pool::{Pool, Slot};
pub use queue::{Delivery, DropPolicy, Offer, Order, Queue};
pub use shared::{Mapping, SharedError};
