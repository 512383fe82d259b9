//! Errors for the author of a manifest.
//!
//! A diagnostic prints as the one line `file:line:col: what is wrong: the value, the limit,
//! the fix`; through miette it also shows the place in the text.

use crate::position::Position;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use serde::Serialize;
use std::{fmt, sync::Arc};

/// How many errors of one file are reported; the rest is counted.
pub const MAX_DIAGNOSTICS: usize = 64;

/// More text is not drawn: the one-line form has what matters.
const DRAWN: usize = 2000;

/// One thing that is wrong in a manifest.
#[derive(Debug, Clone, Serialize)]
pub struct Diagnostic {
    /// The file, as the caller named it.
    pub file: String,
    /// Where.
    #[serde(flatten)]
    pub position: Position,
    /// What is wrong.
    pub what: String,
    /// What was found.
    pub value: String,
    /// What is allowed.
    pub limit: String,
    /// What to do.
    pub fix: String,
    #[serde(skip)]
    place: Place,
}

/// A place in a text that can be drawn.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) source: Arc<NamedSource<String>>,
    pub(crate) start: usize,
    pub(crate) length: usize,
}

impl Diagnostic {
    pub(crate) fn new(file: String, position: Position, place: Place, said: [String; 4]) -> Self {
        let [what, value, limit, fix] = said;
        Diagnostic {
            file,
            position,
            what,
            value,
            limit,
            fix,
            place,
        }
    }

    /// Are the lines at the place, and those beside them, short enough?
    fn can_be_drawn(&self) -> bool {
        let (text, place) = (self.place.source.inner(), &self.place);
        let said = text.get(place.start..place.start + place.length);
        let inside = said.unwrap_or_default().matches('\n').count();
        let first = self.position.line.saturating_sub(2);
        let near = text.lines().skip(first).take(inside + 3);
        near.map(str::len).sum::<usize>() <= DRAWN
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, col } = self.position;
        let Diagnostic {
            file,
            what,
            value,
            limit,
            fix,
            ..
        } = self;
        write!(f, "{file}:{line}:{col}: {what}: {value}, {limit}, {fix}")
    }
}

impl std::error::Error for Diagnostic {}

impl miette::Diagnostic for Diagnostic {
    fn help(&self) -> Option<Box<dyn fmt::Display + '_>> {
        Some(Box::new(&self.fix))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.can_be_drawn()
            .then_some(&*self.place.source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (limit, place) = (self.limit.clone(), &self.place);
        let label = LabeledSpan::new(Some(limit), place.start, place.length);
        Some(Box::new(std::iter::once(label)))
    }
}

/// Everything that is wrong in a manifest, in the order of the text; never empty.
///
/// Serialises as a list of at most [`MAX_DIAGNOSTICS`].
#[derive(Debug, Clone, Serialize)]
#[serde(transparent)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    #[serde(skip)]
    more: usize,
}

impl Diagnostics {
    pub(crate) fn new(list: Vec<Diagnostic>, more: usize) -> Diagnostics {
        Diagnostics { list, more }
    }

    /// The errors that are kept.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// How many errors the file has beyond those that are kept.
    #[must_use]
    pub fn more(&self) -> usize {
        self.more
    }

    /// Every error with its place drawn, for people at a terminal.
    #[must_use]
    pub fn render(&self, color: bool) -> String {
        let theme = if color {
            GraphicalTheme::unicode()
        } else {
            GraphicalTheme::unicode_nocolor()
        };
        let handler = GraphicalReportHandler::new_themed(theme).with_links(false);
        let mut out = String::new();
        for diagnostic in &self.list {
            if handler.render_report(&mut out, diagnostic).is_err() {
                out.push_str(&format!("{diagnostic}\n"));
            }
        }
        if self.more > 0 {
            out.push_str(&format!("and {} more\n", self.more));
        }
        out
    }
}

impl<'d> IntoIterator for &'d Diagnostics {
    type Item = &'d Diagnostic;
    type IntoIter = std::slice::Iter<'d, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Diagnostics {
    /// One line each, without a newline at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.list.iter().enumerate() {
            let newline = if i == 0 { "" } else { "\n" };
            write!(f, "{newline}{diagnostic}")?;
        }
        if self.more > 0 {
            write!(f, "\nand {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostics {}

impl miette::Diagnostic for Diagnostics {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(
            self.list.iter().map(|d| d as &dyn miette::Diagnostic),
        ))
    }
}
