//! The worker threads of a machine, and the places where threaded partitions take turns.

use crate::component::{Histogram, Spread};
use crate::config::Config;
use crate::order::{Order, Places};
use crate::port::{Called, Command, Port};
use crate::reaper::Reaper;
use crate::turns::Ring;
use crate::worker::{Setup, Worker};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread::JoinHandle;
use std::time::Duration;
use terrace_engine::Engine;
use terrace_host::Refused;
use terrace_host::confine::Confinement;
use terrace_host::preempt::Interrupt;
use terrace_host::thread::{self, Class};
use terrace_sched::{FixedPriority, Params};

/// Linux priority of workers with fifo partitions. Above it Linux's own threads keep room.
const WORKER_FIFO: u8 = 40;
/// Fewest and most threads that wait in WASI calls on files. They start when needed, and the
/// engine lets a few dozen calls of WASI 0.1 run at once; more threads there are only while calls
/// are slow. A partition of WASI 0.1 waits in one call at a time, so with one for every partition and
/// some to spare none can hold up another; a component may wait in as many as it has streams.
const BLOCKING_THREADS: std::ops::RangeInclusive<usize> = 64..=2048;

/// A thread that has had nothing to do for this long ends.
const KEEP_ALIVE: Duration = Duration::from_secs(2);
/// Threads that may wait in calls of guests that have ended. They cannot be called back: with more
/// than this, apps that left some behind are not started.
pub(crate) const STUCK_THREADS: usize = 64;

fn blocking_threads(partitions: usize) -> usize {
    let spare = usize::try_from(terrace_abi::DESCRIPTORS).unwrap_or(0);
    partitions
        .saturating_add(spare)
        .clamp(*BLOCKING_THREADS.start(), *BLOCKING_THREADS.end())
}

/// From the time at which a worker was to look up from a guest until it did: Linux's timer, the way to the next safe
/// point, and whatever the monitor did in between that nothing interrupts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventLatency {
    /// Which worker.
    pub worker: usize,
    /// How often.
    pub count: u64,
    /// How long, in ns.
    pub spread: Spread,
}

/// See the module.
pub(crate) struct Pool {
    ports: Vec<Arc<Port>>,
    places: Places,
    rings: Vec<Arc<Ring>>,
    engine: Engine,
    reaper: Reaper,
    runtime: Option<tokio::runtime::Runtime>,
    /// Threads of the runtime.
    io_threads: Arc<AtomicUsize>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    /// Ports of threaded partitions, as long as they live.
    threaded: Mutex<Vec<Weak<Port>>>,
    degraded: Vec<String>,
    fifo: bool,
    confined: bool,
    closed: AtomicBool,
    pin: bool,
}

impl Pool {
    /// `degraded` is what has been refused so far.
    pub(crate) fn start(
        config: &Config,
        engine: &Engine,
        mut degraded: Vec<String>,
    ) -> std::io::Result<Pool> {
        let fifo = config.realtime && may_be_fifo(&mut degraded);
        let confinement = confinement(&mut degraded);
        let confined = confinement.is_some();
        let io_threads = Arc::new(AtomicUsize::new(0));
        let started = io_threads.clone();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(blocking_threads(config.partitions))
            .thread_keep_alive(KEEP_ALIVE)
            .thread_name("wasi-io")
            .on_thread_stop({
                let io_threads = io_threads.clone();
                move || {
                    io_threads.fetch_sub(1, Ordering::Relaxed);
                }
            })
            .on_thread_start(move || {
                started.fetch_add(1, Ordering::Relaxed);
                if let Some(confinement) = &confinement {
                    // Tried once before, on a thread of its own.
                    confinement
                        .apply()
                        .expect("what Linux granted one thread it grants another");
                }
            })
            .enable_all()
            .build()?;
        let mut pool = Pool {
            ports: Vec::new(),
            places: Places::of(config),
            rings: (0..config.workers.max(1))
                .map(|_| Ring::new(config.partitions))
                .collect(),
            engine: engine.clone(),
            reaper: Reaper::start(runtime.handle().clone())?,
            runtime: Some(runtime),
            io_threads,
            threads: Mutex::new(Vec::new()),
            threaded: Mutex::new(Vec::new()),
            degraded,
            fifo,
            confined,
            closed: AtomicBool::new(false),
            pin: config.pin,
        };
        for number in 0..config.workers.max(1) {
            let port = pool.port(number, config.partitions);
            let order = Order::of(config, number, config.partitions);
            pool.spawn_worker(&port, order, config.partitions, None, "worker", WORKER_FIFO)?;
            pool.ports.push(port);
        }
        Ok(pool)
    }

    pub(crate) fn degraded(&self) -> &[String] {
        &self.degraded
    }

    /// Are guests' file calls kept out of `/proc/<process>`?
    pub(crate) fn confined(&self) -> bool {
        self.confined
    }

    /// Threads of the runtime that may wait in calls of guests that have ended: no call of a living
    /// guest explains them, and a call was lost for each. Others are idle for a moment; after
    /// many calls on a busy machine there are hundreds of those.
    pub(crate) fn stuck_threads(&self) -> usize {
        const OWN: usize = 1;
        let count = |calls: u32| usize::try_from(calls).unwrap_or(usize::MAX);
        let threads = self.io_threads.load(Ordering::Relaxed);
        let unexplained = threads
            .saturating_sub(OWN)
            .saturating_sub(count(self.engine.file_calls()));
        if unexplained == 0 {
            self.engine.forgive_lost_calls();
        }
        unexplained.min(count(self.engine.lost_calls()))
    }

    pub(crate) fn workers(&self) -> usize {
        self.ports.len()
    }

    /// The numbers of the workers a partition may be on, the least loaded first; of all, if there is none,
    /// for [`Pool::place`] to refuse.
    pub(crate) fn numbers(&self, partition: &str, app: &str) -> Vec<u32> {
        let window = self.places.named(partition, app);
        let permitted = |port: &&Arc<Port>| match window {
            Some(window) => port.number == window,
            None => self.places.permits(port.number, partition, app),
        };
        let load = |port: &&Arc<Port>| port.load.load(Ordering::Relaxed);
        let mut ports: Vec<&Arc<Port>> = self.ports.iter().filter(permitted).collect();
        if ports.is_empty() {
            ports = self.ports.iter().collect();
        }
        ports.sort_by_key(load);
        let number = |port: &Arc<Port>| u32::try_from(port.number).unwrap_or(u32::MAX);
        ports.into_iter().map(number).collect()
    }

    /// How late each worker looked up from the guests that it ran.
    pub(crate) fn latencies(&self) -> Vec<EventLatency> {
        let mut copy = Histogram::new();
        let each = self.ports.iter().map(|port| {
            // Held for the copy alone: the worker may wait for it.
            copy.copy(&port.latency.lock());
            EventLatency {
                worker: port.number,
                count: copy.count(),
                spread: copy.spread(),
            }
        });
        each.collect()
    }

    /// The ports of all workers, and of the threads of threaded partitions.
    pub(crate) fn all_ports(&self) -> Vec<Arc<Port>> {
        let threaded = self.threaded.lock().unwrap_or_else(PoisonError::into_inner);
        let threaded = threaded.iter().filter_map(Weak::upgrade);
        self.ports.iter().cloned().chain(threaded).collect()
    }

    /// The port of the worker that has a window for it; else of worker `number`, or of those without
    /// windows of the one with the fewest tasks.
    pub(crate) fn place(&self, number: Option<usize>, called: &Called) -> Option<&Arc<Port>> {
        let places = &self.places;
        let window = places.named(&called.partition, &called.app);
        let number = window.or(number);
        let permitted =
            |port: &&Arc<Port>| places.permits(port.number, &called.partition, &called.app);
        match number {
            Some(number) => self.ports.get(number).filter(permitted),
            None => {
                let ports = self.ports.iter().filter(permitted);
                ports.min_by_key(|p| p.load.load(Ordering::Relaxed))
            }
        }
    }

    /// A thread for one threaded partition, that takes turns on the core of `beside`.
    pub(crate) fn thread_for(&self, beside: &Port, params: Params) -> std::io::Result<Arc<Port>> {
        let port = self.port(beside.number, 1);
        let turn = self.rings[beside.number]
            .join(&port, params)
            .ok_or_else(|| std::io::Error::other("no place left on this core"))?;
        let priority = params.priority.get().max(1);
        let order = Order::Fixed(FixedPriority::new(1));
        self.spawn_worker(&port, order, 1, Some(turn), "partition", priority)?;
        let mut threaded = self.threaded.lock().unwrap_or_else(PoisonError::into_inner);
        threaded.retain(|port| port.strong_count() > 0);
        threaded.push(Arc::downgrade(&port));
        Ok(port)
    }

    fn port(&self, number: usize, slots: usize) -> Arc<Port> {
        let engine = self.engine.clone();
        Port::new(number, slots, Interrupt::new(move || engine.bump()))
    }

    fn spawn_worker(
        &self,
        port: &Arc<Port>,
        order: Order,
        slots: usize,
        turn: Option<crate::turns::Turn>,
        name: &str,
        priority: u8,
    ) -> std::io::Result<()> {
        let keep = turn.is_none();
        let runtime = self
            .runtime
            .as_ref()
            .expect("taken only when the pool is dropped");
        let setup = Setup {
            port: port.clone(),
            slots,
            fifo: self.fifo.then_some(priority),
            core: self.pin.then_some(port.number % thread::cores()),
            reaper: self.reaper.clone(),
            runtime: runtime.handle().clone(),
            turn,
            order,
        };
        let (ready, started) = std::sync::mpsc::sync_channel(1);
        let thread = std::thread::Builder::new()
            .name(format!("{name}-{}", port.number))
            .spawn(move || Worker::run(setup, &ready))?;
        // Without its timer the thread is gone, and nobody would read the port.
        started
            .recv()
            .unwrap_or_else(|_| Err(std::io::Error::other("the thread ended at once")))?;
        if keep {
            self.threads
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(thread);
        }
        Ok(())
    }

    /// End the workers. Their guests go with them.
    pub(crate) fn close(&self) {
        if self.closed.swap(true, Ordering::AcqRel) {
            return;
        }
        for port in &self.ports {
            port.command(Command::Shutdown);
        }
        let threaded =
            std::mem::take(&mut *self.threaded.lock().unwrap_or_else(PoisonError::into_inner));
        for port in threaded.iter().filter_map(Weak::upgrade) {
            port.command(Command::Shutdown);
        }
        let threads =
            std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A worker that panicked has nothing more to do; its panic is on standard error.
            let _ = thread.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// The rules for threads that open files for guests; tried once, on a thread of its own.
fn confinement(degraded: &mut Vec<String>) -> Option<Confinement> {
    let tried = std::thread::spawn(|| {
        let confinement = Confinement::new()?;
        confinement.apply()?;
        Ok::<_, Refused>(confinement)
    });
    match tried.join() {
        Ok(Ok(confinement)) => Some(confinement),
        Ok(Err(refusal)) => {
            degraded.push(refusal.to_string());
            None
        }
        Err(_) => {
            degraded.push("guests' file calls are not confined: a thread of ours ended".to_owned());
            None
        }
    }
}

/// Try the privilege once, on a thread of its own.
fn may_be_fifo(degraded: &mut Vec<String>) -> bool {
    let tried = std::thread::spawn(|| thread::set_class(Class::Fifo(WORKER_FIFO))).join();
    match tried {
        Ok(Ok(())) => true,
        Ok(Err(refusal)) => {
            degraded.push(refusal.to_string());
            false
        }
        Err(_) => false,
    }
}
