//! An installed app: its manifest and its compiled program, shared by all its partitions.

use std::path::{Path, PathBuf};
use terrace_engine::{DirGrant, Grants, Program, Standard, WasiSpec};
use terrace_manifest::{Access, App as Manifest, Mode, OnOverrun, Scheduler};
use terrace_sched::{Budget, OverrunAction, Params, Priority, Span};

/// See the module.
#[derive(Debug, Clone)]
pub struct App {
    /// What the author declared.
    pub manifest: Manifest,
    /// The program.
    pub program: Program,
    /// Relative host paths of the manifest start here.
    pub base: PathBuf,
    /// Identifies the image (a digest), for people.
    pub image: String,
}

/// What one partition has beyond its app's manifest.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// Arguments instead of the manifest's.
    pub args: Option<Vec<String>>,
    /// Variables beside the manifest's; the later one wins.
    pub env: Vec<(String, String)>,
    /// Folders beside the manifest's.
    pub dirs: Vec<DirGrant>,
    /// Standard streams.
    pub standard: Standard,
    /// The worker, if the manifest names none.
    pub worker: Option<u16>,
    /// Start it even if deadlines would be missed; nothing is proven while it lives.
    pub force: bool,
}

/// The linking grants of a manifest.
#[must_use]
pub fn grants(manifest: &Manifest) -> Grants {
    Grants {
        clock: manifest.permissions.clock,
        random: manifest.permissions.random,
    }
}

impl App {
    /// The app's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.manifest.name.as_str()
    }

    /// Is it made of components, each with an instance of its own?
    #[must_use]
    pub fn of_components(&self) -> bool {
        self.component_count() > 0 && self.program.of_components()
    }

    fn component_count(&self) -> usize {
        let parts = &self.manifest.components;
        parts.services.len() + parts.receivers.len()
    }

    /// Instances of one partition of it.
    pub(crate) fn instances(&self) -> usize {
        if self.of_components() {
            self.component_count()
        } else {
            1
        }
    }

    pub(crate) fn threaded(&self) -> bool {
        self.manifest.cpu.mode == Mode::Threaded
    }

    pub(crate) fn params(&self) -> Params {
        let cpu = &self.manifest.cpu;
        let level = match cpu.scheduler {
            Scheduler::Normal => 0,
            Scheduler::Fifo => cpu.priority.unwrap_or(1),
        };
        Params {
            priority: Priority::new(level).unwrap_or(Priority::NORMAL),
            slice: Span::from_us(cpu.slice_us),
            budget: cpu.budget.as_ref().map(|b| Budget {
                amount: Span::from_us(b.budget_us),
                period: Span::from_us(b.period_us),
            }),
            on_overrun: match cpu.on_overrun {
                OnOverrun::Log => OverrunAction::Log,
                OnOverrun::Throttle => OverrunAction::Throttle,
                OnOverrun::Suspend => OverrunAction::Suspend,
                OnOverrun::Stop => OverrunAction::Stop,
            },
        }
    }

    pub(crate) fn wasi(&self, partition: &str, overrides: &Overrides) -> WasiSpec {
        let permissions = &self.manifest.permissions;
        let mut args = vec![partition.to_owned()];
        args.extend(
            overrides
                .args
                .clone()
                .unwrap_or_else(|| permissions.args.clone()),
        );
        let mut env = permissions.env.clone();
        for (key, value) in &overrides.env {
            env.retain(|(k, _)| k != key);
            env.push((key.clone(), value.clone()));
        }
        let dirs = permissions.dirs.iter().map(|d| DirGrant {
            host: resolve(&self.base, &d.host),
            guest: d.guest.clone(),
            write: d.access == Access::Write,
        });
        WasiSpec {
            args,
            env,
            dirs: dirs.chain(overrides.dirs.iter().cloned()).collect(),
            network: permissions.network.clone(),
            standard: overrides.standard,
        }
    }
}

fn resolve(base: &Path, host: &Path) -> PathBuf {
    if host.is_absolute() {
        host.to_owned()
    } else {
        base.join(host)
    }
}
