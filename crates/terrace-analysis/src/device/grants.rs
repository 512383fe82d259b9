//! Permissions: every channel and interface of another app that is used is granted, and every
//! grant is used.

use super::{DevicePlan, Installed, finding::Findings};
use std::collections::HashSet;
use terrace_manifest::{AppName, Callback, Components, Flow, Grantee};

pub(super) fn check(device: &DevicePlan, findings: &mut Findings) {
    let mut used = HashSet::new();
    for installed in &device.apps {
        for callback in callbacks(&installed.app.components) {
            let user = User {
                device,
                installed,
                callback,
            };
            user.check(&mut used, findings);
        }
    }
    if !device.alone {
        unused(device, &used, findings);
    }
}

/// Everything of an app that may use something.
fn callbacks(parts: &Components) -> impl Iterator<Item = &Callback> {
    let nested = parts.services.iter().flat_map(|s| s.callbacks());
    nested.chain(&parts.receivers)
}

/// What was granted to whom, and used: owner, what, who.
type Used = HashSet<(String, String, String)>;

struct User<'d> {
    device: &'d DevicePlan,
    installed: &'d Installed,
    callback: &'d Callback,
}

impl User<'_> {
    fn check(&self, used: &mut Used, findings: &mut Findings) {
        for (flow, verb) in self.flows() {
            if let Some(of) = &flow.of {
                self.check_flow(of, flow, verb, used, findings);
            }
        }
        for call in &self.callback.calls {
            if let Some(of) = &call.of {
                self.check_call(of, call.interface.as_str(), used, findings);
            }
        }
    }

    fn flows(&self) -> impl Iterator<Item = (&Flow, &'static str)> {
        let publish = self.callback.publish.iter().map(|f| (f, "publish"));
        publish.chain(self.callback.subscribe.iter().map(|f| (f, "subscribe")))
    }

    fn who(&self) -> String {
        format!("{}/{}", self.installed.name, self.callback.name)
    }

    fn owner(&self, of: &AppName, what: &str, findings: &mut Findings) -> Option<&Installed> {
        let owner = self.device.apps.iter().find(|i| i.app.name == *of);
        if owner.is_none() {
            let missing = format!("it uses {what} of {of}, which is not on the device");
            match self.device.alone {
                true => findings.warn(&self.who(), missing, "check the device file that has both"),
                false => findings.error(&self.who(), missing, "add the app to the device file"),
            }
        }
        owner
    }

    fn check_flow(
        &self,
        of: &AppName,
        flow: &Flow,
        verb: &str,
        used: &mut Used,
        findings: &mut Findings,
    ) {
        let what = format!("channel {}", flow.channel);
        let Some(owner) = self.owner(of, &what, findings) else {
            return;
        };
        let channels = &owner.app.components.channels;
        let Some(channel) = channels.iter().find(|c| c.name == flow.channel) else {
            let missing = format!("it uses {what} of {of}, which has no such channel");
            findings.error(
                &self.who(),
                missing,
                format!("declare it in the manifest of {of}, or correct the name"),
            );
            return;
        };
        let (granted, list) = match verb {
            "publish" => (&channel.publishers, "publishers"),
            _ => (&channel.subscribers, "subscribers"),
        };
        self.judge(of, &format!("{what} {list}"), granted, list, used, findings);
    }

    fn check_call(&self, of: &AppName, interface: &str, used: &mut Used, findings: &mut Findings) {
        let what = format!("interface {interface}");
        let Some(owner) = self.owner(of, &what, findings) else {
            return;
        };
        let exports = &owner.app.components.exports;
        let Some(export) = exports.iter().find(|e| e.name.as_str() == interface) else {
            let missing = format!("it calls {what} of {of}, which exports no such interface");
            findings.error(
                &self.who(),
                missing,
                format!("declare it in the manifest of {of}, or correct the name"),
            );
            return;
        };
        self.judge(
            of,
            &format!("{what} callers"),
            &export.callers,
            "callers",
            used,
            findings,
        );
    }

    fn judge(
        &self,
        of: &AppName,
        what: &str,
        granted: &[Grantee],
        list: &str,
        used: &mut Used,
        findings: &mut Findings,
    ) {
        let own = &self.installed.app.name;
        if own == of {
            return;
        }
        let mut by: Vec<&Grantee> = granted
            .iter()
            .filter(|g| names(g, self.installed))
            .collect();
        if by.is_empty() {
            let denied = format!("it uses {what} of {of} and is not among them");
            let fix = match granted.iter().find_map(permission) {
                Some(p) => format!("grant it permission {p} in the device file"),
                None => format!("add \"{own}\" to {list} in the manifest of {of}"),
            };
            findings.error(&self.who(), denied, fix);
        }
        for grantee in by.drain(..) {
            used.insert((of.to_string(), what.to_owned(), grantee.to_string()));
            if let Grantee::Permission(p) = grantee {
                used.insert((
                    self.installed.name.to_string(),
                    "permission".to_owned(),
                    p.to_string(),
                ));
            }
        }
    }
}

/// Is it this app, or a permission that it has?
pub(super) fn names(grantee: &Grantee, installed: &Installed) -> bool {
    match grantee {
        Grantee::App(name) => *name == installed.app.name || *name == installed.name,
        Grantee::Permission(p) => installed.permissions.contains(p),
    }
}

fn permission(grantee: &Grantee) -> Option<String> {
    match grantee {
        Grantee::Permission(p) => Some(p.to_string()),
        Grantee::App(_) => None,
    }
}

/// Is it a permission by which a provider of the device names who may read or write?
fn of_a_provider(device: &DevicePlan, permission: &str) -> bool {
    let apps = device.apps.iter();
    let providers = apps.flat_map(|i| &i.app.components.providers);
    let mut grantees = providers.flat_map(|p| p.readers.iter().chain(&p.writers));
    grantees.any(|g| matches!(g, Grantee::Permission(p) if p.as_str() == permission))
}

/// Warn of grants that nothing on the device uses.
fn unused(device: &DevicePlan, used: &Used, findings: &mut Findings) {
    for installed in &device.apps {
        let app = installed.app.name.to_string();
        let mut judge = |what: String, granted: &[Grantee]| {
            for grantee in granted {
                let key = (app.clone(), what.clone(), grantee.to_string());
                if !used.contains(&key) {
                    let idle =
                        format!("{what} has \"{grantee}\", and nothing on the device uses that");
                    findings.warn(&app, idle, "remove it, if it is not for an app to come");
                }
            }
        };
        for channel in &installed.app.components.channels {
            judge(
                format!("channel {} publishers", channel.name),
                &channel.publishers,
            );
            judge(
                format!("channel {} subscribers", channel.name),
                &channel.subscribers,
            );
        }
        for export in &installed.app.components.exports {
            judge(
                format!("interface {} callers", export.name),
                &export.callers,
            );
        }
        for permission in &installed.permissions {
            let key = (
                installed.name.to_string(),
                "permission".to_owned(),
                permission.to_string(),
            );
            // Who queries a provider does not declare it.
            if !used.contains(&key) && !of_a_provider(device, permission.as_str()) {
                let idle = format!("permission {permission} is granted to it and not used");
                findings.warn(
                    installed.name.as_str(),
                    idle,
                    "remove it from the device file",
                );
            }
        }
    }
}
