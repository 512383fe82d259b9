//! Channels by name, and who may use them.

use super::budget::Budget;
use super::channel::Channel;
use super::info::ChannelInfo;
use super::members::{MemberId, Who};
use super::terms::Terms;
use crate::reports::Reports;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use terrace_abi::{Code, MESSAGES_BYTES, Role};
use terrace_host::pi_mutex::PiMutex;
use terrace_manifest::{App, ChannelKind, Label};

/// See the module.
pub(crate) struct Directory {
    known: PiMutex<Known>,
    budget: Arc<Budget>,
    reports: Arc<Reports>,
}

#[derive(Default)]
struct Known {
    channels: BTreeMap<String, Arc<Channel>>,
    /// By app: its channels that are windows.
    windows: BTreeMap<String, Vec<String>>,
    /// By app: what the device file grants it.
    permissions: BTreeMap<String, BTreeSet<String>>,
}

impl Directory {
    pub(crate) fn new(reports: Arc<Reports>) -> Directory {
        Directory {
            known: PiMutex::new(Known::default()),
            budget: Arc::new(Budget::new(MESSAGES_BYTES)),
            reports,
        }
    }

    /// Apps that shall be started because messages wait for them.
    pub(crate) fn unheard(&self) -> BTreeSet<String> {
        let known = self.known.lock();
        let unheard = known.channels.values().filter(|c| c.is_unheard());
        unheard.map(|channel| channel.owner.clone()).collect()
    }

    /// This app is being started.
    pub(crate) fn has_summoned(&self, app: &str) {
        let known = self.known.lock();
        let own = known.channels.values().filter(|c| c.owner == app);
        own.for_each(|channel| channel.has_summoned());
    }

    /// An app is installed: its channels are what its manifest says. One whose name another
    /// app has taken does not come to be; `terrace check` and the device file refuse that before.
    pub(crate) fn declare(&self, app: &App) {
        let owner = app.name.as_str();
        let all = app.components.channels.iter();
        let (windows, wanted): (Vec<_>, Vec<_>) = all.partition(|c| c.kind == ChannelKind::Bulk);
        let wanted: Vec<_> = wanted.into_iter().map(|c| Terms::of(app, c)).collect();
        let windows = windows.into_iter().map(|c| c.name.to_string()).collect();
        let mut known = self.known.lock();
        known.windows.insert(owner.to_owned(), windows);
        let gone = known.retire(owner, &wanted);
        for terms in wanted {
            let name = terms.declared.name.to_string();
            let make = || {
                let (budget, reports) = (self.budget.clone(), self.reports.clone());
                Arc::new(Channel::new(owner.to_owned(), terms, budget, reports))
            };
            known.channels.entry(name).or_insert_with(make);
        }
        drop(known);
        gone.iter().for_each(|channel| channel.close());
    }

    /// An app is uninstalled: so are its channels.
    pub(crate) fn withdraw(&self, app: &str) {
        let mut known = self.known.lock();
        known.windows.remove(app);
        let gone = known.retire(app, &[]);
        drop(known);
        gone.iter().for_each(|channel| channel.close());
    }

    /// What the device grants an app, instead of what it granted before.
    pub(crate) fn permit(&self, app: &str, permissions: &[Label]) {
        let permissions = permissions.iter().map(Label::to_string).collect();
        self.known
            .lock()
            .permissions
            .insert(app.to_owned(), permissions);
    }

    /// What the device grants an app.
    pub(crate) fn permissions(&self, app: &str) -> Vec<Label> {
        let known = self.known.lock();
        let permissions = known.permissions.get(app).into_iter().flatten();
        permissions.filter_map(|p| p.parse().ok()).collect()
    }

    /// Does the device grant an app this permission?
    pub(crate) fn grants(&self, app: &str, permission: &str) -> bool {
        let known = self.known.lock();
        let permissions = known.permissions.get(app);
        permissions.is_some_and(|p| p.contains(permission))
    }

    /// Is it a channel whose messages are handed over in a window?
    pub(super) fn is_window(&self, name: &str) -> bool {
        let known = self.known.lock();
        known
            .windows
            .values()
            .flatten()
            .any(|window| window == name)
    }

    /// The channel, if this app may use it so.
    pub(crate) fn find(&self, name: &str, app: &str, role: Role) -> Result<Arc<Channel>, Code> {
        let known = self.known.lock();
        let channel = known.channels.get(name).ok_or(Code::Undeclared)?;
        let nothing = BTreeSet::new();
        let permissions = known.permissions.get(app).unwrap_or(&nothing);
        if channel.owner == app || channel.terms.permits(app, role, permissions) {
            Ok(channel.clone())
        } else {
            Err(Code::Unpermitted)
        }
    }

    /// The channel for somebody outside all partitions, whose permission somebody else has looked at.
    pub(super) fn join_outside(
        &self,
        name: &str,
        who: Who,
        role: Role,
    ) -> Result<(Arc<Channel>, MemberId), Code> {
        let channel = self.known.lock().channels.get(name).cloned();
        let channel = channel.ok_or(Code::Undeclared)?;
        let member = channel.join(who, role)?;
        Ok((channel, member))
    }

    pub(crate) fn list(&self) -> Vec<ChannelInfo> {
        let all: Vec<_> = self.known.lock().channels.values().cloned().collect();
        all.iter().map(|channel| channel.info()).collect()
    }

    /// Bytes of all slots.
    pub(crate) fn memory(&self) -> u64 {
        self.budget.used()
    }
}

impl Known {
    /// Take out the channels of this app that it does not declare any more, or not alike.
    fn retire(&mut self, owner: &str, wanted: &[Terms]) -> Vec<Arc<Channel>> {
        let stays = |c: &Channel| c.owner != owner || wanted.contains(&c.terms);
        let gone: Vec<_> = self
            .channels
            .values()
            .filter(|c| !stays(c))
            .cloned()
            .collect();
        self.channels.retain(|_, c| stays(c));
        gone
    }
}
