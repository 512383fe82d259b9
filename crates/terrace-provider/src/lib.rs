//! Content providers: an app's structured data in SQLite, served by URI.
//!
//! A [`Provider`] is what a manifest declares under `[[provider]]`, and the file that its rows are in. Everything
//! here may wait for the disk: callers run it on a thread that may wait. Who may read or write is decided before.
//!
//! # Invariants
//! P1. What a guest wrote never becomes SQL without being prepared, bound and guarded: see `question` and `guard`.
//! P2. A change is whole or not there, whatever ends: the guest, the thread's work, the process, the power. What a
//!     caller was told is on the disk.
//! P3. Nothing a guest does holds a lock or a snapshot of the file between two calls: the rows of a query are
//!     copied out at once, and bounded.
//! P4. Every piece of work ends: by itself, at its time, or soon after its guest.
//!
//! Not for: who may (terrace-vm), on which thread (terrace-engine).
//! Source: Android's ContentProvider; the first paper, section 3; docs/design/providers.md.
#![forbid(unsafe_code)]

mod connection;
mod guard;
mod leash;
mod observers;
mod provider;
mod question;
mod refusal;
mod schema;
mod uri;
mod value;

pub use leash::Abandon;
pub use observers::{Change, Listener, Observation};
pub use provider::{Census, Provider, Query};
pub use refusal::Refusal;
pub use uri::Uri;
pub use value::{Value, read_rows, write_arguments};
