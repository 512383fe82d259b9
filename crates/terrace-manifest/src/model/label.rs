//! Names inside an app: of components, channels, interfaces, resources, permissions.

use super::AppName;
use crate::bounds;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr};

/// A name inside an app: up to 128 letters and digits, with `.`, `_`, `$` and `-` between them.
///
/// It may start with a dot, so that a Java class can be named as Android's manifests do.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Label(String);

/// Why a text is no [`Label`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LabelError {
    /// Nothing there.
    #[error("a name has at least one letter")]
    Empty,
    /// Longer than allowed.
    #[error("a name has {0} letters at most")]
    TooLong(usize),
    /// A letter outside the set.
    #[error("a name has letters, digits, '.', '_', '$' and '-', and does not start with '-'")]
    Letter,
}

impl Label {
    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Label {
    type Err = LabelError;

    fn from_str(text: &str) -> Result<Label, LabelError> {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '-');
        match text {
            "" => Err(LabelError::Empty),
            t if !t.chars().all(fits) || t.starts_with('-') => Err(LabelError::Letter),
            t if t.len() > bounds::LABEL => Err(LabelError::TooLong(bounds::LABEL)),
            t => Ok(Label(t.to_owned())),
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for Label {
    fn schema_name() -> Cow<'static, str> {
        "Label".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let pattern = format!("^[A-Za-z0-9._$][A-Za-z0-9._$-]{{0,{}}}$", bounds::LABEL - 1);
        json_schema!({ "type": "string", "pattern": pattern })
    }
}

/// The way to a task: names with a slash between, as `processing/fft`, and in a device file
/// with the app before it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct TaskPath(String);

impl TaskPath {
    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for TaskPath {
    type Err = LabelError;

    fn from_str(text: &str) -> Result<TaskPath, LabelError> {
        for part in text.split('/') {
            part.parse::<Label>()?;
        }
        Ok(TaskPath(text.to_owned()))
    }
}

impl fmt::Display for TaskPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for TaskPath {
    fn schema_name() -> Cow<'static, str> {
        "TaskPath".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[A-Za-z0-9._$-]+(/[A-Za-z0-9._$-]+)*$" })
    }
}

/// Who may use a channel or an interface: one app, or every app that has a permission.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grantee {
    /// The app of this name.
    App(AppName),
    /// Every app to which the device file grants this permission: `permission:NAME`.
    Permission(Label),
}

/// What a permission begins with.
const PERMISSION: &str = "permission:";

impl FromStr for Grantee {
    type Err = String;

    fn from_str(text: &str) -> Result<Grantee, String> {
        match text.strip_prefix(PERMISSION) {
            Some(name) => name
                .parse()
                .map(Grantee::Permission)
                .map_err(|e| e.to_string()),
            None => text.parse().map(Grantee::App).map_err(|e| e.to_string()),
        }
    }
}

impl fmt::Display for Grantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grantee::App(name) => write!(f, "{name}"),
            Grantee::Permission(name) => write!(f, "{PERMISSION}{name}"),
        }
    }
}

impl Serialize for Grantee {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl JsonSchema for Grantee {
    fn schema_name() -> Cow<'static, str> {
        "Grantee".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^(permission:[A-Za-z0-9._$-]+|[a-z0-9][a-z0-9._-]*)$" })
    }
}
