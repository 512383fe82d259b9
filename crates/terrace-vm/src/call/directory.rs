//! Directory: who offers what to whom, and who waits for whom.
//!
//! # Invariants
//! I1. A task is in it from its first offer or find to the end of its life.
//! I2. Its lock inherits priority and is taken by `offer`, `find`, the end of a life, and a call that
//!     has to wait.

use crate::app::App;
use crate::task::Task;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use terrace_abi::Code;
use terrace_host::pi_mutex::PiMutex;
use terrace_manifest::Grantee;

/// Longest chain of waits that is told in full.
const TOLD: usize = 16;

struct Member {
    task: Arc<Task>,
    name: String,
}

struct Offer {
    key: u64,
    partition: String,
    app: Arc<App>,
    target: u32,
}

impl Offer {
    fn interface(&self) -> &str {
        let exports = &self.app.manifest.components.exports;
        exports
            .get(self.target as usize)
            .map_or("", |e| e.name.as_str())
    }

    fn permits(&self, app: &str, has: impl Fn(&str) -> bool) -> bool {
        let exports = &self.app.manifest.components.exports;
        self.app.name() == app
            || exports.get(self.target as usize).is_some_and(|export| {
                export.callers.iter().any(|grantee| match grantee {
                    Grantee::App(name) => name.as_str() == app,
                    Grantee::Permission(name) => has(name.as_str()),
                })
            })
    }
}

#[derive(Default)]
struct Book {
    /// By key.
    members: HashMap<u64, Member>,
    /// In the order in which they were offered.
    offers: Vec<Offer>,
}

/// See the module.
pub(crate) struct Directory {
    book: PiMutex<Book>,
    /// Partitions that may live at once.
    pub(crate) partitions: usize,
}

impl Directory {
    pub(crate) fn new(partitions: usize) -> Arc<Directory> {
        Arc::new(Directory {
            book: PiMutex::new(Book::default()),
            partitions,
        })
    }

    /// Enter a partition that calls or is called.
    pub(crate) fn enter(&self, task: &Arc<Task>, name: &str) {
        let mut book = self.book.lock();
        book.members.entry(task.key).or_insert_with(|| Member {
            task: task.clone(),
            name: name.to_owned(),
        });
    }

    /// Enter interface `target` of its app.
    pub(crate) fn offer(&self, task: &Arc<Task>, partition: &str, app: &Arc<App>, target: u32) {
        let key = task.key;
        let mut book = self.book.lock();
        if !book
            .offers
            .iter()
            .any(|o| o.key == key && o.target == target)
        {
            book.offers.push(Offer {
                key,
                partition: partition.to_owned(),
                app: app.clone(),
                target,
            });
        }
    }

    /// The life is over.
    pub(crate) fn forget(&self, task: &Task) {
        let mut book = self.book.lock();
        let gone = book.members.remove(&task.key);
        book.offers.retain(|o| o.key != task.key);
        drop(book);
        drop(gone);
    }

    /// `of` is a partition's name or else an app's.
    pub(crate) fn find(
        &self,
        of: &str,
        interface: &str,
        app: &str,
        has: impl Fn(&str) -> bool,
    ) -> Result<(Arc<Task>, u32), Code> {
        let book = self.book.lock();
        let named = |o: &&Offer| o.interface() == interface;
        let offers = || book.offers.iter().filter(named);
        let found = offers()
            .find(|o| o.partition == of)
            .or_else(|| offers().find(|o| o.app.name() == of))
            .ok_or(Code::NotFound)?;
        if !found.permits(app, has) {
            return Err(Code::Denied);
        }
        let member = book.members.get(&found.key).ok_or(Code::NotFound)?;
        Ok((member.task.clone(), found.target))
    }

    /// The task with this key, if it lives, and calls or is called.
    pub(crate) fn member(&self, key: u64) -> Option<Arc<Task>> {
        self.book.lock().members.get(&key).map(|m| m.task.clone())
    }

    /// The members of the cycle that `caller` closes by waiting for `callee`, if it does.
    pub(crate) fn cycle(&self, caller: &Task, callee: &Task) -> Option<String> {
        let book = self.book.lock();
        let me = caller.key;
        let mut at = callee.key;
        // As many steps as there are members: another cycle, in which the caller is not, has an end too.
        for _ in 0..=book.members.len() {
            if at == me {
                return Some(book.tell(me, callee.key));
            }
            at = book.members.get(&at)?.task.calling.load(Ordering::SeqCst);
        }
        None
    }
}

impl Book {
    fn tell(&self, me: u64, callee: u64) -> String {
        let name = |id| self.members.get(&id).map_or("?", |m| m.name.as_str());
        let mut text = name(me).to_owned();
        let mut at = callee;
        for _ in 0..TOLD {
            // Writing to a string does not fail.
            let _ = write!(text, " -> {}", name(at));
            if at == me {
                return text;
            }
            let next = self.members.get(&at);
            at = next.map_or(me, |m| m.task.calling.load(Ordering::SeqCst));
        }
        text + " -> ..."
    }
}
