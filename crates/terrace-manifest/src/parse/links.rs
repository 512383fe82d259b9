//! Names of one table that another table must declare.
//!
//! They are collected while the tables are read, and judged when all have been: the order of
//! tables in a manifest means nothing.

use crate::{
    model::{Components, Label},
    read::Item,
    report::{Report, shown},
};
use std::collections::BTreeSet;

/// See the module.
#[derive(Default)]
pub(super) struct Links<'t> {
    channels: Vec<(Item<'t>, Label)>,
    interfaces: Vec<(Item<'t>, Label)>,
    components: Vec<(Item<'t>, Label)>,
    tasks: Vec<Item<'t>>,
}

impl<'t> Links<'t> {
    /// A channel of this app is used.
    pub(super) fn channel(&mut self, item: Item<'t>, name: &Label) {
        self.channels.push((item, name.clone()));
    }

    /// An interface of this app is used.
    pub(super) fn interface(&mut self, item: Item<'t>, name: &Label) {
        self.interfaces.push((item, name.clone()));
    }

    /// A component of this app is named.
    pub(super) fn component(&mut self, item: Item<'t>, name: &Label) {
        self.components.push((item, name.clone()));
    }

    /// The tasks of a chain of this app are named.
    pub(super) fn tasks(&mut self, list: &Item<'t>) {
        self.tasks.push(list.clone());
    }

    /// Refuse what nobody declared.
    pub(super) fn check(self, parts: &Components, report: &mut Report<'_>) {
        let channels = parts.channels.iter().map(|c| c.name.as_str()).collect();
        let fix = "add a [[channel]] of that name, or of = \"the app that has it\"";
        judge(&self.channels, &channels, "a channel", fix, report);
        let exports = parts.exports.iter().map(|e| e.name.as_str()).collect();
        let fix = "add an [[export]] of that name, or of = \"the app that has it\"";
        judge(&self.interfaces, &exports, "an interface", fix, report);
        let services = parts.services.iter().map(|s| &s.own.name);
        let receivers = parts.receivers.iter().map(|r| &r.name);
        let names = services.chain(receivers).map(Label::as_str).collect();
        let fix = "add a [[service]] of that name";
        judge(&self.components, &names, "a component", fix, report);
        let paths = paths(parts);
        let lists = self.tasks.iter().filter_map(|i| i.list(report));
        let items: Vec<Item<'_>> = lists.flatten().collect();
        for item in items {
            if let Some(text) = item.value.as_str()
                && !paths.contains(text)
            {
                report.refuse(unknown(&item, "a task", paths.iter().map(|p| &**p), None));
            }
        }
    }
}

/// Every task of an app, as a chain names it.
fn paths(parts: &Components) -> BTreeSet<String> {
    let own = parts.services.iter().map(|s| s.own.name.to_string());
    let alone = parts.receivers.iter().map(|r| r.name.to_string());
    let nested = parts.services.iter().flat_map(|s| {
        let inside = s.callbacks().skip(1);
        inside.map(move |c| format!("{}/{}", s.own.name, c.name))
    });
    own.chain(alone).chain(nested).collect()
}

fn judge(
    links: &[(Item<'_>, Label)],
    declared: &BTreeSet<&str>,
    what: &str,
    fix: &str,
    report: &mut Report<'_>,
) {
    for (item, name) in links {
        if !declared.contains(name.as_str()) {
            let known = declared.iter().copied();
            report.refuse(unknown(item, what, known, Some(fix)));
        }
    }
}

fn unknown<'n>(
    item: &Item<'_>,
    what: &str,
    known: impl Iterator<Item = &'n str>,
    fix: Option<&str>,
) -> crate::report::Problem {
    let known: Vec<&str> = known.collect();
    let said = item.value.as_str().unwrap_or_default();
    let fix = match (crate::read::closest(said, &known), fix) {
        (Some(near), _) => format!("did you mean \"{near}\""),
        (None, Some(fix)) => fix.to_owned(),
        (None, None) => "name one that is there".to_owned(),
    };
    let limit = match known.is_empty() {
        true => "there is none".to_owned(),
        false => format!("there are {}", shown(&known.join(" "))),
    };
    item.problem(&format!("is not {what} of this app"), limit, fix)
        .depends()
}
