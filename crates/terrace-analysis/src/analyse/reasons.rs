//! Why something has no number, or misses its deadline, in words.

use crate::{
    exact::Time,
    model::{Policy, TaskSet},
    render::exact_time,
    solve::outcome::Unknown,
};

/// The name of a task or server by its number.
pub(crate) fn name(set: &TaskSet, item: usize) -> &str {
    match set.tasks.get(item) {
        Some(task) => &task.name,
        None => {
            let server = set.servers.get(item - set.tasks.len());
            server.map_or("?", |s| s.name.as_str())
        }
    }
}

/// Why something on this worker has no response time.
pub(crate) fn unknown(set: &TaskSet, worker: u32, why: &Unknown) -> String {
    match why {
        Unknown::Overload if set.policy_of(worker) == Policy::Edf => {
            "diverges: more than all of the processor is asked for".to_owned()
        }
        Unknown::Overload => {
            "diverges: this task and the more important ones ask for more than all of the processor"
                .to_owned()
        }
        Unknown::NoSupply => "diverges: its windows give no time".to_owned(),
        Unknown::Budget => {
            "not found: the busy period is too long to be searched through; deadlines are proven by demand alone, or not at all"
                .to_owned()
        }
        Unknown::Blocking => {
            "diverges: without a protocol blocking has no bound here; use inheritance or ceiling"
                .to_owned()
        }
        Unknown::Backlog => {
            "diverges: without a protocol a release may still wait when the next one comes; use inheritance or ceiling"
                .to_owned()
        }
        Unknown::Before(item) => {
            format!("diverges: it depends on {}, which has no bound", name(set, *item))
        }
        Unknown::Circle => "diverges: jitter grows around a circle of tasks".to_owned(),
    }
}

/// Why a deadline is missed.
pub(super) fn late(unit: &str, time: &Time, deadline: &Time) -> String {
    let said = |value: &Time| exact_time(value, unit);
    format!(
        "{} is {} beyond the deadline {}",
        said(time),
        said(&(time - deadline)),
        said(deadline)
    )
}
