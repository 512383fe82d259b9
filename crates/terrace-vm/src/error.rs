//! What the controller refuses, named for the act, with the numbers in it.

use crate::id::PartitionId;
use crate::state::State;

/// The virtual machine cannot start.
#[derive(Debug, thiserror::Error)]
pub enum BootError {
    /// The engine cannot reserve its pool.
    #[error(transparent)]
    Engine(#[from] terrace_engine::BootError),
    /// Linux refused a thread, a timer or a file.
    #[error("cannot start {what}: {cause}")]
    Linux {
        /// What.
        what: &'static str,
        /// Why.
        cause: std::io::Error,
    },
}

/// A partition cannot be created or started.
#[derive(Debug, thiserror::Error)]
pub enum AdmitError {
    /// No such app.
    #[error("no app named `{0}` is installed; `terrace images` lists what is")]
    NoSuchApp(String),
    /// The name is taken.
    #[error("a partition named `{0}` exists; choose another --name, or remove that one")]
    NameTaken(String),
    /// The name cannot be one.
    #[error(
        "`{name}` cannot be a partition's name: 1 to {most} letters, digits, `.`, `_` or `-`, \
         beginning with a letter or digit"
    )]
    BadName {
        /// The name.
        name: String,
        /// Longest.
        most: u64,
    },
    /// All places are taken.
    #[error(
        "all {limit} places for partitions are taken; remove ended ones, or raise --partitions"
    )]
    Full {
        /// How many there are.
        limit: usize,
    },
    /// The guarantee does not fit.
    #[error(
        "guaranteeing {wanted} bytes to `{app}` does not fit: {reserved} of {limit} bytes are guaranteed \
         to others; lower `guaranteed` under [memory], or stop others"
    )]
    Memory {
        /// Which app.
        app: String,
        /// What it wants.
        wanted: u64,
        /// What others have.
        reserved: u64,
        /// What there is.
        limit: u64,
    },
    /// Not every deadline would be met.
    #[error(
        "`{app}` is not admitted: {denied}; or start it with --force: then nothing is proven while it lives"
    )]
    Proof {
        /// Which app.
        app: String,
        /// Who would miss what, and what would mend it.
        denied: Box<terrace_analysis::Denied>,
    },
    /// The worker does not exist.
    #[error(
        "`worker = {worker}` under [cpu] of `{app}`: there are {workers} workers, numbered from 0"
    )]
    NoSuchWorker {
        /// Which app.
        app: String,
        /// What it wants.
        worker: usize,
        /// What there is.
        workers: usize,
    },
    /// The worker serves windows, and none of them names it.
    #[error(
        "`{partition}` has no window on {}; add one under [[worker]] of the device file, or bind it to a \
         worker without windows",
        worker.map_or_else(|| "any worker".to_owned(), |w| format!("worker {w}"))
    )]
    NoWindow {
        /// Which partition.
        partition: String,
        /// The worker it is bound to.
        worker: Option<usize>,
    },
    /// A folder or another grant is not there.
    #[error("cannot start `{app}`: {cause}")]
    Grant {
        /// Which app.
        app: String,
        /// Why.
        cause: String,
    },
    /// A window it declares cannot be made.
    #[error("cannot start `{app}`: its channel `{channel}` of type \"bulk\" {why}")]
    Window {
        /// Which app.
        app: String,
        /// Which channel.
        channel: String,
        /// Why, with the numbers and what to do.
        why: String,
    },
    /// A server cannot serve what it names.
    #[error("server `{server}` of the device file serves `{path}`, {why}")]
    Server {
        /// The server.
        server: String,
        /// What it serves.
        path: String,
        /// Why not, and what to do.
        why: String,
    },
    /// A callback cannot hear a channel it subscribes to.
    #[error("cannot start `{app}`: `{callback}` subscribes to channel `{channel}`, {why}")]
    Channel {
        /// Which app.
        app: String,
        /// Which component and callback.
        callback: String,
        /// Which channel.
        channel: String,
        /// Why, and what to do.
        why: &'static str,
    },
    /// Its earlier lives have left too many threads behind.
    #[error(
        "cannot start `{app}`: {lost} calls for files of its earlier lives had not come back when they were \
         ended, and {threads} threads wait in such calls (at most {limit}); see what it opens: a pipe that \
         nobody writes, a file system that does not answer"
    )]
    Stuck {
        /// Which app.
        app: String,
        /// Its calls.
        lost: u32,
        /// Threads of all such calls.
        threads: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A thread was refused.
    #[error("cannot start a thread for `{app}`: {cause}")]
    Thread {
        /// Which app.
        app: String,
        /// Why.
        cause: String,
    },
    /// See [`ControlError`].
    #[error(transparent)]
    Control(#[from] ControlError),
}

/// A partition cannot be told what it was told.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// No such partition (any more).
    #[error("no partition has the id {0}; `terrace ps` lists them")]
    NoSuchPartition(PartitionId),
    /// Its state does not allow it.
    #[error("cannot {act} partition {id}: it is {state}")]
    WrongState {
        /// What was asked.
        act: &'static str,
        /// Whose.
        id: PartitionId,
        /// Its state.
        state: State,
    },
    /// Its worker does not keep up.
    #[error("cannot {act} partition {id}: its worker has too many orders unread; ask again later")]
    Busy {
        /// What was asked.
        act: &'static str,
        /// Whose.
        id: PartitionId,
    },
    /// The value does not fit.
    #[error("cannot set {what} of partition {id} to {value}: {why}")]
    BadLimit {
        /// Which limit.
        what: &'static str,
        /// Whose.
        id: PartitionId,
        /// The value.
        value: u64,
        /// Why not, and what would.
        why: String,
    },
}
