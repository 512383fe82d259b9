//! What an app is made of: every list of tables that is not a fixed section.

use super::{
    channel, component,
    fields::{self, Names},
    links::Links,
    provider, rules,
};
use crate::{
    bounds,
    model::{Components, Gc},
    read::{Section, nowhere},
    report::Report,
};

pub(super) fn read(root: &mut Section<'_>, report: &mut Report<'_>) -> Components {
    let mut links = Links::default();
    let mut names = Names::default();
    let mut parts = Components {
        gc: read_gc(root, report),
        ..Components::default()
    };
    for (item, section) in fields::tables(root, "service", bounds::NESTED, report) {
        let service = component::service(item, section, &mut names, &mut links, report);
        parts.services.extend(service);
    }
    for (item, section) in fields::tables(root, "receiver", bounds::NESTED, report) {
        let of = component::Of::Receiver;
        let receiver = component::callback(&item, section, of, &mut names, &mut links, report);
        parts.receivers.extend(receiver);
    }
    let mut names = Names::default();
    for (_, section) in fields::tables(root, "channel", bounds::NESTED, report) {
        let channel = channel::channel(section, &mut names, report);
        parts.channels.extend(channel);
    }
    let mut names = Names::default();
    for (_, section) in fields::tables(root, "export", bounds::NESTED, report) {
        let export = channel::export(section, &mut names, &mut links, report);
        parts.exports.extend(export);
    }
    let mut names = Names::default();
    for (item, section) in fields::tables(root, "provider", bounds::NESTED, report) {
        let provider = provider::provider(&item, section, &mut names, report);
        parts.providers.extend(provider);
    }
    let mut names = Names::default();
    for (_, section) in fields::tables(root, "chain", bounds::NESTED, report) {
        let chain = channel::chain(section, &mut names, Some(&mut links), report);
        parts.chains.extend(chain);
    }
    links.check(&parts, report);
    parts
}

fn read_gc(root: &mut Section<'_>, report: &mut Report<'_>) -> Option<Gc> {
    let mut section = root.get("gc")?.section(report)?;
    let heap = section.require("max_heap", "\"64 MiB\"", report);
    let heap = heap.and_then(|i| i.size(bounds::LIMIT, report));
    let priority = fields::number(&mut section, "priority", bounds::PRIORITY, report);
    section.finish(report, nowhere);
    Some(Gc {
        max_heap: heap?,
        priority: priority.map(|p| p as u8),
    })
}

/// A name of an app, for `of`.
pub(super) fn of(
    section: &mut Section<'_>,
    report: &mut Report<'_>,
) -> Option<crate::model::AppName> {
    fields::by(section, "of", rules::name, report)
}
