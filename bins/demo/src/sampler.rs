//! Watches the daemon's partitions: the most memory each had.

use anyhow::Result;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
use terrace_daemon::client::Client;

/// Looks every few milliseconds, on a connection of its own.
pub struct Sampler {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<HashMap<String, u64>>,
}

impl Sampler {
    /// Begin.
    pub fn start(socket: PathBuf) -> Result<Sampler> {
        let stop = Arc::new(AtomicBool::new(false));
        let mut client = Client::connect(&socket)?;
        let thread = std::thread::spawn({
            let stop = stop.clone();
            move || {
                let mut most: HashMap<String, u64> = HashMap::new();
                while !stop.load(Ordering::Relaxed) {
                    for partition in client.ps().unwrap_or_default() {
                        let seen = most.entry(partition.name).or_default();
                        *seen = (*seen).max(partition.memory.committed);
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
                most
            }
        });
        Ok(Sampler { stop, thread })
    }

    /// The most committed bytes by partition name.
    pub fn finish(self) -> HashMap<String, u64> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap_or_default()
    }
}

/// Proportional share of memory of a process, in bytes; none if it is gone.
pub fn proportional(pid: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = text.lines().find(|l| l.starts_with("Pss:"))?;
    line.split_whitespace()
        .nth(1)?
        .parse::<u64>()
        .ok()
        .map(|kib| kib * 1024)
}
