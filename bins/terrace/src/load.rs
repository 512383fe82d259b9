//! From an app's bytes to an installed app: compiled once, found in the cache afterwards.

use crate::cli::CacheArgs;
use crate::failure::Failure;
use crate::output;
use crate::place::cache_folder;
use crate::progress::Progress;
use crate::target::Parcel;
use tempfile::TempDir;
use terrace_daemon::answers::InstallStep;
use terrace_daemon::load_app;
use terrace_engine::Engine;
use terrace_image::aot_cache::{AotCache, CacheError};
use terrace_vm::App;

/// See the module.
pub struct Loader {
    engine: Engine,
    cache: AotCache,
    /// Holds a cache that goes with this process.
    _passing: Option<TempDir>,
}

impl Loader {
    /// Open the cache asked for. The usual one is not worth failing for: without it every
    /// program is compiled, which is said.
    pub fn open(engine: &Engine, args: &CacheArgs) -> Result<Loader, Failure> {
        let opened = match (&args.cache, args.no_cache) {
            (Some(dir), _) => Some(AotCache::open(dir)?),
            (None, true) => None,
            (None, false) => cache_folder("aot").and_then(|dir| complain(AotCache::open(&dir))),
        };
        let (cache, passing) = match opened {
            Some(cache) => (cache, None),
            None => {
                let dir = tempfile::Builder::new().prefix("terrace-aot-").tempdir()?;
                (AotCache::open(&dir.path().join("aot"))?, Some(dir))
            }
        };
        let cache = cache.on_event(|event| output::hint(&event.to_string()));
        Ok(Loader {
            engine: engine.clone(),
            cache,
            _passing: passing,
        })
    }

    /// Compile, or find in the cache, and link.
    pub fn load(&self, parcel: Parcel) -> Result<App, Failure> {
        let Parcel {
            manifest,
            wasm,
            base,
            image,
        } = parcel;
        let compiling = format!("compiling {}", manifest.name);
        let mut progress = None;
        let app = load_app(&self.engine, &self.cache, manifest, &wasm, &base, |step| {
            progress = matches!(step, InstallStep::Compiling).then(|| Progress::start(&compiling));
        })?;
        Ok(App { image, ..app })
    }
}

fn complain(opened: Result<AotCache, CacheError>) -> Option<AotCache> {
    opened
        .inspect_err(|e| output::hint(&format!("terrace: compiled code is not kept: {e}")))
        .ok()
}
