//! A compiled program, linked once and shared by all its instances.

use crate::engine::Engine;
use crate::file_calls::FileCalls;
use crate::state::State;
use crate::{
    call_calls, control_calls, file_calls, message_calls, provider_calls, realtime_calls,
    socket_calls, system_calls, window_calls,
};
use std::fs::File;
use std::os::fd::AsRawFd;
use terrace_image::aot_cache::SealedArtefact;
use wasmtime::{InstancePre, Linker, Module, component};
use wasmtime_wasi::p2::bindings::CommandPre;

/// A core module (WASI 0.1) or a component (WASI 0.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgramKind {
    /// A core Wasm module.
    Module,
    /// A component of the world `wasi:cli/command`.
    Component,
}

impl ProgramKind {
    /// Read it from the first eight bytes.
    #[must_use]
    pub fn of(wasm: &[u8]) -> Option<ProgramKind> {
        match wasm.get(..8)? {
            [0, b'a', b's', b'm', 1, 0, 0, 0] => Some(ProgramKind::Module),
            [0, b'a', b's', b'm', _, _, 1, 0] => Some(ProgramKind::Component),
            _ => None,
        }
    }
}

/// Grants that change what a program is linked with.
#[derive(Debug, Clone, Copy)]
pub struct Grants {
    /// May read clocks.
    pub clock: bool,
    /// May draw random numbers.
    pub random: bool,
}

impl Default for Grants {
    fn default() -> Grants {
        Grants {
            clock: true,
            random: true,
        }
    }
}

/// The program cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The artefact is of another engine, or damaged in a way its digest does not show.
    #[error("the compiled program does not fit this engine: {0}; it will be compiled anew")]
    Artefact(String),
    /// It imports what Terrace does not have.
    #[error(
        "the program cannot be linked: {0}; Terrace offers `wasi_snapshot_preview1`, WASI 0.2 \
         commands, and the modules `terrace` and `terrace_...` of abi/terrace.wit"
    )]
    Import(String),
    /// It imports what its manifest denies.
    #[error(
        "the program imports {import}, which its manifest denies; set {key} = true under [permissions]"
    )]
    Denied {
        /// The import.
        import: String,
        /// The manifest key.
        key: &'static str,
    },
}

/// See the module. Cheap to clone.
#[derive(Clone)]
pub struct Program {
    pub(crate) engine: wasmtime::Engine,
    pub(crate) code: Code,
    pub(crate) files: FileCalls,
}

#[derive(Clone)]
pub(crate) enum Code {
    Module(InstancePre<State>),
    Component(CommandPre<State>),
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Program({:?})", self.kind())
    }
}

impl Program {
    /// Map a verified artefact and link it.
    ///
    /// # Errors
    /// [`LoadError`].
    pub fn load(
        engine: &Engine,
        artefact: &SealedArtefact,
        kind: ProgramKind,
        grants: Grants,
    ) -> Result<Program, LoadError> {
        let file = artefact
            .file()
            .try_clone()
            .map_err(|e| LoadError::Artefact(e.to_string()))?;
        let code = match kind {
            ProgramKind::Module => Code::Module(link_module(engine, file, grants)?),
            ProgramKind::Component => Code::Component(link_component(engine, file, grants)?),
        };
        Ok(Program {
            engine: engine.inner.clone(),
            code,
            files: FileCalls::new(engine.gate.clone()),
        })
    }

    /// Calls for files that had not come back when their guests were ended, since
    /// [`Program::forgive_lost_calls`]: their threads may wait for Linux still.
    #[must_use]
    pub fn lost_calls(&self) -> u32 {
        self.files.lost()
    }

    /// They have come back meanwhile.
    pub fn forgive_lost_calls(&self) {
        self.files.forgive();
    }

    /// Does it run one component of an app per instance? It asks what is next then.
    #[must_use]
    pub fn of_components(&self) -> bool {
        match &self.code {
            Code::Module(pre) => realtime_calls::wanted(pre.module()),
            Code::Component(_) => false,
        }
    }

    /// Bytes of memory that an instance begins with.
    #[must_use]
    pub fn first_memory(&self) -> u64 {
        let Code::Module(pre) = &self.code else {
            return 0;
        };
        let memories = pre
            .module()
            .exports()
            .filter_map(|e| e.ty().memory().cloned());
        let bytes = memories.map(|m| m.minimum().saturating_mul(m.page_size()));
        bytes.fold(0, u64::saturating_add)
    }

    /// Module or component.
    #[must_use]
    pub fn kind(&self) -> ProgramKind {
        match self.code {
            Code::Module(_) => ProgramKind::Module,
            Code::Component(_) => ProgramKind::Component,
        }
    }
}

fn link_module(
    engine: &Engine,
    file: File,
    grants: Grants,
) -> Result<InstancePre<State>, LoadError> {
    // SAFETY: a `SealedArtefact` was produced by `Engine::compile` of this fingerprint (it is
    // part of the key) and its digest was checked while it was copied into a memory file
    // that is sealed against every change (I1).
    let module = unsafe { Module::deserialize_open_file(&engine.inner, file) }
        .map_err(|e| LoadError::Artefact(format!("{e:#}")))?;
    let import = |e: wasmtime::Error| LoadError::Import(format!("{e:#}"));
    let mut linker = Linker::new(&engine.inner);
    wasmtime_wasi::p1::add_to_linker_async(&mut linker, |s: &mut State| &mut s.wasi)
        .map_err(import)?;
    file_calls::add(&mut linker).map_err(import)?;
    system_calls::add(&mut linker).map_err(import)?;
    control_calls::add(&mut linker).map_err(import)?;
    realtime_calls::add(&mut linker).map_err(import)?;
    message_calls::add(&mut linker).map_err(import)?;
    call_calls::add(&mut linker).map_err(import)?;
    window_calls::add(&mut linker).map_err(import)?;
    provider_calls::add(&mut linker).map_err(import)?;
    socket_calls::add(&mut linker).map_err(import)?;
    deny_in_module(&mut linker, grants).map_err(import)?;
    linker.instantiate_pre(&module).map_err(import)
}

/// `notcapable` of WASI 0.1.
const NOT_CAPABLE: i32 = 76;

fn deny_in_module(linker: &mut Linker<State>, grants: Grants) -> wasmtime::Result<()> {
    const WASI: &str = "wasi_snapshot_preview1";
    linker.allow_shadowing(true);
    if !grants.clock {
        linker.func_wrap(WASI, "clock_time_get", |_: i32, _: i64, _: i32| NOT_CAPABLE)?;
        linker.func_wrap(WASI, "clock_res_get", |_: i32, _: i32| NOT_CAPABLE)?;
    }
    if !grants.random {
        linker.func_wrap(WASI, "random_get", |_: i32, _: i32| NOT_CAPABLE)?;
    }
    linker.allow_shadowing(false);
    Ok(())
}

fn link_component(
    engine: &Engine,
    file: File,
    grants: Grants,
) -> Result<CommandPre<State>, LoadError> {
    // Components have no `deserialize_open_file`; the descriptor's own name leads to the same file.
    let path = format!("/proc/self/fd/{}", file.as_raw_fd());
    // SAFETY: as in `link_module`; `file` stays open through the call, so the name is its own.
    let component = unsafe { component::Component::deserialize_file(&engine.inner, path) }
        .map_err(|e| LoadError::Artefact(format!("{e:#}")))?;
    for (name, _) in component.component_type().imports(&engine.inner) {
        for (granted, prefix, key) in [
            (grants.clock, "wasi:clocks/", "clock"),
            (grants.random, "wasi:random/", "random"),
        ] {
            if !granted && name.starts_with(prefix) {
                return Err(LoadError::Denied {
                    import: name.to_owned(),
                    key,
                });
            }
        }
    }
    let import = |e: wasmtime::Error| LoadError::Import(format!("{e:#}"));
    let mut linker = component::Linker::new(&engine.inner);
    wasmtime_wasi::p2::add_to_linker_async(&mut linker).map_err(import)?;
    CommandPre::new(linker.instantiate_pre(&component).map_err(import)?).map_err(import)
}
