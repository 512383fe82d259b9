//! Subcommands that need no daemon.

use super::{DirArg, EnvArg, Format, Reach};
use clap::{Args, ValueEnum};
use std::net::SocketAddr;
use std::path::PathBuf;
use terrace_manifest::Bytes;

/// Where compiled code is kept.
#[derive(Debug, Clone, Args)]
pub struct CacheArgs {
    /// Keep compiled code in DIR [default: ~/.cache/terrace/aot]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Compile anew, and keep nothing
    #[arg(long, conflicts_with = "cache")]
    pub no_cache: bool,
}

/// `terrace run`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace run hello.wasm\n  \
        terrace run --dir .::/work::ro --env LANG=C count.wasm /work/notes.txt\n  \
        terrace run --max-memory 64MiB ./my-app -- --verbose")]
pub struct RunArgs {
    /// Give the program an environment variable
    #[arg(long, value_name = "KEY=VALUE")]
    pub env: Vec<EnvArg>,
    /// Give the program a folder; `::ro` forbids changes
    #[arg(long, value_name = "HOST::GUEST[::ro]")]
    pub dir: Vec<DirArg>,
    /// Let a bare program listen on or connect to an address
    #[arg(long, value_name = "ADDR:PORT", value_parser = super::kinds::address)]
    pub network: Vec<SocketAddr>,
    /// Memory the program never grows beyond [default: 1GiB, or what its manifest says]
    #[arg(long, value_name = "SIZE")]
    pub max_memory: Option<Bytes>,
    /// Where compiled code is kept.
    #[command(flatten)]
    pub cache: CacheArgs,
    /// Show the guest's backtrace after a trap (also: TERRACE_BACKTRACE=1)
    #[arg(long, short)]
    pub verbose: bool,
    /// Where its content providers keep their files [default: in a folder that goes with it]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Run it even if it cannot meet its own deadlines
    #[arg(long)]
    pub force: bool,
    /// A .wasm program, a folder with a terrace.toml, or a .terrace image
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,
    /// Arguments of the program
    #[arg(
        value_name = "ARG",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub args: Vec<String>,
}

/// `terrace build`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace build my-app\n  \
        terrace build my-app -o my-app.terrace --force")]
pub struct BuildArgs {
    /// The app's folder
    #[arg(value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
    /// The manifest, if it is not DIR/terrace.toml; RTDroid's XML is read too
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Write the image to FILE
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Optimise (the default; kept for habit)
    #[arg(long, hide = true)]
    pub release: bool,
    /// Build even if nothing has changed
    #[arg(long)]
    pub force: bool,
    /// How to print errors and the result
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// A language of apps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// Rust, through wasm32-wasip1.
    Rust,
    /// C, through clang and wasi-libc.
    C,
    /// Go, through GOOS=wasip1.
    Go,
    /// Java, compiled ahead of time by TeaVM.
    Java,
}

/// `terrace new`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  terrace new --lang rust blink\n  terrace new --lang c sensors/level"
)]
pub struct NewArgs {
    /// The app's language
    #[arg(long, short, value_enum)]
    pub lang: Language,
    /// The new folder; its last part is the app's name
    #[arg(value_name = "NAME")]
    pub path: PathBuf,
}

/// `terrace up`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  terrace up device.toml\n  terrace up device.toml --headless --for 10"
)]
pub struct UpArgs {
    /// The device file
    #[arg(value_name = "DEVICE.toml")]
    pub device: PathBuf,
    /// Print a log, no live view
    #[arg(long)]
    pub headless: bool,
    /// Stop after this many seconds
    #[arg(long = "for", value_name = "SECONDS")]
    pub seconds: Option<u64>,
    /// Where `terrace channel` finds it.
    #[command(flatten)]
    pub reach: Reach,
    /// Start all apps even if deadlines would be missed; then nothing is proven
    #[arg(long)]
    pub force: bool,
    /// Where content providers keep their files [default: in a folder that goes with the device]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Worker threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub workers: Option<std::num::NonZeroUsize>,
    /// Partitions that may live at once
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub partitions: usize,
    /// How to print the table at the end
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
    /// Where compiled code is kept.
    #[command(flatten)]
    pub cache: CacheArgs,
}

/// `terrace check-manifest`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace check-manifest my-app/terrace.toml\n  \
        terrace check-manifest --format json device.toml")]
pub struct CheckManifestArgs {
    /// The file, or the app's folder
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// How to print errors
    #[arg(long, value_enum, default_value = "table")]
    pub format: Format,
}

/// Which schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaKind {
    /// Of an app's terrace.toml.
    App,
    /// Of a device file.
    Device,
}

/// `terrace schema`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  terrace schema app > terrace.schema.json")]
pub struct SchemaArgs {
    /// Which schema
    #[arg(value_enum)]
    pub kind: SchemaKind,
}

/// `terrace completions`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace completions bash > /etc/bash_completion.d/terrace\n  \
        terrace completions zsh > \"${fpath[1]}/_terrace\"")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `terrace man`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  terrace man ~/.local/share/man/man1\n  terrace man | man -l -"
)]
pub struct ManArgs {
    /// Write one page per subcommand into DIR; without it, the main page goes to standard output
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,
}
