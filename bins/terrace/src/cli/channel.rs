//! `terrace channel`: channels from a shell.

use super::{Format, Reach};
use clap::{Args, Subcommand};

/// `terrace channel`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace channel send settings volume=7\n  \
        sensors | terrace channel send levels\n  \
        terrace channel listen --count 1 --format json levels")]
pub struct ChannelArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: ChannelAction,
}

/// What to do with a channel.
#[derive(Debug, Subcommand)]
pub enum ChannelAction {
    /// Send messages: the one given, or each line of standard input
    ///
    /// Waits for room while the channel's receivers are slower. Ends when the last message has
    /// left this process.
    #[command(after_help = "Examples:\n  \
        terrace channel send settings volume=7\n  \
        sensors | terrace channel send levels\n  \
        terrace channel send --whole pictures < picture.png")]
    Send(PostArgs),
    /// Print messages as they come, until Ctrl-C
    ///
    /// Each message is a line: as it is if it is text, else in hexadecimal. With --format json an
    /// object a line.
    #[command(after_help = "Examples:\n  \
        terrace channel listen levels\n  \
        terrace channel listen --count 1 --format json levels")]
    Listen(ListenArgs),
}

/// `terrace channel send`.
#[derive(Debug, Args)]
pub struct PostArgs {
    /// What the messages are called, for their receivers
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub kind: u32,
    /// Send standard input as one message
    #[arg(long, conflicts_with = "message")]
    pub whole: bool,
    /// Give up when there is no room for so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u64>,
    /// The channel
    #[arg(value_name = "CHANNEL")]
    pub channel: String,
    /// The message; without it, each line of standard input is one
    #[arg(value_name = "MESSAGE")]
    pub message: Option<String>,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
}

/// `terrace channel listen`.
#[derive(Debug, Args)]
pub struct ListenArgs {
    /// End after so many messages
    #[arg(long, value_name = "N")]
    pub count: Option<u64>,
    /// Give up when nothing comes for so many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u64>,
    /// The channel
    #[arg(value_name = "CHANNEL")]
    pub channel: String,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print; json gives one object a line
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}
