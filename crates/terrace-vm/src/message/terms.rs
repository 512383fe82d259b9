//! What a channel's declaration says, in the words of queues and of the guest interface.

use std::collections::BTreeSet;
use terrace_abi::Role;
use terrace_manifest::{App, Callback, Channel, ChannelKind, Grantee};
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

/// What the app's own receivers say they let wait.
fn depth(app: &App, channel: &Channel) -> u32 {
    let services = app.components.services.iter();
    let nested = services.flat_map(|service| service.callbacks());
    let all = nested.chain(&app.components.receivers);
    let flows = all.flat_map(|callback: &Callback| &callback.subscribe);
    let own = flows.filter(|flow| {
        flow.channel == channel.name && flow.of.as_ref().is_none_or(|of| *of == app.name)
    });
    match own.fold(0u32, |sum, flow| sum.saturating_add(flow.count)) {
        0 => DEPTH,
        sum => sum,
    }
}
