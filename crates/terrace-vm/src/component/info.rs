//! The components of a partition, for reading.

use super::ensemble::{Ensemble, Seat};
use super::ledger::{Ledger, Recent, ReleaseRecord, Tally};
use serde::{Deserialize, Serialize};
use std::sync::atomic::Ordering;
use terrace_abi::{CallbackKind, ComponentKind};

/// A component, for reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComponentInfo {
    /// As the manifest has it.
    pub name: String,
    /// `service` or `receiver`.
    pub kind: String,
    /// `starting`, `active`, `paused`, `suspended`, `stopping`, `stopped` or `ended`.
    pub state: String,
    /// Which worker; none for a thread of its own, or while it does not live.
    pub worker: Option<usize>,
    /// 1..99, or 0 for normal: what it runs at, or ran at last.
    pub priority: u32,
    /// Processor time in ns.
    pub cpu_ns: u64,
    /// Bytes of its memory, as `memory.size` tells the guest.
    pub memory: u64,
    /// What its memory never grows beyond.
    pub limit: u64,
    /// Its own, then its tasks, then its receivers.
    pub callbacks: Vec<CallbackInfo>,
}

/// A callback, for reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallbackInfo {
    /// As the manifest has it.
    pub name: String,
    /// `own`, `task` or `receiver`.
    pub kind: String,
    /// 1..99, or 0 for normal.
    pub priority: u32,
    /// Ns between releases; 0 for none.
    pub period_ns: u64,
    /// Ns; 0 for none.
    pub deadline_ns: u64,
    /// How its releases went.
    pub tally: Tally,
}

impl Ensemble {
    /// All components, in the order of the manifest.
    pub(crate) fn info(&self) -> Vec<ComponentInfo> {
        self.seats.iter().map(Seat::info).collect()
    }

    /// The last releases of a component, oldest first.
    pub(crate) fn recent(&self, component: &str) -> Option<Vec<ReleaseRecord>> {
        let mut seats = self.seats.iter();
        let seat = seats.find(|s| s.component.plan.name == component)?;
        let mut records = Recent::room();
        // The lock is held for the copy alone: a real-time component may wait for it.
        seat.component.agenda().copy_recent(&mut records);
        Some(records)
    }
}

impl Seat {
    /// What it is doing, in a word.
    pub(crate) fn state(&self) -> &'static str {
        let alive = self.task().is_some_and(|t| !t.state().ended());
        if alive {
            self.component.agenda().state()
        } else {
            "ended"
        }
    }

    fn info(&self) -> ComponentInfo {
        let component = &self.component;
        let plan = &component.plan;
        let task = self.task().filter(|t| !t.state().ended());
        let mut ledger = Ledger::new();
        let callbacks = plan.callbacks.iter().enumerate().map(|(index, callback)| {
            let terms = &callback.terms;
            component.agenda().copy_ledger(index, &mut ledger);
            CallbackInfo {
                name: callback.name.clone(),
                kind: CallbackKind::from_u32(terms.kind)
                    .map_or("", CallbackKind::name)
                    .to_owned(),
                priority: terms.priority,
                period_ns: terms.period_ns,
                deadline_ns: terms.deadline_ns,
                tally: ledger.tally(),
            }
        });
        ComponentInfo {
            name: plan.name.clone(),
            kind: ComponentKind::from_u32(plan.facts.kind)
                .map_or("", ComponentKind::name)
                .to_owned(),
            state: self.state().to_owned(),
            worker: task
                .as_ref()
                .filter(|t| !t.terms.threaded)
                .map(|t| t.port.number),
            priority: task
                .as_ref()
                .map_or(plan.top(), |t| t.terms.priority.load(Ordering::Relaxed)),
            cpu_ns: component.cpu_ns.load(Ordering::Relaxed),
            memory: self.meter.size(),
            limit: self.meter.limit(),
            callbacks: callbacks.collect(),
        }
    }
}
