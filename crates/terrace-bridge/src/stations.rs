//! Where messages from outside enter channels: one publisher per channel, shared by all peers.
//!
//! # Invariants
//! I1. A station stays while one of its messages waits in the channel, also when the peer that sent it
//!     is gone: what waits from outside is counted, whoever connects and disconnects.
//! I2. Into a real-time channel it lets one message at a time.

use crate::bell::{Bell, Call};
use std::collections::BTreeMap;
use std::sync::Arc;
use terrace_vm::{ChannelError, Controller, Publisher};

/// See the module.
pub(crate) struct Station {
    publisher: Publisher,
    call: Arc<Call>,
}

/// What became of a message.
pub(crate) enum Posted {
    /// It waits for its receivers.
    Accepted,
    /// Not now: the station is called when something was taken.
    Blocked,
}

impl Station {
    /// Send, if there is room and it is no real-time channel with one of ours in it.
    pub(crate) fn post(
        &self,
        bytes: &[u8],
        kind: u32,
        priority: u8,
    ) -> Result<Posted, ChannelError> {
        if let Posted::Accepted = self.try_post(bytes, kind, priority)? {
            return Ok(Posted::Accepted);
        }
        // Something may be taken between the two.
        self.publisher.want_room();
        self.try_post(bytes, kind, priority)
    }

    /// As [`Station::post`]; nobody is called when there is room.
    pub(crate) fn try_post(
        &self,
        bytes: &[u8],
        kind: u32,
        priority: u8,
    ) -> Result<Posted, ChannelError> {
        if self.publisher.is_real_time() && self.publisher.waiting() > 0 {
            return Ok(Posted::Blocked);
        }
        match self.publisher.post(bytes, kind, priority, 0) {
            Ok(_) => Ok(Posted::Accepted),
            Err(ChannelError::Crowded(_)) => Ok(Posted::Blocked),
            Err(other) => Err(other),
        }
    }

    pub(crate) fn message_bytes(&self) -> u32 {
        self.publisher.message_bytes()
    }

    /// Was something taken since the last look?
    pub(crate) fn called(&self) -> bool {
        self.call.take()
    }
}

/// See the module.
#[derive(Default)]
pub(crate) struct Stations(BTreeMap<String, Arc<Station>>);

impl Stations {
    pub(crate) fn open(
        &mut self,
        channel: &str,
        controller: &Controller,
        bell: &Arc<Bell>,
    ) -> Result<Arc<Station>, ChannelError> {
        self.sweep();
        if let Some(station) = self.0.get(channel) {
            return Ok(station.clone());
        }
        let call = Arc::new(Call::new(bell.clone()));
        let raised = call.clone();
        let publisher = controller.patient_publisher(channel, Arc::new(move || raised.raise()))?;
        let station = Arc::new(Station { publisher, call });
        self.0.insert(channel.to_owned(), station.clone());
        Ok(station)
    }

    /// Let go of what nobody uses and of what is closed.
    pub(crate) fn sweep(&mut self) {
        self.0.retain(|_, station| {
            let used = Arc::strong_count(station) > 1 || station.publisher.waiting() > 0;
            used && !station.publisher.is_closed()
        });
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &Station)> {
        self.0
            .iter()
            .map(|(name, station)| (name.as_str(), &**station))
    }
}
