//! What an app asks for, in the eyes of the proof.

use crate::device::DevicePlan;
use terrace_manifest::{App, Callback, OnOverrun, Scheduler};

/// What an app asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// Nothing that others have to make room for.
    Nothing,
    /// Tasks with costs, or a budget that is enforced; `lowest` is its least priority.
    Bounded { lowest: u8 },
    /// A fixed priority, and nothing that bounds what it takes.
    Unbounded { priority: u8 },
}

impl Claim {
    pub(super) fn of(app: &App) -> Claim {
        let parts = &app.components;
        match parts.services.is_empty() && parts.receivers.is_empty() {
            true => Claim::of_plain(app),
            false => Claim::of_components(app),
        }
    }

    fn of_plain(app: &App) -> Claim {
        let cpu = &app.cpu;
        if cpu.scheduler == Scheduler::Normal {
            return Claim::Nothing;
        }
        let priority = cpu.priority.unwrap_or(1);
        match (&cpu.budget, cpu.on_overrun) {
            (None, _) | (Some(_), OnOverrun::Log) => Claim::Unbounded { priority },
            (Some(_), _) => Claim::Bounded { lowest: priority },
        }
    }

    fn of_components(app: &App) -> Claim {
        let plan = DevicePlan::of_app(app.clone()).plan();
        let priorities = plan.set.tasks.iter().filter_map(|t| t.priority);
        let lowest = priorities.filter_map(|p| u8::try_from(p).ok()).min();
        if let (Some(lowest), true) = (lowest, plan.is_sound() && plan.set.check().is_ok()) {
            return Claim::Bounded { lowest };
        }
        let services = app.components.services.iter();
        let nested = services.flat_map(|s| s.callbacks().collect::<Vec<&Callback>>());
        let all = nested.chain(&app.components.receivers);
        let inherited = app
            .cpu
            .priority
            .filter(|_| app.cpu.scheduler == Scheduler::Fifo);
        match all.filter_map(|c| c.priority).chain(inherited).max() {
            Some(priority) => Claim::Unbounded { priority },
            None => Claim::Nothing,
        }
    }
}
