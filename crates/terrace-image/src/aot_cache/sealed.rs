//! Compiled code in memory that nobody can change.
//!
//! # Invariants
//! I1. The file is a memfd with the seals WRITE, GROW, SHRINK and SEAL: no byte of it and not
//!     its length ever changes, so a mapping of it cannot raise SIGBUS or show other code.
//! I2. The digest was taken of the sealed bytes, or of the bytes written to it while no one
//!     else had the descriptor.
//! I3. There is no public constructor. Whoever holds one may skip checking.

use std::{
    fs::File,
    io::{self, Write},
};

use rustix::fs::{MemfdFlags, SealFlags};
use sha2::{Digest as _, Sha256};

use super::CacheError;
use crate::Sha256Digest;

/// Verified compiled code: the proof that the engine's unsafe deserialisation asks for.
#[derive(Debug)]
pub struct SealedArtefact {
    file: File,
    len: u64,
    digest: Sha256Digest,
}

impl SealedArtefact {
    /// Copies what the compiler just made in this process into sealed memory.
    pub(super) fn seal_compiled(bytes: &[u8]) -> Result<Self, CacheError> {
        let mut draft = Draft::new()?;
        draft.append(bytes)?;
        draft.seal()
    }

    /// The sealed file, to be mapped. Its offset is at the end; map it or read by position.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The sealed file, to be given to the engine.
    pub fn into_file(self) -> File {
        self.file
    }

    /// Bytes of code.
    #[expect(
        clippy::len_without_is_empty,
        reason = "a size in bytes, not a collection"
    )]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The digest of the code.
    pub fn digest(&self) -> Sha256Digest {
        self.digest
    }
}

/// Sealed memory while it is being filled; it is known to nobody else.
pub(super) struct Draft {
    file: File,
    len: u64,
    hash: Sha256,
}

impl Draft {
    pub(super) fn new() -> Result<Self, CacheError> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let file = rustix::fs::memfd_create("terrace-aot", flags)
            .map_err(|errno| failed("create", errno.into()))?;
        Ok(Self {
            file: file.into(),
            len: 0,
            hash: Sha256::new(),
        })
    }

    /// Writes and hashes the same bytes, from the caller's own memory.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), CacheError> {
        self.file
            .write_all(bytes)
            .map_err(|error| failed("fill", error))?;
        self.hash.update(bytes);
        self.len += bytes.len() as u64;
        Ok(())
    }

    pub(super) fn seal(self) -> Result<SealedArtefact, CacheError> {
        let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        rustix::fs::fcntl_add_seals(&self.file, seals)
            .map_err(|errno| failed("seal", errno.into()))?;
        Ok(SealedArtefact {
            file: self.file,
            len: self.len,
            digest: Sha256Digest(self.hash.finalize().into()),
        })
    }
}

fn failed(act: &'static str, source: io::Error) -> CacheError {
    CacheError::Seal { act, source }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::FileExt;

    use rustix::io::Errno;

    use super::*;

    #[test]
    fn nobody_can_write_grow_shrink_or_unseal() {
        let artefact = SealedArtefact::seal_compiled(b"machine code").unwrap();
        let file = artefact.file();
        let errno = |result: io::Result<()>| result.unwrap_err().raw_os_error();
        let refused = Some(Errno::PERM.raw_os_error());
        assert_eq!(errno(file.write_all_at(b"M", 0)), refused);
        assert_eq!(errno(file.write_all_at(b"more", 12)), refused);
        assert_eq!(errno(file.set_len(3)), refused);
        assert_eq!(errno(file.set_len(4096)), refused);
        assert_eq!(
            rustix::fs::fcntl_add_seals(file, SealFlags::FUTURE_WRITE),
            Err(Errno::PERM)
        );
        let again = std::fs::OpenOptions::new().write(true).open(format!(
            "/proc/self/fd/{}",
            std::os::fd::AsRawFd::as_raw_fd(file)
        ));
        if let Ok(again) = again {
            assert_eq!(errno(again.write_all_at(b"M", 0)), refused);
        }
        let mut bytes = [0; 12];
        file.read_exact_at(&mut bytes, 0).unwrap();
        assert_eq!(&bytes, b"machine code");
        assert_eq!(artefact.digest(), Sha256Digest::of(b"machine code"));
        assert_eq!(artefact.len(), 12);
    }
}
