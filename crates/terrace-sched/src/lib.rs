//! Scheduling policies as pure state machines: events in, decisions out.
//!
//! A worker's dispatcher and the ring of threaded partitions ask a [`Policy`] what to run; the
//! controller asks a [`RestartPolicy`] whether to start again what has ended. Nothing here
//! knows what a partition is, reads a clock, starts a thread or does I/O, so everything can be
//! driven by random events on a simulated clock, and is, in this crate's tests.
//!
//! A policy is one file. [`FixedPriority`] is the only one so far; earliest deadline first,
//! tables of windows and servers belong to the same trait.
//!
//! # Invariants
//! I1. No dependency, no clock, no thread, no I/O, no unsafe code.
//! I2. Nothing is allocated after construction.
//!
//! Source: DESIGN.md 3.2; first paper, section 2; RTDroid 2.2.2.
#![forbid(unsafe_code)]

mod account;
mod fixed_priority;
mod levels;
mod policy;
mod refills;
mod restart;
mod slot;
mod task;
mod time;

pub use fixed_priority::FixedPriority;
pub use policy::{Decision, Event, Overrun, Policy};
pub use restart::{ExitKind, RestartPolicy, RestartRule};
pub use task::{AdmitError, Budget, OverrunAction, Params, Priority, TaskId};
pub use time::{Instant, Span};
