//! Turns: threaded partitions of one core pass the processor round, slice by slice.
//!
//! Each has a thread of its own with a Linux class. Whose turn it is, the same policy
//! decides that the dispatched ones use; a thread whose slice is over gives way at its next
//! safe point, rouses the thread whose turn has come and rests. This is the first paper's
//! VM controller, which suspends and resumes partition threads at slice ends, without a
//! controller thread in between.
//!
//! # Invariants
//! I1. At most one member of a ring runs guest code.
//! I2. The lock inherits priority: members differ in Linux priority.

use crate::port::Port;
use std::sync::Arc;
use terrace_host::clock::monotonic_ns;
use terrace_host::pi_mutex::PiMutex;
use terrace_host::preempt::PreemptTimer;
use terrace_sched::{Decision, Event, FixedPriority, Instant, Params, Policy, TaskId};

/// The members of one core.
#[derive(Debug)]
pub(crate) struct Ring {
    inner: PiMutex<Inner>,
}

struct Inner {
    policy: FixedPriority,
    ports: Vec<Option<Arc<Port>>>,
}

/// One member's place.
pub(crate) struct Turn {
    ring: Arc<Ring>,
    me: TaskId,
}

impl Ring {
    pub(crate) fn new(members: usize) -> Arc<Ring> {
        let ports = (0..members).map(|_| None).collect();
        Arc::new(Ring {
            inner: PiMutex::new(Inner {
                policy: FixedPriority::new(members),
                ports,
            }),
        })
    }

    /// A place for one more thread; none if the ring is full.
    pub(crate) fn join(self: &Arc<Ring>, port: &Arc<Port>, params: Params) -> Option<Turn> {
        let mut inner = self.inner.lock();
        let place = inner.ports.iter().position(Option::is_none)?;
        let me = TaskId::new(u32::try_from(place).ok()?);
        inner
            .policy
            .admit(
                me,
                Params {
                    budget: None,
                    ..params
                },
                now(),
            )
            .ok()?;
        inner.ports[place] = Some(port.clone());
        Some(Turn {
            ring: self.clone(),
            me,
        })
    }
}

fn now() -> Instant {
    Instant::from_ns(monotonic_ns())
}

impl Turn {
    /// Is it this member's turn? If so the slice is armed.
    pub(crate) fn take(&mut self, clock: &PreemptTimer) -> bool {
        let decision = self.ring.inner.lock().step(Event::Ready(self.me), self.me);
        if decision.run != Some(self.me) {
            return false;
        }
        if let Some(until) = decision.until {
            clock.arm_by(until.as_ns());
        }
        true
    }

    /// The guest gave the processor back; `waits` if there is nothing to run for now.
    pub(crate) fn after(&mut self, waits: bool) {
        let event = if waits {
            Event::Waits(self.me)
        } else {
            Event::Tick
        };
        self.ring.inner.lock().step(event, self.me);
    }
}

/// The member is gone: whether its guest ended, was never admitted, or got no thread.
impl Drop for Turn {
    fn drop(&mut self) {
        let mut inner = self.ring.inner.lock();
        inner.step(Event::Leaves(self.me), self.me);
        inner.ports[self.me.get() as usize] = None;
    }
}

impl Inner {
    /// Decide, and rouse whoever else must know: the one whose turn has come, the holder
    /// whose slice now has an end, or the one that lost its turn to a more important member.
    fn step(&mut self, event: Event, me: TaskId) -> Decision {
        let before = self.policy.running();
        let decision = self.policy.decide(event, now());
        for other in [decision.run, before.filter(|_| before != decision.run)]
            .into_iter()
            .flatten()
        {
            if other != me
                && let Some(port) = self
                    .ports
                    .get(other.get() as usize)
                    .and_then(Option::as_ref)
            {
                port.poke();
            }
        }
        decision
    }
}
