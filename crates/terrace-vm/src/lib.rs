//! Partitions, the controller and the dispatcher: many apps, one process, hard walls.
//!
//! [`Controller`] is the way in. Each partition is a fiber of `terrace-engine` on a worker
//! thread, or on a thread of its own; which one runs, a pure policy of `terrace-sched` decides.
//!
//! ```text
//!   any thread                 worker (one per core)             supervisor, journal, reaper
//!   Controller --- Command --> Port -> inbox -> policy -> fiber --- report --> restarts, events
//!              <-- Watched ---------------- state                 --- ring ----> logs, output
//! ```
//!
//! Not for: languages, files, sockets of people (see `bins/terrace` and `terrace-daemon`).
#![forbid(unsafe_code)]

mod app;
mod call;
mod component;
mod config;
mod control;
mod controller;
mod doorbell;
mod error;
mod events;
mod flood;
mod id;
mod journal;
mod launch;
mod message;
mod order;
mod partition;
mod pool;
mod port;
mod proof;
mod provider;
mod reaper;
mod record;
mod registry;
mod reports;
mod seat;
mod state;
mod supervise;
mod task;
mod timers;
mod trace;
mod turns;
mod window;
mod windows;
mod worker;

pub use app::{App, Overrides, grants};
pub use component::{CallbackInfo, ComponentInfo, ReleaseRecord, Spread, Tally};
pub use config::Config;
pub use controller::Controller;
pub use doorbell::Doorbell;
pub use error::{AdmitError, BootError, ControlError};
pub use events::{EventKind, Events, PartitionEvent};
pub use id::{NotAnId, PartitionId};
pub use journal::{Journal, Page, Sink};
pub use message::{
    ChannelError, ChannelInfo, IntentDraft, Label, Message, Publisher, Subscriber, Taken, UserInfo,
    after,
};
pub use partition::{FaultInfo, MemoryInfo, PartitionInfo};
pub use pool::EventLatency;
pub use proof::Proof;
pub use provider::{
    Cell, ProviderError, ProviderInfo, ProviderQuery, ProviderRefusal, Rows, examine_providers,
    text_arguments,
};
pub use record::{Record, Source};
pub use state::State;
pub use task::End;
pub use trace::{Mark, Marks, Occurrence, Trace};
