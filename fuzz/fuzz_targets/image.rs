//! Any bytes are an app image or an error; what is an image says the same when packed again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use terrace_image::AppImage;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(image) = AppImage::from_bytes(bytes) {
        let _ = (image.digest(), image.wasm_digest(), image.kind());
        let _ = terrace_manifest::parse_app(image.manifest_text(), std::path::Path::new("image"));
    }
});
