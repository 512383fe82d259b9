//! JSON text into a tree of items.

use super::item::{Item, Node};
use jsonc_parser::{
    CollectOptions, ParseOptions,
    ast::{ObjectPropName, Value},
    common::Ranged,
    parse_to_ast,
};
use std::{borrow::Cow, ops::Range};
use terrace_manifest::{Problem, Report};

/// Strict JSON: what other programs write and read.
const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// The tree, unless the syntax is broken.
pub(super) fn tree<'t>(text: &'t str, report: &mut Report<'_>) -> Option<Item<'t>> {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut refuse = |at: Range<usize>, what: String| {
        let fix = "correct the syntax: JSON, with names and texts in double quotes";
        report.broken(Problem::new(&at, what, "JSON is allowed", fix));
    };
    match parse_to_ast(&text[start..], &CollectOptions::default(), &STRICT) {
        Ok(parsed) => match parsed.value {
            Some(value) => Some(item(value, start)),
            None => {
                refuse(0..0, "there is no JSON value".into());
                None
            }
        },
        Err(error) => {
            let range = error.range();
            let at = range.start + start..range.end + start;
            refuse(at, format!("this is not JSON: {}", error.kind()));
            None
        }
    }
}

/// As deep as the parser lets a text be, which is less than a stack holds.
fn item(value: Value<'_>, start: usize) -> Item<'_> {
    let place = |range: jsonc_parser::common::Range| range.start + start..range.end + start;
    let at = place(value.range());
    let node = match value {
        Value::StringLit(text) => Node::Text(text.value),
        Value::NumberLit(number) => Node::Text(Cow::Borrowed(number.value)),
        Value::BooleanLit(_) => Node::Bool,
        Value::NullKeyword(_) => Node::Nothing,
        Value::Array(list) => {
            Node::List(list.elements.into_iter().map(|v| item(v, start)).collect())
        }
        Value::Object(object) => {
            let properties = object.properties.into_iter();
            let pairs = properties.map(|p| {
                let at = place(p.name.range());
                let key = match p.name {
                    ObjectPropName::String(text) => text.value,
                    ObjectPropName::Word(word) => Cow::Borrowed(word.value),
                };
                (key, at, item(p.value, start))
            });
            Node::Record(pairs.collect())
        }
    };
    Item { at, node }
}
