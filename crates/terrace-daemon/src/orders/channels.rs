//! Orders about channels.

use super::Orders;
use crate::answers::Sent;
use crate::protocol::{Refusal, RefusalCode, SendOrder};
use crate::reply::Break;
use std::time::Duration;

impl Orders<'_> {
    pub(super) fn send(&self, order: &SendOrder) -> Result<Sent, Break> {
        let controller = &self.machine.controller;
        let publisher = controller
            .publisher(&order.channel)
            .map_err(Refusal::from)?;
        if order
            .broadcast
            .is_some_and(|wanted| wanted != publisher.is_broadcast())
        {
            return Err(wrong_kind(order).into());
        }
        // The protocol has looked at it.
        let bytes = order.bytes().unwrap_or_default();
        let at = match order.delay_ms {
            0 => 0,
            ms => terrace_vm::after(Duration::from_millis(ms)),
        };
        let queues = publisher
            .post(&bytes, order.kind, order.priority, at)
            .map_err(Refusal::from)?;
        Ok(Sent {
            channel: order.channel.clone(),
            bytes: bytes.len(),
            queues,
        })
    }
}

fn wrong_kind(order: &SendOrder) -> Refusal {
    let (is, other) = match order.broadcast {
        Some(true) => ("no broadcast", "send"),
        _ => ("a broadcast", "broadcast"),
    };
    let name = &order.channel;
    let message = format!("channel `{name}` is {is}; use `terrace {other} {name}`");
    Refusal::new(RefusalCode::NotSent, message)
}
