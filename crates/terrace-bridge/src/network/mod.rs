//! The network path: packets that Linux routes to a partition's address go straight into its channel, and what
//! the partition sends goes to Linux as packets.
//!
//! ```text
//!   Linux's network -- TUN device -- thread `network` --> channel `into` --> partition
//!                                                     <-- channel `out`  <--
//! ```
//!
//! The partition has a network stack of its own; there is none of ours. As networks do, this one drops what
//! finds no room, and counts it.
//!
//! # Invariants
//! I1. A partition sends only from its own addresses: who gets a packet can believe its address.
//! I2. Into a real-time channel one packet goes at a time.
//! I3. Nothing here waits for a partition, nor for Linux to take a packet.
//!
//! Source: Hijack (2012), section V (cosnet); docs/design/translator.md.

mod gateway;
mod packet;

use crate::bell::Bell;
use gateway::Turns;
use serde::{Deserialize, Serialize};
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use terrace_host::Refused;
use terrace_host::tun::Tun;
use terrace_vm::Controller;

/// A network of Linux and partitions. The device file's `[network]` and `[[route]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// The TUN device.
    pub device: String,
    /// Linux's own address in it, and how many of its bits are the network's. None: an operator has
    /// configured the device.
    pub address: Option<(Ipv4Addr, u8)>,
    /// Which addresses are partitions'.
    pub routes: Vec<Route>,
}

/// An address of partitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// The address.
    pub address: Ipv4Addr,
    /// The channel that packets to it go into.
    pub into: String,
    /// The channel whose messages are packets from it.
    pub out: String,
}

/// Packets so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traffic {
    /// To partitions.
    pub delivered: u64,
    /// From partitions.
    pub sent: u64,
    /// To partitions, without room, or to no partition's address.
    pub dropped: u64,
    /// From partitions: no packet of their own address, or not taken by Linux.
    pub refused: u64,
}

#[derive(Debug, Default)]
struct Counts {
    delivered: AtomicU64,
    sent: AtomicU64,
    dropped: AtomicU64,
    refused: AtomicU64,
}

struct Shared {
    bell: Arc<Bell>,
    stop: AtomicBool,
    counts: Counts,
}

/// Why there is no gateway.
#[derive(Debug, thiserror::Error)]
pub enum GatewayError {
    /// The device.
    #[error(transparent)]
    Device(#[from] Refused),
    /// A descriptor or a thread.
    #[error("Linux does not give what the network needs: {0}; see `ulimit -n`")]
    Linux(#[from] io::Error),
}

/// See the module. Closed when dropped.
pub struct Gateway {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Gateway {
    /// Open the device, and carry packets.
    ///
    /// # Errors
    /// [`GatewayError`] says what Linux refused.
    pub fn start(controller: Controller, network: Network) -> Result<Gateway, GatewayError> {
        /// Of Ethernet, which most paths carry.
        const MTU: u16 = 1500;
        let tun = Tun::open(&network.device)?;
        if let Some((address, prefix)) = network.address {
            tun.configure(address, prefix, MTU)?;
        }
        let shared = Arc::new(Shared {
            bell: Arc::new(Bell::new()?),
            stop: AtomicBool::new(false),
            counts: Counts::default(),
        });
        let turns = Turns::new(controller, tun, network.routes, shared.clone())?;
        let thread = std::thread::Builder::new()
            .name("network".to_owned())
            .spawn(move || turns.run())?;
        Ok(Gateway {
            shared,
            thread: Some(thread),
        })
    }

    /// Packets so far.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        let counts = &self.shared.counts;
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Traffic {
            delivered: of(&counts.delivered),
            sent: of(&counts.sent),
            dropped: of(&counts.dropped),
            refused: of(&counts.refused),
        }
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.shared.bell.ring();
        if self
            .thread
            .take()
            .is_some_and(|thread| thread.join().is_err())
        {
            tracing::error!("the network's thread panicked");
        }
    }
}
