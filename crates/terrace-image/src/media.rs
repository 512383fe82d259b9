//! The media types of an app image.

use oci_spec::image::MediaType;

/// Version in `oci-layout`.
pub const LAYOUT_VERSION: &str = "1.0.0";

/// The artefact's config: what kind of Wasm it is (CNCF Wasm OCI artefact layout).
pub const CONFIG: &str = "application/vnd.wasm.config.v0+json";

/// The layer with the program (CNCF Wasm OCI artefact layout).
pub const WASM: &str = "application/wasm";

/// The layer with `terrace.toml`.
pub const MANIFEST: &str = "application/vnd.terrace.manifest.v1+toml";

/// Layers of compiled code begin with this. A reader that cannot use one checks its digest
/// and compiles the Wasm itself, so an image with one runs everywhere.
pub const AOT_PREFIX: &str = "application/vnd.terrace.aot.";

/// `architecture` of the config, for every image.
pub const ARCHITECTURE: &str = "wasm";

/// Whether `media_type` names a layer of compiled code.
pub(crate) fn is_aot(media_type: &MediaType) -> bool {
    media_type.as_ref().starts_with(AOT_PREFIX)
}
