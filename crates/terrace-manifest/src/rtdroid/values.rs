//! Values as RTDroid's manifests write them.

use super::element::{Element, Reader, Text};
use crate::{
    bounds::{self, Bounds},
    model::{Bytes, Label, Span},
    read::closest,
};

/// A name; one that begins with a dot continues the package.
pub(super) fn label(text: &Text<'_>, package: &str, reader: &mut Reader<'_>) -> Option<Label> {
    let whole = match text.value.starts_with('.') {
        true => format!("{package}{}", text.value),
        false => text.value.to_owned(),
    };
    let label = whole.parse::<Label>();
    if let Err(why) = &label {
        reader.refuse(text.problem("is not a name", why.to_string(), "correct the name"));
    }
    label.ok()
}

/// A whole number within bounds.
pub(super) fn number(text: &Text<'_>, bounds: Bounds<u64>, reader: &mut Reader<'_>) -> Option<u64> {
    let number = text.value.trim().parse::<u64>().ok();
    match number {
        Some(n) if n >= bounds.min && n <= bounds.max => return Some(n),
        Some(n) => {
            let near = n.clamp(bounds.min, bounds.max);
            let what = if n < bounds.min {
                "is too small"
            } else {
                "is too large"
            };
            reader.refuse(text.problem(
                what,
                format!("{bounds} are allowed"),
                format!("write {near}"),
            ));
        }
        None => {
            let limit = format!("{bounds} are allowed");
            reader.refuse(text.problem(
                "is not a whole number",
                limit,
                format!("write {}", bounds.min),
            ));
        }
    }
    None
}

/// Yes or no.
pub(super) fn boolean(text: &Text<'_>, reader: &mut Reader<'_>) -> Option<bool> {
    word(text, &[("true", true), ("false", false)], reader)
}

/// One of a few words; upper and lower case are the same.
pub(super) fn word<T: Copy>(
    text: &Text<'_>,
    words: &[(&'static str, T)],
    reader: &mut Reader<'_>,
) -> Option<T> {
    let said = text.value.trim();
    let found = words.iter().find(|(w, _)| w.eq_ignore_ascii_case(said));
    if found.is_none() {
        let names: Vec<&str> = words.iter().map(|(w, _)| *w).collect();
        let fix = match closest(said, &names) {
            Some(near) => format!("did you mean {near}"),
            None => format!("write {}", names[0]),
        };
        let limit = format!("the choices are {}", names.join(" "));
        reader.refuse(text.problem("is not one of its choices", limit, fix));
    }
    found.map(|(_, value)| *value)
}

const SIZES: [(&str, u64); 7] = [
    ("", 1),
    ("B", 1),
    ("K", 1 << 10),
    ("KB", 1 << 10),
    ("M", 1 << 20),
    ("MB", 1 << 20),
    ("G", 1 << 30),
];

/// A number of bytes with a suffix B, K, M or G of 1024.
pub(super) fn size(
    text: &Text<'_>,
    bounds: Bounds<Bytes>,
    reader: &mut Reader<'_>,
) -> Option<Bytes> {
    let (digits, unit) = split(text.value);
    let scale = SIZES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(unit));
    let bytes = match (digits.parse::<u64>(), scale) {
        (Ok(n), Some((_, scale))) => n.checked_mul(*scale),
        _ => {
            let limit = "a size is a whole number with B, K, M or G (1M = 1048576)";
            reader.refuse(text.problem("is not a size", limit, "write for example 1M"));
            return None;
        }
    };
    let fits = bytes
        .map(Bytes::new)
        .filter(|b| *b >= bounds.min && *b <= bounds.max);
    if fits.is_none() {
        let what = if bytes == Some(0) {
            "is too small"
        } else {
            "is too large"
        };
        reader.refuse(text.problem(
            what,
            format!("{bounds} are allowed"),
            "write a size between",
        ));
    }
    fits
}

const TIMES: [(&str, u64); 5] = [
    ("", 1_000_000),
    ("ns", 1),
    ("us", 1000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
];

/// A time with a unit ns, us, ms or s; without one, in milliseconds.
pub(super) fn time(text: &Text<'_>, bounds: Bounds<Span>, reader: &mut Reader<'_>) -> Option<Span> {
    let (digits, unit) = split(text.value);
    let scale = TIMES
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(unit));
    let ns = match (digits.parse::<u64>(), scale) {
        (Ok(n), Some((_, scale))) => n.checked_mul(*scale),
        _ => {
            let limit = "a time is a whole number with ns, us, ms or s";
            reader.refuse(text.problem("is not a time", limit, "write for example 8ms"));
            return None;
        }
    };
    within(text, ns, bounds, reader)
}

fn within(
    text: &Text<'_>,
    ns: Option<u64>,
    bounds: Bounds<Span>,
    reader: &mut Reader<'_>,
) -> Option<Span> {
    let span = ns.map(Span::from_ns);
    let fits = span.filter(|s| *s >= bounds.min && *s <= bounds.max);
    if fits.is_none() {
        let small = span.is_some_and(|s| s < bounds.min);
        let what = if small {
            "is too small"
        } else {
            "is too large"
        };
        reader.refuse(text.problem(
            what,
            format!("{bounds} are allowed"),
            "write a time between",
        ));
    }
    fits
}

/// A time as an element: attributes `ms` and `ns` that add up, or a text with a unit.
pub(super) fn time_of(
    mut element: Element<'_>,
    bounds: Bounds<Span>,
    reader: &mut Reader<'_>,
) -> Option<Span> {
    let parts = [element.attribute(&["ms"]), element.attribute(&["ns"])];
    let [None, None] = &parts else {
        let sum = read_parts(&parts, bounds, reader);
        element.finish(reader);
        return sum;
    };
    let text = element.text(reader);
    element.finish(reader);
    time(&text?, bounds, reader)
}

fn read_parts(
    parts: &[Option<Text<'_>>; 2],
    bounds: Bounds<Span>,
    reader: &mut Reader<'_>,
) -> Option<Span> {
    let most = Bounds {
        min: 0,
        max: u64::MAX,
    };
    let mut sum = Some(0u64);
    for (part, scale) in parts.iter().zip([1_000_000u64, 1]) {
        if let Some(text) = part {
            let ns = number(text, most, reader)?.checked_mul(scale);
            sum = sum.zip(ns).and_then(|(a, b)| a.checked_add(b));
        }
    }
    let shown = parts.iter().flatten().next()?;
    within(shown, sum, bounds, reader)
}

/// Digits, and what follows them.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    (digits, unit.trim_start())
}

/// A priority of Linux.
pub(super) fn priority(text: &Text<'_>, reader: &mut Reader<'_>) -> Option<u8> {
    number(text, bounds::PRIORITY, reader).map(|p| p as u8)
}
