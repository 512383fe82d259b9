//! Every name is there, short enough, and belongs to one thing.

use super::{Flaws, TaskSet};
use std::collections::HashMap;

/// The longest name, in characters.
const LONGEST: usize = 128;

pub(super) fn check(set: &TaskSet, flaws: &mut Flaws) {
    let tasks = set.tasks.iter().map(|t| t.name.as_str()).enumerate();
    let servers = set.servers.iter().enumerate();
    let aperiodic = servers.clone().flat_map(|(i, s)| {
        let names = s.aperiodic.iter().map(|a| a.name.as_str());
        names.map(move |name| ("servers", i, "aperiodic", name))
    });
    let running = tasks
        .map(|(i, name)| ("tasks", i, "name", name))
        .chain(
            servers
                .clone()
                .map(|(i, s)| ("servers", i, "name", s.name.as_str())),
        )
        .chain(aperiodic);
    unique(running, flaws);
    let chains = set.chains.iter().map(|c| c.name.as_str()).enumerate();
    unique(chains.map(|(i, n)| ("chains", i, "name", n)), flaws);
    let buffers = set.buffers.iter().map(|b| b.name.as_str()).enumerate();
    unique(buffers.map(|(i, n)| ("buffers", i, "name", n)), flaws);
}

fn unique<'s>(
    names: impl Iterator<Item = (&'static str, usize, &'static str, &'s str)>,
    flaws: &mut Flaws,
) {
    let mut seen: HashMap<&str, (&str, usize)> = HashMap::new();
    for (list, index, field, name) in names {
        let length = name.chars().count();
        if length == 0 || length > LONGEST {
            flaws.add(
                (list, index, field),
                format!("{list}[{index}] has no usable name"),
                format!("{length} characters"),
                format!("1 to {LONGEST} characters are allowed"),
                "give a short name",
            );
        } else if let Some((list0, index0)) = seen.insert(name, (list, index)) {
            flaws.add(
                (list, index, field),
                format!("{list}[{index}] has the name of {list0}[{index0}]"),
                name,
                "each name once is allowed",
                "rename one of them",
            );
        }
    }
}
