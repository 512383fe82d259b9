//! `codes.toml` and `limits.toml`: every number that crosses the guest interface.

use crate::interface::{Number, Set, SetKind};
use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const SETS: [SetKind; 20] = [
    SetKind {
        key: "codes",
        name: "Code",
        prefix: "code",
        docs: "What a call answers.",
    },
    SetKind {
        key: "levels",
        name: "Level",
        prefix: "level",
        docs: "How much a log record matters.",
    },
    SetKind {
        key: "states",
        name: "State",
        prefix: "state",
        docs: "Where a partition is in its life.",
    },
    SetKind {
        key: "faults",
        name: "FaultKind",
        prefix: "fault",
        docs: "Why a partition ended against its will.",
    },
    SetKind {
        key: "events",
        name: "EventKind",
        prefix: "event",
        docs: "What `next-event` tells.",
    },
    SetKind {
        key: "limits",
        name: "Limit",
        prefix: "limit",
        docs: "What `set-limit` sets.",
    },
    SetKind {
        key: "trim",
        name: "TrimLevel",
        prefix: "trim",
        docs: "How much memory to give back.",
    },
    SetKind {
        key: "components",
        name: "ComponentKind",
        prefix: "component",
        docs: "What a component is.",
    },
    SetKind {
        key: "callbacks",
        name: "CallbackKind",
        prefix: "callback",
        docs: "What a callback of a component is.",
    },
    SetKind {
        key: "occasions",
        name: "Occasion",
        prefix: "occasion",
        docs: "What a release is for.",
    },
    SetKind {
        key: "reactions",
        name: "Reaction",
        prefix: "reaction",
        docs: "What follows an overrun or a deadline miss.",
    },
    SetKind {
        key: "roles",
        name: "Role",
        prefix: "role",
        docs: "What a channel is opened for.",
    },
    SetKind {
        key: "channels",
        name: "ChannelKind",
        prefix: "channel",
        docs: "Who gets a message of a channel.",
    },
    SetKind {
        key: "elements",
        name: "Element",
        prefix: "element",
        docs: "What the messages of a channel are made of.",
    },
    SetKind {
        key: "forms",
        name: "Form",
        prefix: "form",
        docs: "What the bytes of a message are.",
    },
    SetKind {
        key: "incoming",
        name: "IncomingKind",
        prefix: "incoming",
        docs: "What `accept` brings.",
    },
    SetKind {
        key: "parts",
        name: "Part",
        prefix: "part",
        docs: "Who opens a window.",
    },
    SetKind {
        key: "ownerships",
        name: "Ownership",
        prefix: "ownership",
        docs: "Whose a buffer is that was sent.",
    },
    SetKind {
        key: "values",
        name: "ValueKind",
        prefix: "value",
        docs: "What a value of an intent or a row is.",
    },
    SetKind {
        key: "changes",
        name: "ChangeKind",
        prefix: "change",
        docs: "What happened to rows that are observed.",
    },
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    value: i64,
    doc: String,
}

type Table = BTreeMap<String, Entry>;

/// The sets of numbers in the file, each ordered by distance from zero.
pub fn sets(path: &Path) -> Result<Vec<Set>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    parse_sets(&text).with_context(|| format!("{}", path.display()))
}

fn parse_sets(text: &str) -> Result<Vec<Set>> {
    let mut tables: BTreeMap<String, Table> = toml::from_str(text)?;
    let sets = SETS
        .into_iter()
        .map(|kind| {
            let table = tables
                .remove(kind.key)
                .with_context(|| format!("there is no table [{}]", kind.key))?;
            set(kind, table)
        })
        .collect::<Result<_>>()?;
    if let Some(key) = tables.keys().next() {
        bail!("no language knows the table [{key}]: name its type in xtask/src/numbers.rs");
    }
    Ok(sets)
}

fn set(kind: SetKind, table: Table) -> Result<Set> {
    let mut numbers = numbers(table)?;
    numbers.sort_by_key(|n| n.value.unsigned_abs());
    for pair in numbers.windows(2) {
        let [a, b] = pair else { continue };
        ensure!(
            a.value != b.value,
            "[{}]: {} and {} are both {}",
            kind.key,
            a.name,
            b.name,
            a.value
        );
    }
    for n in &numbers {
        let fits = if kind.key == "codes" {
            n.value <= 0
        } else {
            n.value >= 0
        };
        ensure!(
            fits,
            "[{}]: {} = {} has the wrong sign",
            kind.key,
            n.name,
            n.value
        );
        ensure!(
            i32::try_from(n.value).is_ok(),
            "[{}]: {} = {} needs 32 bits",
            kind.key,
            n.name,
            n.value
        );
    }
    Ok(Set { kind, numbers })
}

/// The bounds in the file, by name.
pub fn bounds(path: &Path) -> Result<Vec<Number>> {
    let text =
        fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let table: Table = toml::from_str(&text).with_context(|| format!("{}", path.display()))?;
    let bounds = numbers(table).with_context(|| format!("{}", path.display()))?;
    for bound in &bounds {
        ensure!(
            bound.value > 0,
            "{}: {} = {} is no bound",
            path.display(),
            bound.name,
            bound.value
        );
    }
    Ok(bounds)
}

fn numbers(table: Table) -> Result<Vec<Number>> {
    table
        .into_iter()
        .map(|(name, entry)| number(name, entry))
        .collect()
}

fn number(name: String, entry: Entry) -> Result<Number> {
    let kebab = name
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    ensure!(kebab, "the name {name:?} is not in kebab case");
    ensure!(!entry.doc.is_empty(), "{name} has no doc");
    Ok(Number {
        name,
        value: entry.value,
        docs: entry.doc,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three codes, and every other table without a number.
    fn good() -> String {
        let codes = r#"codes = { ok = { value = 0, doc = "d" }, full = { value = -2, doc = "d" }, again = { value = -1, doc = "d" } }"#;
        let empty = SETS.iter().filter(|kind| kind.key != "codes");
        empty.fold(codes.to_owned(), |text, kind| {
            format!("{text}\n{} = {{}}", kind.key)
        })
    }

    fn error(text: &str) -> String {
        format!("{:#}", parse_sets(text).err().expect("refused"))
    }

    #[test]
    fn a_set_is_ordered_by_value() {
        let sets = parse_sets(&good()).expect("good");
        let names: Vec<_> = sets[0].numbers.iter().map(|n| n.name.as_str()).collect();
        assert_eq!(names, ["ok", "again", "full"]);
    }

    #[test]
    fn a_value_used_twice_is_refused() {
        let text = good().replace("-2", "-1");
        assert_eq!(error(&text), "[codes]: again and full are both -1");
    }

    #[test]
    fn an_error_must_be_negative() {
        assert_eq!(
            error(&good().replace("-2", "2")),
            "[codes]: full = 2 has the wrong sign"
        );
    }

    #[test]
    fn an_unknown_table_is_refused() {
        let text = format!("{}\ncolours = {{}}", good());
        assert!(error(&text).contains("[colours]"), "{}", error(&text));
    }

    #[test]
    fn a_missing_table_is_refused() {
        assert_eq!(
            error(&good().replace("trim", "levels2")),
            "there is no table [trim]"
        );
    }
}
