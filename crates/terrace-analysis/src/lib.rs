//! Proof before start: is every deadline met, is every buffer large enough, and how far is it
//! from not being so?
//!
//! A [`TaskSet`] is read from JSON or CSV, or made from the manifests of a device; [`analyse`]
//! answers for all of it, [`explain`] shows how the response time of one task comes about, and
//! [`Admission`] answers whether more tasks still fit. Nothing is rounded: times are exact
//! fractions ([`Exact`]) outside and whole numbers of a common unit inside, of 64 bits where
//! they suffice and of any size where they do not.
//!
//! # Invariants
//! A1. No I/O, no clock, no thread, no float in a verdict: the same set gives the same answer.
//! A2. Every answer names the formula it comes from; a bound and an average are told apart.
//! A3. Every loop is bounded by a budget of steps. What is not decided within it is said to be
//!     undecided and counts as not schedulable; nothing unproven is ever accepted.
//! A4. The order of the tasks in the input changes nothing but the order of the answer.
//!
//! Not for: choosing a policy, or running anything.
//! Source: DESIGN.md 3.8; RTDroid dissertation, chapter 5; each formula's own paper beside it.
#![forbid(unsafe_code)]

mod admission;
mod advise;
mod analyse;
mod answer;
mod device;
mod drawing;
mod exact;
mod explain;
mod model;
mod queues;
mod read;
mod render;
mod residents;
pub mod simulation;
mod solve;

pub use admission::{Admission, Refusal, failing};
pub use analyse::analyse;
pub use answer::{
    Advice, Answer, AperiodicAnswer, BufferAnswer, ChainAnswer, Memory, MemoryBound, Reference,
    Sensitivity, ServerAnswer, TaskAnswer, Tests, WorkerAnswer,
};
pub use device::{DevicePlan, Finding, Installed, Plan, Severity, Spot, TIME_UNIT, Void};
pub use drawing::{RowSummary, Summary, perfetto, svg, terminal};
pub use exact::{Exact, ExactError, Time};
pub use explain::{ExplainedJob, ExplainedStep, Explanation, Term, explain};
pub use model::{
    Activation, Aperiodic, Buffer, Chain, Flaw, Place, Policy, PriorityAssignment, Protocol, Queue,
    ResourceUse, Server, ServerKind, Table, Task, TaskSet, Window, Worker,
};
pub use read::MAX_TEXT;
pub use render::{Style, bytes, cheddar, junit, screen, time};
pub use residents::{
    Bystander, Candidate, ChangedTerms, Denied, Place as Residence, Residents, Standing,
};
