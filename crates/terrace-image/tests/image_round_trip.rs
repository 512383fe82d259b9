//! What the writer writes: the same bytes each time, a layout that others read, and nothing
//! that can be damaged unseen.

use std::{fs, os::unix::fs::PermissionsExt};

use oci_spec::image::{ImageIndex, ImageManifest, MediaType, OciLayout};
use proptest::prelude::*;
use terrace_image::{AppImage, ImageError, ImageWriter, WasmConfig, WasmKind, limits, pack};

const MANIFEST: &str = "[app]\nname = \"hello\"\n";

fn module() -> Vec<u8> {
    wat::parse_str("(module (func (export \"_start\")))").unwrap()
}

fn component() -> Vec<u8> {
    wat::parse_str(
        r#"(component
            (import "wasi:cli/stdout@0.2.0" (instance $out))
            (export "wasi:cli/run@0.2.0" (instance $out)))"#,
    )
    .unwrap()
}

fn image_bytes(manifest: &str, wasm: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    ImageWriter::new(manifest, wasm)
        .unwrap()
        .write(&mut bytes)
        .unwrap();
    bytes
}

#[test]
fn a_module_and_a_component_come_back() {
    for (wasm, kind, os) in [
        (module(), WasmKind::Module, "wasip1"),
        (component(), WasmKind::Component, "wasip2"),
    ] {
        let image = AppImage::from_vec(image_bytes(MANIFEST, &wasm)).unwrap();
        assert_eq!(image.manifest_text(), MANIFEST);
        assert_eq!(image.wasm(), wasm);
        assert_eq!(image.kind(), kind);
        assert_eq!(image.config().os, os);
        assert_eq!(
            image.config().component.is_some(),
            kind == WasmKind::Component
        );
    }
}

#[test]
fn equal_input_gives_equal_bytes() {
    assert_eq!(
        image_bytes(MANIFEST, &module()),
        image_bytes(MANIFEST, &module())
    );
    assert_ne!(image_bytes(MANIFEST, &module()), image_bytes("", &module()));
    // Fixed for good: a change here is a change of the format and needs a new version.
    assert_eq!(
        ImageWriter::new(MANIFEST, b"\0asm\x01\0\0\0")
            .unwrap()
            .digest()
            .to_string(),
        "sha256:e6bdf106f7d44ad092e2953d820b48a313021fcdd436bd63e40298292a74a8f3"
    );
}

#[test]
fn pack_replaces_the_file_in_one_step() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("hello.terrace");
    fs::write(&path, b"older").unwrap();
    let digest = pack(MANIFEST, &module(), &path).unwrap();
    let image = AppImage::open(&path).unwrap();
    assert_eq!(image.digest(), digest);
    assert_eq!(
        fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        0o644
    );
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn what_cannot_be_written_leaves_the_old_file_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("hello.terrace");
    fs::write(&path, b"older").unwrap();
    let error = pack(MANIFEST, b"not wasm", &path).unwrap_err();
    assert!(matches!(error, ImageError::NotWasm { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"older");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);

    let nowhere = dir.path().join("absent/hello.terrace");
    let error = pack(MANIFEST, &module(), &nowhere).unwrap_err();
    assert!(matches!(error, ImageError::Write { .. }), "{error}");
    // A directory has the name: the temporary file must go.
    let taken = dir.path().join("taken");
    fs::create_dir(&taken).unwrap();
    let error = pack(MANIFEST, &module(), &taken).unwrap_err();
    assert!(matches!(error, ImageError::Write { .. }), "{error}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
}

#[test]
fn sizes_beyond_the_limits_are_not_written() {
    let manifest = "#".repeat(limits::MANIFEST_BYTES as usize + 1);
    let error = ImageWriter::new(&manifest, &module()).err().unwrap();
    assert!(
        matches!(
            error,
            ImageError::TooLarge {
                limit: limits::MANIFEST_BYTES,
                ..
            }
        ),
        "{error}"
    );
}

/// A layout unpacked on disk and read with the specification's own types.
#[test]
fn is_an_oci_image_layout() {
    let dir = tempfile::tempdir().unwrap();
    let bytes = image_bytes(MANIFEST, &component());
    tar::Archive::new(&bytes[..]).unpack(dir.path()).unwrap();

    let layout = OciLayout::from_file(dir.path().join("oci-layout")).unwrap();
    assert_eq!(layout.image_layout_version(), "1.0.0");
    let index = ImageIndex::from_file(dir.path().join("index.json")).unwrap();
    assert_eq!(index.schema_version(), 2);
    let blob =
        |digest: &oci_spec::image::Digest| dir.path().join("blobs/sha256").join(digest.digest());

    let pointer = &index.manifests()[0];
    assert_eq!(pointer.media_type(), &MediaType::ImageManifest);
    let image = ImageManifest::from_file(blob(pointer.digest())).unwrap();
    assert_eq!(
        image.config().media_type().as_ref(),
        "application/vnd.wasm.config.v0+json"
    );
    let types: Vec<&str> = image
        .layers()
        .iter()
        .map(|layer| layer.media_type().as_ref())
        .collect();
    assert_eq!(
        types,
        [
            "application/wasm",
            "application/vnd.terrace.manifest.v1+toml"
        ]
    );
    for pointer in image.layers().iter().chain([pointer, image.config()]) {
        let content = fs::read(blob(pointer.digest())).unwrap();
        assert_eq!(pointer.size(), content.len() as u64);
        assert_eq!(
            pointer.digest().as_ref(),
            terrace_image::Sha256Digest::of(&content).to_string()
        );
    }

    let config = fs::read(blob(image.config().digest())).unwrap();
    let config: WasmConfig = serde_json::from_slice(&config).unwrap();
    let layers: Vec<String> = image
        .layers()
        .iter()
        .map(|layer| layer.digest().to_string())
        .collect();
    assert_eq!(config.layer_digests, layers);
    let world = config.component.unwrap();
    assert_eq!(world.imports, ["wasi:cli/stdout@0.2.0"]);
    assert_eq!(world.exports, ["wasi:cli/run@0.2.0"]);
}

#[test]
fn every_cut_is_seen() {
    let whole = image_bytes(MANIFEST, &module());
    for length in 0..whole.len() {
        if length % 512 > 1 && length % 512 < 511 && length % 37 != 0 {
            continue;
        }
        AppImage::from_bytes(&whole[..length]).expect_err("a cut image was accepted");
    }
}

/// A flipped bit is refused or was in a field that means nothing (tar pads numbers in more
/// than one way); the content is the same either way.
#[test]
fn no_flipped_bit_changes_the_content() {
    let whole = image_bytes(MANIFEST, &module());
    let mut bytes = whole.clone();
    let mut refused = 0;
    for at in 0..whole.len() {
        for mask in [1 << (at % 8), 0xff] {
            bytes[at] ^= mask;
            match AppImage::from_bytes(&bytes) {
                Err(_) => refused += 1,
                Ok(image) => {
                    assert_eq!(image.manifest_text(), MANIFEST);
                    assert_eq!(image.wasm(), module());
                }
            }
            bytes[at] = whole[at];
        }
    }
    assert!(
        refused > whole.len(),
        "only {refused} of {} flips were refused",
        2 * whole.len()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_manifest_and_module_come_back(
        manifest in "\\PC{0,2000}",
        body in proptest::collection::vec(any::<u8>(), 0..5000),
    ) {
        let wasm = [b"\0asm\x01\0\0\0".as_slice(), &body].concat();
        let bytes = image_bytes(&manifest, &wasm);
        let image = AppImage::from_reader(&bytes[..]).unwrap();
        prop_assert_eq!(image.manifest_text(), manifest);
        prop_assert_eq!(image.wasm(), wasm);
        prop_assert_eq!(image.as_bytes(), bytes);
    }

    /// Several bytes changed at once, tar checksums repaired: nothing panics, and what is
    /// accepted has not been changed.
    #[test]
    fn random_damage_never_passes(
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let whole = image_bytes(MANIFEST, &component());
        let mut bytes = whole.clone();
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        repair_checksums(&whole, &mut bytes);
        if let Ok(image) = AppImage::from_vec(bytes) {
            prop_assert_eq!(image.manifest_text(), MANIFEST);
            prop_assert_eq!(image.wasm(), component());
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..4096)) {
        prop_assert!(AppImage::from_vec(bytes).is_err());
    }
}

/// Gives every header a right checksum again, so that damage gets past the first check.
fn repair_checksums(whole: &[u8], bytes: &mut [u8]) {
    let headers: Vec<usize> = tar::Archive::new(std::io::Cursor::new(whole))
        .entries()
        .unwrap()
        .map(|entry| entry.unwrap().raw_header_position() as usize)
        .collect();
    for at in headers {
        let mut header = tar::Header::new_ustar();
        header.as_mut_bytes().copy_from_slice(&bytes[at..at + 512]);
        header.set_cksum();
        bytes[at..at + 512].copy_from_slice(header.as_bytes());
    }
}
