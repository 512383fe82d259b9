//! Trace: what each worker ran and when, for a while, on request.
//!
//! Every worker has a ring of marks, made when a trace is first asked for. While none is asked for, a mark
//! costs a look at a flag. A full ring drops the newest and counts them: whoever reads it was too slow.
//!
//! # Invariants
//! I1. A mark neither allocates nor waits: it is copied into a place that exists.
//! I2. The marks of one worker come in the order of their times.
//!
//! Source: issue 4, section 6; the published histograms of DESIGN.md 3.5 tell how often, this tells when.

use crate::controller::Controller;
use crate::port::Port;
use crossbeam_queue::ArrayQueue;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use terrace_host::clock::monotonic_ns;

/// Marks of one worker that wait to be read: 32 bytes each.
const MARKS: usize = 1 << 15;

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occurrence {
    /// A worker begins to run a partition; the detail is its priority.
    Run,
    /// It stops; the detail is why: 0 waits, 1 gives way or was interrupted, 2 has ended.
    Rest,
    /// A partition calls another, or helps it on: the callee runs from now on; the detail is the call.
    Call,
    /// The callee does not run for its caller any more; the detail is the call.
    Return,
    /// A partition sends a message; the detail is the message.
    Send,
    /// A partition takes one; the detail is the message.
    Take,
    /// The monitor begins something of its own for a partition: the end of its life.
    Bury,
    /// It is done.
    Buried,
    /// The worker has nothing to do, and gives its core to Linux.
    Idle,
    /// It has something to do again.
    Awake,
}

/// One of a trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Monotonic ns.
    pub at: u64,
    /// Of which partition: its id as the guest interface has it.
    pub partition: u64,
    /// What else there is to know.
    pub detail: u64,
    /// What happened.
    pub what: Occurrence,
}

/// What a worker marked since the last look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// The core of the worker.
    pub worker: usize,
    /// A number of the worker's own; threaded partitions of a core have one each.
    pub thread: u64,
    /// In the order of their times.
    pub marks: Vec<Mark>,
    /// How many found no room since the trace began.
    pub lost: u64,
}

/// The ring of one worker.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    on: AtomicBool,
    ring: OnceLock<ArrayQueue<Mark>>,
    lost: AtomicU64,
}

impl Recorder {
    /// Note it, if anybody wants to know.
    #[inline]
    pub(crate) fn mark(&self, what: Occurrence, partition: u64, detail: u64) {
        if self.on.load(Ordering::Relaxed) {
            self.note(what, partition, detail);
        }
    }

    #[cold]
    fn note(&self, what: Occurrence, partition: u64, detail: u64) {
        let mark = Mark {
            at: monotonic_ns(),
            partition,
            detail,
            what,
        };
        if self.ring.get().is_none_or(|ring| ring.push(mark).is_err()) {
            self.lost.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn start(&self) {
        let ring = self.ring.get_or_init(|| ArrayQueue::new(MARKS));
        while ring.pop().is_some() {}
        self.lost.store(0, Ordering::Relaxed);
        self.on.store(true, Ordering::Release);
    }

    fn stop(&self) {
        self.on.store(false, Ordering::Release);
    }

    fn take(&self) -> Vec<Mark> {
        let Some(ring) = self.ring.get() else {
            return Vec::new();
        };
        // Not more than there were: a worker that marks on does not keep the reader here.
        (0..ring.len()).map_while(|_| ring.pop()).collect()
    }
}

/// A trace that goes on; it ends when this is dropped. Of a machine there is one at a time.
#[derive(Debug)]
pub struct Trace {
    ports: Vec<Arc<Port>>,
    busy: Arc<AtomicBool>,
}

impl Trace {
    /// What happened since the last look, worker by worker.
    #[must_use]
    pub fn take(&self) -> Vec<Marks> {
        let numbered = self.ports.iter().zip(0..);
        let marks = numbered.map(|(port, thread)| Marks {
            worker: port.number,
            thread,
            marks: port.recorder.take(),
            lost: port.recorder.lost.load(Ordering::Relaxed),
        });
        marks
            .filter(|m| !m.marks.is_empty() || m.lost > 0)
            .collect()
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        self.ports.iter().for_each(|port| port.recorder.stop());
        self.busy.store(false, Ordering::Release);
    }
}

impl Controller {
    /// Begin a trace of all workers, and of the threads of the threaded partitions that live now. None while
    /// another goes on.
    #[must_use]
    pub fn trace(&self) -> Option<Trace> {
        let busy = self.0.tracing.clone();
        if busy.swap(true, Ordering::AcqRel) {
            return None;
        }
        let ports = self.0.pool.all_ports();
        ports.iter().for_each(|port| port.recorder.start());
        Some(Trace { ports, busy })
    }
}

/// A number for one call or message of a partition: the same at both ends.
pub(crate) fn flow(sender: u64, which: u64) -> u64 {
    sender.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ which
}

/// Note something of the guest that the calling thread runs.
#[inline]
pub(crate) fn mark(what: Occurrence, partition: u64, detail: u64) {
    crate::port::with_own(|port| port.recorder.mark(what, partition, detail));
}

#[cfg(test)]
mod tests {
    use super::{MARKS, Occurrence, Recorder};

    #[test]
    fn what_finds_no_room_is_counted_and_nothing_is_marked_when_off() {
        let recorder = Recorder::default();
        recorder.mark(Occurrence::Run, 1, 0);
        assert!(recorder.take().is_empty());
        recorder.start();
        for number in 0..MARKS as u64 + 3 {
            recorder.mark(Occurrence::Run, number, 0);
        }
        let marks = recorder.take();
        assert_eq!(marks.len(), MARKS);
        assert!(marks.is_sorted_by_key(|m| (m.at, m.partition)));
        assert_eq!(recorder.lost.load(std::sync::atomic::Ordering::Relaxed), 3);
        recorder.stop();
        recorder.mark(Occurrence::Run, 1, 0);
        assert!(recorder.take().is_empty());
    }
}
