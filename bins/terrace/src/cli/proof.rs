//! Subcommands that prove things from manifests, or turn manifests into other forms.

use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

/// How to print an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// For people: one screen.
    Text,
    /// For programs: all of it, with exact numbers.
    Json,
    /// For continuous integration: JUnit's XML.
    Junit,
}

/// `terrace check`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace check                              the terrace.toml of this folder\n  \
        terrace check device.toml --format junit   all apps of a device, for CI\n  \
        terrace check app --explain processing/fft\n  \
        terrace check app --gantt                  draw the schedule in the terminal\n  \
        terrace check app --gantt plan.svg         draw it as SVG\n  \
        terrace check --taskset tasks.json --format json")]
pub struct CheckArgs {
    /// Manifests (terrace.toml, or RTDroid's XML), apps' folders or images, or one device file
    /// [default: the folder one is in]
    #[arg(value_name = "MANIFEST|DEVICE|IMAGE")]
    pub files: Vec<PathBuf>,
    /// A bare task set, as JSON or CSV, instead of manifests
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    pub taskset: Option<PathBuf>,
    /// How to print the answer
    #[arg(long, value_enum, default_value = "text")]
    pub format: AnswerFormat,
    /// Write the set as Cheddar's XML
    #[arg(long, value_name = "OUT.xml")]
    pub cheddar: Option<PathBuf>,
    /// Show step by step how the response time of a task comes about
    #[arg(long, value_name = "TASK")]
    pub explain: Option<String>,
    /// Simulate, and draw the schedule: in the terminal, or as SVG into a file
    #[arg(long, value_name = "OUT.svg", num_args = 0..=1, default_missing_value = "-")]
    pub gantt: Option<PathBuf>,
    /// Simulate, and write the schedule as a trace for ui.perfetto.dev
    #[arg(long, value_name = "OUT.pftrace")]
    pub perfetto: Option<PathBuf>,
    /// Simulate, and say how often each task met its deadline [default for drawings: critical]
    #[arg(long, value_enum, value_name = "HOW")]
    pub simulate: Option<Simulated>,
    /// How long to simulate, in the unit of the set or with one of its own, as `20ms` [default: until
    /// the schedule repeats]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    pub horizon: Option<String>,
    /// What random choices grow from: the same seed gives the same schedule
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub seed: u64,
}

/// What is simulated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Simulated {
    /// All tasks are released at the same moment, and run as long as they may
    Critical,
    /// Tasks are released at their offsets and late by a random part of their jitter, and run as
    /// long as they may
    Offsets,
    /// As `offsets`, and tasks run for a random time between their best and their worst cost
    Random,
}

/// `terrace profile`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace profile my-app\n  \
        terrace profile --for 60 --format json my-app.terrace -- --rate 8000")]
pub struct ProfileArgs {
    /// Watch it for this many seconds, or until it ends
    #[arg(long = "for", value_name = "SECONDS", default_value = "10")]
    pub seconds: std::num::NonZeroU64,
    /// How to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: super::Format,
    /// Where compiled code is kept.
    #[command(flatten)]
    pub cache: super::CacheArgs,
    /// A .wasm program, a folder with a terrace.toml, or a .terrace image
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,
    /// Arguments of the program
    #[arg(value_name = "ARG", last = true)]
    pub args: Vec<String>,
}

/// `terrace manifest`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        terrace manifest convert AndroidManifest.xml -o terrace.toml\n  \
        terrace manifest convert terrace.toml")]
pub struct ManifestArgs {
    /// What to do with it.
    #[command(subcommand)]
    pub action: ManifestAction,
}

/// What can be done with a manifest.
#[derive(Debug, Subcommand)]
pub enum ManifestAction {
    /// Turn RTDroid's XML into a terrace.toml, or the other way
    ///
    /// The other form goes to standard output, or to --output. What it has no counterpart for is
    /// listed on standard error; with --strict that is a failure.
    #[command(after_help = "Examples:\n  \
        terrace manifest convert AndroidManifest.xml -o terrace.toml\n  \
        terrace manifest convert --strict terrace.toml")]
    Convert(ConvertArgs),
}

/// `terrace manifest convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// The manifest
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write to FILE, which may not exist yet
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Fail if anything is lost
    #[arg(long)]
    pub strict: bool,
    /// How to print what is lost
    #[arg(long, value_enum, default_value = "table")]
    pub format: super::Format,
}
