//! The worker threads of a machine, and the places where threaded partitions take turns.

use crate::config::Config;
use crate::port::{Command, Port};
use crate::reaper::Reaper;
use crate::turns::Ring;
use crate::worker::{Setup, Worker};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use terrace_engine::Engine;
use terrace_host::Refused;
use terrace_host::preempt::Interrupt;
use terrace_host::thread::{self, Class};
use terrace_sched::Params;

/// Linux priority of workers with fifo partitions. Above it Linux's own threads keep room.
const WORKER_FIFO: u8 = 40;
/// Threads that do the waiting for WASI calls.
const BLOCKING_THREADS: usize = 16;

/// See the module.
pub(crate) struct Pool {
    ports: Vec<Arc<Port>>,
    rings: Vec<Arc<Ring>>,
    engine: Engine,
    reaper: Reaper,
    runtime: Option<tokio::runtime::Runtime>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    degraded: Vec<String>,
    fifo: bool,
    closed: AtomicBool,
    pin: bool,
}

impl Pool {
    pub(crate) fn start(config: &Config, engine: &Engine, unlocked: Option<Refused>) -> std::io::Result<Pool> {
        let mut degraded: Vec<String> = unlocked.iter().map(ToString::to_string).collect();
        let fifo = config.realtime && may_be_fifo(&mut degraded);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(BLOCKING_THREADS)
            .thread_name("wasi-io")
            .enable_all()
            .build()?;
        let mut pool = Pool {
            ports: Vec::new(),
            rings: (0..config.workers.max(1)).map(|_| Ring::new(config.partitions)).collect(),
            engine: engine.clone(),
            reaper: Reaper::start()?,
            runtime: Some(runtime),
            threads: Mutex::new(Vec::new()),
            degraded,
            fifo,
            closed: AtomicBool::new(false),
            pin: config.pin,
        };
        for number in 0..config.workers.max(1) {
            let port = pool.port(number, config.partitions);
            pool.spawn_worker(&port, config.partitions, None, "worker", WORKER_FIFO)?;
            pool.ports.push(port);
        }
        Ok(pool)
    }

    pub(crate) fn degraded(&self) -> &[String] {
        &self.degraded
    }

    pub(crate) fn workers(&self) -> usize {
        self.ports.len()
    }

    /// The port of worker `number`, or of the one with the fewest tasks.
    pub(crate) fn place(&self, number: Option<usize>) -> Option<&Arc<Port>> {
        match number {
            Some(number) => self.ports.get(number),
            None => self.ports.iter().min_by_key(|p| p.load.load(Ordering::Relaxed)),
        }
    }

    /// A thread for one threaded partition, that takes turns on the core of `beside`.
    pub(crate) fn thread_for(&self, beside: &Port, params: Params) -> std::io::Result<Arc<Port>> {
        let port = self.port(beside.number, 1);
        let turn = self.rings[beside.number]
            .join(&port, params)
            .ok_or_else(|| std::io::Error::other("no place left on this core"))?;
        let priority = params.priority.get().max(1);
        self.spawn_worker(&port, 1, Some(turn), "partition", priority)?;
        Ok(port)
    }

    fn port(&self, number: usize, slots: usize) -> Arc<Port> {
        let engine = self.engine.clone();
        Port::new(number, slots, Interrupt::new(move || engine.bump()))
    }

    fn spawn_worker(
        &self,
        port: &Arc<Port>,
        slots: usize,
        turn: Option<crate::turns::Turn>,
        name: &str,
        priority: u8,
    ) -> std::io::Result<()> {
        let keep = turn.is_none();
        let runtime = self.runtime.as_ref().expect("taken only when the pool is dropped");
        let setup = Setup {
            port: port.clone(),
            slots,
            fifo: self.fifo.then_some(priority),
            core: self.pin.then_some(port.number % thread::cores()),
            reaper: self.reaper.clone(),
            runtime: runtime.handle().clone(),
            turn,
        };
        let thread = std::thread::Builder::new().name(format!("{name}-{}", port.number)).spawn(move || {
            // Only the timer can be refused, and one was granted to the thread before.
            if let Err(e) = Worker::run(setup) {
                eprintln!("terrace: a worker cannot have a timer ({e}); raise `ulimit -i`");
            }
        })?;
        if keep {
            self.threads.lock().unwrap_or_else(PoisonError::into_inner).push(thread);
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
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
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
