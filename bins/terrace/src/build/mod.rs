//! `terrace build`: manifest and sources to one app image.
//!
//! ```text
//!   DIR/terrace.toml -> parse_app -> [a driver: cargo, clang, ...] -> Wasm -> DIR/.terrace/NAME.terrace
//!                                          stamp: sources as they were      DIR/.terrace/NAME.stamp
//! ```
//!
//! # Invariants
//! I1. An image is replaced only by a whole one (terrace-image writes beside it and renames).
//! I2. The stamp is taken before the compiler starts: a source changed meanwhile is newer.
//! I3. Compilers write to standard error only.

mod c;
mod go;
mod java;
mod rtdroid;
mod rust;
mod stamp;
mod tool;

use crate::cli::{BuildArgs, Format, Language};
use crate::failure::Failure;
use crate::{check, output, sdk, target};
use serde::Serialize;
use stamp::Stamp;
use std::path::{Path, PathBuf};
use terrace_manifest::{App as Manifest, Program, Source};
use tool::Shown;

/// The folder of an app for what Terrace makes and keeps there.
pub const OUTPUT: &str = ".terrace";

/// What was built.
#[derive(Debug, Serialize)]
pub struct Built {
    /// The image.
    pub image: PathBuf,
    /// False: it was new enough.
    pub rebuilt: bool,
}

/// What a driver needs to know.
struct Job<'a> {
    dir: &'a Path,
    manifest: &'a Manifest,
    /// Where the Wasm may be put.
    scratch: PathBuf,
    shown: Shown,
}

/// What a driver made.
struct Made {
    wasm: PathBuf,
    /// Files outside the app's folder that went into it.
    inputs: Vec<PathBuf>,
}

/// What is to be built, and where to.
struct Order<'a> {
    dir: &'a Path,
    /// Not the one in `dir`.
    manifest: Option<&'a Path>,
    to: Option<&'a Path>,
    force: bool,
    format: Format,
    shown: Shown,
}

/// `terrace build`.
pub fn command(args: &BuildArgs) -> Result<u8, Failure> {
    let shown = if args.format == Format::Json {
        Shown::Captured
    } else {
        Shown::AsItRuns
    };
    let built = build_with(&Order {
        dir: &args.dir,
        manifest: args.manifest.as_deref(),
        to: args.output.as_deref(),
        force: args.force,
        format: args.format,
        shown,
    })?;
    output::either(args.format, &built, |b| format!("{}\n", b.image.display()))?;
    if !built.rebuilt {
        output::hint("nothing has changed since it was built; --force builds it anyway");
    }
    Ok(0)
}

/// Build the app at `dir` if a source has changed.
pub fn build(dir: &Path, to: Option<&Path>, force: bool) -> Result<Built, Failure> {
    build_with(&Order {
        dir,
        manifest: None,
        to,
        force,
        format: Format::Table,
        shown: Shown::AsItRuns,
    })
}

/// The manifest of the app at `dir`.
#[must_use]
pub fn manifest_path(dir: &Path) -> PathBuf {
    dir.join("terrace.toml")
}

/// Keep images and stamps out of version control; the copy of the SDK stays with the app.
pub fn ignore_output(dir: &Path) -> std::io::Result<()> {
    let path = dir.join(OUTPUT).join(".gitignore");
    if path.exists() {
        return Ok(());
    }
    sdk::write(&path, b"*.terrace\n*.stamp\n*.wasm\n*.d\n*.java/\n")
}

/// The manifest an order names, as text for the image and as a model.
fn read_manifest(order: &Order<'_>) -> Result<(String, Manifest), Failure> {
    let path = match order.manifest {
        Some(path) => path.to_owned(),
        None => manifest_path(order.dir),
    };
    if order.manifest.is_none() && !path.is_file() {
        return Err(target::not_an_app(order.dir));
    }
    if !order.dir.is_dir() {
        return Err(Failure::new(format!(
            "{} is no folder; give the folder of the app's sources",
            order.dir.display()
        )));
    }
    let text = check::read(&path)?;
    let manifest = crate::proof::app(&text, &path, order.format)?;
    let text = match terrace_manifest::is_xml(&text) {
        true => rtdroid::of_image(&manifest).to_toml(),
        false => text,
    };
    Ok((text, manifest))
}

fn build_with(order: &Order<'_>) -> Result<Built, Failure> {
    let Order { dir, shown, .. } = *order;
    let (text, manifest) = read_manifest(order)?;
    let name = manifest.name.as_str();
    let folder = dir.join(OUTPUT);
    let image = order
        .to
        .map_or_else(|| folder.join(format!("{name}.terrace")), Path::to_owned);
    let stamp_file = folder.join(format!("{name}.stamp"));
    bring_sdk(dir, &manifest.program)?;
    let now = Stamp::take(dir, &image).map_err(|e| failed("read the sources in", dir, &e))?;
    if !order.force && stamp::is_fresh(&now, &stamp_file, &image) {
        return Ok(Built {
            image,
            rebuilt: false,
        });
    }
    ignore_output(dir).map_err(|e| failed("write below", dir, &e))?;
    let job = Job {
        dir,
        manifest: &manifest,
        scratch: folder.join(format!("{name}.wasm")),
        shown,
    };
    let made = make(&job)?;
    let wasm = std::fs::read(&made.wasm).map_err(|e| failed("read the program", &made.wasm, &e))?;
    terrace_image::pack(&text, &wasm, &image)?;
    let outside = order.manifest.map(Path::to_owned);
    let inputs: Vec<PathBuf> = made.inputs.into_iter().chain(outside).collect();
    now.with(&inputs)
        .save(&stamp_file)
        .map_err(|e| failed("write", &stamp_file, &e))?;
    Ok(Built {
        image,
        rebuilt: true,
    })
}

fn failed(act: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot {act} {}: {error}", path.display()))
}

fn make(job: &Job<'_>) -> Result<Made, Failure> {
    let source = match &job.manifest.program {
        Program::Wasm { path } => {
            return Ok(Made {
                wasm: job.dir.join(path),
                inputs: Vec::new(),
            });
        }
        Program::Source(source) => source,
    };
    match source {
        Source::Java(keys) => java::make(job, keys),
        Source::Rust(keys) => rust::make(job, keys),
        Source::C(keys) => c::make(job, keys),
        Source::Go(keys) => go::make(job, keys),
    }
}

/// The SDK's copy is a source of the app, so it is there before the stamp is taken.
fn bring_sdk(dir: &Path, program: &Program) -> Result<(), Failure> {
    let Program::Source(source) = program else {
        return Ok(());
    };
    let language = match source {
        Source::Java(_) => return Ok(()),
        Source::Rust(_) => Language::Rust,
        Source::C(_) => Language::C,
        Source::Go(_) => Language::Go,
    };
    sdk::unpack(dir, language).map_err(|e| failed("write the SDK below", dir, &e))
}
