//! A device: the apps it runs, and what they may use together.

use super::{AppName, Bytes};
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
    /// What runs; at least one.
    pub apps: Vec<DeviceApp>,
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
}

fn one() -> u32 {
    1
}
