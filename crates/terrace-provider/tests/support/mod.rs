//! A provider in a folder of its own, and values as guests write them.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::Path;
use terrace_manifest::Provider as Declared;
use terrace_provider::{Provider, Query, Refusal, Uri, Value, read_rows};

pub fn declared(provider: &str) -> Declared {
    let text =
        format!("[app]\nname = \"a\"\nversion = \"1.0.0\"\nprogram = \"a.wasm\"\n{provider}");
    let app =
        terrace_manifest::parse_app(&text, Path::new("a.toml")).unwrap_or_else(|e| panic!("{e}"));
    app.components.providers[0].clone()
}

pub const NOTES: &str = r#"
[[provider]]
name = "notes"
limit = "1 MiB"
[[provider.table]]
name = "note"
columns = ["title text required", "size integer", "weight real", "body blob"]
index = ["size"]
[[provider.table]]
name = "secret"
columns = ["word text"]
[[provider.call]]
name = "pair"
sql = ["insert into note (title, size) values (?1, ?2)", "insert into note (title, size) values (?1, -?2)"]
[[provider.call]]
name = "total"
sql = ["select count(*), sum(size) from note"]
[[provider.call]]
name = "halfway"
sql = ["insert into note (title) values ('half')", "insert into note (title) values (null)"]
"#;

pub fn notes(folder: &Path) -> Provider {
    Provider::new(declared(NOTES), folder.join("data/notes.db"))
}

pub fn uri(text: &str) -> Uri<'_> {
    Uri::parse(text).expect("it is a URI")
}

pub const NOTE: &str = "content://notes/note";

/// Arguments, or values of a row under these names.
pub fn values(values: &[(&str, Value<'_>)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (name, value) in values {
        let (kind, value): (u8, Vec<u8>) = match *value {
            Value::Null => (0, Vec::new()),
            Value::Integer(number) => (3, number.to_le_bytes().to_vec()),
            Value::Real(number) => (5, number.to_le_bytes().to_vec()),
            Value::Text(text) => (6, counted(text.as_bytes())),
            Value::Blob(bytes) => (7, counted(bytes)),
        };
        bytes.push(kind);
        if !name.is_empty() {
            bytes.push(name.len() as u8);
            bytes.extend(name.as_bytes());
        }
        bytes.extend(value);
    }
    bytes
}

fn counted(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes(), bytes].concat()
}

pub fn arguments(all: &[Value<'_>]) -> Vec<u8> {
    let named: Vec<_> = all.iter().map(|v| ("", *v)).collect();
    values(&named)
}

/// Rows of a query, each as it prints.
pub fn rows(provider: &Provider, at: &str, query: &Query<'_>) -> Result<Vec<String>, Refusal> {
    let bytes = provider.query(&uri(at), query, &Default::default())?;
    Ok(read_rows(&bytes)
        .iter()
        .map(|row| format!("{row:?}"))
        .collect())
}

pub fn add(provider: &Provider, title: &str, size: i64) -> Result<i64, Refusal> {
    let row = values(&[
        ("title", Value::Text(title)),
        ("size", Value::Integer(size)),
    ]);
    provider.insert(&uri(NOTE), &row, &Default::default())
}
