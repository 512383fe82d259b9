//! What an app in Rust may ask of Terrace, and what Terrace may ask of it.
//!
//! A command is a program with `main`: it may use every function here. A reactor is a
//! library (`crate-type = ["cdylib"]`) with an [`App`] and [`app!`]: the monitor calls it
//! when something happens, and it costs no processor in between. Both are built for
//! `wasm32-wasip1`, so files, arguments and standard streams are those of `std`, as far as the
//! manifest permits them.
//!
//! Every face here is thin: the calls themselves, generated from Terrace's `abi/` folder,
//! are in [`sys`].
//!
//! # Invariants
//! R1. A call that answers `again` is repeated in a loop: the loop's safe point is where the
//!     processor changes hands.
//! R2. `unsafe` is in `sys` only, in the slices of [`window`], in what [`app!`] exports, and where
//!     the memory of a release is filled.

pub mod bundle;
pub mod call;
pub mod clock;
pub mod component;
pub mod control;
pub mod log;
pub mod message;
pub mod partition;
pub mod provider;
mod reactor;
mod rest;
#[rustfmt::skip]
#[allow(unsafe_code)]
pub mod sys;
#[allow(unsafe_code)]
pub mod window;

pub use reactor::{App, Slot};
pub use rest::{Stopping, exit, sleep, sleep_until, stop_requested, yield_now};
pub use sys::{
    ChannelTerms, Code, Event, EventKind, FaultKind, Letter, Level, Limit, Limits, State, Status,
    TrimLevel,
};

/// A count or length, or the error a negative answer stands for.
fn answer(code: i32) -> Result<u32, Code> {
    u32::try_from(code).map_err(|_| Code::from_i32(code).unwrap_or(Code::Unsupported))
}

/// Nothing, or the error a negative answer stands for.
fn done(code: i32) -> Result<(), Code> {
    answer(code).map(|_| ())
}
