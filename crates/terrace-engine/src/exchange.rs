//! Exchange: the memory of a caller, reachable while its call runs on its own thread.
//!
//! A call polls the callee's guest within the caller's host call. Somewhere below, the callee's
//! own host calls take the request and bring the reply; they find the caller's memory here, so
//! that each is copied once, from the one guest into the other.
//!
//! # Invariants
//! I1. The present exchange of a thread is borrowed for as long as it is present: [`during`] holds
//!     the only reference to it, and hides the one before.
//! I2. [`with`] lends it to one at a time: while it is lent, there is none.
//!
//! Source: DESIGN.md 3.4; Composite's invocation (Hijack, 2012).

use std::cell::Cell;
use std::ops::Range;
use std::ptr::NonNull;

/// How far a call has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The callee has not taken it.
    Offered,
    /// The callee has taken it.
    Taken,
    /// It is over; the answer is a length or a code.
    Done(i32),
}

/// See the module.
#[derive(Debug)]
pub struct Exchange<'a> {
    /// Memory of the caller.
    memory: &'a mut [u8],
    request: Range<usize>,
    reply: Range<usize>,
    /// Whom it is for: a partition id.
    pub callee: u64,
    /// Who calls: a partition id.
    pub caller: u64,
    /// Which of the caller's calls it is.
    pub serial: u64,
    /// Which interface of the callee.
    pub target: u32,
    /// What of it.
    pub method: u32,
    /// Monotonic ns by which the caller wants its answer.
    pub deadline: u64,
    /// How far it has come.
    pub progress: Progress,
}

/// What of a call is the same each time it is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// See [`Exchange`].
    pub callee: u64,
    /// See [`Exchange`].
    pub caller: u64,
    /// See [`Exchange`].
    pub serial: u64,
    /// See [`Exchange`].
    pub target: u32,
    /// See [`Exchange`].
    pub method: u32,
    /// See [`Exchange`].
    pub deadline: u64,
}

impl<'a> Exchange<'a> {
    /// Of the call on these terms. The ranges lie in `memory` and may overlap.
    #[must_use]
    pub fn new(packet: Packet<'a>, terms: Terms, progress: Progress) -> Exchange<'a> {
        Exchange {
            memory: packet.memory,
            request: packet.request,
            reply: packet.reply,
            callee: terms.callee,
            caller: terms.caller,
            serial: terms.serial,
            target: terms.target,
            method: terms.method,
            deadline: terms.deadline,
            progress,
        }
    }

    /// What is asked.
    #[must_use]
    pub fn request(&self) -> &[u8] {
        &self.memory[self.request.clone()]
    }

    /// Where the answer goes.
    pub fn reply(&mut self) -> &mut [u8] {
        &mut self.memory[self.reply.clone()]
    }
}

/// The caller's memory and what of it is which. Made from checked claims only.
#[derive(Debug)]
pub struct Packet<'a> {
    pub(crate) memory: &'a mut [u8],
    pub(crate) request: Range<usize>,
    pub(crate) reply: Range<usize>,
}

impl Packet<'_> {
    /// The same, for a while.
    pub fn reborrow(&mut self) -> Packet<'_> {
        Packet {
            memory: self.memory,
            request: self.request.clone(),
            reply: self.reply.clone(),
        }
    }

    /// What is asked.
    #[must_use]
    pub fn request(&self) -> &[u8] {
        &self.memory[self.request.clone()]
    }

    /// Where the answer goes.
    pub fn reply(&mut self) -> &mut [u8] {
        &mut self.memory[self.reply.clone()]
    }
}

type Present = Option<NonNull<Exchange<'static>>>;

thread_local! {
    static PRESENT: Cell<Present> = const { Cell::new(None) };
}

/// Puts back what was present before, also when the callee's host call panics.
struct Restore(Present);

impl Drop for Restore {
    fn drop(&mut self) {
        PRESENT.set(self.0);
    }
}

/// Run `callee` with this exchange present on the thread.
pub fn during<R>(exchange: &mut Exchange<'_>, callee: impl FnOnce() -> R) -> R {
    let present = NonNull::from(exchange).cast::<Exchange<'static>>();
    let _restore = Restore(PRESENT.replace(Some(present)));
    callee()
}

/// Look at the present exchange, if there is one for `callee`.
pub fn with<R>(callee: u64, look: impl FnOnce(&mut Exchange<'_>) -> R) -> Option<R> {
    let restore = Restore(PRESENT.take());
    let mut present = restore.0?;
    // SAFETY: I1: `during`, further up this thread's stack, holds the exchange borrowed and does
    // not touch it before it has taken it from the thread again; I2: nobody else has it lent. The
    // lifetime does not leave `look`, which is given one that may be any.
    let exchange = unsafe { present.as_mut() };
    (exchange.callee == callee).then(|| look(exchange))
}

#[cfg(test)]
mod tests {
    use super::{Exchange, Packet, Progress, Terms, during, with};

    fn terms(callee: u64) -> Terms {
        Terms {
            callee,
            caller: 1,
            serial: 1,
            target: 0,
            method: 0,
            deadline: 0,
        }
    }

    fn packet(memory: &mut [u8]) -> Packet<'_> {
        Packet {
            memory,
            request: 0..2,
            reply: 1..4,
        }
    }

    #[test]
    fn only_the_callee_sees_it_and_only_while_it_lasts() {
        let mut memory = *b"hello";
        let mut outer = Exchange::new(packet(&mut memory), terms(7), Progress::Offered);
        assert_eq!(with(7, |_| ()), None);
        during(&mut outer, || {
            assert_eq!(with(8, |_| ()), None);
            let lent = with(7, |x| {
                assert_eq!(x.request(), b"he");
                x.reply().copy_from_slice(b"abc");
                with(7, |_| ())
            });
            assert_eq!(lent, Some(None), "lent to one at a time");
            let mut memory = *b"other";
            let mut inner = Exchange::new(packet(&mut memory), terms(9), Progress::Offered);
            during(&mut inner, || {
                assert_eq!(with(7, |_| ()), None);
                assert_eq!(with(9, |x| x.request().to_vec()), Some(b"ot".to_vec()));
            });
            assert_eq!(with(7, |x| x.progress), Some(Progress::Offered));
        });
        assert_eq!(with(7, |_| ()), None);
        assert_eq!(&memory, b"habco");
    }

    #[test]
    fn a_panic_of_the_callee_takes_it_from_the_thread() {
        let mut memory = *b"hello";
        let mut exchange = Exchange::new(packet(&mut memory), terms(7), Progress::Offered);
        let panic = std::panic::AssertUnwindSafe(|| during(&mut exchange, || panic!("expected")));
        assert!(std::panic::catch_unwind(panic).is_err());
        assert_eq!(with(7, |_| ()), None);
    }
}
