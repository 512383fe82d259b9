//! The daemon: a virtual machine as a service, with a control socket, a state directory that
//! survives its death, and metrics; and the client of that socket.
//!
//! ```text
//!   terrace ps --- socket ---> server -> orders ---> Controller (terrace-vm)
//!                                  \        \-----> depot: images, compiled programs
//!                                   \-------------> ledger: what is installed, should run
//!                     watcher <--- events --- Controller          \--> state.db
//! ```
//!
//! [`Daemon`] is the way in for a service, [`client::Client`] for what talks to one, and
//! [`load_app`] for whoever runs apps in a process of its own.
//!
//! Not for: arguments and tables of the command (`bins/terrace`).
#![forbid(unsafe_code)]

pub mod answers;
pub mod client;
mod clock;
mod daemon;
mod database;
mod depot;
mod http;
mod ledger;
mod line;
mod load;
mod lock;
mod machine;
mod metrics;
mod orders;
pub mod place;
pub mod protocol;
mod refuse;
mod rendezvous;
mod reply;
mod restore;
mod server;
mod signals;
mod socket;
mod watch;

pub use daemon::{Daemon, DaemonConfig, OpenError};
pub use database::DatabaseError;
pub use depot::DepotError;
pub use line::Patience;
pub use load::{LoadAppError, load_app};
pub use lock::LockError;
pub use machine::StopSwitch;
pub use rendezvous::{Bridge, Rendezvous};
pub use server::ServerConfig;
pub use socket::SocketError;
