//! An app as its author declares it.

use super::{
    AppName, Bytes, Callback, Chain, Channel, Cpu, CpuKeys, Export, Gc, Memory, Permissions,
    Provider, Restart, Service, Source,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

/// An app as its author declares it: see M1 of the crate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(into = "AppFile")]
pub struct App {
    /// What it is called.
    pub name: AppName,
    /// Its version, of the form 1.2.3.
    pub version: String,
    /// What runs.
    pub program: Program,
    /// Its memory.
    pub memory: Memory,
    /// Its share of the processor.
    pub cpu: Cpu,
    /// What it may use.
    pub permissions: Permissions,
    /// What happens when it ends.
    pub restart: Restart,
    /// What it is made of, and what goes between it and others.
    pub components: Components,
}

/// What an app is made of, and what goes between it and others; empty for a plain program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Components {
    /// The collector of memory that is not real-time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gc: Option<Gc>,
    /// Services, with what is nested in them.
    #[serde(rename = "service", skip_serializing_if = "Vec::is_empty")]
    pub services: Vec<Service>,
    /// Receivers with memory of their own.
    #[serde(rename = "receiver", skip_serializing_if = "Vec::is_empty")]
    pub receivers: Vec<Callback>,
    /// Channels it declares.
    #[serde(rename = "channel", skip_serializing_if = "Vec::is_empty")]
    pub channels: Vec<Channel>,
    /// Interfaces it answers.
    #[serde(rename = "export", skip_serializing_if = "Vec::is_empty")]
    pub exports: Vec<Export>,
    /// Tables it keeps and serves.
    #[serde(rename = "provider", skip_serializing_if = "Vec::is_empty")]
    pub providers: Vec<Provider>,
    /// Paths of data with a deadline.
    #[serde(rename = "chain", skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<Chain>,
}

impl Components {
    /// What all real-time components together reserve.
    #[must_use]
    pub fn memory(&self) -> Bytes {
        let services = self.services.iter().map(Service::memory);
        let receivers = self.receivers.iter().map(Callback::memory_bytes);
        let all = services.chain(receivers).map(Bytes::get);
        Bytes::new(all.fold(0, u64::saturating_add))
    }

    /// Does it declare nothing?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Components::default()
    }
}

/// What runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Program {
    /// A program that is Wasm already.
    Wasm {
        /// Where it is; a relative path starts at the manifest's folder.
        #[serde(rename = "program", serialize_with = "super::path")]
        path: PathBuf,
    },
    /// Something to build.
    Source(Source),
}

impl App {
    /// The canonical text: parsing it gives the same app (M5).
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("strings, small integers and tables are all TOML has")
    }
}

/// A manifest as it is written.
#[derive(Clone, Serialize)]
pub(crate) struct AppFile {
    app: AppKeys,
    memory: Memory,
    cpu: Cpu,
    permissions: Permissions,
    restart: Restart,
    #[serde(flatten)]
    components: Components,
}

impl Serialize for Cpu {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        CpuKeys::from(self).serialize(to)
    }
}

impl From<App> for AppFile {
    fn from(app: App) -> AppFile {
        AppFile {
            app: AppKeys {
                head: AppHead {
                    name: app.name,
                    version: app.version,
                },
                program: app.program,
            },
            memory: app.memory,
            cpu: app.cpu,
            permissions: app.permissions,
            restart: app.restart,
            components: app.components,
        }
    }
}

#[derive(Clone, Serialize)]
struct AppKeys {
    #[serde(flatten)]
    head: AppHead,
    #[serde(flatten)]
    program: Program,
}

/// What the app is, and what runs: either `program`, or `language` and its build keys.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct AppHead {
    /// What the app is called: a lower-case letter or digit, then up to 63 of `a-z 0-9 . _ -`.
    #[schemars(example = &"word-stats")]
    name: AppName,
    /// Its version: three numbers, as semantic versioning has it.
    #[schemars(example = &"0.1.0", regex(pattern = r"^[0-9]+\.[0-9]+\.[0-9]+([-+][0-9A-Za-z.+-]+)?$"))]
    version: String,
}

/// Instead of `language`: a program that is Wasm already.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "its schema and reference are used, never a value")]
pub(crate) struct WasmKeys {
    /// The Wasm module or component; a relative path starts at the manifest's folder.
    #[schemars(example = &"app.wasm", length(min = 1))]
    program: PathBuf,
}
