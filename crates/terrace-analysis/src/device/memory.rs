//! Memory: what components, apps, workers and the device need, against what there is.

use super::{DevicePlan, Installed, assemble::partitions};
use crate::answer::{Memory, MemoryBound};
use std::collections::BTreeMap;
use terrace_manifest::Components;

pub(super) fn sums(device: &DevicePlan) -> Memory {
    let mut bounds = Vec::new();
    let mut workers: BTreeMap<u16, u64> = BTreeMap::new();
    let mut whole = 0u64;
    for (partition, installed) in partitions(device) {
        let components = components(&installed.app.components);
        for (name, worker, bytes) in &components {
            let of = match device.alone {
                true => format!("component {name}"),
                false => format!("component {partition}/{name}"),
            };
            bounds.push(bound(of, *bytes, None));
            let worker = worker.or(installed.app.cpu.worker).or(installed.worker);
            *workers.entry(worker.unwrap_or(0)).or_default() += bytes;
        }
        let need = need(installed);
        let limit = installed.app.memory.limit.get();
        let guaranteed = installed.app.memory.guaranteed.get();
        bounds.push(bound(format!("app {partition}"), need, Some(limit)));
        whole = whole.saturating_add(need.max(guaranteed));
    }
    for (worker, bytes) in workers {
        bounds.push(bound(format!("worker {worker}"), bytes, None));
    }
    if !device.alone {
        bounds.push(bound("the device".to_owned(), whole, device.memory));
    }
    Memory { bounds }
}

/// Every component with its worker and its bytes.
fn components(parts: &Components) -> Vec<(String, Option<u16>, u64)> {
    let services = parts
        .services
        .iter()
        .map(|s| (s.own.name.to_string(), s.own.worker, s.memory().get()));
    let receivers = parts
        .receivers
        .iter()
        .map(|r| (r.name.to_string(), r.worker, r.memory_bytes().get()));
    let all = services.chain(receivers);
    all.filter(|(_, _, bytes)| *bytes > 0).collect()
}

/// What an app needs at most of what is declared: components, waiting messages, collected heap.
fn need(installed: &Installed) -> u64 {
    let parts = &installed.app.components;
    let heap = parts.gc.as_ref().map_or(0, |gc| gc.max_heap.get());
    parts.memory().get().saturating_add(heap)
}

fn bound(of: String, needed: u64, available: Option<u64>) -> MemoryBound {
    MemoryBound {
        of,
        needed,
        available,
        fits: available.is_none_or(|available| needed <= available),
    }
}
