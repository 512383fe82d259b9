//! Collects what is wrong with one text, and makes diagnostics of it at the end.
//!
//! # Invariants
//! R1. At most [`MAX_DIAGNOSTICS`] problems are held, whatever the text: those that stand
//!     first in it.
//! R2. When the syntax is broken, only what can be said of one value alone is reported, and
//!     not on a broken line: what the parser guessed there would be blamed on the author.

use crate::{
    diagnostic::{Diagnostic, Diagnostics, MAX_DIAGNOSTICS, Place},
    position::{Lines, Position},
};
use miette::NamedSource;
use std::{
    cmp::Ordering,
    collections::{BTreeSet, BinaryHeap},
    ops::Range,
    path::Path,
    sync::Arc,
};

/// A longer value is cut where it is shown.
const SHOWN: usize = 60;

/// Something wrong at a place.
#[derive(Debug)]
pub struct Problem {
    at: Range<usize>,
    what: String,
    value: Option<String>,
    limit: String,
    fix: String,
    depends: bool,
}

impl Problem {
    /// The value shown is the text at the place.
    #[must_use]
    pub fn new(
        at: &Range<usize>,
        what: impl Into<String>,
        limit: impl Into<String>,
        fix: impl Into<String>,
    ) -> Problem {
        Problem {
            at: at.clone(),
            what: what.into(),
            value: None,
            limit: limit.into(),
            fix: fix.into(),
            depends: false,
        }
    }

    /// Show this instead of the text at the place.
    #[must_use]
    pub fn value(self, value: impl Into<String>) -> Problem {
        Problem {
            value: Some(value.into()),
            ..self
        }
    }

    /// It is wrong because of what else is, or is not, in the text (R2).
    #[must_use]
    pub fn depends(self) -> Problem {
        Problem {
            depends: true,
            ..self
        }
    }
}

/// Ordered by place, then by when it was found.
#[derive(Debug)]
struct Found(usize, Problem);

impl Ord for Found {
    fn cmp(&self, other: &Found) -> Ordering {
        (self.1.at.start, self.0).cmp(&(other.1.at.start, other.0))
    }
}

impl PartialOrd for Found {
    fn partial_cmp(&self, other: &Found) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Found {
    fn eq(&self, other: &Found) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Found {}

/// What is wrong with one text.
#[derive(Debug)]
pub struct Report<'t> {
    text: &'t str,
    file: &'t Path,
    lines: Lines<'t>,
    broken: BTreeSet<usize>,
    found: usize,
    first: BinaryHeap<Found>,
}

impl<'t> Report<'t> {
    /// Nothing is wrong yet. `file` is what messages call the text.
    #[must_use]
    pub fn new(text: &'t str, file: &'t Path) -> Report<'t> {
        Report {
            text,
            file,
            lines: Lines::of(text),
            broken: BTreeSet::new(),
            found: 0,
            first: BinaryHeap::new(),
        }
    }

    /// Where an offset is.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        self.lines.position(offset)
    }

    /// The syntax is broken here.
    pub fn broken(&mut self, problem: Problem) {
        let last = self.lines.line(problem.at.end);
        self.broken.extend(self.lines.line(problem.at.start)..=last);
        self.keep(problem);
    }

    /// A value is wrong.
    pub fn refuse(&mut self, problem: Problem) {
        let line = self.lines.line(problem.at.start);
        let guessed = problem.depends || self.broken.contains(&line);
        if self.broken.is_empty() || !guessed {
            self.keep(problem);
        }
    }

    fn keep(&mut self, problem: Problem) {
        self.first.push(Found(self.found, problem));
        self.found += 1;
        if self.first.len() > MAX_DIAGNOSTICS {
            self.first.pop();
        }
    }

    /// The plan, if nothing was wrong. Whoever returns `None` has refused something.
    ///
    /// # Errors
    /// What was refused.
    ///
    /// # Panics
    /// If there is neither a plan nor a refusal.
    pub fn finish<T>(self, plan: Option<T>) -> Result<T, Diagnostics> {
        if self.found == 0 {
            return Ok(plan.expect("a part is missing only after a refusal"));
        }
        let more = self.found - self.first.len();
        let name = one_line(&self.file.to_string_lossy());
        let source = Arc::new(NamedSource::new(&name, self.text.to_owned()));
        let found = self.first.into_sorted_vec().into_iter();
        let list = found.map(|Found(_, p)| diagnostic(p, self.text, &self.lines, &name, &source));
        Err(Diagnostics::new(list.collect(), more))
    }
}

fn diagnostic(
    problem: Problem,
    text: &str,
    lines: &Lines<'_>,
    name: &str,
    source: &Arc<NamedSource<String>>,
) -> Diagnostic {
    let start = text.floor_char_boundary(problem.at.start);
    let end = text.ceil_char_boundary(problem.at.end).max(start);
    let value = problem.value.unwrap_or_else(|| text[start..end].to_owned());
    let place = Place {
        source: source.clone(),
        start,
        length: end - start,
    };
    let said = [
        one_line(&problem.what),
        shown(&value),
        one_line(&problem.limit),
        one_line(&problem.fix),
    ];
    Diagnostic::new(name.to_owned(), lines.position(start), place, said)
}

/// A value as it is shown: on one line, cut when long, never empty.
pub(crate) fn shown(value: &str) -> String {
    let value = value.trim_end();
    let cut: String = value.chars().take(SHOWN).collect();
    match (cut.is_empty(), cut.len() < value.len()) {
        (true, _) => "nothing".to_owned(),
        (_, true) => format!("{}...", one_line(&cut)),
        (_, false) => one_line(&cut),
    }
}

/// Without characters that would break the line or steer a terminal.
fn one_line(text: &str) -> String {
    let steers = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) {
            out.extend(c.escape_default())
        } else {
            out.push(c)
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_text_are_kept_and_the_rest_is_counted() {
        let text = "x".repeat(200);
        let mut report = Report::new(&text, Path::new("f"));
        for start in (0..100).rev() {
            report.refuse(Problem::new(&(start..start + 1), "w", "l", "f"));
        }
        let errors = report.finish(Some(())).expect_err("it was refused");
        assert_eq!((errors.iter().len(), errors.more()), (64, 36));
        assert_eq!(errors.iter().next().expect("64 of them").position.col, 1);
        assert!(errors.to_string().ends_with("\nand 36 more"));
    }

    #[test]
    fn a_value_is_shown_on_one_line_and_cut() {
        assert_eq!(shown("a\nb\u{1b}[0m"), "a\\nb\\u{1b}[0m");
        assert_eq!(shown("  \n"), "nothing");
        assert_eq!(shown(&"ü".repeat(61)), format!("{}...", "ü".repeat(60)));
    }
}
