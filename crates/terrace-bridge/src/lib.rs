//! The bridge to Linux: the translator, through which ordinary processes use channels, and the network, whose
//! packets go through channels too ([`Gateway`]).
//!
//! ```text
//!   Linux process                  this process
//!     push --> ring (memfd) -- eventfd --> translator's thread --> channel --> partition
//!     pop  <-- ring (memfd) <--- futex --- translator's thread <-- channel <-- partition
//! ```
//!
//! A process connects to the translator's socket, names a channel that its user is permitted to use
//! ([`Permits`]), and gets a sealed ring each way. The other side is hostile by assumption.
//!
//! # Invariants
//! I1. Nothing here waits for a peer: a thread serves all of them in turns, a bounded number of
//!     messages each, and rests when none has work.
//! I2. What a peer gets is bounded ([`Limits`]): connections, memory, time for the handshake, messages
//!     that wait in a real-time channel, wake-ups that bring nothing.
//! I3. What a peer had (descriptors, mappings, its places in channels) goes when its socket ends,
//!     or when it breaks a rule, whatever else it keeps open.
//! I4. The eventfd that a peer holds is never read or written here: its other holder could make either
//!     block. Its edges are watched, and that is all.
//!
//! Not for: who controls the daemon (the control socket), what a channel does when it is full (the
//! virtual machine).
//! Source: Hijack (2012), section V; DESIGN.md 3.7; docs/design/translator.md.
#![forbid(unsafe_code)]

mod bell;
mod door;
mod incoming;
mod limits;
mod network;
mod outgoing;
mod peer;
mod permits;
mod poll;
mod rounds;
mod stations;
mod translator;
mod turn;

pub use limits::Limits;
pub use network::{Gateway, GatewayError, Network, Route, Traffic};
pub use permits::{Permit, Permits};
pub use translator::{PeerInfo, Translator};
