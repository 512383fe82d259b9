//! Freeing what a life owned. Small guests are freed where they end; large ones on a thread
//! of their own, because giving many pages back to Linux would hold up the worker.

use crate::task::Task;
use crate::worker::finish;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use terrace_engine::{Guest, Outcome};

/// A guest with more memory than this is freed elsewhere: giving back 4 MiB takes about a
/// quarter of a millisecond, waking the reaper on another core about a tenth of that.
const LARGE: u64 = 4 << 20;

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
    pub(crate) fn start(runtime: tokio::runtime::Handle) -> std::io::Result<Reaper> {
        let (sender, receiver) = channel::<Remains>();
        std::thread::Builder::new()
            .name("reaper".to_owned())
            .spawn(move || {
                // A socket that is dropped may post its last bytes: to the machine's runtime, not
                // to one that `wasmtime-wasi` would make for it.
                let _context = runtime.enter();
                for remains in receiver {
                    free(remains);
                }
            })?;
        Ok(Reaper(sender))
    }

    /// Free a guest, then publish the end of its life.
    pub(crate) fn bury(&self, task: Arc<Task>, guest: Guest, outcome: Outcome) {
        let large = task.meter.size() > LARGE;
        let remains = Remains {
            task,
            guest,
            outcome,
        };
        if !large {
            free(remains);
        } else if let Err(back) = self.0.send(remains) {
            // The reaper is gone only while the whole monitor goes.
            free(back.0);
        }
    }
}

fn free(remains: Remains) {
    let Remains {
        task,
        guest,
        outcome,
    } = remains;
    drop(guest);
    finish(&task, outcome);
}
