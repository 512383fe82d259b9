//! Scheduling policies as pure state machines: events in, decisions out.
//!
//! A worker's dispatcher and the ring of threaded partitions ask a [`Policy`] what to run; the
//! controller asks a [`RestartPolicy`] whether to start again what has ended. Nothing here
//! knows what a partition is, reads a clock, starts a thread or does I/O, so everything can be
//! driven by random events on a simulated clock, and is, in this crate's tests.
//!
//! A policy is one file: [`FixedPriority`], [`EarliestDeadline`], a [`CyclicTable`] of windows
//! inside which priority is fixed, and [`Servers`] over any of them. The simulation of
//! `terrace-analysis` drives the same code.
//!
//! # Invariants
//! I1. No dependency, no clock, no thread, no I/O, no unsafe code.
//! I2. Nothing is allocated after construction.
//!
//! Source: DESIGN.md 3.2; first paper, section 2; RTDroid 2.2.2.
#![forbid(unsafe_code)]

mod account;
mod books;
mod cyclic;
mod edf;
mod fixed_priority;
mod levels;
mod policy;
mod refills;
mod restart;
mod servers;
mod slot;
mod task;
mod time;

pub use cyclic::{CyclicTable, FrameWindow, TableError};
pub use edf::EarliestDeadline;
pub use fixed_priority::FixedPriority;
pub use policy::{Decision, Event, Overrun, Policy};
pub use restart::{ExitKind, RestartPolicy, RestartRule};
pub use servers::{MAX_CHUNKS, ServerId, ServerRule, Servers};
pub use task::{AdmitError, Budget, OverrunAction, Params, Priority, TaskId};
pub use time::{Instant, Span};
