//! Who is told that a message waits.

use crate::task::Task;
use std::sync::Arc;

/// Ends a rest: of a task, or of a thread outside all partitions.
#[derive(Clone)]
pub(crate) enum Bell {
    Task(Arc<Task>),
    Outside(Arc<dyn Fn() + Send + Sync>),
}

impl Bell {
    pub(crate) fn ring(&self) {
        match self {
            Bell::Task(task) => task.rouse(),
            Bell::Outside(wake) => wake(),
        }
    }
}

const KEPT: usize = 8;

/// Bells to be rung once no lock is held. Those beyond the first few are rung at once.
#[derive(Default)]
pub(crate) struct Bells([Option<Bell>; KEPT], usize);

impl Bells {
    pub(crate) fn add(&mut self, bell: &Bell) {
        match self.0.get_mut(self.1) {
            Some(place) => {
                *place = Some(bell.clone());
                self.1 += 1;
            }
            None => bell.ring(),
        }
    }

    pub(crate) fn ring(self) {
        self.0.iter().take(self.1).flatten().for_each(Bell::ring);
    }
}
