//! The subcommands that talk to a daemon: one call each, and its answer printed.

mod act;
mod channels;
mod inspect;
mod list;
mod providers;
mod stream;
mod trace;

use crate::cli::{Command, Reach};
use crate::failure::Failure;
use std::path::PathBuf;
use terrace_daemon::answers::{PartitionInfo, Started};
use terrace_daemon::client::Client;
use terrace_daemon::place;

pub use inspect::{exit_code, fault_code};
pub use list::{end, table};
pub use stream::{event_text, record_line};

/// Do what `command` says. Commands that need no daemon never come here.
pub fn dispatch(command: Command) -> Result<u8, Failure> {
    match command {
        Command::Install(args) => act::install(&args),
        Command::Uninstall(args) => act::uninstall(&args),
        Command::Start(args) => act::start(args),
        Command::Stop(args) => act::each(&args, |client, p| client.stop(p, None).map(both)),
        Command::Kill(args) => act::each(&args, |client, p| client.kill(p).map(both)),
        Command::Suspend(args) => act::each(&args, |client, p| client.suspend(p).map(both)),
        Command::Resume(args) => act::each(&args, |client, p| client.resume(p).map(both)),
        Command::Restart(args) => act::each(&args, |client, p| client.restart(p).map(both)),
        Command::Rm(args) => act::each(&args, |client, p| client.remove(p)),
        Command::Images(args) => list::images(&args),
        Command::Ps(args) => list::ps(&args),
        Command::Stats(args) => list::stats(&args),
        Command::Top(args) => list::top(&args),
        Command::Inspect(args) => inspect::inspect(&args),
        Command::Wait(args) => inspect::wait(&args),
        Command::Logs(args) => stream::logs(&args),
        Command::Events(args) => stream::events(&args),
        Command::Channels(args) => channels::list(&args),
        Command::Providers(args) => providers::list(&args),
        Command::Query(args) => providers::query(args),
        Command::Trace(args) => trace::trace(&args),
        Command::Send(args) => channels::send(&args, false),
        Command::Broadcast(args) => channels::send(&args, true),
        other => Err(Failure::new(format!("{other:?} needs no daemon"))),
    }
}

fn both(info: PartitionInfo) -> Started {
    Started {
        id: info.id,
        name: info.name,
    }
}

/// The socket asked for, or the usual one.
pub fn socket(reach: &Reach) -> PathBuf {
    reach.socket.clone().unwrap_or_else(place::default_socket)
}

fn connect(reach: &Reach) -> Result<Client, Failure> {
    Ok(Client::connect(&socket(reach))?)
}
