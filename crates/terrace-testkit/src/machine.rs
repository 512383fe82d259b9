//! A machine for a test: a controller, a cache in a temporary folder, and guests by name.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::time::Duration;
use terrace_engine::{Program, ProgramKind};
use terrace_image::aot_cache::{self, AotCache};
use terrace_vm::{App, Config, Controller, Overrides, PartitionId, State};

/// No test waits longer than this for anything; a wait that long is a failure.
pub const WATCHDOG: Duration = Duration::from_secs(60);

/// See the module.
pub struct Machine {
    /// The controller.
    pub controller: Controller,
    cache: AotCache,
    folder: tempfile::TempDir,
}

impl Machine {
    /// A machine of the usual size.
    #[must_use]
    pub fn new() -> Machine {
        Machine::with(Config {
            partitions: 128,
            ..Config::default()
        })
    }

    /// A machine of another size.
    #[must_use]
    pub fn with(config: Config) -> Machine {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let cache =
            AotCache::open(&folder.path().join("aot")).expect("a cache in a new folder opens");
        let controller = Controller::start(config).expect("a machine starts");
        Machine {
            controller,
            cache,
            folder,
        }
    }

    /// A folder that goes with the machine.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Compile Wasm through the cache and link it.
    ///
    /// # Errors
    /// Why it is not accepted, for people.
    pub fn try_program(
        &self,
        wasm: &[u8],
        manifest: &terrace_manifest::App,
    ) -> Result<Program, String> {
        let kind = ProgramKind::of(wasm).ok_or("not Wasm: it does not begin with `\\0asm`")?;
        let engine = self.controller.engine();
        let digest: [u8; 32] = Sha256::digest(wasm).into();
        let key = aot_cache::key(&digest, &engine.fingerprint(), "testkit");
        let sealed = self
            .cache
            .get_or_insert_with(&key, || engine.compile(wasm, kind));
        let sealed = sealed.map_err(|e| e.to_string())?;
        Program::load(engine, &sealed, kind, terrace_vm::grants(manifest))
            .map_err(|e| e.to_string())
    }

    /// As [`Machine::try_program`], of a program that must be accepted.
    #[must_use]
    pub fn program(&self, wasm: &[u8], manifest: &terrace_manifest::App) -> Program {
        self.try_program(wasm, manifest)
            .unwrap_or_else(|e| panic!("a test program is not accepted: {e}"))
    }

    /// Install a program under a manifest. `[app]` is filled in; `rest` is everything after it.
    ///
    /// # Errors
    /// Why the program is not accepted.
    pub fn try_install(&self, name: &str, wasm: &[u8], rest: &str) -> Result<(), String> {
        let text = format!(
            "[app]\nname = \"{name}\"\nversion = \"1.0.0\"\nprogram = \"{name}.wasm\"\n\n{rest}"
        );
        let manifest = terrace_manifest::parse_app(&text, Path::new("terrace.toml"))
            .unwrap_or_else(|e| panic!("the test's manifest is wrong:\n{e}"));
        let program = self.try_program(wasm, &manifest)?;
        let base = PathBuf::from(self.folder.path());
        self.controller.install(App {
            manifest,
            program,
            base,
            image: "test".to_owned(),
        });
        Ok(())
    }

    /// As [`Machine::try_install`], of a program that must be accepted.
    pub fn install(&self, name: &str, wasm: &[u8], rest: &str) {
        self.try_install(name, wasm, rest)
            .unwrap_or_else(|e| panic!("{name} is not accepted: {e}"));
    }

    /// Install a program given as text.
    pub fn install_wat(&self, name: &str, wat: &str, rest: &str) {
        let wasm = wat::parse_str(wat).expect("the test's wat is right");
        self.install(name, &wasm, rest);
    }

    /// Install and start.
    pub fn run_wat(&self, name: &str, wat: &str, rest: &str) -> PartitionId {
        self.install_wat(name, wat, rest);
        self.start(name)
    }

    /// Start one partition of an installed app.
    pub fn start(&self, name: &str) -> PartitionId {
        self.controller
            .run(name, None, Overrides::default())
            .expect("a test partition starts")
    }

    /// Wait until it is in this state.
    ///
    /// # Panics
    /// After [`WATCHDOG`].
    pub fn reaches(&self, id: PartitionId, state: State) {
        let seen = self.controller.wait_state(
            id,
            |s| s == state || (s.ended() && !state.ended()),
            WATCHDOG,
        );
        let seen = seen.expect("the partition exists");
        assert_eq!(
            seen,
            Some(state),
            "{:?}",
            self.controller.info(id).map(|i| i.fault)
        );
    }

    /// Wait for the end of its life.
    ///
    /// # Panics
    /// After [`WATCHDOG`].
    #[must_use]
    pub fn end(&self, id: PartitionId) -> terrace_vm::End {
        let end = self
            .controller
            .wait_end(id, Some(WATCHDOG))
            .expect("the partition exists");
        end.unwrap_or_else(|| panic!("partition {id} did not end: {:?}", self.controller.info(id)))
    }

    /// The name of the fault it ended with.
    #[must_use]
    pub fn fault(&self, id: PartitionId) -> String {
        let end = self.end(id);
        end.fault().map_or_else(
            || format!("no fault: {:?}", end.outcome),
            |f| f.kind.name().to_owned(),
        )
    }

    /// What it has written and logged so far, one line each.
    #[must_use]
    pub fn lines(&self, id: PartitionId) -> Vec<String> {
        self.controller.flush(id);
        let page = self.controller.journal().read(id, 0, usize::MAX);
        page.records.into_iter().map(|r| r.text).collect()
    }
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}
