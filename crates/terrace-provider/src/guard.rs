//! The guard: what SQL may reach, asked by SQLite for every statement before it runs.
//!
//! # Invariants
//! G1. A selection of a guest reaches the columns of the one table of its URI, and pure functions; nothing
//!     else, whatever its text is.
//! G2. A statement of a manifest's call reaches the tables of its provider. It defines nothing, attaches nothing,
//!     and begins or ends no transaction.
//! G3. Whoever has not said what it does (`Scope::Nothing`) may do nothing.

use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use std::sync::{Arc, Mutex, PoisonError};

/// How far statements reach that are prepared from now on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Nothing at all.
    #[default]
    Nothing,
    /// Everything: the monitor's own statements.
    Monitor,
    /// Reading one table.
    Reading(String),
    /// Changing one table.
    Writing(String),
    /// Whatever of the provider's tables.
    Call,
}

/// See the module.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guard(Arc<Mutex<Scope>>);

/// Functions whose answer is made of their arguments alone, or of the clock. Those that read files or load code
/// are not among them, and SQLite bounds how long a value may become.
const FUNCTIONS: &[&str] = &[
    "abs",
    "avg",
    "char",
    "coalesce",
    "count",
    "date",
    "datetime",
    "glob",
    "hex",
    "ifnull",
    "iif",
    "instr",
    "julianday",
    "length",
    "like",
    "lower",
    "ltrim",
    "max",
    "min",
    "nullif",
    "octet_length",
    "round",
    "rtrim",
    "sign",
    "strftime",
    "substr",
    "substring",
    "sum",
    "time",
    "total",
    "trim",
    "typeof",
    "unicode",
    "unixepoch",
    "upper",
];

impl Guard {
    /// From now on.
    pub(crate) fn set(&self, scope: Scope) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = scope;
    }

    /// SQLite's question.
    pub(crate) fn judge(&self, asked: &AuthContext<'_>) -> Authorization {
        let scope = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let granted = match &*scope {
            Scope::Nothing => false,
            Scope::Monitor => return Authorization::Allow,
            Scope::Reading(table) => reads(&asked.action, |t| t == table),
            Scope::Writing(table) => {
                reads(&asked.action, |t| t == table) || writes(&asked.action, |t| t == table)
            }
            Scope::Call => reads(&asked.action, is_own) || writes(&asked.action, is_own),
        };
        match (granted, &asked.action) {
            (false, _) => Authorization::Deny,
            // Deletes row by row, so that observers hear of each.
            (true, AuthAction::Delete { .. }) => Authorization::Ignore,
            (true, _) => Authorization::Allow,
        }
    }
}

/// Is it a table that a manifest can declare? SQLite's own begin with its name.
fn is_own(table: &str) -> bool {
    !table.starts_with("sqlite_")
}

fn reads(action: &AuthAction<'_>, own: impl Fn(&str) -> bool) -> bool {
    match action {
        AuthAction::Select => true,
        AuthAction::Read { table_name, .. } => own(table_name),
        AuthAction::Function { function_name } => FUNCTIONS.contains(function_name),
        _ => false,
    }
}

fn writes(action: &AuthAction<'_>, own: impl Fn(&str) -> bool) -> bool {
    match action {
        AuthAction::Insert { table_name }
        | AuthAction::Delete { table_name }
        | AuthAction::Update { table_name, .. } => own(table_name),
        _ => false,
    }
}
