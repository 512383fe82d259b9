//! A table that remembers which keys it was asked for (M2).

use super::{Item, suggest::closest};
use crate::report::{Problem, Report};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A table of the text, or its absence.
#[derive(Debug)]
pub(crate) struct Section<'t> {
    /// How messages call it: `[memory]`, or `the file`.
    title: String,
    /// What goes before its keys in messages: `memory.`.
    prefix: String,
    at: Range<usize>,
    table: Option<&'t DeTable<'t>>,
    asked: Vec<&'static str>,
}

impl<'t> Section<'t> {
    /// The text itself.
    pub(crate) fn root(table: &'t DeTable<'t>) -> Section<'t> {
        Section {
            title: "the file".to_owned(),
            prefix: String::new(),
            at: 0..0,
            table: Some(table),
            asked: Vec::new(),
        }
    }

    /// A table inside; `name` is its whole name.
    pub(crate) fn inside(
        name: &str,
        at: &Range<usize>,
        table: Option<&'t DeTable<'t>>,
    ) -> Section<'t> {
        Section {
            title: if name.ends_with(']') {
                name.to_owned()
            } else {
                format!("[{name}]")
            },
            prefix: format!("{name}."),
            at: at.clone(),
            table,
            asked: Vec::new(),
        }
    }

    /// The item of a key, if it is there.
    pub(crate) fn get(&mut self, key: &'static str) -> Option<Item<'t>> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        let (name, value) = self.table?.get_key_value(key)?;
        Some(Item {
            name: format!("{}{key}", self.prefix),
            key_at: name.span(),
            at: value.span(),
            value: value.get_ref(),
        })
    }

    /// The item of a key; without it, `example` is what to add.
    pub(crate) fn require(
        &mut self,
        key: &'static str,
        example: &str,
        report: &mut Report<'_>,
    ) -> Option<Item<'t>> {
        let item = self.get(key);
        if item.is_none() {
            let what = format!("{}{key} is missing", self.prefix);
            let fix = match self.prefix.is_empty() {
                true => format!("add {example}"),
                false => format!("add {key} = {example} to {}", self.title),
            };
            report.refuse(
                Problem::new(&self.at, what, "it is required", fix)
                    .value("nothing")
                    .depends(),
            );
        }
        item
    }

    /// The table of a key; an absent one is empty.
    pub(crate) fn section(&mut self, key: &'static str, report: &mut Report<'_>) -> Section<'t> {
        let item = self.get(key);
        let inside = item.as_ref().and_then(|i| i.section(report));
        inside.unwrap_or_else(|| Section::inside(&format!("{}{key}", self.prefix), &self.at, None))
    }

    /// An item of a table inside, for a second look at a key that somebody else asks for.
    pub(crate) fn item_of(&self, table: &str, key: &str) -> Option<Item<'t>> {
        let (_, inside) = self.table?.get_key_value(table)?;
        let DeValue::Table(inside) = inside.get_ref() else {
            return None;
        };
        let (name, value) = inside.get_key_value(key)?;
        Some(Item {
            name: format!("{}{table}.{key}", self.prefix),
            key_at: name.span(),
            at: value.span(),
            value: value.get_ref(),
        })
    }

    /// Every item with its key, in the order of the text.
    pub(crate) fn items(&mut self) -> Vec<(&'t str, Item<'t>)> {
        let mut items: Vec<_> = self.table.iter().flat_map(|t| t.iter()).collect();
        items.sort_by_key(|(key, _)| key.span().start);
        let item = |(key, value): (&'t toml::Spanned<_>, &'t toml::Spanned<_>)| {
            let text: &'t std::borrow::Cow<'t, str> = key.get_ref();
            let item = Item {
                name: format!("{}{text}", self.prefix),
                key_at: key.span(),
                at: value.span(),
                value: value.get_ref(),
            };
            (&**text, item)
        };
        items.into_iter().map(item).collect()
    }

    /// Refuse what was not asked for. `elsewhere` knows where a key would be right.
    pub(crate) fn finish(
        self,
        report: &mut Report<'_>,
        elsewhere: impl Fn(&str) -> Option<String>,
    ) {
        for (key, _) in self.table.iter().flat_map(|t| t.iter()) {
            let word: &str = key.get_ref();
            if !self.asked.contains(&word) {
                report.refuse(self.unknown(word, &key.span(), elsewhere(word)));
            }
        }
    }

    /// It depends on the headers before it: a broken one puts keys into the wrong table.
    fn unknown(&self, word: &str, at: &Range<usize>, elsewhere: Option<String>) -> Problem {
        let what = format!("unknown key in {}", self.title);
        let limit = format!("the keys are {}", self.asked.join(" "));
        let fix = match (closest(word, &self.asked), elsewhere) {
            (_, Some(place)) => place,
            (Some(key), None) => format!("did you mean {key}"),
            (None, None) => "remove it".to_owned(),
        };
        Problem::new(at, what, limit, fix).depends()
    }
}

/// No key of this section belongs anywhere else.
pub(crate) fn nowhere(_: &str) -> Option<String> {
    None
}
