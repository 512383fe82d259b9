//! What an app may use. What is not granted is denied.

use super::word::words;
use crate::bounds;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::{collections::BTreeMap, net::SocketAddr, path::PathBuf};

/// What the app may use. What is not granted is denied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(default, deny_unknown_fields)]
pub struct Permissions {
    /// Arguments after the partition's name.
    #[schemars(example = vec!["--fast", "input.txt"], extend("x-bounds" = bounds::all_args("items")))]
    pub args: Vec<String>,
    /// Monotonic and wall clock.
    #[schemars(example = false)]
    pub clock: bool,
    /// Random numbers.
    #[schemars(example = false)]
    pub random: bool,
    /// May it manage other partitions.
    #[schemars(example = true)]
    pub control: bool,
    /// Addresses it may listen on and connect to: an IP address and a port.
    #[schemars(example = vec!["127.0.0.1:8080"], with = "Vec<String>", extend("uniqueItems" = true))]
    #[schemars(length(max = bounds::NETWORK), inner(regex(pattern = "^.+:[0-9]+$")))]
    pub network: Vec<SocketAddr>,
    /// Folders it sees; no guest path twice.
    #[schemars(example = serde_json::json!([{ "host": "data", "guest": "/data", "access": "read" }]))]
    #[schemars(length(max = bounds::DIRS))]
    pub dirs: Vec<DirGrant>,
    /// Variables of its environment.
    #[schemars(example = serde_json::json!({ "LANG": "C" }), with = "BTreeMap<String, String>")]
    #[schemars(extend("x-bounds" = bounds::all_args("variables")))]
    #[serde(serialize_with = "table")]
    pub env: Vec<(String, String)>,
}

/// A folder of the host that the app sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DirGrant {
    /// Folder of the host; a relative one starts at the manifest's folder.
    #[schemars(example = &"data", length(min = 1))]
    #[serde(serialize_with = "super::path")]
    pub host: PathBuf,
    /// Where the app sees it: `.` or an absolute path without `..`, `//` or a slash at its end.
    #[schemars(example = &"/data", regex(pattern = r"^(\.|/|(/[^/]+)+)$"))]
    pub guest: String,
    /// What it may do there.
    #[schemars(example = &"write", default = "read")]
    pub access: Access,
}

fn read() -> Access {
    Access::Read
}

words! {
    /// What an app may do in a folder.
    pub enum Access {
        /// Read files and list folders.
        Read = "read",
        /// Read, and also make, change and remove.
        Write = "write",
    }
}

impl Default for Permissions {
    fn default() -> Permissions {
        Permissions {
            args: Vec::new(),
            clock: true,
            random: true,
            control: false,
            network: Vec::new(),
            dirs: Vec::new(),
            env: Vec::new(),
        }
    }
}

fn table<S: Serializer>(pairs: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(k, v)| (k, v)))
}
