//! What workers tell the controller's thread: that something happened to a task.
//!
//! # Invariants
//! I1. A task is in the queue at most once (`reported`), so the queue, which has a place for every
//!     partition twice over (an old and a new life), is never full.
//! I2. Posting never blocks or allocates; what happened is noted in the task's bits before.

use crate::control::Job;
use crate::port;
use crate::task::Task;
use crossbeam_queue::ArrayQueue;
use std::sync::atomic::{AtomicBool, Ordering, fence};
use std::sync::{Arc, OnceLock};
use std::thread::Thread;
use std::time::Duration;

/// What can be noted.
pub(crate) mod bits {
    pub(crate) const STARTED: u32 = 1;
    pub(crate) const ENDED: u32 = 2;
    pub(crate) const OVERRAN: u32 = 4;
    pub(crate) const SUSPENDED: u32 = 8;
    pub(crate) const RESUMED: u32 = 16;
    pub(crate) const MEMORY_FULL: u32 = 32;
    pub(crate) const LOG_DROPPED: u32 = 64;
    /// A release missed its deadline.
    pub(crate) const MISSED: u32 = 128;
    /// A component was started, stopped, paused, resumed or suspended.
    pub(crate) const COMPONENT: u32 = 256;
    /// A component has ended, and all others go with it.
    pub(crate) const PART_ENDED: u32 = 512;
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Reports {
    queue: ArrayQueue<Arc<Task>>,
    jobs: ArrayQueue<Job>,
    /// Messages wait for an app that does not run.
    summoned: AtomicBool,
    reader: OnceLock<Thread>,
    idle: AtomicBool,
}

impl Reports {
    pub(crate) fn new(partitions: usize) -> Arc<Reports> {
        Arc::new(Reports {
            queue: ArrayQueue::new(2 * partitions.max(8)),
            jobs: ArrayQueue::new(256),
            summoned: AtomicBool::new(false),
            reader: OnceLock::new(),
            idle: AtomicBool::new(false),
        })
    }

    /// The calling thread reads from now on.
    pub(crate) fn attach(&self) {
        // Attached once, by the one thread made for it.
        let _ = self.reader.set(std::thread::current());
    }

    pub(crate) fn post(&self, task: &Arc<Task>) {
        if !task.reported.swap(true, Ordering::AcqRel) {
            // Full only if I1 is broken; the flag then stays up and the task is found by `wait`.
            let _ = self.queue.push(task.clone());
        }
        if let Some(reader) = self.resting() {
            port::rouse_soon(reader);
        }
    }

    /// Ask for something that may wait for Linux. False if too much is asked already.
    pub(crate) fn post_job(&self, job: Job) -> bool {
        let taken = self.jobs.push(job).is_ok();
        self.nudge();
        taken
    }

    /// Ask to start apps for which messages wait.
    pub(crate) fn summon(&self) {
        self.summoned.store(true, Ordering::Release);
        self.nudge();
    }

    pub(crate) fn take_summons(&self) -> bool {
        self.summoned.swap(false, Ordering::AcqRel)
    }

    pub(crate) fn next_job(&self) -> Option<Job> {
        self.jobs.pop()
    }

    /// Make the reader look again.
    pub(crate) fn nudge(&self) {
        if let Some(reader) = self.resting() {
            reader.unpark();
        }
    }

    /// The reader, if it has to be roused for what was just queued.
    fn resting(&self) -> Option<&Thread> {
        fence(Ordering::SeqCst);
        let idle = self.idle.load(Ordering::SeqCst);
        self.reader.get().filter(|_| idle)
    }

    /// The next task and what was noted of it.
    pub(crate) fn next(&self) -> Option<(Arc<Task>, u32)> {
        let task = self.queue.pop()?;
        task.reported.store(false, Ordering::Release);
        let noted = task.noted.swap(0, Ordering::AcqRel);
        Some((task, noted))
    }

    /// Rest until something is posted or the time has passed.
    pub(crate) fn rest(&self, timeout: Option<Duration>) {
        self.idle.store(true, Ordering::SeqCst);
        fence(Ordering::SeqCst);
        let summoned = self.summoned.load(Ordering::Acquire);
        if self.queue.is_empty() && self.jobs.is_empty() && !summoned {
            match timeout {
                Some(timeout) => std::thread::park_timeout(timeout),
                None => std::thread::park(),
            }
        }
        self.idle.store(false, Ordering::SeqCst);
    }
}
