//! `terrace manifest convert`: one form of a manifest into the other.

use crate::cli::{ConvertArgs, Format, ManifestAction, ManifestArgs};
use crate::failure::{FAILED, Failure};
use crate::{check, output, proof};
use std::io::Write;
use std::path::Path;
use terrace_manifest::Lost;

/// Do what the command line says.
pub fn manifest(args: &ManifestArgs) -> Result<u8, Failure> {
    match &args.action {
        ManifestAction::Convert(args) => convert(args),
    }
}

fn convert(args: &ConvertArgs) -> Result<u8, Failure> {
    let text = check::read(&args.file)?;
    let app = proof::app(&text, &args.file, args.format)?;
    let (converted, lost) = match terrace_manifest::is_xml(&text) {
        true => (app.to_toml(), Vec::new()),
        false => app.to_rtdroid(),
    };
    show(&lost, args.format)?;
    if args.strict && !lost.is_empty() {
        return Ok(FAILED);
    }
    match &args.output {
        Some(file) => write(file, &converted)?,
        None => output::print(&converted)?,
    }
    Ok(0)
}

/// What is lost goes to standard error: standard output has the manifest.
fn show(lost: &[Lost], format: Format) -> Result<(), Failure> {
    match format {
        Format::Json if !lost.is_empty() => output::hint(&serde_json::to_string_pretty(lost)?),
        Format::Json => {}
        Format::Table => {
            for lost in lost {
                let (key, value) = (&lost.key, &lost.value);
                output::hint(&format!("no counterpart: {key} ({value})"));
            }
        }
    }
    Ok(())
}

/// Nothing that exists is overwritten.
fn write(file: &Path, text: &str) -> Result<(), Failure> {
    let failed = |e| Failure::new(format!("cannot write {}: {e}", file.display()));
    let mut created = std::fs::File::create_new(file).map_err(failed)?;
    created.write_all(text.as_bytes()).map_err(failed)
}
