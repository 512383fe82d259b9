//! The syntax of TOML.

use crate::report::{Problem, Report};
use toml::{Spanned, de::DeTable};

/// The tree of a text: of what could be read, where the syntax is broken.
///
/// Depth is bounded by the toml crate (80 levels), which refuses more instead of recursing.
pub(super) fn tree<'t>(text: &'t str, report: &mut Report<'_>) -> Spanned<DeTable<'t>> {
    let (tree, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let at = error.span().unwrap_or(0..0);
        let fix = match error.message() {
            m if m.contains("duplicate key") => "remove one of the two",
            m if m.contains("recursion limit") => "nest less deeply",
            m if m.contains("unclosed") || m.contains("missing") => "complete it",
            m if m.contains("quoted") && at.is_empty() => "write a value",
            m if m.contains("quoted") => "put it in double quotes",
            _ => "correct it",
        };
        let what = format!("this is not TOML ({})", error.message());
        let place = text.get(at.clone()).unwrap_or_default();
        let line = text[text.floor_char_boundary(at.start.min(text.len()))..]
            .lines()
            .next();
        let value = if place.trim().is_empty() {
            line.unwrap_or_default()
        } else {
            place
        };
        let value = if value.trim().is_empty() {
            "the end of the line"
        } else {
            value
        };
        let limit = "a manifest is TOML 1.1";
        report.broken(Problem::new(&at, what, limit, fix).value(value));
    }
    tree
}
