//! The turns of the network's thread: some packets in, some out, rest.

use super::packet::{Ends, ends};
use super::{Route, Shared};
use crate::limits::TURN_MESSAGES;
use crate::poll::{Event, EventFlags, Poll};
use crate::stations::{Posted, Station, Stations};
use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use terrace_host::tun::Tun;
use terrace_vm::{ChannelError, Controller, Subscriber, Taken};

const DEVICE: u64 = 0;
const BELL: u64 = 1;
/// The longest packet of IPv4.
const PACKET_BYTES: usize = 65_535;
/// How often a channel that is not there is looked for.
const LOOK: Duration = Duration::from_secs(1);

/// See the module.
pub(super) struct Turns {
    controller: Controller,
    tun: Tun,
    routes: Vec<Open>,
    stations: Stations,
    shared: Arc<Shared>,
    poll: Poll,
    buffer: Vec<u8>,
}

/// A route, and the ends of its channels if those are there.
struct Open {
    route: Route,
    into: Option<Arc<Station>>,
    out: Option<Subscriber>,
}

impl Open {
    fn is_whole(&self) -> bool {
        self.into.is_some() && self.out.is_some()
    }
}

/// What is left of a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    More,
    Nothing,
}

impl Turns {
    pub(super) fn new(
        controller: Controller,
        tun: Tun,
        routes: Vec<Route>,
        shared: Arc<Shared>,
    ) -> io::Result<Turns> {
        let poll = Poll::new()?;
        poll.watch(&tun, DEVICE, EventFlags::IN)?;
        poll.watch(&*shared.bell, BELL, EventFlags::IN)?;
        let open = |route| Open {
            route,
            into: None,
            out: None,
        };
        Ok(Turns {
            controller,
            tun,
            routes: routes.into_iter().map(open).collect(),
            stations: Stations::default(),
            shared,
            poll,
            buffer: vec![0; PACKET_BYTES],
        })
    }

    /// Carry packets until told to stop.
    pub(super) fn run(mut self) {
        let mut events: Vec<Event> = Vec::with_capacity(2);
        let mut left = Left::More;
        while !self.shared.stop.load(Ordering::SeqCst) {
            self.open();
            let rest = match left {
                Left::More => Some(Duration::ZERO),
                Left::Nothing if !self.routes.iter().all(Open::is_whole) => Some(LOOK),
                Left::Nothing => None,
            };
            if let Err(cause) = self.poll.wait(&mut events, rest) {
                tracing::error!(%cause, "the network cannot wait for packets; it ends");
                return;
            }
            if events.iter().any(|event| event.data.u64() == BELL) {
                self.shared.bell.hush();
            }
            left = match self.inward() {
                Ok(left) => left,
                Err(cause) => {
                    tracing::error!(%cause, "the network device cannot be read; the network ends");
                    return;
                }
            };
            if self.outward() == Left::More {
                left = Left::More;
            }
        }
    }

    /// Channels may come later than the network, and again after they went.
    fn open(&mut self) {
        let (controller, bell) = (&self.controller, &self.shared.bell);
        for open in self.routes.iter_mut().filter(|open| !open.is_whole()) {
            if open.into.is_none() {
                let station = self.stations.open(&open.route.into, controller, bell);
                open.into = station.ok();
            }
            if open.out.is_none() {
                let bell = bell.clone();
                let wake = Arc::new(move || bell.ring());
                open.out = controller.subscriber(&open.route.out, wake).ok();
            }
        }
    }

    /// From Linux into partitions, a bounded number.
    fn inward(&mut self) -> io::Result<Left> {
        for _ in 0..TURN_MESSAGES {
            let Some(length) = self.tun.receive(&mut self.buffer)? else {
                return Ok(Left::Nothing);
            };
            let posted = self.deliver(length);
            let counts = &self.shared.counts;
            count(match posted {
                Some(Posted::Accepted) => &counts.delivered,
                Some(Posted::Blocked) | None => &counts.dropped,
            });
        }
        Ok(Left::More)
    }

    /// None: it is for nobody, or nobody can have it.
    fn deliver(&mut self, length: usize) -> Option<Posted> {
        let packet = &self.buffer[..length];
        let Ends { to, .. } = ends(packet)?;
        let open = self
            .routes
            .iter_mut()
            .find(|open| open.route.address == to)?;
        let posted = open.into.as_ref()?.try_post(packet, 0, 0);
        if let Err(ChannelError::Closed(_)) = posted {
            open.into = None;
        }
        posted.ok()
    }

    /// From partitions to Linux, a bounded number of each.
    fn outward(&mut self) -> Left {
        let mut left = Left::Nothing;
        for open in &mut self.routes {
            let Some(out) = &open.out else { continue };
            match drain(out, open.route.address, &self.tun, &self.shared) {
                Ok(Left::More) => left = Left::More,
                Ok(Left::Nothing) => {}
                // The channel is gone.
                Err(_) => open.out = None,
            }
        }
        left
    }
}

fn drain(
    out: &Subscriber,
    own: Ipv4Addr,
    tun: &Tun,
    shared: &Shared,
) -> Result<Left, ChannelError> {
    for _ in 0..TURN_MESSAGES {
        let sent = out.take(|message| {
            let honest = ends(message.bytes).is_some_and(|ends| ends.from == own);
            honest && tun.send(message.bytes)
        })?;
        match sent {
            Taken::Message(true) => count(&shared.counts.sent),
            Taken::Message(false) => count(&shared.counts.refused),
            Taken::Nothing { .. } => return Ok(Left::Nothing),
        }
    }
    Ok(Left::More)
}

fn count(of: &AtomicU64) {
    of.fetch_add(1, Ordering::Relaxed);
}
