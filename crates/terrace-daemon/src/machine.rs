//! What orders act on: the virtual machine, the images, and the books about both.

use crate::answers::{AppInfo, Stats};
use crate::depot::Depot;
use crate::ledger::{Installed, Ledger};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use terrace_vm::{Controller, PartitionInfo};

/// See the module.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) controller: Controller,
    pub(crate) depot: Depot,
    /// Held during one installation: compiling takes all cores and much memory.
    pub(crate) installing: Mutex<()>,
    pub(crate) state_dir: PathBuf,
    pub(crate) stop: StopSwitch,
    pub(crate) clients: AtomicUsize,
    pub(crate) ready_at: Instant,
    ledger: Mutex<Ledger>,
    notes: Mutex<Vec<String>>,
}

impl Machine {
    pub(crate) fn new(
        controller: Controller,
        depot: Depot,
        ledger: Ledger,
        state_dir: PathBuf,
    ) -> Machine {
        Machine {
            controller,
            depot,
            installing: Mutex::new(()),
            state_dir,
            stop: StopSwitch::default(),
            clients: AtomicUsize::new(0),
            ready_at: Instant::now(),
            ledger: Mutex::new(ledger),
            notes: Mutex::new(Vec::new()),
        }
    }

    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something people should know, in the log and in `degraded`.
    pub(crate) fn note(&self, note: String) {
        const MOST: usize = 1000;
        tracing::error!("{note}");
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.len() < MOST {
            notes.push(note);
        }
    }

    /// What is not as it should be, one sentence each.
    pub(crate) fn degraded(&self) -> Vec<String> {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        let told = self.controller.degraded().iter().chain(notes.iter());
        let unproven = self.controller.unproven().into_iter().map(|name| {
            format!("this device is unproven while `{name}` lives, which was started with --force")
        });
        told.cloned().chain(unproven).collect()
    }

    pub(crate) fn uptime_ns(&self) -> u64 {
        u64::try_from(self.ready_at.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    pub(crate) fn app_infos(&self) -> Vec<AppInfo> {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for partition in self.controller.list() {
            *counts.entry(partition.app).or_default() += 1;
        }
        let count = |name: &str| counts.get(name).copied().unwrap_or(0);
        self.ledger()
            .apps()
            .map(|app| app_info(app, count(&app.row.name)))
            .collect()
    }

    pub(crate) fn stats(&self, partitions: &[PartitionInfo]) -> Stats {
        let config = self.controller.config();
        let mut stats = Stats {
            uptime_ns: self.uptime_ns(),
            workers: config.workers,
            partitions_limit: config.partitions,
            memory_limit: config.memory,
            next_event: self.controller.events().next_sequence(),
            clients: self.clients.load(Ordering::Relaxed),
            ..Stats::default()
        };
        for partition in partitions {
            *stats
                .partitions
                .entry(partition.state.to_string())
                .or_default() += 1;
            stats.cpu_ns += partition.cpu_ns;
            stats.memory_committed += partition.memory.committed;
            stats.restarts += u64::from(partition.restarts);
            stats.lost_records += self.lost_records(partition);
            if partition.state.alive() {
                stats.memory_guaranteed += partition.memory.guaranteed;
            }
        }
        let ledger = self.ledger();
        stats.apps = ledger.apps().count();
        stats.faults = ledger.faults.clone();
        stats
    }

    /// Log records and output lines that this partition lost.
    pub(crate) fn lost_records(&self, partition: &PartitionInfo) -> u64 {
        let id = partition.id.parse().expect("the controller wrote the id");
        self.controller.journal().read(id, u64::MAX, 0).lost
    }
}

pub(crate) fn app_info(app: &Installed, partitions: usize) -> AppInfo {
    AppInfo {
        name: app.row.name.clone(),
        version: app.row.version.clone(),
        digest: format!("sha256:{}", app.row.digest),
        installed_at: app.row.installed_at,
        image_bytes: app.row.image_bytes,
        partitions,
        problem: app.problem.clone(),
    }
}

/// Turned once, from any thread; everything that waits in the daemon looks at it.
#[derive(Debug, Clone, Default)]
pub struct StopSwitch(Arc<(Mutex<bool>, Condvar)>);

impl StopSwitch {
    fn lock(&self) -> MutexGuard<'_, bool> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stop the daemon, cleanly. Does not wait.
    pub fn turn(&self) {
        *self.lock() = true;
        self.0.1.notify_all();
    }

    /// Was it turned?
    #[must_use]
    pub fn turned(&self) -> bool {
        *self.lock()
    }

    /// Wait until it is turned, at most `timeout`; true if it was.
    pub(crate) fn wait(&self, timeout: Duration) -> bool {
        let (turned, _) = self
            .0
            .1
            .wait_timeout_while(self.lock(), timeout, |turned| !*turned)
            .unwrap_or_else(PoisonError::into_inner);
        *turned
    }
}
