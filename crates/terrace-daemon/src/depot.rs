//! App images on disk, and the way from one to an app that runs.
//!
//! ```text
//!   STATE/images/<64 hex digits>.terrace     what was verified at install, byte for byte
//!   STATE/quarantine/                        damaged images and databases, for people to look at
//!   STATE/aot/                               compiled programs (`terrace_image::aot_cache`)
//! ```
//!
//! # Invariants
//! I1. An image appears under its name whole and flushed, by rename.
//! I2. An image is verified every time it is read; nothing trusts the disk.

use crate::answers::InstallStep;
use crate::load::{LoadAppError, load_app};
use std::fs::DirBuilder;
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use terrace_engine::Engine;
use terrace_image::aot_cache::{AotCache, CacheError};
use terrace_image::{AppImage, ImageError};
use terrace_vm::App;

const ENDING: &str = "terrace";

/// The folders cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DepotError {
    /// Linux refused.
    #[error("cannot {act} {}: {cause}; see that its disk has space and may be written", path.display())]
    Linux {
        /// What was tried.
        act: &'static str,
        /// On what.
        path: PathBuf,
        /// What Linux said.
        cause: io::Error,
    },
    /// The compile cache.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

/// An image cannot become an app.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadyError {
    #[error(transparent)]
    Image(#[from] ImageError),
    #[error("the image of {expected} contains {found}; install it again")]
    OtherImage { expected: String, found: String },
    #[error("the image's manifest is refused:\n{0}")]
    Manifest(String),
    #[error(transparent)]
    Load(#[from] LoadAppError),
}

impl ReadyError {
    /// Is it the file that is wrong, and not this version's opinion of it?
    pub(crate) fn damaged(&self) -> bool {
        match self {
            ReadyError::Image(ImageError::Read { source, .. }) => {
                source.kind() == io::ErrorKind::InvalidData
            }
            ReadyError::Image(_) | ReadyError::OtherImage { .. } => true,
            ReadyError::Manifest(_) | ReadyError::Load(_) => false,
        }
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Depot {
    images: PathBuf,
    quarantine: PathBuf,
    cache: AotCache,
}

impl Depot {
    /// Make what is missing under the state directory.
    pub(crate) fn open(state_dir: &Path) -> Result<Depot, DepotError> {
        let images = state_dir.join("images");
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&images)
            .map_err(|cause| DepotError::Linux {
                act: "make the folder",
                path: images.clone(),
                cause,
            })?;
        let cache = AotCache::open(&state_dir.join("aot"))?
            .on_event(|event| tracing::warn!(%event, "the compile cache met something odd"));
        Ok(Depot {
            images,
            quarantine: quarantine(state_dir),
            cache,
        })
    }

    fn place(&self, digest: &str) -> PathBuf {
        self.images.join(format!("{digest}.{ENDING}"))
    }

    /// Keep a copy. I1.
    pub(crate) fn store(&self, image: &AppImage) -> Result<(), DepotError> {
        let path = self.place(&image.digest().hex());
        let failed = |cause| DepotError::Linux {
            act: "store the image",
            path: path.clone(),
            cause,
        };
        self.write(image.as_bytes(), &path).map_err(failed)
    }

    fn write(&self, bytes: &[u8], path: &Path) -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::with_prefix_in(".store-", &self.images)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|e| e.error)?;
        std::fs::File::open(&self.images)?.sync_all()
    }

    /// Read a stored image, whole and of this digest. I2.
    pub(crate) fn fetch(&self, digest: &str) -> Result<AppImage, ReadyError> {
        let image = AppImage::open(&self.place(digest))?;
        let found = image.digest().hex();
        if found == digest {
            return Ok(image);
        }
        Err(ReadyError::OtherImage {
            expected: digest.to_owned(),
            found,
        })
    }

    /// From an image to an app.
    pub(crate) fn ready(
        &self,
        engine: &Engine,
        image: &AppImage,
        base: &Path,
        mut step: impl FnMut(InstallStep),
    ) -> Result<App, ReadyError> {
        let manifest = parse(image.manifest_text())?;
        step(InstallStep::Checked {
            name: manifest.name.as_str().to_owned(),
            version: manifest.version.clone(),
            wasm_bytes: image.wasm().len() as u64,
        });
        let mut app = load_app(engine, &self.cache, manifest, image.wasm(), base, step)?;
        app.image = image.digest().to_string();
        Ok(app)
    }

    /// Remove a stored image that no app uses any more.
    pub(crate) fn discard(&self, digest: &str) {
        let path = self.place(digest);
        match std::fs::remove_file(&path) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(path = %path.display(), %cause, "cannot remove the image");
            }
            _ => {}
        }
    }

    /// Move a damaged image where nothing reads it. Answers where to.
    pub(crate) fn set_aside(&self, digest: &str) -> io::Result<PathBuf> {
        std::fs::create_dir_all(&self.quarantine)?;
        let to = self
            .quarantine
            .join(format!("{digest}.{ENDING}.{}", crate::clock::wall_ns()));
        std::fs::rename(self.place(digest), &to)?;
        Ok(to)
    }

    /// The digests of all stored images, the oldest first; and what a crash left is removed.
    pub(crate) fn stored(&self) -> Result<Vec<String>, DepotError> {
        let failed = |cause| DepotError::Linux {
            act: "list",
            path: self.images.clone(),
            cause,
        };
        let mut found = Vec::new();
        for entry in std::fs::read_dir(&self.images).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(".store-") {
                // Half written by a daemon that was killed.
                let _ = std::fs::remove_file(entry.path());
            } else if let Some(digest) = name.strip_suffix(".terrace") {
                let changed = entry
                    .metadata()
                    .and_then(|m| m.modified())
                    .map_err(failed)?;
                found.push((changed, digest.to_owned()));
            }
        }
        found.sort();
        Ok(found.into_iter().map(|(_, digest)| digest).collect())
    }
}

/// Where damaged things go.
pub(crate) fn quarantine(state_dir: &Path) -> PathBuf {
    state_dir.join("quarantine")
}

fn parse(text: &str) -> Result<terrace_manifest::App, ReadyError> {
    terrace_manifest::parse_app(text, Path::new("terrace.toml"))
        .map_err(|e| ReadyError::Manifest(e.to_string()))
}
