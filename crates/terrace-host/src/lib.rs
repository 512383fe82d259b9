//! The only door to Linux (Hijack's hardware-abstraction layer, H2AL): clock, threads and
//! their scheduling class, the preemption timer, and what Linux says of memory.
//!
//! Everything here is small and mechanism only; policy lives in `terrace-sched` and
//! `terrace-vm`. Every privilege that may be refused returns a [`Refused`] that says what
//! was asked, what Linux answered and how to permit it; callers report a degraded mode.
//!
//! Source: Hijack (2012), section 3; DESIGN.md 3.7.

pub mod clock;
pub mod confine;
pub mod event;
pub mod memory;
pub mod pi_mutex;
pub mod preempt;
pub mod socket;
pub mod thread;
pub mod tun;
pub mod window;

/// A privilege that Linux refused.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{what}: refused by Linux ({cause}); {fix}")]
pub struct Refused {
    /// What was asked for.
    pub what: String,
    /// Linux's answer.
    pub cause: String,
    /// What the operator can do.
    pub fix: &'static str,
}
