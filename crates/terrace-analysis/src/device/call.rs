//! Calls between components: a caller holds the component it calls for as long as the call takes.
//!
//! The call runs on the caller's thread in the callee's instance, so it and the callee's own
//! callbacks exclude each other, as if both held one resource.

use super::{
    DevicePlan,
    finding::Findings,
    task::{Released, span},
};
use crate::model::ResourceUse;
use std::collections::BTreeSet;

pub(super) fn connect(device: &DevicePlan, all: &mut [Released], findings: &mut Findings) {
    let mut called = BTreeSet::new();
    let holds: Vec<Vec<ResourceUse>> = all
        .iter()
        .map(|caller| held(device, caller, all, &mut called, findings))
        .collect();
    for (released, holds) in all.iter_mut().zip(holds) {
        let own = called.contains(&released.component);
        for task in &mut released.tasks {
            task.resources.extend(holds.iter().cloned());
            if own {
                task.resources.push(ResourceUse {
                    name: resource(&released.component),
                    longest: task.cost.clone(),
                });
            }
        }
    }
}

/// What a caller holds, and for how long.
fn held(
    device: &DevicePlan,
    caller: &Released,
    all: &[Released],
    called: &mut BTreeSet<String>,
    findings: &mut Findings,
) -> Vec<ResourceUse> {
    let mut holds: Vec<ResourceUse> = Vec::new();
    for call in &caller.callback.calls {
        let of = call.of.as_ref().map_or(caller.app.as_str(), |a| a.as_str());
        let apps = device.apps.iter().filter(|i| i.app.name.as_str() == of);
        let mut exports = apps.flat_map(|i| &i.app.components.exports);
        // What is not there is judged with the permissions.
        let Some(export) = exports.find(|e| e.name == call.interface) else {
            continue;
        };
        let Some(longest) = export.longest else {
            let what = format!(
                "it calls {} of {of}, whose longest call is not declared",
                export.name
            );
            findings.error(&caller.path, what, "add longest to that [[export]]");
            continue;
        };
        // An app that answers itself has no releases: its part is in the longest call.
        let Some(ending) = export.component.as_ref().map(|c| c.as_str()) else {
            continue;
        };
        let callee = all.iter().find(|r| {
            r.app == of && (r.component == ending || r.component.ends_with(&format!("/{ending}")))
        });
        if let Some(callee) = callee.filter(|c| c.component != caller.component) {
            let name = resource(&callee.component);
            if !holds.iter().any(|h| h.name == name) {
                holds.push(ResourceUse {
                    name,
                    longest: span(longest),
                });
            }
            called.insert(callee.component.clone());
        }
    }
    holds
}

fn resource(component: &str) -> String {
    format!("component {component}")
}
