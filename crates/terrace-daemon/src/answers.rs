//! What the daemon answers, as data. The same types are read by the client.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use terrace_vm::{
    Cell, ChannelInfo, EventKind, FaultInfo, Mark, Marks, MemoryInfo, Occurrence, PartitionEvent,
    PartitionInfo, Proof, ProviderInfo, Record, Source, State, UserInfo,
};

/// Who answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pong {
    /// Version of Terrace.
    pub version: String,
    /// Version of the protocol.
    pub protocol: u32,
    /// The daemon's process.
    pub pid: u32,
    /// Its state directory.
    pub state_dir: String,
    /// Nanoseconds since it was ready.
    pub uptime_ns: u64,
    /// What it may not do as it should, one sentence each.
    pub degraded: Vec<String>,
}

/// How far an installation is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum InstallStep {
    /// The image is whole and its manifest is good.
    Checked {
        /// The app's name.
        name: String,
        /// Its version.
        version: String,
        /// Bytes of Wasm.
        wasm_bytes: u64,
    },
    /// Its program is being compiled, which may take seconds.
    Compiling,
    /// It was compiled before.
    Cached,
    /// Compiled.
    Compiled {
        /// How long it took, in nanoseconds.
        took_ns: u64,
    },
}

/// The end of an installation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Installed {
    /// The app.
    pub app: AppInfo,
    /// The digest of the app of that name that it replaced, if it was another.
    pub replaced: Option<String>,
}

/// An installed app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppInfo {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The digest of its image, `sha256:...`.
    pub digest: String,
    /// Wall clock, ns since 1970.
    pub installed_at: u64,
    /// Bytes of its image.
    pub image_bytes: u64,
    /// How many partitions of it exist.
    pub partitions: usize,
    /// Why it cannot be started; none if it can.
    pub problem: Option<String>,
}

/// A partition by both its names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Started {
    /// `slot.generation`.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A part of a trace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TracePage {
    /// Names of partitions by their ids, those not told before.
    pub names: Vec<(u64, String)>,
    /// What happened, worker by worker.
    pub workers: Vec<Marks>,
}

/// A message was accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sent {
    /// The channel.
    pub channel: String,
    /// Bytes of the message.
    pub bytes: usize,
    /// In how many queues it waits; none, if nobody listens to a broadcast.
    pub queues: u32,
}

/// Everything about one partition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inspection {
    /// What `ps` tells.
    pub partition: PartitionInfo,
    /// The digest of the installed image of its app, which the next `start` runs; none if it is not
    /// installed any more. The partition itself runs `partition.image`.
    pub digest: Option<String>,
    /// The version of that app.
    pub version: Option<String>,
    /// Arguments instead of the manifest's.
    pub args: Option<Vec<String>>,
    /// Variables beside the manifest's.
    pub env: Vec<(String, String)>,
    /// Is it started again when the daemon is?
    pub kept: bool,
    /// Log records and output lines lost so far.
    pub lost_records: u64,
    /// The app's manifest, as text.
    pub manifest: Option<String>,
}

/// What a wait found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The partition's name.
    pub name: String,
    /// Its state.
    pub state: State,
    /// False: the time passed and it had not ended.
    pub ended: bool,
    /// Its exit status, if it ended without a fault.
    pub exit_status: Option<i32>,
    /// Its fault, if it ended by one.
    pub fault: Option<FaultInfo>,
}

/// Records of one partition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogPage {
    /// In order.
    pub records: Vec<Record>,
    /// The sequence number to ask for next.
    pub next: u64,
    /// Records of this partition lost so far.
    pub lost: u64,
}

/// The machine as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// Nanoseconds since the daemon was ready.
    pub uptime_ns: u64,
    /// Worker threads.
    pub workers: usize,
    /// Partitions by state.
    pub partitions: BTreeMap<String, u64>,
    /// How many partitions may exist.
    pub partitions_limit: usize,
    /// Installed apps.
    pub apps: usize,
    /// Processor time of all partitions that exist.
    pub cpu_ns: u64,
    /// Bytes Linux holds for them.
    pub memory_committed: u64,
    /// Bytes guaranteed to those that live.
    pub memory_guaranteed: u64,
    /// Bytes that may be guaranteed.
    pub memory_limit: u64,
    /// How often partitions that exist were started again.
    pub restarts: u64,
    /// Faults since the daemon was ready, by kind.
    pub faults: BTreeMap<String, u64>,
    /// Log records and output lines lost by partitions that exist.
    pub lost_records: u64,
    /// The sequence number of the next event.
    pub next_event: u64,
    /// Clients connected.
    pub clients: usize,
}
