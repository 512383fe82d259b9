//! Keys that many tables have, read in one line each.

use super::strings::{self, Rule};
use crate::{
    bounds::Bounds,
    model::{Span, Word},
    read::{Item, Section},
    report::{Problem, Report},
};
use std::collections::HashMap;

/// A length of time, if it is there and right.
pub(super) fn span(
    section: &mut Section<'_>,
    key: &'static str,
    bounds: Bounds<Span>,
    report: &mut Report<'_>,
) -> Option<Span> {
    section.get(key)?.span(bounds, report)
}

/// A whole number, if it is there and right.
pub(super) fn number(
    section: &mut Section<'_>,
    key: &'static str,
    bounds: Bounds<u64>,
    report: &mut Report<'_>,
) -> Option<u64> {
    section.get(key)?.integer(bounds, report)
}

/// One of a few words, if it is there and right.
pub(super) fn word<T: Word>(
    section: &mut Section<'_>,
    key: &'static str,
    report: &mut Report<'_>,
) -> Option<T> {
    section.get(key)?.word(report)
}

/// What a rule says of the item of a key, if it is there.
pub(super) fn by<T>(
    section: &mut Section<'_>,
    key: &'static str,
    rule: Rule<T>,
    report: &mut Report<'_>,
) -> Option<T> {
    rule(&section.get(key)?, report)
}

/// A list of texts of which none stands twice, of at most `max`; empty if it is not there.
pub(super) fn distinct<T>(
    section: &mut Section<'_>,
    key: &'static str,
    max: usize,
    rule: Rule<T>,
    report: &mut Report<'_>,
) -> Vec<T> {
    let Some(item) = section.get(key) else {
        return Vec::new();
    };
    let list = strings::each_once(&item, rule, report).unwrap_or_default();
    strings::at_most(&item, list.len(), max, report);
    list
}

/// The tables of a list, of at most `max`; none if it is not there.
pub(super) fn tables<'t>(
    section: &mut Section<'t>,
    key: &'static str,
    max: usize,
    report: &mut Report<'_>,
) -> Vec<(Item<'t>, Section<'t>)> {
    let Some(item) = section.get(key) else {
        return Vec::new();
    };
    if item.value.is_table() {
        let fix = format!("write [[{}]] with two brackets", item.name);
        let what = format!("{} is one table", item.name);
        report.refuse(Problem::new(
            &item.key_at,
            what,
            "it is a list of tables",
            fix,
        ));
        return Vec::new();
    }
    let items = item.list(report).unwrap_or_default();
    strings::at_most(&item, items.len(), max, report);
    let table = |i: &Item<'t>| Some((i.clone(), i.section(report)?));
    items.iter().filter_map(table).collect()
}

/// Names that may stand once, and the lines they stand on.
#[derive(Default)]
pub(super) struct Names<'t>(HashMap<&'t str, usize>);

impl<'t> Names<'t> {
    /// The required `name` of a table, by a rule; refused where it stood before.
    pub(super) fn read<T>(
        &mut self,
        section: &mut Section<'t>,
        rule: Rule<T>,
        report: &mut Report<'_>,
    ) -> Option<T> {
        let item = section.require("name", "\"...\"", report)?;
        if let Some(text) = item.value.as_str() {
            strings::once(&item, text, &mut self.0, report);
        }
        rule(&item, report)
    }
}
