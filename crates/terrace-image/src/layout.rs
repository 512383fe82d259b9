//! Reading an image layout: from `oci-layout` to the bytes of the program and the manifest.
//!
//! # Invariants
//! I1. Bytes are believed only after their size and digest agree with what refers to them;
//!     `oci-layout` and `index.json`, which nothing refers to, are believed only about where to
//!     look.
//! I2. Every blob of the archive is referred to: what is in an image is known.
//! I3. `urls` and `data` of a descriptor are never used; content comes from the archive alone.
//!
//! Source: OCI image specification 1.1 (image layout, index, manifest, descriptor); CNCF "Wasm
//! OCI Artifact layout".

use std::{collections::BTreeSet, ops::Range};

use oci_spec::image::{
    Descriptor, ImageIndex, ImageManifest, MediaType, OciLayout, SCHEMA_VERSION,
};
use serde::de::DeserializeOwned;

use crate::{
    archive::{self, Archive},
    config::WasmConfig,
    digest::Sha256Digest,
    error::{ImageError, quote},
    kind::WasmKind,
    limits, media,
};

/// What the checks find.
pub(crate) struct Parts {
    pub(crate) manifest: Range<usize>,
    pub(crate) wasm: Range<usize>,
    pub(crate) digest: Sha256Digest,
    pub(crate) wasm_digest: Sha256Digest,
    pub(crate) kind: WasmKind,
    pub(crate) config: WasmConfig,
}

impl Parts {
    /// Checks everything, from the outside in.
    pub(crate) fn find(bytes: &[u8]) -> Result<Self, ImageError> {
        let mut blobs = Blobs {
            bytes,
            archive: Archive::map(bytes)?,
            used: BTreeSet::new(),
        };
        blobs.check_layout()?;
        let pointer = blobs.index()?;
        let (digest, range) = blobs.take(&pointer, "the image manifest")?;
        let image = blobs.image_manifest(range)?;
        let layers = Layers::sort(&image)?;
        let (wasm_digest, wasm) = blobs.take(layers.wasm, "the Wasm layer")?;
        let (_, manifest) = blobs.take(layers.manifest, "the manifest layer")?;
        for layer in layers.aot {
            blobs.take(layer, "a layer of compiled code")?;
        }
        limits::check(
            "the manifest",
            manifest.len() as u64,
            limits::MANIFEST_BYTES,
        )?;
        std::str::from_utf8(&bytes[manifest.clone()]).map_err(|error| {
            ImageError::ManifestText {
                offset: error.valid_up_to(),
            }
        })?;
        let kind = WasmKind::of(&bytes[wasm.clone()])?;
        let (_, config) = blobs.take(image.config(), "the config")?;
        let config: WasmConfig = blobs.json("the config", config)?;
        config.agrees_with(&WasmConfig::describing(
            &bytes[wasm.clone()],
            layers.digests,
        )?)?;
        blobs.all_used()?;
        Ok(Self {
            manifest,
            wasm,
            digest,
            wasm_digest,
            kind,
            config,
        })
    }
}

/// The layers of an image by what they are for.
struct Layers<'a> {
    wasm: &'a Descriptor,
    manifest: &'a Descriptor,
    aot: Vec<&'a Descriptor>,
    digests: Vec<Sha256Digest>,
}

impl<'a> Layers<'a> {
    /// Tools that only know the CNCF layout take the first layer, so the Wasm must be there.
    fn sort(image: &'a ImageManifest) -> Result<Self, ImageError> {
        let all = image.layers();
        if all.len() > limits::BLOBS {
            return Err(ImageError::TooManyBlobs {
                limit: limits::BLOBS,
            });
        }
        let wasm = all.first().ok_or(ImageError::Count {
            what: "Wasm layers",
            found: 0,
        })?;
        expect_type("the first layer", wasm.media_type(), media::WASM)?;
        let (manifests, others): (Vec<_>, Vec<_>) = all[1..]
            .iter()
            .partition(|layer| layer.media_type().as_ref() == media::MANIFEST);
        if let Some(unknown) = others
            .iter()
            .find(|layer| !media::is_aot(layer.media_type()))
        {
            expect_type("a further layer", unknown.media_type(), media::MANIFEST)?;
        }
        let [manifest] = manifests[..] else {
            return Err(ImageError::Count {
                what: "manifest layers",
                found: manifests.len(),
            });
        };
        let digests = all
            .iter()
            .map(|layer| sha256_of(layer, "a layer"))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            wasm,
            manifest,
            aot: others,
            digests,
        })
    }
}

/// The entries of the archive, with the checks that each use of one needs.
struct Blobs<'a> {
    bytes: &'a [u8],
    archive: Archive,
    /// Blobs that something refers to. Two layers may share one.
    used: BTreeSet<Sha256Digest>,
}

impl Blobs<'_> {
    fn check_layout(&self) -> Result<(), ImageError> {
        let blob = "oci-layout";
        let layout: OciLayout = self.json(blob, entry(&self.archive.layout, archive::LAYOUT)?)?;
        if layout.image_layout_version() == media::LAYOUT_VERSION {
            return Ok(());
        }
        Err(ImageError::Version {
            blob,
            field: "imageLayoutVersion",
            expected: media::LAYOUT_VERSION.to_owned(),
            found: quote(layout.image_layout_version().as_bytes()),
        })
    }

    fn index(&self) -> Result<Descriptor, ImageError> {
        let blob = "index.json";
        let index: ImageIndex = self.json(blob, entry(&self.archive.index, archive::INDEX)?)?;
        expect_schema(blob, index.schema_version())?;
        expect_own_type(blob, index.media_type(), &MediaType::ImageIndex, INDEX_TYPE)?;
        let [pointer] = &index.manifests()[..] else {
            let found = index.manifests().len();
            return Err(ImageError::Count {
                what: "image manifests",
                found,
            });
        };
        expect_type("the entry of index.json", pointer.media_type(), IMAGE_TYPE)?;
        Ok(pointer.clone())
    }

    fn image_manifest(&self, range: Range<usize>) -> Result<ImageManifest, ImageError> {
        let blob = "the image manifest";
        let image: ImageManifest = self.json(blob, range)?;
        expect_schema(blob, image.schema_version())?;
        expect_own_type(
            blob,
            image.media_type(),
            &MediaType::ImageManifest,
            IMAGE_TYPE,
        )?;
        expect_type("the config", image.config().media_type(), media::CONFIG)?;
        Ok(image)
    }

    fn json<T: DeserializeOwned>(
        &self,
        blob: &'static str,
        range: Range<usize>,
    ) -> Result<T, ImageError> {
        limits::check(blob, range.len() as u64, limits::JSON_BYTES)?;
        serde_json::from_slice(&self.bytes[range]).map_err(|error| ImageError::Json {
            blob,
            reason: quote(error.to_string().as_bytes()),
        })
    }

    /// The blob a descriptor refers to, once its size and digest are found right.
    fn take(
        &mut self,
        pointer: &Descriptor,
        blob: &'static str,
    ) -> Result<(Sha256Digest, Range<usize>), ImageError> {
        let digest = sha256_of(pointer, blob)?;
        let range =
            self.archive
                .blobs
                .get(&digest)
                .cloned()
                .ok_or_else(|| ImageError::Missing {
                    path: archive::blob_path(&digest),
                    needed_by: blob,
                })?;
        if pointer.size() != range.len() as u64 {
            return Err(ImageError::Size {
                blob,
                expected: pointer.size(),
                found: range.len() as u64,
            });
        }
        let found = Sha256Digest::of(&self.bytes[range.clone()]);
        if found != digest {
            return Err(ImageError::Digest {
                blob,
                expected: digest,
                found,
            });
        }
        self.used.insert(digest);
        Ok((digest, range))
    }

    /// What nothing refers to is not part of the image and is not carried along.
    fn all_used(&self) -> Result<(), ImageError> {
        match self
            .archive
            .blobs
            .keys()
            .find(|digest| !self.used.contains(digest))
        {
            None => Ok(()),
            Some(digest) => Err(ImageError::Unreferenced {
                path: archive::blob_path(digest),
            }),
        }
    }
}

const INDEX_TYPE: &str = "application/vnd.oci.image.index.v1+json";
const IMAGE_TYPE: &str = "application/vnd.oci.image.manifest.v1+json";

fn entry(range: &Option<Range<usize>>, path: &str) -> Result<Range<usize>, ImageError> {
    range.clone().ok_or_else(|| ImageError::Missing {
        path: path.to_owned(),
        needed_by: "every image layout",
    })
}

fn sha256_of(pointer: &Descriptor, blob: &'static str) -> Result<Sha256Digest, ImageError> {
    Sha256Digest::from_oci(pointer.digest()).ok_or_else(|| ImageError::Algorithm {
        blob,
        found: quote(pointer.digest().as_ref().as_bytes()),
    })
}

fn expect_schema(blob: &'static str, found: u32) -> Result<(), ImageError> {
    if found == SCHEMA_VERSION {
        return Ok(());
    }
    Err(ImageError::Version {
        blob,
        field: "schemaVersion",
        expected: SCHEMA_VERSION.to_string(),
        found: found.to_string(),
    })
}

/// A document's own `mediaType` may be missing, but not wrong.
fn expect_own_type(
    blob: &'static str,
    found: &Option<MediaType>,
    expected: &MediaType,
    name: &'static str,
) -> Result<(), ImageError> {
    match found {
        Some(found) if found != expected => expect_type(blob, found, name),
        _ => Ok(()),
    }
}

fn expect_type(
    blob: &'static str,
    found: &MediaType,
    expected: &'static str,
) -> Result<(), ImageError> {
    if found.as_ref() == expected {
        return Ok(());
    }
    Err(ImageError::MediaType {
        blob,
        expected,
        found: quote(found.as_ref().as_bytes()),
    })
}
