//! The machine and the tools behind the figures: a maximum without them is a rumour.

use rustix::system::uname;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::process::Command;
use terrace_host::thread::{self, Class};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// See the module.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MachineFacts {
    /// When the run began.
    pub date: String,
    /// Linux and its release.
    pub kernel: String,
    /// The processor's name.
    pub cpu: String,
    /// Cores this process may use.
    pub cores: usize,
    /// A virtual machine: an idle core takes tens of microseconds to wake.
    pub hypervisor: bool,
    /// The frequency governor, where it can be read.
    pub governor: Option<String>,
    /// Linux grants real-time classes to this process.
    pub fifo: bool,
    /// Load averages when the run began: other work on the machine.
    pub load_before: String,
    /// Load averages when it ended.
    pub load_after: String,
    /// Memory in MiB.
    pub memory_mib: u64,
    /// The most mappings a process may have.
    pub max_map_count: Option<u64>,
    /// The C compilers and the rival engine, first line of `--version` each.
    pub tools: Vec<String>,
}

impl MachineFacts {
    /// Look, at the begin of a run.
    #[must_use]
    pub fn gather(wasmtime: Option<&Path>) -> MachineFacts {
        let cpu = read("/proc/cpuinfo").unwrap_or_default();
        let line = |key: &str| {
            let line = cpu.lines().find(|l| l.starts_with(key)).unwrap_or("");
            line.split_once(':')
                .map_or("", |(_, v)| v.trim())
                .to_owned()
        };
        let name = uname();
        let wasmtime = wasmtime.map(Path::to_string_lossy);
        let tools = ["gcc", "clang"].into_iter().chain(wasmtime.as_deref());
        MachineFacts {
            date: date(),
            kernel: format!(
                "{} {}",
                name.sysname().to_string_lossy(),
                name.release().to_string_lossy()
            ),
            cpu: line("model name"),
            cores: thread::cores(),
            hypervisor: line("flags").split(' ').any(|f| f == "hypervisor"),
            governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            fifo: fifo_granted(),
            load_before: load(),
            load_after: String::new(),
            memory_mib: terrace_host::memory::machine_bytes() >> 20,
            max_map_count: read("/proc/sys/vm/max_map_count").and_then(|t| t.parse().ok()),
            tools: tools.filter_map(version).collect(),
        }
    }

    /// Note the load at the end of the run.
    pub fn ended(&mut self) {
        self.load_after = load();
    }

    /// The date in a form that a file name can have.
    #[must_use]
    pub fn file_date(&self) -> String {
        self.date.replace(':', "-")
    }

    /// A few lines for people.
    #[must_use]
    pub fn text(&self) -> String {
        let governor = self.governor.as_deref().unwrap_or("not readable");
        let machine = if self.hypervisor {
            "virtual machine"
        } else {
            "real machine"
        };
        let fifo = if self.fifo {
            "granted"
        } else {
            "REFUSED (real-time rows run as normal threads)"
        };
        let maps = self
            .max_map_count
            .map_or_else(|| "unknown".to_owned(), |n| n.to_string());
        format!(
            "{} | {} | {} x {} ({machine}) | {} MiB | governor {governor} | real-time {fifo}\n\
             load {} before, {} after | max_map_count {maps} | {}",
            self.date,
            self.kernel,
            self.cores,
            self.cpu,
            self.memory_mib,
            self.load_before,
            self.load_after,
            self.tools.join(" | "),
        )
    }
}

fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|t| t.trim().to_owned())
}

fn load() -> String {
    let text = read("/proc/loadavg").unwrap_or_default();
    text.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

fn date() -> String {
    let now = OffsetDateTime::now_utc()
        .replace_nanosecond(0)
        .expect("0 is a nanosecond");
    now.format(&Rfc3339)
        .expect("a date of this century can be written")
}

fn fifo_granted() -> bool {
    std::thread::spawn(|| thread::set_class(Class::Fifo(1)).is_ok())
        .join()
        .unwrap_or(false)
}

fn version(tool: &str) -> Option<String> {
    let answer = Command::new(tool).arg("--version").output().ok()?;
    String::from_utf8_lossy(&answer.stdout)
        .lines()
        .next()
        .map(str::to_owned)
}
