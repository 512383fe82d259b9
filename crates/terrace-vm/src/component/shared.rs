//! Shared resources: one holder at a time, at the priority of the most important callback that ever uses them.
//!
//! ```text
//!   free --enter--> held --leave, completion, the end of the component--> free
//! ```
//!
//! Who enters has the ceiling's priority before it holds anything. So on one worker nobody who uses the
//! resource begins while it is held, no chain of waits comes to be, and a release is held up once at most. Who
//! finds it held, from another worker, rests; the holder runs at the ceiling meanwhile.
//!
//! # Invariants
//! I1. A resource has one holder or none, and whoever holds it is among its users.
//! I2. Nothing is allocated but by [`Resources::join`].
//!
//! Source: Sha, Rajkumar & Lehoczky 1990 (the immediate protocol); RTDroid dissertation, 5.1.2.

use crate::task::Task;
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};
use terrace_host::pi_mutex::PiMutex;

/// All resources, by name: the same in all apps of a device is the same.
pub(crate) struct Resources(PiMutex<BTreeMap<String, Weak<Resource>>>);

impl Resources {
    pub(crate) fn new() -> Resources {
        Resources(PiMutex::new(BTreeMap::new()))
    }

    /// A callback of a component uses it at this priority.
    pub(super) fn join(&self, name: &str, task: &Arc<Task>, level: u32) -> Arc<Resource> {
        let mut all = self.0.lock();
        all.retain(|_, resource| resource.strong_count() > 0);
        let known = all.get(name).and_then(Weak::upgrade);
        let resource = known.unwrap_or_else(|| Arc::new(Resource::new()));
        all.insert(name.to_owned(), Arc::downgrade(&resource));
        drop(all);
        resource.inside.lock().users.push(User {
            task: Arc::downgrade(task),
            key: task.key,
            level,
            waits: false,
        });
        resource
    }
}

/// One resource.
pub(crate) struct Resource {
    inside: PiMutex<Inside>,
}

impl std::fmt::Debug for Resource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Resource(held by {:?})", self.inside.lock().holder)
    }
}

#[derive(Default)]
struct Inside {
    users: Vec<User>,
    /// The key of the task that holds it.
    holder: Option<u64>,
}

struct User {
    task: Weak<Task>,
    key: u64,
    level: u32,
    waits: bool,
}

/// What became of an attempt to enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    Entered,
    /// The caller holds it already.
    Own,
    /// Somebody else does: the caller is woken when it is free.
    Held,
}

impl Resource {
    fn new() -> Resource {
        Resource {
            inside: PiMutex::new(Inside::default()),
        }
    }

    /// The priority of the most important one that uses it.
    pub(super) fn ceiling(&self) -> u32 {
        let inside = self.inside.lock();
        inside.users.iter().map(|u| u.level).max().unwrap_or(0)
    }

    pub(super) fn enter(&self, key: u64) -> Entry {
        let mut inside = self.inside.lock();
        let entry = match inside.holder {
            None => Entry::Entered,
            Some(holder) if holder == key => Entry::Own,
            Some(_) => Entry::Held,
        };
        if entry == Entry::Entered {
            inside.holder = Some(key);
        }
        for user in inside.users.iter_mut().filter(|u| u.key == key) {
            user.waits = entry == Entry::Held;
        }
        entry
    }

    /// Whoever waits is woken; nothing if the caller does not hold it.
    pub(super) fn leave(&self, key: u64) {
        let mut inside = self.inside.lock();
        if inside.holder != Some(key) {
            return;
        }
        inside.holder = None;
        for user in &mut inside.users {
            if std::mem::take(&mut user.waits)
                && let Some(task) = user.task.upgrade()
            {
                // To rouse takes none of our locks.
                task.rouse();
            }
        }
    }

    /// The component is gone.
    pub(super) fn part(&self, key: u64) {
        self.leave(key);
        self.inside.lock().users.retain(|u| u.key != key);
    }
}
