//! Every bound an image or a cache entry can run into.
//!
//! The two that authors meet come from `abi/limits.toml`; the rest are ours.

use crate::error::ImageError;

pub use terrace_abi::{IMAGE_BYTES, MANIFEST_BYTES};

/// One JSON document inside an image (`oci-layout`, index, image manifest, config).
pub const JSON_BYTES: u64 = 1 << 20;

/// Blobs of one image: image manifest, config, Wasm, app manifest, and compiled code for a
/// few processor architectures.
pub const BLOBS: usize = 16;

/// Compiled code of one app. Cranelift makes 2 to 6 times the size of the Wasm.
pub const ARTEFACT_BYTES: u64 = 2 << 30;

/// Refuses `found` bytes of `what` beyond `limit`.
pub(crate) fn check(what: &str, found: u64, limit: u64) -> Result<(), ImageError> {
    if found <= limit {
        return Ok(());
    }
    Err(ImageError::TooLarge {
        what: what.to_owned(),
        found,
        limit,
    })
}
