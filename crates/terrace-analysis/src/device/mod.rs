//! From manifests to what is analysed: the apps of a device become tasks on its workers.
//!
//! A plan is made of one manifest, or of a device file with the manifests it names. What the
//! manifests leave open (no cost, a channel of an app that is not there, a permission nobody
//! granted) is a [`Finding`]; what they say becomes a [`TaskSet`].
//!
//! - A periodic task is a task; a receiver with a period is a sporadic task; one without is
//!   released by each sender of its channels (a precedence, as table 5.2 of the dissertation
//!   has it). A service's own callback is aperiodic: a server of the device file may serve it.
//! - What is of one component runs to completion, one at a time.
//! - A collection of a Java component is a task below all others that must end before the
//!   component's next release.
//! - A plain app with a fixed priority and a budget is a deferrable server: what it has not used is
//!   there until its period ends, so two budgets may be used back to back.
//!
//! Source: RTDroid dissertation, tables 5.1 and 5.2, section 5.2; DESIGN.md 3.3 and 3.8.

mod assemble;
mod call;
mod channel;
mod finding;
mod grants;
mod memory;
mod task;

pub use finding::{Finding, Severity};

use crate::{answer::Memory, model::TaskSet};
use terrace_manifest::{App, AppName, Chain, Device, Label, Protocol, Server, Span, WorkerPlan};

/// One time unit of every set that is made of manifests.
pub const TIME_UNIT: &str = "us";

/// A partition, or several of one app, on a device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// What the partitions are called; the second is `NAME-2`.
    pub name: AppName,
    /// What runs.
    pub app: App,
    /// How many.
    pub count: u32,
    /// Permissions the device file gives.
    pub permissions: Vec<Label>,
    /// The worker of what the manifest binds to none.
    pub worker: Option<u16>,
}

impl Installed {
    /// One partition of an app, with nothing but what its manifest says.
    #[must_use]
    pub fn alone(app: App) -> Installed {
        Installed {
            name: app.name.clone(),
            app,
            count: 1,
            permissions: Vec::new(),
            worker: None,
        }
    }
}

/// A device and all that is on it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DevicePlan {
    /// The apps, in the order of the device file.
    pub apps: Vec<Installed>,
    /// Bytes all partitions together may use.
    pub memory: Option<u64>,
    /// The longest masked section of the monitor.
    pub masked: Span,
    /// What is done at shared resources.
    pub protocol: Protocol,
    /// Workers that are not plain fixed-priority ones.
    pub workers: Vec<WorkerPlan>,
    /// Servers of aperiodic work.
    pub servers: Vec<Server>,
    /// Paths of data through several apps.
    pub chains: Vec<Chain>,
    /// Is it one manifest without a device? Then names have no app before them, and what other
    /// apps would bring is not missed.
    pub alone: bool,
}

/// What is analysed, and what was found on the way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Plan {
    /// The tasks of all workers.
    pub set: TaskSet,
    /// Sums of memory.
    pub memory: Memory,
    /// What is wrong or worth knowing, in the order of the device.
    pub findings: Vec<Finding>,
    /// What has a fixed priority and no bound, for which nothing can be proven below it.
    pub voids: Vec<Void>,
    /// Where everything of fixed priority is that has a bound.
    pub spots: Vec<Spot>,
}

/// Why the load of a partition is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Void {
    /// Whose; empty: that of a whole worker.
    pub partition: String,
    /// What it lacks.
    pub what: String,
    /// What to do.
    pub fix: String,
}

/// A priority at which a partition runs on a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// Who.
    pub partition: String,
    /// Where.
    pub worker: u32,
    /// 0: below all others.
    pub priority: u8,
}

impl Plan {
    /// Did the manifests leave nothing open that the proof needs?
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.findings.iter().all(|f| f.severity != Severity::Error)
    }
}

impl DevicePlan {
    /// A device with its apps, in the order of the device file.
    #[must_use]
    pub fn of(device: &Device, apps: Vec<Installed>) -> DevicePlan {
        DevicePlan {
            apps,
            memory: device.memory.map(terrace_manifest::Bytes::get),
            masked: device.masked.unwrap_or_default(),
            protocol: device.protocol,
            workers: device.worker_plans.clone(),
            servers: device.servers.clone(),
            chains: device.chains.clone(),
            alone: false,
        }
    }

    /// One app without a device.
    #[must_use]
    pub fn of_app(app: App) -> DevicePlan {
        DevicePlan {
            apps: vec![Installed::alone(app)],
            alone: true,
            ..DevicePlan::default()
        }
    }

    /// What is analysed.
    #[must_use]
    pub fn plan(&self) -> Plan {
        assemble::plan(self)
    }
}

#[cfg(test)]
mod tests;
