//! Resources and components stay on one worker.

use super::{Flaws, TaskSet};
use std::collections::HashMap;

pub(super) fn check(set: &TaskSet, flaws: &mut Flaws) {
    let mut resources: HashMap<&str, u32> = HashMap::new();
    let mut components: HashMap<&str, u32> = HashMap::new();
    for (i, task) in set.tasks.iter().enumerate() {
        let used = task.resources.iter().map(|r| r.name.as_str());
        let used = used.map(|name| ("resources", "resource", name));
        let part = task.component.as_deref();
        let part = part.map(|name| ("component", "component", name));
        for (field, what, name) in used.chain(part) {
            let homes = match field {
                "resources" => &mut resources,
                _ => &mut components,
            };
            let home = *homes.entry(name).or_insert(task.worker);
            if home != task.worker {
                flaws.add(
                    ("tasks", i, field),
                    format!("{what} {name} of task {} is used on two workers", task.name),
                    format!("workers {home} and {}", task.worker),
                    "one worker is allowed: the protocols bound blocking on one worker only",
                    "bind all its tasks to one worker, or pass messages instead",
                );
            }
        }
    }
}
