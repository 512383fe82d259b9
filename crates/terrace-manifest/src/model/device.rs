//! A device: the apps it runs, and what they may use together.

use super::word::words;
use super::{AppName, Bytes, Chain, Label, Span, TaskPath};
use crate::{bounds, position::Position};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

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
