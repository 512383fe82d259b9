//! A connection to a provider's file, with everything off that a provider does not need.

use crate::guard::{Guard, Scope};
use crate::leash::{Abandon, Leash};
use crate::refusal::Refusal;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{CachedStatement, ErrorCode, OpenFlags};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use terrace_abi::{PROVIDER_TEXT_BYTES, PROVIDER_VALUE_BYTES};

/// Steps of SQLite between two looks at the leash: some 10 us.
const STEPS: i32 = 1000;
/// KiB of pages that a connection keeps.
const CACHE_KIB: i64 = 512;
/// Bytes that the write-ahead log keeps once it has been written back.
const LOG_BYTES: i64 = 1 << 20;
/// Bytes of a page.
const PAGE: u64 = 4096;

/// A row that was written: its table and id. Of several only that they were several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Touched {
    pub(crate) table: String,
    pub(crate) action: rusqlite::hooks::Action,
    pub(crate) row: i64,
    pub(crate) rows: u64,
    pub(crate) mixed: bool,
}

/// What was written since somebody last asked.
#[derive(Debug, Clone, Default)]
struct Trail(Arc<Mutex<Vec<Touched>>>);

impl Trail {
    fn note(&self, action: rusqlite::hooks::Action, table: &str, row: i64) {
        let mut trail = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match trail.iter_mut().find(|t| t.table == table) {
            Some(touched) => {
                touched.rows += 1;
                touched.mixed |= touched.action != action;
            }
            None => trail.push(Touched {
                table: table.to_owned(),
                action,
                row,
                rows: 1,
                mixed: false,
            }),
        }
    }

    fn take(&self) -> Vec<Touched> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Connection {
    inner: rusqlite::Connection,
    guard: Guard,
    leash: Leash,
    trail: Trail,
}

fn storage(e: rusqlite::Error) -> Refusal {
    Refusal::Storage(e.to_string())
}

impl Connection {
    /// Open the file; made if it is not there.
    pub(crate) fn open(path: &Path, limit: u64) -> Result<Connection, Refusal> {
        let named = |e: rusqlite::Error| Refusal::Storage(format!("{}: {e}", path.display()));
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let inner = rusqlite::Connection::open_with_flags(path, flags).map_err(named)?;
        let mut own = Connection {
            inner,
            guard: Guard::default(),
            leash: Leash::default(),
            trail: Trail::default(),
        };
        own.harden(limit).map_err(named)?;
        Ok(own)
    }

    fn harden(&mut self, limit: u64) -> rusqlite::Result<()> {
        let inner = &mut self.inner;
        inner.busy_timeout(Duration::from_secs(2))?;
        inner.pragma_update(None, "journal_mode", "WAL")?;
        inner.pragma_update(None, "synchronous", "FULL")?;
        inner.pragma_update(None, "cache_size", -CACHE_KIB)?;
        inner.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
        inner.pragma_update(None, "cell_size_check", true)?;
        let pages = i64::try_from(limit / PAGE).unwrap_or(i64::MAX);
        inner.pragma_update_and_check(None, "max_page_count", pages, |_| Ok(()))?;
        for (what, on) in [
            (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
            (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
            (DbConfig::SQLITE_DBCONFIG_DQS_DML, false),
            (DbConfig::SQLITE_DBCONFIG_DQS_DDL, false),
            (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
            (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        ] {
            inner.set_db_config(what, on)?;
        }
        let small = |n: u64| i32::try_from(n).unwrap_or(i32::MAX);
        for (limit, most) in [
            (Limit::SQLITE_LIMIT_LENGTH, small(2 * PROVIDER_VALUE_BYTES)),
            (
                Limit::SQLITE_LIMIT_SQL_LENGTH,
                small(8 * PROVIDER_TEXT_BYTES),
            ),
            (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
            (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 8),
            (Limit::SQLITE_LIMIT_VDBE_OP, 25_000),
            (Limit::SQLITE_LIMIT_FUNCTION_ARG, 16),
            (Limit::SQLITE_LIMIT_ATTACHED, 0),
            (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 256),
            (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
            (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
        ] {
            inner.set_limit(limit, most)?;
        }
        self.hang_hooks()
    }

    fn hang_hooks(&mut self) -> rusqlite::Result<()> {
        let guard = self.guard.clone();
        self.inner
            .authorizer(Some(move |asked: rusqlite::hooks::AuthContext<'_>| {
                guard.judge(&asked)
            }))?;
        let leash = self.leash.clone();
        self.inner
            .progress_handler(STEPS, Some(move || leash.pulled().is_some()))?;
        let trail = self.trail.clone();
        self.inner
            .update_hook(Some(move |action, _: &str, table: &str, row| {
                trail.note(action, table, row)
            }))
    }

    /// Make the tables as they are declared.
    pub(crate) fn fit(&mut self, declared: &terrace_manifest::Provider) -> Result<(), Refusal> {
        self.guard.set(Scope::Monitor);
        let fitted = crate::schema::fit(&mut self.inner, declared);
        self.guard.set(Scope::Nothing);
        self.trail.take();
        fitted
    }

    /// Do a piece of work that may take so long, and for as long as who asked is there.
    pub(crate) fn work<T>(
        &mut self,
        abandon: &Abandon,
        patience: Duration,
        work: impl FnOnce(&mut Connection) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        self.leash.hold(abandon, patience);
        // Before it begins: it may have waited for its turn.
        let done = match self.leash.pulled() {
            Some(refusal) => Err(refusal),
            None => work(self),
        };
        self.leash.let_go();
        self.guard.set(Scope::Nothing);
        done
    }

    /// Prepare a statement that reaches no further than this. The scope stays until the work is over: SQLite
    /// prepares a statement again when what is bound to it wants another plan.
    pub(crate) fn prepare(
        &self,
        sql: &str,
        scope: Scope,
    ) -> Result<CachedStatement<'_>, rusqlite::Error> {
        self.guard.set(scope);
        self.inner.prepare_cached(sql)
    }

    /// Prepare it and forget it.
    pub(crate) fn probe(&self, sql: &str, scope: Scope) -> Result<(), rusqlite::Error> {
        self.guard.set(scope);
        self.inner.prepare(sql).map(drop)
    }

    /// All of it, or nothing.
    pub(crate) fn all_or_nothing<T>(
        &mut self,
        work: impl FnOnce(&Connection) -> Result<T, Refusal>,
    ) -> Result<(T, Vec<Touched>), Refusal> {
        self.trail.take();
        if !self.inner.is_autocommit() {
            // Work before panicked in the middle.
            self.run_own("ROLLBACK")?;
        }
        self.run_own("BEGIN IMMEDIATE")?;
        let done = work(self).and_then(|done| {
            // Too late is too late for all of it.
            match self.leash.pulled() {
                Some(refusal) => Err(refusal),
                None => Ok(done),
            }
        });
        let done = done.and_then(|done| self.run_own("COMMIT").map(|()| done));
        let touched = self.trail.take();
        match done {
            Ok(done) => Ok((done, touched)),
            Err(refusal) => {
                // A full disk has ended the transaction already.
                self.leash.let_go();
                let _ = self.run_own("ROLLBACK");
                Err(refusal)
            }
        }
    }

    fn run_own(&self, sql: &str) -> Result<(), Refusal> {
        self.guard.set(Scope::Monitor);
        let done = self.inner.execute_batch(sql);
        self.guard.set(Scope::Nothing);
        done.map_err(|e| self.refusal(e))
    }

    /// What an error of SQLite's means to who asked.
    pub(crate) fn refusal(&self, e: rusqlite::Error) -> Refusal {
        match e.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => {
                self.leash.pulled().unwrap_or(Refusal::Abandoned)
            }
            Some(ErrorCode::ConstraintViolation | ErrorCode::TypeMismatch) => {
                Refusal::Conflict(e.to_string())
            }
            Some(ErrorCode::DiskFull) => Refusal::Full(e.to_string()),
            Some(ErrorCode::TooBig) => Refusal::TooLong {
                what: "the bytes of a value",
                limit: PROVIDER_VALUE_BYTES,
            },
            _ => storage(e),
        }
    }

    /// Bytes of the file that are in use, and that it has.
    pub(crate) fn bytes(&self) -> Result<u64, Refusal> {
        self.guard.set(Scope::Monitor);
        let pages = self
            .inner
            .query_row("PRAGMA page_count", [], |row| row.get::<_, i64>(0));
        self.guard.set(Scope::Nothing);
        pages
            .map(|pages| u64::try_from(pages).unwrap_or(0) * PAGE)
            .map_err(storage)
    }

    /// Rows of a table.
    pub(crate) fn count(&self, table: &str) -> Result<u64, Refusal> {
        let sql = format!("SELECT count(*) FROM \"{table}\"");
        let mut statement = self.prepare(&sql, Scope::Monitor).map_err(storage)?;
        let rows = statement.query_row([], |row| row.get::<_, i64>(0));
        rows.map(|rows| u64::try_from(rows).unwrap_or(0))
            .map_err(|e| self.refusal(e))
    }
}
