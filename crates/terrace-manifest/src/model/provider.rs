//! Content providers: tables of an app's own that others may read and write.

use super::word::words;
use super::{Bytes, Grantee, Label, Word};
use crate::bounds;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr};

/// Tables that the app keeps, served by URI (`content://NAME/TABLE`) to those permitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Provider {
    /// What it is called in URIs: no two of a device the same.
    #[schemars(example = &"readings")]
    pub name: Label,
    /// Bytes its file may grow to; what would not fit is refused.
    #[schemars(example = &"64 MiB", default = "limit", extend("x-bounds" = bounds::PROVIDER.to_string()))]
    pub limit: Bytes,
    /// Other apps that may query and observe: an app's name, or `permission:NAME`. The app itself may.
    #[schemars(example = vec!["permission:history"])]
    #[schemars(default, length(max = bounds::GRANTS), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub readers: Vec<Grantee>,
    /// Other apps that may insert, update and delete. The app itself may.
    #[schemars(example = vec!["detector"])]
    #[schemars(default, length(max = bounds::GRANTS), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub writers: Vec<Grantee>,
    /// Its tables.
    #[schemars(example = serde_json::json!([{ "name": "level", "columns": ["at integer", "peak real"] }]))]
    #[schemars(length(min = 1, max = bounds::TABLES))]
    #[serde(rename = "table")]
    pub tables: Vec<Table>,
    /// Statements that `call` runs by name.
    #[schemars(example = serde_json::json!([{ "name": "forget", "sql": ["delete from level where at < ?1"] }]))]
    #[schemars(default, length(max = bounds::NESTED))]
    #[serde(rename = "call", skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Procedure>,
}

/// One table of a provider. Beside its columns it has `id`, an integer that names the row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Table {
    /// What it is called.
    #[schemars(example = &"level")]
    pub name: SqlName,
    /// Its columns: a name, then `integer`, `real`, `text` or `blob`, then `required` where none may be missing.
    #[schemars(example = vec!["at integer required", "peak real", "label text"])]
    #[schemars(length(min = 1, max = bounds::COLUMNS), extend("uniqueItems" = true))]
    pub columns: Vec<Column>,
    /// Columns by which rows are found fast.
    #[schemars(example = vec!["at"])]
    #[schemars(default, length(max = bounds::COLUMNS), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub index: Vec<SqlName>,
}

/// Statements with a name, which the provider runs as one: all of them, or none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Procedure {
    /// What it is called: no two of a provider the same.
    #[schemars(example = &"forget")]
    pub name: Label,
    /// SQL, one statement a text; `?1`, `?2` are the caller's arguments. What the last one selects goes to
    /// the caller. Those who may write may call it; readers too, if it only reads.
    #[schemars(example = vec!["delete from level where at < ?1"])]
    #[schemars(length(min = 1, max = bounds::STATEMENTS))]
    pub sql: Vec<String>,
}

words! {
    /// What a column holds.
    pub enum ColumnType {
        /// A whole number of 64 bits.
        Integer = "integer",
        /// A fraction of 64 bits.
        Real = "real",
        /// A text.
        Text = "text",
        /// Bytes.
        Blob = "blob",
    }
}

/// A name of a table or a column: a lower-case letter, then up to 62 of `a-z 0-9 _`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct SqlName(String);

impl SqlName {
    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The form of a [`SqlName`].
const NAME: &str = "[a-z][a-z0-9_]{0,62}";

impl FromStr for SqlName {
    type Err = String;

    fn from_str(text: &str) -> Result<SqlName, String> {
        let fits = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_');
        let good = text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.chars().all(fits)
            && text.len() < 64;
        if !good {
            return Err(format!("a name has the form {NAME}"));
        }
        if text == "id" || text == "rowid" || text == "oid" || text.starts_with("sqlite_") {
            return Err(format!("{text} is a name of SQLite's"));
        }
        Ok(SqlName(text.to_owned()))
    }
}

impl fmt::Display for SqlName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl JsonSchema for SqlName {
    fn schema_name() -> Cow<'static, str> {
        "SqlName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": format!("^{NAME}$") })
    }
}

/// A column of a table, written as `name type` or `name type required`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What it is called.
    pub name: SqlName,
    /// What it holds.
    pub kind: ColumnType,
    /// Has each row one?
    pub required: bool,
}

impl FromStr for Column {
    type Err = String;

    fn from_str(text: &str) -> Result<Column, String> {
        let mut words = text.split(' ');
        let name = words.next().unwrap_or_default().parse()?;
        let kind = words.next().and_then(ColumnType::from_word);
        let kind = kind.ok_or("its type is integer, real, text or blob")?;
        let required = match words.next() {
            None => false,
            Some("required") => true,
            Some(_) => return Err("after its type stands `required` or nothing".to_owned()),
        };
        match words.next() {
            None => Ok(Column {
                name,
                kind,
                required,
            }),
            Some(_) => Err("after `required` stands nothing".to_owned()),
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let required = if self.required { " required" } else { "" };
        write!(f, "{} {}{required}", self.name, self.kind)
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl JsonSchema for Column {
    fn schema_name() -> Cow<'static, str> {
        "Column".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": format!("^{NAME} (integer|real|text|blob)( required)?$") })
    }
}

impl Provider {
    /// Bytes its file may grow to, if its manifest does not say.
    #[must_use]
    pub fn default_limit() -> Bytes {
        Bytes::mib(16)
    }

    /// The table of this name.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|t| t.name.as_str() == name)
    }
}

fn limit() -> Bytes {
    Provider::default_limit()
}
