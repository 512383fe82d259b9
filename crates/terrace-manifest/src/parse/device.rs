//! A device file.

use super::{channel, fields, rules, strings, worker};
use crate::{
    bounds,
    model::{Chain, Device, DeviceApp, Network, Peer, Protocol, Route, usual_prefix},
    read::{Item, Section, nowhere},
    report::{Problem, Report},
};
use std::{collections::HashMap, ops::Range};

pub(super) fn read(mut root: Section<'_>, report: &mut Report<'_>) -> Option<Device> {
    let mut device = Device {
        name: None,
        memory: None,
        workers: None,
        masked: None,
        protocol: Protocol::default(),
        apps: Vec::new(),
        worker_plans: worker::workers(&mut root, report),
        servers: worker::servers(&mut root, report),
        chains: read_chains(&mut root, report),
        peers: read_peers(&mut root, report),
        network: read_network(&mut root, report),
        routes: read_routes(&mut root, report),
    };
    read_device(root.section("device", report), &mut device, report);
    if let Some(item) = root.require("app", "an [[app]] table", report) {
        device.apps = read_apps(&item, report);
    }
    root.finish(report, nowhere);
    Some(device)
}

fn read_device(mut section: Section<'_>, device: &mut Device, report: &mut Report<'_>) {
    device.name = section.get("name").and_then(|i| rules::name(&i, report));
    let memory = section.get("memory");
    device.memory = memory.and_then(|i| i.size(bounds::DEVICE_MEMORY, report));
    let workers = section.get("workers");
    let workers = workers.and_then(|i| i.integer(bounds::DEVICE_WORKERS, report));
    device.workers = workers.map(|w| w as u16);
    device.masked = fields::span(&mut section, "masked", bounds::START, report);
    device.protocol = fields::word(&mut section, "protocol", report).unwrap_or_default();
    section.finish(report, nowhere);
}

fn read_chains(root: &mut Section<'_>, report: &mut Report<'_>) -> Vec<Chain> {
    let mut names = fields::Names::default();
    let tables = fields::tables(root, "chain", bounds::NESTED, report);
    let chain = |(_, section)| channel::chain(section, &mut names, None, report);
    tables.into_iter().filter_map(chain).collect()
}

fn read_peers(root: &mut Section<'_>, report: &mut Report<'_>) -> Vec<Peer> {
    let mut peers = Vec::new();
    for (_, mut section) in fields::tables(root, "peer", bounds::NESTED, report) {
        let uid = section.require("uid", "1000", report);
        let uid = uid.and_then(|i| i.integer(bounds::UID, report));
        let mut channels =
            |key| fields::distinct(&mut section, key, bounds::GRANTS, rules::label, report);
        let (send, receive) = (channels("send"), channels("receive"));
        let priority = fields::number(&mut section, "priority", bounds::PRIORITY, report);
        section.finish(report, nowhere);
        peers.extend(uid.map(|uid| Peer {
            uid: uid as u32,
            send,
            receive,
            priority: priority.map(|p| p as u8),
        }));
    }
    peers
}

fn read_network(root: &mut Section<'_>, report: &mut Report<'_>) -> Option<Network> {
    let mut section = root.get("network")?.section(report)?;
    let name = section.require("name", "\"terrace0\"", report);
    let network = Network {
        name: name
            .and_then(|i| rules::interface(&i, report))
            .unwrap_or_default(),
        address: fields::by(&mut section, "address", rules::host, report),
        prefix: fields::number(&mut section, "prefix", bounds::PREFIX, report)
            .map_or_else(usual_prefix, |bits| bits as u8),
    };
    section.finish(report, nowhere);
    Some(network)
}

fn read_routes(root: &mut Section<'_>, report: &mut Report<'_>) -> Vec<Route> {
    let (mut routes, mut lines) = (Vec::new(), HashMap::new());
    for (item, mut section) in fields::tables(root, "route", bounds::NESTED, report) {
        if root.get("network").is_none() {
            let what = item.problem(
                "has no network",
                "a route is of the [network]",
                "add [network] with name = \"terrace0\"",
            );
            report.refuse(what);
        }
        let address = section.require("address", "\"10.77.0.2\"", report);
        if let Some((item, text)) = address.as_ref().and_then(|i| Some((i, i.value.as_str()?))) {
            strings::once(item, text, &mut lines, report);
        }
        let address = address.and_then(|i| rules::host(&i, report));
        let mut channel = |key| {
            let item = section.require(key, "\"packets\"", report)?;
            rules::label(&item, report)
        };
        let (into, out) = (channel("into"), channel("out"));
        section.finish(report, nowhere);
        if let (Some(address), Some(into), Some(out)) = (address, into, out) {
            routes.push(Route { address, into, out });
        }
    }
    routes
}

fn read_apps(item: &Item<'_>, report: &mut Report<'_>) -> Vec<DeviceApp> {
    if item.value.is_table() {
        let what = "app is one table";
        let limit = "a device has a list of apps";
        let fix = "write [[app]] with two brackets";
        report.refuse(Problem::new(&item.key_at, what, limit, fix));
        return Vec::new();
    }
    let items = item.list(report).unwrap_or_default();
    if items.is_empty() && item.value.is_array() {
        let what = item.problem(
            "is empty",
            "a device has at least one app",
            "add an [[app]] table",
        );
        report.refuse(what);
    }
    let mut names = HashMap::new();
    let apps: Vec<_> = items.iter().filter_map(|i| read_app(i, report)).collect();
    for (_, name) in &apps {
        if let Some((item, text)) = name.as_ref().and_then(|i| Some((i, i.value.as_str()?))) {
            strings::once(item, text, &mut names, report);
        }
    }
    let apps: Vec<DeviceApp> = apps.into_iter().filter_map(|(app, _)| app).collect();
    refuse_crowd(&item.key_at, &apps, report);
    apps
}

/// Refuse more partitions than a process holds.
fn refuse_crowd(at: &Range<usize>, apps: &[DeviceApp], report: &mut Report<'_>) {
    let all: u64 = apps.iter().map(|a| u64::from(a.count)).sum();
    if all > bounds::COUNT.max && apps.len() > 1 {
        let limit = format!("{} in one process are allowed", bounds::COUNT.max);
        let problem = Problem::new(
            at,
            "the apps have too many partitions",
            limit,
            "lower their count",
        );
        report.refuse(problem.value(format!("{all} partitions")).depends());
    }
}

type Named<'t> = (Option<DeviceApp>, Option<Item<'t>>);

fn read_app<'t>(item: &Item<'t>, report: &mut Report<'_>) -> Option<Named<'t>> {
    let mut section = item.section(report)?;
    let path = section.require("path", "\"apps/my-app\"", report);
    let at = path.as_ref().map_or(item.at.start, |i| i.at.start);
    let path = path.and_then(|i| rules::path(&i, report));
    let count = section
        .get("count")
        .and_then(|i| i.integer(bounds::COUNT, report));
    let name = section.get("name");
    let named = name.as_ref().and_then(|i| rules::name(i, report));
    let args = section.get("args").and_then(|i| strings::args(&i, report));
    let granted = fields::distinct(
        &mut section,
        "permissions",
        bounds::GRANTS,
        rules::label,
        report,
    );
    let worker = fields::number(&mut section, "worker", bounds::WORKER, report);
    section.finish(report, nowhere);
    let app = path.map(|path| DeviceApp {
        path,
        count: count.map_or(1, |c| c as u32),
        name: named.map(|n| n.to_string()),
        args,
        permissions: granted,
        worker: worker.map(|w| w as u16),
        at: report.position(at),
    });
    Some((app, name))
}
