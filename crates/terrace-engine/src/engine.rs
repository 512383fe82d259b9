//! The engine: one configuration, one pool of instances, for the whole process.

use crate::gate::Gate;
use crate::program::ProgramKind;
use sha2::{Digest, Sha256};
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::Arc;
use wasmtime::{
    Collector, Config, InstanceAllocationStrategy, PoolingAllocationConfig, WasmBacktraceDetails,
};

/// How large the pool is. Reserves address space, not memory.
#[derive(Debug, Clone, Copy)]
pub struct EngineConfig {
    /// Guests that may live at once.
    pub guests: u32,
    /// Bytes of a freed memory kept for the next guest, zeroed: 0 gives all back to Linux.
    pub keep_resident: usize,
}

impl Default for EngineConfig {
    fn default() -> EngineConfig {
        EngineConfig {
            guests: 1024,
            keep_resident: 0,
        }
    }
}

/// What `third_party` changes of the code that Wasmtime makes. Code from before a change does not keep
/// what the monitor counts on since.
const SAFE_POINTS: &[u8] = b"safe points 2: deadline from before the look, reloaded behind imports";

/// With address space for fewer guests than this (32 GiB) there is no engine.
const FEWEST: u32 = 8;

/// The engine could not be made.
#[derive(Debug, thiserror::Error)]
#[error(
    "cannot reserve address space for {guests} partitions: {cause}; lower the number of partitions \
     (--partitions), or raise the limit of address space (ulimit -v)"
)]
pub struct BootError {
    guests: u32,
    cause: String,
}

/// The program was not accepted.
#[derive(Debug, thiserror::Error)]
#[error("not a program Terrace can run: {cause}")]
pub struct CompileError {
    cause: String,
}

/// See the module. Cheap to clone.
#[derive(Clone)]
pub struct Engine {
    pub(crate) inner: wasmtime::Engine,
    pub(crate) gate: Arc<Gate>,
    guests: u32,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Engine")
    }
}

impl Engine {
    /// Make the engine and reserve its pool: 4 GiB of address space for every guest, because code
    /// for smaller slots checks every access. Where that does not fit (39-bit boards,
    /// `ulimit -v`), for half as many guests, and so on; [`Engine::guests`] tells.
    ///
    /// # Errors
    /// [`BootError`] when the address space does not suffice for [`FEWEST`] guests.
    pub fn new(config: EngineConfig) -> Result<Engine, BootError> {
        let mut guests = config.guests;
        loop {
            let mut wasmtime = settings();
            let pool = pool(EngineConfig { guests, ..config });
            wasmtime.allocation_strategy(InstanceAllocationStrategy::Pooling(pool));
            match wasmtime::Engine::new(&wasmtime) {
                Ok(inner) => {
                    let gate = Arc::new(Gate::new());
                    return Ok(Engine {
                        inner,
                        gate,
                        guests,
                    });
                }
                Err(_) if guests / 2 >= FEWEST => guests /= 2,
                Err(e) => {
                    return Err(BootError {
                        guests,
                        cause: format!("{e:#}"),
                    });
                }
            }
        }
    }

    /// Guests that may live at once: as configured, or fewer where address space is short.
    #[must_use]
    pub fn guests(&self) -> u32 {
        self.guests
    }

    /// Calls of living guests for files and folders that are on their way, each of which may have a
    /// thread. Those of components are not counted.
    #[must_use]
    pub fn file_calls(&self) -> u32 {
        self.gate.inside()
    }

    /// Calls for files and folders that had not come back when their guests were ended, since
    /// [`Engine::forgive_lost_calls`]: so many threads at most wait for Linux with nobody there.
    #[must_use]
    pub fn lost_calls(&self) -> u32 {
        self.gate.lost()
    }

    /// They have come back meanwhile.
    pub fn forgive_lost_calls(&self) {
        self.gate.forgive();
    }

    /// Compile ahead of time. Takes up to seconds and starts threads: never on a worker.
    ///
    /// # Errors
    /// [`CompileError`] says what the program has that is not accepted.
    pub fn compile(&self, wasm: &[u8], kind: ProgramKind) -> Result<Vec<u8>, CompileError> {
        let compiled = match kind {
            ProgramKind::Module => self.inner.precompile_module(wasm),
            ProgramKind::Component => self.inner.precompile_component(wasm),
        };
        // The compiler's working memory, tens of megabytes, would else stay with the process.
        terrace_host::memory::trim_heap();
        compiled.map_err(|e| CompileError {
            cause: format!("{e:#}"),
        })
    }

    /// Identifies configuration, version and processor: artefacts of another fingerprint
    /// cannot be loaded.
    #[must_use]
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut hasher = Sha256Hasher(Sha256::new());
        self.inner.precompile_compatibility_hash().hash(&mut hasher);
        hasher.write(SAFE_POINTS);
        hasher.0.finalize().into()
    }

    /// Make every running guest look for attention at its next safe point. Async-signal-safe.
    pub fn bump(&self) {
        self.inner.increment_epoch();
    }
}

struct Sha256Hasher(Sha256);

impl Hasher for Sha256Hasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let digest: [u8; 32] = self.0.clone().finalize().into();
        u64::from_le_bytes(digest[..8].try_into().expect("8 of 32 bytes"))
    }
}

/// What programs are compiled with. A change here changes the fingerprint.
fn settings() -> Config {
    let mut config = Config::new();
    config
        .epoch_interruption(true)
        .wasm_backtrace_details(WasmBacktraceDetails::Enable)
        .wasm_backtrace_max_frames(NonZeroUsize::new(bound(terrace_abi::BACKTRACE_FRAMES)))
        .max_wasm_stack(bound(terrace_abi::STACK_BYTES))
        .async_stack_size(2 * bound(terrace_abi::STACK_BYTES))
        .memory_init_cow(true)
        .concurrency_support(false)
        .collector(Collector::Null)
        .wasm_component_model(true);
    config
}

fn bound(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

fn pool(config: EngineConfig) -> PoolingAllocationConfig {
    let guests = config.guests;
    // A component has a handful of core instances; few guests are components.
    let parts = guests.saturating_add(guests / 2).saturating_add(64);
    let mut pool = PoolingAllocationConfig::new();
    pool.total_core_instances(parts)
        .total_component_instances(guests)
        .total_memories(guests.saturating_add(guests / 8).saturating_add(8))
        .total_tables(parts)
        .total_stacks(guests.saturating_add(8))
        .total_gc_heaps(16)
        .max_core_instance_size(1 << 20)
        .max_component_instance_size(1 << 20)
        .max_core_instances_per_component(u32::try_from(terrace_abi::INSTANCES).unwrap_or(u32::MAX))
        .max_memories_per_component(u32::try_from(terrace_abi::MEMORIES).unwrap_or(u32::MAX))
        .max_tables_per_component(20)
        .max_tables_per_module(4)
        .max_memories_per_module(u32::try_from(terrace_abi::MEMORIES).unwrap_or(u32::MAX))
        .table_elements(bound(terrace_abi::TABLE_ELEMENTS))
        .max_memory_size(1 << 32)
        .max_unused_warm_slots(64)
        .linear_memory_keep_resident(config.keep_resident)
        .table_keep_resident(config.keep_resident.min(4096))
        .async_stack_keep_resident(0);
    pool
}
