//! From a manifest and Wasm to an app that partitions can be made of.
//!
//! The one way an app comes into a machine: of the daemon, of `terrace run`, of `terrace up`.

use crate::answers::InstallStep;
use std::path::Path;
use std::time::Instant;
use terrace_engine::{CompileError, Engine, LoadError, Program, ProgramKind};
use terrace_image::Sha256Digest;
use terrace_image::aot_cache::{self, AotCache, CacheError, FetchError};
use terrace_manifest::App as Manifest;
use terrace_vm::App;

/// An app cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadAppError {
    /// Not Wasm.
    #[error(
        "`{app}`: its program is not a Wasm module or component: it begins with `{begin}`; compile for wasm32-wasip1 or wasm32-wasip2"
    )]
    NotWasm {
        /// Which app.
        app: String,
        /// The first bytes, escaped.
        begin: String,
    },
    /// Wasm that is not accepted.
    #[error("`{app}`: {cause}")]
    Compile {
        /// Which app.
        app: String,
        /// Why.
        cause: CompileError,
    },
    /// It cannot be linked.
    #[error("`{app}`: {cause}")]
    Link {
        /// Which app.
        app: String,
        /// Why.
        cause: LoadError,
    },
    /// SQL of its manifest is wrong.
    #[error("`{app}`: {cause}; correct the `sql` of its [[provider.call]]")]
    Provider {
        /// Which app.
        app: String,
        /// Which statement, and why.
        cause: String,
    },
    /// The cache cannot be used at all.
    #[error(transparent)]
    Cache(#[from] CacheError),
}

/// Compile through the cache, link, and put together. `base` is where relative folders of the
/// manifest start; `step` hears how far it is. Takes up to seconds: never on a worker.
///
/// # Errors
/// [`LoadAppError`].
pub fn load_app(
    engine: &Engine,
    cache: &AotCache,
    manifest: Manifest,
    wasm: &[u8],
    base: &Path,
    mut step: impl FnMut(InstallStep),
) -> Result<App, LoadAppError> {
    let app = || manifest.name.as_str().to_owned();
    let kind = ProgramKind::of(wasm).ok_or_else(|| LoadAppError::NotWasm {
        app: app(),
        begin: wasm[..wasm.len().min(8)].escape_ascii().to_string(),
    })?;
    terrace_vm::examine_providers(&manifest)
        .map_err(|cause| LoadAppError::Provider { app: app(), cause })?;
    let digest = Sha256Digest::of(wasm);
    let key = aot_cache::key(&digest.0, &engine.fingerprint(), env!("CARGO_PKG_VERSION"));
    let mut compiled = false;
    let artefact = cache
        .get_or_insert_with(&key, || {
            compiled = true;
            compile(engine, wasm, kind, &mut step)
        })
        .map_err(|e| match e {
            FetchError::Cache(e) => LoadAppError::Cache(e),
            FetchError::Compile(cause) => LoadAppError::Compile { app: app(), cause },
        })?;
    if !compiled {
        step(InstallStep::Cached);
    }
    let grants = terrace_vm::grants(&manifest);
    let program = match Program::load(engine, &artefact, kind, grants) {
        // Whole, and of this fingerprint, but not loadable: made by a compiler that differs
        // in what the fingerprint does not show. Once is enough: after that it is a fault of ours.
        Err(LoadError::Artefact(_)) if !compiled => {
            let bytes = compile(engine, wasm, kind, &mut step)
                .map_err(|cause| LoadAppError::Compile { app: app(), cause })?;
            Program::load(engine, &cache.put(&key, &bytes)?, kind, grants)
        }
        loaded => loaded,
    };
    let program = program.map_err(|cause| LoadAppError::Link { app: app(), cause })?;
    Ok(App {
        manifest,
        program,
        base: base.to_owned(),
        image: digest.to_string(),
    })
}

fn compile(
    engine: &Engine,
    wasm: &[u8],
    kind: ProgramKind,
    step: &mut impl FnMut(InstallStep),
) -> Result<Vec<u8>, CompileError> {
    step(InstallStep::Compiling);
    let begun = Instant::now();
    let bytes = engine.compile(wasm, kind)?;
    let took_ns = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
    step(InstallStep::Compiled { took_ns });
    Ok(bytes)
}
