//! What an artefact is filed under.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::digest;

/// Everything that decides what the compiler makes, as one digest. `Display` is 64
/// hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CacheKey([u8; 32]);

/// The key of a program (its SHA-256) compiled by an engine (whatever bytes describe its
/// configuration and processor features) of a version.
///
/// Each part is hashed with its length, so no two different triples meet.
pub fn key(wasm_sha256: &[u8; 32], engine_fingerprint: &[u8], version: &str) -> CacheKey {
    let mut hash = Sha256::new();
    hash.update(b"terrace aot key 1\0");
    for part in [&wasm_sha256[..], engine_fingerprint, version.as_bytes()] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    CacheKey(hash.finalize().into())
}

impl CacheKey {
    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    pub(super) fn entry_name(&self) -> String {
        format!("{self}{ENTRY}")
    }

    pub(super) fn temp_name(&self) -> String {
        format!("{self}{TEMP}")
    }

    pub(super) fn lock_name(&self) -> String {
        format!("{self}{LOCK}")
    }

    /// The key in a file name of one of the three forms above.
    pub(super) fn in_name(name: &str, ending: &str) -> Option<Self> {
        let hex = name.strip_suffix(ending)?;
        crate::Sha256Digest::from_hex(hex).map(|digest| Self(digest.0))
    }
}

/// Ending of an entry's file name.
pub(super) const ENTRY: &str = ".aot";
/// Ending of a file being written.
pub(super) const TEMP: &str = ".tmp";
/// Ending of a lock file.
pub(super) const LOCK: &str = ".lock";

impl fmt::Display for CacheKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&digest::hex(&self.0))
    }
}

impl fmt::Debug for CacheKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_and_every_border_counts() {
        let wasm = [7; 32];
        let keys = [
            key(&wasm, b"ab", "c"),
            key(&wasm, b"a", "bc"),
            key(&wasm, b"abc", ""),
            key(&wasm, b"", "abc"),
            key(&[8; 32], b"ab", "c"),
        ];
        for (i, one) in keys.iter().enumerate() {
            assert_eq!(keys.iter().filter(|other| *other == one).count(), 1, "{i}");
        }
        assert_eq!(key(&wasm, b"ab", "c"), keys[0]);
    }

    #[test]
    fn is_found_again_in_its_file_names() {
        let one = key(&[1; 32], b"", "");
        assert_eq!(CacheKey::in_name(&one.entry_name(), ENTRY), Some(one));
        assert_eq!(CacheKey::in_name(&one.entry_name(), TEMP), None);
        assert_eq!(CacheKey::in_name("x.aot", ENTRY), None);
    }
}
