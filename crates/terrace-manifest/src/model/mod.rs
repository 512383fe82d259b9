//! The plan: what a valid manifest says, as types.
//!
//! The same types, serialised, are the canonical text; their JSON Schema is the published
//! one. Defaults are their `Default`.

mod app;
mod bytes;
mod channel;
mod component;
mod cpu;
mod device;
mod label;
mod memory;
mod name;
mod permissions;
mod provider;
mod restart;
mod source;
mod span;
mod word;

pub use app::{App, Components, Program};
pub use bytes::{Bytes, SizeError};
pub use channel::{
    Activation, Chain, Channel, ChannelKind, DropPolicy, Element, Execution, Export, Gc, Order,
    Queue, QueueModel,
};
pub use component::{Call, Callback, ComponentMemory, Flow, Reaction, ResourceUse, Service};
pub use cpu::{Budget, Cpu, Mode, OnOverrun, Scheduler};
pub use device::{
    Device, DeviceApp, Network, Peer, Protocol, Route, Server, ServerKind, Window, WorkerPlan,
    WorkerPolicy,
};
pub use label::{Grantee, Label, LabelError, TaskPath};
pub use memory::Memory;
pub use name::{AppName, NameError};
pub use permissions::{Access, DirGrant, Permissions};
pub use provider::{Column, ColumnType, Procedure, Provider, SqlName, Table};
pub use restart::{Restart, RestartPolicy};
pub use source::{CBuild, GoBuild, JavaBuild, Language, RustBuild, RustTarget, Source};
pub use span::{Span, SpanError};
pub use word::Word;

pub(crate) use app::{AppHead, WasmKeys};
pub(crate) use component::ServiceKeys;
pub(crate) use cpu::CpuKeys;
pub(crate) use device::{DeviceAppKeys, DeviceFile, DeviceKeys, usual_prefix};
pub(crate) use source::java_sources;

/// Serialise a number that TOML's 63 bits may not hold; no parsed manifest has a larger one.
pub(crate) fn integer<S: serde::Serializer>(value: &u64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64((*value).min(i64::MAX as u64))
}

/// Serialise a path; those of a parsed manifest are UTF-8, others lose what is not.
pub(crate) fn path<S: serde::Serializer>(
    value: &std::path::Path,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.serialize_str(&value.to_string_lossy())
}

/// Serialise a list of paths, as [`path`] does.
pub(crate) fn paths<S: serde::Serializer>(
    values: &[std::path::PathBuf],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_seq(values.iter().map(|p| p.to_string_lossy()))
}
