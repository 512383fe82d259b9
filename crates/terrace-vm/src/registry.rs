//! Which partitions exist, by slot and by name.
//!
//! # Invariants
//! I1. A slot's generation grows with every partition that is born in it.
//! I2. Names are unique among the partitions that exist.
//! I3. `guaranteed` and `more_instances` are sums over the partitions that live.
//! I4. `residents` are among the partitions whose guarantee is reserved, from their start until
//!     their last life has ended, restarts in between included.
//! I5. Who has a `force_at` or a `restart_at` is in `timed`, who has `control` in `managers`: the
//!     supervisor looks for both at every wake-up, which must not cost a walk over all.

use crate::app::App;
use crate::config::Config;
use crate::error::{AdmitError, ControlError};
use crate::id::PartitionId;
use crate::partition::Partition;
use crate::task::Task;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use terrace_analysis::{Bystander, DevicePlan, Residents};
use terrace_manifest::Label;

#[derive(Default)]
struct Slot {
    generation: u32,
    partition: Option<Partition>,
}

/// What the supervisor has to do by now, and when it has to look again.
#[derive(Default)]
pub(crate) struct Due {
    /// Lives whose grace time is over.
    pub(crate) force: Vec<Arc<Task>>,
    /// Partitions whose pause is over.
    pub(crate) restart: Vec<PartitionId>,
    /// Monotonic ns of the next.
    pub(crate) next: Option<u64>,
}

impl Due {
    /// False when the partition has no time left to wait for.
    fn take(&mut self, partition: &mut Partition, now: u64) -> bool {
        if partition.force_at.take_if(|at| *at <= now).is_some() {
            self.force.extend(partition.task.clone());
        }
        if partition.restart_at.take_if(|at| *at <= now).is_some() {
            partition.settled = false;
            self.restart.push(partition.id);
        }
        let soonest = partition
            .force_at
            .into_iter()
            .chain(partition.restart_at)
            .min();
        self.next = self.next.into_iter().chain(soonest).min();
        soonest.is_some()
    }
}

/// See the module.
#[derive(Default)]
pub(crate) struct Registry {
    slots: Vec<Slot>,
    free: Vec<u32>,
    names: HashMap<String, PartitionId>,
    pub(crate) apps: BTreeMap<String, Arc<App>>,
    pub(crate) guaranteed: u64,
    /// Instances of those that live, beyond one for each.
    pub(crate) more_instances: usize,
    /// Those whose time is proven, or endangers what is.
    pub(crate) residents: Residents<PartitionId>,
    /// Count up for names that nobody chose, by app.
    counters: HashMap<String, u64>,
    /// May hold some that have no time any more.
    timed: BTreeSet<PartitionId>,
    managers: BTreeSet<PartitionId>,
}

impl Registry {
    /// Nobody is there yet, on a device as its file says.
    pub(crate) fn of(config: &Config) -> Registry {
        let device = DevicePlan {
            masked: config.masked,
            protocol: config.protocol,
            workers: config.plans.clone(),
            servers: config.servers.clone(),
            chains: config.chains.clone(),
            ..DevicePlan::default()
        };
        Registry {
            residents: Residents::on(device),
            ..Registry::default()
        }
    }

    /// Reserve a place and a name, and put what `make` makes there.
    pub(crate) fn insert(
        &mut self,
        name: Option<&str>,
        app: &str,
        most: usize,
        make: impl FnOnce(PartitionId, String) -> Partition,
    ) -> Result<PartitionId, AdmitError> {
        if self.instances() >= most {
            return Err(AdmitError::Full { limit: most });
        }
        let name = self.name(name, app)?;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot::default());
            u32::try_from(self.slots.len() - 1).unwrap_or(u32::MAX)
        });
        let place = &mut self.slots[slot as usize];
        place.generation += 1;
        let id = PartitionId::new(slot, place.generation);
        let partition = place.partition.insert(make(id, name.clone()));
        if partition.app.manifest.permissions.control {
            self.managers.insert(id);
        }
        self.names.insert(name, id);
        Ok(id)
    }

    /// Instances there are, or may be: one for each partition, and the components of those that live.
    pub(crate) fn instances(&self) -> usize {
        self.names.len() + self.more_instances
    }

    /// What was reserved for a life of this app.
    pub(crate) fn give_back(&mut self, app: &App) {
        let guaranteed = app.manifest.memory.guaranteed.get();
        self.guaranteed = self.guaranteed.saturating_sub(guaranteed);
        self.more_instances = self.more_instances.saturating_sub(app.instances() - 1);
    }

    fn name(&mut self, wanted: Option<&str>, app: &str) -> Result<String, AdmitError> {
        let Some(name) = wanted else {
            let counter = self.counters.entry(app.to_owned()).or_default();
            loop {
                *counter += 1;
                let name = format!("{app}-{counter}");
                if !self.names.contains_key(&name) {
                    return Ok(name);
                }
            }
        };
        let most = terrace_abi::NAME_BYTES;
        let letters = name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b));
        let first = name
            .bytes()
            .next()
            .is_some_and(|b| b.is_ascii_alphanumeric());
        if !letters || !first || name.len() as u64 > most {
            return Err(AdmitError::BadName {
                name: name.chars().take(80).collect(),
                most,
            });
        }
        if self.names.contains_key(name) {
            return Err(AdmitError::NameTaken(name.to_owned()));
        }
        Ok(name.to_owned())
    }

    pub(crate) fn remove(&mut self, id: PartitionId) -> Option<Partition> {
        let slot = self
            .slots
            .get_mut(id.slot())
            .filter(|s| s.generation == id.generation())?;
        let partition = slot.partition.take()?;
        if partition.reserved {
            // It waited for its restart.
            self.give_back(&partition.app);
        }
        self.residents.leave(&id);
        self.names.remove(&partition.name);
        self.timed.remove(&id);
        self.managers.remove(&id);
        self.free.push(u32::try_from(id.slot()).unwrap_or(u32::MAX));
        Some(partition)
    }

    pub(crate) fn get(&self, id: PartitionId) -> Result<&Partition, ControlError> {
        self.slots
            .get(id.slot())
            .filter(|s| s.generation == id.generation())
            .and_then(|s| s.partition.as_ref())
            .ok_or(ControlError::NoSuchPartition(id))
    }

    pub(crate) fn get_mut(&mut self, id: PartitionId) -> Result<&mut Partition, ControlError> {
        self.slots
            .get_mut(id.slot())
            .filter(|s| s.generation == id.generation())
            .and_then(|s| s.partition.as_mut())
            .ok_or(ControlError::NoSuchPartition(id))
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Partition> {
        self.slots.iter().filter_map(|s| s.partition.as_ref())
    }

    /// Those that live and claim nothing that is proven, with what `permissions` says of each app.
    pub(crate) fn bystanders(&self, permissions: impl Fn(&str) -> Vec<Label>) -> Vec<Bystander> {
        let other = |p: &&Partition| p.reserved && self.residents.place(&p.id).is_none();
        let bystander = |p: &Partition| Bystander {
            app: Arc::new(p.app.manifest.clone()),
            permissions: permissions(p.app.name()),
        };
        self.all().filter(other).map(bystander).collect()
    }

    /// A polite stop becomes a forced one at `at` (monotonic ns).
    pub(crate) fn force_at(&mut self, id: PartitionId, at: u64) {
        if let Ok(partition) = self.get_mut(id) {
            partition.force_at = Some(at);
            self.timed.insert(id);
        }
    }

    /// The restart policy starts it again at `at` (monotonic ns).
    pub(crate) fn restart_at(&mut self, id: PartitionId, at: u64) {
        if let Ok(partition) = self.get_mut(id) {
            partition.restart_at = Some(at);
            self.timed.insert(id);
        }
    }

    /// Take what is due by `now`.
    pub(crate) fn take_due(&mut self, now: u64) -> Due {
        let mut due = Due::default();
        let mut timed = std::mem::take(&mut self.timed);
        timed.retain(|&id| {
            self.get_mut(id)
                .is_ok_and(|partition| due.take(partition, now))
        });
        self.timed = timed;
        due
    }

    /// Partitions of apps with `control`.
    pub(crate) fn managers(&self) -> impl Iterator<Item = &Partition> {
        self.managers.iter().filter_map(|&id| self.get(id).ok())
    }
}
