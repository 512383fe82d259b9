//! The daemon: a virtual machine as a service, with a control socket, a state directory that
//! survives its death, and metrics; and the client of that socket.
//!
//! ```text
//!   terrace ps --- socket ---> Server -> Orders ---> Controller (terrace-vm)
//!                                           \-----> Depot: state.db, images/, aot/
//!                              Ledger <--- events ---/   what should run, written down
//! ```
//!
//! Not for: arguments and tables of the command (`bins/terrace`).
#![forbid(unsafe_code)]

pub mod answers;
pub mod client;
pub mod place;
pub mod protocol;
