//! `[permissions]`.

use super::{rules, strings};
use crate::{
    bounds,
    model::{Access, DirGrant, Permissions},
    read::{Item, Section, nowhere},
    report::Report,
};
use std::collections::HashMap;

pub(super) fn read(mut section: Section<'_>, report: &mut Report<'_>) -> Permissions {
    let mut granted = Permissions::default();
    if let Some(item) = section.get("dirs") {
        granted.dirs = read_dirs(&item, report);
    }
    if let Some(item) = section.get("env") {
        granted.env = read_env(&item, report);
    }
    if let Some(item) = section.get("args") {
        granted.args = strings::args(&item, report).unwrap_or_default();
    }
    if let Some(item) = section.get("network") {
        granted.network = strings::each_once(&item, rules::address, report).unwrap_or_default();
        strings::at_most(&item, granted.network.len(), bounds::NETWORK, report);
    }
    let mut flag = |key, default| {
        let item = section.get(key);
        item.and_then(|i| i.boolean(report)).unwrap_or(default)
    };
    granted.clock = flag("clock", granted.clock);
    granted.random = flag("random", granted.random);
    granted.control = flag("control", granted.control);
    section.finish(report, nowhere);
    granted
}

fn read_dirs(item: &Item<'_>, report: &mut Report<'_>) -> Vec<DirGrant> {
    let items = item.list(report).unwrap_or_default();
    strings::at_most(item, items.len(), bounds::DIRS, report);
    let mut seen = HashMap::new();
    items
        .iter()
        .filter_map(|i| read_dir(i, &mut seen, report))
        .collect()
}

fn read_dir<'t>(
    item: &Item<'t>,
    seen: &mut HashMap<&'t str, usize>,
    report: &mut Report<'_>,
) -> Option<DirGrant> {
    let mut section = item.section(report)?;
    let host = section.require("host", "\"data\"", report);
    let host = host.and_then(|i| rules::path(&i, report));
    let guest = section.require("guest", "\"/data\"", report);
    if let Some((item, text)) = guest.as_ref().and_then(|i| Some((i, i.value.as_str()?))) {
        strings::once(item, text, seen, report);
    }
    let guest = guest.and_then(|i| rules::guest_path(&i, report));
    let access = section.get("access").and_then(|i| i.word(report));
    section.finish(report, nowhere);
    Some(DirGrant {
        host: host?,
        guest: guest?,
        access: access.unwrap_or(Access::Read),
    })
}

fn read_env(item: &Item<'_>, report: &mut Report<'_>) -> Vec<(String, String)> {
    let Some(mut section) = item.section(report) else {
        return Vec::new();
    };
    let variable = |(key, item): (&str, Item<'_>)| {
        let name = rules::variable(key, &item, report);
        let value = rules::argument(&item, report);
        Some((name?, value?))
    };
    let env: Vec<_> = section.items().into_iter().filter_map(variable).collect();
    strings::at_most(item, env.len(), bounds::ARGS, report);
    // Each is passed as `NAME=value` with a zero at its end.
    let bytes = env.iter().map(|(k, v)| k.len() + v.len() + 2).sum();
    strings::all_bytes(item, bytes, report);
    env
}
