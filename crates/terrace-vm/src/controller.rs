//! The controller: creates, starts, suspends, resumes, stops, kills and restarts partitions.
//!
//! Calls may come from any thread but a worker. What touches a running guest is an order to
//! its worker and takes effect at the guest's next safe point; `wait_state` and `wait` tell
//! when it has.
//!
//! # Invariants
//! I1. The registry's lock is never held while waiting for a worker or for Linux.
//! I2. A partition's guarantee is reserved before its first life and given back when it is
//!     removed, or ended for good.
//!
//! Source: first paper, section 2 (VM controller); MVM section 3; DESIGN.md 3.1.

use crate::app::{App, Overrides};
use crate::call;
use crate::component::ReleaseRecord;
use crate::config::Config;
use crate::error::{AdmitError, BootError, ControlError};
use crate::events::{EventKind, Events};
use crate::id::PartitionId;
use crate::journal::Journal;
use crate::message::Directory;
use crate::partition::{Partition, PartitionInfo};
use crate::pool::Pool;
use crate::port::Command;
use crate::proof;
use crate::provider::Providers;
use crate::registry::Registry;
use crate::reports::Reports;
use crate::state::{self, State};
use crate::supervise;
use crate::task::{End, Task};
use crate::windows::Windows;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use terrace_engine::{Engine, EngineConfig};
use terrace_host::event::Watched;
use terrace_host::memory::PageMap;
use terrace_host::pi_mutex::{PiGuard, PiMutex};
use terrace_sched::{Budget, Params, Priority, Span};

/// See the module. Cheap to clone; the machine shuts down with the last clone.
#[derive(Clone)]
pub struct Controller(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) engine: Engine,
    pub(crate) config: Config,
    pub(crate) pool: Pool,
    pub(crate) reports: Arc<Reports>,
    pub(crate) journal: Journal,
    pub(crate) events: Events,
    pub(crate) pages: Arc<PageMap>,
    pub(crate) windows: Arc<Windows>,
    /// Who offers which interface, and who waits for whom.
    pub(crate) calls: Arc<call::Directory>,
    /// Somebody traces.
    pub(crate) tracing: Arc<AtomicBool>,
    pub(crate) closing: AtomicBool,
    pub(crate) directory: Arc<Directory>,
    /// What components share.
    pub(crate) resources: crate::component::Resources,
    pub(crate) providers: Arc<Providers>,
    pub(crate) launcher: Sender<PartitionId>,
    /// One start is proven at a time: what two would make room for, each for itself, may not hold
    /// together. No worker waits for it.
    pub(crate) proving: Mutex<()>,
    /// Inherits priority: managers on real-time workers share it with everybody.
    registry: PiMutex<Registry>,
    /// Counts up whenever the end of a life has been handled.
    settled: Watched,
}

impl std::fmt::Debug for Controller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Controller")
    }
}

impl Inner {
    pub(crate) fn registry(&self) -> PiGuard<'_, Registry> {
        self.registry.lock()
    }

    pub(crate) fn announce_settled(&self) {
        self.settled.advance();
    }
}

impl Controller {
    /// Start a machine: its engine, workers and threads.
    ///
    /// # Errors
    /// [`BootError`] when Linux refuses what cannot be done without.
    pub fn start(mut config: Config) -> Result<Controller, BootError> {
        let guests = u32::try_from(config.partitions).unwrap_or(u32::MAX);
        let reports = Reports::new(config.partitions);
        let linux = |what| move |cause| BootError::Linux { what, cause };
        let journal = Journal::start(config.sink).map_err(linux("the journal"))?;
        let pages = PageMap::open().map_err(linux("the page map (/proc/self/pagemap)"))?;
        let pages = Arc::new(pages);
        // Before the engine reserves its pool, which must not be locked.
        let locked = config
            .realtime
            .then(terrace_host::thread::lock_current_memory);
        let engine = Engine::new(EngineConfig {
            guests,
            keep_resident: config.keep_resident,
        })?;
        let mut degraded: Vec<String> = locked
            .and_then(Result::err)
            .iter()
            .map(ToString::to_string)
            .collect();
        if engine.guests() < guests {
            degraded.push(format!(
                "{guests} partitions of 4 GiB address space each do not fit here: at most {} live at once; \
                 lower --partitions, or raise the limit of address space (ulimit -v)",
                engine.guests()
            ));
            config.partitions = usize::try_from(engine.guests()).unwrap_or(usize::MAX);
        }
        let pool = Pool::start(&config, &engine, degraded).map_err(linux("the workers"))?;
        let (launcher, starts) = channel();
        let directory = Arc::new(Directory::new(reports.clone()));
        let providers = Arc::new(Providers::new(config.data.clone()));
        let registry = Registry::of(&config);
        let inner = Arc::new(Inner {
            calls: call::Directory::new(config.partitions),
            tracing: Arc::new(AtomicBool::new(false)),
            launcher,
            windows: Windows::new(pages.clone(), config.memory),
            engine,
            config,
            pool,
            reports,
            journal,
            events: Events::default(),
            pages,
            closing: AtomicBool::new(false),
            directory,
            resources: crate::component::Resources::new(),
            providers,
            proving: Mutex::new(()),
            registry: PiMutex::new(registry),
            settled: Watched::new(0),
        });
        supervise::start(&inner).map_err(linux("the supervisor"))?;
        supervise::start_launcher(Arc::downgrade(&inner), starts).map_err(linux("the launcher"))?;
        Ok(Controller(inner))
    }

    /// What this machine may not do as it should, one sentence each; empty when all was granted.
    #[must_use]
    pub fn degraded(&self) -> &[String] {
        self.0.pool.degraded()
    }

    /// Names of the partitions that were started by force: while there are any, nothing is proven.
    #[must_use]
    pub fn unproven(&self) -> Vec<String> {
        let registry = self.0.registry();
        let forced = registry.residents.forced();
        let names = forced.filter_map(|id| Some(registry.get(*id).ok()?.name.clone()));
        names.collect()
    }

    /// The engine, for compiling.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.0.engine
    }

    /// The configuration it was started with.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// What happened.
    #[must_use]
    pub fn events(&self) -> &Events {
        &self.0.events
    }

    /// Logs and output.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.0.journal
    }

    /// How late each worker looked up from the guests that it ran, since the start.
    #[must_use]
    pub fn event_latency(&self) -> Vec<crate::pool::EventLatency> {
        self.0.pool.latencies()
    }

    /// Make an app known under its name; an older one of that name is replaced for partitions
    /// created from now on.
    pub fn install(&self, app: App) {
        self.0.directory.declare(&app.manifest);
        self.0.providers.declare(&app.manifest);
        self.0
            .registry()
            .apps
            .insert(app.name().to_owned(), Arc::new(app));
    }

    /// Forget an app. Its partitions live on. False if there was none.
    pub fn uninstall(&self, name: &str) -> bool {
        self.0.directory.withdraw(name);
        self.0.providers.withdraw(name);
        self.0.registry().apps.remove(name).is_some()
    }

    /// Names of the installed apps.
    #[must_use]
    pub fn apps(&self) -> Vec<String> {
        self.0.registry().apps.keys().cloned().collect()
    }

    /// Create a partition of an installed app: state installed.
    ///
    /// # Errors
    /// [`AdmitError`] when there is no such app, no place, or the guarantee does not fit.
    pub fn create(
        &self,
        app: &str,
        name: Option<&str>,
        overrides: Overrides,
    ) -> Result<PartitionId, AdmitError> {
        let mut registry = self.0.registry();
        let app = registry
            .apps
            .get(app)
            .cloned()
            .ok_or_else(|| AdmitError::NoSuchApp(app.to_owned()))?;
        let app_name = app.name().to_owned();
        let most = self.0.config.partitions;
        let id = registry.insert(name, &app_name, most, |id, name| {
            Partition::new(id, name, app, overrides)
        })?;
        let name = registry.get(id)?.name.clone();
        drop(registry);
        self.0
            .events
            .add(id, &name, EventKind::Created, 0, String::new());
        self.0.reports.nudge();
        Ok(id)
    }

    /// Start an installed or ended partition.
    ///
    /// # Errors
    /// [`AdmitError`] says what does not fit.
    pub fn start_partition(&self, id: PartitionId) -> Result<(), AdmitError> {
        crate::launch::launch(&self.0, id)
    }

    /// Create and start.
    ///
    /// # Errors
    /// [`AdmitError`]; a partition that cannot be started is removed again.
    pub fn run(
        &self,
        app: &str,
        name: Option<&str>,
        overrides: Overrides,
    ) -> Result<PartitionId, AdmitError> {
        let id = self.create(app, name, overrides)?;
        if let Err(e) = self.start_partition(id) {
            self.forget(id);
            return Err(e);
        }
        Ok(id)
    }

    /// Suspend at the next safe point.
    ///
    /// # Errors
    /// [`ControlError`] when it does not exist or does not run.
    pub fn suspend(&self, id: PartitionId) -> Result<(), ControlError> {
        let task = self.living(id, "suspend")?;
        order(&task, Command::Suspend, "suspend")
    }

    /// Resume what is suspended; nothing happens to what is not.
    ///
    /// # Errors
    /// As [`Controller::suspend`].
    pub fn resume(&self, id: PartitionId) -> Result<(), ControlError> {
        let task = self.living(id, "resume")?;
        order(&task, Command::Resume, "resume")
    }

    /// Ask politely; forced after the grace time. The restart policy stays silent.
    ///
    /// # Errors
    /// As [`Controller::suspend`].
    pub fn stop(&self, id: PartitionId) -> Result<(), ControlError> {
        if self.call_off(id)? {
            return Ok(());
        }
        let task = self.living(id, "stop")?;
        let grace = u64::try_from(self.0.config.grace.as_nanos()).unwrap_or(u64::MAX);
        {
            let mut registry = self.0.registry();
            let partition = registry.get_mut(id)?;
            partition.dismissed = true;
            partition.restart_at = None;
            registry.force_at(
                id,
                terrace_host::clock::monotonic_ns().saturating_add(grace),
            );
        }
        task.request_stop();
        // What is suspended could not hear it.
        self.0.reports.nudge();
        order(&task, Command::Resume, "stop")
    }

    /// End by force, whatever it does. The restart policy stays silent.
    ///
    /// # Errors
    /// As [`Controller::suspend`].
    pub fn kill(&self, id: PartitionId) -> Result<(), ControlError> {
        if self.call_off(id)? {
            return Ok(());
        }
        let task = self.living(id, "kill")?;
        {
            let mut registry = self.0.registry();
            let partition = registry.get_mut(id)?;
            partition.dismissed = true;
            partition.restart_at = None;
        }
        order(&task, Command::Kill, "kill")
    }

    /// End it by force if it lives, and start it again.
    ///
    /// # Errors
    /// [`AdmitError`] when it cannot be started.
    pub fn restart(&self, id: PartitionId) -> Result<(), AdmitError> {
        let task = {
            let mut registry = self.0.registry();
            let partition = registry.get_mut(id)?;
            let task = partition.task.clone().filter(|t| !t.state().ended());
            partition.again = task.is_some();
            task
        };
        match task {
            Some(task) => order(&task, Command::Kill, "restart").map_err(AdmitError::from),
            None => self.start_partition(id),
        }
    }

    /// Ask to give memory back; `level` is a trim level of the guest interface.
    ///
    /// # Errors
    /// As [`Controller::suspend`].
    pub fn trim(&self, id: PartitionId, level: u32) -> Result<(), ControlError> {
        self.living(id, "trim")?.request_trim(level);
        Ok(())
    }

    /// Move the memory limit; not below what the partition has.
    ///
    /// # Errors
    /// [`ControlError::BadLimit`] with the size.
    pub fn set_memory_limit(&self, id: PartitionId, limit: u64) -> Result<(), ControlError> {
        let task = self.living(id, "limit")?;
        if task.ensemble().is_some() {
            return Err(of_components("the memory limit", id, limit));
        }
        task.meter
            .set_limit(limit)
            .map_err(|size| ControlError::BadLimit {
                what: "the memory limit",
                id,
                value: limit,
                why: format!("it has {size} bytes; a limit cannot lie below"),
            })
    }

    /// Change budget, period (ns; 0 takes the budget away) or priority (0: normal).
    ///
    /// # Errors
    /// [`ControlError::BadLimit`] when the values cannot be.
    pub fn set_terms(
        &self,
        id: PartitionId,
        budget: Option<u64>,
        period: Option<u64>,
        priority: Option<u32>,
    ) -> Result<(), ControlError> {
        let task = self.living(id, "limit")?;
        let on_overrun = self.0.registry().get(id)?.app.params().on_overrun;
        let terms = &task.terms;
        let budget = budget.unwrap_or(terms.budget_ns.load(Ordering::Relaxed));
        let period = period.unwrap_or(terms.period_ns.load(Ordering::Relaxed));
        if let Some(priority) = priority.filter(|_| task.ensemble().is_some()) {
            return Err(of_components("the priority", id, priority.into()));
        }
        let priority = priority.unwrap_or(terms.priority.load(Ordering::Relaxed));
        let bad = |what, value, why: &str| ControlError::BadLimit {
            what,
            id,
            value,
            why: why.to_owned(),
        };
        let level = u8::try_from(priority)
            .ok()
            .and_then(Priority::new)
            .ok_or_else(|| bad("the priority", priority.into(), "1..99, or 0 for normal"))?;
        if budget > 0 && (period < 1_000_000 || budget > period) {
            return Err(bad(
                "the budget",
                budget,
                "needs a period of at least 1 ms that is not shorter than it",
            ));
        }
        let claim = proof::changed(terms, (priority, budget, period));
        if let Some(claim) = claim {
            let worker = u32::try_from(task.port.number).unwrap_or(u32::MAX);
            let mut registry = self.0.registry();
            if let Err(proven) = registry.residents.change(id, claim, worker) {
                drop(registry);
                return Err(bad(
                    "the terms",
                    priority.into(),
                    &proof::endangers(&proven),
                ));
            }
        }
        let params = Params {
            priority: level,
            slice: Span::from_ns(terms.slice_ns.load(Ordering::Relaxed)),
            budget: (budget > 0).then(|| Budget {
                amount: Span::from_ns(budget),
                period: Span::from_ns(period),
            }),
            on_overrun,
        };
        terms.budget_ns.store(budget, Ordering::Relaxed);
        terms.period_ns.store(period, Ordering::Relaxed);
        terms.priority.store(priority, Ordering::Relaxed);
        order(&task, |t| Command::Change(t, params), "limit")
    }

    /// Remove an ended or never started partition; its name is free again.
    ///
    /// # Errors
    /// [`ControlError::WrongState`] while it lives.
    pub fn remove(&self, id: PartitionId) -> Result<(), ControlError> {
        let registry = self.0.registry();
        let partition = registry.get(id)?;
        let state = partition.state();
        if state.alive() || partition.launching || (state.ended() && !partition.settled) {
            return Err(ControlError::WrongState {
                act: "remove",
                id,
                state,
            });
        }
        drop(registry);
        self.forget(id);
        Ok(())
    }

    fn forget(&self, id: PartitionId) {
        let gone = self.0.registry().remove(id);
        if let Some(gone) = gone {
            self.0.journal.forget(id);
            self.0
                .events
                .add(id, &gone.name, EventKind::Removed, 0, String::new());
            self.0.reports.nudge();
        }
    }

    /// All partitions.
    #[must_use]
    pub fn list(&self) -> Vec<PartitionInfo> {
        let all: Vec<_> = self.0.registry().all().map(Partition::info).collect();
        all.into_iter().map(|p| p.measure(&self.0.pages)).collect()
    }

    /// One partition.
    ///
    /// # Errors
    /// [`ControlError::NoSuchPartition`].
    pub fn info(&self, id: PartitionId) -> Result<PartitionInfo, ControlError> {
        let unmeasured = self.0.registry().get(id)?.info();
        Ok(unmeasured.measure(&self.0.pages))
    }

    /// The partition whose id, name or unique beginning of a name this is.
    ///
    /// # Errors
    /// What was found instead, for people.
    pub fn find(&self, reference: &str) -> Result<PartitionId, String> {
        let registry = self.0.registry();
        if let Ok(id) = reference.parse::<PartitionId>()
            && registry.get(id).is_ok()
        {
            return Ok(id);
        }
        if let Some(exact) = registry.all().find(|p| p.name == reference) {
            return Ok(exact.id);
        }
        let matches: Vec<_> = registry
            .all()
            .filter(|p| p.name.starts_with(reference))
            .collect();
        match matches[..] {
            [one] => Ok(one.id),
            [] => Err(format!(
                "no partition is called `{reference}`; `terrace ps` lists them"
            )),
            _ => Err(format!(
                "`{reference}` fits {} partitions ({}, {}, ...); give more of the name, or the id",
                matches.len(),
                matches[0].name,
                matches[1].name
            )),
        }
    }

    /// Block until the partition is in a state that `wanted` accepts. None if `timeout` passed first.
    ///
    /// # Errors
    /// [`ControlError::NoSuchPartition`].
    pub fn wait_state(
        &self,
        id: PartitionId,
        wanted: impl Fn(State) -> bool,
        timeout: Duration,
    ) -> Result<Option<State>, ControlError> {
        let Some(task) = self.0.registry().get(id)?.task.clone() else {
            return Ok(Some(State::Installed).filter(|&s| wanted(s)));
        };
        let found = task
            .state
            .wait_until(|v| wanted(state::of(v)), Some(timeout));
        Ok(found.map(state::of))
    }

    /// Block until the present life has ended. Faster than [`Controller::wait`], which also
    /// waits for what the restart policy makes of it.
    ///
    /// # Errors
    /// [`ControlError::NoSuchPartition`].
    pub fn wait_end(
        &self,
        id: PartitionId,
        timeout: Option<Duration>,
    ) -> Result<Option<End>, ControlError> {
        let Some(task) = self.0.registry().get(id)?.task.clone() else {
            return Ok(None);
        };
        task.state.wait_until(|v| state::of(v).ended(), timeout);
        Ok(task.end.get().cloned())
    }

    /// Block until the partition has ended for good. None if `timeout` passed first.
    ///
    /// # Errors
    /// [`ControlError::NoSuchPartition`].
    pub fn wait(
        &self,
        id: PartitionId,
        timeout: Option<Duration>,
    ) -> Result<Option<End>, ControlError> {
        let deadline = timeout.and_then(|t| std::time::Instant::now().checked_add(t));
        loop {
            // Before looking, so that a change after the look is not missed.
            let seen = self.0.settled.get();
            {
                let registry = self.0.registry();
                let partition = registry.get(id)?;
                if partition.settled && partition.restart_at.is_none() {
                    return Ok(partition.end().cloned());
                }
            }
            let left = deadline.map(|at| at.saturating_duration_since(std::time::Instant::now()));
            if left.is_some_and(|l| l.is_zero()) {
                return Ok(None);
            }
            self.0.settled.wait_until(|now| now != seen, left);
        }
    }

    /// The last releases of a component, oldest first; none where there is no such component.
    ///
    /// # Errors
    /// [`ControlError::NoSuchPartition`].
    pub fn releases(
        &self,
        id: PartitionId,
        component: &str,
    ) -> Result<Option<Vec<ReleaseRecord>>, ControlError> {
        let task = self.0.registry().get(id)?.task.clone();
        let ensemble = task.and_then(|t| t.ensemble().cloned());
        Ok(ensemble.and_then(|all| all.recent(component)))
    }

    /// Everything the partition has written so far is in the journal, or out.
    pub fn flush(&self, id: PartitionId) {
        let task = self.0.registry().get(id).ok().and_then(|p| p.task.clone());
        if let Some(task) = task {
            for tap in task.taps() {
                self.0.journal.flush(&tap);
            }
        }
    }

    /// End all partitions, politely first, and the machine. Waits.
    pub fn shut_down(&self) {
        let ids: Vec<_> = self
            .0
            .registry()
            .all()
            .filter(|p| p.state().alive())
            .map(|p| p.id)
            .collect();
        for &id in &ids {
            // It may have ended meanwhile, which is what is wanted.
            let _ = self.stop(id);
        }
        for id in ids {
            let _ = self.wait_end(id, Some(self.0.config.grace * 2));
        }
        self.0.close();
    }

    /// Call off the restart that an ended partition waits for. False if it waits for none.
    fn call_off(&self, id: PartitionId) -> Result<bool, ControlError> {
        let mut registry = self.0.registry();
        let partition = registry.get_mut(id)?;
        if partition.restart_at.take().is_none() {
            return Ok(false);
        }
        partition.dismissed = true;
        let app = partition.app.clone();
        registry.release(id, &app);
        drop(registry);
        self.0.announce_settled();
        Ok(true)
    }

    pub(crate) fn living(
        &self,
        id: PartitionId,
        act: &'static str,
    ) -> Result<Arc<Task>, ControlError> {
        let registry = self.0.registry();
        let partition = registry.get(id)?;
        let state = partition.state();
        match &partition.task {
            Some(task) if state.alive() => Ok(task.clone()),
            _ => Err(ControlError::WrongState { act, id, state }),
        }
    }
}

/// What an app of components has for each of them.
fn of_components(what: &'static str, id: PartitionId, value: u64) -> ControlError {
    ControlError::BadLimit {
        what,
        id,
        value,
        why: "its components have each their own; the manifest says which".to_owned(),
    }
}

/// Refused only on a worker, for an app that gives orders faster than workers read them.
fn order(
    task: &Arc<Task>,
    command: impl Fn(Arc<Task>) -> Command,
    act: &'static str,
) -> Result<(), ControlError> {
    for body in task.bodies() {
        if !body.port.clone().command(command(body)) {
            return Err(ControlError::Busy { act, id: task.id });
        }
    }
    Ok(())
}

impl Inner {
    pub(crate) fn close(&self) {
        if !self.closing.swap(true, Ordering::AcqRel) {
            self.pool.close();
            self.journal.close();
            self.reports.nudge();
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.close();
    }
}
