//! What happened to partitions: a bounded list that anybody may follow.
//!
//! # Invariants
//! I1. Sequence numbers count up by one; a reader that comes too late sees the gap.

use crate::id::PartitionId;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::time::Duration;
use terrace_host::event::Watched;
use terrace_host::pi_mutex::{PiGuard, PiMutex};

const KEPT: usize = terrace_abi::EVENTS as usize;

pub use terrace_abi::EventKind;

/// One event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartitionEvent {
    /// Counts up by one.
    pub sequence: u64,
    /// Monotonic ns.
    pub at_ns: u64,
    /// Wall clock, ns since 1970, for people's eyes: it can jump.
    pub wall_ns: u64,
    /// Whose.
    pub id: String,
    /// As the guest interface has it.
    #[serde(skip)]
    pub raw_id: u64,
    /// Its name.
    pub name: String,
    /// What.
    pub kind: EventKind,
    /// Exit status, fault number, or count.
    pub detail: u32,
    /// For people; empty if the kind says it all.
    pub message: String,
}

/// See the module.
#[derive(Debug)]
pub struct Events {
    /// Inherits priority: managers on real-time workers read it.
    list: PiMutex<List>,
    /// Counts up with every event.
    grew: Watched,
}

impl Default for Events {
    fn default() -> Events {
        Events {
            list: PiMutex::new(List::default()),
            grew: Watched::new(0),
        }
    }
}

#[derive(Debug, Default)]
struct List {
    events: VecDeque<PartitionEvent>,
    next: u64,
}

impl Events {
    fn lock(&self) -> PiGuard<'_, List> {
        self.list.lock()
    }

    pub(crate) fn add(
        &self,
        id: PartitionId,
        name: &str,
        kind: EventKind,
        detail: u32,
        message: String,
    ) {
        let mut list = self.lock();
        let event = PartitionEvent {
            sequence: list.next,
            at_ns: terrace_host::clock::monotonic_ns(),
            wall_ns: terrace_host::clock::wall_ns(),
            id: id.to_string(),
            raw_id: id.to_raw(),
            name: name.to_owned(),
            kind,
            detail,
            message,
        };
        list.next += 1;
        list.events.push_back(event);
        if list.events.len() > KEPT {
            list.events.pop_front();
        }
        drop(list);
        self.grew.advance();
    }

    /// The sequence number of the next event.
    #[must_use]
    pub fn next_sequence(&self) -> u64 {
        self.lock().next
    }

    /// Events from sequence number `from` on.
    #[must_use]
    pub fn since(&self, from: u64) -> Vec<PartitionEvent> {
        let list = self.lock();
        list.events
            .iter()
            .filter(|e| e.sequence >= from)
            .cloned()
            .collect()
    }

    /// Like [`Events::since`], but waits up to `timeout` for one.
    #[must_use]
    pub fn follow(&self, from: u64, timeout: Duration) -> Vec<PartitionEvent> {
        let deadline = std::time::Instant::now() + timeout;
        loop {
            let seen = self.grew.get();
            let events = self.since(from);
            let left = deadline.saturating_duration_since(std::time::Instant::now());
            if !events.is_empty() || left.is_zero() {
                return events;
            }
            self.grew.wait_until(|now| now != seen, Some(left));
        }
    }

    /// The first event from `from` on, for a guest that asks one at a time.
    pub(crate) fn first_since(&self, from: u64) -> Option<PartitionEvent> {
        let list = self.lock();
        let first = list.events.front()?.sequence;
        let skip = usize::try_from(from.saturating_sub(first)).unwrap_or(usize::MAX);
        list.events.get(skip).cloned()
    }
}
