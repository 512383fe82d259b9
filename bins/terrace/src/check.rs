//! Manifests and device files: read, checked, and all their errors shown at once.

use crate::build;
use crate::cli::{CheckManifestArgs, Format, SchemaKind};
use crate::failure::Failure;
use crate::output;
use serde::Serialize;
use std::io::Read;
use std::path::Path;
use terrace_manifest::{App, AppName, Device, Diagnostic, Diagnostics};

/// Errors for programs.
#[derive(Debug, Serialize)]
struct Errors<'a> {
    errors: Vec<&'a Diagnostic>,
    /// How many there are beyond those listed.
    more: usize,
}

/// `terrace check-manifest`.
pub fn check(args: &CheckManifestArgs) -> Result<u8, Failure> {
    let path = if args.file.is_dir() {
        build::manifest_path(&args.file)
    } else {
        args.file.clone()
    };
    let text = read(&path)?;
    let found = if terrace_manifest::is_xml(&text) {
        xml_errors(&text, &path)
    } else if is_device(&text) {
        device_errors(&text, &path)?
    } else {
        errors(terrace_manifest::parse_app(&text, &path))
    };
    if !found.is_empty() {
        show(&found, args.format)?;
        return Err(Failure::Shown);
    }
    match args.format {
        Format::Json => output::json(&Errors {
            errors: Vec::new(),
            more: 0,
        })?,
        Format::Table => output::hint(&format!("{}: no errors", path.display())),
    }
    Ok(0)
}

/// `terrace schema`.
pub fn schema(kind: SchemaKind) -> Result<u8, Failure> {
    match kind {
        SchemaKind::App => output::json(&terrace_manifest::app_schema())?,
        SchemaKind::Device => output::json(&terrace_manifest::device_schema())?,
    }
    Ok(0)
}

/// The text of a manifest, at most a little more than the parser takes.
pub fn read(path: &Path) -> Result<String, Failure> {
    read_at_most(path, terrace_abi::MANIFEST_BYTES + 1)
}

/// The text of a file, at most so many bytes of it.
pub fn read_at_most(path: &Path, most: u64) -> Result<String, Failure> {
    let failed = |e: std::io::Error| Failure::new(format!("cannot read {}: {e}", path.display()));
    let file = std::fs::File::open(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes).map_err(failed)?;
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Failure::new(format!(
            "{} is not UTF-8 text at byte {at}; save it as UTF-8",
            path.display()
        ))
    })
}

/// Parse, or show all errors.
pub fn parse_app(text: &str, path: &Path, format: Format) -> Result<App, Failure> {
    terrace_manifest::parse_app(text, path).map_err(|errors| shown(errors, format))
}

/// Parse, or show all errors.
pub fn parse_device(text: &str, path: &Path, format: Format) -> Result<Device, Failure> {
    terrace_manifest::parse_device(text, path).map_err(|errors| shown(errors, format))
}

/// May an app be called this?
pub fn app_name(name: &str) -> Result<(), Failure> {
    let checked: Result<AppName, _> = name.parse();
    checked
        .map(drop)
        .map_err(|e| Failure::new(format!("`{name}` cannot be an app's name: {e}")))
}

/// Show all errors; the failure that is left has nothing more to say.
pub fn shown(errors: Diagnostics, format: Format) -> Failure {
    match show(&[errors], format) {
        Ok(()) => Failure::Shown,
        Err(failure) => failure,
    }
}

fn show(all: &[Diagnostics], format: Format) -> Result<(), Failure> {
    if format == Format::Json {
        let errors = all.iter().flat_map(Diagnostics::iter).collect();
        return output::json(&Errors {
            errors,
            more: all.iter().map(Diagnostics::more).sum(),
        });
    }
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    for errors in all {
        // Without a terminal the one-line form, which other programs find their way in.
        let text = if terminal {
            errors.render(output::colours(&std::io::stderr()))
        } else {
            errors.to_string()
        };
        output::hint(text.trim_end());
    }
    Ok(())
}

fn errors<T>(parsed: Result<T, Diagnostics>) -> Vec<Diagnostics> {
    parsed.err().into_iter().collect()
}

/// RTDroid's XML; what is only worth knowing goes to standard error.
fn xml_errors(text: &str, path: &Path) -> Vec<Diagnostics> {
    match terrace_manifest::parse_rtdroid(text, path) {
        Ok(manifest) => {
            for warning in manifest.warnings.iter().flatten() {
                output::hint(&format!("warning: {warning}"));
            }
            Vec::new()
        }
        Err(own) => vec![own],
    }
}

/// A device file has a list of apps, a manifest has one app.
pub fn is_device(text: &str) -> bool {
    text.lines().any(|line| {
        line.trim_start().starts_with("[[app") || line.trim_start().starts_with("[device")
    })
}

/// Its own errors; without any, those of the manifests it names.
fn device_errors(text: &str, path: &Path) -> Result<Vec<Diagnostics>, Failure> {
    let device = match terrace_manifest::parse_device(text, path) {
        Ok(device) => device,
        Err(own) => return Ok(vec![own]),
    };
    let base = path.parent().unwrap_or(Path::new(""));
    let mut all = Vec::new();
    for app in &device.apps {
        let place = base.join(&app.path);
        if place.is_dir() {
            let manifest = build::manifest_path(&place);
            all.extend(errors(terrace_manifest::parse_app(
                &read(&manifest)?,
                &manifest,
            )));
        } else if !place.exists() {
            return Err(Failure::new(format!(
                "{}: there is no {}",
                at(path, app),
                place.display()
            )));
        }
    }
    Ok(all)
}

/// `file:line:col` of an app in a device file.
pub fn at(file: &Path, app: &terrace_manifest::DeviceApp) -> String {
    format!("{}:{}:{}", file.display(), app.at.line, app.at.col)
}
