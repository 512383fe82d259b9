//! Calls: one partition runs a function of another, on its own thread and at its own priority.
//!
//! ```text
//!   caller's host call --- takes the callee's seat, polls its guest within ---> accept: request in
//!          ^                                                                     ...
//!          +--- reply out; the callee rests in its next accept <---------------- reply
//! ```
//!
//! A callee that is not at rest (it serves another, was preempted, or does something of its own) is
//! *helped*: whoever waits for it and has the processor runs it on. So it runs with the priority of
//! the most important one that waits, through any chain of calls, and no priority has to be lent
//! or taken back. What is left unfinished is also ready on the callee's own worker: it finishes
//! when its caller has died, and its timers are set there.
//!
//! # Invariants
//! I1. A callee serves one call at a time; who calls meanwhile waits, the most important first.
//! I2. A partition waits for one callee at a time; who waits for whom (`calling`) has no cycle: who would
//!     close one gets an error instead.
//! I3. Who waits is known at the door before it looks at the seat for the last time, and whoever lets go
//!     of a seat looks at the door afterwards (both SeqCst): one of the two sees the other.
//! I4. Nobody wakes the waiting for a callee that is blocked: they are woken when it is.
//! I5. The path of a call allocates nothing and takes no lock that is waited for; that of a call which
//!     has to wait takes locks that inherit priority.
//!
//! Source: DESIGN.md 3.4; Composite's invocation (Hijack, 2012, section III); helping is that of
//! the NOVA and Fiasco kernels; the first paper, section 3, for what Binder is replaced by.

mod desk;
mod directory;
mod door;
mod handles;
mod mailbox;

pub(crate) use desk::{Desk, Owner};
pub(crate) use directory::Directory;
pub(crate) use door::Door;
