//! One daemon per state directory: a lock that Linux takes back when its holder dies.

use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use std::fs::{DirBuilder, File};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// The state directory cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another daemon has it.
    #[error("the state directory {} is used by another daemon, process {holder}; stop that one, or give another --state", path.display())]
    Taken {
        /// The directory.
        path: PathBuf,
        /// The other's process id, as it wrote it.
        holder: String,
    },
    /// Others could change what the daemon runs.
    #[error("the state directory {} belongs to user {owner} and has mode {mode:04o}, this is user {user}: others could change what the daemon runs; `chmod go-w` it, or give another --state", path.display())]
    Open {
        /// The directory.
        path: PathBuf,
        /// Its owner.
        owner: u32,
        /// Its permission bits.
        mode: u32,
        /// The daemon's user.
        user: u32,
    },
    /// Linux refused.
    #[error("cannot {act} the state directory {}: {cause}; give another --state", path.display())]
    Linux {
        /// What was tried.
        act: &'static str,
        /// The directory.
        path: PathBuf,
        /// What Linux said.
        cause: io::Error,
    },
}

/// Held until dropped, or until the process ends in any way.
#[derive(Debug)]
pub(crate) struct StateLock {
    _file: File,
}

impl StateLock {
    /// Make the directory (mode 0700) if needed and take its lock. Does not wait.
    pub(crate) fn take(dir: &Path) -> Result<StateLock, LockError> {
        let failed = |act| {
            move |cause| LockError::Linux {
                act,
                path: dir.to_owned(),
                cause,
            }
        };
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(dir)
            .map_err(failed("make"))?;
        check_owner(dir)?;
        let flags = OFlags::RDWR | OFlags::CREATE | OFlags::CLOEXEC | OFlags::NOFOLLOW;
        let file = rustix::fs::open(dir.join("lock"), flags, Mode::RUSR | Mode::WUSR);
        let mut file = File::from(
            file.map_err(io::Error::from)
                .map_err(failed("open the lock of"))?,
        );
        match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {}
            Err(Errno::WOULDBLOCK) => {
                return Err(LockError::Taken {
                    path: dir.to_owned(),
                    holder: holder(&mut file),
                });
            }
            Err(errno) => return Err(failed("lock")(errno.into())),
        }
        write_pid(&mut file).map_err(failed("write the process id to the lock of"))?;
        Ok(StateLock { _file: file })
    }
}

fn check_owner(dir: &Path) -> Result<(), LockError> {
    let found = std::fs::metadata(dir).map_err(|cause| LockError::Linux {
        act: "examine",
        path: dir.to_owned(),
        cause,
    })?;
    let (owner, mode) = (found.uid(), found.mode() & 0o7777);
    let user = rustix::process::geteuid().as_raw();
    if owner == user && mode & 0o022 == 0 {
        return Ok(());
    }
    Err(LockError::Open {
        path: dir.to_owned(),
        owner,
        mode,
        user,
    })
}

fn holder(file: &mut File) -> String {
    let mut text = String::new();
    // What cannot be read was being written.
    let read = file.take(20).read_to_string(&mut text);
    let pid = text.trim();
    if read.is_err() || pid.is_empty() {
        "unknown".to_owned()
    } else {
        pid.escape_default().to_string()
    }
}

fn write_pid(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", std::process::id())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_second_one_is_refused_with_the_first_ones_process() {
        let dir = tempfile::tempdir().unwrap();
        let first = StateLock::take(dir.path()).unwrap();
        let refused = StateLock::take(dir.path()).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains(&std::process::id().to_string()),
            "{refused}"
        );
        drop(first);
        StateLock::take(dir.path()).unwrap();
    }

    #[test]
    fn a_directory_that_others_may_write_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o777)).unwrap();
        assert!(matches!(
            StateLock::take(dir.path()),
            Err(LockError::Open { mode: 0o777, .. })
        ));
    }
}
