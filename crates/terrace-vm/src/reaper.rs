//! Freeing what a life owned. Small guests are freed where they end; large ones on a thread
//! of their own, because giving many pages back to Linux would hold up the worker.

use crate::task::Task;
use crate::worker::finish;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use terrace_engine::{Guest, Outcome};

/// A guest with more memory than this is freed elsewhere (about 70 us of `madvise`).
const LARGE: u64 = 1 << 20;

struct Remains {
    task: Arc<Task>,
    guest: Guest,
    outcome: Outcome,
}

/// See the module. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Reaper(Sender<Remains>);

impl Reaper {
    /// A reaper with its thread, which ends with the last clone.
    pub(crate) fn start() -> std::io::Result<Reaper> {
        let (sender, receiver) = channel::<Remains>();
        std::thread::Builder::new().name("reaper".to_owned()).spawn(move || {
            for remains in receiver {
                free(remains);
            }
        })?;
        Ok(Reaper(sender))
    }

    /// Free a guest, then publish the end of its life.
    pub(crate) fn bury(&self, task: Arc<Task>, guest: Guest, outcome: Outcome) {
        let large = task.meter.size() > LARGE;
        let remains = Remains { task, guest, outcome };
        if !large {
            free(remains);
        } else if let Err(back) = self.0.send(remains) {
            // The reaper is gone only while the whole monitor goes.
            free(back.0);
        }
    }
}

fn free(remains: Remains) {
    let Remains { task, guest, outcome } = remains;
    drop(guest);
    finish(&task, outcome);
}
