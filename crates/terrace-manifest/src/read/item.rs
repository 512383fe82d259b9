//! A value of the text: its type, its bounds.

use super::{Section, suggest::closest};
use crate::{
    bounds::Bounds,
    model::{Bytes, Span, Word},
    report::{Problem, Report, shown},
};
use std::ops::Range;
use toml::de::DeValue;

/// A value with its place and its name.
#[derive(Debug, Clone)]
pub(crate) struct Item<'t> {
    /// Its whole name, as `memory.limit`.
    pub(crate) name: String,
    /// Where its key is.
    pub(crate) key_at: Range<usize>,
    /// Where it is.
    pub(crate) at: Range<usize>,
    pub(crate) value: &'t DeValue<'t>,
}

impl<'t> Item<'t> {
    /// The last part of its name, as it is written.
    pub(crate) fn key(&self) -> String {
        shown(self.name.rsplit('.').next().unwrap_or(&self.name))
    }

    /// How a value for it is written: an item of a list has no key.
    fn assign(&self, form: &str) -> String {
        match self.name.ends_with(']') {
            true => form.to_owned(),
            false => format!("{} = {form}", self.key()),
        }
    }

    /// What is wrong with it: `what` continues its name.
    pub(crate) fn problem(
        &self,
        what: &str,
        limit: impl Into<String>,
        fix: impl Into<String>,
    ) -> Problem {
        Problem::new(
            &self.at,
            format!("{} {what}", shown(&self.name)),
            limit,
            fix,
        )
    }

    fn wrong_type(&self, wanted: &str, form: &str) -> Problem {
        let found = format!("is {}", kind(self.value));
        self.problem(
            &found,
            format!("it must be {wanted}"),
            format!("write {form}"),
        )
    }

    /// A text.
    pub(crate) fn text(&self, report: &mut Report<'_>) -> Option<&'t str> {
        let text = self.value.as_str();
        if text.is_none() {
            let form = self.assign("\"...\"");
            report.refuse(self.wrong_type("a string", &form));
        }
        text
    }

    /// Yes or no.
    pub(crate) fn boolean(&self, report: &mut Report<'_>) -> Option<bool> {
        let boolean = self.value.as_bool();
        if boolean.is_none() {
            let form = format!("{0} = true or {0} = false", self.key());
            report.refuse(self.wrong_type("a boolean", &form));
        }
        boolean
    }

    /// A number within bounds.
    pub(crate) fn integer(&self, bounds: Bounds<u64>, report: &mut Report<'_>) -> Option<u64> {
        let Some(number) = self.value.as_integer() else {
            let form = format!("{} = {}", self.key(), bounds.min);
            report.refuse(self.wrong_type("a whole number", &form));
            return None;
        };
        let too_small = number.as_str().starts_with('-');
        let number =
            u64::from_str_radix(number.as_str().trim_start_matches('+'), number.radix()).ok();
        match number {
            Some(n) if n >= bounds.min && n <= bounds.max => return Some(n),
            Some(n) if n < bounds.min => self.outside(true, bounds, report),
            _ => self.outside(too_small, bounds, report),
        }
        None
    }

    fn outside<T: std::fmt::Display>(
        &self,
        below: bool,
        bounds: Bounds<T>,
        report: &mut Report<'_>,
    ) {
        let quote = if self.value.as_str().is_some() {
            "\""
        } else {
            ""
        };
        let key = self.key();
        let (what, fix) = match below {
            true => (
                "is too small",
                format!("write {key} = {quote}{}{quote} or more", bounds.min),
            ),
            false => (
                "is too large",
                format!("write {key} = {quote}{}{quote} or less", bounds.max),
            ),
        };
        report.refuse(self.problem(what, format!("{bounds} are allowed"), fix));
    }

    /// One of a few words.
    pub(crate) fn word<T: Word>(&self, report: &mut Report<'_>) -> Option<T> {
        let text = self.text(report)?;
        let word = T::from_word(text);
        if word.is_none() {
            let words: Vec<&str> = T::ALL.iter().map(|(_, w)| *w).collect();
            let fix = match closest(text, &words) {
                Some(word) => format!("did you mean \"{word}\""),
                None => format!("write {} = \"{}\"", self.key(), words[0]),
            };
            let limit = format!("the choices are {}", words.join(" "));
            report.refuse(self.problem("is not one of its choices", limit, fix));
        }
        word
    }

    /// A size within bounds: a text with a unit, or a number of bytes.
    pub(crate) fn size(&self, bounds: Bounds<Bytes>, report: &mut Report<'_>) -> Option<Bytes> {
        if self.value.is_integer() {
            let plain = Bounds {
                min: bounds.min.get(),
                max: bounds.max.get(),
            };
            return self.integer(plain, report).map(Bytes::new);
        }
        let Some(text) = self.value.as_str() else {
            let form = format!("{} = \"{}\"", self.key(), bounds.max);
            report.refuse(self.wrong_type("a size", &form));
            return None;
        };
        match text.parse::<Bytes>() {
            Ok(size) if size >= bounds.min && size <= bounds.max => return Some(size),
            Ok(size) => self.outside(size < bounds.min, bounds, report),
            Err(why) => {
                let fix = format!("write for example {} = \"16 MiB\"", self.key());
                report.refuse(self.problem("is not a size", why.to_string(), fix));
            }
        }
        None
    }

    /// A length of time within bounds: a text with a unit.
    pub(crate) fn span(&self, bounds: Bounds<Span>, report: &mut Report<'_>) -> Option<Span> {
        let Some(text) = self.value.as_str() else {
            let form = format!("{} = \"8 ms\"", self.key());
            report.refuse(self.wrong_type("a time", &form));
            return None;
        };
        match text.parse::<Span>() {
            Ok(span) if span >= bounds.min && span <= bounds.max => return Some(span),
            Ok(span) => self.outside(span < bounds.min, bounds, report),
            Err(why) => {
                let fix = format!("write for example {} = \"8 ms\"", self.key());
                report.refuse(self.problem("is not a time", why.to_string(), fix));
            }
        }
        None
    }

    /// The items of a list.
    pub(crate) fn list(&self, report: &mut Report<'_>) -> Option<Vec<Item<'t>>> {
        let DeValue::Array(array) = self.value else {
            let form = self.assign("[...]");
            report.refuse(self.wrong_type("a list", &form));
            return None;
        };
        let item = |(i, value): (usize, &'t toml::Spanned<DeValue<'t>>)| Item {
            name: format!("{}[{i}]", self.name),
            key_at: value.span(),
            at: value.span(),
            value: value.get_ref(),
        };
        Some(array.iter().enumerate().map(item).collect())
    }

    /// A table.
    pub(crate) fn section(&self, report: &mut Report<'_>) -> Option<Section<'t>> {
        if let DeValue::Table(table) = self.value {
            return Some(Section::inside(&self.name, &self.key_at, Some(table)));
        }
        let whole = !self.name.contains(['.', '[']);
        let form = match whole {
            true => format!("[{}] on a line of its own", self.name),
            false => "{ key = value }".to_owned(),
        };
        report.refuse(self.wrong_type("a table", &form));
        None
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date or time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
