//! The daemon, and the subcommands that talk to it.

use super::{EnvArg, Format};
use clap::{Args, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Where the daemon listens.
#[derive(Debug, Clone, Args)]
pub struct Reach {
    /// The daemon's socket [default: /run/terrace/terrace.sock for root, else $XDG_RUNTIME_DIR/terrace.sock]
    #[arg(
        long,
        value_name = "PATH",
        env = "TERRACE_SOCKET",
        hide_env_values = true
    )]
    pub socket: Option<PathBuf>,
}

/// `terrace daemon`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace daemon\n  \
        terrace daemon --device /etc/terrace/device.toml\n  \
        terrace daemon --socket /run/terrace/terrace.sock --state /var/lib/terrace --metrics 127.0.0.1:9100")]
pub struct DaemonArgs {
    /// Where it listens.
    #[command(flatten)]
    pub reach: Reach,
    /// Where its state is kept [default: /var/lib/terrace for root, else ~/.local/state/terrace]
    #[arg(long, value_name = "DIR")]
    pub state: Option<PathBuf>,
    /// The device file whose [[peer]] tables say which Linux users may use which channels, and whose
    /// [network] and [[route]] tables which addresses are partitions'; nothing else of it is used
    /// [default: only the daemon's own user, any channel; no network]
    #[arg(long, value_name = "FILE")]
    pub device: Option<PathBuf>,
    /// Serve Prometheus metrics at ADDR
    #[arg(long, value_name = "ADDR:PORT", value_parser = super::kinds::address)]
    pub metrics: Option<SocketAddr>,
    /// Worker threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub workers: Option<std::num::NonZeroUsize>,
    /// Partitions that may live at once
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub partitions: usize,
}

/// `terrace install`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  terrace install my-app.terrace\n  terrace install ./my-app")]
pub struct InstallArgs {
    /// An app image, or an app's folder (built first if needed)
    #[arg(value_name = "IMAGE|DIR")]
    pub image: PathBuf,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// `terrace uninstall`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  terrace uninstall my-app")]
pub struct UninstallArgs {
    /// The app's name
    #[arg(value_name = "APP")]
    pub app: String,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// `terrace start`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace start my-app\n  \
        terrace start --count 3 my-app\n  \
        terrace start --name left my-app -- --port 8080\n  \
        terrace start --force my-app               whatever the proof says")]
pub struct StartArgs {
    /// How many partitions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// The partition's name; with --count, -1, -2, ... is added
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Give the program an environment variable
    #[arg(long, value_name = "KEY=VALUE")]
    pub env: Vec<EnvArg>,
    /// Start it even if deadlines would be missed; nothing is proven while it lives
    #[arg(long)]
    pub force: bool,
    /// The app's name
    #[arg(value_name = "APP")]
    pub app: String,
    /// Arguments instead of the manifest's
    #[arg(value_name = "ARG", last = true)]
    pub args: Vec<String>,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// Subcommands on several partitions.
#[derive(Debug, Args)]
pub struct TargetsArgs {
    /// Id, name, or unique beginning of a name
    #[arg(value_name = "PARTITION", required = true)]
    pub partitions: Vec<String>,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// Subcommands on one partition.
#[derive(Debug, Args)]
pub struct TargetArgs {
    /// Id, name, or unique beginning of a name
    #[arg(value_name = "PARTITION")]
    pub partition: String,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// `terrace ps`, `images`, `stats`.
#[derive(Debug, Args)]
pub struct PsArgs {
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// `terrace top`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  terrace top\n  terrace top --once")]
pub struct TopArgs {
    /// Print one table and end
    #[arg(long)]
    pub once: bool,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print without a terminal
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// Least important level shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Level {
    /// Something is broken.
    Error = 1,
    /// And what is odd.
    Warn = 2,
    /// And what happened.
    Info = 3,
    /// Everything.
    Debug = 4,
}

/// `terrace logs`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  terrace logs my-app\n  terrace logs -f --level warn my-app")]
pub struct LogsArgs {
    /// Go on as more is written, until the partition is removed
    #[arg(long, short)]
    pub follow: bool,
    /// Only log records of this level or a graver one; what it printed is left out
    #[arg(long, value_enum)]
    pub level: Option<Level>,
    /// Whose.
    #[command(flatten)]
    pub target: TargetArgs,
}

/// `terrace inspect`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  terrace inspect my-app-1\n  terrace inspect my-app\n  terrace inspect --format json 3.1"
)]
pub struct InspectArgs {
    /// Id, name, or unique beginning of a name of a partition; or the name of an app
    #[arg(value_name = "PARTITION|APP")]
    pub what: String,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// `terrace wait`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  terrace wait my-app-1\n  terrace wait --timeout 10 3.1")]
pub struct WaitArgs {
    /// Seconds to wait at most
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u64>,
    /// Whose.
    #[command(flatten)]
    pub target: TargetArgs,
}

/// `terrace events`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  terrace events\n  terrace events -f --format json")]
pub struct EventsArgs {
    /// Go on as more happens, until interrupted
    #[arg(long, short)]
    pub follow: bool,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print; json gives one object a line
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// `terrace send`, `terrace broadcast`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace send commands on\n  \
        terrace send --kind 3 --delay 500 commands off\n  \
        terrace send audio < one-second.raw")]
pub struct SendArgs {
    /// What the message is called; receivers may remove it by this
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub kind: u32,
    /// 1 to 99, more is more important; 0 is normal
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=99))]
    pub priority: u8,
    /// Milliseconds until it is delivered
    #[arg(long, value_name = "MS", default_value_t = 0)]
    pub delay: u64,
    /// The channel's name
    #[arg(value_name = "CHANNEL")]
    pub channel: String,
    /// The message; without it, all of standard input
    #[arg(value_name = "TEXT")]
    pub text: Option<String>,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// `terrace query`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace query content://readings/level\n  \
        terrace query content://readings/level --columns 'at, peak' --where 'peak > ?1' --arg 0.5 --order 'at desc'\n  \
        terrace query content://readings/level --columns 'count(*)' --format json")]
pub struct QueryArgs {
    /// content://PROVIDER/TABLE, or content://PROVIDER/TABLE/ID for one row
    #[arg(value_name = "URI")]
    pub uri: String,
    /// Columns with commas between; count(*), or max(COLUMN) and the like [default: all]
    #[arg(
        long,
        value_name = "COLUMNS",
        default_value = "",
        hide_default_value = true
    )]
    pub columns: String,
    /// An expression over columns, with ?1, ?2 for arguments [default: all rows]
    #[arg(
        long = "where",
        value_name = "EXPRESSION",
        default_value = "",
        hide_default_value = true
    )]
    pub selection: String,
    /// An argument of the expression; again for the next
    #[arg(long = "arg", value_name = "VALUE", allow_hyphen_values = true)]
    pub arguments: Vec<String>,
    /// Columns with commas between, each perhaps with desc after it
    #[arg(
        long,
        value_name = "COLUMNS",
        default_value = "",
        hide_default_value = true
    )]
    pub order: String,
    /// Rows at most; 0 for all
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub limit: u32,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// `terrace trace`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace trace --out x.pftrace\n  \
        terrace trace --ms 100 --out x.pftrace")]
pub struct TraceArgs {
    /// The file; https://ui.perfetto.dev opens it
    #[arg(long, value_name = "FILE")]
    pub out: std::path::PathBuf,
    /// For how many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub ms: u64,
    /// Where to reach the daemon.
    #[command(flatten)]
    pub reach: Reach,
}
