//! One writer per key among all processes.
//!
//! A lock file with `flock`: the kernel drops the lock when its holder dies, however it dies,
//! so a lock file that is left over means nothing. The holder removes the file at the end;
//! whoever locked the old file in the meantime sees that the name is another file now, or
//! none, and tries again.
//!
//! Linux does not offer `flock` with a time limit, so waiting is asking again.

use std::{
    os::fd::OwnedFd,
    thread,
    time::{Duration, Instant},
};

use rustix::{
    fs::{AtFlags, FlockOperation, Mode, OFlags},
    io::Errno,
};

use super::{CacheError, CacheKey, folder::Folder};

const ASK_AGAIN: Duration = Duration::from_millis(5);

/// The right to write the entry of a key, until dropped.
pub(super) struct KeyLock<'a> {
    folder: &'a Folder,
    key: CacheKey,
    _file: OwnedFd,
}

impl<'a> KeyLock<'a> {
    /// Waits at most `wait`.
    pub(super) fn acquire(
        folder: &'a Folder,
        key: &CacheKey,
        wait: Duration,
    ) -> Result<Self, CacheError> {
        let start = Instant::now();
        loop {
            if let Some(lock) = Self::try_acquire(folder, key)? {
                return Ok(lock);
            }
            if start.elapsed() >= wait {
                return Err(CacheError::Busy {
                    key: *key,
                    waited: wait,
                });
            }
            thread::sleep(ASK_AGAIN);
        }
    }

    /// `None` if someone else has it.
    pub(super) fn try_acquire(
        folder: &'a Folder,
        key: &CacheKey,
    ) -> Result<Option<Self>, CacheError> {
        let name = key.lock_name();
        let flags =
            OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = match rustix::fs::openat(folder, &name, flags, Mode::RUSR | Mode::WUSR) {
            Ok(file) => file,
            // A directory, link or socket in its place is no lock of ours.
            Err(Errno::ISDIR | Errno::LOOP | Errno::NXIO) => {
                folder.discard(&name)?;
                return Ok(None);
            }
            Err(errno) => return Err(folder.failed("open the lock", &name, errno)),
        };
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => return Ok(None),
            Err(errno) => return Err(folder.failed("lock", &name, errno)),
        }
        let still_named = is_named(folder, &name, &file)?;
        Ok(still_named.then(|| Self {
            folder,
            key: *key,
            _file: file,
        }))
    }

    pub(super) fn key(&self) -> &CacheKey {
        &self.key
    }
}

/// Whether the locked file is still the one behind the name.
fn is_named(folder: &Folder, name: &str, file: &OwnedFd) -> Result<bool, CacheError> {
    let failed = |errno| folder.failed("examine the lock", name, errno);
    let locked = rustix::fs::fstat(file).map_err(failed)?;
    match rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
        Ok(named) => Ok((named.st_dev, named.st_ino) == (locked.st_dev, locked.st_ino)),
        Err(Errno::NOENT) => Ok(false),
        Err(errno) => Err(failed(errno)),
    }
}

impl Drop for KeyLock<'_> {
    /// Removes the name while the lock is still held; the descriptor, and with it the lock,
    /// goes afterwards. A name that stays is harmless.
    fn drop(&mut self) {
        let _ = self.folder.remove_if_there(&self.key.lock_name());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aot_cache::key;

    /// Two processes open the same lock file, the first finishes and removes it, and a third
    /// makes a new one: the second must not believe that its lock of the old file counts.
    #[test]
    fn a_lock_of_a_removed_file_does_not_count() {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::open(&home.path().join("cache")).unwrap();
        let key = key(&[1; 32], b"", "");
        let first = KeyLock::try_acquire(&folder, &key).unwrap().unwrap();
        assert!(KeyLock::try_acquire(&folder, &key).unwrap().is_none());

        let name = key.lock_name();
        let second = rustix::fs::openat(&folder, &name, OFlags::RDWR, Mode::empty()).unwrap();
        assert!(is_named(&folder, &name, &second).unwrap());
        drop(first);
        rustix::fs::flock(&second, FlockOperation::NonBlockingLockExclusive).unwrap();
        assert!(!is_named(&folder, &name, &second).unwrap());
        let _third = KeyLock::try_acquire(&folder, &key).unwrap().unwrap();
        assert!(!is_named(&folder, &name, &second).unwrap());
    }
}
