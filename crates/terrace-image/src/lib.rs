//! App images and compiled code on disk.
//!
//! Two things an attacker or a broken disk can hand to Terrace as bytes:
//!
//! - an **app image** (`NAME.terrace`): manifest and Wasm in one file, [`AppImage`] and
//!   [`pack`];
//! - an **AOT artefact**: what the engine compiled from that Wasm, kept in [`aot_cache`].
//!
//! Nothing here knows the engine. The crate only says what was found, that it is whole, and
//! that it is what its name claims; `docs/book/src/image-format.md` describes the image byte
//! by byte.
//!
//! Source: OCI image specification 1.1 (image layout, descriptors); CNCF "Wasm OCI Artifact
//! layout"; DESIGN.md 3.1 ("AOT images are cached by content hash, kept immutable, checked
//! before they are mapped").
#![forbid(unsafe_code)]

pub mod aot_cache;
mod archive;
mod config;
mod digest;
mod error;
mod image;
mod kind;
mod layout;
pub mod limits;
pub mod media;
mod writer;

pub use config::{ComponentWorld, WasmConfig};
pub use digest::Sha256Digest;
pub use error::ImageError;
pub use image::AppImage;
pub use kind::WasmKind;
pub use writer::{ImageWriter, pack};
