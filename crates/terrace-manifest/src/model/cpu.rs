//! How an app gets the processor.

use super::word::words;
use crate::bounds;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

/// How the components of an app get the processor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cpu {
    /// Fibers on worker threads, or an OS thread of its own.
    pub mode: Mode,
    /// Time slices among equals, or a fixed priority.
    pub scheduler: Scheduler,
    /// 1 to 99, larger is more important; there exactly with [`Scheduler::Fifo`].
    pub priority: Option<u8>,
    /// Time slice, in microseconds.
    pub slice_us: u64,
    /// Processor time per period, if it is bounded.
    pub budget: Option<Budget>,
    /// The worker (core) it is bound to.
    pub worker: Option<u16>,
    /// What happens when the budget is used up; without effect where there is none.
    pub on_overrun: OnOverrun,
}

/// Processor time per period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Budget {
    /// Microseconds of processor time in each period.
    pub budget_us: u64,
    /// Length of the period in microseconds, at least the budget.
    pub period_us: u64,
}

words! {
    /// Who runs the components.
    pub enum Mode {
        /// Fibers on worker threads, switched by the dispatcher at safe points.
        Dispatched = "dispatched",
        /// An OS thread of its own with a Linux scheduling class.
        Threaded = "threaded",
    }
}

words! {
    /// Who runs first.
    pub enum Scheduler {
        /// Time slices among all normal ones, below every fixed priority.
        Normal = "normal",
        /// A fixed priority: runs until it waits or a more important one is ready.
        Fifo = "fifo",
    }
}

words! {
    /// What happens when a budget is used up.
    pub enum OnOverrun {
        /// It is recorded; the app goes on.
        Log = "log",
        /// The app waits for the next period.
        Throttle = "throttle",
        /// The app is suspended until it is resumed.
        Suspend = "suspend",
        /// The app is stopped.
        Stop = "stop",
    }
}

impl Default for Cpu {
    fn default() -> Cpu {
        Cpu {
            mode: Mode::Dispatched,
            scheduler: Scheduler::Normal,
            priority: None,
            slice_us: 10_000,
            budget: None,
            worker: None,
            on_overrun: OnOverrun::Throttle,
        }
    }
}

/// How the app gets the processor.
#[derive(Serialize, JsonSchema)]
#[schemars(default, deny_unknown_fields, extend(
    "dependencies" = json!({
        "budget_us": ["period_us"], "period_us": ["budget_us"], "on_overrun": ["budget_us"],
    }),
    "if" = json!({ "properties": { "scheduler": { "const": "fifo" } }, "required": ["scheduler"] }),
    "then" = json!({ "required": ["priority"] }),
    "else" = json!({ "properties": { "priority": false } }),
))]
pub(crate) struct CpuKeys {
    /// Who runs the app's components.
    #[schemars(example = &"threaded")]
    pub(crate) mode: Mode,
    /// Who runs first.
    #[schemars(example = &"fifo")]
    pub(crate) scheduler: Scheduler,
    /// The fixed priority; larger is more important. Required with `scheduler = "fifo"`, and
    /// only allowed there.
    #[schemars(example = 50)]
    #[schemars(range(min = bounds::PRIORITY.min, max = bounds::PRIORITY.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) priority: Option<u8>,
    /// The longest turn among equals, in microseconds.
    #[schemars(example = 5000)]
    #[schemars(range(min = bounds::SLICE_US.min, max = bounds::SLICE_US.max))]
    #[serde(serialize_with = "super::integer")]
    pub(crate) slice_us: u64,
    /// Processor time in each period, in microseconds. Needs `period_us`, and is at most that.
    #[schemars(example = 2000)]
    #[schemars(range(min = bounds::BUDGET_US.min, max = bounds::BUDGET_US.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) budget_us: Option<u64>,
    /// Length of the budget's period, in microseconds. Needs `budget_us`.
    #[schemars(example = 10000)]
    #[schemars(range(min = bounds::PERIOD_US.min, max = bounds::PERIOD_US.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) period_us: Option<u64>,
    /// The worker (core) the app is bound to, counted from 0. Without it, any.
    #[schemars(example = 1)]
    #[schemars(range(min = bounds::WORKER.min, max = bounds::WORKER.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) worker: Option<u16>,
    /// What happens when the budget is used up: `throttle` if not said. Only with a budget.
    #[schemars(example = &"stop")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) on_overrun: Option<OnOverrun>,
}

impl Default for CpuKeys {
    fn default() -> CpuKeys {
        CpuKeys::from(&Cpu::default())
    }
}

impl From<&Cpu> for CpuKeys {
    fn from(cpu: &Cpu) -> CpuKeys {
        let within = |n: u64| n.min(i64::MAX as u64);
        CpuKeys {
            mode: cpu.mode,
            scheduler: cpu.scheduler,
            priority: cpu.priority,
            slice_us: cpu.slice_us,
            budget_us: cpu.budget.map(|b| within(b.budget_us)),
            period_us: cpu.budget.map(|b| within(b.period_us)),
            worker: cpu.worker,
            on_overrun: cpu.budget.map(|_| cpu.on_overrun),
        }
    }
}
