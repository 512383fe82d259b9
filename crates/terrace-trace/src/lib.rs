//! Traces that Perfetto opens (<https://ui.perfetto.dev>): tracks with slices, moments and counters.
//!
//! Both a simulated schedule (`terrace check --perfetto`) and what a running device did are written
//! with this. The file is a sequence of packets, each complete in itself, so that it can be written as
//! it comes, and one that was cut off can still be opened.
//!
//! # Invariants
//! T1. Nothing is kept but the packet that is being written: memory does not grow with the trace.
//! T2. Tracks are drawn in the order in which they were made, those below a track under it.
//!
//! Times are nanoseconds from whatever the caller counts from. Events need not come in the order of
//! their times, but those of one track and moment must: an end before the next begin.
//!
//! Not for: real-time paths; it allocates and writes. Source: Perfetto, "Synthetic track event".
#![forbid(unsafe_code)]

pub mod schema;
mod writer;

pub use schema::Value;
pub use writer::{Track, Writer};

/// What one sees when one selects an event: names and values.
pub type Details<'a> = &'a [(&'a str, Value)];
