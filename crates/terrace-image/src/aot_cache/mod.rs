//! Compiled code on disk, found again by what it was compiled from.
//!
//! A compiled artefact is machine code that the engine maps and runs with Terrace's own
//! rights, and the engine has no checksum of its own. So an entry is copied into memory that
//! nobody can change any more, and its digest is taken of that copy: what was checked is
//! what will be mapped, even while the file on disk is overwritten or cut.
//!
//! ```text
//!            get: absent, or bad (removed, event)
//!   wanted ------------------------------------------> lock (one process, one thread)
//!     |                                                  |  get again
//!     | get: verified                                    |  compile
//!     v                                                  v
//!   SealedArtefact <--------------------------- temp file, fsync, rename
//! ```
//!
//! # Invariants
//! I1. A [`SealedArtefact`] exists only for bytes whose digest was checked in sealed memory, or
//!     that the caller just compiled; nothing else can be made into one.
//! I2. An entry's file appears by rename of a whole, flushed file. A crash leaves at most a
//!     temporary file and a lock file, which the next [`AotCache::open`] removes.
//! I3. A temporary file is written only under its key's lock, so an unlocked one is stale.
//! I4. A bad entry is never an error of the caller: it is removed, reported, and a miss.
//! I5. Nobody waits forever for another process: after [`LOCK_WAIT`] the caller compiles for
//!     itself.
//! I6. Every path is resolved below one open directory that is ours alone to write, without
//!     following links.
//!
//! Not for: protection against another program of the same user. Who may write the
//! directory can also write a matching digest; the directory's owner and mode, which `open`
//! checks, are the wall. One artefact takes its size in memory per process that runs it.
//! Source: DESIGN.md 3.1; memfd_create(2), flock(2).

mod entry;
mod error;
mod event;
mod flight;
mod folder;
mod key;
mod lock;
mod sealed;

use std::{path::Path, sync::Arc, time::Duration};

pub use error::{CacheError, FetchError};
pub use event::{BadEntry, CacheEvent};
pub use folder::GcReport;
pub use key::{CacheKey, key};
pub use sealed::SealedArtefact;

use self::{entry::Reading, flight::Flights, folder::Folder, lock::KeyLock};
use crate::limits;

/// How long to wait for another process that compiles the same program.
pub const LOCK_WAIT: Duration = Duration::from_secs(30);

type Observer = Arc<dyn Fn(CacheEvent) + Send + Sync>;

/// The cache in one directory. Threads and processes may share the directory.
pub struct AotCache {
    folder: Folder,
    flights: Flights,
    lock_wait: Duration,
    observer: Observer,
}

impl AotCache {
    /// Opens the cache in `dir`, making it (mode 0700) and the directories above if needed,
    /// and removes what a crash left there.
    pub fn open(dir: &Path) -> Result<Self, CacheError> {
        let cache = Self {
            folder: Folder::open(dir)?,
            flights: Flights::default(),
            lock_wait: LOCK_WAIT,
            observer: Arc::new(|_| {}),
        };
        cache.folder.sweep()?;
        Ok(cache)
    }

    /// Tells `observer` of everything that is odd but handled. It is called on the thread
    /// that met it, which may hold the key's lock: it must not call this cache.
    pub fn on_event(mut self, observer: impl Fn(CacheEvent) + Send + Sync + 'static) -> Self {
        self.observer = Arc::new(observer);
        self
    }

    /// Waits `wait` instead of [`LOCK_WAIT`] for other processes.
    pub fn with_lock_wait(mut self, wait: Duration) -> Self {
        self.lock_wait = wait;
        self
    }

    /// The artefact of `key`, verified and sealed; `None` if there is none, or a bad one, which
    /// is then gone (I4). Marks the entry as used.
    pub fn get(&self, key: &CacheKey) -> Result<Option<SealedArtefact>, CacheError> {
        match entry::read(&self.folder, key)? {
            Reading::Absent => Ok(None),
            Reading::Verified(artefact) => Ok(Some(artefact)),
            Reading::Bad(reason) => {
                let moved_to = self.folder.discard(&key.entry_name())?;
                (self.observer)(CacheEvent::Discarded {
                    key: *key,
                    reason,
                    moved_to,
                });
                Ok(None)
            }
        }
    }

    /// Stores `bytes` for `key`, replacing what was there.
    ///
    /// `bytes` must come from the engine's compiler in this process: they are trusted.
    pub fn put(&self, key: &CacheKey, bytes: &[u8]) -> Result<SealedArtefact, CacheError> {
        let _turn = self.flights.enter(key);
        let lock = KeyLock::acquire(&self.folder, key, self.lock_wait)?;
        self.store(&lock, bytes)
    }

    /// The artefact of `key`, from `compile` if the cache has none.
    ///
    /// However many threads and processes ask at once, `compile` runs once. It runs on this
    /// thread and must not ask the same cache for the same key. If storing fails (disk full,
    /// another process stuck), the artefact is used without being stored, and an event says so.
    pub fn get_or_insert_with<E>(
        &self,
        key: &CacheKey,
        compile: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<SealedArtefact, FetchError<E>> {
        if let Some(artefact) = self.get(key)? {
            return Ok(artefact);
        }
        let _turn = self.flights.enter(key);
        let lock = KeyLock::acquire(&self.folder, key, self.lock_wait);
        if let Some(artefact) = self.get(key)? {
            return Ok(artefact);
        }
        let bytes = compile().map_err(FetchError::Compile)?;
        match lock.and_then(|lock| self.store(&lock, &bytes)) {
            Ok(artefact) => Ok(artefact),
            Err(error) => {
                (self.observer)(CacheEvent::NotStored {
                    key: *key,
                    reason: error.to_string(),
                });
                Ok(SealedArtefact::seal_compiled(&bytes)?)
            }
        }
    }

    /// Removes the entries used longest ago until all together have at most `max_bytes`, and
    /// what crashes left. Artefacts already handed out stay valid.
    pub fn gc(&self, max_bytes: u64) -> Result<GcReport, CacheError> {
        self.folder.sweep()?;
        self.folder.shrink(max_bytes)
    }

    fn store(&self, lock: &KeyLock<'_>, bytes: &[u8]) -> Result<SealedArtefact, CacheError> {
        let (found, limit) = (bytes.len() as u64, limits::ARTEFACT_BYTES);
        if found > limit {
            return Err(CacheError::TooLarge {
                key: *lock.key(),
                found,
                limit,
            });
        }
        let artefact = SealedArtefact::seal_compiled(bytes)?;
        entry::write(&self.folder, lock, bytes, artefact.digest())?;
        Ok(artefact)
    }
}

impl std::fmt::Debug for AotCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AotCache")
            .field("path", &self.folder.path())
            .finish_non_exhaustive()
    }
}
