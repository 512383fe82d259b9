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
