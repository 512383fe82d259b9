//! Resources and components stay on one worker, and inside windows of one name.

use super::{Flaws, TaskSet};
use std::collections::HashMap;

/// A worker and, if it has a table, a window.
type Home<'s> = (u32, Option<&'s str>);

fn said((worker, window): Home<'_>) -> String {
    match window {
        None => format!("worker {worker}"),
        Some(window) => format!("window {window} of worker {worker}"),
    }
}

pub(super) fn check(set: &TaskSet, flaws: &mut Flaws) {
    let mut resources: HashMap<&str, Home<'_>> = HashMap::new();
    let mut components: HashMap<&str, Home<'_>> = HashMap::new();
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
            let here = (task.worker, task.window.as_deref());
            let home = *homes.entry(name).or_insert(here);
            if home != here {
                flaws.add(
                    ("tasks", i, field),
                    format!("{what} {name} of task {} is used in two places", task.name),
                    format!("{} and {}", said(home), said(here)),
                    "one is allowed: the protocols bound blocking inside one only",
                    "bind all its tasks to one worker and window, or pass messages instead",
                );
            }
        }
    }
}
