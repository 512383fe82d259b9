//! `[restart]`.

use crate::{
    bounds,
    model::Restart,
    read::{Section, nowhere},
    report::Report,
};

pub(super) fn read(mut section: Section<'_>, report: &mut Report<'_>) -> Restart {
    let mut restart = Restart::default();
    if let Some(policy) = section.get("policy").and_then(|i| i.word(report)) {
        restart.policy = policy;
    }
    if let Some(max) = section
        .get("max")
        .and_then(|i| i.integer(bounds::RESTARTS, report))
    {
        restart.max = max as u32;
    }
    let backoff = section.get("backoff_ms");
    if let Some(ms) = backoff.and_then(|i| i.integer(bounds::BACKOFF_MS, report)) {
        restart.backoff_ms = ms;
    }
    section.finish(report, nowhere);
    restart
}
