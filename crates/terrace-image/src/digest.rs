//! A SHA-256 digest, written as OCI writes it.

use std::{fmt, str::FromStr};

use oci_spec::image::{Digest as OciDigest, DigestAlgorithm};
use sha2::{Digest as _, Sha256};

/// SHA-256 of some bytes. `Display` is `sha256:` and 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha256Digest(pub [u8; 32]);

impl Sha256Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The 64 hexadecimal digits without the `sha256:`.
    pub fn hex(&self) -> String {
        hex(&self.0)
    }

    /// The form the types of the OCI specification hold.
    pub(crate) fn to_oci(self) -> OciDigest {
        OciDigest::from_str(&self.to_string()).expect("`sha256:` and 64 hex digits is a digest")
    }

    /// `None` for another algorithm.
    pub(crate) fn from_oci(digest: &OciDigest) -> Option<Self> {
        if *digest.algorithm() != DigestAlgorithm::Sha256 {
            return None;
        }
        unhex(digest.digest()).map(Self)
    }

    /// From 64 lower-case hexadecimal digits.
    pub(crate) fn from_hex(text: &str) -> Option<Self> {
        unhex(text).map(Self)
    }
}

impl fmt::Display for Sha256Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sha256:{}", self.hex())
    }
}

impl fmt::Debug for Sha256Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `bytes` in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|nibble| DIGITS[usize::from(nibble)] as char)
        .collect()
}

/// 32 bytes from 64 lower-case hexadecimal digits; upper case would make two names for one
/// blob.
fn unhex(text: &str) -> Option<[u8; 32]> {
    let text: &[u8; 64] = text.as_bytes().try_into().ok()?;
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Some(bytes)
}

fn nibble(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_as_oci_does_and_reads_back() {
        let digest = Sha256Digest::of(b"abc");
        assert_eq!(
            digest.to_string(),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(Sha256Digest::from_oci(&digest.to_oci()), Some(digest));
        assert_eq!(Sha256Digest::from_hex(&digest.hex()), Some(digest));
    }

    #[test]
    fn refuses_what_is_not_64_lower_case_digits() {
        let hex = Sha256Digest::of(b"abc").hex();
        assert_eq!(Sha256Digest::from_hex(&hex.to_uppercase()), None);
        assert_eq!(Sha256Digest::from_hex(&hex[1..]), None);
        assert_eq!(Sha256Digest::from_hex(&format!("{hex}0")), None);
        assert_eq!(Sha256Digest::from_hex(&hex.replace('a', "g")), None);
    }
}
