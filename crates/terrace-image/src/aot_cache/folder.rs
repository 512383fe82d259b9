//! The cache's directory: who may write it, what is in it, and what is removed from it.

use std::{
    io,
    os::fd::{AsFd, BorrowedFd, OwnedFd},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use rustix::{
    fs::{AtFlags, Dir, Mode, OFlags},
    io::Errno,
};

use super::{
    CacheError, CacheKey,
    key::{ENTRY, LOCK, TEMP},
    lock::KeyLock,
};

/// What [`super::AotCache::gc`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GcReport {
    /// Entries removed.
    pub removed: usize,
    /// Bytes of files removed.
    pub freed_bytes: u64,
    /// Entries that stay.
    pub kept: usize,
    /// Bytes of files that stay.
    pub kept_bytes: u64,
}

/// The open directory. Nothing is reached but through its descriptor.
pub(super) struct Folder {
    fd: OwnedFd,
    path: PathBuf,
}

/// An entry as `gc` sees it; ordered by last use, then by name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Used {
    seconds: i64,
    nanoseconds: u64,
    name: String,
    bytes: u64,
}

impl Folder {
    /// Makes the directory if needed and refuses one that others could write.
    pub(super) fn open(path: &Path) -> Result<Self, CacheError> {
        make(path)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let fd = match rustix::fs::open(path, flags, Mode::empty()) {
            Ok(fd) => fd,
            Err(Errno::NOTDIR | Errno::LOOP) => {
                return Err(CacheError::NotADirectory {
                    path: path.to_owned(),
                });
            }
            Err(errno) => return Err(failed("open", path, errno.into())),
        };
        let folder = Self {
            fd,
            path: path.to_owned(),
        };
        folder.check_access()?;
        Ok(folder)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn check_access(&self) -> Result<(), CacheError> {
        let stat = rustix::fs::fstat(&self.fd)
            .map_err(|errno| failed("examine", &self.path, errno.into()))?;
        let (owner, user) = (stat.st_uid, rustix::process::geteuid().as_raw());
        let mode = stat.st_mode & 0o7777;
        let path = self.path.clone();
        if owner != user {
            return Err(CacheError::Owner { path, owner, user });
        }
        if mode & 0o022 != 0 {
            return Err(CacheError::Mode { path, mode });
        }
        Ok(())
    }

    /// Removes temporary files and lock files of processes that died: those whose lock is
    /// free.
    pub(super) fn sweep(&self) -> Result<(), CacheError> {
        for name in self.names()? {
            let left = CacheKey::in_name(&name, TEMP).or_else(|| CacheKey::in_name(&name, LOCK));
            let Some(key) = left else { continue };
            if let Some(lock) = KeyLock::try_acquire(self, &key)? {
                self.discard(&lock.key().temp_name())?;
            }
        }
        Ok(())
    }

    /// Removes entries, the one used longest ago first, until the rest fits.
    pub(super) fn shrink(&self, max_bytes: u64) -> Result<GcReport, CacheError> {
        let mut entries = self.entries()?;
        entries.sort();
        let mut report = GcReport {
            kept: entries.len(),
            kept_bytes: entries.iter().map(|entry| entry.bytes).sum(),
            ..GcReport::default()
        };
        for entry in entries {
            if report.kept_bytes <= max_bytes {
                break;
            }
            self.discard(&entry.name)?;
            report.removed += 1;
            report.freed_bytes += entry.bytes;
            report.kept -= 1;
            report.kept_bytes -= entry.bytes;
        }
        Ok(report)
    }

    fn entries(&self) -> Result<Vec<Used>, CacheError> {
        let mut entries = Vec::new();
        for name in self.names()? {
            if CacheKey::in_name(&name, ENTRY).is_none() {
                continue;
            }
            match rustix::fs::statat(&self.fd, &name, AtFlags::SYMLINK_NOFOLLOW) {
                Ok(stat) => entries.push(Used {
                    seconds: stat.st_mtime,
                    nanoseconds: stat.st_mtime_nsec,
                    name,
                    bytes: stat.st_size as u64,
                }),
                // Another process removed it.
                Err(Errno::NOENT) => {}
                Err(errno) => return Err(self.failed("examine", &name, errno)),
            }
        }
        Ok(entries)
    }

    /// Names that are not UTF-8 are not ours.
    fn names(&self) -> Result<Vec<String>, CacheError> {
        let listed = |errno: Errno| failed("list", &self.path, errno.into());
        let mut names = Vec::new();
        for entry in Dir::read_from(&self.fd).map_err(listed)? {
            let entry = entry.map_err(listed)?;
            if let Ok(name) = entry.file_name().to_str() {
                names.push(name.to_owned());
            }
        }
        Ok(names)
    }

    /// Takes a name out of use: removes it, or moves a directory aside and answers its new
    /// name. If another process has just put a good entry there, that is compiled once more.
    pub(super) fn discard(&self, name: &str) -> Result<Option<String>, CacheError> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        match rustix::fs::unlinkat(&self.fd, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(None),
            Err(Errno::ISDIR | Errno::PERM) => {
                let count = COUNT.fetch_add(1, Ordering::Relaxed);
                let aside = format!("{name}.bad-{}-{count}", std::process::id());
                self.rename(name, &aside)
                    .map_err(|errno| self.failed("move aside", name, errno))?;
                Ok(Some(aside))
            }
            Err(errno) => Err(self.failed("remove", name, errno)),
        }
    }

    pub(super) fn remove_if_there(&self, name: &str) -> Result<(), CacheError> {
        match rustix::fs::unlinkat(&self.fd, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(errno) => Err(self.failed("remove", name, errno)),
        }
    }

    /// Gives `from` the name `to`, whatever had it before.
    pub(super) fn replace(&self, from: &str, to: &str) -> Result<(), CacheError> {
        let renamed = match self.rename(from, to) {
            Err(Errno::ISDIR) => {
                self.discard(to)?;
                self.rename(from, to)
            }
            renamed => renamed,
        };
        renamed.map_err(|errno| self.failed("rename", from, errno))
    }

    /// Flushes the directory too, so that the new name survives a power cut.
    fn rename(&self, from: &str, to: &str) -> Result<(), Errno> {
        rustix::fs::renameat(&self.fd, from, &self.fd, to)?;
        rustix::fs::fsync(&self.fd)
    }

    pub(super) fn failed(&self, act: &'static str, name: &str, errno: Errno) -> CacheError {
        self.io_failed(act, name, errno.into())
    }

    pub(super) fn io_failed(&self, act: &'static str, name: &str, source: io::Error) -> CacheError {
        failed(act, &self.path.join(name), source)
    }
}

impl AsFd for Folder {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.fd.as_fd()
    }
}

fn make(path: &Path) -> Result<(), CacheError> {
    if let Some(above) = path.parent() {
        std::fs::create_dir_all(above).map_err(|error| failed("create", above, error))?;
    }
    match rustix::fs::mkdir(path, Mode::RWXU) {
        Ok(()) | Err(Errno::EXIST) => Ok(()),
        Err(errno) => Err(failed("create", path, errno.into())),
    }
}

fn failed(act: &'static str, path: &Path, source: io::Error) -> CacheError {
    CacheError::Io {
        act,
        path: path.to_owned(),
        source,
    }
}
