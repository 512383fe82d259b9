//! An app image that has been checked.
//!
//! # Invariants
//! I1. An [`AppImage`] exists only if every digest, size, media type and version in it is
//!     right; no accessor can fail.
//! I2. Its Wasm begins like a module or a component and the config describes it truly. It
//!     may still be invalid further on: the engine validates when it compiles.
//! I3. Its manifest is UTF-8 of at most [`limits::MANIFEST_BYTES`]; whether it is a good
//!     manifest is for `terrace-manifest` to say.
//! I4. No size announced by the image is ever allocated; only its own bytes are kept.
//!
//! Not for: finding out who made an image. Digests protect against damage, not against a
//! maker with bad intentions; the partition does that.
//! Source: OCI image specification 1.1; CNCF "Wasm OCI Artifact layout".

use std::{
    fs::File,
    io::{self, Read},
    ops::Range,
    path::Path,
};

use rustix::fs::{FileType, Mode, OFlags};

use crate::{
    config::WasmConfig, digest::Sha256Digest, error::ImageError, kind::WasmKind, layout::Parts,
    limits,
};

/// A whole, checked app image in memory.
#[derive(Clone)]
pub struct AppImage {
    bytes: Vec<u8>,
    manifest: Range<usize>,
    wasm: Range<usize>,
    digest: Sha256Digest,
    wasm_digest: Sha256Digest,
    kind: WasmKind,
    config: WasmConfig,
}

impl AppImage {
    /// Reads and checks the file at `path`. Never waits: a FIFO or device is refused.
    pub fn open(path: &Path) -> Result<Self, ImageError> {
        let read = |source: io::Error| ImageError::Read {
            path: path.to_owned(),
            source,
        };
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
        let file =
            rustix::fs::open(path, flags, Mode::empty()).map_err(|errno| read(errno.into()))?;
        let stat = rustix::fs::fstat(&file).map_err(|errno| read(errno.into()))?;
        let kind = FileType::from_raw_mode(stat.st_mode);
        if !kind.is_file() {
            let found = name_of(kind);
            return Err(ImageError::NotAFile {
                path: path.to_owned(),
                found,
            });
        }
        let bytes = read_bounded(File::from(file), stat.st_size as u64, path)?;
        Self::from_vec(bytes)
    }

    /// Reads to the end, at most [`limits::IMAGE_BYTES`], and checks.
    pub fn from_reader(reader: impl Read) -> Result<Self, ImageError> {
        Self::from_vec(read_bounded(reader, 0, Path::new("(stream)"))?)
    }

    /// Checks a copy of `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ImageError> {
        limits::check("the app image", bytes.len() as u64, limits::IMAGE_BYTES)?;
        Self::from_vec(bytes.to_vec())
    }

    /// Checks `bytes` and keeps them.
    pub fn from_vec(bytes: Vec<u8>) -> Result<Self, ImageError> {
        limits::check("the app image", bytes.len() as u64, limits::IMAGE_BYTES)?;
        let parts = Parts::find(&bytes)?;
        Ok(Self {
            manifest: parts.manifest,
            wasm: parts.wasm,
            digest: parts.digest,
            wasm_digest: parts.wasm_digest,
            kind: parts.kind,
            config: parts.config,
            bytes,
        })
    }

    /// The text of `terrace.toml`.
    pub fn manifest_text(&self) -> &str {
        std::str::from_utf8(&self.bytes[self.manifest.clone()])
            .expect("I3: checked when the image was read, and never changed since")
    }

    /// The program.
    pub fn wasm(&self) -> &[u8] {
        &self.bytes[self.wasm.clone()]
    }

    /// Names the content: the digest of the OCI image manifest, which names all layers.
    pub fn digest(&self) -> Sha256Digest {
        self.digest
    }

    /// The digest of the program.
    pub fn wasm_digest(&self) -> Sha256Digest {
        self.wasm_digest
    }

    /// Whether the program is a core module or a component.
    pub fn kind(&self) -> WasmKind {
        self.kind
    }

    /// The artefact's config, which agrees with the program.
    pub fn config(&self) -> &WasmConfig {
        &self.config
    }

    /// The file, byte for byte.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl std::fmt::Debug for AppImage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppImage")
            .field("digest", &self.digest)
            .field("kind", &self.kind)
            .field("bytes", &self.bytes.len())
            .finish_non_exhaustive()
    }
}

fn read_bounded(reader: impl Read, size: u64, path: &Path) -> Result<Vec<u8>, ImageError> {
    let limit = limits::IMAGE_BYTES;
    let what = path.display().to_string();
    limits::check(&what, size, limit)?;
    let mut bytes = Vec::with_capacity(size as usize + 1);
    reader
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|source| ImageError::Read {
            path: path.to_owned(),
            source,
        })?;
    limits::check(&what, bytes.len() as u64, limit)?;
    Ok(bytes)
}

fn name_of(kind: FileType) -> &'static str {
    match kind {
        FileType::Directory => "a directory",
        FileType::Fifo => "a FIFO",
        FileType::Socket => "a socket",
        _ => "a device",
    }
}
