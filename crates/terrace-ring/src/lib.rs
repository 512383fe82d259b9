//! Bounded queues in memory that two sides share, of which neither trusts the other.
//!
//! [`byte_ring`] is the queue between a Linux process and Terrace: records of bytes, one producer,
//! one consumer, wait-free. [`shared`] makes and maps the memory it lies in. The ring itself is
//! written over [`words::Words`], so that the same code runs over mapped memory, over plain memory in
//! tests, and over loom's model of memory.
//!
//! Not for: queues within the monitor, or who may send what.
//! Source: Hijack (2012), section V; docs/design/translator.md.

pub mod byte_ring;
pub mod shared;
pub mod words;

pub use byte_ring::{Consumer, Layout, Producer, PushError, Record, RingError};
pub use shared::{Mapping, SharedError};
