//! The rounds of the translator's thread: hear who calls, give each a turn, rest.
//!
//! Each socket and each event has a token: twice the peer's number, and one more for the event. Numbers
//! are not used again, so what Linux told about a peer that is gone finds nobody.

use crate::bell::Bell;
use crate::door::{House, Knock, Refusal, refuse};
use crate::limits::{Limits, RETRY};
use crate::peer::Peer;
use crate::permits::Permits;
use crate::poll::{Event, EventFlags, Poll};
use crate::stations::Stations;
use crate::translator::{PeerInfo, Shared};
use crate::turn::Turn;
use std::collections::BTreeMap;
use std::io;
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use terrace_host::clock::monotonic_ns;
use terrace_vm::Controller;

const LISTENER: u64 = 0;
const BELL: u64 = 1;
/// Connections accepted in one round.
const ACCEPTED: usize = 16;
/// How long nobody is accepted after Linux had no descriptor left.
const REST: Duration = Duration::from_millis(100);

/// See the module.
pub(crate) struct Rounds {
    controller: Controller,
    permits: Permits,
    limits: Limits,
    listener: UnixListener,
    bell: Arc<Bell>,
    shared: Arc<Shared>,
    poll: Poll,
    stations: Stations,
    knocks: BTreeMap<u64, Knock>,
    peers: BTreeMap<u64, Peer>,
    next: u64,
    /// The listener has somebody, and is looked at from then on.
    accepts: Option<Instant>,
}

impl Rounds {
    pub(crate) fn new(
        controller: Controller,
        listener: UnixListener,
        permits: Permits,
        limits: Limits,
        shared: Arc<Shared>,
    ) -> io::Result<Rounds> {
        listener.set_nonblocking(true)?;
        let poll = Poll::new()?;
        let bell = shared.bell.clone();
        poll.watch(&listener, LISTENER, EventFlags::IN | EventFlags::ET)?;
        poll.watch(&*bell, BELL, EventFlags::IN)?;
        Ok(Rounds {
            controller,
            permits,
            limits,
            listener,
            bell,
            shared,
            poll,
            stations: Stations::default(),
            knocks: BTreeMap::new(),
            peers: BTreeMap::new(),
            next: 1,
            accepts: None,
        })
    }

    /// Serve until told to stop.
    pub(crate) fn run(mut self) {
        let mut events: Vec<Event> = Vec::with_capacity(64);
        while !self.shared.stop.load(Ordering::SeqCst) {
            let rest = self.rest();
            if let Err(cause) = self.poll.wait(&mut events, rest) {
                tracing::error!(%cause, "the translator cannot wait for its peers; it ends");
                return;
            }
            for event in &events {
                let (token, flags) = (event.data.u64(), event.flags);
                self.hear(token, flags);
            }
            self.accept();
            self.expire();
            self.turns();
        }
    }

    /// How long there is nothing to do. None: until somebody calls.
    fn rest(&self) -> Option<Duration> {
        if self
            .peers
            .values()
            .any(|peer| peer.ready && peer.deaf.is_none())
        {
            return Some(Duration::ZERO);
        }
        let now = Instant::now();
        let due = self.peers.values().filter_map(Peer::due).min();
        let due = due.map(|due| Duration::from_nanos(due.saturating_sub(monotonic_ns())));
        let times = self
            .peers
            .values()
            .flat_map(|peer| [peer.deaf, peer.retry, peer.leaves]);
        let knocks = self.knocks.values().map(|knock| Some(knock.deadline));
        let first = times.chain(knocks).chain([self.accepts]).flatten().min();
        let first = first.map(|at| at.saturating_duration_since(now));
        [first, due].into_iter().flatten().min()
    }

    /// Linux tells that something happened to a socket or an event.
    fn hear(&mut self, token: u64, flags: EventFlags) {
        if token == LISTENER {
            self.accepts = Some(Instant::now());
        } else if token == BELL {
            self.bell.hush();
            self.answer_calls();
        } else if token % 2 == 1 {
            if let Some(peer) = self.peers.get_mut(&(token / 2)) {
                peer.ready = true;
            }
        } else if self.knocks.contains_key(&(token / 2)) {
            self.listen(token / 2);
        } else if flags.intersects(EventFlags::HUP | EventFlags::ERR | EventFlags::RDHUP) {
            self.part(token / 2);
        }
    }

    /// Channels have something, or room.
    fn answer_calls(&mut self) {
        for peer in self.peers.values_mut().filter(|peer| peer.call.take()) {
            peer.ready = true;
        }
        let called: Vec<String> = self
            .stations
            .all()
            .filter(|(_, station)| station.called())
            .map(|(name, _)| name.to_owned())
            .collect();
        for peer in self.peers.values_mut() {
            peer.ready |= peer.retry.is_some() && called.contains(&peer.channel);
        }
    }

    /// The socket of a peer has ended.
    fn part(&mut self, number: u64) {
        if let Some(peer) = self.peers.get_mut(&number) {
            // What it sent before is still delivered.
            if peer.leaves.is_none() {
                peer.leave();
            }
            peer.ready = true;
        }
    }

    fn accept(&mut self) {
        if self.accepts.is_none_or(|at| at > Instant::now()) {
            return;
        }
        for _ in 0..ACCEPTED {
            match self.listener.accept() {
                Ok((stream, _)) => self.knock(stream),
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    self.accepts = None;
                    return;
                }
                Err(cause) => {
                    tracing::warn!(%cause, "cannot take a Linux process");
                    self.accepts = Instant::now().checked_add(REST);
                    return;
                }
            }
        }
    }

    /// Somebody has connected.
    fn knock(&mut self, stream: UnixStream) {
        let knock = match Knock::new(stream, &self.limits) {
            Ok(knock) => knock,
            // It is gone already.
            Err(_) => return,
        };
        if let Some(refusal) = self.crowd(knock.uid) {
            self.shared.refused.fetch_add(1, Ordering::Relaxed);
            refuse(&knock.stream, &refusal.to_string());
            return;
        }
        let number = self.next;
        self.next += 1;
        let flags = EventFlags::IN | EventFlags::RDHUP | EventFlags::ET;
        if self.poll.watch(&knock.stream, number * 2, flags).is_ok() {
            self.knocks.insert(number, knock);
            self.listen(number);
        }
    }

    /// Why nobody more may come.
    fn crowd(&self, uid: u32) -> Option<Refusal> {
        let users = self
            .peers
            .values()
            .map(|p| p.uid)
            .chain(self.knocks.values().map(|k| k.uid));
        let limits = &self.limits;
        if users.clone().count() >= limits.peers {
            return Some(Refusal::Crowd {
                limit: limits.peers,
            });
        }
        let limit = limits.peers_of_user;
        (users.filter(|user| *user == uid).count() >= limit)
            .then_some(Refusal::CrowdOfUser { limit, uid })
    }

    /// Bytes of a request have come.
    fn listen(&mut self, number: u64) {
        let Some(mut knock) = self.knocks.remove(&number) else {
            return;
        };
        let request = match knock.listen() {
            Ok(None) => {
                self.knocks.insert(number, knock);
                return;
            }
            Ok(Some(request)) => request,
            Err(refusal) => return self.send_away(&knock, refusal),
        };
        let house = House {
            controller: &self.controller,
            permits: &self.permits,
            limits: &self.limits,
            stations: &mut self.stations,
            bell: &self.bell,
            memory: self.peers.values().map(|peer| peer.memory).sum(),
        };
        match knock.admit(request, house) {
            Ok(peer) => self.welcome(number, peer),
            Err(refusal) => self.send_away(&knock, Some(refusal)),
        }
    }

    fn send_away(&mut self, knock: &Knock, refusal: Option<Refusal>) {
        self.shared.refused.fetch_add(1, Ordering::Relaxed);
        if let Some(refusal) = refusal {
            tracing::debug!(uid = knock.uid, %refusal, "refused a Linux process");
            refuse(&knock.stream, &refusal.to_string());
        }
    }

    fn welcome(&mut self, number: u64, peer: Peer) {
        // Its socket is watched under the same token; a second descriptor of it keeps the watch alive.
        let flags = EventFlags::IN | EventFlags::ET;
        if self.poll.watch(&peer.event, number * 2 + 1, flags).is_err() {
            return;
        }
        tracing::debug!(
            uid = peer.uid,
            pid = peer.pid,
            channel = peer.channel,
            "a Linux process has come"
        );
        self.peers.insert(number, peer);
        self.tell();
    }

    /// Times that are over.
    fn expire(&mut self) {
        let now = Instant::now();
        let late: Vec<u64> = self
            .knocks
            .iter()
            .filter(|(_, knock)| now >= knock.deadline)
            .map(|(number, _)| *number)
            .collect();
        for number in late {
            if let Some(knock) = self.knocks.remove(&number) {
                let limit = self.limits.handshake;
                self.send_away(&knock, Some(Refusal::Late(limit)));
            }
        }
        let now_ns = monotonic_ns();
        for peer in self.peers.values_mut() {
            peer.deaf = peer.deaf.filter(|until| now < *until);
            let over = |at: Option<Instant>| at.is_some_and(|at| now >= at);
            peer.ready |=
                over(peer.retry) || over(peer.leaves) || peer.due().is_some_and(|at| now_ns >= at);
        }
    }

    /// Give each who has work a turn, and let go of those who are done.
    fn turns(&mut self) {
        let mut gone = Vec::new();
        let now = Instant::now();
        for (number, peer) in &mut self.peers {
            if !peer.ready || peer.deaf.is_some() {
                continue;
            }
            match peer.turn() {
                Ok(turn) => {
                    peer.ready = turn == Turn::More;
                    peer.retry = if turn == Turn::Blocked {
                        now.checked_add(RETRY)
                    } else {
                        None
                    };
                    if peer.is_done(now) {
                        gone.push(*number);
                    }
                }
                Err(broken) => {
                    tracing::debug!(uid = peer.uid, pid = peer.pid, %broken, "let go of a Linux process");
                    self.shared.broken.fetch_add(1, Ordering::Relaxed);
                    refuse(&peer.stream, &broken.to_string());
                    gone.push(*number);
                }
            }
        }
        if gone.is_empty() {
            return;
        }
        for number in gone {
            self.let_go(number);
        }
        self.stations.sweep();
        self.tell();
    }

    fn let_go(&mut self, number: u64) {
        if let Some(peer) = self.peers.remove(&number) {
            // The descriptor that the peer keeps would keep the watch.
            self.poll.forget(&peer.event);
        }
    }

    /// Write down who is there, for those who ask.
    fn tell(&self) {
        let infos = self.peers.values().map(PeerInfo::of).collect();
        self.shared.set_peers(infos);
    }
}
