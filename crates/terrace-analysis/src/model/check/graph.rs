//! Names that are referred to exist, and nothing waits for itself.

use super::{Flaws, TaskSet};
use crate::model::{Activation, Task};
use std::collections::{HashMap, HashSet};
use terrace_manifest::closest;

/// Suggestions are looked for in at most this many names.
const SEARCHED: usize = 1000;

pub(super) fn check(set: &TaskSet, flaws: &mut Flaws) {
    let index: HashMap<&str, usize> = set.indices();
    for (i, task) in set.tasks.iter().enumerate() {
        for name in &task.after {
            known(set, &index, ("tasks", i, "after"), &task.name, name, flaws);
        }
    }
    for (i, chain) in set.chains.iter().enumerate() {
        let mut seen = HashSet::new();
        for name in &chain.tasks {
            known(
                set,
                &index,
                ("chains", i, "tasks"),
                &chain.name,
                name,
                flaws,
            );
            if !seen.insert(name) {
                flaws.add(
                    ("chains", i, "tasks"),
                    format!("chain {} passes through a task twice", chain.name),
                    name,
                    "each task once is allowed",
                    "split the chain",
                );
            }
        }
    }
    for (i, buffer) in set.buffers.iter().enumerate() {
        for name in &buffer.producers {
            known(
                set,
                &index,
                ("buffers", i, "producers"),
                &buffer.name,
                name,
                flaws,
            );
        }
        if let Some(name) = &buffer.consumer {
            known(
                set,
                &index,
                ("buffers", i, "consumer"),
                &buffer.name,
                name,
                flaws,
            );
        }
    }
    if let Some(cycle) = cycle(set, &index) {
        let names: Vec<&str> = cycle.iter().map(|i| set.tasks[*i].name.as_str()).collect();
        flaws.add(
            ("tasks", cycle[0], "after"),
            "tasks wait for each other in a circle",
            names.join(" -> "),
            "an order without a circle is allowed",
            "drop one of these `after` or direct chain steps",
        );
    }
}

fn known(
    set: &TaskSet,
    index: &HashMap<&str, usize>,
    place: (&'static str, usize, &'static str),
    of: &str,
    name: &str,
    flaws: &mut Flaws,
) {
    if index.contains_key(name) {
        return;
    }
    let names = set
        .tasks
        .iter()
        .take(SEARCHED)
        .map(|t: &Task| t.name.as_str());
    let names: Vec<&str> = names.collect();
    let fix = match closest(name, &names) {
        Some(meant) => format!("did you mean {meant}?"),
        None => "name a task of the set".to_owned(),
    };
    let what = format!("{of} names a task that is not there in `{}`", place.2);
    flaws.add(place, what, name, "tasks of the set are allowed", fix);
}

/// Tasks that wait for each other in a circle, the first repeated at the end.
fn cycle(set: &TaskSet, index: &HashMap<&str, usize>) -> Option<Vec<usize>> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); set.tasks.len()];
    for (i, task) in set.tasks.iter().enumerate() {
        before[i].extend(task.after.iter().filter_map(|n| index.get(n.as_str())));
    }
    for chain in set
        .chains
        .iter()
        .filter(|c| c.activation == Activation::Direct)
    {
        for pair in chain.tasks.windows(2) {
            if let (Some(a), Some(b)) = (index.get(pair[0].as_str()), index.get(pair[1].as_str())) {
                before[*b].push(*a);
            }
        }
    }
    // 0: not seen; 1: on the way; 2: done. The way is kept as (task, next edge), not as calls:
    // a chain of 10,000 tasks must not overflow the stack.
    let mut seen = vec![0_u8; set.tasks.len()];
    for start in 0..set.tasks.len() {
        let mut way: Vec<(usize, usize)> = Vec::new();
        if seen[start] == 0 {
            seen[start] = 1;
            way.push((start, 0));
        }
        while let Some((task, edge)) = way.last_mut() {
            let Some(next) = before[*task].get(*edge).copied() else {
                seen[*task] = 2;
                way.pop();
                continue;
            };
            *edge += 1;
            match seen[next] {
                0 => {
                    seen[next] = 1;
                    way.push((next, 0));
                }
                1 => {
                    let from = way.iter().position(|(t, _)| *t == next).unwrap_or(0);
                    let mut circle: Vec<usize> = way[from..].iter().map(|(t, _)| *t).collect();
                    circle.push(next);
                    return Some(circle);
                }
                _ => {}
            }
        }
    }
    None
}
