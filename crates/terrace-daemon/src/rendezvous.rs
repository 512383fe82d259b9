//! Where Linux processes meet the channels of a machine: the translator, and the file of its socket.
//!
//! It lies beside the control socket, whether there is one (`terrace daemon`) or not (`terrace up`), so
//! that a process finds it in one way.

use crate::place;
use crate::socket::{SocketError, SocketFile, folder_of};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use terrace_bridge::{Limits, Permits, Translator};
use terrace_vm::Controller;

/// A socket that nobody serves yet: who connects waits.
#[derive(Debug)]
pub struct Rendezvous {
    socket: SocketFile,
    path: PathBuf,
    permits: Permits,
}

impl Rendezvous {
    /// Make the socket beside this control socket. It is open to others only if they are permitted anything.
    ///
    /// # Errors
    /// Somebody else answers there, or Linux refuses.
    pub fn bind(control: &Path, permits: Permits) -> Result<Rendezvous, SocketError> {
        let path = place::translator_socket(control);
        Ok(Rendezvous {
            socket: SocketFile::bind_for(&path, permits.has_others())?,
            path,
            permits,
        })
    }

    /// The socket.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why those who are permitted something cannot come all the same, if so.
    #[must_use]
    pub fn obstacle(&self) -> Option<String> {
        const PASS_OTHERS: u32 = 0o001;
        let folder = folder_of(&self.path);
        let mode = std::fs::metadata(folder).ok()?.mode();
        (self.permits.has_others() && mode & PASS_OTHERS == 0).then(|| {
            format!(
                "the device file permits channels to other users, and none of them can reach {}: {} has \
                 mode {:04o}; run `chmod o+x {}`, or give another --socket",
                self.path.display(),
                folder.display(),
                mode & 0o7777,
                folder.display()
            )
        })
    }

    /// Serve processes until the result is dropped.
    ///
    /// # Errors
    /// What Linux refused: a descriptor, or a thread.
    pub fn serve(self, controller: Controller) -> io::Result<Bridge> {
        let listener = self.socket.listener().try_clone()?;
        Ok(Bridge {
            _translator: Translator::start(controller, listener, self.permits, Limits::default())?,
            _socket: self.socket,
        })
    }
}

/// See the module. The file goes after the translator.
pub struct Bridge {
    _translator: Translator,
    _socket: SocketFile,
}
