//! Progress of what takes more than a second, on standard error, and only on a terminal.

use crate::output;
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(250);

/// Shows `what` and the seconds, from the first second until dropped.
pub struct Progress {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Begin. Shows nothing for the first second.
    pub fn start(what: &str) -> Progress {
        let (done, ended) = channel();
        let what = what.to_owned();
        let show = move || {
            let since = Instant::now();
            let terminal = std::io::stderr().is_terminal();
            let mut wait = PATIENCE;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                if !terminal {
                    // One line tells a log enough.
                    output::hint(&format!("{what} ..."));
                    let _ = ended.recv();
                    return;
                }
                wait = TICK;
                let _ = write!(
                    std::io::stderr(),
                    "\r\x1b[K{what} ... {} s",
                    since.elapsed().as_secs()
                );
            }
            if terminal && since.elapsed() >= PATIENCE {
                let _ = write!(std::io::stderr(), "\r\x1b[K");
            }
        };
        let thread = std::thread::Builder::new()
            .name("progress".to_owned())
            .spawn(show)
            .ok();
        Progress {
            done: Some(done),
            thread,
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            // It only prints.
            let _ = thread.join();
        }
    }
}
