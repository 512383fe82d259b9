//! The only crate that names Wasmtime: compiled programs, and guests that run in fibers.
//!
//! An [`Engine`] compiles Wasm ahead of time and loads verified artefacts as [`Program`]s,
//! shared by all their instances. A [`Guest`] is one instance in a store of its own: a future
//! that whoever schedules polls, and that gives the processor back at a safe point whenever
//! its [`Monitor`] wants attention. What a guest asks of the outside goes through that
//! monitor, which the crate above implements.
//!
//! # Invariants
//! I1. Nothing is mapped as code that was not compiled by this engine configuration and
//!     verified: loading takes a [`terrace_image::aot_cache::SealedArtefact`], which only
//!     verification can make.
//! I2. A trap, an exhausted limit, or a lie in a pointer ends the guest's future with an
//!     [`Outcome`]; it never panics and never reaches another store.
//! I3. Every epoch deadline stays at "current + 1", so that one increment of the epoch is
//!     seen by every running guest at its next safe point.
//! I4. Between two switches of a running guest nothing is allocated here.
//!
//! Not for: who runs when (`terrace-vm`), policies (`terrace-sched`).
//!
//! Source: DESIGN.md 3.1 and 3.2; MVM (2001) section 2, "share everything, replicate only
//! what differs".

mod call_calls;
mod control_calls;
mod engine;
pub mod exchange;
mod file_calls;
mod gate;
mod guest;
mod message_calls;
mod meter;
mod monitor;
mod outcome;
mod output;
mod program;
mod provider_calls;
mod realtime_calls;
mod socket_calls;
mod state;
mod system_calls;
mod wasi;
mod window;
mod window_calls;

pub use call_calls::{Calls, Outgoing};
pub use engine::{BootError, CompileError, Engine, EngineConfig};
pub use guest::{Guest, GuestError, GuestSpec};
pub use message_calls::{Messages, Sending};
pub use meter::MemoryMeter;
pub use monitor::{ControlCall, Lifecycle, Monitor, Next, Realtime, Rest, ServiceOrder, Stream};
pub use outcome::{Fault, Frame, Outcome};
pub use program::{Grants, LoadError, Program, ProgramKind};
pub use provider_calls::{
    ProviderAct, ProviderAnswer, ProviderRefusal, ProviderRequest, ProviderRows, Providers,
};
pub use wasi::{DirGrant, Standard, WasiSpec};
pub use window::{Blank, Sent, WindowSeat};

/// Prepare the calling thread to run guests, so that the first switch is not slower than the rest.
pub fn prepare_thread() {
    wasmtime::Engine::tls_eager_initialize();
}
