//! One entry's file: its header, writing it, and reading it into sealed memory.
//!
//! ```text
//!  0  magic "TERRAOT\0"      8 bytes
//!  8  format, little endian  4
//! 12  zero                   4
//! 16  key                   32
//! 48  length of the code     8, little endian
//! 56  SHA-256 of the code   32
//! 88  code
//! ```
//!
//! The header is not signed: a wrong bit in it makes it disagree with the file's name, its
//! size or its content.

use std::{
    fs::File,
    io::{self, Read, Write},
};

use rustix::{
    fs::{FileType, Mode, OFlags, Timespec, Timestamps, UTIME_NOW},
    io::Errno,
};

use super::{
    BadEntry, CacheError, CacheKey, SealedArtefact, folder::Folder, lock::KeyLock, sealed::Draft,
};
use crate::{Sha256Digest, digest, limits};

const MAGIC: [u8; 8] = *b"TERRAOT\0";
const FORMAT: u32 = 1;
const HEADER: usize = 88;

/// What reading an entry gave.
pub(super) enum Reading {
    Absent,
    Bad(BadEntry),
    Verified(SealedArtefact),
}

struct Header {
    key: [u8; 32],
    len: u64,
    digest: Sha256Digest,
}

impl Header {
    fn to_bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&FORMAT.to_le_bytes());
        bytes[16..48].copy_from_slice(&self.key);
        bytes[48..56].copy_from_slice(&self.len.to_le_bytes());
        bytes[56..].copy_from_slice(&self.digest.0);
        bytes
    }

    /// `None` if a fixed part is not as this version writes it.
    fn from_bytes(bytes: &[u8; HEADER]) -> Option<Self> {
        let header = Self {
            key: *bytes[16..].first_chunk()?,
            len: u64::from_le_bytes(*bytes[48..].first_chunk()?),
            digest: Sha256Digest(*bytes[56..].first_chunk()?),
        };
        (header.to_bytes() == *bytes).then_some(header)
    }
}

/// Reads and verifies the entry of `key` and marks it as used. Never waits on a FIFO, never
/// follows a link, never trusts a size it did not count itself.
pub(super) fn read(folder: &Folder, key: &CacheKey) -> Result<Reading, CacheError> {
    let name = key.entry_name();
    let flags =
        OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::NOCTTY;
    let mut file = match rustix::fs::openat(folder, &name, flags, Mode::empty()) {
        Ok(file) => File::from(file),
        Err(Errno::NOENT) => return Ok(Reading::Absent),
        // A symbolic link; a socket; a file we may not read.
        Err(Errno::LOOP | Errno::NXIO | Errno::ACCESS) => {
            return Ok(Reading::Bad(BadEntry::NotAFile));
        }
        Err(errno) => return Err(folder.failed("open", &name, errno)),
    };
    if let Some(bad) = foreign(folder, &name, &file)? {
        return Ok(Reading::Bad(bad));
    }
    let failed = |source| folder.io_failed("read", &name, source);
    let reading = match header(&mut file, key).map_err(failed)? {
        Ok(header) => code(folder, &name, &mut file, &header)?,
        Err(bad) => Reading::Bad(bad),
    };
    if matches!(reading, Reading::Verified(_)) {
        mark_used(folder, &name, &file)?;
    }
    Ok(reading)
}

/// Whether anyone but us could have made or changed the file.
fn foreign(folder: &Folder, name: &str, file: &File) -> Result<Option<BadEntry>, CacheError> {
    let stat = rustix::fs::fstat(file).map_err(|errno| folder.failed("examine", name, errno))?;
    if !FileType::from_raw_mode(stat.st_mode).is_file() {
        return Ok(Some(BadEntry::NotAFile));
    }
    let (owner, mode) = (stat.st_uid, stat.st_mode & 0o7777);
    let ours = owner == rustix::process::geteuid().as_raw() && mode & 0o022 == 0;
    Ok((!ours).then_some(BadEntry::Foreign { owner, mode }))
}

fn header(file: &mut File, key: &CacheKey) -> io::Result<Result<Header, BadEntry>> {
    let mut bytes = [0; HEADER];
    match file.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Ok(Err(BadEntry::Header { expected: FORMAT }));
        }
        result => result?,
    }
    Ok(match Header::from_bytes(&bytes) {
        None => Err(BadEntry::Header { expected: FORMAT }),
        Some(header) if header.key != *key.as_bytes() => Err(BadEntry::Key {
            found: digest::hex(&header.key),
        }),
        Some(header) if header.len > limits::ARTEFACT_BYTES => Err(BadEntry::Length {
            expected: header.len,
            found: limits::ARTEFACT_BYTES,
        }),
        Some(header) => Ok(header),
    })
}

/// Copies the code into sealed memory through a buffer of our own, hashing that buffer: a
/// writer of the file can change what we read, but not between the check and the use.
fn code(
    folder: &Folder,
    name: &str,
    file: &mut File,
    header: &Header,
) -> Result<Reading, CacheError> {
    let mut draft = Draft::new()?;
    let mut buffer = vec![0; 64 << 10];
    let mut found = 0;
    // One byte more than announced tells that something was appended.
    let mut rest = file.take(header.len + 1);
    loop {
        let count = match rest.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(folder.io_failed("read", name, error)),
        };
        draft.append(&buffer[..count])?;
        found += count as u64;
    }
    if found != header.len {
        return Ok(Reading::Bad(BadEntry::Length {
            expected: header.len,
            found,
        }));
    }
    let artefact = draft.seal()?;
    let (expected, found) = (header.digest, artefact.digest());
    if found != expected {
        return Ok(Reading::Bad(BadEntry::Digest { expected, found }));
    }
    Ok(Reading::Verified(artefact))
}

/// The time of change is the time of last use: the time of access is off on many systems.
fn mark_used(folder: &Folder, name: &str, file: &File) -> Result<(), CacheError> {
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: UTIME_NOW,
    };
    let times = Timestamps {
        last_access: now,
        last_modification: now,
    };
    rustix::fs::futimens(file, &times).map_err(|errno| folder.failed("mark as used", name, errno))
}

/// Writes the entry: temporary file, flush, rename, flush of the directory. The lock proves
/// that nobody else writes the same temporary file.
pub(super) fn write(
    folder: &Folder,
    lock: &KeyLock<'_>,
    code: &[u8],
    digest: Sha256Digest,
) -> Result<(), CacheError> {
    let key = lock.key();
    let (temp, name) = (key.temp_name(), key.entry_name());
    let header = Header {
        key: *key.as_bytes(),
        len: code.len() as u64,
        digest,
    };
    folder.discard(&temp)?;
    let written =
        write_temp(folder, &temp, &header, code).and_then(|()| folder.replace(&temp, &name));
    if written.is_err() {
        // The first error is the one to tell; what stays here, the next `open` removes.
        let _ = folder.remove_if_there(&temp);
    }
    written
}

fn write_temp(folder: &Folder, temp: &str, header: &Header, code: &[u8]) -> Result<(), CacheError> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let file = rustix::fs::openat(folder, temp, flags, Mode::RUSR | Mode::WUSR)
        .map_err(|errno| folder.failed("create", temp, errno))?;
    let mut file = File::from(file);
    file.write_all(&header.to_bytes())
        .and_then(|()| file.write_all(code))
        .and_then(|()| file.sync_all())
        .map_err(|error| folder.io_failed("write", temp, error))
}
