//! Door: who waits for a task as a callee, what was sent to it, and who wants to hear of its end.
//!
//! # Invariants
//! I1. `top` is one more than the highest priority that waits, 0 for nobody; it changes under the lock
//!     and is read without.
//! I2. All room is made when the first interface is offered.
//! I3. Who waits here has `calling` set to this task, and takes itself off the list when it stops.

use super::mailbox::Mailbox;
use crate::task::Task;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Weak};
use terrace_abi::Code;
use terrace_host::pi_mutex::PiMutex;

const SLOTS: usize = terrace_abi::SEND_SLOTS as usize;
const SLOT: usize = terrace_abi::SEND_BYTES as usize;

struct Waiting {
    task: Arc<Task>,
    priority: u32,
}

/// A request that nobody answers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sent {
    pub(crate) caller: u64,
    pub(crate) target: u32,
    pub(crate) method: u32,
    place: usize,
    pub(crate) length: usize,
}

/// The caller of the call in progress is not there: its reply goes here.
pub(crate) struct Absent {
    pub(crate) caller: u64,
    pub(crate) serial: u64,
    pub(crate) mailbox: Arc<Mailbox>,
}

#[derive(Default)]
struct Hall {
    waiting: Vec<Waiting>,
    sent: VecDeque<Sent>,
    free: Vec<usize>,
    bytes: Box<[u8]>,
    watchers: Vec<(Weak<Task>, u32)>,
    absent: Option<Absent>,
}

/// See the module.
pub(crate) struct Door {
    hall: PiMutex<Hall>,
    top: AtomicU32,
    sends: AtomicU32,
    open: AtomicBool,
    closed: AtomicBool,
}

impl std::fmt::Debug for Door {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Door({})", self.top.load(Ordering::Relaxed))
    }
}

impl Default for Door {
    fn default() -> Door {
        Door {
            hall: PiMutex::new(Hall::default()),
            top: AtomicU32::new(0),
            sends: AtomicU32::new(0),
            open: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        }
    }
}

fn top(waiting: &[Waiting]) -> u32 {
    waiting.iter().map(|w| w.priority + 1).max().unwrap_or(0)
}

impl Door {
    /// Make room for this many that wait (I2). Allocates.
    pub(crate) fn open(&self, waiting: usize) {
        if self.open.swap(true, Ordering::AcqRel) {
            return;
        }
        let mut hall = self.hall.lock();
        hall.waiting.reserve_exact(waiting);
        hall.sent.reserve_exact(SLOTS);
        hall.free = (0..SLOTS).rev().collect();
        hall.bytes = vec![0; SLOTS * SLOT].into_boxed_slice();
    }

    /// The life is over: everybody who waits or watches is told.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        let gone = std::mem::take(&mut *self.hall.lock());
        self.top.store(0, Ordering::SeqCst);
        for waiting in gone.waiting {
            waiting.task.rouse();
        }
        for (task, handle) in gone.watchers {
            if let Some(task) = task.upgrade() {
                task.tell_death(handle);
            }
        }
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    /// May one of this priority have the callee before everybody who waits?
    pub(crate) fn admits(&self, priority: u32) -> bool {
        self.top.load(Ordering::SeqCst) <= priority + 1
    }

    /// Wait, with this priority. `full` when too many do.
    pub(crate) fn wait(&self, task: &Arc<Task>, priority: u32) -> Code {
        let mut hall = self.hall.lock();
        if let Some(known) = hall.waiting.iter_mut().find(|w| Arc::ptr_eq(&w.task, task)) {
            known.priority = priority;
        } else if hall.waiting.len() == hall.waiting.capacity() {
            // Closed meanwhile, which the caller sees next, or more than there are partitions.
            return Code::Full;
        } else {
            hall.waiting.push(Waiting {
                task: task.clone(),
                priority,
            });
        }
        self.top.store(top(&hall.waiting), Ordering::SeqCst);
        Code::Ok
    }

    /// Wait no more.
    pub(crate) fn leave(&self, task: &Task) {
        if self.top.load(Ordering::SeqCst) == 0 {
            return;
        }
        let mut hall = self.hall.lock();
        // In the order in which they came.
        hall.waiting
            .retain(|w| !std::ptr::eq(w.task.as_ref(), task));
        self.top.store(top(&hall.waiting), Ordering::SeqCst);
    }

    /// The most important one that waits, the first among equals.
    pub(crate) fn first(&self) -> Option<Arc<Task>> {
        if self.top.load(Ordering::SeqCst) == 0 {
            return None;
        }
        let hall = self.hall.lock();
        let most = hall.waiting.iter().map(|w| w.priority).max()?;
        let first = hall.waiting.iter().find(|w| w.priority == most)?;
        Some(first.task.clone())
    }

    /// The caller of this call goes; its reply is kept.
    pub(crate) fn keep_reply(&self, absent: Absent) {
        self.hall.lock().absent = Some(absent);
    }

    /// It is there again, or needs no reply any more.
    pub(crate) fn keep_no_reply(&self, caller: u64, serial: u64) {
        self.take_absent(caller, serial);
    }

    pub(crate) fn take_absent(&self, caller: u64, serial: u64) -> Option<Absent> {
        self.hall
            .lock()
            .absent
            .take_if(|a| a.caller == caller && a.serial == serial)
    }

    /// Queue a request that nobody answers.
    pub(crate) fn send(&self, caller: u64, target: u32, method: u32, request: &[u8]) -> Code {
        let mut hall = self.hall.lock();
        if self.is_closed() {
            return Code::Dead;
        }
        let Some(place) = hall.free.pop() else {
            return Code::Full;
        };
        let start = place * SLOT;
        hall.bytes[start..start + request.len()].copy_from_slice(request);
        hall.sent.push_back(Sent {
            caller,
            target,
            method,
            place,
            length: request.len(),
        });
        self.sends.fetch_add(1, Ordering::Release);
        Code::Ok
    }

    /// The next request that nobody answers, copied out; what does not fit is dropped.
    pub(crate) fn next_sent(&self, request: &mut [u8]) -> Option<Sent> {
        if self.sends.load(Ordering::Acquire) == 0 {
            return None;
        }
        let mut hall = self.hall.lock();
        while let Some(sent) = hall.sent.pop_front() {
            self.sends.fetch_sub(1, Ordering::Release);
            hall.free.push(sent.place);
            let start = sent.place * SLOT;
            if let Some(room) = request.get_mut(..sent.length) {
                room.copy_from_slice(&hall.bytes[start..start + sent.length]);
                return Some(sent);
            }
        }
        None
    }

    /// Tell `task` when this life ends. False if it has.
    pub(crate) fn watch(&self, task: &Arc<Task>, handle: u32) -> bool {
        let mut hall = self.hall.lock();
        if self.is_closed() {
            return false;
        }
        hall.watchers.push((Arc::downgrade(task), handle));
        true
    }

    pub(crate) fn unwatch(&self, task: &Arc<Task>, handle: u32) {
        let mut hall = self.hall.lock();
        hall.watchers
            .retain(|(t, h)| *h != handle || !std::ptr::eq(t.as_ptr(), Arc::as_ptr(task)));
    }
}
