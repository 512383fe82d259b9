//! One provider: its file, opened when somebody first asks.

use crate::connection::{Connection, Touched};
use crate::guard::Scope;
use crate::leash::Abandon;
use crate::observers::{Listener, Observation, Observers};
use crate::question::{self, Which, short};
use crate::refusal::Refusal;
use crate::uri::Uri;
use crate::value::{Value, append_row, arguments, entries};
use rusqlite::params_from_iter;
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use terrace_abi::{PROVIDER_MS, PROVIDER_ROWS_BYTES};
use terrace_manifest::{Procedure, Provider as Declared, Table};

/// Connections that are kept for reading; more are made, and closed, when more read at once.
const READERS: usize = 2;

/// See the module.
pub struct Provider {
    declared: Declared,
    path: PathBuf,
    patience: Duration,
    /// The one that writes. Whoever has it has fitted the tables.
    writer: Mutex<Option<Connection>>,
    readers: Mutex<Vec<Connection>>,
    observers: Arc<Observers>,
}

/// What a query asks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query<'a> {
    /// Columns with commas between; empty: all.
    pub columns: &'a str,
    /// An expression; empty: all rows.
    pub selection: &'a str,
    /// Its arguments, as they cross the guest interface.
    pub arguments: &'a [u8],
    /// Columns with commas between; empty: as they come.
    pub order: &'a str,
    /// Rows at most; 0: all.
    pub limit: u32,
}

/// What it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Census {
    /// Bytes of its file.
    pub bytes: u64,
    /// Rows by table.
    pub rows: Vec<(String, u64)>,
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Provider({})", self.declared.name)
    }
}

impl Provider {
    /// What is declared, kept in this file. Touches nothing before the first question.
    #[must_use]
    pub fn new(declared: Declared, path: PathBuf) -> Provider {
        Provider {
            declared,
            path,
            patience: Duration::from_millis(PROVIDER_MS),
            writer: Mutex::new(None),
            readers: Mutex::new(Vec::new()),
            observers: Arc::default(),
        }
    }

    /// Have each question take so long at most.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Provider {
        self.patience = patience;
        self
    }

    /// The same file and observers, declared anew.
    #[must_use]
    pub fn succeeded_by(&self, declared: Declared) -> Provider {
        let mut heir = Provider::new(declared, self.path.clone());
        heir.observers = self.observers.clone();
        heir
    }

    /// As its manifest has it.
    #[must_use]
    pub fn declared(&self) -> &Declared {
        &self.declared
    }

    /// How many have changes told.
    #[must_use]
    pub fn observed(&self) -> usize {
        self.observers.len()
    }

    /// Rows, as they cross the guest interface.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn query(
        &self,
        uri: &Uri<'_>,
        query: &Query<'_>,
        abandon: &Abandon,
    ) -> Result<Vec<u8>, Refusal> {
        let which = self.which(uri, query.selection)?;
        let sql = which.select(query.columns, query.order, query.limit)?;
        let values = arguments(query.arguments)?;
        let scope = Scope::Reading(which.table.name.to_string());
        self.read(abandon, |connection| {
            probe(connection, &which, &scope)?;
            select(connection, &sql, scope, &values).map_err(|e| e.of(query.selection))
        })
    }

    /// A new row: its id.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn insert(&self, uri: &Uri<'_>, values: &[u8], abandon: &Abandon) -> Result<i64, Refusal> {
        let table = self.table(uri)?;
        if uri.row.is_some() {
            let why =
                "a row is added to a table, not to a row; put `id` among its values".to_owned();
            return Err(Refusal::Malformed(why));
        }
        let (names, values): (Vec<_>, Vec<_>) = entries(values)?.into_iter().unzip();
        let sql = question::insert(table, &names)?;
        let scope = Scope::Writing(table.name.to_string());
        self.write(abandon, |connection| {
            let refusal = |e| connection.refusal(e);
            let mut statement = connection.prepare(&sql, scope).map_err(refusal)?;
            statement.insert(params_from_iter(&values)).map_err(refusal)
        })
    }

    /// Other values for rows: how many.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn update(
        &self,
        uri: &Uri<'_>,
        values: &[u8],
        selection: &str,
        arguments: &[u8],
        abandon: &Abandon,
    ) -> Result<u64, Refusal> {
        let which = self.which(uri, selection)?;
        let mut bound = crate::value::arguments(arguments)?;
        let (names, values): (Vec<_>, Vec<_>) = entries(values)?.into_iter().unzip();
        let sql = which.update(&names, bound.len())?;
        bound.extend(values);
        self.change(&which, &sql, &bound, abandon)
    }

    /// No more of these rows: how many.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn delete(
        &self,
        uri: &Uri<'_>,
        selection: &str,
        arguments: &[u8],
        abandon: &Abandon,
    ) -> Result<u64, Refusal> {
        let which = self.which(uri, selection)?;
        let bound = crate::value::arguments(arguments)?;
        self.change(&which, &which.delete(), &bound, abandon)
    }

    fn change(
        &self,
        which: &Which<'_>,
        sql: &str,
        bound: &[Value<'_>],
        abandon: &Abandon,
    ) -> Result<u64, Refusal> {
        let scope = Scope::Writing(which.table.name.to_string());
        self.write(abandon, |connection| {
            probe(connection, which, &scope)?;
            let refusal = |e| Failure::new(connection, e).of(which.selection);
            let mut statement = connection.prepare(sql, scope.clone()).map_err(refusal)?;
            let changed = statement
                .execute(params_from_iter(bound))
                .map_err(refusal)?;
            Ok(changed as u64)
        })
    }

    /// Does what is declared under this name only read?
    ///
    /// # Errors
    /// [`Refusal`] when there is no such call.
    pub fn call_reads(&self, uri: &Uri<'_>) -> Result<bool, Refusal> {
        let call = self.procedure(uri)?;
        Ok(call.sql.iter().all(|sql| verb(sql) == "select"))
    }

    /// Run what is declared under the name of the URI; rows of its last statement.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn call(
        &self,
        uri: &Uri<'_>,
        arguments: &[u8],
        abandon: &Abandon,
    ) -> Result<Vec<u8>, Refusal> {
        let values = crate::value::arguments(arguments)?;
        let call = self.procedure(uri)?;
        let run = |connection: &Connection| {
            let mut rows = Vec::new();
            for sql in &call.sql {
                let done = select(connection, sql, Scope::Call, &values);
                rows = done.map_err(|e| e.of(sql))?;
            }
            Ok(rows)
        };
        if self.call_reads(uri)? {
            self.read(abandon, run)
        } else {
            self.write(abandon, run)
        }
    }

    /// Have changes told.
    ///
    /// # Errors
    /// [`Refusal`] when there is no such table.
    pub fn observe(&self, uri: &Uri<'_>, listener: Listener) -> Result<Observation, Refusal> {
        if uri.table.is_some() {
            self.table(uri)?;
        }
        Ok(self.observers.add(uri, listener))
    }

    /// What it has.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn census(&self) -> Result<Census, Refusal> {
        self.read(&Abandon::default(), |connection| {
            let rows = self.declared.tables.iter().map(|table| {
                let name = table.name.to_string();
                connection.count(&name).map(|rows| (name, rows))
            });
            Ok(Census {
                rows: rows.collect::<Result<_, _>>()?,
                bytes: connection.bytes()?,
            })
        })
    }

    /// Are the statements of its calls right? Asked of tables as they are declared, in memory.
    ///
    /// # Errors
    /// [`Refusal`] names the statement.
    pub fn examine(declared: &Declared) -> Result<(), Refusal> {
        let mut connection =
            Connection::open(std::path::Path::new(":memory:"), declared.limit.get())?;
        connection.fit(declared)?;
        for call in &declared.calls {
            for sql in &call.sql {
                let refused = |why: String| Refusal::Selection {
                    text: sql.clone(),
                    why,
                };
                if !VERBS.contains(&verb(sql).as_str()) {
                    let why = format!("a statement of a call begins with one of {VERBS:?}");
                    return Err(refused(why));
                }
                let probed = connection.probe(sql, Scope::Call);
                probed.map_err(|e| refused(words(&e)))?;
            }
        }
        Ok(())
    }

    fn table(&self, uri: &Uri<'_>) -> Result<&Table, Refusal> {
        let found = uri.table.and_then(|name| self.declared.table(name));
        found.ok_or_else(|| Refusal::Unknown(format!("there is no table {uri}")))
    }

    fn which<'a>(&'a self, uri: &Uri<'_>, selection: &'a str) -> Result<Which<'a>, Refusal> {
        if selection.contains('\0') {
            return Err(Refusal::Malformed(
                "a selection has no zero in it".to_owned(),
            ));
        }
        Ok(Which {
            table: self.table(uri)?,
            row: uri.row,
            selection: short("the selection", selection)?,
        })
    }

    fn procedure(&self, uri: &Uri<'_>) -> Result<&Procedure, Refusal> {
        let mut calls = self.declared.calls.iter();
        let found = calls.find(|call| uri.row.is_none() && uri.table == Some(call.name.as_str()));
        found.ok_or_else(|| Refusal::Unknown(format!("there is no call {uri}")))
    }

    fn read<T>(
        &self,
        abandon: &Abandon,
        work: impl FnOnce(&Connection) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let kept = self
            .readers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut connection = match kept {
            Some(connection) => connection,
            None => {
                // So that the tables are there.
                drop(self.writer()?);
                Connection::open(&self.path, self.declared.limit.get())?
            }
        };
        let done = connection.work(abandon, self.patience, |connection| work(connection));
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < READERS {
            readers.push(connection);
        }
        done
    }

    fn write<T>(
        &self,
        abandon: &Abandon,
        work: impl FnOnce(&Connection) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let (done, touched): (T, Vec<Touched>) = {
            let mut writer = self.writer()?;
            let connection = writer.as_mut().ok_or(Refusal::Abandoned)?;
            connection.work(abandon, self.patience, |connection| {
                connection.all_or_nothing(work)
            })?
        };
        self.observers.tell(self.declared.name.as_str(), &touched);
        Ok(done)
    }

    /// The connection that writes; opened, and its tables made to fit, by whoever is first.
    fn writer(&self) -> Result<std::sync::MutexGuard<'_, Option<Connection>>, Refusal> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.is_none() {
            let folder = self.path.parent().unwrap_or(&self.path);
            let mut made = std::fs::DirBuilder::new();
            made.recursive(true)
                .mode(0o700)
                .create(folder)
                .map_err(|e| {
                    Refusal::Storage(format!(
                        "the folder {} cannot be made: {e}",
                        folder.display()
                    ))
                })?;
            let mut connection = Connection::open(&self.path, self.declared.limit.get())?;
            connection.fit(&self.declared)?;
            *writer = Some(connection);
        }
        Ok(writer)
    }
}

/// What a statement of a call may begin with.
const VERBS: &[&str] = &["select", "insert", "update", "delete", "replace", "with"];

/// The word that a statement begins with.
fn verb(sql: &str) -> String {
    let first = sql.split_whitespace().next();
    first.unwrap_or_default().to_ascii_lowercase()
}

/// What SQLite says, without the statement around a guest's text.
fn words(e: &rusqlite::Error) -> String {
    match e {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

/// An error of SQLite's with what it means.
struct Failure {
    refusal: Refusal,
    why: String,
}

impl Failure {
    fn new(connection: &Connection, e: rusqlite::Error) -> Failure {
        Failure {
            why: words(&e),
            refusal: connection.refusal(e),
        }
    }

    /// What it means to who wrote this text: what SQLite does not understand is in it.
    fn of(self, text: &str) -> Refusal {
        match self.refusal {
            Refusal::Storage(_) => Refusal::Selection {
                text: text.to_owned(),
                why: self.why,
            },
            other => other,
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure {
            why: refusal.to_string(),
            refusal,
        }
    }
}

/// Q2 of `question`.
fn probe(connection: &Connection, which: &Which<'_>, scope: &Scope) -> Result<(), Refusal> {
    let Some(sql) = which.probe() else {
        return Ok(());
    };
    let probed = connection.probe(&sql, scope.clone());
    probed.map_err(|e| Failure::new(connection, e).of(which.selection))
}

/// Run a statement; its rows, as they cross the guest interface.
fn select(
    connection: &Connection,
    sql: &str,
    scope: Scope,
    values: &[Value<'_>],
) -> Result<Vec<u8>, Failure> {
    let failure = |e| Failure::new(connection, e);
    let call = scope == Scope::Call;
    let mut statement = connection.prepare(sql, scope).map_err(failure)?;
    let columns = statement.column_count();
    // A call's statements share its arguments: each takes those it names.
    let taken = match call {
        true => values.len().min(statement.parameter_count()),
        false => values.len(),
    };
    let mut bytes = Vec::new();
    let bound = params_from_iter(&values[..taken]);
    let mut rows = statement.query(bound).map_err(failure)?;
    while let Some(row) = rows.next().map_err(failure)? {
        append_row(&mut bytes, columns, row).map_err(failure)?;
        if bytes.len() as u64 > PROVIDER_ROWS_BYTES {
            let limit = PROVIDER_ROWS_BYTES;
            return Err(Refusal::TooManyRows { limit }.into());
        }
    }
    Ok(bytes)
}
