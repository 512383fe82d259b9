//! From the tree to the set.

use super::{fields::Fields, item::Item, lists, places::Places};
use crate::model::{Policy, Protocol, TaskSet};
use terrace_manifest::Report;

pub(super) const POLICIES: &[(&str, Policy)] = &[
    ("fixed-priority", Policy::FixedPriority),
    ("edf", Policy::Edf),
];

const PROTOCOLS: &[(&str, Protocol)] = &[
    ("none", Protocol::None),
    ("inheritance", Protocol::Inheritance),
    ("ceiling", Protocol::Ceiling),
];

/// The set, as it is written; it has not been checked.
pub(super) fn read(
    tree: &Item<'_>,
    report: &mut Report<'_>,
    places: &mut Places,
) -> Option<TaskSet> {
    let mut fields = Fields::of(tree, ("", 0), report, places)?;
    let unit = fields.text("time_unit", report, places);
    let set = TaskSet {
        time_unit: unit.map_or_else(String::new, |u| u.trim().to_owned()),
        policy: fields
            .word("policy", POLICIES, report, places)
            .unwrap_or_default(),
        protocol: fields
            .word("protocol", PROTOCOLS, report, places)
            .unwrap_or_default(),
        tasks: each(&mut fields, "tasks", lists::task, report, places),
        servers: each(&mut fields, "servers", lists::server, report, places),
        chains: each(&mut fields, "chains", lists::chain, report, places),
        buffers: each(&mut fields, "buffers", lists::buffer, report, places),
        workers: each(&mut fields, "workers", lists::worker, report, places),
    };
    fields.finish(report);
    Some(set)
}

type Read<T> = fn(&mut Fields<'_, '_>, &mut Report<'_>, &mut Places) -> T;

fn each<T>(
    fields: &mut Fields<'_, '_>,
    list: &'static str,
    read: Read<T>,
    report: &mut Report<'_>,
    places: &mut Places,
) -> Vec<T> {
    let items = fields.list(list, report, places).iter().enumerate();
    items
        .filter_map(|(i, item)| {
            let mut fields = Fields::of(item, (list, i), report, places)?;
            let value = read(&mut fields, report, places);
            fields.finish(report);
            Some(value)
        })
        .collect()
}
