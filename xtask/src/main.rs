//! The tasks with logic in them: what `make` calls when a shell line is not enough.
//!
//! `bindings` turns the definition in `abi/` into the committed bindings of every
//! language; `inspect` tells whether a program fits that definition. It depends on small
//! crates only, so that it builds in seconds on a fresh checkout.
#![forbid(unsafe_code)]

mod bindings;
mod emit;
mod inspect;
mod interface;
mod numbers;
mod wit;

use clap::{Parser, Subcommand};
use std::path::{Path, PathBuf};

#[derive(Parser)]
#[command(
    name = "xtask",
    about = "Tasks of the Terrace tree that have logic in them"
)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Write the bindings of every language and the reference page from `abi/`.
    Bindings {
        /// Write nothing; fail if a committed file is not what `abi/` says.
        #[arg(long)]
        check: bool,
    },
    /// List what Wasm programs import and export; fail if one does not fit the guest interface.
    Inspect {
        /// Core Wasm modules.
        #[arg(required = true)]
        programs: Vec<PathBuf>,
    },
}

fn main() -> anyhow::Result<()> {
    match Args::parse().task {
        Task::Bindings { check: true } => bindings::check(root()),
        Task::Bindings { check: false } => bindings::write(root()),
        Task::Inspect { programs } => inspect::inspect(root(), &programs),
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
