//! Starting a partition: admission, its task and guest, and the way to its worker.
//!
//! Opens the folders it is granted, so it may wait for Linux: not for a worker.

use crate::app::App;
use crate::call::{Desk, Owner};
use crate::component;
use crate::control::Control;
use crate::controller::Inner;
use crate::error::AdmitError;
use crate::id::PartitionId;
use crate::message::Mail;
use crate::partition::Partition;
use crate::pool::STUCK_THREADS;
use crate::port::{Admission, Called, Command, Port};
use crate::proof::Proof;
use crate::provider::Clerk;
use crate::state::State;
use crate::task::{Birth, Bridge, Role, Task, Terms};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use terrace_engine::{Guest, GuestSpec, MemoryMeter};
use terrace_host::confine::process_folders;
use terrace_sched::Params;

/// Start `id`, which is installed or has ended.
pub(crate) fn launch(inner: &Arc<Inner>, id: PartitionId) -> Result<(), AdmitError> {
    let proving = inner.proving.lock();
    let admitted = crate::proof::admit(inner, id)?;
    let mut registry = inner.registry();
    let partition = registry.get(id)?;
    let state = partition.state();
    if state.alive() || partition.launching {
        let (act, state) = (
            "start",
            if state.alive() {
                state
            } else {
                State::Starting
            },
        );
        return Err(crate::error::ControlError::WrongState { act, id, state }.into());
    }
    let app = partition.app.clone();
    let wasi = app.wasi(&partition.name, &partition.overrides);
    let name = partition.name.clone();
    reserve(&mut registry, inner, id, &app)?;
    let worker = admitted.join(&mut registry, id)?;
    registry.get_mut(id)?.launching = true;
    drop(registry);
    drop(proving);
    let made = prepare(inner, id, &app, wasi, &name, worker);
    let mut registry = inner.registry();
    let made = made.and_then(|made| {
        let partition = registry.get_mut(id)?;
        partition.launching = false;
        partition.begin_life(&made.task);
        Ok(made)
    });
    match made {
        Ok(made) => {
            drop(registry);
            for admission in made.admissions {
                let port = admission.task.port.clone();
                port.command(Command::Admit(Box::new(admission)));
            }
            Ok(())
        }
        Err(e) => {
            registry.release(id, &app);
            if let Ok(partition) = registry.get_mut(id) {
                partition.launching = false;
            }
            Err(e)
        }
    }
}

fn reserve(
    registry: &mut crate::registry::Registry,
    inner: &Inner,
    id: PartitionId,
    app: &App,
) -> Result<(), AdmitError> {
    if registry.get(id)?.reserved {
        return Ok(());
    }
    let limit = inner.config.memory;
    let more = app.instances() - 1;
    let most = inner.config.partitions;
    if more > 0 && registry.instances() + more > most {
        return Err(AdmitError::Full { limit: most });
    }
    let wanted = app.manifest.memory.guaranteed.get();
    let reserved = registry.guaranteed;
    if reserved.saturating_add(wanted) > limit {
        return Err(AdmitError::Memory {
            app: app.name().to_owned(),
            wanted,
            reserved,
            limit,
        });
    }
    registry.guaranteed += wanted;
    registry.more_instances += more;
    registry.get_mut(id)?.reserved = true;
    Ok(())
}

/// A life that is ready to begin.
pub(crate) struct Made {
    /// The partition's own task.
    pub(crate) task: Arc<Task>,
    /// What goes to the workers: it, or its components.
    pub(crate) admissions: Vec<Admission>,
}

fn prepare(
    inner: &Arc<Inner>,
    id: PartitionId,
    app: &Arc<App>,
    wasi: terrace_engine::WasiSpec,
    name: &str,
    worker: Option<usize>,
) -> Result<Made, AdmitError> {
    refuse_processes(app, &wasi, inner.pool.confined())?;
    refuse_stuck(inner, app)?;
    let made = if app.of_components() {
        component::gather(inner, id, app, &wasi, worker, name)?
    } else {
        whole(inner, id, app, wasi, name, worker)?
    };
    for admission in &made.admissions {
        admission.task.port.load.fetch_add(1, Ordering::Relaxed);
    }
    Ok(made)
}

/// A partition of one instance.
fn whole(
    inner: &Arc<Inner>,
    id: PartitionId,
    app: &Arc<App>,
    wasi: terrace_engine::WasiSpec,
    name: &str,
    worker: Option<usize>,
) -> Result<Made, AdmitError> {
    let params = app.params();
    let gallery = inner.windows.gallery(app, &inner.directory)?;
    let called = Called {
        partition: name.to_owned(),
        app: app.name().to_owned(),
    };
    let port = port_for(inner, app, &called, worker, params)?;
    let meter = Arc::new(MemoryMeter::new(app.manifest.memory.limit.get()));
    let task = Task::new(Birth {
        id,
        port,
        meter: meter.clone(),
        terms: terms(app, params),
        tap: Arc::new(inner.journal.tap(id)),
        reports: inner.reports.clone(),
        control: Control::of(inner, app),
        mail: Mail::new(inner.directory.clone(), app.name().to_owned()),
        calls: inner.calls.clone(),
        role: Role::Whole,
    });
    let owner = Owner {
        task: task.clone(),
        app: app.clone(),
        name: name.to_owned(),
        grants: inner.directory.clone(),
    };
    let spec = GuestSpec {
        program: app.program.clone(),
        wasi,
        meter,
        monitor: Arc::new(Bridge(task.clone(), gallery, Clerk::of(inner, app))),
        calls: Some(Box::new(Desk::new(owner, inner.calls.clone()))),
    };
    let guest = guest(app, spec).inspect_err(|_| {
        if app.threaded() {
            task.port.command(Command::Shutdown);
        }
    })?;
    let admission = Admission {
        task: task.clone(),
        guest,
        params,
        called,
    };
    Ok(Made {
        task,
        admissions: vec![admission],
    })
}

/// A guest; opens the folders it is granted.
pub(crate) fn guest(app: &App, spec: GuestSpec) -> Result<Guest, AdmitError> {
    Guest::new(spec).map_err(|e| AdmitError::Grant {
        app: app.name().to_owned(),
        cause: e.to_string(),
    })
}

/// A folder that leads to a process file system leads to the memory of all partitions. Landlock
/// keeps guests out of the one at `/proc`; what it cannot tell apart is not granted.
fn refuse_processes(
    app: &App,
    wasi: &terrace_engine::WasiSpec,
    confined: bool,
) -> Result<(), AdmitError> {
    if wasi.dirs.is_empty() {
        return Ok(());
    }
    let mut processes = process_folders();
    processes.retain(|folder| !confined || folder != Path::new("/proc"));
    for dir in &wasi.dirs {
        let host = dir.host.canonicalize().unwrap_or_else(|_| dir.host.clone());
        if let Some(found) = processes
            .iter()
            .find(|p| host.starts_with(p) || p.starts_with(&host))
        {
            return Err(AdmitError::Grant {
                app: app.name().to_owned(),
                cause: format!(
                    "the folder {} leads to the process file system at {}, and with it to the memory of every \
                     partition; grant a folder beside it, or, for /proc, use Linux 5.19 or later with Landlock",
                    dir.host.display(),
                    found.display()
                ),
            });
        }
    }
    Ok(())
}

/// An app whose guests leave calls behind that never come back, each with a thread, is not started
/// any more when there are many such threads; it is again when they have come back.
fn refuse_stuck(inner: &Inner, app: &App) -> Result<(), AdmitError> {
    let lost = app.program.lost_calls();
    if lost == 0 {
        return Ok(());
    }
    let threads = inner.pool.stuck_threads();
    if threads == 0 {
        app.program.forgive_lost_calls();
    }
    if threads <= STUCK_THREADS {
        return Ok(());
    }
    Err(AdmitError::Stuck {
        app: app.name().to_owned(),
        lost,
        threads,
        limit: STUCK_THREADS,
    })
}

/// The worker called `wanted`, or the one with the fewest tasks; of a threaded app, a thread beside it.
pub(crate) fn port_for(
    inner: &Inner,
    app: &App,
    called: &Called,
    wanted: Option<usize>,
    params: Params,
) -> Result<Arc<Port>, AdmitError> {
    let workers = inner.pool.workers();
    let refused = || match wanted {
        Some(worker) if worker >= workers => AdmitError::NoSuchWorker {
            app: app.name().to_owned(),
            worker,
            workers,
        },
        _ => AdmitError::NoWindow {
            partition: called.partition.clone(),
            worker: wanted,
        },
    };
    let worker = inner.pool.place(wanted, called).ok_or_else(refused)?;
    if !app.threaded() {
        return Ok(worker.clone());
    }
    inner
        .pool
        .thread_for(worker, params)
        .map_err(|e| AdmitError::Thread {
            app: app.name().to_owned(),
            cause: e.to_string(),
        })
}

pub(crate) fn terms(app: &App, params: Params) -> Terms {
    let budget = params
        .budget
        .map_or((0, 0), |b| (b.amount.as_ns(), b.period.as_ns()));
    Terms {
        guaranteed: app.manifest.memory.guaranteed.get(),
        threaded: app.threaded(),
        priority: AtomicU32::new(u32::from(params.priority.get())),
        slice_ns: AtomicU64::new(params.slice.as_ns()),
        budget_ns: AtomicU64::new(budget.0),
        period_ns: AtomicU64::new(budget.1),
    }
}

impl crate::registry::Registry {
    /// Give a guarantee back.
    pub(crate) fn release(&mut self, id: PartitionId, app: &App) {
        if let Ok(partition) = self.get_mut(id)
            && std::mem::take(&mut partition.reserved)
        {
            partition.proof = Proof::None;
            self.give_back(app);
            self.residents.leave(&id);
        }
    }
}

impl Partition {
    fn begin_life(&mut self, task: &Arc<Task>) {
        if let Some(old) = self.task.replace(task.clone()) {
            self.past_cpu_ns += old.used();
            self.last_end = old.end.get().cloned();
        }
        self.dismissed = false;
        self.settled = false;
        self.restart_at = None;
        self.force_at = None;
        self.overruns = 0;
        self.overran.begin_life();
        self.log_dropped.begin_life();
        self.missed.begin_life();
        self.started_wall_ns = terrace_host::clock::wall_ns();
        debug_assert_eq!(task.state(), State::Starting);
    }
}
