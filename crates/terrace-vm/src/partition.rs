//! A partition as the controller keeps it: its app, its lives so far, its restart policy.

use crate::app::{App, Overrides};
use crate::component::{ComponentInfo, Ensemble};
use crate::flood::Flood;
use crate::id::PartitionId;
use crate::proof::Proof;
use crate::state::State;
use crate::task::{End, Task};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use terrace_engine::{MemoryMeter, Outcome};
use terrace_host::memory::PageMap;
use terrace_sched::{RestartPolicy, RestartRule, Span};

pub(crate) struct Partition {
    pub(crate) id: PartitionId,
    pub(crate) name: String,
    pub(crate) app: Arc<App>,
    pub(crate) overrides: Overrides,
    /// The present or last life.
    pub(crate) task: Option<Arc<Task>>,
    pub(crate) policy: RestartPolicy,
    pub(crate) restarts: u32,
    /// Monotonic ns at which the restart policy starts it again. Set through the registry.
    pub(crate) restart_at: Option<u64>,
    /// Monotonic ns at which a polite stop becomes a forced one. Set through the registry.
    pub(crate) force_at: Option<u64>,
    /// Ended because it was asked to; the restart policy is silent.
    pub(crate) dismissed: bool,
    /// Start again as soon as this life has ended.
    pub(crate) again: bool,
    /// Overruns of this life.
    pub(crate) overruns: u64,
    pub(crate) overran: Flood,
    pub(crate) missed: Flood,
    pub(crate) log_dropped: Flood,
    /// Its guarantee is reserved.
    pub(crate) reserved: bool,
    /// What is known of its deadlines.
    pub(crate) proof: Proof,
    /// Somebody prepares its next life, without the registry's lock.
    pub(crate) launching: bool,
    /// The end of the last life has been handled.
    pub(crate) settled: bool,
    pub(crate) last_end: Option<End>,
    pub(crate) started_wall_ns: u64,
    /// Processor time of earlier lives.
    pub(crate) past_cpu_ns: u64,
}

/// The fault of a partition, for reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FaultInfo {
    /// A fault of the guest interface, by name.
    pub kind: String,
    /// Its number.
    pub code: u32,
    /// One sentence.
    pub message: String,
    /// Innermost frame first.
    pub backtrace: Vec<String>,
    /// Monotonic ns.
    pub at_ns: u64,
}

/// Memory of a partition in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryInfo {
    /// Pages Linux holds for it.
    pub committed: u64,
    /// What `memory.size` tells the guest.
    pub size: u64,
    /// Always available.
    pub guaranteed: u64,
    /// Never beyond.
    pub limit: u64,
    /// How often growth was refused.
    pub refused: u64,
}

/// A partition, for reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartitionInfo {
    /// `slot.generation`.
    pub id: String,
    /// Unique among those that exist.
    pub name: String,
    /// Its app.
    pub app: String,
    /// The digest of the image it was created from, and keeps through restarts.
    pub image: String,
    /// Its state.
    pub state: State,
    /// 1..99, or 0 for normal.
    pub priority: u32,
    /// `dispatched` or `threaded`.
    pub mode: String,
    /// Which worker; none for a thread of its own, or while it does not live.
    pub worker: Option<usize>,
    /// What is known of its deadlines.
    #[serde(default)]
    pub proof: Proof,
    /// Processor time of all its lives.
    pub cpu_ns: u64,
    /// Memory.
    pub memory: MemoryInfo,
    /// Wall clock of the last start, ns since 1970; 0 if never.
    pub started_at: u64,
    /// How often it was started again, or is about to be.
    pub restarts: u32,
    /// Ns until the restart policy starts it again, while it waits for that.
    pub restart_in_ns: Option<u64>,
    /// The fault of its last life.
    pub fault: Option<FaultInfo>,
    /// The exit status of its last life.
    pub exit_status: Option<i32>,
    /// The components of its present or last life; empty for an app of one instance.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<ComponentInfo>,
}

/// See [`Partition::info`].
pub(crate) struct Unmeasured {
    info: PartitionInfo,
    task: Option<Arc<Task>>,
    ensemble: Option<Arc<Ensemble>>,
}

impl Unmeasured {
    /// Ask Linux.
    pub(crate) fn measure(mut self, pages: &PageMap) -> PartitionInfo {
        let meters = |task: &Arc<Task>| task.total(|meter| meter.committed(pages));
        self.info.memory.committed = self.task.as_ref().map_or(0, meters);
        self.info.components = self.ensemble.map_or_else(Vec::new, |all| all.info());
        self.info
    }
}

impl Partition {
    pub(crate) fn new(
        id: PartitionId,
        name: String,
        app: Arc<App>,
        overrides: Overrides,
    ) -> Partition {
        let restart = &app.manifest.restart;
        let policy = RestartPolicy::new(
            match restart.policy {
                terrace_manifest::RestartPolicy::Never => RestartRule::Never,
                terrace_manifest::RestartPolicy::OnFailure => RestartRule::OnFailure,
                terrace_manifest::RestartPolicy::Always => RestartRule::Always,
            },
            restart.max,
            Span::from_us(restart.backoff_ms.saturating_mul(1000)),
        );
        Partition {
            id,
            name,
            app,
            overrides,
            task: None,
            policy,
            restarts: 0,
            restart_at: None,
            force_at: None,
            dismissed: false,
            again: false,
            overruns: 0,
            overran: Flood::default(),
            missed: Flood::default(),
            log_dropped: Flood::default(),
            reserved: false,
            proof: Proof::None,
            launching: false,
            settled: false,
            last_end: None,
            started_wall_ns: 0,
            past_cpu_ns: 0,
        }
    }

    pub(crate) fn state(&self) -> State {
        self.task
            .as_ref()
            .map_or(State::Installed, |task| task.state())
    }

    pub(crate) fn end(&self) -> Option<&End> {
        self.task
            .as_ref()
            .and_then(|task| task.end.get())
            .or(self.last_end.as_ref())
    }

    pub(crate) fn cpu_ns(&self) -> u64 {
        let now = self.task.as_ref().map_or(0, |t| t.used());
        self.past_cpu_ns + now
    }

    /// All but the committed bytes, and the task to ask for those: Linux is not asked under
    /// the registry's lock.
    pub(crate) fn info(&self) -> Unmeasured {
        let manifest = &self.app.manifest;
        let task = self.task.as_ref();
        let alive = task.filter(|t| !t.state().ended());
        let end = self.end();
        let threaded = self.app.threaded();
        let measured = alive.cloned();
        let info = PartitionInfo {
            id: self.id.to_string(),
            name: self.name.clone(),
            app: self.app.name().to_owned(),
            image: self.app.image.clone(),
            state: self.state(),
            priority: task.map_or_else(
                || u32::from(self.app.params().priority.get()),
                |t| t.terms.priority.load(Ordering::Relaxed),
            ),
            mode: if threaded { "threaded" } else { "dispatched" }.to_owned(),
            worker: alive.filter(|_| !threaded).map(|t| t.port.number),
            proof: self.proof,
            cpu_ns: self.cpu_ns(),
            memory: MemoryInfo {
                committed: 0,
                size: alive.map_or(0, |t| t.total(MemoryMeter::size)),
                guaranteed: manifest.memory.guaranteed.get(),
                limit: task.map_or(manifest.memory.limit.get(), |t| t.total(MemoryMeter::limit)),
                refused: task.map_or(0, |t| t.total(MemoryMeter::refused)),
            },
            started_at: self.started_wall_ns,
            restarts: self.restarts,
            restart_in_ns: self
                .restart_at
                .map(|at| at.saturating_sub(terrace_host::clock::monotonic_ns())),
            fault: end.and_then(fault_info),
            exit_status: end.and_then(|e| match e.outcome {
                Outcome::Exited(status) => Some(status),
                Outcome::Faulted(_) => None,
            }),
            components: Vec::new(),
        };
        Unmeasured {
            info,
            task: measured,
            ensemble: task.and_then(|t| t.ensemble().cloned()),
        }
    }
}

fn fault_info(end: &End) -> Option<FaultInfo> {
    let fault = end.fault()?;
    Some(FaultInfo {
        kind: fault.kind.name().to_owned(),
        code: fault.kind as u32,
        message: fault.message.clone(),
        backtrace: fault.backtrace.iter().map(ToString::to_string).collect(),
        at_ns: end.at,
    })
}
