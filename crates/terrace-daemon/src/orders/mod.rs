//! What each order does. Runs on the thread of the client that gave it.
//!
//! # Invariants
//! I1. What an answer says has happened is in the database before the answer is sent.
//! I2. Nothing here waits without end: what waits looks for a client that has gone, and for
//!     the stop of the daemon, at least twice a second.

mod apps;
mod channels;
mod partitions;
mod providers;
mod trace;
mod watching;

use crate::answers::Pong;
use crate::machine::Machine;
use crate::protocol::{self, Order, Refusal, RefusalCode};
use crate::reply::{Break, Reply};
use std::io;
use std::time::Duration;
use terrace_vm::{PartitionId, PartitionInfo};

/// Partitions in one answer: each may carry a backtrace.
const PARTITIONS_AT_ONCE: usize = 128;
/// Channels in one answer: each may have as many users as there are partitions.
const CHANNELS_AT_ONCE: usize = 4;
/// Small things in one answer.
const ITEMS_AT_ONCE: usize = 256;
/// How long what waits does so before it looks around (I2).
const SLICE: Duration = Duration::from_millis(250);

/// The orders of one client on the machine.
pub(crate) struct Orders<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) reply: Reply<'a>,
}

impl Orders<'_> {
    /// Do it and answer. An error means that the client cannot be answered.
    pub(crate) fn perform(&self, order: Order) -> io::Result<()> {
        let reply = &self.reply;
        match order {
            Order::Ping {} => reply.finish(Ok(self.ping())),
            Order::Install { path } => reply.finish(self.install(&path)),
            Order::Uninstall { app } => reply.finish(self.uninstall(&app)),
            Order::Images {} => reply.finish(reply.list(&self.machine.app_infos(), ITEMS_AT_ONCE)),
            Order::Start(start) => reply.finish(self.start(&start)),
            Order::Stop {
                partition,
                grace_ms,
            } => reply.finish(self.stop(&partition, grace_ms)),
            Order::Kill { partition } => reply.finish(self.kill(&partition)),
            Order::Suspend { partition } => reply.finish(self.suspend(&partition)),
            Order::Resume { partition } => reply.finish(self.resume(&partition)),
            Order::Restart { partition } => reply.finish(self.restart(&partition)),
            Order::Remove { partition } => reply.finish(self.remove(&partition)),
            Order::Ps {} => {
                reply.finish(reply.list(&self.machine.controller.list(), PARTITIONS_AT_ONCE))
            }
            Order::Inspect { partition } => reply.finish(self.inspect(&partition)),
            Order::Wait {
                partition,
                timeout_ms,
            } => reply.finish(self.wait(&partition, timeout_ms.map(Duration::from_millis))),
            Order::Logs(logs) => reply.finish(self.logs(&logs)),
            Order::Stats {} => {
                reply.finish(Ok(self.machine.stats(&self.machine.controller.list())))
            }
            Order::Events { from, follow } => reply.finish(self.events(from.unwrap_or(0), follow)),
            Order::Channels {} => {
                reply.finish(reply.list(&self.machine.controller.channels(), CHANNELS_AT_ONCE))
            }
            Order::Providers {} => {
                reply.finish(reply.list(&self.machine.controller.providers(), ITEMS_AT_ONCE))
            }
            Order::Query(query) => reply.finish(self.query(&query)),
            Order::Trace { ms } => reply.finish(self.trace(Duration::from_millis(ms))),
            Order::Send(send) => reply.finish(self.send(&send)),
            Order::Degraded {} => reply.finish(Ok(self.machine.degraded())),
            Order::Shutdown {} => {
                let told = reply.finish(Ok(()));
                self.machine.stop.turn();
                told
            }
        }
    }

    fn ping(&self) -> Pong {
        Pong {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: protocol::VERSION,
            pid: std::process::id(),
            state_dir: self.machine.state_dir.display().to_string(),
            uptime_ns: self.machine.uptime_ns(),
            degraded: self.machine.degraded(),
        }
    }

    /// The partition a client means.
    fn find(&self, reference: &str) -> Result<PartitionId, Refusal> {
        let refuse = |message| Refusal::new(RefusalCode::NoSuchPartition, message);
        if reference.is_empty() {
            return Err(refuse(
                "the partition's name is empty; give an id, a name, or a beginning of one"
                    .to_owned(),
            ));
        }
        self.machine.controller.find(reference).map_err(refuse)
    }

    fn info(&self, id: PartitionId) -> Result<PartitionInfo, Break> {
        Ok(self.machine.controller.info(id)?)
    }
}
