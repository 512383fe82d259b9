//! What a guest asks, as SQL.
//!
//! # Invariants
//! Q1. Names of tables and columns are those of the manifest: what a guest writes is compared with them and
//!     never copied.
//! Q2. Of a guest's text only the selection becomes part of SQL. It is prepared by itself first, and again within
//!     brackets: what is an expression in both cannot end the brackets around it. The guard holds what it reaches.
//! Q3. Every value is bound.

use crate::refusal::Refusal;
use terrace_abi::PROVIDER_TEXT_BYTES;
use terrace_manifest::Table;

/// Functions that a query may ask for instead of a column.
const AGGREGATES: &[&str] = &["count", "min", "max", "sum", "avg"];

/// Of which rows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Which<'a> {
    pub(crate) table: &'a Table,
    pub(crate) row: Option<i64>,
    pub(crate) selection: &'a str,
}

/// The text of a question, checked for length.
pub(crate) fn short<'a>(what: &'static str, text: &'a str) -> Result<&'a str, Refusal> {
    if text.len() as u64 > PROVIDER_TEXT_BYTES {
        return Err(Refusal::TooLong {
            what,
            limit: PROVIDER_TEXT_BYTES,
        });
    }
    Ok(text)
}

impl Which<'_> {
    /// The tables' rows, as `FROM` has them.
    fn from(&self) -> String {
        format!("\"{}\"", self.table.name)
    }

    /// The condition; `true` for every row.
    fn condition(&self) -> String {
        let row = self.row.map(|row| format!("\"id\" = ({row})"));
        let selection = Some(self.selection.trim()).filter(|s| !s.is_empty());
        let selection = selection.map(|s| format!("({s}\n)"));
        match (row, selection) {
            (None, None) => "true".to_owned(),
            (Some(one), None) | (None, Some(one)) => one,
            (Some(row), Some(selection)) => format!("{row} AND {selection}"),
        }
    }

    /// A statement that is right only if the selection is an expression by itself (Q2); none without one.
    pub(crate) fn probe(&self) -> Option<String> {
        let selection = self.selection.trim();
        (!selection.is_empty()).then(|| format!("SELECT 1 FROM {} WHERE {selection}", self.from()))
    }

    /// Those rows.
    pub(crate) fn select(&self, columns: &str, order: &str, limit: u32) -> Result<String, Refusal> {
        let columns = projection(self.table, short("the columns", columns)?)?;
        let order = ordering(self.table, short("the order", order)?)?;
        let mut sql = format!(
            "SELECT {columns} FROM {} WHERE {}{order}",
            self.from(),
            self.condition()
        );
        if limit > 0 {
            sql.push_str(&format!(" LIMIT {limit}"));
        }
        Ok(sql)
    }

    /// Their change. The new values follow the arguments of the selection.
    pub(crate) fn update(&self, names: &[&str], arguments: usize) -> Result<String, Refusal> {
        let set = names.iter().enumerate().map(|(i, name)| {
            let column = column(self.table, name)?;
            Ok(format!("{column} = ?{}", arguments + i + 1))
        });
        let set: Vec<String> = set.collect::<Result<_, Refusal>>()?;
        if set.is_empty() {
            return Err(Refusal::Malformed(
                "an update has at least one value".to_owned(),
            ));
        }
        Ok(format!(
            "UPDATE {} SET {} WHERE {}",
            self.from(),
            set.join(", "),
            self.condition()
        ))
    }

    /// Their end.
    pub(crate) fn delete(&self) -> String {
        format!("DELETE FROM {} WHERE {}", self.from(), self.condition())
    }
}

/// A new row.
pub(crate) fn insert(table: &Table, names: &[&str]) -> Result<String, Refusal> {
    if names.is_empty() {
        return Ok(format!("INSERT INTO \"{}\" DEFAULT VALUES", table.name));
    }
    let columns: Vec<String> = names
        .iter()
        .map(|name| column(table, name))
        .collect::<Result<_, _>>()?;
    let places: Vec<String> = (1..=names.len()).map(|i| format!("?{i}")).collect();
    Ok(format!(
        "INSERT INTO \"{}\" ({}) VALUES ({})",
        table.name,
        columns.join(", "),
        places.join(", ")
    ))
}

/// A column of the table, as SQL has it (Q1).
fn column(table: &Table, name: &str) -> Result<String, Refusal> {
    let own = table.columns.iter().map(|c| c.name.as_str());
    match own.chain(["id"]).find(|own| *own == name) {
        Some(own) => Ok(format!("\"{own}\"")),
        None => Err(Refusal::Unknown(format!(
            "table {} has no column `{name}`",
            table.name
        ))),
    }
}

/// The columns of a query.
fn projection(table: &Table, text: &str) -> Result<String, Refusal> {
    if text.trim().is_empty() {
        let own = table.columns.iter().map(|c| format!("\"{}\"", c.name));
        let all: Vec<String> = ["\"id\"".to_owned()].into_iter().chain(own).collect();
        return Ok(all.join(", "));
    }
    let each = text.split(',').map(|part| projected(table, part.trim()));
    Ok(each.collect::<Result<Vec<_>, _>>()?.join(", "))
}

fn projected(table: &Table, text: &str) -> Result<String, Refusal> {
    let Some((function, inside)) = text.strip_suffix(')').and_then(|t| t.split_once('(')) else {
        return column(table, text);
    };
    let known = AGGREGATES.iter().find(|own| **own == function);
    let function =
        known.ok_or_else(|| Refusal::Unknown(format!("`{function}` is none of {AGGREGATES:?}")))?;
    match (*function, inside.trim()) {
        ("count", "*") => Ok("count(*)".to_owned()),
        (function, inside) => Ok(format!("{function}({})", column(table, inside)?)),
    }
}

/// The order of a query, with what stands before it.
fn ordering(table: &Table, text: &str) -> Result<String, Refusal> {
    if text.trim().is_empty() {
        return Ok(String::new());
    }
    let each = text.split(',').map(|part| {
        let mut words = part.split_whitespace();
        let column = column(table, words.next().unwrap_or_default())?;
        match (words.next(), words.next()) {
            (None | Some("asc"), None) => Ok(column),
            (Some("desc"), None) => Ok(format!("{column} DESC")),
            _ => Err(Refusal::Malformed(format!(
                "`{}` is no order: a column, perhaps with desc",
                part.trim()
            ))),
        }
    });
    Ok(format!(
        " ORDER BY {}",
        each.collect::<Result<Vec<_>, _>>()?.join(", ")
    ))
}
