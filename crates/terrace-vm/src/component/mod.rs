//! Components: services and receivers of an app, each with an instance and a memory of its own.
//!
//! The controller knows a partition; a partition of components is an [`Ensemble`] of instances,
//! each a task of its own on its worker, at the priority of what it does. The guest pulls: it asks
//! for what is next, does it, and asks again (`next` of the interface `realtime`).
//!
//! ```text
//!   worker: a time has come, a message, an order -> look -> priority -> policy -> fiber
//!   guest:  next -> take -> the callback runs -> complete -> next
//! ```
//!
//! # Invariants
//! I1. What a guest asks is answered on its own thread, without blocking or allocating; the locks
//!     inherit priority and are held for a walk over one component's callbacks.
//! I2. The priority and the deadline of what a component begins are known to its worker's policy
//!     before it begins: else the guest is told to ask again, and leaves at the safe point between.
//!
//! Source: RTDroid dissertation, chapters 3 and 5; DESIGN.md 3.2 and 3.3.

mod agenda;
mod answers;
mod ensemble;
mod gather;
mod histogram;
mod info;
mod ledger;
mod parcels;
mod plan;
mod served;
mod shared;

pub(crate) use agenda::{Look, Noted, Standing, Take};
pub(crate) use ensemble::{Ensemble, Member};
pub(crate) use gather::gather;
pub(crate) use histogram::Histogram;
pub use histogram::Spread;
pub use info::{CallbackInfo, ComponentInfo};
pub use ledger::{ReleaseRecord, Tally};
pub(crate) use plan::{ComponentPlan, components};

use agenda::Agenda;
use shared::Resource;
pub(crate) use shared::Resources;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use terrace_host::pi_mutex::{PiGuard, PiMutex};

/// One component of a partition.
#[derive(Debug)]
pub(crate) struct Component {
    pub(crate) plan: ComponentPlan,
    agenda: PiMutex<Agenda>,
    /// Processor time used, in ns.
    pub(crate) cpu_ns: AtomicU64,
    /// It was started, stopped, paused, resumed or suspended since somebody asked.
    changed: AtomicBool,
    /// What its callbacks use, each by its name.
    uses: OnceLock<Uses>,
}

/// By callback: the resources that it uses.
type Uses = Box<[Vec<(String, Arc<Resource>)>]>;

impl Component {
    fn new(plan: ComponentPlan) -> Component {
        Component {
            agenda: PiMutex::new(Agenda::new(&plan)),
            plan,
            cpu_ns: AtomicU64::new(0),
            changed: AtomicBool::new(false),
            uses: OnceLock::new(),
        }
    }

    /// A resource that a callback uses, and its number among those.
    fn resource(&self, callback: usize, name: &str) -> Option<(usize, &Arc<Resource>)> {
        let mut used = self.uses.get()?.get(callback)?.iter().enumerate();
        let found = used.find(|(_, (own, _))| own == name);
        found.map(|(number, (_, resource))| (number, resource))
    }

    /// That of a number.
    fn numbered(&self, callback: usize, number: usize) -> Option<&Arc<Resource>> {
        let used = self.uses.get()?.get(callback)?;
        used.get(number).map(|(_, resource)| resource)
    }

    /// What the task of this key holds is free; `gone`: it never enters again.
    pub(crate) fn free(&self, key: u64, gone: bool) {
        let all = self.uses.get().into_iter().flatten().flatten();
        for (_, resource) in all {
            if gone {
                resource.part(key);
            } else {
                resource.leave(key);
            }
        }
    }

    pub(crate) fn agenda(&self) -> PiGuard<'_, Agenda> {
        self.agenda.lock()
    }

    /// Something happened that others may want to know.
    pub(crate) fn change(&self) {
        self.changed.store(true, Ordering::Release);
    }

    pub(crate) fn take_change(&self) -> bool {
        self.changed.swap(false, Ordering::AcqRel)
    }
}
