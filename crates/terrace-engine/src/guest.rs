//! One instance of a program: a future that runs it through its lifecycle.
//!
//! ```text
//!   instantiate -> [_initialize] -> [create] -> _start -> end
//!                                           \-> [start] -> idle -- trim --> [trim] -> idle
//!                                                            \---- stop --> [stop] -> end
//! ```
//!
//! Dropping the future unwinds the guest wherever it stands and frees its store.

use crate::call_calls::Calls;
use crate::meter::MemoryMeter;
use crate::monitor::{Lifecycle, Monitor};
use crate::outcome::{self, Fault, Outcome};
use crate::program::{Code, Program};
use crate::provider_calls::ProviderDesk;
use crate::socket_calls::Sockets;
use crate::state::{Limiter, State};
use crate::wasi::{self, WasiSpec};
use crate::window::Windows;
use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use terrace_abi::FaultKind;
use wasmtime::{Extern, Instance, InstancePre, Store, UpdateDeadline};
use wasmtime_wasi::p2::bindings::CommandPre;

/// Bounds of what the monitor copies for one call, whatever the guest's limit.
const LEAST_COPY: usize = 1 << 20;
const MOST_COPY: usize = 128 << 20;

/// What a guest is made from.
pub struct GuestSpec {
    /// Its program.
    pub program: Program,
    /// What WASI gives it.
    pub wasi: WasiSpec,
    /// Its memory meter, with the limit set.
    pub meter: Arc<MemoryMeter>,
    /// Where its host calls go.
    pub monitor: Arc<dyn Monitor>,
    /// Where its calls of other guests go, and theirs come from.
    pub calls: Option<Box<dyn Calls>>,
}

/// A permission names something that is not there.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct GuestError(String);

/// See the module.
pub struct Guest {
    future: Pin<Box<dyn Future<Output = Outcome> + Send>>,
    meter: Arc<MemoryMeter>,
}

impl std::fmt::Debug for Guest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Guest")
    }
}

impl Guest {
    /// Prepare a guest; nothing of it runs before the first poll. Opens folders, so it may block.
    ///
    /// # Errors
    /// [`GuestError`] names the folder that cannot be opened.
    pub fn new(spec: GuestSpec) -> Result<Guest, GuestError> {
        let wasi = wasi::context(&spec.wasi, &spec.monitor, spec.program.kind())
            .map_err(|e| GuestError(format!("{e:#}")))?;
        let meter = spec.meter.clone();
        let state = State {
            wasi,
            monitor: spec.monitor.clone(),
            calls: spec.calls,
            limiter: Limiter::new(spec.meter),
            files: spec.program.files.clone(),
            sockets: Sockets::new(&spec.wasi.network),
            descriptors: wasi::descriptors(&spec.wasi),
            memory: None,
            windows: Windows::default(),
            providers: ProviderDesk::default(),
        };
        let store = store(&spec.program.engine, state);
        let future: Pin<Box<dyn Future<Output = Outcome> + Send>> = match spec.program.code {
            Code::Module(pre) => Box::pin(run_module(store, pre)),
            Code::Component(pre) => Box::pin(run_component(store, pre)),
        };
        Ok(Guest { future, meter })
    }

    /// Run it until it ends, waits, or gives the processor back at a safe point. A state of the
    /// monitor that should not exist (a panic) ends this guest and nothing else.
    pub fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Outcome> {
        let future = self.future.as_mut();
        catch_unwind(AssertUnwindSafe(|| future.poll(cx))).unwrap_or_else(|panic| {
            Poll::Ready(Outcome::Faulted(Fault::plain(
                FaultKind::Monitor,
                reason(panic.as_ref()),
            )))
        })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.meter.gone();
    }
}

fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or(panic.downcast_ref::<&str>().copied());
    format!(
        "the monitor met a state that should not exist: {}",
        text.unwrap_or("no message")
    )
}

fn store(engine: &wasmtime::Engine, state: State) -> Store<State> {
    let monitor = state.monitor.clone();
    let limit = usize::try_from(state.limiter.meter.limit()).unwrap_or(usize::MAX);
    let mut store = Store::new(engine, state);
    // What one call may make the monitor copy: no more than the guest may have itself.
    store.set_hostcall_fuel(limit.clamp(LEAST_COPY, MOST_COPY));
    store.limiter(|state| &mut state.limiter);
    store.set_epoch_deadline(1);
    store.epoch_deadline_callback(move |_| {
        Ok(if monitor.attention() {
            if monitor.leaving() {
                shed(monitor.as_ref());
            }
            UpdateDeadline::Yield(1)
        } else {
            UpdateDeadline::Continue(1)
        })
    });
    store
}

/// A guest that begins to wait gives back the stack below it: most of what a start touches is not needed to
/// wait. Only on a guest's own stack.
pub(crate) fn shed(monitor: &dyn Monitor) {
    const {
        assert!(terrace_host::thread::STACK_SHED as u64 <= terrace_abi::STACK_BYTES / 2);
    }
    if monitor.idles() {
        // SAFETY: a guest's stack is an anonymous mapping of twice `STACK_BYTES`, of which its code may use one
        // half; the monitor's calls, of which this is one, have the other.
        unsafe { terrace_host::thread::shed_stack() };
    }
}

async fn run_component(mut store: Store<State>, pre: CommandPre<State>) -> Outcome {
    let command = match pre.instantiate_async(&mut store).await {
        Ok(command) => command,
        Err(e) => return start_refused(&store, &e),
    };
    store.data().monitor.created();
    match command.wasi_cli_run().call_run(&mut store).await {
        Ok(Ok(())) => Outcome::Exited(0),
        Ok(Err(())) => Outcome::Exited(1),
        Err(e) => outcome::of_error(&e),
    }
}

/// Lets go of locked memory. A local of the future that owns the store, so it goes before the store.
struct Held(Arc<MemoryMeter>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.let_go();
    }
}

async fn run_module(mut store: Store<State>, pre: InstancePre<State>) -> Outcome {
    let _held = Held(store.data().limiter.meter.clone());
    let instance = match pre.instantiate_async(&mut store).await {
        Ok(instance) => instance,
        Err(e) => return start_refused(&store, &e),
    };
    locate_memory(&mut store, &instance);
    match live(&mut store, &instance).await {
        Ok(outcome) => outcome,
        Err(e) => outcome::of_error(&e),
    }
}

/// Instantiation failed: most often the program wants more memory than it may have.
fn start_refused(store: &Store<State>, error: &wasmtime::Error) -> Outcome {
    let meter = &store.data().limiter.meter;
    if meter.refused() > 0 {
        return Outcome::Faulted(Fault::plain(
            FaultKind::OutOfMemory,
            format!(
                "the program declares more memory than its limit of {} bytes; raise `limit` under [memory], or --max-memory",
                meter.limit()
            ),
        ));
    }
    match outcome::of_error(error) {
        // Neither a trap nor an exit of its start function: it cannot be instantiated.
        Outcome::Faulted(fault) if fault.kind == FaultKind::OtherTrap => Outcome::Faulted(Fault {
            kind: FaultKind::RefusedStart,
            ..fault
        }),
        outcome => outcome,
    }
}

fn locate_memory(store: &mut Store<State>, instance: &Instance) {
    let memories: Vec<_> = instance
        .exports(&mut *store)
        .filter_map(|e| e.into_memory())
        .collect();
    if let [memory] = memories[..] {
        let base = memory.data_ptr(&*store);
        // Only if the one exported memory is all the guest has.
        if memory.data_size(&*store) as u64 == store.data().limiter.meter.size() {
            store.data().limiter.meter.locate(base);
        }
    }
    if let Some(Extern::Memory(memory)) = instance.get_export(&mut *store, "memory") {
        let size = memory.data_size(&*store);
        store.data_mut().memory = Some(memory);
        store.data_mut().windows.floor = size;
    }
}

async fn live(store: &mut Store<State>, instance: &Instance) -> wasmtime::Result<Outcome> {
    if let Ok(initialize) = instance.get_typed_func::<(), ()>(&mut *store, "_initialize") {
        initialize.call_async(&mut *store, ()).await?;
    }
    if let Some(refusal) = callback(store, instance, "terrace_create").await? {
        return Ok(refusal);
    }
    store.data().monitor.created();
    if let Ok(main) = instance.get_typed_func::<(), ()>(&mut *store, "_start") {
        main.call_async(&mut *store, ()).await?;
        return Ok(Outcome::Exited(0));
    }
    if !is_app(store, instance) {
        return Ok(Outcome::Faulted(Fault::plain(
            FaultKind::RefusedStart,
            "the program exports neither `_start` nor a callback such as `terrace_start`: nothing to run",
        )));
    }
    if let Some(refusal) = callback(store, instance, "terrace_start").await? {
        return Ok(refusal);
    }
    serve(store, instance).await
}

fn is_app(store: &mut Store<State>, instance: &Instance) -> bool {
    [
        "terrace_create",
        "terrace_start",
        "terrace_trim",
        "terrace_stop",
    ]
    .iter()
    .any(|name| instance.get_func(&mut *store, name).is_some())
}

/// Call `create` or `start`; an error code of theirs is a fault.
async fn callback(
    store: &mut Store<State>,
    instance: &Instance,
    name: &str,
) -> wasmtime::Result<Option<Outcome>> {
    let Ok(function) = instance.get_typed_func::<(), i32>(&mut *store, name) else {
        return Ok(None);
    };
    let answer = function.call_async(&mut *store, ()).await?;
    Ok((answer < 0).then(|| {
        Outcome::Faulted(Fault::plain(
            FaultKind::RefusedStart,
            format!("`{name}` answered {answer}"),
        ))
    }))
}

/// Idle until a callback is owed; the controller wakes the guest when there is one.
async fn serve(store: &mut Store<State>, instance: &Instance) -> wasmtime::Result<Outcome> {
    loop {
        let monitor = store.data().monitor.clone();
        let owed = poll_fn(move |_| match monitor.next_lifecycle() {
            Some(lifecycle) => Poll::Ready(lifecycle),
            None => Poll::Pending,
        })
        .await;
        match owed {
            Lifecycle::Trim(level) => {
                if let Ok(trim) = instance.get_typed_func::<u32, i32>(&mut *store, "terrace_trim") {
                    trim.call_async(&mut *store, level).await?;
                }
            }
            Lifecycle::Stop => {
                if let Ok(stop) = instance.get_typed_func::<(), i32>(&mut *store, "terrace_stop") {
                    stop.call_async(&mut *store, ()).await?;
                }
                return Ok(Outcome::Exited(0));
            }
        }
    }
}
