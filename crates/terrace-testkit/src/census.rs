//! What this process holds, as Linux counts it: descriptors, mappings, threads, resident memory.

use std::fs;

/// See the module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Census {
    /// Open file descriptors.
    pub descriptors: usize,
    /// Memory mappings.
    pub mappings: usize,
    /// Threads.
    pub threads: usize,
    /// Resident memory in KiB.
    pub resident_kib: usize,
}

impl Census {
    /// Count now.
    ///
    /// # Panics
    /// Without `/proc`.
    #[must_use]
    pub fn take() -> Census {
        // What the allocator keeps for later is no leak.
        terrace_host::memory::trim_heap();
        Census::of("self")
    }

    /// Count another process.
    ///
    /// # Panics
    /// If there is no such process.
    #[must_use]
    pub fn of(pid: &str) -> Census {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("/proc is mounted");
        let field = |name: &str| {
            let line = status.lines().find(|l| l.starts_with(name)).unwrap_or("");
            line.split_whitespace()
                .nth(1)
                .and_then(|n| n.parse().ok())
                .unwrap_or(0)
        };
        let maps = fs::read_to_string(format!("/proc/{pid}/maps")).expect("/proc is mounted");
        Census {
            descriptors: fs::read_dir(format!("/proc/{pid}/fd"))
                .expect("/proc is mounted")
                .count(),
            mappings: maps.lines().count(),
            threads: field("Threads:"),
            resident_kib: field("VmRSS:"),
        }
    }
}
