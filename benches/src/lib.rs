//! The benchmarks of Terrace, each beside its rival in the same run.
//!
//! # Invariants
//! I1. A rival runs in turns with ours (A B A B), so that drift of the machine hits both.
//! I2. No time is asserted: a missed target is printed as missed, and the run succeeds.
//! I3. A figure is never shown without the machine it was measured on.
//!
//! How to run and read them: docs/book/src/benchmarks.md.
#![forbid(unsafe_code)]

pub mod bench;
pub mod binder;
pub mod bulk;
pub mod call;
pub mod compute;
pub(crate) mod contest;
pub mod cost_plot;
pub mod deadlines;
pub mod events;
pub(crate) mod flood;
pub mod jitter;
pub mod kill;
pub mod machine_facts;
pub mod many;
pub mod memory;
pub mod message;
pub mod outsider;
pub mod places;
pub mod plot;
pub mod preempt;
pub mod programs;
pub mod proof;
pub mod report;
pub mod rival;
pub mod sample;
pub mod start;
pub mod switch;
pub mod table;
pub mod translator;
pub(crate) mod ways;
