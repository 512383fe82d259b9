//! Providers as people see them: what there is, and a query from a shell.

use crate::controller::Controller;
use serde::{Deserialize, Serialize};
use terrace_provider::{Abandon, Query, Refusal, Uri, Value};

/// One provider, for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderInfo {
    /// What it is called in URIs.
    pub name: String,
    /// The app that declares it.
    pub app: String,
    /// Bytes of its file.
    pub bytes: u64,
    /// Bytes it may grow to.
    pub limit: u64,
    /// Tables, with how many rows they have.
    pub tables: Vec<(String, u64)>,
    /// Who else may read.
    pub readers: Vec<String>,
    /// Who else may write.
    pub writers: Vec<String>,
    /// How many have changes told.
    pub observers: usize,
    /// Why it cannot be used.
    pub broken: Option<String>,
}

/// Rows of a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    /// Its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<Cell>>,
}

/// One value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// Nothing.
    Null,
    /// A whole number.
    Integer(i64),
    /// A fraction.
    Real(f64),
    /// A text, or bytes as hexadecimal digits.
    Text(String),
}

/// A query that was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// It is no URI.
    #[error("`{0}` is no URI; write content://PROVIDER/TABLE or content://PROVIDER/TABLE/ID")]
    Uri(String),
    /// The provider refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Texts as arguments of a query. SQLite compares those that are numbers with columns of numbers.
#[must_use]
pub fn text_arguments(texts: &[String]) -> Vec<u8> {
    let values: Vec<Value<'_>> = texts.iter().map(|text| Value::Text(text)).collect();
    terrace_provider::write_arguments(&values)
}

/// Are the statements that a manifest declares for its providers right?
///
/// # Errors
/// Names the first that is not.
pub fn examine_providers(manifest: &terrace_manifest::App) -> Result<(), String> {
    let mut all = manifest.components.providers.iter();
    all.try_for_each(|declared| {
        let examined = terrace_provider::Provider::examine(declared);
        examined.map_err(|e| format!("provider {}: {e}", declared.name))
    })
}

impl Controller {
    /// Every provider, by name. Waits for the disk.
    #[must_use]
    pub fn providers(&self) -> Vec<ProviderInfo> {
        let all = self.0.providers.all();
        let names =
            |list: &[terrace_manifest::Grantee]| list.iter().map(ToString::to_string).collect();
        let info = |known: &super::Known| {
            let declared = known.provider.declared();
            let census = known.provider.census();
            let broken = census.as_ref().err().map(ToString::to_string);
            let (bytes, tables) = census.map_or((0, Vec::new()), |c| (c.bytes, c.rows));
            ProviderInfo {
                name: declared.name.to_string(),
                app: known.owner.to_string(),
                bytes,
                limit: declared.limit.get(),
                tables,
                readers: names(&declared.readers),
                writers: names(&declared.writers),
                observers: known.provider.observed(),
                broken,
            }
        };
        all.iter().map(info).collect()
    }

    /// Ask a provider from outside, which may read everything. Waits for the disk.
    ///
    /// # Errors
    /// [`ProviderError`].
    pub fn query(&self, uri: &str, query: &Query<'_>) -> Result<Rows, ProviderError> {
        let parsed = Uri::parse(uri).ok_or_else(|| ProviderError::Uri(uri.to_owned()))?;
        let provider = self.0.providers.find(parsed.provider)?.provider;
        let rows = provider.query(&parsed, query, &Abandon::default())?;
        let columns = match query.columns.trim() {
            "" => {
                let table = parsed.table.and_then(|t| provider.declared().table(t));
                let own = table
                    .into_iter()
                    .flat_map(|t| &t.columns)
                    .map(|c| c.name.to_string());
                std::iter::once("id".to_owned()).chain(own).collect()
            }
            given => given.split(',').map(|c| c.trim().to_owned()).collect(),
        };
        let read = terrace_provider::read_rows(&rows);
        Ok(Rows {
            columns,
            rows: read
                .iter()
                .map(|row| row.iter().map(cell).collect())
                .collect(),
        })
    }
}

fn cell(value: &Value<'_>) -> Cell {
    match *value {
        Value::Null => Cell::Null,
        Value::Integer(number) => Cell::Integer(number),
        Value::Real(number) => Cell::Real(number),
        Value::Text(text) => Cell::Text(text.to_owned()),
        Value::Blob(bytes) => Cell::Text(bytes.iter().map(|b| format!("{b:02x}")).collect()),
    }
}
