//! Making an app image.
//!
//! # Invariants
//! I1. The same manifest and Wasm give the same bytes, on any machine at any time: times,
//!     owners and modes are fixed, and the order is fixed.
//! I2. A file with the final name is always whole: it is written under another name in the
//!     same directory, flushed to disk, then renamed.
//! I3. What is written, [`crate::AppImage`] accepts.

use std::{
    collections::BTreeSet,
    io::{self, Write},
    path::Path,
};

use oci_spec::image::{
    Descriptor, ImageIndexBuilder, ImageManifestBuilder, MediaType, OciLayoutBuilder,
    SCHEMA_VERSION,
};
use rustix::fs::{Mode, OFlags};
use serde::Serialize;
use tempfile::NamedTempFile;

use crate::{
    archive::{self, blob_path},
    config::WasmConfig,
    digest::Sha256Digest,
    error::ImageError,
    limits, media,
};

/// Writes the image of `manifest_text` and `wasm` to `out`, replacing what was there; answers
/// the image's digest.
pub fn pack(manifest_text: &str, wasm: &[u8], out: &Path) -> Result<Sha256Digest, ImageError> {
    ImageWriter::new(manifest_text, wasm)?.save(out)
}

/// An image ready to be written.
pub struct ImageWriter<'a> {
    layout: Vec<u8>,
    index: Vec<u8>,
    image: Blob<'static>,
    config: Blob<'static>,
    wasm: Blob<'a>,
    manifest: Blob<'a>,
}

struct Blob<'a> {
    digest: Sha256Digest,
    content: std::borrow::Cow<'a, [u8]>,
}

impl<'a> Blob<'a> {
    fn new(content: impl Into<std::borrow::Cow<'a, [u8]>>) -> Self {
        let content = content.into();
        Self {
            digest: Sha256Digest::of(&content),
            content,
        }
    }

    fn descriptor(&self, media_type: impl Into<MediaType>) -> Descriptor {
        Descriptor::new(
            media_type.into(),
            self.content.len() as u64,
            self.digest.to_oci(),
        )
    }
}

impl<'a> ImageWriter<'a> {
    /// Refuses what a reader would refuse: Wasm of an unknown kind, and sizes beyond
    /// [`limits`].
    pub fn new(manifest_text: &'a str, wasm: &'a [u8]) -> Result<Self, ImageError> {
        limits::check(
            "the manifest",
            manifest_text.len() as u64,
            limits::MANIFEST_BYTES,
        )?;
        let wasm = Blob::new(wasm);
        let manifest = Blob::new(manifest_text.as_bytes());
        let config = WasmConfig::describing(&wasm.content, [wasm.digest, manifest.digest])?;
        let config = Blob::new(json(&config));
        limits::check(
            "the config",
            config.content.len() as u64,
            limits::JSON_BYTES,
        )?;
        let image = Blob::new(image_manifest(&config, &wasm, &manifest));
        let writer = Self {
            layout: layout(),
            index: index(&image),
            image,
            config,
            wasm,
            manifest,
        };
        limits::check("the app image", writer.size(), limits::IMAGE_BYTES)?;
        Ok(writer)
    }

    /// The digest the image will have: see [`crate::AppImage::digest`].
    pub fn digest(&self) -> Sha256Digest {
        self.image.digest
    }

    /// Writes the image, without flushing `out`.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let mut tar = tar::Builder::new(out);
        let mut written = BTreeSet::new();
        append(&mut tar, archive::LAYOUT, &self.layout)?;
        append(&mut tar, archive::INDEX, &self.index)?;
        for blob in [&self.image, &self.config, &self.wasm, &self.manifest] {
            // Equal content has one name and is there once.
            if written.insert(blob.digest) {
                append(&mut tar, &blob_path(&blob.digest), &blob.content)?;
            }
        }
        tar.finish()
    }

    /// Writes the image to `path` in one step (I2); answers its digest.
    pub fn save(&self, path: &Path) -> Result<Sha256Digest, ImageError> {
        self.write_and_rename(path)
            .map_err(|source| ImageError::Write {
                path: path.to_owned(),
                source,
            })?;
        Ok(self.digest())
    }

    fn write_and_rename(&self, path: &Path) -> io::Result<()> {
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mut file = NamedTempFile::with_prefix_in(".terrace-image-", folder)?;
        self.write(io::BufWriter::new(file.as_file_mut()))?;
        rustix::fs::fchmod(file.as_file(), Mode::from_raw_mode(0o644))?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        sync_folder(folder)
    }

    /// Bytes of the whole file.
    fn size(&self) -> u64 {
        const BLOCK: u64 = 512;
        let parts = [&self.image, &self.config, &self.wasm, &self.manifest];
        let contents = parts.iter().map(|blob| blob.content.len());
        let entries: u64 = contents
            .chain([self.layout.len(), self.index.len()])
            .map(|length| BLOCK + (length as u64).next_multiple_of(BLOCK))
            .sum();
        entries + 2 * BLOCK
    }
}

/// Makes a rename survive a power cut.
fn sync_folder(folder: &Path) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = rustix::fs::open(folder, flags, Mode::empty())?;
    Ok(rustix::fs::fsync(folder)?)
}

/// I1: every field of the header that depends on the machine or the time is fixed.
fn append(tar: &mut tar::Builder<impl Write>, path: &str, content: &[u8]) -> io::Result<()> {
    let mut header = tar::Header::new_ustar();
    header.set_path(path)?;
    header.set_size(content.len() as u64);
    header.set_entry_type(tar::EntryType::Regular);
    header.set_mode(0o644);
    header.set_uid(0);
    header.set_gid(0);
    header.set_mtime(0);
    header.set_cksum();
    tar.append(&header, content)
}

fn layout() -> Vec<u8> {
    let layout = OciLayoutBuilder::default().image_layout_version(media::LAYOUT_VERSION);
    json(&layout.build().expect("its one field is set"))
}

fn index(image: &Blob<'_>) -> Vec<u8> {
    let index = ImageIndexBuilder::default()
        .schema_version(SCHEMA_VERSION)
        .media_type(MediaType::ImageIndex)
        .manifests([image.descriptor(MediaType::ImageManifest)]);
    json(&index.build().expect("both required fields are set"))
}

fn image_manifest(config: &Blob<'_>, wasm: &Blob<'_>, manifest: &Blob<'_>) -> Vec<u8> {
    let image = ImageManifestBuilder::default()
        .schema_version(SCHEMA_VERSION)
        .media_type(MediaType::ImageManifest)
        .config(config.descriptor(media::CONFIG))
        .layers([
            wasm.descriptor(media::WASM),
            manifest.descriptor(media::MANIFEST),
        ]);
    json(&image.build().expect("the three required fields are set"))
}

fn json(document: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(document).expect("structs of strings, numbers and lists become JSON")
}
