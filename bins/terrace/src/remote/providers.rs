//! Subcommands about content providers.

use super::connect;
use crate::cli::{Format, PsArgs, QueryArgs};
use crate::failure::Failure;
use crate::output;
use serde_json::{Map, Value};
use terrace_daemon::answers::{Cell, ProviderInfo};
use terrace_daemon::protocol::QueryOrder;

/// `terrace providers`.
pub fn list(args: &PsArgs) -> Result<u8, Failure> {
    let providers = connect(&args.reach)?.providers()?;
    output::either(args.format, &providers, |providers| table(providers))?;
    Ok(0)
}

fn table(providers: &[ProviderInfo]) -> String {
    let names = [
        "PROVIDER",
        "APP",
        "TABLE",
        "ROWS",
        "SIZE",
        "LIMIT",
        "OBSERVERS",
        "READERS",
        "WRITERS",
    ];
    let rows: Vec<_> = providers.iter().flat_map(rows).collect();
    output::columns(names, &[3, 4, 5, 6], &rows)
}

/// A line for each provider, and below it one for each of its tables.
fn rows(provider: &ProviderInfo) -> Vec<[String; 9]> {
    let own = [
        provider.name.clone(),
        provider.app.clone(),
        provider.broken.clone().unwrap_or_default(),
        String::new(),
        output::bytes(provider.bytes),
        output::bytes(provider.limit),
        provider.observers.to_string(),
        provider.readers.join(" "),
        provider.writers.join(" "),
    ];
    let tables = provider.tables.iter().map(|(name, rows)| {
        let mut line = <[String; 9]>::default();
        line[2].clone_from(name);
        line[3] = rows.to_string();
        line
    });
    std::iter::once(own).chain(tables).collect()
}

/// `terrace query`.
pub fn query(args: QueryArgs) -> Result<u8, Failure> {
    let order = QueryOrder {
        uri: args.uri,
        columns: args.columns,
        selection: args.selection,
        arguments: args.arguments,
        order: args.order,
        limit: args.limit,
    };
    let mut rows = connect(&args.reach)?.query(order)?.into_iter();
    let names: Vec<String> = rows.next().unwrap_or_default().iter().map(shown).collect();
    match args.format {
        Format::Json => {
            let objects: Vec<Value> = rows.map(|row| object(&names, row)).collect();
            output::json(&objects)?;
        }
        Format::Table => {
            let lines = rows.map(|row| row.iter().map(shown).collect::<Vec<_>>());
            let lines: Vec<_> = std::iter::once(names).chain(lines).collect();
            output::print(&aligned(&lines))?;
        }
    }
    Ok(0)
}

fn object(names: &[String], row: Vec<Cell>) -> Value {
    let value = |cell| match cell {
        Cell::Null => Value::Null,
        Cell::Integer(number) => number.into(),
        Cell::Real(number) => number.into(),
        Cell::Text(text) => text.into(),
    };
    let entries = names.iter().cloned().zip(row.into_iter().map(value));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Null => "-".to_owned(),
        Cell::Integer(number) => number.to_string(),
        Cell::Real(number) => number.to_string(),
        // What an app has written does not steer a terminal.
        Cell::Text(text) => output::plain(text),
    }
}

/// Lines of cells, one below the other.
fn aligned(lines: &[Vec<String>]) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let cells = line
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}
