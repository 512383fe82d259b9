//! The clerk of an app: asks providers in its name, for what its manifest and the device let it have.

use super::notices::Notices;
use super::{Known, Providers};
use crate::app::App;
use crate::controller::Inner;
use crate::message::Directory;
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use terrace_abi::{Code, Role};
use terrace_engine::{ProviderAct, ProviderAnswer, ProviderRefusal, ProviderRequest, ProviderRows};
use terrace_manifest::{AppName, Grantee};
use terrace_provider::{Abandon, Query, Refusal, Uri};

/// See the module.
pub(crate) struct Clerk {
    app: AppName,
    providers: Arc<Providers>,
    directory: Arc<Directory>,
}

/// What somebody wants to do with a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wish {
    Read,
    Write,
}

impl Clerk {
    /// Of this app.
    pub(crate) fn of(inner: &Inner, app: &App) -> Arc<Clerk> {
        Arc::new(Clerk {
            app: app.manifest.name.clone(),
            providers: inner.providers.clone(),
            directory: inner.directory.clone(),
        })
    }

    fn find(&self, uri: &Uri<'_>, wish: Wish) -> Result<Known, ProviderRefusal> {
        let known = self.providers.find(uri.provider).map_err(refusal)?;
        let denied = || {
            let (what, list) = match wish {
                Wish::Read => ("read", "readers"),
                Wish::Write => ("write", "writers"),
            };
            let why = format!(
                "{uri}: `{}` may not {what} it; add it to {list} in the manifest of `{}`",
                self.app, known.owner
            );
            ProviderRefusal {
                code: Code::Denied,
                why,
            }
        };
        if self.may(&known, wish) {
            Ok(known)
        } else {
            Err(denied())
        }
    }

    fn may(&self, known: &Known, wish: Wish) -> bool {
        let declared = known.provider.declared();
        let list = match wish {
            Wish::Read => &declared.readers,
            Wish::Write => &declared.writers,
        };
        known.owner == self.app
            || list.iter().any(|grantee| match grantee {
                Grantee::App(app) => *app == self.app,
                Grantee::Permission(permission) => self
                    .directory
                    .grants(self.app.as_str(), permission.as_str()),
            })
    }

    fn rows(&self, bytes: Vec<u8>) -> Result<ProviderAnswer, ProviderRefusal> {
        let share = self
            .providers
            .share(bytes.len())
            .ok_or_else(|| ProviderRefusal {
                code: Code::NoMemory,
                why: "the rows of all open queries are as many as there may be; close some"
                    .to_owned(),
            })?;
        let share = Box::new(share);
        Ok(ProviderAnswer::Rows(ProviderRows { bytes, share }))
    }

    fn call(
        &self,
        uri: &Uri<'_>,
        arguments: &[u8],
        abandon: &Abandon,
    ) -> Result<ProviderAnswer, ProviderRefusal> {
        let known = self.providers.find(uri.provider).map_err(refusal)?;
        let wish = match known.provider.call_reads(uri) {
            Ok(true) => Wish::Read,
            // Who may not even know whether it is there.
            Ok(false) | Err(_) => Wish::Write,
        };
        let known = self.find(uri, wish)?;
        let rows = known.provider.call(uri, arguments, abandon);
        self.rows(rows.map_err(refusal)?)
    }
}

impl terrace_engine::Providers for Clerk {
    fn serve(
        &self,
        request: &ProviderRequest,
        abandoned: &Arc<AtomicBool>,
    ) -> Result<ProviderAnswer, ProviderRefusal> {
        let uri = parse(&request.uri)?;
        let abandon = Abandon::by(abandoned.clone());
        let (selection, arguments) = (request.selection.as_str(), request.arguments.as_slice());
        let wish = match request.act {
            ProviderAct::Call => return self.call(&uri, arguments, &abandon),
            ProviderAct::Query { .. } => Wish::Read,
            _ => Wish::Write,
        };
        let provider = self.find(&uri, wish)?.provider;
        let number = |rows: Result<u64, Refusal>| {
            let rows = rows.map_err(refusal)?;
            Ok(ProviderAnswer::Number(
                i64::try_from(rows).unwrap_or(i64::MAX),
            ))
        };
        match &request.act {
            ProviderAct::Query {
                columns,
                order,
                limit,
            } => {
                let query = Query {
                    columns,
                    selection,
                    arguments,
                    order,
                    limit: *limit,
                };
                self.rows(provider.query(&uri, &query, &abandon).map_err(refusal)?)
            }
            ProviderAct::Insert(values) => {
                let id = provider.insert(&uri, values, &abandon).map_err(refusal)?;
                Ok(ProviderAnswer::Number(id))
            }
            ProviderAct::Update(values) => {
                number(provider.update(&uri, values, selection, arguments, &abandon))
            }
            ProviderAct::Delete => number(provider.delete(&uri, selection, arguments, &abandon)),
            ProviderAct::Call => self.call(&uri, arguments, &abandon),
        }
    }

    fn observe(&self, uri: &str, channel: &str) -> Result<Box<dyn Any + Send>, ProviderRefusal> {
        let uri = parse(uri)?;
        let provider = self.find(&uri, Wish::Read)?.provider;
        for role in [Role::Send, Role::Receive] {
            let found = self.directory.find(channel, self.app.as_str(), role);
            found.map_err(|code| ProviderRefusal {
                code,
                why: format!("{uri}: notices go to a channel that the observer may send to and receive from, and `{channel}` is none"),
            })?;
        }
        let notices = Notices::open(&self.directory, channel)?;
        let observed = provider.observe(&uri, notices.listener());
        Ok(Box::new(observed.map_err(refusal)?))
    }
}

fn parse(text: &str) -> Result<Uri<'_>, ProviderRefusal> {
    Uri::parse(text).ok_or_else(|| ProviderRefusal {
        code: Code::Invalid,
        why: format!(
            "`{text}` is no URI; write content://PROVIDER/TABLE or content://PROVIDER/TABLE/ID"
        ),
    })
}

/// A refusal of a provider's, for a guest.
pub(super) fn refusal(refusal: Refusal) -> ProviderRefusal {
    ProviderRefusal {
        code: refusal.code(),
        why: refusal.to_string(),
    }
}
