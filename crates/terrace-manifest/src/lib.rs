//! Manifest text in, a validated plan or all its errors out.
//!
//! An app's manifest (`terrace.toml`) says what the app is, how it is built, and what it may
//! use; a device file names the apps of a device. Both are TOML. The text is parsed into a
//! tree that knows where each value stands; the tree is then walked once per section, so that
//! a file with ten errors reports ten errors and not the first.
//!
//! # Invariants
//! M1. A plan that was parsed is valid: nobody asks again. Every number is within its bound in
//!     `bounds`, every name and path has the form its type promises.
//! M2. A key that is not read is refused: nothing an author wrote is silently ignored.
//! M3. Every error has a position inside the text, the value, the limit and a way out, and
//!     prints as one line.
//! M4. No text panics, overflows the stack, or makes more than [`MAX_DIAGNOSTICS`] errors.
//! M5. `parse_app(&app.to_toml())` gives the same app.
//!
//! Not for: files (callers read them, and resolve relative paths against the manifest's
//! folder), or whether apps fit together (the controller's admission).
//! Source: DESIGN.md 2 and 3.1 to 3.3; the way Microkit tests its system descriptions.
#![forbid(unsafe_code)]

mod bounds;
mod diagnostic;
mod model;
mod parse;
mod position;
mod read;
mod reference;
mod report;
mod rtdroid;
mod schema;

pub use diagnostic::{Diagnostic, Diagnostics, MAX_DIAGNOSTICS};
pub use model::{
    Access, Activation, App, AppName, Budget, Bytes, CBuild, Call, Callback, Chain, Channel,
    ChannelKind, Column, ColumnType, ComponentMemory, Components, Cpu, Device, DeviceApp, DirGrant,
    DropPolicy, Element, Execution, Export, Flow, Gc, GoBuild, Grantee, JavaBuild, Label,
    LabelError, Language, Memory, Mode, NameError, Network, OnOverrun, Order, Peer, Permissions,
    Procedure, Program, Protocol, Provider, Queue, QueueModel, Reaction, ResourceUse, Restart,
    RestartPolicy, Route, RustBuild, RustTarget, Scheduler, Server, ServerKind, Service, SizeError,
    Source, Span, SpanError, SqlName, Table, TaskPath, Window, Word, WorkerPlan, WorkerPolicy,
};
pub use parse::{parse_app, parse_device};
pub use position::Position;
pub use read::closest;
pub use reference::reference_markdown;
pub use report::{Problem, Report};
pub use rtdroid::{Lost, RtdroidManifest, is_xml, parse_rtdroid};
pub use schema::{app_schema, device_schema};
