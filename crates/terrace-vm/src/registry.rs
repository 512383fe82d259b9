//! Which partitions exist, by slot and by name.
//!
//! # Invariants
//! I1. A slot's generation grows with every partition that is born in it.
//! I2. Names are unique among the partitions that exist.
//! I3. `guaranteed` is the sum over the partitions that live.

use crate::app::App;
use crate::error::{AdmitError, ControlError};
use crate::id::PartitionId;
use crate::partition::Partition;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

#[derive(Default)]
struct Slot {
    generation: u32,
    partition: Option<Partition>,
}

/// See the module.
#[derive(Default)]
pub(crate) struct Registry {
    slots: Vec<Slot>,
    free: Vec<u32>,
    names: HashMap<String, PartitionId>,
    pub(crate) apps: BTreeMap<String, Arc<App>>,
    pub(crate) guaranteed: u64,
    /// Count up for names that nobody chose, by app.
    counters: HashMap<String, u64>,
}

impl Registry {
    /// Reserve a place and a name, and put what `make` makes there.
    pub(crate) fn insert(
        &mut self,
        name: Option<&str>,
        app: &str,
        most: usize,
        make: impl FnOnce(PartitionId, String) -> Partition,
    ) -> Result<PartitionId, AdmitError> {
        if self.names.len() >= most {
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
        place.partition = Some(make(id, name.clone()));
        self.names.insert(name, id);
        Ok(id)
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
            let guaranteed = partition.app.manifest.memory.guaranteed.get();
            self.guaranteed = self.guaranteed.saturating_sub(guaranteed);
        }
        self.names.remove(&partition.name);
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

    pub(crate) fn all_mut(&mut self) -> impl Iterator<Item = &mut Partition> {
        self.slots.iter_mut().filter_map(|s| s.partition.as_mut())
    }
}
