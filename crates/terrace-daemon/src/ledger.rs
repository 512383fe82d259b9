//! What is installed and what should run: in memory for answers, in the database for the next
//! daemon.
//!
//! A partition should run from the moment it is started by an order until it is stopped or
//! killed by an order, or has ended for good by itself. What an app with `control` creates is
//! that app's to create again, and is not written down.
//!
//! # Invariants
//! I1. `kept` partitions and rows of the database are the same set, whenever no call is in
//!     progress and the database works.
//! I2. An entry is changed for a partition only under that partition's own id, never under
//!     that of an earlier one of the same name.

use crate::database::{AppRow, Database, DatabaseError, PartitionRow};
use std::collections::BTreeMap;
use terrace_vm::PartitionId;

/// An installed app.
#[derive(Debug, Clone)]
pub(crate) struct Installed {
    pub(crate) row: AppRow,
    /// Empty if the image cannot be read.
    pub(crate) manifest: String,
    /// Why it cannot be started.
    pub(crate) problem: Option<String>,
}

/// A partition that was started by an order.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// None while it could not be started.
    pub(crate) id: Option<PartitionId>,
    pub(crate) row: PartitionRow,
    /// Start it again with the daemon.
    pub(crate) kept: bool,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Ledger {
    database: Database,
    apps: BTreeMap<String, Installed>,
    entries: BTreeMap<String, Entry>,
    /// Faults by kind since the daemon was ready.
    pub(crate) faults: BTreeMap<String, u64>,
}

impl Ledger {
    pub(crate) fn new(database: Database) -> Ledger {
        Ledger {
            database,
            apps: BTreeMap::new(),
            entries: BTreeMap::new(),
            faults: BTreeMap::new(),
        }
    }

    /// What the last daemon wrote down.
    pub(crate) fn written(&self) -> Result<(Vec<AppRow>, Vec<PartitionRow>), DatabaseError> {
        Ok((self.database.apps()?, self.database.partitions()?))
    }

    pub(crate) fn apps(&self) -> impl Iterator<Item = &Installed> {
        self.apps.values()
    }

    /// The app whose name, unique beginning of a name, or of a digest this is.
    pub(crate) fn find_app(&self, reference: &str) -> Result<&Installed, String> {
        if let Some(exact) = self.apps.get(reference) {
            return Ok(exact);
        }
        let digest = reference.strip_prefix("sha256:").unwrap_or(reference);
        let fits = |app: &&Installed| {
            (!reference.is_empty() && app.row.name.starts_with(reference))
                || (digest.len() >= 4 && app.row.digest.starts_with(digest))
        };
        let found: Vec<_> = self.apps.values().filter(fits).collect();
        match found[..] {
            [one] => Ok(one),
            [] => Err(format!(
                "no app named `{reference}` is installed; `terrace images` lists what is"
            )),
            [a, b, ..] => Err(format!(
                "`{reference}` fits {} apps ({}, {}, ...); give more of the name",
                found.len(),
                a.row.name,
                b.row.name
            )),
        }
    }

    /// Is there an app with this image?
    pub(crate) fn uses(&self, digest: &str) -> bool {
        self.apps.values().any(|app| app.row.digest == digest)
    }

    /// Write an app down. Answers the one of that name that it replaces.
    pub(crate) fn install(&mut self, app: Installed) -> Result<Option<Installed>, DatabaseError> {
        self.database.put_app(&app.row)?;
        Ok(self.apps.insert(app.row.name.clone(), app))
    }

    /// An app as it was written down before.
    pub(crate) fn recall(&mut self, app: Installed) {
        self.apps.insert(app.row.name.clone(), app);
    }

    pub(crate) fn uninstall(&mut self, name: &str) -> Result<Option<Installed>, DatabaseError> {
        self.database.remove_app(name)?;
        Ok(self.apps.remove(name))
    }

    pub(crate) fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// A partition as it was written down before.
    pub(crate) fn recall_partition(&mut self, id: Option<PartitionId>, row: PartitionRow) {
        self.entries.insert(
            row.name.clone(),
            Entry {
                id,
                row,
                kept: true,
            },
        );
    }

    /// These were started and should run.
    pub(crate) fn started(
        &mut self,
        started: Vec<(PartitionId, PartitionRow)>,
    ) -> Result<(), DatabaseError> {
        let rows: Vec<_> = started.iter().map(|(_, row)| row.clone()).collect();
        self.database.put_partitions(&rows)?;
        for (id, row) in started {
            self.entries.insert(
                row.name.clone(),
                Entry {
                    id: Some(id),
                    row,
                    kept: true,
                },
            );
        }
        Ok(())
    }

    /// It runs again and should.
    pub(crate) fn revive(&mut self, id: PartitionId, name: &str) -> Result<(), DatabaseError> {
        let Some(entry) = self
            .entries
            .get_mut(name)
            .filter(|e| e.id == Some(id) && !e.kept)
        else {
            return Ok(());
        };
        self.database
            .put_partitions(std::slice::from_ref(&entry.row))?;
        entry.kept = true;
        Ok(())
    }

    /// These should not run any more, but exist.
    pub(crate) fn dismiss(&mut self, ended: &[(PartitionId, String)]) -> Result<(), DatabaseError> {
        let known = |(id, name): &&(PartitionId, String)| {
            self.entries
                .get(name)
                .is_some_and(|e| e.id == Some(*id) && e.kept)
        };
        let names: Vec<_> = ended
            .iter()
            .filter(known)
            .map(|(_, name)| name.clone())
            .collect();
        if names.is_empty() {
            return Ok(());
        }
        self.database.remove_partitions(&names)?;
        for name in names {
            if let Some(entry) = self.entries.get_mut(&name) {
                entry.kept = false;
            }
        }
        Ok(())
    }

    /// It does not exist any more. `id` none: it never came up. True if there was one.
    pub(crate) fn forget(
        &mut self,
        id: Option<PartitionId>,
        name: &str,
    ) -> Result<bool, DatabaseError> {
        let Some(entry) = self.entries.get(name).filter(|e| e.id == id) else {
            return Ok(false);
        };
        if entry.kept {
            self.database.remove_partitions(&[name.to_owned()])?;
        }
        self.entries.remove(name);
        Ok(true)
    }
}
