//! The file of a socket (the control socket, the translator's): made, guarded, and taken away.
//!
//! # Invariants
//! I1. The file appears under its name with its mode (0600 if only one user may connect), listening: it is made under another
//!     name and renamed.
//! I2. What is at the name is replaced only if it is a socket nobody answers on. Daemons that
//!     bind in the same folder at the same time take turns (a lock on the folder).
//! I3. Only the socket that was made here is removed at the end.

use rustix::fs::{FileType, FlockOperation, Mode, OFlags};
use std::fs::{DirBuilder, Permissions};
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

/// The socket cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum SocketError {
    /// Somebody answers.
    #[error("another daemon answers at {}; stop it, or give another --socket", path.display())]
    InUse {
        /// Where.
        path: PathBuf,
    },
    /// Something else has the name.
    #[error("{} exists and is not a socket; move it away, or give another --socket", path.display())]
    NotASocket {
        /// Where.
        path: PathBuf,
    },
    /// Linux refused.
    #[error("cannot {act} the socket {}: {cause}; give another --socket", path.display())]
    Linux {
        /// What was tried.
        act: &'static str,
        /// Where.
        path: PathBuf,
        /// What Linux said.
        cause: io::Error,
    },
}

/// A listening socket with its file.
#[derive(Debug)]
pub(crate) struct SocketFile {
    listener: UnixListener,
    path: PathBuf,
    /// Device and inode of the file.
    identity: (u64, u64),
}

impl SocketFile {
    /// See the module. Makes the folder if it is missing: with mode 0700, or 0711 for others.
    pub(crate) fn bind(path: &Path) -> Result<SocketFile, SocketError> {
        SocketFile::bind_for(path, false)
    }

    /// As [`SocketFile::bind`]; other users may connect to it if `others`.
    pub(crate) fn bind_for(path: &Path, others: bool) -> Result<SocketFile, SocketError> {
        let (mode, folder_mode) = if others {
            (0o666, 0o711)
        } else {
            (0o600, 0o700)
        };
        let failed = |act| {
            move |cause| SocketError::Linux {
                act,
                path: path.to_owned(),
                cause,
            }
        };
        let folder = folder_of(path);
        DirBuilder::new()
            .recursive(true)
            .mode(folder_mode)
            .create(folder)
            .map_err(failed("make the folder of"))?;
        let _turn = lock_folder(folder).map_err(failed("lock the folder of"))?;
        replaceable(path)?;
        let draft = folder.join(format!(".terrace-{}", std::process::id()));
        let (listener, identity) = listen(&draft, path, mode).map_err(failed("make"))?;
        Ok(SocketFile {
            listener,
            path: path.to_owned(),
            identity,
        })
    }

    /// The listening end.
    pub(crate) fn listener(&self) -> &UnixListener {
        &self.listener
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        let ours = std::fs::symlink_metadata(&self.path)
            .is_ok_and(|found| (found.dev(), found.ino()) == self.identity);
        if ours && let Err(cause) = std::fs::remove_file(&self.path) {
            tracing::warn!(path = %self.path.display(), %cause, "cannot remove the socket");
        }
    }
}

/// The folder that the file of a socket is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

fn lock_folder(folder: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let folder = rustix::fs::open(folder, flags, Mode::empty())?;
    rustix::fs::flock(&folder, FlockOperation::LockExclusive)?;
    Ok(folder)
}

/// I2.
fn replaceable(path: &Path) -> Result<(), SocketError> {
    let found = match std::fs::symlink_metadata(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        Err(cause) => {
            return Err(SocketError::Linux {
                act: "examine",
                path: path.to_owned(),
                cause,
            });
        }
        Ok(found) => found,
    };
    if !FileType::from_raw_mode(found.mode()).is_socket() {
        return Err(SocketError::NotASocket {
            path: path.to_owned(),
        });
    }
    match UnixStream::connect(path) {
        Err(e) if e.kind() == ErrorKind::ConnectionRefused => Ok(()),
        Err(cause) => Err(SocketError::Linux {
            act: "replace",
            path: path.to_owned(),
            cause,
        }),
        Ok(_) => Err(SocketError::InUse {
            path: path.to_owned(),
        }),
    }
}

/// I1.
fn listen(draft: &Path, path: &Path, mode: u32) -> io::Result<(UnixListener, (u64, u64))> {
    match std::fs::remove_file(draft) {
        Err(e) if e.kind() != ErrorKind::NotFound => return Err(e),
        _ => {}
    }
    let listener = UnixListener::bind(draft)?;
    let named = std::fs::set_permissions(draft, Permissions::from_mode(mode))
        .and_then(|()| std::fs::symlink_metadata(draft))
        .and_then(|found| std::fs::rename(draft, path).map(|()| (found.dev(), found.ino())));
    if named.is_err() {
        // The first error is the one to tell.
        let _ = std::fs::remove_file(draft);
    }
    Ok((listener, named?))
}

/// May a process of the user `peer` control the daemon of the user `own`?
///
/// Not even root: what root wants it can do as that user, and asking by accident is likelier.
pub(crate) fn admits(peer: u32, own: u32) -> bool {
    peer == own
}

/// The user of the process at the other end.
pub(crate) fn peer(stream: &UnixStream) -> io::Result<u32> {
    Ok(rustix::net::sockopt::socket_peercred(stream)?.uid.as_raw())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_socket_is_private_and_goes_with_its_daemon() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/control.sock");
        let socket = SocketFile::bind(&path).unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(
            std::fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1
        );
        drop(socket);
        assert!(!path.exists());
    }

    #[test]
    fn a_stale_socket_is_replaced_and_a_living_one_is_not() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("control.sock");
        drop(UnixListener::bind(&path).unwrap());
        let first = SocketFile::bind(&path).unwrap();
        assert!(matches!(
            SocketFile::bind(&path),
            Err(SocketError::InUse { .. })
        ));
        drop(first);
        SocketFile::bind(&path).unwrap();
    }

    #[test]
    fn a_file_at_its_place_is_not_touched() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("control.sock");
        std::fs::write(&path, "precious").unwrap();
        assert!(matches!(
            SocketFile::bind(&path),
            Err(SocketError::NotASocket { .. })
        ));
        assert_eq!(std::fs::read(&path).unwrap(), b"precious");
    }

    #[test]
    fn a_later_socket_of_the_same_name_is_not_removed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("control.sock");
        let first = SocketFile::bind(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let second = UnixListener::bind(&path).unwrap();
        drop(first);
        assert!(path.exists());
        drop(second);
    }

    #[test]
    fn only_the_own_user_is_admitted() {
        let (near, _far) = UnixStream::pair().unwrap();
        let own = rustix::process::geteuid().as_raw();
        assert!(admits(peer(&near).unwrap(), own));
        assert!(!admits(own.wrapping_add(1), own));
        assert!(!admits(0, 1000));
    }
}
