//! What may be typed: one struct per subcommand, from which parsing, help, man pages,
//! completions and `docs/book/src/commands.md` all derive.
//!
//! # Invariants
//! I1. Every subcommand has a sentence of help and at least one example (a test holds it).
//! I2. Nothing here does anything: the structs are handed to the modules of the same name.

mod channel;
mod kinds;
mod local;
mod proof;
mod service;

pub use channel::{ChannelAction, ChannelArgs, ListenArgs, PostArgs};
pub use kinds::{DirArg, EnvArg};
pub use local::{
    BuildArgs, CacheArgs, CheckManifestArgs, CompletionsArgs, Language, ManArgs, NewArgs, RunArgs,
    SchemaArgs, SchemaKind, UpArgs,
};
pub use proof::{
    AnswerFormat, CheckArgs, ConvertArgs, ManifestAction, ManifestArgs, ProfileArgs, Simulated,
};
pub use service::{
    DaemonArgs, EventsArgs, InspectArgs, InstallArgs, LogsArgs, PsArgs, QueryArgs, Reach, SendArgs,
    StartArgs, TargetsArgs, TopArgs, TraceArgs, UninstallArgs, WaitArgs,
};

use clap::{Parser, Subcommand, ValueEnum};

/// Many apps, one process, hard walls.
#[derive(Debug, Parser)]
#[command(
    name = "terrace",
    version,
    about,
    long_about = "Many apps, one process, hard walls.\n\n\
        Terrace runs WebAssembly programs written in Rust, C or Go, each in a partition of one \
        Linux process, with its own memory limit, processor budget and permissions.",
    after_help = "Examples:\n  \
        terrace run hello.wasm              run a WASI program\n  \
        terrace new --lang rust blink       begin an app\n  \
        terrace run blink                   build it if needed, and run it\n  \
        terrace up device.toml              run all apps of a device",
    propagate_version = true,
    max_term_width = 100
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands, in the order of their help.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a program, an app's folder or an app image, here and now
    ///
    /// PROGRAM is a WASI 0.1 module or a WASI 0.2 command component (.wasm), a folder with a
    /// terrace.toml (built first if its sources are newer), or an app image (.terrace).
    /// Standard input, output and error are connected. What is not granted by --dir, --network
    /// or the manifest is not there.
    ///
    /// Ends with the program's exit status; with 134 and one line on standard error after a
    /// fault, or with 1 if that is an uncaught error of the program; with 130 or 143 when interrupted.
    Run(RunArgs),
    /// Build an app's folder into one app image
    ///
    /// Reads DIR/terrace.toml, runs the compiler of its language (shown as it runs), and writes
    /// manifest and Wasm to DIR/.terrace/NAME.terrace. Does nothing if no source is newer than
    /// the image.
    Build(BuildArgs),
    /// Begin an app: a folder that builds and runs
    ///
    /// Writes manifest, source and the language's SDK into a new folder NAME. Nothing that
    /// exists is overwritten.
    New(NewArgs),
    /// Run all apps of a device file, with a live view
    ///
    /// Builds what needs building, starts the counts the file says, and shows the partitions
    /// until Ctrl-C, which stops them politely (twice: by force). Without a terminal, or with
    /// --headless, prints events and the partitions' lines instead. Ends with a table; the exit
    /// status is 0 if nothing faulted that was not killed on purpose.
    ///
    /// Linux processes are let in, beside --socket, if the file has a [[peer]] table or an app
    /// declares a `cross-context` channel: see `terrace channel`.
    Up(UpArgs),
    /// Prove that every deadline, buffer and memory bound holds, before anything runs
    ///
    /// Reads manifests (terrace.toml, RTDroid's XML, app images) and at most one device file, and
    /// says per worker how it is used and which test decided; per task its cost (C), period (T),
    /// deadline (D), jitter (J), blocking (B), response time (R) and margin; what fails, why, and
    /// the smallest change that mends it. Several manifests are taken as one device.
    ///
    /// Ends with 0 if everything holds, 1 if something does not, 2 if the input is wrong.
    Check(CheckArgs),
    /// Run an app and write the observed distribution of its costs beside those it declares
    ///
    /// PROGRAM is as for `terrace run`. It is started whatever the proof says, and stopped when the time is
    /// over. Of an app with components the cost of each release is observed, of a plain one the processor time
    /// in each period of its budget (or 100 ms). What is observed is never a worst case: it can refute a
    /// declared cost, and proves none.
    Profile(ProfileArgs),
    /// Work on an app's manifest
    Manifest(ManifestArgs),
    /// Check an app's manifest or a device file, without building
    ///
    /// All errors are shown at once, with file, line and column, the limit and the fix. In a
    /// device file, the manifests it names are checked too.
    CheckManifest(CheckManifestArgs),
    /// Print the JSON Schema of a manifest or device file, for editors
    Schema(SchemaArgs),
    /// Serve apps in the background, until SIGTERM
    ///
    /// Keeps installed apps and what should run under --state, so that both survive a crash of
    /// the daemon. The socket belongs to its user (mode 0600). Tells systemd when it is ready
    /// (Type=notify). A second daemon on the same state is refused.
    Daemon(DaemonArgs),
    /// Give the daemon an app image or an app's folder
    Install(InstallArgs),
    /// Take an app from the daemon
    Uninstall(UninstallArgs),
    /// List the installed apps
    #[command(after_help = "Examples:\n  terrace images\n  terrace images --format json")]
    Images(PsArgs),
    /// Start partitions of an installed app
    Start(StartArgs),
    /// Ask partitions to end; forced after the grace time
    #[command(after_help = "Examples:\n  terrace stop my-app-1\n  terrace stop 3.1 left")]
    Stop(TargetsArgs),
    /// End partitions by force, whatever they do
    #[command(after_help = "Examples:\n  terrace kill my-app-1\n  terrace kill 3.1 left")]
    Kill(TargetsArgs),
    /// Let partitions rest: no processor until resumed
    #[command(alias = "pause")]
    #[command(after_help = "Examples:\n  terrace suspend my-app-1\n  terrace suspend 3.1 left")]
    Suspend(TargetsArgs),
    /// Let suspended partitions go on
    #[command(alias = "unpause")]
    #[command(after_help = "Examples:\n  terrace resume my-app-1\n  terrace resume 3.1 left")]
    Resume(TargetsArgs),
    /// End partitions if they live, and start them again
    #[command(after_help = "Examples:\n  terrace restart my-app-1")]
    Restart(TargetsArgs),
    /// Remove ended partitions; their names are free again
    #[command(after_help = "Examples:\n  terrace rm my-app-1")]
    Rm(TargetsArgs),
    /// List the partitions
    #[command(after_help = "Examples:\n  terrace ps\n  terrace ps --format json")]
    Ps(PsArgs),
    /// Watch the partitions live
    ///
    /// Keys: q quits; up and down choose; s suspends or resumes; k kills; o changes the order.
    /// Without a terminal, or with --once, prints one table.
    Top(TopArgs),
    /// Show what a partition logged and printed
    #[command(alias = "logcat")]
    Logs(LogsArgs),
    /// Show figures of the whole machine
    #[command(after_help = "Examples:\n  terrace stats\n  terrace stats --format json")]
    Stats(PsArgs),
    /// Show everything about a partition or an app
    Inspect(InspectArgs),
    /// Wait until a partition has ended, and end with its status
    ///
    /// Ends with 134 if it faulted (1 by an uncaught error), with 137 if it was ended by force, and with 124 if --timeout
    /// passed first.
    Wait(WaitArgs),
    /// Show what happened to partitions
    Events(EventsArgs),
    /// List the channels: what waits, what was sent, who uses them
    #[command(after_help = "Examples:\n  terrace channels\n  terrace channels --format json")]
    Channels(PsArgs),
    /// List the content providers: tables, rows, who may read and write
    #[command(after_help = "Examples:\n  terrace providers\n  terrace providers --format json")]
    Providers(PsArgs),
    /// Show rows of a content provider
    Query(QueryArgs),
    /// Record what the device does, for Perfetto
    Trace(TraceArgs),
    /// Send a message to a channel
    Send(SendArgs),
    /// Send a message to all who receive from a broadcast channel
    #[command(
        after_help = "Examples:\n  terrace broadcast news hello\n  date | terrace broadcast news"
    )]
    Broadcast(SendArgs),
    /// Send to a channel, or listen to it, as a Linux process
    ///
    /// Goes through the daemon's translator, by shared memory, as programs do that use its
    /// library. Messages from outside wait below all others, if the device file does not give
    /// them a priority. Who may use which channel: the user of the daemon (or of `terrace up`)
    /// any, others what the [[peer]] tables of its device file say.
    Channel(ChannelArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Write manual pages
    Man(ManArgs),
}

/// How to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Table,
    /// For programs.
    Json,
}
