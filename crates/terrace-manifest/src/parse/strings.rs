//! Lists of texts.

use crate::{
    bounds,
    read::Item,
    report::{Problem, Report},
};
use std::collections::HashMap;

/// A rule for one item of a list.
pub(super) type Rule<T> = fn(&Item<'_>, &mut Report<'_>) -> Option<T>;

/// Every item of a list, by one rule.
pub(super) fn each<T>(item: &Item<'_>, rule: Rule<T>, report: &mut Report<'_>) -> Option<Vec<T>> {
    let items = item.list(report)?;
    Some(items.iter().filter_map(|i| rule(i, report)).collect())
}

/// Every item of a list in which nothing may stand twice.
pub(super) fn each_once<T>(
    item: &Item<'_>,
    rule: Rule<T>,
    report: &mut Report<'_>,
) -> Option<Vec<T>> {
    let items = item.list(report)?;
    let mut seen = HashMap::new();
    for one in &items {
        if let Some(text) = one.value.as_str() {
            once(one, text, &mut seen, report);
        }
    }
    Some(items.iter().filter_map(|i| rule(i, report)).collect())
}

/// As [`each_once`], with at least one item.
pub(super) fn some<T>(item: &Item<'_>, rule: Rule<T>, report: &mut Report<'_>) -> Option<Vec<T>> {
    let items = item.list(report)?;
    if items.is_empty() {
        let fix = "name one or remove the key for its default";
        report.refuse(item.problem("is empty", "at least one item is required", fix));
    }
    each_once(item, rule, report)
}

/// Refuse a text that stood before.
pub(super) fn once<'t>(
    item: &Item<'_>,
    text: &'t str,
    seen: &mut HashMap<&'t str, usize>,
    report: &mut Report<'_>,
) {
    let line = report.position(item.at.start).line;
    if let Some(first) = seen.insert(text, line) {
        seen.insert(text, first);
        let limit = format!("it is on line {first} already");
        report.refuse(item.problem("is there twice", limit, "remove one of the two"));
    }
}

/// Refuse a list with more items than `max`.
pub(super) fn at_most(item: &Item<'_>, count: usize, max: usize, report: &mut Report<'_>) {
    if count > max {
        let limit = format!("{max} items are allowed");
        let problem = item.problem("has too many items", limit, "remove some");
        report.refuse(problem.value(format!("{count} items")));
    }
}

/// Arguments: few enough, small enough, and such that C can read them.
pub(super) fn args(item: &Item<'_>, report: &mut Report<'_>) -> Option<Vec<String>> {
    let args = each(item, super::rules::argument, report)?;
    at_most(item, args.len(), bounds::ARGS, report);
    all_bytes(item, args.iter().map(String::len).sum(), report);
    Some(args)
}

/// Refuse more bytes of arguments or variables than a guest is given.
pub(super) fn all_bytes(item: &Item<'_>, bytes: usize, report: &mut Report<'_>) {
    if bytes > bounds::ARGS_BYTES {
        let limit = format!("{} bytes together are allowed", bounds::ARGS_BYTES);
        let fix = "move data into a file of a granted folder";
        let problem = Problem::new(&item.at, format!("{} is too large", item.name), limit, fix);
        report.refuse(problem.value(format!("{bytes} bytes")));
    }
}
