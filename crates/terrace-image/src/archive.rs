//! The tar archive around an image layout: which entries there are, and where.
//!
//! # Invariants
//! I1. Every path is `oci-layout`, `index.json` or `blobs/sha256/<64 lower-case hex>`, each at
//!     most once. The two directories above the blobs are allowed, since other tools write
//!     them, and forgotten.
//! I2. Every entry is a plain file; there is no link, device, sparse or extension header, so
//!     no reader of tar can see another name or size than this one.
//! I3. Every byte of the file is a header, content, or zero. Nothing is hidden behind the end
//!     or in the padding, and an archive that stops early has no end mark and is refused.
//! I4. Nothing is copied and nothing is written: an archive is a map of ranges.
//!
//! Not for: what the blobs mean (see [`crate::image`]).
//! Source: POSIX ustar; OCI image specification, "Image Layout".

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Cursor,
    ops::Range,
};

use tar::EntryType;

use crate::{
    digest::Sha256Digest,
    error::{ImageError, quote},
    limits,
};

/// Size of a tar header, and what content is padded to.
const BLOCK: usize = 512;

/// Path of the layout's version file.
pub(crate) const LAYOUT: &str = "oci-layout";
/// Path of the index.
pub(crate) const INDEX: &str = "index.json";

const BLOB_PREFIX: &str = "blobs/sha256/";

/// Where a blob lives in the layout.
pub(crate) fn blob_path(digest: &Sha256Digest) -> String {
    format!("{BLOB_PREFIX}{}", digest.hex())
}

/// Where each entry's content is in the bytes of the file.
#[derive(Debug, Default)]
pub(crate) struct Archive {
    pub(crate) layout: Option<Range<usize>>,
    pub(crate) index: Option<Range<usize>>,
    pub(crate) blobs: BTreeMap<Sha256Digest, Range<usize>>,
}

/// The entries an image layout may have.
enum Place {
    Layout,
    Index,
    Blob(Sha256Digest),
    Directory,
}

impl Archive {
    /// Maps the whole archive, or refuses it at the first broken rule.
    pub(crate) fn map(bytes: &[u8]) -> Result<Self, ImageError> {
        let mut archive = Self::default();
        let mut directories = BTreeSet::new();
        let mut end = 0;
        let mut tar = tar::Archive::new(Cursor::new(bytes));
        let entries = tar.entries().map_err(|error| not_tar(0, &error))?.raw(true);
        for entry in entries {
            let entry = entry.map_err(|error| not_tar(end, &error))?;
            let offset = entry.raw_header_position();
            let path = entry.path_bytes().into_owned();
            let place = place(&path, entry.header().entry_type(), offset)?;
            let content = content(bytes, &path, entry.raw_file_position(), entry.size())?;
            end = padded_end(bytes, &path, content.end)?;
            let fresh = match place {
                Place::Layout => archive.layout.replace(content).is_none(),
                Place::Index => archive.index.replace(content).is_none(),
                Place::Blob(digest) => archive.blobs.insert(digest, content).is_none(),
                Place::Directory if !content.is_empty() => {
                    return Err(wrong_type(&path, "a directory with content".into()));
                }
                Place::Directory => directories.insert(path.clone()),
            };
            if !fresh {
                return Err(ImageError::DuplicateEntry { path: quote(&path) });
            }
            if archive.blobs.len() > limits::BLOBS {
                return Err(ImageError::TooManyBlobs {
                    limit: limits::BLOBS,
                });
            }
        }
        check_end(bytes, end)?;
        Ok(archive)
    }
}

fn not_tar(offset: usize, error: &std::io::Error) -> ImageError {
    ImageError::NotTar {
        offset: offset as u64,
        reason: quote(error.to_string().as_bytes()),
    }
}

fn wrong_type(path: &[u8], kind: String) -> ImageError {
    ImageError::EntryType {
        path: quote(path),
        kind,
    }
}

/// I1 and I2.
fn place(path: &[u8], kind: EntryType, offset: u64) -> Result<Place, ImageError> {
    let known = match path {
        b"blobs/" | b"blobs/sha256/" | b"blobs" | b"blobs/sha256" if kind.is_dir() => {
            return Ok(Place::Directory);
        }
        b"oci-layout" => Some(Place::Layout),
        b"index.json" => Some(Place::Index),
        _ => blob_of(path).map(Place::Blob),
    };
    // The type first: an extension header has a made-up path that would only confuse.
    if !kind.is_file() {
        return Err(wrong_type(path, name_of(kind)));
    }
    known.ok_or_else(|| ImageError::EntryPath {
        path: quote(path),
        offset,
    })
}

fn blob_of(path: &[u8]) -> Option<Sha256Digest> {
    let name = path.strip_prefix(BLOB_PREFIX.as_bytes())?;
    Sha256Digest::from_hex(std::str::from_utf8(name).ok()?)
}

fn name_of(kind: EntryType) -> String {
    match kind {
        EntryType::Link => "a hard link".into(),
        EntryType::Symlink => "a symbolic link".into(),
        EntryType::Directory => "a directory".into(),
        EntryType::Fifo => "a FIFO".into(),
        EntryType::Char | EntryType::Block => "a device".into(),
        EntryType::GNUSparse => "a sparse file".into(),
        other => format!("of tar type `{}`", other.as_byte().escape_ascii()),
    }
}

fn content(bytes: &[u8], path: &[u8], start: u64, size: u64) -> Result<Range<usize>, ImageError> {
    let end = start.saturating_add(size);
    if end > bytes.len() as u64 {
        return Err(truncated(path, end, bytes));
    }
    // Both fit: they are at most the length of a slice.
    Ok(start as usize..end as usize)
}

fn truncated(path: &[u8], expected: u64, bytes: &[u8]) -> ImageError {
    ImageError::Truncated {
        what: quote(path),
        expected,
        found: bytes.len() as u64,
    }
}

/// The end of an entry with its padding, which must be there and be zero.
fn padded_end(bytes: &[u8], path: &[u8], end: usize) -> Result<usize, ImageError> {
    let padded = end.next_multiple_of(BLOCK);
    let padding = bytes
        .get(end..padded)
        .ok_or_else(|| truncated(path, padded as u64, bytes))?;
    only_zeroes(padding, end, || {
        format!("in the padding of {}", quote(path))
    })?;
    Ok(padded)
}

/// I3: two blocks of zeroes or more, to the end of the file.
fn check_end(bytes: &[u8], end: usize) -> Result<(), ImageError> {
    let rest = &bytes[end..];
    only_zeroes(rest, end, || "after the last entry".into())?;
    let whole = rest.len().next_multiple_of(BLOCK).max(2 * BLOCK);
    if rest.len() < whole {
        return Err(truncated(b"the end mark", (end + whole) as u64, bytes));
    }
    Ok(())
}

fn only_zeroes(bytes: &[u8], offset: usize, after: impl Fn() -> String) -> Result<(), ImageError> {
    match bytes.iter().position(|&byte| byte != 0) {
        None => Ok(()),
        Some(at) => Err(ImageError::TrailingData {
            offset: (offset + at) as u64,
            after: after(),
            found: bytes[at],
        }),
    }
}
