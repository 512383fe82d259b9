//! A device: the apps it runs, and what they may use together.

use super::word::words;
use super::{AppName, Bytes, Chain, Label, Span, TaskPath};
use crate::{bounds, position::Position};
use schemars::JsonSchema;
use serde::Serialize;
use std::{net::Ipv4Addr, path::PathBuf};

/// The apps of a device, and what they may use together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Device {
    /// What the device is called.
    pub name: Option<AppName>,
    /// What all partitions together may use.
    pub memory: Option<Bytes>,
    /// Worker threads; without it, one per core.
    pub workers: Option<u16>,
    /// The longest section of the monitor that nothing interrupts, as measured on the device.
    pub masked: Option<Span>,
    /// What is done when something important waits for a resource that another holds.
    pub protocol: Protocol,
    /// What runs; at least one.
    pub apps: Vec<DeviceApp>,
    /// Workers that are not plain fixed-priority ones.
    pub worker_plans: Vec<WorkerPlan>,
    /// Servers of aperiodic work.
    pub servers: Vec<Server>,
    /// Paths of data through several apps.
    pub chains: Vec<Chain>,
    /// Linux users that may use channels.
    pub peers: Vec<Peer>,
    /// The network of Linux and partitions.
    pub network: Option<Network>,
    /// Its addresses that are partitions'.
    pub routes: Vec<Route>,
}

/// One app of a device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DeviceApp {
    /// The app's folder or image; a relative path starts at the device file's folder.
    pub path: PathBuf,
    /// How many partitions of it.
    pub count: u32,
    /// What its partitions are called, instead of the app's name; has the form of [`AppName`].
    pub name: Option<String>,
    /// Arguments instead of those of the app's manifest.
    pub args: Option<Vec<String>>,
    /// Permissions it has, by which channels and interfaces of others may name it.
    pub permissions: Vec<Label>,
    /// The worker of what its manifest binds to none.
    pub worker: Option<u16>,
    /// Where `path` stands in the device file, for errors about what is there.
    pub at: Position,
}

/// A device file as it is written.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code, reason = "its schema is used, never a value")]
pub(crate) struct DeviceFile {
    #[schemars(default)]
    device: DeviceKeys,
    /// What runs; at least one.
    #[schemars(length(min = 1))]
    app: Vec<DeviceAppKeys>,
    /// Workers that are not plain fixed-priority ones.
    #[schemars(default)]
    worker: Vec<WorkerPlan>,
    /// Servers of aperiodic work.
    #[schemars(default)]
    server: Vec<Server>,
    /// Paths of data through several apps.
    #[schemars(default)]
    chain: Vec<Chain>,
    /// Linux users that may use channels.
    #[schemars(default)]
    peer: Vec<Peer>,
    /// The network of Linux and partitions.
    network: Option<Network>,
    /// Its addresses that are partitions'.
    #[schemars(default)]
    route: Vec<Route>,
}

/// The device itself.
#[derive(Default, Serialize, JsonSchema)]
#[schemars(default, deny_unknown_fields)]
pub(crate) struct DeviceKeys {
    /// What the device is called.
    #[schemars(example = &"bench-robot")]
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<AppName>,
    /// What all partitions together may use. Without it, what the machine has.
    #[schemars(example = &"256 MiB", extend("x-bounds" = bounds::DEVICE_MEMORY.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<Bytes>,
    /// Worker threads. Without it, one per core.
    #[schemars(example = 2)]
    #[schemars(range(min = bounds::DEVICE_WORKERS.min, max = bounds::DEVICE_WORKERS.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    workers: Option<u16>,
    /// The longest section of the monitor that nothing interrupts, as measured on the device:
    /// it may hold up every task once in a release.
    #[schemars(example = &"20 us", extend("x-bounds" = bounds::START.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    masked: Option<Span>,
    /// What is done when something important waits for a resource that another holds.
    #[schemars(example = &"ceiling")]
    protocol: Protocol,
}

/// One app of the device; once for each.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code, reason = "its schema and reference are used, never a value")]
pub(crate) struct DeviceAppKeys {
    /// The app's folder or image; a relative path starts at the device file's folder.
    #[schemars(example = &"apps/heartbeat", length(min = 1))]
    path: PathBuf,
    /// How many partitions of it.
    #[schemars(example = 3, default = "one")]
    #[schemars(range(min = bounds::COUNT.min, max = bounds::COUNT.max))]
    count: u32,
    /// What its partitions are called, instead of the app's name; no two apps the same.
    #[schemars(example = &"pulse")]
    name: Option<AppName>,
    /// Arguments instead of those of the app's manifest.
    #[schemars(example = vec!["--fast"], extend("x-bounds" = bounds::all_args("items")))]
    args: Option<Vec<String>>,
    /// Permissions it has, by which channels and interfaces of others may name it.
    #[schemars(example = vec!["speech"], default, length(max = bounds::GRANTS))]
    #[schemars(extend("uniqueItems" = true))]
    permissions: Vec<Label>,
    /// The worker (core) of what its manifest binds to none; without it, worker 0 in the
    /// analysis, any when it runs.
    #[schemars(example = 1)]
    #[schemars(range(min = bounds::WORKER.min, max = bounds::WORKER.max))]
    worker: Option<u16>,
}

words! {
    /// What is done when something important waits for a resource that another holds.
    #[derive(Default)]
    pub enum Protocol {
        /// The holder runs at the priority of the most important one that waits.
        #[default]
        Inheritance = "inheritance",
        /// The holder runs at the priority of the most important one that ever uses it.
        Ceiling = "ceiling",
        /// Nothing.
        None = "none",
    }
}

/// How one worker chooses who runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct WorkerPlan {
    /// Which worker, counted from 0.
    #[schemars(example = 0)]
    #[schemars(range(min = bounds::WORKER.min, max = bounds::WORKER.max))]
    pub id: u16,
    /// Who runs first.
    #[schemars(example = &"edf", default = "fixed")]
    pub policy: WorkerPolicy,
    /// The length of the table of windows, after which it begins again. Needs `windows`.
    #[schemars(example = &"100 ms", extend("x-bounds" = bounds::PERIOD.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<Span>,
    /// Windows of the frame, in which one app has the worker alone; they do not overlap.
    #[schemars(example = serde_json::json!([{ "app": "pulse", "start": "0 ms", "length": "20 ms" }]))]
    #[schemars(default, length(max = bounds::NESTED))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
}

fn fixed() -> WorkerPolicy {
    WorkerPolicy::FixedPriority
}

words! {
    /// Who runs first on a worker.
    pub enum WorkerPolicy {
        /// The most important by its priority.
        FixedPriority = "fixed-priority",
        /// The one whose deadline comes first.
        Edf = "edf",
    }
}

/// A part of a frame in which one app has the worker alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Window {
    /// The app, as it is called on the device.
    #[schemars(example = &"pulse")]
    pub app: AppName,
    /// When it begins in the frame.
    #[schemars(example = &"0 ms", extend("x-bounds" = bounds::START.to_string()))]
    pub start: Span,
    /// How long it is.
    #[schemars(example = &"20 ms", extend("x-bounds" = bounds::COST.to_string()))]
    pub length: Span,
}

/// Processor time for work that has no period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Server {
    /// What it is called.
    #[schemars(example = &"ui")]
    pub name: Label,
    /// When its budget can be used.
    #[schemars(example = &"sporadic")]
    pub kind: ServerKind,
    /// Processor time in each period.
    #[schemars(example = &"1 ms", extend("x-bounds" = bounds::COST.to_string()))]
    pub budget: Span,
    /// How often the budget comes back; at least the budget.
    #[schemars(example = &"5 ms", extend("x-bounds" = bounds::PERIOD.to_string()))]
    pub period: Span,
    /// Its fixed priority; larger is more important.
    #[schemars(example = 60)]
    #[schemars(range(min = bounds::PRIORITY.min, max = bounds::PRIORITY.max))]
    pub priority: u8,
    /// The worker (core) it is on.
    #[schemars(example = 0, default)]
    #[schemars(range(min = bounds::WORKER.min, max = bounds::WORKER.max))]
    pub worker: u16,
    /// What it serves, as `APP/SERVICE/TASK` or `APP/RECEIVER`.
    #[schemars(example = vec!["remote/settings"], default, length(max = bounds::NESTED))]
    #[schemars(extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub serves: Vec<TaskPath>,
}

/// A Linux user whose processes may use channels. The user of the daemon may use all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Peer {
    /// The user, by number.
    #[schemars(example = 1000)]
    #[schemars(range(min = bounds::UID.min, max = bounds::UID.max))]
    pub uid: u32,
    /// Channels its processes may send to.
    #[schemars(example = vec!["settings"], default, length(max = bounds::GRANTS))]
    #[schemars(extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub send: Vec<Label>,
    /// Channels its processes may receive from.
    #[schemars(example = vec!["levels"], default, length(max = bounds::GRANTS))]
    #[schemars(extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub receive: Vec<Label>,
    /// The priority of what they send; larger is more important. Without it, below all others.
    #[schemars(example = 10)]
    #[schemars(range(min = bounds::PRIORITY.min, max = bounds::PRIORITY.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<u8>,
}

/// A network of Linux and partitions, as a TUN device of Linux.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Network {
    /// The device's name. It is made, unless an operator has.
    #[schemars(example = &"terrace0")]
    #[schemars(extend("pattern" = bounds::interface_pattern()))]
    pub name: String,
    /// Linux's own address in it. Without it, an operator configures the device.
    #[schemars(example = &"10.77.0.1")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Ipv4Addr>,
    /// How many of the address's bits are the network's.
    #[schemars(example = 24, default = "usual_prefix")]
    #[schemars(range(min = bounds::PREFIX.min, max = bounds::PREFIX.max))]
    pub prefix: u8,
}

/// [`Network::prefix`] if the file does not say.
pub(crate) fn usual_prefix() -> u8 {
    24
}

/// An address that is a partition's: packets to it go into a channel, and what comes out of another are
/// packets from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Route {
    /// The address; no two routes the same.
    #[schemars(example = &"10.77.0.2")]
    pub address: Ipv4Addr,
    /// The channel that packets to it go into, each one message.
    #[schemars(example = &"packets")]
    pub into: Label,
    /// The channel whose messages are packets from it.
    #[schemars(example = &"replies")]
    pub out: Label,
}

words! {
    /// When a server's budget can be used.
    pub enum ServerKind {
        /// At the beginning of its period only; what is not used then is lost.
        Polling = "polling",
        /// At any time of its period.
        Deferrable = "deferrable",
        /// At any time; it comes back one period after it was used.
        Sporadic = "sporadic",
    }
}

fn one() -> u32 {
    1
}
