//! Why the cache cannot be used.

use std::{io, path::PathBuf, time::Duration};

use super::CacheKey;

/// What the cache cannot handle by itself. A bad entry is not among it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CacheError {
    /// The directory belongs to someone else.
    #[error(
        "the cache directory {} belongs to user {owner}, this is user {user}: its owner could run \
         code here; give another directory, or `chown {user} {0}`", path.display()
    )]
    Owner {
        /// The directory.
        path: PathBuf,
        /// Its owner's user id.
        owner: u32,
        /// The user id Terrace runs as.
        user: u32,
    },
    /// Others may write into the directory.
    #[error(
        "the cache directory {} has mode {mode:04o}: others could place code there; run \
         `chmod 700 {0}` after removing what is in it", path.display()
    )]
    Mode {
        /// The directory.
        path: PathBuf,
        /// Its permission bits.
        mode: u32,
    },
    /// The path is something else, or a symbolic link.
    #[error("the cache directory {} is not a directory (symbolic links are not followed); give the path of a directory", path.display())]
    NotADirectory {
        /// The path.
        path: PathBuf,
    },
    /// More than any compiler should make.
    #[error(
        "the compiled code of {key} has {found} bytes; the limit is {limit}; make the program smaller"
    )]
    TooLarge {
        /// The entry.
        key: CacheKey,
        /// Its size in bytes.
        found: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// Another process held the entry's lock for too long.
    #[error(
        "another process has held the cache entry {key} for {waited:?}; see who it is with `fuser`, and end it if it is stuck"
    )]
    Busy {
        /// The entry.
        key: CacheKey,
        /// How long it was waited for.
        waited: Duration,
    },
    /// Linux refused.
    #[error("cannot {act} {} in the compile cache: {source}", path.display())]
    Io {
        /// What was tried.
        act: &'static str,
        /// On what.
        path: PathBuf,
        /// What Linux said.
        source: io::Error,
    },
    /// Linux refused to make sealed memory.
    #[error(
        "cannot {act} sealed memory for compiled code: {source}; Terrace needs memfd_create and file seals, Linux 3.17 or newer, and free memory"
    )]
    Seal {
        /// What was tried.
        act: &'static str,
        /// What Linux said.
        source: io::Error,
    },
}

/// Why [`super::AotCache::get_or_insert_with`] has no artefact.
#[derive(Debug, thiserror::Error)]
pub enum FetchError<E> {
    /// The cache failed.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// The caller's `compile` failed.
    #[error("{0}")]
    Compile(E),
}
