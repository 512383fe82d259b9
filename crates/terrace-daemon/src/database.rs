//! `state.db`: what is installed and what should run, in SQLite.
//!
//! Every call is one transaction that is on the disk when the call returns (write-ahead log,
//! `synchronous = FULL`), so that a daemon that is killed finds what it has told clients.
//!
//! # Invariants
//! I1. A database of a newer Terrace is refused and left as it is.
//! I2. A damaged database is moved aside as a whole, never repaired in place.
//!
//! Not for: what an app's image contains (`depot`), when a partition has ended (`ledger`).

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// `TERR`, so that tools know the file.
const APPLICATION: i32 = 0x5445_5252;
const SCHEMA: i32 = 2;
const TABLES: &str = "
    CREATE TABLE apps (
        name TEXT PRIMARY KEY,
        version TEXT NOT NULL,
        digest TEXT NOT NULL,
        base BLOB NOT NULL,
        image_bytes INTEGER NOT NULL,
        installed_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE partitions (
        name TEXT PRIMARY KEY,
        app TEXT NOT NULL,
        args TEXT,
        env TEXT NOT NULL,
        force INTEGER NOT NULL DEFAULT 0
    ) STRICT;";

/// From schema 1 to 2.
const FORCE: &str = "ALTER TABLE partitions ADD COLUMN force INTEGER NOT NULL DEFAULT 0;";

/// An installed app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AppRow {
    pub(crate) name: String,
    pub(crate) version: String,
    /// Of the image: 64 hexadecimal digits.
    pub(crate) digest: String,
    /// Where relative folders of its manifest start.
    pub(crate) base: PathBuf,
    pub(crate) image_bytes: u64,
    /// Wall clock, ns since 1970.
    pub(crate) installed_at: u64,
}

/// A partition that should run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PartitionRow {
    pub(crate) name: String,
    pub(crate) app: String,
    pub(crate) args: Option<Vec<String>>,
    pub(crate) env: Vec<(String, String)>,
    /// It was started although deadlines would be missed.
    pub(crate) force: bool,
}

/// The database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// I1.
    #[error("{} has schema version {found}, this Terrace knows up to {SCHEMA}: it was written by a newer one; run that, or give another --state", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i32,
    },
    /// Another program's.
    #[error("{} is a SQLite database of another program; give another --state", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// SQLite or Linux refused.
    #[error("cannot {act} {}: {cause}; see that its disk has space and may be written", path.display())]
    Sqlite {
        /// What was tried.
        act: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        cause: String,
    },
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Database {
    connection: Connection,
    path: PathBuf,
}

/// An open database, and what was odd about it.
pub(crate) struct Opened {
    pub(crate) database: Database,
    /// Where the damaged one was moved to.
    pub(crate) quarantined: Option<PathBuf>,
}

impl Database {
    /// Open the file, or make it. A damaged one is moved to `quarantine`, and a new one made.
    pub(crate) fn open(path: &Path, quarantine: &Path) -> Result<Opened, DatabaseError> {
        match Database::try_open(path) {
            Ok(database) => Ok(Opened {
                database,
                quarantined: None,
            }),
            Err(Trouble::Damaged(cause)) => {
                tracing::error!(path = %path.display(), cause, "the database is damaged and is moved aside");
                let moved = move_aside(path, quarantine).map_err(|e| DatabaseError::Sqlite {
                    act: "move aside the damaged",
                    path: path.to_owned(),
                    cause: e.to_string(),
                })?;
                match Database::try_open(path) {
                    Ok(database) => Ok(Opened {
                        database,
                        quarantined: Some(moved),
                    }),
                    Err(trouble) => Err(trouble.into_error(path)),
                }
            }
            Err(trouble) => Err(trouble.into_error(path)),
        }
    }

    fn try_open(path: &Path) -> Result<Database, Trouble> {
        let mut connection = Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        // What a damaged file claims about itself is not trusted to be harmless.
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "cell_size_check", true)?;
        let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if found != "ok" {
            return Err(Trouble::Damaged(found));
        }
        migrate(&mut connection, path)?;
        let database = Database {
            connection,
            path: path.to_owned(),
        };
        // Tables of another shape are damage as well.
        database
            .apps()
            .and(database.partitions().map(drop))
            .map_err(|e| Trouble::Damaged(e.to_string()))?;
        Ok(database)
    }

    pub(crate) fn apps(&self) -> Result<Vec<AppRow>, DatabaseError> {
        self.list(
            "SELECT name, version, digest, base, image_bytes, installed_at FROM apps ORDER BY name",
            |row| {
                Ok(AppRow {
                    name: row.get(0)?,
                    version: row.get(1)?,
                    digest: row.get(2)?,
                    base: PathBuf::from(std::ffi::OsString::from_vec(row.get(3)?)),
                    image_bytes: row.get::<_, i64>(4)?.cast_unsigned(),
                    installed_at: row.get::<_, i64>(5)?.cast_unsigned(),
                })
            },
        )
    }

    pub(crate) fn partitions(&self) -> Result<Vec<PartitionRow>, DatabaseError> {
        self.list(
            "SELECT name, app, args, env, force FROM partitions ORDER BY name",
            |row| {
                Ok(PartitionRow {
                    name: row.get(0)?,
                    app: row.get(1)?,
                    args: row
                        .get::<_, Option<String>>(2)?
                        .map(|t| json(&t, 2))
                        .transpose()?,
                    env: json(&row.get::<_, String>(3)?, 3)?,
                    force: row.get(4)?,
                })
            },
        )
    }

    /// Insert or replace.
    pub(crate) fn put_app(&mut self, app: &AppRow) -> Result<(), DatabaseError> {
        self.write("write the app to", |tx| {
            tx.execute(
                "INSERT OR REPLACE INTO apps VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    app.name,
                    app.version,
                    app.digest,
                    app.base.as_os_str().as_bytes(),
                    app.image_bytes.cast_signed(),
                    app.installed_at.cast_signed(),
                ],
            )
            .map(drop)
        })
    }

    pub(crate) fn remove_app(&mut self, name: &str) -> Result<(), DatabaseError> {
        self.write("remove the app from", |tx| {
            tx.execute("DELETE FROM apps WHERE name = ?1", [name])
                .map(drop)
        })
    }

    /// Insert or replace, all or none.
    pub(crate) fn put_partitions(&mut self, rows: &[PartitionRow]) -> Result<(), DatabaseError> {
        self.write("write the partitions to", |tx| {
            let mut insert =
                tx.prepare_cached("INSERT OR REPLACE INTO partitions VALUES (?1, ?2, ?3, ?4, ?5)")?;
            for row in rows {
                let args = row.args.as_ref().map(text);
                insert.execute(params![row.name, row.app, args, text(&row.env), row.force])?;
            }
            Ok(())
        })
    }

    /// All or none. Names that are not there are no error.
    pub(crate) fn remove_partitions(&mut self, names: &[String]) -> Result<(), DatabaseError> {
        self.write("remove the partitions from", |tx| {
            let mut delete = tx.prepare_cached("DELETE FROM partitions WHERE name = ?1")?;
            for name in names {
                delete.execute([name])?;
            }
            Ok(())
        })
    }

    fn list<T>(
        &self,
        query: &str,
        read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, DatabaseError> {
        let rows = || {
            self.connection
                .prepare(query)?
                .query_map([], read)?
                .collect()
        };
        let rows: rusqlite::Result<Vec<T>> = rows();
        rows.map_err(|e| self.failed("read", &e))
    }

    fn write(
        &mut self,
        act: &'static str,
        change: impl FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), DatabaseError> {
        let done = self.connection.transaction().and_then(|tx| {
            change(&tx)?;
            tx.commit()
        });
        done.map_err(|e| self.failed(act, &e))
    }

    fn failed(&self, act: &'static str, cause: &rusqlite::Error) -> DatabaseError {
        DatabaseError::Sqlite {
            act,
            path: self.path.clone(),
            cause: cause.to_string(),
        }
    }
}

/// Why a file could not be opened as it is.
enum Trouble {
    Damaged(String),
    Other(String),
    Error(DatabaseError),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Trouble::Damaged(error.to_string())
            }
            _ => Trouble::Other(error.to_string()),
        }
    }
}

impl Trouble {
    fn into_error(self, path: &Path) -> DatabaseError {
        let path = path.to_owned();
        match self {
            Trouble::Error(error) => error,
            Trouble::Damaged(cause) | Trouble::Other(cause) => DatabaseError::Sqlite {
                act: "open",
                path,
                cause,
            },
        }
    }
}

fn migrate(connection: &mut Connection, path: &Path) -> Result<(), Trouble> {
    let tx = connection.transaction()?;
    let pragma = |name| tx.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let some: Option<i32> = tx
        .query_row("SELECT 1 FROM sqlite_schema LIMIT 1", [], |row| row.get(0))
        .optional()?;
    let fresh = some.is_none() && version == 0;
    if !fresh && application != APPLICATION {
        return Err(Trouble::Error(DatabaseError::Foreign {
            path: path.to_owned(),
        }));
    }
    if version > SCHEMA {
        return Err(Trouble::Error(DatabaseError::Newer {
            path: path.to_owned(),
            found: version,
        }));
    }
    if fresh {
        tx.execute_batch(TABLES)?;
        tx.pragma_update(None, "application_id", APPLICATION)?;
        tx.pragma_update(None, "user_version", SCHEMA)?;
    } else if version == 1 {
        tx.execute_batch(FORCE)?;
        tx.pragma_update(None, "user_version", SCHEMA)?;
    }
    Ok(tx.commit()?)
}

/// Move the file and its log; answers the new place of the file.
fn move_aside(path: &Path, quarantine: &Path) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(quarantine)?;
    let now = crate::clock::wall_ns();
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    for ending in ["-wal", "-shm"] {
        let from = path.with_file_name(format!("{name}{ending}"));
        match std::fs::rename(&from, quarantine.join(format!("{name}.{now}{ending}"))) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
    }
    let to = quarantine.join(format!("{name}.{now}"));
    std::fs::rename(path, &to)?;
    Ok(to)
}

fn json<T: serde::de::DeserializeOwned>(text: &str, column: usize) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|e| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(e))
    })
}

fn text<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("lists of strings become JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str) -> PartitionRow {
        PartitionRow {
            name: name.to_owned(),
            app: "app".to_owned(),
            args: Some(vec!["--a".to_owned(), "\"quoted\"\n".to_owned()]),
            env: vec![("K".to_owned(), "V".to_owned())],
            force: true,
        }
    }

    fn open(dir: &Path) -> Result<Opened, DatabaseError> {
        Database::open(&dir.join("state.db"), &dir.join("quarantine"))
    }

    #[test]
    fn a_database_of_the_first_schema_is_read_and_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let old = Connection::open(dir.path().join("state.db")).unwrap();
        let tables = TABLES.replace(",\n        force INTEGER NOT NULL DEFAULT 0", "");
        assert!(!tables.contains("force"));
        old.execute_batch(&tables).unwrap();
        old.pragma_update(None, "application_id", APPLICATION)
            .unwrap();
        old.pragma_update(None, "user_version", 1).unwrap();
        old.execute(
            "INSERT INTO partitions VALUES ('old', 'app', NULL, '[]')",
            [],
        )
        .unwrap();
        drop(old);
        let mut one = open(dir.path()).unwrap().database;
        one.put_partitions(&[row("new")]).unwrap();
        drop(one);
        let again = open(dir.path()).unwrap();
        assert!(again.quarantined.is_none());
        let forced: Vec<(String, bool)> = (again.database.partitions().unwrap())
            .into_iter()
            .map(|p| (p.name, p.force))
            .collect();
        assert_eq!(
            forced,
            [("new".to_owned(), true), ("old".to_owned(), false)]
        );
    }

    #[test]
    fn what_was_written_is_there_again() {
        let dir = tempfile::tempdir().unwrap();
        let app = AppRow {
            name: "app".to_owned(),
            version: "1.0.0".to_owned(),
            digest: "ab".repeat(32),
            base: PathBuf::from("/somewhere"),
            image_bytes: 12,
            installed_at: u64::MAX >> 1,
        };
        let mut one = open(dir.path()).unwrap().database;
        one.put_app(&app).unwrap();
        one.put_partitions(&[row("a"), row("b")]).unwrap();
        one.remove_partitions(&["a".to_owned(), "never-there".to_owned()])
            .unwrap();
        drop(one);
        let two = open(dir.path()).unwrap();
        assert_eq!(two.quarantined, None);
        assert_eq!(two.database.apps().unwrap(), [app]);
        assert_eq!(two.database.partitions().unwrap(), [row("b")]);
    }

    #[test]
    fn a_newer_schema_is_refused_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let database = open(dir.path()).unwrap().database;
        database
            .connection
            .pragma_update(None, "user_version", SCHEMA + 1)
            .unwrap();
        drop(database);
        assert!(matches!(
            open(dir.path()),
            Err(DatabaseError::Newer { found, .. }) if i64::from(found) == i64::from(SCHEMA) + 1
        ));
        assert!(dir.path().join("state.db").exists());
    }

    #[test]
    fn another_programs_database_is_refused_and_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let other = Connection::open(dir.path().join("state.db")).unwrap();
        other
            .execute_batch("CREATE TABLE bookmarks (url TEXT)")
            .unwrap();
        drop(other);
        assert!(matches!(
            open(dir.path()),
            Err(DatabaseError::Foreign { .. })
        ));
    }

    #[test]
    fn damage_is_moved_aside() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("state.db"), vec![b'x'; 8192]).unwrap();
        let opened = open(dir.path()).unwrap();
        let moved = opened.quarantined.unwrap();
        assert_eq!(std::fs::read(moved).unwrap(), vec![b'x'; 8192]);
        assert_eq!(opened.database.apps().unwrap(), []);
    }

    #[test]
    fn a_row_that_cannot_be_read_is_damage() {
        let dir = tempfile::tempdir().unwrap();
        let mut database = open(dir.path()).unwrap().database;
        database.put_partitions(&[row("a")]).unwrap();
        database
            .connection
            .execute("UPDATE partitions SET env = 'not json'", [])
            .unwrap();
        drop(database);
        assert!(open(dir.path()).unwrap().quarantined.is_some());
    }
}
