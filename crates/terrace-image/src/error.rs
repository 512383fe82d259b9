//! Why an image was refused, or could not be written.
//!
//! Every message names the place inside the image, what was expected, what was found, and
//! what to do. Text that comes out of the image is escaped first: an image must not be able
//! to write control sequences to a terminal.

use std::{io, path::PathBuf};

use crate::digest::Sha256Digest;

/// What to do about a file that is not what it was.
macro_rules! damaged {
    () => {
        "the file is damaged or was changed: copy it again from its source, or make it again \
         with `terrace build`"
    };
}

/// What to do about an image of another maker or version.
macro_rules! rebuild {
    () => {
        "make the image with this version's `terrace build`"
    };
}

/// Why an app image cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// Linux refused to open or read it.
    #[error("cannot read the app image {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What Linux said.
        source: io::Error,
    },
    /// Linux refused to write it.
    #[error(
        "cannot write the app image {}: {source}; nothing was left behind, so free space or \
         choose another place and build again", path.display()
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// What Linux said.
        source: io::Error,
    },
    /// A directory, FIFO, device or socket.
    #[error("{} is {found}, not an app image file; give the path of a NAME.terrace file", path.display())]
    NotAFile {
        /// What was given.
        path: PathBuf,
        /// What it is.
        found: &'static str,
    },
    /// Larger than allowed.
    #[error("{what} has {found} bytes; the limit is {limit}; make it smaller")]
    TooLarge {
        /// The image or the part of it.
        what: String,
        /// Its size in bytes, or the first size seen beyond the limit.
        found: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// Not a tar archive, or a damaged header.
    #[error("not an app image at byte {offset}: {reason}; {}", damaged!())]
    NotTar {
        /// Where, in bytes from the start.
        offset: u64,
        /// What the tar reader said.
        reason: String,
    },
    /// Fewer bytes than the archive announces.
    #[error("truncated: {what} needs bytes up to {expected}, the file has {found}; {}", damaged!())]
    Truncated {
        /// What is cut.
        what: String,
        /// Where it should end.
        expected: u64,
        /// Where the file ends.
        found: u64,
    },
    /// Bytes where the format has only zeroes: after the archive or after an entry.
    #[error("byte {offset}, {after}, is {found:#04x} instead of zero; {}", damaged!())]
    TrailingData {
        /// Where, in bytes from the start.
        offset: u64,
        /// What comes before it.
        after: String,
        /// The byte.
        found: u8,
    },
    /// A path that an image layout does not have.
    #[error(
        "the entry `{path}` at byte {offset} does not belong into an app image, which has only \
         oci-layout, index.json and blobs/sha256/<64 hex digits>; {}", rebuild!()
    )]
    EntryPath {
        /// The path, escaped.
        path: String,
        /// Where its header is.
        offset: u64,
    },
    /// A link, device, or extension header.
    #[error("the entry `{path}` is {kind}; an app image has only plain files; {}", rebuild!())]
    EntryType {
        /// The path, escaped.
        path: String,
        /// What it is.
        kind: String,
    },
    /// Twice the same path.
    #[error("the entry `{path}` is there twice; {}", rebuild!())]
    DuplicateEntry {
        /// The path.
        path: String,
    },
    /// More entries than any image has.
    #[error("more than {limit} blobs; {}", rebuild!())]
    TooManyBlobs {
        /// The limit.
        limit: usize,
    },
    /// Something is referred to and not there.
    #[error("{path} is missing, {needed_by} needs it; {}", damaged!())]
    Missing {
        /// The path.
        path: String,
        /// Who refers to it.
        needed_by: &'static str,
    },
    /// Something is there and nothing refers to it.
    #[error("{path} belongs to nothing in the image; {}", rebuild!())]
    Unreferenced {
        /// The path.
        path: String,
    },
    /// A JSON document that is not what the specification says.
    #[error("{blob} cannot be understood: {reason}; {}", damaged!())]
    Json {
        /// Which document.
        blob: &'static str,
        /// Position and reason.
        reason: String,
    },
    /// A version this Terrace does not know.
    #[error("{blob}: {field} is `{found}`, this Terrace reads `{expected}`; {}", rebuild!())]
    Version {
        /// Which document.
        blob: &'static str,
        /// Which field.
        field: &'static str,
        /// What this version reads.
        expected: String,
        /// What was found, escaped.
        found: String,
    },
    /// Another media type than the place asks for.
    #[error("{blob} has the media type `{found}`, expected `{expected}`; {}", rebuild!())]
    MediaType {
        /// Which blob.
        blob: &'static str,
        /// What belongs there.
        expected: &'static str,
        /// What was found, escaped.
        found: String,
    },
    /// The wrong number of something.
    #[error("the image has {found} {what}, expected exactly 1; {}", rebuild!())]
    Count {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        found: usize,
    },
    /// A digest of another algorithm.
    #[error("{blob} is named by `{found}`; an app image names blobs by sha256 only; {}", rebuild!())]
    Algorithm {
        /// Which blob.
        blob: &'static str,
        /// The digest, escaped.
        found: String,
    },
    /// The content is not what its name says.
    #[error("{blob} has the digest {found}, expected {expected}; {}", damaged!())]
    Digest {
        /// Which blob.
        blob: &'static str,
        /// What refers to it says.
        expected: Sha256Digest,
        /// What its bytes have.
        found: Sha256Digest,
    },
    /// The size is not what refers to it says.
    #[error("{blob} has {found} bytes, its descriptor says {expected}; {}", damaged!())]
    Size {
        /// Which blob.
        blob: &'static str,
        /// What the descriptor says.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// The config does not describe this Wasm.
    #[error("the config's {field} is `{found}`, but the layers say `{expected}`; {}", rebuild!())]
    Config {
        /// Which field.
        field: &'static str,
        /// What follows from the layers.
        expected: String,
        /// What the config says, escaped.
        found: String,
    },
    /// The manifest is not text.
    #[error("the manifest is not UTF-8 at byte {offset}; write terrace.toml as UTF-8")]
    ManifestText {
        /// Bytes before the first bad one.
        offset: usize,
    },
    /// The program is neither a core module nor a component.
    #[error(
        "the program is not WebAssembly: its {length} bytes begin with `{found}`, expected \
         `\\x00asm` and version 1 (core module) or 13 layer 1 (component); compile for \
         wasm32-wasip1 or wasm32-wasip2"
    )]
    NotWasm {
        /// Its first bytes, escaped.
        found: String,
        /// Its size in bytes.
        length: u64,
    },
    /// The component's imports and exports cannot be read.
    #[error("the component is malformed at byte {offset}: {reason}; compile it again")]
    Component {
        /// Where, in bytes from the start of the component.
        offset: u64,
        /// What the parser said.
        reason: String,
    },
}

/// `text` from inside an image, fit for a message: printable ASCII stays, the rest is escaped,
/// and what is long is cut.
pub(crate) fn quote(text: &[u8]) -> String {
    const SHOWN: usize = 120;
    let mut shown = String::new();
    for &byte in text.iter().take(SHOWN) {
        match byte {
            b' '..=b'~' if byte != b'\\' => shown.push(char::from(byte)),
            _ => shown.extend(byte.escape_ascii().map(char::from)),
        }
    }
    if text.len() > SHOWN {
        shown.push_str("...");
    }
    shown
}
