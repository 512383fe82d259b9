//! The threads of this process, as Linux has them.

use std::fs;

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinuxThread {
    /// Its number.
    pub tid: u32,
    /// Its name, at most 15 letters.
    pub name: String,
    /// 0 `SCHED_OTHER`, 1 `SCHED_FIFO`.
    pub policy: u32,
    /// Linux real-time priority; 0 without one.
    pub priority: u32,
    /// Processor time so far, in ns.
    pub cpu_ns: u64,
    /// Page faults so far.
    pub faults: u64,
}

impl LinuxThread {
    /// All threads whose name begins so.
    ///
    /// # Panics
    /// Without `/proc`.
    #[must_use]
    pub fn named(prefix: &str) -> Vec<LinuxThread> {
        let tasks = fs::read_dir("/proc/self/task").expect("/proc is mounted");
        let all = tasks.filter_map(|t| LinuxThread::read(&t.ok()?.file_name().to_string_lossy()));
        all.filter(|t| t.name.starts_with(prefix)).collect()
    }

    /// None if the thread ended meanwhile.
    fn read(tid: &str) -> Option<LinuxThread> {
        let stat = fs::read_to_string(format!("/proc/self/task/{tid}/stat")).ok()?;
        let times = fs::read_to_string(format!("/proc/self/task/{tid}/schedstat")).ok()?;
        let (head, tail) = stat.rsplit_once(')')?;
        // proc_pid_stat(5): the first field after the name is number 3.
        let text = |number: usize| tail.split_whitespace().nth(number - 3);
        let field = |number: usize| text(number)?.parse().ok();
        let count = |number: usize| text(number)?.parse::<u64>().ok();
        Some(LinuxThread {
            tid: tid.parse().ok()?,
            name: head.split_once('(')?.1.to_owned(),
            priority: field(40)?,
            policy: field(41)?,
            faults: count(10)? + count(12)?,
            cpu_ns: times.split_whitespace().next()?.parse().ok()?,
        })
    }
}
