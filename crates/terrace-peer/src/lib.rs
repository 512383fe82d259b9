//! The side of a Linux process: connect to Terrace's translator, send to a channel and listen to it.
//!
//! ```no_run
//! use terrace_peer::{Connection, Roles};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut levels = Connection::open("/run/terrace/translator.sock".as_ref(), "levels", Roles::SEND)?;
//! levels.send(1, b"42", None)?;
//! # Ok(())
//! # }
//! ```
//!
//! [`Connection`] is what a program uses; [`greeting`] is the few bytes that go over the socket before
//! the rings do, of which `sdk/linux` has the same in C.
//!
//! Not for: controlling the daemon (the command `terrace`, or its control socket).
//! Source: Hijack (2012), section V; docs/design/translator.md.
#![forbid(unsafe_code)]

mod connection;
pub mod greeting;

pub use connection::{ConnectError, Connection, Ended, Received, SendError};
pub use greeting::Roles;
