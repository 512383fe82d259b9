//! Who has changes told, and the telling.
//!
//! Told by the thread that committed the change, after it is committed, without any lock of the file.

use crate::connection::Touched;
use crate::uri::Uri;
use rusqlite::hooks::Action;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use terrace_abi::ChangeKind;

/// What was committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The row, or the table if there were several.
    pub uri: String,
    /// What happened.
    pub kind: ChangeKind,
    /// To how many rows.
    pub rows: u64,
}

/// Who is told. It may not wait for long, and not come back to the provider.
pub type Listener = Box<dyn Fn(&Change) + Send + Sync>;

struct Observer {
    id: u64,
    table: Option<String>,
    row: Option<i64>,
    listener: Listener,
}

impl Observer {
    fn wants(&self, touched: &Touched) -> bool {
        let table = self.table.as_ref().is_none_or(|t| *t == touched.table);
        let row = self
            .row
            .is_none_or(|row| touched.rows > 1 || touched.row == row);
        table && row
    }
}

/// See the module.
#[derive(Default)]
pub(crate) struct Observers {
    all: Mutex<Vec<Arc<Observer>>>,
    next: AtomicU64,
}

/// Ends when it is dropped.
#[must_use]
pub struct Observation {
    of: Arc<Observers>,
    id: u64,
}

impl std::fmt::Debug for Observation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Observation({})", self.id)
    }
}

impl Drop for Observation {
    fn drop(&mut self) {
        self.of.lock().retain(|o| o.id != self.id);
    }
}

impl Observers {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Arc<Observer>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    pub(crate) fn add(self: &Arc<Observers>, uri: &Uri<'_>, listener: Listener) -> Observation {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        self.lock().push(Arc::new(Observer {
            id,
            table: uri.table.map(str::to_owned),
            row: uri.row,
            listener,
        }));
        Observation {
            of: self.clone(),
            id,
        }
    }

    pub(crate) fn tell(&self, provider: &str, all: &[Touched]) {
        for touched in all {
            let wanted = |o: &&Arc<Observer>| o.wants(touched);
            let heard: Vec<_> = self.lock().iter().filter(wanted).cloned().collect();
            if heard.is_empty() {
                continue;
            }
            let uri = Uri {
                provider,
                table: Some(&touched.table),
                row: (touched.rows == 1).then_some(touched.row),
            };
            let change = Change {
                uri: uri.to_string(),
                kind: kind(touched),
                rows: touched.rows,
            };
            heard.iter().for_each(|o| (o.listener)(&change));
        }
    }
}

fn kind(touched: &Touched) -> ChangeKind {
    match touched.action {
        _ if touched.mixed => ChangeKind::Several,
        Action::SQLITE_INSERT => ChangeKind::Insert,
        Action::SQLITE_UPDATE => ChangeKind::Update,
        Action::SQLITE_DELETE => ChangeKind::Delete,
        _ => ChangeKind::Several,
    }
}
