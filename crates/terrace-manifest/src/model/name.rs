//! Names of apps, partitions and devices.

use crate::bounds;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use std::{borrow::Cow, fmt, str::FromStr};

/// A name: a lower-case letter or digit, then up to 63 of `a-z 0-9 . _ -`.
///
/// The form is safe as a file name, in a URL and on a command line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct AppName(String);

/// Why a text is no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing there.
    #[error("a name has at least one letter")]
    Empty,
    /// Longer than the interface allows.
    #[error("a name has {0} letters at most")]
    TooLong(usize),
    /// It starts with punctuation.
    #[error("a name starts with a-z or 0-9")]
    Start,
    /// A letter outside the set.
    #[error("a name has only a-z, 0-9, '.', '_' and '-'")]
    Letter,
}

impl AppName {
    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn check(text: &str) -> Result<(), NameError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let first = text.chars().next().ok_or(NameError::Empty)?;
    if !text
        .chars()
        .all(|c| plain(c) || matches!(c, '.' | '_' | '-'))
    {
        return Err(NameError::Letter);
    }
    if !plain(first) {
        return Err(NameError::Start);
    }
    if text.len() > bounds::NAME {
        return Err(NameError::TooLong(bounds::NAME));
    }
    Ok(())
}

impl FromStr for AppName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<AppName, NameError> {
        check(text).map(|()| AppName(text.to_owned()))
    }
}

impl fmt::Display for AppName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AsRef<str> for AppName {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl JsonSchema for AppName {
    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let pattern = format!("^[a-z0-9][a-z0-9._-]{{0,{}}}$", bounds::NAME - 1);
        json_schema!({ "type": "string", "pattern": pattern })
    }
}
