//! `[[provider]]`, with its tables and calls.

use super::{
    fields::{self, Names},
    rules, strings,
};
use crate::{
    bounds,
    model::{Column, Procedure, Provider, SqlName, Table},
    read::{Item, Section, nowhere},
    report::Report,
};
use std::collections::HashMap;

/// `[[provider]]`.
pub(super) fn provider<'t>(
    item: &Item<'t>,
    mut section: Section<'t>,
    names: &mut Names<'t>,
    report: &mut Report<'_>,
) -> Option<Provider> {
    let name = names.read(&mut section, rules::label, report);
    let limit = section.get("limit");
    let limit = limit.map(|i| i.size(bounds::PROVIDER, report));
    let mut grants =
        |key| fields::distinct(&mut section, key, bounds::GRANTS, rules::grantee, report);
    let (readers, writers) = (grants("readers"), grants("writers"));
    let (mut names, mut tables) = (Names::default(), Vec::new());
    let listed = fields::tables(&mut section, "table", bounds::TABLES, report);
    if listed.is_empty() {
        let limit = "it has at least one table";
        let fix = "write [[provider.table]] after it, with a name and columns";
        report.refuse(item.problem("keeps nothing", limit, fix).depends());
    }
    for (_, section) in listed {
        tables.extend(table(section, &mut names, report));
    }
    let (mut names, mut calls) = (Names::default(), Vec::new());
    for (_, section) in fields::tables(&mut section, "call", bounds::NESTED, report) {
        calls.extend(call(section, &mut names, report));
    }
    section.finish(report, nowhere);
    Some(Provider {
        name: name?,
        limit: limit.unwrap_or(Some(Provider::default_limit()))?,
        readers,
        writers,
        tables,
        calls,
    })
}

fn table<'t>(
    mut section: Section<'t>,
    names: &mut Names<'t>,
    report: &mut Report<'_>,
) -> Option<Table> {
    let name = names.read(&mut section, sql_name, report);
    let item = section.require("columns", "[\"at integer\", \"label text\"]", report);
    let columns = item.map(|item| {
        let columns = strings::some(&item, column, report).unwrap_or_default();
        strings::at_most(&item, columns.len(), bounds::COLUMNS, report);
        once(&item, &columns, report);
        columns
    });
    let index = section.get("index");
    let index = index.map(|item| {
        let index = strings::each_once(&item, sql_name, report).unwrap_or_default();
        known(
            &item,
            &index,
            columns.as_deref().unwrap_or_default(),
            report,
        );
        index
    });
    section.finish(report, nowhere);
    Some(Table {
        name: name?,
        columns: columns?,
        index: index.unwrap_or_default(),
    })
}

fn call<'t>(
    mut section: Section<'t>,
    names: &mut Names<'t>,
    report: &mut Report<'_>,
) -> Option<Procedure> {
    let name = names.read(&mut section, rules::label, report);
    let item = section.require("sql", "[\"delete from level where at < ?1\"]", report);
    let sql = item.map(|item| {
        let sql = strings::each(&item, rules::argument, report).unwrap_or_default();
        strings::at_most(&item, sql.len(), bounds::STATEMENTS, report);
        if item.value.as_array().is_some_and(|a| a.is_empty()) {
            let fix = "write one statement or remove the call";
            report.refuse(item.problem("is empty", "at least one item is required", fix));
        }
        sql
    });
    section.finish(report, nowhere);
    Some(Procedure {
        name: name?,
        sql: sql?,
    })
}

/// A name of a table or a column.
fn sql_name(item: &Item<'_>, report: &mut Report<'_>) -> Option<SqlName> {
    let text = item.text(report)?;
    let refuse = |why: String| {
        report.refuse(item.problem("is not a name in a table", why, "correct the name"));
    };
    text.parse().map_err(refuse).ok()
}

/// A column: a name, a type, and whether it is required.
fn column(item: &Item<'_>, report: &mut Report<'_>) -> Option<Column> {
    let text = item.text(report)?;
    let refuse = |why: String| {
        let fix = "write for example \"at integer required\"";
        report.refuse(item.problem("is not a column", why, fix));
    };
    text.parse().map_err(refuse).ok()
}

/// Refuse two columns of one name; a text that is there twice has been refused already.
fn once(item: &Item<'_>, columns: &[Column], report: &mut Report<'_>) {
    let mut seen: HashMap<&SqlName, &Column> = HashMap::new();
    for column in columns {
        if let Some(other) = seen.insert(&column.name, column)
            && other != column
        {
            let limit = format!("{} is there as `{other}` already", column.name);
            let problem = item.problem("names a column twice", limit, "remove one of the two");
            report.refuse(problem.value(column.to_string()));
        }
    }
}

/// Refuse what is indexed and no column.
fn known(item: &Item<'_>, index: &[SqlName], columns: &[Column], report: &mut Report<'_>) {
    for name in index {
        if !columns.iter().any(|c| c.name == *name) {
            let limit = "it names columns of the table";
            let problem = item.problem("names no column", limit, "add the column or remove it");
            report.refuse(problem.value(name.to_string()).depends());
        }
    }
}
