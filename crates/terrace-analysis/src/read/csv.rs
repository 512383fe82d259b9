//! CSV text into the same tree that JSON makes: a record with the list `tasks`.
//!
//! The first line names the columns as JSON names the fields of a task. `after` holds names
//! separated by `;`, `resources` holds `name:longest` pairs separated by `;`. A line that starts
//! with `#` is a comment, unless it reads `# key = value`: then it sets `time_unit`, `policy` or
//! `protocol`.

use super::item::{Item, Node};
use csv::{ReaderBuilder, StringRecord, Trim};
use std::{borrow::Cow, ops::Range};
use terrace_manifest::{Problem, Report, closest};

/// What a comment may set.
const SETTINGS: &[&str] = &["time_unit", "policy", "protocol"];

/// Without any of these the first line is no line of column names.
const REQUIRED: &[&str] = &["name", "cost", "period"];

/// Short names of columns, as books write them.
const SHORT: &[(&str, &str)] = &[
    ("c", "cost"),
    ("t", "period"),
    ("d", "deadline"),
    ("j", "jitter"),
    ("o", "offset"),
    ("b", "blocking"),
    ("p", "priority"),
];

/// A key, its place, its value.
type Pair<'t> = (Cow<'t, str>, Range<usize>, Item<'t>);

/// The tree, unless the syntax is broken.
pub(super) fn tree<'t>(text: &'t str, report: &mut Report<'_>) -> Option<Item<'t>> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut root = settings(text, report);
    let mut reader = ReaderBuilder::new()
        .comment(Some(b'#'))
        .trim(Trim::All)
        .from_reader(&text.as_bytes()[start..]);
    let headers = match reader.headers() {
        Ok(headers) if !headers.is_empty() => headers.clone(),
        Ok(_) => {
            refuse(report, 0..0, "there is no line of column names");
            return None;
        }
        Err(error) => {
            refuse(report, 0..0, &error.to_string());
            return None;
        }
    };
    let names: Vec<String> = headers.iter().map(column).collect();
    if !REQUIRED.iter().any(|r| names.iter().any(|n| n == r)) {
        let shown: String = names.join(",").chars().take(60).collect();
        let hint = match shown.contains([';', '\t']) {
            true => "; columns are separated by commas",
            false => "",
        };
        let what = format!("its first line names no column of a task: {shown}{hint}");
        refuse(report, line(text, start), &what);
        return None;
    }
    let mut tasks = Vec::new();
    for record in reader.records() {
        match record {
            Ok(record) => tasks.push(task(text, start, &names, &record)),
            Err(error) => {
                let at = error.position().map_or(0, |p| offset(p.byte())) + start;
                refuse(report, line(text, at), &error.to_string());
                return None;
            }
        }
    }
    let all = 0..text.len();
    let tasks = Item {
        at: all.clone(),
        node: Node::List(tasks),
    };
    root.push((Cow::Borrowed("tasks"), 0..0, tasks));
    Some(Item {
        at: all,
        node: Node::Record(root),
    })
}

/// A text is in memory, so every place in it is a `usize`.
fn offset(byte: u64) -> usize {
    usize::try_from(byte).unwrap_or(usize::MAX)
}

/// The field a column is for.
fn column(header: &str) -> String {
    let lower = header.to_lowercase();
    let short = SHORT.iter().find(|(short, _)| *short == lower);
    short.map_or(lower, |(_, name)| (*name).to_owned())
}

fn refuse(report: &mut Report<'_>, at: Range<usize>, what: &str) {
    let fix = "give a line of column names, as name,cost,period, then one line per task";
    let what = format!("this is not CSV: {what}");
    report.broken(Problem::new(&at, what, "CSV with a header is allowed", fix));
}

/// The rest of the line that begins at or before `at`.
fn line(text: &str, at: usize) -> Range<usize> {
    let at = text.floor_char_boundary(at);
    let length = text[at..].find('\n').unwrap_or(text.len() - at);
    at..at + length
}

/// What the comments set.
fn settings<'t>(text: &'t str, report: &mut Report<'_>) -> Vec<Pair<'t>> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let place = at..at + line.trim_end().len();
        at += line.len();
        let Some((key, value)) = line.strip_prefix('#').and_then(|l| l.split_once('=')) else {
            continue;
        };
        let (key, value) = (key.trim(), value.trim());
        if SETTINGS.contains(&key) {
            let node = Node::Text(Cow::Borrowed(value));
            let item = Item {
                at: place.clone(),
                node,
            };
            found.push((Cow::Borrowed(key), place, item));
        } else if let Some(meant) = closest(key, SETTINGS) {
            let fix = format!("did you mean {meant}?");
            let limit = format!("{} are allowed", SETTINGS.join(", "));
            report.refuse(Problem::new(&place, "an unknown setting", limit, fix).value(key));
        }
    }
    found
}

fn task<'t>(text: &str, start: usize, names: &[String], record: &StringRecord) -> Item<'t> {
    let from = record.position().map_or(0, |p| offset(p.byte())) + start;
    // The position may lie before comments and empty lines that the reader skips.
    let mut next = text.floor_char_boundary(from);
    if let Some(first) = record.get(0).filter(|f| !f.is_empty()) {
        while text[next..].starts_with(['#', '\n', '\r']) {
            let end = line(text, next).end;
            next = (end + 1).min(text.len());
        }
        next += text[next..].find(first).unwrap_or(0);
    }
    let at = line(text, next);
    let mut pairs = Vec::new();
    for (name, cell) in names.iter().zip(record) {
        let place = match text[next..].find(cell) {
            Some(from) if next + from <= at.end => next + from..next + from + cell.len(),
            _ => at.clone(),
        };
        next = place.end.max(next).min(text.len());
        if !cell.is_empty() {
            let item = Item {
                at: place.clone(),
                node: value(name, cell, &place),
            };
            pairs.push((Cow::Owned(name.clone()), place, item));
        }
    }
    Item {
        at,
        node: Node::Record(pairs),
    }
}

fn text_item<'t>(text: &str, at: &Range<usize>) -> Item<'t> {
    Item {
        at: at.clone(),
        node: Node::Text(Cow::Owned(text.trim().to_owned())),
    }
}

/// The value of a cell: two columns hold lists.
fn value<'t>(name: &str, cell: &str, at: &Range<usize>) -> Node<'t> {
    let parts = || cell.split(';').filter(|p| !p.trim().is_empty());
    match name {
        "after" => Node::List(parts().map(|p| text_item(p, at)).collect()),
        "resources" => {
            let used = |part: &str| {
                let (name, longest) = part.split_once(':').unwrap_or((part, ""));
                let pair = |key: &'static str, value| {
                    (Cow::Borrowed(key), at.clone(), text_item(value, at))
                };
                Item {
                    at: at.clone(),
                    node: Node::Record(vec![pair("name", name), pair("longest", longest)]),
                }
            };
            Node::List(parts().map(used).collect())
        }
        _ => Node::Text(Cow::Owned(cell.to_owned())),
    }
}
