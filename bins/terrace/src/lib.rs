//! The `terrace` command: runs, builds and watches apps, and talks to the daemon.
//!
//! ```text
//!   argv -> cli (clap) -> one module per subcommand -> terrace-vm, terrace-image, terrace-daemon
//!                                   |
//!                                   +-> output (tables, JSON, colours)   failure (what, status)
//! ```
//!
//! # Invariants
//! I1. Standard output carries results only; progress, errors and hints go to standard error.
//! I2. A reader that closes standard output ends the command quietly.
//! I3. Every failure is one message `terrace: ...` and a status: 1, or 2 for wrong usage.
//!     Nothing shows a backtrace of Terrace itself.
#![forbid(unsafe_code)]

pub mod cli;
pub mod reference;

mod build;
mod channel;
mod check;
mod convert;
mod daemon;
mod failure;
mod interrupt;
mod live;
mod load;
mod new;
mod output;
mod outside;
mod place;
mod profile;
mod progress;
mod proof;
mod remote;
mod run;
mod sdk;
mod target;
mod up;

use clap::Parser;
use cli::{Cli, Command};
use failure::Failure;
use std::ffi::OsString;
use std::process::ExitCode;

/// Parse the command line and do what it says.
#[must_use]
pub fn main() -> ExitCode {
    failure::hide_backtraces();
    let cli = match Cli::try_parse_from(without_habits(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return failure::usage(&error),
    };
    match dispatch(cli.command) {
        Ok(status) => status.into(),
        Err(failure) => failure.report().into(),
    }
}

/// `terrace am start X` and `terrace pm install X`, as fingers know them from Android.
fn without_habits(args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut args: Vec<OsString> = args.collect();
    if args.len() > 2 && (args[1] == "am" || args[1] == "pm") {
        args.remove(1);
    }
    args
}

fn dispatch(command: Command) -> Result<u8, Failure> {
    match command {
        Command::Run(args) => run::run(&args),
        Command::Build(args) => build::command(&args),
        Command::New(args) => new::new(&args),
        Command::Up(args) => up::up(&args),
        Command::Check(args) => proof::check(&args),
        Command::Profile(args) => profile::profile(&args),
        Command::Manifest(args) => convert::manifest(&args),
        Command::CheckManifest(args) => check::check(&args),
        Command::Schema(args) => check::schema(args.kind),
        Command::Channel(args) => channel::channel(&args),
        Command::Daemon(args) => daemon::daemon(&args),
        Command::Completions(args) => reference::completions(args.shell),
        Command::Man(args) => reference::man(&args),
        other => remote::dispatch(other),
    }
}
