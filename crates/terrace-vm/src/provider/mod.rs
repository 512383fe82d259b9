//! Content providers: which there are, who may use them, and who is told of changes.
//!
//! What they keep and how is `terrace-provider`; here is only whose they are. An app's clerk asks in its name, on
//! the thread of a call that may wait.

mod clerk;
mod notices;
mod outside;

pub(crate) use clerk::Clerk;
pub use outside::{Cell, ProviderError, ProviderInfo, Rows, examine_providers, text_arguments};
pub use terrace_provider::{Query as ProviderQuery, Refusal as ProviderRefusal};

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use terrace_abi::PROVIDERS_ROWS_BYTES;
use terrace_host::pi_mutex::PiMutex;
use terrace_manifest::{App, AppName};
use terrace_provider::{Provider, Refusal};

/// See the module.
pub(crate) struct Providers {
    known: PiMutex<BTreeMap<String, Known>>,
    folder: Option<PathBuf>,
    /// Where there is no folder: one that goes with the machine.
    passing: OnceLock<Option<tempfile::TempDir>>,
    /// Bytes of rows that were read and not given back.
    rows: Arc<AtomicU64>,
}

/// A provider, and whose it is.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) owner: AppName,
    pub(crate) provider: Arc<Provider>,
}

impl Providers {
    /// None yet; their files are to be in this folder, or in one that goes with the machine.
    pub(crate) fn new(folder: Option<PathBuf>) -> Providers {
        Providers {
            known: PiMutex::new(BTreeMap::new()),
            folder,
            passing: OnceLock::new(),
            rows: Arc::default(),
        }
    }

    /// An app is installed: its providers are what its manifest says. One whose name another app has taken
    /// does not come to be.
    pub(crate) fn declare(&self, app: &App) {
        let declared = &app.components.providers;
        if declared.is_empty() {
            self.withdraw(app.name.as_str());
            return;
        }
        let Some(folder) = self.folder() else {
            return;
        };
        let folder = folder.join(app.name.as_str());
        let mut known = self.known.lock();
        known.retain(|name, k| {
            k.owner != app.name || declared.iter().any(|d| d.name.as_str() == name)
        });
        for declared in declared {
            let name = declared.name.to_string();
            let provider = match known.get(&name) {
                Some(other) if other.owner != app.name => continue,
                Some(own) if own.provider.declared() == declared => continue,
                Some(own) => own.provider.succeeded_by(declared.clone()),
                None => Provider::new(declared.clone(), folder.join(format!("{name}.db"))),
            };
            let owner = app.name.clone();
            let provider = Arc::new(provider);
            known.insert(name, Known { owner, provider });
        }
    }

    /// An app is uninstalled: so are its providers. Their files stay.
    pub(crate) fn withdraw(&self, app: &str) {
        self.known.lock().retain(|_, k| k.owner.as_str() != app);
    }

    fn folder(&self) -> Option<PathBuf> {
        let passing = || {
            let made = self.passing.get_or_init(|| tempfile::tempdir().ok());
            made.as_ref().map(|folder| folder.path().to_owned())
        };
        self.folder.clone().or_else(passing)
    }

    fn find(&self, name: &str) -> Result<Known, Refusal> {
        let found = self.known.lock().get(name).cloned();
        found.ok_or_else(|| {
            Refusal::Unknown(format!("no installed app declares a provider `{name}`"))
        })
    }

    fn all(&self) -> Vec<Known> {
        self.known.lock().values().cloned().collect()
    }

    /// Have so many bytes of rows, until the share is dropped.
    fn share(&self, bytes: usize) -> Option<Share> {
        let bytes = bytes as u64;
        let fits = |used: u64| Some(used + bytes).filter(|&all| all <= PROVIDERS_ROWS_BYTES);
        let taken = self
            .rows
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits);
        taken.ok()?;
        Some(Share {
            of: self.rows.clone(),
            bytes,
        })
    }
}

/// Bytes of rows; given back when it is dropped.
struct Share {
    of: Arc<AtomicU64>,
    bytes: u64,
}

impl Drop for Share {
    fn drop(&mut self) {
        self.of.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}
