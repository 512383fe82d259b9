//! The tables of a provider in its file: made at first, and made to fit when the manifest has changed.
//!
//! A new table and a new column come to be. A column that is declared no more stays in the file, unseen. A column
//! that is declared with another type is refused, because the rows that are there would not be of it.

use crate::refusal::Refusal;
use rusqlite::Connection;
use terrace_manifest::{Column, ColumnType, Provider, Table};

/// `TERP`, so that tools know the file.
const APPLICATION: i32 = 0x5445_5250;

fn storage(e: rusqlite::Error) -> Refusal {
    Refusal::Storage(e.to_string())
}

/// Make the tables as they are declared, all at once.
pub(crate) fn fit(connection: &mut Connection, declared: &Provider) -> Result<(), Refusal> {
    let change = connection.transaction().map_err(storage)?;
    let owner: i32 = change
        .query_row("PRAGMA application_id", [], |row| row.get(0))
        .map_err(storage)?;
    if owner != 0 && owner != APPLICATION {
        let why = "the file is a database of another program; move it away".to_owned();
        return Err(Refusal::Storage(why));
    }
    change
        .pragma_update(None, "application_id", APPLICATION)
        .map_err(storage)?;
    for table in &declared.tables {
        fit_table(&change, table)?;
    }
    change.commit().map_err(storage)
}

fn fit_table(connection: &Connection, table: &Table) -> Result<(), Refusal> {
    let there = columns(connection, table)?;
    if there.is_empty() {
        let columns: Vec<String> = table.columns.iter().map(definition).collect();
        let sql = format!(
            "CREATE TABLE \"{}\" (\"id\" INTEGER PRIMARY KEY CHECK (\"id\" > 0), {}) STRICT",
            table.name,
            columns.join(", ")
        );
        connection.execute_batch(&sql).map_err(storage)?;
    } else {
        for column in &table.columns {
            fit_column(connection, table, column, &there)?;
        }
    }
    for column in &table.index {
        let sql = format!(
            "CREATE INDEX IF NOT EXISTS \"{0}.{1}\" ON \"{0}\" (\"{1}\")",
            table.name, column
        );
        connection.execute_batch(&sql).map_err(storage)?;
    }
    Ok(())
}

fn fit_column(
    connection: &Connection,
    table: &Table,
    column: &Column,
    there: &[(String, String)],
) -> Result<(), Refusal> {
    let found = there.iter().find(|(name, _)| name == column.name.as_str());
    match found {
        Some((_, kind)) if kind == sql_type(column.kind) => Ok(()),
        Some((name, kind)) => Err(Refusal::Storage(format!(
            "column {name} of table {} holds {kind}, and the manifest declares {}; give the column another name",
            table.name, column.kind
        ))),
        None if column.required => Err(Refusal::Storage(format!(
            "column {} of table {} is new and required, which the rows that are there do not have; declare it \
             without `required`",
            column.name, table.name
        ))),
        None => {
            let sql = format!(
                "ALTER TABLE \"{}\" ADD COLUMN {}",
                table.name,
                definition(column)
            );
            connection.execute_batch(&sql).map_err(storage)
        }
    }
}

/// Name and type of each column that is there.
fn columns(connection: &Connection, table: &Table) -> Result<Vec<(String, String)>, Refusal> {
    let mut asked = connection
        .prepare("SELECT name, type FROM pragma_table_info(?1)")
        .map_err(storage)?;
    let rows = asked.query_map([table.name.as_str()], |row| Ok((row.get(0)?, row.get(1)?)));
    rows.and_then(Iterator::collect).map_err(storage)
}

fn definition(column: &Column) -> String {
    let required = if column.required { " NOT NULL" } else { "" };
    format!("\"{}\" {}{required}", column.name, sql_type(column.kind))
}

fn sql_type(kind: ColumnType) -> &'static str {
    match kind {
        ColumnType::Integer => "INTEGER",
        ColumnType::Real => "REAL",
        ColumnType::Text => "TEXT",
        ColumnType::Blob => "BLOB",
    }
}
