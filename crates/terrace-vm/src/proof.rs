//! Admission by proof: a partition starts only where every deadline that was proven stays met.
//!
//! ```text
//!   launch -> admit (analysis, without the registry's lock) -> join -> its worker
//!   end for good, remove -> leave
//! ```
//!
//! The rules, and who is proven, are those of `terrace_analysis::Residents`; this brings them
//! together with lives. A partition keeps its place through restarts, as it keeps its guarantee of
//! memory, so a restart is never refused for time.
//!
//! # Invariants
//! I1. While no partition is unproven, everything that is proven and runs keeps its deadlines.
//! I2. The analysis runs on threads that start partitions, never on a worker, and without a lock that
//!     a worker takes.
//!
//! Source: DESIGN.md 3.8.

use crate::controller::Inner;
use crate::error::AdmitError;
use crate::id::PartitionId;
use crate::registry::Registry;
use crate::task::Terms;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use terrace_analysis::{Candidate, ChangedTerms, Residence, Standing};
use terrace_manifest::{App as Manifest, Label};

/// What is known of the deadlines of a partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// It has none that anything depends on.
    #[default]
    None,
    /// They were proven to be met when it was admitted, and so were those of all others.
    Proven,
    /// It was started by force: while it lives, deadlines of others may be missed too.
    Unproven,
}

/// A place that was found for a partition.
pub(crate) struct Admitted {
    name: String,
    manifest: Arc<Manifest>,
    permissions: Vec<Label>,
    place: Residence,
    force: bool,
    /// It has the place already.
    resides: bool,
}

/// May `id` start, and where?
pub(crate) fn admit(inner: &Inner, id: PartitionId) -> Result<Admitted, AdmitError> {
    let (name, app, on, force, residents) = {
        let registry = inner.registry();
        let partition = registry.get(id)?;
        (
            partition.name.clone(),
            partition.app.clone(),
            partition.overrides.worker,
            partition.overrides.force,
            registry.residents.clone(),
        )
    };
    let mut manifest = app.manifest.clone();
    manifest.cpu.worker = manifest.cpu.worker.or(on);
    let manifest = Arc::new(manifest);
    if let Some(place) = residents.place(&id) {
        return Ok(Admitted {
            name,
            manifest,
            permissions: Vec::new(),
            place,
            force,
            resides: true,
        });
    }
    let workers = inner.pool.numbers(&name, app.name());
    let permissions = inner.directory.permissions(app.name());
    let candidate = Candidate {
        name: &name,
        app: &manifest,
        permissions: &permissions,
        workers: &workers,
        force,
    };
    let place = residents
        .propose_among(&candidate, &|| {
            let permissions = |app: &str| inner.directory.permissions(app);
            inner.registry().bystanders(permissions)
        })
        .map_err(|denied| AdmitError::Proof {
            app: app.name().to_owned(),
            denied: Box::new(denied),
        })?;
    Ok(Admitted {
        name,
        manifest,
        permissions,
        place,
        force,
        resides: false,
    })
}

impl Admitted {
    /// Take the place; the guarantee of memory is reserved. Answers the worker, if it matters.
    pub(crate) fn join(
        self,
        registry: &mut Registry,
        id: PartitionId,
    ) -> Result<Option<usize>, AdmitError> {
        let worker = self.place.worker.and_then(|w| usize::try_from(w).ok());
        if self.resides {
            return Ok(worker);
        }
        registry.get_mut(id)?.proof = match self.place.standing {
            Standing::Free => Proof::None,
            Standing::Proven => Proof::Proven,
            Standing::Forced => Proof::Unproven,
        };
        let candidate = Candidate {
            name: &self.name,
            app: &self.manifest,
            permissions: &self.permissions,
            workers: &[],
            force: self.force,
        };
        registry.residents.join(id, &candidate, self.place);
        Ok(worker)
    }
}

/// What new terms (priority, budget and period in ns) ask for beyond the old ones, if anything.
pub(crate) fn changed(
    terms: &Terms,
    (priority, budget, period): (u32, u64, u64),
) -> Option<ChangedTerms> {
    let old_priority = terms.priority.load(Ordering::Relaxed);
    let old_budget = terms.budget_ns.load(Ordering::Relaxed);
    let old_period = terms.period_ns.load(Ordering::Relaxed);
    let bounded = budget > 0 && old_budget > 0;
    let less = priority == old_priority && bounded && budget <= old_budget && period >= old_period;
    let same = priority == old_priority && budget == old_budget && period == old_period;
    let priority = u8::try_from(priority).unwrap_or(u8::MAX);
    (!less && !same).then_some(ChangedTerms { priority })
}

/// Why terms may not be changed.
pub(crate) fn endangers(proven: &str) -> String {
    format!(
        "the deadlines of `{proven}` are proven with the terms as they are; stop it, change the manifest, and \
         start it again"
    )
}
