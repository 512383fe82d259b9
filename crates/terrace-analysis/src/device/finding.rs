//! What the manifests of a device leave open, or say that cannot be.

use super::Void;
use serde::Serialize;
use std::fmt;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing is proven as long as it is so.
    Error,
    /// The proof holds; something is probably not meant so.
    Warning,
}

/// One thing that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The app or what is in it, as `words/output`.
    pub of: String,
    /// What is so.
    pub what: String,
    /// What to do.
    pub fix: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}", self.of, self.what, self.fix)
    }
}

/// Collects findings.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) all: Vec<Finding>,
    pub(super) voids: Vec<Void>,
}

impl Findings {
    /// Nothing is proven as long as this is so.
    pub(super) fn error(&mut self, of: &str, what: impl Into<String>, fix: impl Into<String>) {
        self.add(Severity::Error, of, what.into(), fix.into());
    }

    /// Nothing is known of the load of `partition`, nor proven below it, as long as this is so.
    pub(super) fn void(
        &mut self,
        partition: &str,
        of: &str,
        what: impl Into<String>,
        fix: impl Into<String>,
    ) {
        let (what, fix) = (what.into(), fix.into());
        self.voids.push(Void {
            partition: partition.to_owned(),
            what: format!("{of}: {what}"),
            fix: fix.clone(),
        });
        self.error(of, what, fix);
    }

    /// This is probably not meant so.
    pub(super) fn warn(&mut self, of: &str, what: impl Into<String>, fix: impl Into<String>) {
        self.add(Severity::Warning, of, what.into(), fix.into());
    }

    fn add(&mut self, severity: Severity, of: &str, what: String, fix: String) {
        let of = of.to_owned();
        self.all.push(Finding {
            severity,
            of,
            what,
            fix,
        });
    }
}
