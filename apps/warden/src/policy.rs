//! What to do about an event: a pure state machine, without clock or calls.
//!
//! Invariants:
//! - P1: a partition is restarted at most `restarts` times while it is known.
//! - P2: a new budget is less than what the partition used, or the smallest there is.
//! - P3: the same partition's budget, or its memory, is acted upon at most once a second.

use std::collections::BTreeMap;
use std::fmt;
use terrace::{EventKind, FaultKind};

const PERIOD_NS: u64 = 100_000_000;
const LEAST_BUDGET_NS: u64 = 500_000;
const PAUSE_NS: u64 = 1_000_000_000;

/// What to do to the partition of the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Start it again after a fault, the `count`th time.
    Restart { count: u32, fault: FaultKind },
    /// It faulted too often: leave it.
    GiveUp { fault: FaultKind },
    /// Give it this budget in this period.
    Lower { budget_ns: u64, period_ns: u64 },
    /// Ask it to give memory back.
    Trim,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Restart { count, fault } => write!(f, "{}: restart {count}", fault.doc()),
            Self::GiveUp { fault } => write!(f, "{}: left as it is", fault.doc()),
            Self::Lower {
                budget_ns,
                period_ns,
            } => {
                write!(
                    f,
                    "overran: budget now {} us in {} us",
                    budget_ns / 1000,
                    period_ns / 1000
                )
            }
            Self::Trim => f.write_str("hit its memory limit: asked to give memory back"),
        }
    }
}

#[derive(Default)]
struct Record {
    restarts: u32,
    lowered_at_ns: Option<u64>,
    trimmed_at_ns: Option<u64>,
}

/// What was done to each partition.
pub struct Policy {
    restarts: u32,
    records: BTreeMap<u64, Record>,
}

/// Whether the pause since `last` is over; if so, `last` becomes `now_ns`.
fn due(last: &mut Option<u64>, now_ns: u64) -> bool {
    let due = last.is_none_or(|at| now_ns.saturating_sub(at) >= PAUSE_NS);
    if due {
        *last = Some(now_ns);
    }
    due
}

impl Policy {
    /// A policy that restarts each partition at most `restarts` times.
    pub fn new(restarts: u32) -> Self {
        Self {
            restarts,
            records: BTreeMap::new(),
        }
    }

    /// Forget the partitions that `known` does not know.
    pub fn keep(&mut self, known: impl Fn(u64) -> bool) {
        self.records.retain(|id, _| known(*id));
    }

    /// What to do about an event. `share` is the part of one processor, in millionths, that
    /// the partition used of late, if that is known.
    pub fn decide(
        &mut self,
        id: u64,
        kind: EventKind,
        detail: u32,
        at_ns: u64,
        share: Option<u64>,
    ) -> Option<Action> {
        let most = self.restarts;
        let record = self.records.entry(id).or_default();
        match kind {
            EventKind::Faulted => record.fault(FaultKind::from_u32(detail)?, most),
            EventKind::Overran => record.overrun(at_ns, share?),
            EventKind::MemoryFull => due(&mut record.trimmed_at_ns, at_ns).then_some(Action::Trim),
            _ => None,
        }
    }
}

impl Record {
    /// Who was killed, or cannot even start, is left alone.
    fn fault(&mut self, fault: FaultKind, most: u32) -> Option<Action> {
        if matches!(fault, FaultKind::Killed | FaultKind::RefusedStart) {
            return None;
        }
        if self.restarts >= most {
            return Some(Action::GiveUp { fault });
        }
        self.restarts += 1;
        Some(Action::Restart {
            count: self.restarts,
            fault,
        })
    }

    fn overrun(&mut self, at_ns: u64, share: u64) -> Option<Action> {
        let used_ns = PERIOD_NS / 1_000_000 * share;
        let budget_ns = (used_ns / 2).max(LEAST_BUDGET_NS);
        due(&mut self.lowered_at_ns, at_ns).then_some(Action::Lower {
            budget_ns,
            period_ns: PERIOD_NS,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRAP: u32 = FaultKind::Unreachable as u32;

    #[test]
    fn a_fault_is_followed_by_a_bounded_number_of_restarts() {
        let mut policy = Policy::new(2);
        let mut fault = || policy.decide(7, EventKind::Faulted, TRAP, 0, None);
        let fault_kind = FaultKind::Unreachable;
        assert_eq!(
            fault(),
            Some(Action::Restart {
                count: 1,
                fault: fault_kind
            })
        );
        assert_eq!(
            fault(),
            Some(Action::Restart {
                count: 2,
                fault: fault_kind
            })
        );
        assert_eq!(fault(), Some(Action::GiveUp { fault: fault_kind }));
    }

    #[test]
    fn who_was_killed_stays_so() {
        let killed = FaultKind::Killed as u32;
        assert_eq!(
            Policy::new(3).decide(7, EventKind::Faulted, killed, 0, None),
            None
        );
    }

    #[test]
    fn who_overran_gets_half_of_what_it_used() {
        let mut policy = Policy::new(3);
        let lower = |budget_ns| {
            Some(Action::Lower {
                budget_ns,
                period_ns: PERIOD_NS,
            })
        };
        let mut overran = |at, share| policy.decide(7, EventKind::Overran, 0, at, share);
        assert_eq!(overran(0, None), None);
        assert_eq!(overran(1, Some(400_000)), lower(20_000_000));
        assert_eq!(overran(2, Some(400_000)), None);
        assert_eq!(overran(1 + PAUSE_NS, Some(0)), lower(LEAST_BUDGET_NS));
    }

    #[test]
    fn a_forgotten_partition_begins_anew() {
        let mut policy = Policy::new(1);
        let first = policy.decide(7, EventKind::Faulted, TRAP, 0, None);
        policy.keep(|id| id != 7);
        assert_eq!(policy.decide(7, EventKind::Faulted, TRAP, 0, None), first);
    }
}
