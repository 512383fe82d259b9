//! What an app asks for, in the eyes of the proof.

use crate::device::Plan;
use terrace_manifest::{App, Callback, OnOverrun, Scheduler};

/// What an app asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// Nothing that others have to make room for.
    Nothing,
    /// Tasks with costs, or a budget that is enforced.
    Bounded,
    /// A fixed priority, and nothing that bounds what it takes.
    Unbounded { priority: u8 },
}

impl Claim {
    /// What a manifest claims by itself; of components no more than how much it could be: whether they are
    /// bounded depends on who sends to them.
    pub(super) fn at_most(app: &App) -> Claim {
        match has_components(app) {
            false => Claim::of_plain(app),
            true => match highest(app) {
                Some(priority) => Claim::Unbounded { priority },
                None => Claim::Nothing,
            },
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
            (Some(_), _) => Claim::Bounded,
        }
    }

    /// What it claims as `partition` of a plan, in which nobody else lacks a bound.
    pub(super) fn within(self, plan: &Plan, partition: &str) -> Claim {
        let spots = plan.spots.iter().any(|s| s.partition == partition);
        let void = plan.voids.iter().any(|v| v.partition == partition);
        match self {
            Claim::Unbounded { .. } if spots && !void => Claim::Bounded,
            claim => claim,
        }
    }
}

/// The priority of its most important callback.
fn highest(app: &App) -> Option<u8> {
    let services = app.components.services.iter();
    let nested = services.flat_map(|s| s.callbacks().collect::<Vec<&Callback>>());
    let all = nested.chain(&app.components.receivers);
    let inherited = app
        .cpu
        .priority
        .filter(|_| app.cpu.scheduler == Scheduler::Fifo);
    all.filter_map(|c| c.priority).chain(inherited).max()
}

/// Does it consist of components?
pub(super) fn has_components(app: &App) -> bool {
    !app.components.services.is_empty() || !app.components.receivers.is_empty()
}

/// The app with no priority in it: what it may send to whom is left.
pub(super) fn muted(app: &App) -> App {
    let mut app = app.clone();
    let quiet = |callback: &mut Callback| {
        callback.scheduler = Some(Scheduler::Normal);
        callback.priority = None;
        callback.memory = None;
    };
    app.cpu.scheduler = Scheduler::Normal;
    app.cpu.priority = None;
    app.cpu.budget = None;
    for service in &mut app.components.services {
        quiet(&mut service.own);
        (service.tasks.iter_mut())
            .chain(&mut service.receivers)
            .for_each(quiet);
    }
    app.components.receivers.iter_mut().for_each(quiet);
    app
}

/// Does anything of fixed priority in it run when others send?
pub(super) fn listens(app: &App) -> bool {
    let services = app.components.services.iter();
    let nested = services.flat_map(|s| s.callbacks().collect::<Vec<&Callback>>());
    let mut all = nested.chain(&app.components.receivers);
    let idle = |c: &Callback| c.subscribe.is_empty() || c.period.is_some();
    highest(app).is_some() && all.any(|c| !idle(c))
}
