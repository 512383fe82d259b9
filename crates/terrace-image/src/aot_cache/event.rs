//! What the cache met and handled.

use std::fmt;

use super::CacheKey;

/// Something odd that needed no help.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CacheEvent {
    /// A bad entry was removed; the program will be compiled again.
    Discarded {
        /// The entry.
        key: CacheKey,
        /// What was wrong.
        reason: BadEntry,
        /// Its new name in the cache directory, if it could only be moved aside.
        moved_to: Option<String>,
    },
    /// A compiled artefact is used, but could not be stored.
    NotStored {
        /// The entry.
        key: CacheKey,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for CacheEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discarded {
                key,
                reason,
                moved_to: None,
            } => {
                write!(f, "compile cache: removed the entry {key}: {reason}")
            }
            Self::Discarded {
                key,
                reason,
                moved_to: Some(name),
            } => {
                write!(
                    f,
                    "compile cache: moved the entry {key} to {name}: {reason}"
                )
            }
            Self::NotStored { key, reason } => {
                write!(f, "compile cache: the entry {key} was not stored: {reason}")
            }
        }
    }
}

/// Why an entry is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadEntry {
    /// A link, directory, FIFO, socket or device; or unreadable.
    #[error("it is not a readable plain file")]
    NotAFile,
    /// Someone else could have written it.
    #[error(
        "it belongs to user {owner} and has mode {mode:04o}; expected our own and no others writing"
    )]
    Foreign {
        /// Its owner's user id.
        owner: u32,
        /// Its permission bits.
        mode: u32,
    },
    /// Not a cache entry, or one of another format.
    #[error("its header is not that of a cache entry of format {expected}")]
    Header {
        /// The format this version writes.
        expected: u32,
    },
    /// An entry under another entry's name.
    #[error("it is the entry of {found}")]
    Key {
        /// The key in its header.
        found: String,
    },
    /// Cut or with something appended.
    #[error("it has {found} bytes of code, its header says {expected}")]
    Length {
        /// What the header says.
        expected: u64,
        /// What is there.
        found: u64,
    },
    /// Changed bytes.
    #[error("its code has the digest {found}, its header says {expected}")]
    Digest {
        /// What the header says.
        expected: crate::Sha256Digest,
        /// What is there.
        found: crate::Sha256Digest,
    },
}
