//! The door of a worker: how other threads wake its tasks and tell it what to do.
//!
//! # Invariants
//! I1. A task is in `wakes` at most once (its `queued` flag), and `wakes` has two places for every
//!     task (one of a life that just ended there): a wake is never lost and never allocates.
//! I2. Whoever queues something looks at `idle` afterwards, and the worker sets `idle` before
//!     it looks at the queues for the last time (both SeqCst): one of the two sees the other.
//! I3. A wake-up of an equally or more important task interrupts the running guest; a less
//!     important one waits until it rests.
//! I4. A worker never waits for a port, its own or another's: two that wait for each other would
//!     never read their orders.

use crate::component::Histogram;
use crate::task::Task;
use crate::trace::Recorder;
use crossbeam_queue::ArrayQueue;
use std::cell::{Cell, OnceCell};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering, fence};
use std::sync::{Arc, OnceLock};
use std::thread::Thread;
use terrace_engine::Guest;
use terrace_host::pi_mutex::PiMutex;
use terrace_host::preempt::Interrupt;
use terrace_sched::Params;

/// What a worker is told.
#[derive(Debug)]
pub(crate) enum Command {
    Admit(Box<Admission>),
    Suspend(Arc<Task>),
    Resume(Arc<Task>),
    Kill(Arc<Task>),
    Change(Arc<Task>, Params),
    Shutdown,
}

/// A task on its way to its worker.
#[derive(Debug)]
pub(crate) struct Admission {
    pub(crate) task: Arc<Task>,
    pub(crate) guest: Guest,
    pub(crate) params: Params,
    pub(crate) called: Called,
}

/// What it is called where windows name it.
#[derive(Debug, Clone)]
pub(crate) struct Called {
    pub(crate) partition: String,
    pub(crate) app: String,
}

impl Called {
    /// Does a device file mean it by this name?
    pub(crate) fn by(&self, name: &str) -> bool {
        self.partition == name || self.app == name
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Port {
    pub(crate) number: usize,
    pub(crate) interrupt: Arc<Interrupt>,
    /// What it notes while somebody traces.
    pub(crate) recorder: Recorder,
    /// From the time at which its worker was to look up from a guest until it did, in ns.
    pub(crate) latency: PiMutex<Histogram>,
    wakes: ArrayQueue<u32>,
    commands: ArrayQueue<Command>,
    thread: OnceLock<Thread>,
    idle: AtomicBool,
    /// Priority of the running task.
    running: AtomicU32,
    /// Tasks that live here.
    pub(crate) load: AtomicU32,
}

/// Most threads that a guest's own doings may have to rouse: the controller's and the journal's.
const OWED: usize = 2;

thread_local! {
    static HERE: Cell<*const Port> = const { Cell::new(std::ptr::null()) };
    static OWN: OnceCell<Arc<Port>> = const { OnceCell::new() };
    static SOON: [Cell<Option<Thread>>; OWED] = const { [const { Cell::new(None) }; OWED] };
}

/// Rouse `thread`; if this is a worker, when its guest has left ([`settle`]): a wake-up is dear, and what
/// follows may need the same one, or none.
pub(crate) fn rouse_soon(thread: &Thread) {
    let owed =
        !HERE.get().is_null() && SOON.with(|soon| soon.iter().any(|place| owe(place, thread)));
    if !owed {
        thread.unpark();
    }
}

/// Note it in a place that is free or has it already.
fn owe(place: &Cell<Option<Thread>>, thread: &Thread) -> bool {
    let there = place.take();
    let fits = there.as_ref().is_none_or(|t| t.id() == thread.id());
    place.set(Some(there.unwrap_or_else(|| thread.clone())));
    fits
}

/// Rouse whom the calling worker has to: before it rests, and before another guest runs.
pub(crate) fn settle() {
    SOON.with(|soon| {
        for thread in soon.iter().filter_map(Cell::take) {
            thread.unpark();
        }
    });
}

/// Does the worker of the calling thread want the processor back from the guest it runs?
pub(crate) fn interrupted() -> bool {
    OWN.with(|own| own.get().is_some_and(|port| port.interrupt.pending()))
}

/// A guest that looked last on another thread is about to run on this one: have it look again if this
/// one's worker wants the processor already.
pub(crate) fn remind() {
    with_own(|port| {
        if port.interrupt.pending() {
            port.interrupt.bump();
        }
    });
}

/// Do something with the port of the calling thread, if it is a worker.
pub(crate) fn with_own(act: impl FnOnce(&Port)) {
    OWN.with(|own| {
        if let Some(port) = own.get() {
            act(port);
        }
    });
}

/// The priority at which the calling thread runs its guest.
pub(crate) fn level() -> u32 {
    OWN.with(|own| {
        own.get()
            .map_or(0, |port| port.running.load(Ordering::Relaxed))
    })
}

impl Port {
    pub(crate) fn new(number: usize, slots: usize, interrupt: Arc<Interrupt>) -> Arc<Port> {
        Arc::new(Port {
            number,
            interrupt,
            recorder: Recorder::default(),
            latency: PiMutex::new(Histogram::new()),
            wakes: ArrayQueue::new(slots.saturating_mul(2).max(8)),
            commands: ArrayQueue::new((2 * slots).clamp(8, 4096)),
            thread: OnceLock::new(),
            idle: AtomicBool::new(false),
            running: AtomicU32::new(0),
            load: AtomicU32::new(0),
        })
    }

    /// The calling thread serves this port from now on.
    pub(crate) fn attach(self: &Arc<Port>) {
        HERE.set(Arc::as_ptr(self));
        // Attached once, by the one thread that was made for this port.
        let _ = self.thread.set(std::thread::current());
        OWN.with(|own| {
            let _ = own.set(self.clone());
        });
    }

    pub(crate) fn is_here(&self) -> bool {
        std::ptr::eq(HERE.get(), self)
    }

    /// Make `slot` ready. `queued` is the task's own flag (I1).
    pub(crate) fn wake(&self, slot: u32, queued: &AtomicBool, priority: u32) {
        if queued.swap(true, Ordering::AcqRel) {
            return;
        }
        // Cannot be full (I1).
        let _ = self.wakes.push(slot);
        let running = self.running.load(Ordering::Relaxed);
        if !self.is_here() {
            self.notify(priority >= running);
        } else if priority > running {
            // The running guest's own host call woke somebody more important.
            self.interrupt.raise();
        }
    }

    /// Tell the worker something. While it has 4096 orders unread this waits, spinning, except
    /// on a worker (I4): there the answer is false and the order is not taken.
    pub(crate) fn command(&self, command: Command) -> bool {
        let mut command = command;
        while let Err(back) = self.commands.push(command) {
            if !HERE.get().is_null() {
                return false;
            }
            command = back;
            self.notify(true);
            std::thread::yield_now();
        }
        if self.is_here() {
            // An order of a guest to its own worker is obeyed at that guest's next safe point.
            self.interrupt.raise();
        } else {
            self.notify(true);
        }
        true
    }

    fn notify(&self, urgent: bool) {
        fence(Ordering::SeqCst);
        if self.idle.load(Ordering::SeqCst) {
            if let Some(thread) = self.thread.get() {
                thread.unpark();
            }
        } else if urgent && !self.is_here() {
            self.interrupt.raise();
        }
    }

    /// Make the worker look again, whatever it does.
    pub(crate) fn poke(&self) {
        self.interrupt.raise();
        self.notify(false);
    }

    // Empty is the rule on the short path, and costs two loads to see; `pop` costs a full fence.
    pub(crate) fn next_wake(&self) -> Option<u32> {
        if self.wakes.is_empty() {
            None
        } else {
            self.wakes.pop()
        }
    }

    pub(crate) fn next_command(&self) -> Option<Command> {
        if self.commands.is_empty() {
            None
        } else {
            self.commands.pop()
        }
    }

    pub(crate) fn runs(&self, priority: u32) {
        self.running.store(priority, Ordering::Relaxed);
    }

    /// Rest until notified or `until` (monotonic ns). May return early.
    pub(crate) fn rest(&self, until: Option<u64>) {
        settle();
        self.idle.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        if self.wakes.is_empty() && self.commands.is_empty() && !self.interrupt.pending() {
            match until {
                None => std::thread::park(),
                Some(at) => {
                    let left = at.saturating_sub(terrace_host::clock::monotonic_ns());
                    if left > 0 {
                        std::thread::park_timeout(std::time::Duration::from_nanos(left));
                    }
                }
            }
        }
        self.idle.store(false, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owed() -> usize {
        SOON.with(|soon| {
            let held = |place: &&Cell<Option<Thread>>| {
                let there = place.take();
                let some = there.is_some();
                place.set(there);
                some
            };
            soon.iter().filter(held).count()
        })
    }

    #[test]
    fn a_worker_rouses_each_thread_once_and_when_its_guest_has_left() {
        rouse_soon(&std::thread::current());
        assert_eq!(owed(), 0, "no worker: at once");
        // A thread of its own: who waits for a scope parks there, and may be roused out of that.
        let sleeper = std::thread::spawn(std::thread::park);
        let asleep = sleeper.thread().clone();
        let worker = std::thread::spawn(move || {
            Port::new(0, 1, Interrupt::new(|| {})).attach();
            rouse_soon(&asleep);
            rouse_soon(&asleep);
            assert_eq!(owed(), 1);
            rouse_soon(&std::thread::current());
            assert_eq!(owed(), 2);
            settle();
            assert_eq!(owed(), 0);
        });
        worker.join().unwrap();
        sleeper.join().unwrap();
    }
}
