//! An ensemble: the instances of one partition, and what they do together.
//!
//! The partition's own task, the lead, has no guest; the members have. An order to the lead goes to
//! all members, what happens to a member is told of the lead.
//!
//! # Invariants
//! I1. Members are made ready one after the other: receivers, bound services, services, each kind
//!     in the order of the manifest. Then all have the same zero, and releases count from it.
//! I2. The first member that ends by a fault, a status, or unasked ends all; the lead ends with
//!     that outcome when the last member is gone. One that its own reaction ends goes alone.

use super::{Component, ComponentPlan};
use crate::journal::Tap;
use crate::reports::bits;
use crate::state::State;
use crate::task::Task;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use terrace_abi::{Code, ComponentKind};
use terrace_engine::{MemoryMeter, Outcome, ServiceOrder};
use terrace_host::clock::monotonic_ns;

/// From the moment everybody is ready to the common zero: time for all workers to be told.
const LEAD_IN: u64 = 1_000_000;

/// One place of an ensemble.
pub(crate) struct Seat {
    pub(crate) component: Component,
    pub(crate) meter: Arc<MemoryMeter>,
    pub(crate) tap: Arc<Tap>,
    task: OnceLock<Weak<Task>>,
    /// Its turn in I1.
    turn: usize,
}

impl Seat {
    /// While its guest lives, or is on its way.
    pub(crate) fn task(&self) -> Option<Arc<Task>> {
        self.task.get().and_then(Weak::upgrade)
    }
}

/// See the module.
pub(crate) struct Ensemble {
    pub(crate) seats: Box<[Seat]>,
    /// How many have had their turn.
    ready: AtomicUsize,
    living: AtomicU32,
    verdict: OnceLock<Outcome>,
}

/// What makes a task a member.
#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) lead: Arc<Task>,
    pub(crate) ensemble: Arc<Ensemble>,
    pub(crate) index: usize,
}

impl Ensemble {
    pub(crate) fn new(
        plans: Vec<ComponentPlan>,
        mut seat: impl FnMut(&ComponentPlan) -> (Arc<MemoryMeter>, Arc<Tap>),
    ) -> Arc<Ensemble> {
        let mut order: Vec<usize> = (0..plans.len()).collect();
        // Stable: the order of the manifest within each kind.
        order.sort_by_key(|&i| rank(&plans[i]));
        let mut turns = vec![0; plans.len()];
        for (turn, &index) in order.iter().enumerate() {
            turns[index] = turn;
        }
        let living = u32::try_from(plans.len()).unwrap_or(u32::MAX);
        let seats = plans.into_iter().zip(turns).map(|(plan, turn)| {
            let (meter, tap) = seat(&plan);
            Seat {
                component: Component::new(plan),
                meter,
                tap,
                task: OnceLock::new(),
                turn,
            }
        });
        Arc::new(Ensemble {
            seats: seats.collect(),
            ready: AtomicUsize::new(0),
            living: AtomicU32::new(living),
            verdict: OnceLock::new(),
        })
    }

    /// The task of a seat; once.
    pub(crate) fn seat(&self, index: usize, task: &Arc<Task>) {
        let _ = self.seats[index].task.set(Arc::downgrade(task));
    }

    /// Those that live, in the order of the manifest.
    pub(crate) fn tasks(&self) -> impl Iterator<Item = Arc<Task>> {
        self.seats.iter().filter_map(Seat::task)
    }

    fn task_with_turn(&self, turn: usize) -> Option<Arc<Task>> {
        self.seats
            .iter()
            .find(|s| s.turn == turn)
            .and_then(Seat::task)
    }

    /// Everybody is ready: releases begin.
    fn begin(&self, lead: &Arc<Task>) {
        let zero = monotonic_ns() + LEAD_IN;
        for seat in &self.seats {
            seat.component.agenda().begin(zero);
        }
        for task in self.tasks() {
            task.rouse();
        }
        lead.runs();
    }

    /// Processor time of all, in ns.
    pub(crate) fn cpu_ns(&self) -> u64 {
        let each = self
            .seats
            .iter()
            .map(|s| s.component.cpu_ns.load(Ordering::Relaxed));
        each.sum()
    }

    /// Deadlines missed by all.
    pub(crate) fn misses(&self) -> u64 {
        self.seats
            .iter()
            .map(|s| s.component.agenda().misses())
            .sum()
    }
}

/// I1.
fn rank(plan: &ComponentPlan) -> u32 {
    let receiver = plan.facts.kind == ComponentKind::Receiver as u32;
    match (receiver, plan.bound) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    }
}

impl Member {
    fn seat(&self) -> &Seat {
        &self.ensemble.seats[self.index]
    }

    pub(crate) fn component(&self) -> &Component {
        &self.seat().component
    }

    /// May it be made ready now?
    pub(crate) fn has_turn(&self) -> bool {
        self.seat().turn <= self.ensemble.ready.load(Ordering::Acquire)
    }

    /// Its turn is over: the next, or the beginning of all.
    pub(crate) fn is_ready(&self) {
        let ready = self.ensemble.ready.fetch_add(1, Ordering::AcqRel) + 1;
        if ready == self.ensemble.seats.len() {
            self.ensemble.begin(&self.lead);
        } else if let Some(next) = self.ensemble.task_with_turn(ready) {
            next.rouse();
        }
    }

    /// Start, stop, pause or resume a service of the same app.
    pub(crate) fn order(&self, service: &str, order: ServiceOrder) -> Code {
        let named = |seat: &&Seat| {
            let plan = &seat.component.plan;
            plan.name == service && plan.facts.kind == ComponentKind::Service as u32
        };
        let Some(seat) = self.ensemble.seats.iter().find(named) else {
            return Code::NotFound;
        };
        let Some(task) = seat.task() else {
            return Code::WrongState;
        };
        let code = seat.component.agenda().order(order, monotonic_ns());
        if code == Code::Ok {
            task.rouse();
        }
        code
    }

    /// What happened to it, as it is told of the partition.
    pub(crate) fn note(&self, what: u32) {
        let lead = &self.lead;
        if what & bits::SUSPENDED != 0 && self.all(|s| s == State::Suspended) {
            lead.suspends();
        }
        if what & bits::RESUMED != 0 {
            lead.resumes();
        }
        let own = bits::STARTED | bits::ENDED | bits::SUSPENDED | bits::RESUMED;
        if what & !own != 0 {
            lead.note(what & !own);
        }
    }

    fn all(&self, wanted: impl Fn(State) -> bool) -> bool {
        self.ensemble.tasks().all(|task| wanted(task.state()))
    }

    /// Its guest is gone. True when it was the last one: the outcome of all.
    pub(crate) fn ended(&self, outcome: Outcome) -> Option<Outcome> {
        let asked = self.lead.stop_requested() && outcome == Outcome::Exited(0);
        let alone = self.component().agenda().condemned();
        if alone {
            self.component().change();
            self.lead.note(bits::COMPONENT);
        } else if !asked && self.ensemble.verdict.set(outcome.clone()).is_ok() {
            // The supervisor ends the others: orders may have to wait for their workers.
            self.lead.note(bits::PART_ENDED);
        }
        if self.ensemble.living.fetch_sub(1, Ordering::AcqRel) > 1 {
            return None;
        }
        let verdict = self.ensemble.verdict.get().cloned();
        Some(verdict.unwrap_or(outcome))
    }
}
