//! Apps of components: services and receivers with an instance each, their boot, their releases,
//! their ends.

mod attacks;
mod boot;
mod channels;
mod ends;
mod monitor;
mod orders;
mod reactions;
mod releases;
mod servers;
mod shared;

use terrace_tests::Arena;
use terrace_vm::{CallbackInfo, ComponentInfo, PartitionId, ReleaseRecord};

/// Occasions, as `abi/codes.toml` numbers them.
pub(crate) const RELEASE: u32 = 0;
pub(crate) const CREATE: u32 = 1;
pub(crate) const START: u32 = 2;
pub(crate) const DESTROY: u32 = 6;

/// The last releases of a component.
pub(crate) fn records(arena: &Arena, id: PartitionId, component: &str) -> Vec<ReleaseRecord> {
    let records = arena.controller.releases(id, component);
    let records = records.expect("the partition exists");
    records.unwrap_or_else(|| panic!("no component {component}"))
}

/// Those of one callback that were releases.
pub(crate) fn of(records: &[ReleaseRecord], callback: u32) -> Vec<ReleaseRecord> {
    let wanted = |r: &&ReleaseRecord| r.callback == callback && r.what == RELEASE;
    records.iter().filter(wanted).copied().collect()
}

/// The one record of an occasion.
pub(crate) fn occasion(records: &[ReleaseRecord], what: u32) -> ReleaseRecord {
    let found: Vec<_> = records.iter().filter(|r| r.what == what).collect();
    assert_eq!(found.len(), 1, "{records:?}");
    *found[0]
}

pub(crate) fn component(arena: &Arena, id: PartitionId, name: &str) -> ComponentInfo {
    let all = arena.info(id).components;
    let found = all.into_iter().find(|c| c.name == name);
    found.unwrap_or_else(|| panic!("no component {name}"))
}

pub(crate) fn callback(arena: &Arena, id: PartitionId, name: &str, task: &str) -> CallbackInfo {
    let all = component(arena, id, name).callbacks;
    let found = all.into_iter().find(|c| c.name == task);
    found.unwrap_or_else(|| panic!("no callback {task}"))
}

/// Wait until a callback has completed so many releases.
pub(crate) fn released(arena: &Arena, id: PartitionId, name: &str, task: &str, count: u64) {
    terrace_tests::eventually(&format!("{count} releases of {task}"), || {
        let info = arena.info(id);
        assert!(info.state.alive(), "{info:?}");
        callback(arena, id, name, task).tally.releases >= count
    });
}
