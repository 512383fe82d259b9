//! A doorbell: ends a partition's rest from any thread, without the controller.
//!
//! Ringing goes straight to the worker that runs the partition: no registry, no lock, no
//! allocation. A guest in `sleep-until` or `next-event` looks again, one that waits in a host
//! call asks again, and one that runs is not disturbed.
//!
//! Source: Gandalf (2011), "an event goes straight to who waits for it"; DESIGN.md 3.5.

use crate::controller::Controller;
use crate::error::ControlError;
use crate::id::PartitionId;
use crate::task::Task;
use std::sync::Arc;

/// See the module. Holds on to one life of a partition; after its end ringing does nothing.
#[derive(Debug, Clone)]
pub struct Doorbell(Arc<Task>);

impl Doorbell {
    /// Ring.
    pub fn ring(&self) {
        self.0.rouse();
    }
}

impl Controller {
    /// The doorbell of a partition's present life.
    ///
    /// # Errors
    /// [`ControlError`] when it does not exist or does not live.
    pub fn doorbell(&self, id: PartitionId) -> Result<Doorbell, ControlError> {
        self.living(id, "ring").map(Doorbell)
    }
}
