//! What a channel's declaration says, in the words of queues and of the guest interface.

use std::collections::BTreeSet;
use terrace_abi::Role;
use terrace_manifest::{App, Callback, Channel, ChannelKind, Flow, Grantee, Service};
use terrace_ring::{DropPolicy, Order};

/// Messages that wait at most, where neither the channel nor its app's receivers say so.
const DEPTH: u32 = 16;

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) declared: Channel,
    /// Bytes of one message.
    pub(crate) bytes: u32,
    pub(crate) depth: u32,
    pub(crate) order: Order,
    pub(crate) drop: DropPolicy,
    /// Do real-time components of the app receive from it?
    pub(crate) real_time: bool,
}

impl Terms {
    pub(crate) fn of(app: &App, channel: &Channel) -> Terms {
        use terrace_manifest::{DropPolicy as Declared, Order as DeclaredOrder};
        Terms {
            bytes: u32::try_from(channel.message_bytes().get()).unwrap_or(u32::MAX),
            depth: channel.depth.unwrap_or_else(|| depth(app, channel)),
            order: match channel.order {
                DeclaredOrder::PriorityInheritance => Order::Priority,
                DeclaredOrder::Fifo => Order::Arrival,
            },
            drop: match channel.drop {
                Declared::Refuse => DropPolicy::Refuse,
                Declared::Oldest => DropPolicy::Oldest,
                Declared::LowestPriorityThenOldest => DropPolicy::LowestThenOldest,
            },
            real_time: app.cpu.priority.is_some()
                || receivers(app, channel).any(|c| c.memory.is_some() || c.priority.is_some()),
            declared: channel.clone(),
        }
    }

    /// Has each receiver a queue of its own?
    pub(crate) fn is_broadcast(&self) -> bool {
        self.declared.kind == ChannelKind::Broadcast
    }

    /// May this app, which is not the one that declares it, use it so?
    pub(crate) fn permits(&self, app: &str, role: Role, permissions: &BTreeSet<String>) -> bool {
        let list = match role {
            Role::Send => &self.declared.publishers,
            Role::Receive => &self.declared.subscribers,
        };
        list.iter().any(|grantee| match grantee {
            Grantee::App(name) => name.as_str() == app,
            Grantee::Permission(name) => permissions.contains(name.as_str()),
        })
    }
}

/// The app's own callbacks that receive from it.
fn receivers<'a>(app: &'a App, channel: &'a Channel) -> impl Iterator<Item = &'a Callback> {
    let nested = app.components.services.iter().flat_map(Service::callbacks);
    let all = nested.chain(&app.components.receivers);
    all.filter(|callback| own_flows(callback, app, channel).next().is_some())
}

fn own_flows<'a>(
    callback: &'a Callback,
    app: &'a App,
    channel: &'a Channel,
) -> impl Iterator<Item = &'a Flow> {
    callback.subscribe.iter().filter(|flow| {
        flow.channel == channel.name && flow.of.as_ref().is_none_or(|of| *of == app.name)
    })
}

/// What the app's own receivers say they let wait.
fn depth(app: &App, channel: &Channel) -> u32 {
    let own = receivers(app, channel).flat_map(|callback| own_flows(callback, app, channel));
    match own.fold(0u32, |sum, flow| sum.saturating_add(flow.count)) {
        0 => DEPTH,
        sum => sum,
    }
}
