//! What a path on the command line is: a program, an app's folder, or an app image.

use crate::build;
use crate::failure::Failure;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use terrace_image::{AppImage, Sha256Digest};
use terrace_manifest::{
    App as Manifest, AppName, Bytes, Cpu, Memory, NameError, Permissions, Program, Restart,
};

/// Memory of a program that came without a manifest.
const BARE_LIMIT: Bytes = Bytes::mib(1024);
/// Names get longer when there are several partitions.
const LONGEST_NAME: usize = 48;

/// See the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A Wasm module or component without a manifest.
    Program,
    /// A folder with a terrace.toml.
    Folder,
    /// Anything else: reading it as an image says what is wrong with it.
    Image,
}

/// An app on its way into a machine.
#[derive(Debug)]
pub struct Parcel {
    /// What it may do.
    pub manifest: Manifest,
    /// Its program.
    pub wasm: Vec<u8>,
    /// Relative host paths of the manifest start here.
    pub base: PathBuf,
    /// The digest of its image, or of a bare program.
    pub image: String,
}

/// Look at what lies at `path`.
pub fn kind(path: &Path) -> Result<Kind, Failure> {
    let missing = |e: std::io::Error| Failure::new(format!("cannot read {}: {e}", path.display()));
    let meta = std::fs::metadata(path).map_err(missing)?;
    if meta.is_dir() {
        let manifest = build::manifest_path(path);
        if manifest.is_file() {
            return Ok(Kind::Folder);
        }
        return Err(not_an_app(path));
    }
    let mut head = Vec::new();
    if meta.is_file() {
        File::open(path)
            .map_err(missing)?
            .take(512)
            .read_to_end(&mut head)
            .map_err(missing)?;
    }
    if head.starts_with(b"\0asm") {
        return Ok(Kind::Program);
    }
    // A tar archive says so at byte 257; a damaged image is still called one by its name.
    let tar = head.get(257..262) == Some(b"ustar");
    if tar || path.extension().is_some_and(|e| e == "terrace") {
        return Ok(Kind::Image);
    }
    Err(Failure::new(format!(
        "{} is neither a .wasm program, an app's folder nor an app image (.terrace)",
        path.display()
    )))
}

/// A folder without a manifest, or nothing at all.
#[must_use]
pub fn not_an_app(dir: &Path) -> Failure {
    let what = if dir.is_dir() {
        "it has no terrace.toml"
    } else {
        "there is no such folder"
    };
    let dir = dir.display();
    Failure::new(format!(
        "{dir} is not an app: {what}; `terrace new --lang rust NAME` begins one"
    ))
}

/// The app at `path`; a folder is built first if it has to be.
pub fn open(path: &Path) -> Result<Parcel, Failure> {
    match kind(path)? {
        Kind::Program => bare(path),
        Kind::Folder => {
            let image = build::build(path, None, false)?.image;
            unpack(&image, path.to_owned())
        }
        Kind::Image => unpack(path, base_of(path)),
    }
}

/// The image file at `path`; a folder is built first if it has to be.
pub fn image_file(path: &Path) -> Result<PathBuf, Failure> {
    match kind(path)? {
        Kind::Folder => Ok(build::build(path, None, false)?.image),
        Kind::Image => Ok(path.to_owned()),
        Kind::Program => Err(Failure::new(format!(
            "{} is a program without a manifest; put it in a folder with a terrace.toml that says \
             program = \"{}\", and give that folder",
            path.display(),
            path.file_name().unwrap_or_default().display()
        ))),
    }
}

/// Images that `terrace build` makes lie one folder below their app.
fn base_of(image: &Path) -> PathBuf {
    let folder = terrace_daemon::place::base_of(image);
    if folder == Path::new("") {
        PathBuf::from(".")
    } else {
        folder.to_owned()
    }
}

fn unpack(path: &Path, base: PathBuf) -> Result<Parcel, Failure> {
    let image = AppImage::open(path)?;
    let named = path.join("terrace.toml");
    let manifest =
        crate::check::parse_app(image.manifest_text(), &named, crate::cli::Format::Table)?;
    let digest = image.digest().to_string();
    Ok(Parcel {
        manifest,
        wasm: image.wasm().to_vec(),
        base,
        image: digest,
    })
}

/// A program without a manifest may read clocks and draw random numbers, and nothing else.
fn bare(path: &Path) -> Result<Parcel, Failure> {
    let wasm = std::fs::read(path)
        .map_err(|e| Failure::new(format!("cannot read {}: {e}", path.display())))?;
    let manifest = Manifest {
        name: name_of(path)?,
        version: "0.0.0".to_owned(),
        program: Program::Wasm {
            path: path.to_owned(),
        },
        memory: Memory {
            limit: BARE_LIMIT,
            ..Memory::default()
        },
        cpu: Cpu::default(),
        permissions: Permissions {
            clock: true,
            random: true,
            ..Permissions::default()
        },
        restart: Restart::default(),
        components: terrace_manifest::Components::default(),
    };
    let image = Sha256Digest::of(&wasm).to_string();
    Ok(Parcel {
        manifest,
        wasm,
        base: PathBuf::from("."),
        image,
    })
}

/// A name made of what the file's name has of a name.
fn name_of(path: &Path) -> Result<AppName, NameError> {
    let stem = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .to_ascii_lowercase();
    let plain = |c: char| {
        if matches!(c, 'a'..='z' | '0'..='9' | '.' | '_' | '-') {
            c
        } else {
            '-'
        }
    };
    let name: String = stem.chars().map(plain).collect();
    let name = name.trim_start_matches(['.', '_', '-']);
    let name: String = name.chars().take(LONGEST_NAME).collect();
    if name.is_empty() {
        "program".parse()
    } else {
        name.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_become_names() {
        let name = |text: &str| name_of(Path::new(text)).unwrap().as_str().to_owned();
        assert_eq!(name("/tmp/Hello World.wasm"), "hello-world");
        assert_eq!(name("7.wasm"), "7");
        assert_eq!(name("\u{e4}\u{e4}.wasm"), "program");
        assert_eq!(
            name(&format!("{}.wasm", "x".repeat(200))).len(),
            LONGEST_NAME
        );
    }

    #[test]
    fn paths_of_a_manifest_start_at_the_app() {
        assert_eq!(
            base_of(Path::new("app/.terrace/a.terrace")),
            Path::new("app")
        );
        assert_eq!(base_of(Path::new(".terrace/a.terrace")), Path::new("."));
        assert_eq!(base_of(Path::new("images/a.terrace")), Path::new("images"));
        assert_eq!(base_of(Path::new("a.terrace")), Path::new("."));
    }
}
