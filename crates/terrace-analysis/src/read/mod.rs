//! Task sets as text: JSON for everything, CSV for tasks alone.
//!
//! Both become the same tree of items that know where they stand, so that one reader judges
//! both and every error has its line and column. A number may be written as a string, for
//! fractions; `null` is the same as nothing.
//!
//! # Invariants
//! I1. A key that is not read is refused: nothing an author wrote is silently ignored.
//! I2. No text panics, overflows the stack, or makes more errors than
//!     `terrace_manifest::MAX_DIAGNOSTICS`; text above [`MAX_TEXT`] is refused unread.
//! I3. What is returned has passed [`TaskSet::check`].

mod csv;
mod fields;
mod item;
mod json;
mod lists;
mod places;
mod set;

use crate::model::TaskSet;
use places::Places;
use std::path::Path;
use terrace_manifest::{Diagnostics, Problem, Report};

/// The longest text that is read, in bytes.
pub const MAX_TEXT: usize = 16 << 20;

impl TaskSet {
    /// Read a set from JSON. `file` is what messages call the text.
    ///
    /// # Errors
    /// Everything that is wrong in the text.
    pub fn parse_json(text: &str, file: &Path) -> Result<TaskSet, Diagnostics> {
        parse(text, file, json::tree)
    }

    /// Read tasks from CSV, one a line under a line of column names. `file` is what messages
    /// call the text.
    ///
    /// Lines such as `# policy = edf` set what holds for the whole set.
    ///
    /// # Errors
    /// Everything that is wrong in the text.
    pub fn parse_csv(text: &str, file: &Path) -> Result<TaskSet, Diagnostics> {
        parse(text, file, csv::tree)
    }
}

type Tree = for<'t> fn(&'t str, &mut Report<'_>) -> Option<item::Item<'t>>;

fn parse(text: &str, file: &Path, tree: Tree) -> Result<TaskSet, Diagnostics> {
    if text.len() > MAX_TEXT {
        let mut report = Report::new("", file);
        let limit = format!("{MAX_TEXT} bytes are allowed");
        let problem = Problem::new(&(0..0), "the task set is too large", limit, "split it");
        report.refuse(problem.value(format!("{} bytes", text.len())));
        return report.finish(None);
    }
    let mut report = Report::new(text, file);
    let Some(tree) = tree(text, &mut report) else {
        return report.finish(None);
    };
    let mut places = Places::default();
    let set = set::read(&tree, &mut report, &mut places);
    if let Some(Err(flaws)) = set.as_ref().map(TaskSet::check) {
        for flaw in flaws {
            report.refuse(places.problem(&flaw));
        }
    }
    report.finish(set)
}

#[cfg(test)]
mod tests;
