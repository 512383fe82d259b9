//! The handshake: from an accepted connection to a peer, without ever waiting for it.

use crate::bell::{Bell, Call};
use crate::incoming::Incoming;
use crate::limits::{Limits, RING_BYTES, RING_RECORDS};
use crate::outgoing::Outgoing;
use crate::peer::Peer;
use crate::permits::Permits;
use crate::stations::Stations;
use rustix::event::{EventfdFlags, eventfd};
use rustix::net::{RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, recv, sendmsg};
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Instant;
use terrace_peer::Roles;
use terrace_peer::greeting::{
    Answer, DESCRIPTORS, NAME_BYTES, REQUEST_HEAD, Request, RequestError,
};
use terrace_ring::{Consumer, Layout, Mapping, Producer, RingError, SharedError};
use terrace_vm::{ChannelError, Controller};

/// Why there is no connection. What is told to the process.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error(transparent)]
    Request(#[from] RequestError),
    #[error("the request did not come within {0:?}; connect again, and send it at once")]
    Late(std::time::Duration),
    #[error("{0}")]
    Permit(String),
    #[error(transparent)]
    Channel(#[from] ChannelError),
    #[error(
        "messages of {longest} bytes are too long for a ring; declare a smaller count, or send \
         them through a window"
    )]
    Length { longest: usize },
    #[error(
        "the rings of all connections may have {limit} bytes; {used} are in use, and {wanted} more \
         are needed; close some connections, or declare smaller messages"
    )]
    Memory {
        limit: usize,
        used: usize,
        wanted: usize,
    },
    #[error("all {limit} connections are in use; close some, and try again")]
    Crowd { limit: usize },
    #[error("all {limit} connections of user {uid} are in use; close some, and try again")]
    CrowdOfUser { limit: usize, uid: u32 },
    #[error(transparent)]
    Shared(#[from] SharedError),
    #[error(transparent)]
    Ring(#[from] RingError),
    #[error("Linux does not give what the connection needs: {0}; see `ulimit -n`")]
    Linux(#[from] io::Error),
}

/// A connection whose request has not come whole.
pub(crate) struct Knock {
    pub(crate) stream: UnixStream,
    pub(crate) uid: u32,
    pid: i32,
    bytes: Vec<u8>,
    pub(crate) deadline: Instant,
}

/// What is needed to open a channel for somebody.
pub(crate) struct House<'a> {
    pub(crate) controller: &'a Controller,
    pub(crate) permits: &'a Permits,
    pub(crate) limits: &'a Limits,
    pub(crate) stations: &'a mut Stations,
    pub(crate) bell: &'a Arc<Bell>,
    /// Bytes of all rings and buffers.
    pub(crate) memory: usize,
}

impl Knock {
    pub(crate) fn new(stream: UnixStream, limits: &Limits) -> io::Result<Knock> {
        stream.set_nonblocking(true)?;
        let who = rustix::net::sockopt::socket_peercred(&stream)?;
        let now = Instant::now();
        Ok(Knock {
            stream,
            uid: who.uid.as_raw(),
            pid: who.pid.as_raw_nonzero().get(),
            bytes: Vec::new(),
            deadline: now.checked_add(limits.handshake).unwrap_or(now),
        })
    }

    /// Read what has come. None: more is to come. An error without text: it went away.
    pub(crate) fn listen(&mut self) -> Result<Option<Request>, Option<Refusal>> {
        let mut some = [0; REQUEST_HEAD + NAME_BYTES];
        let room = some.len() - self.bytes.len();
        match recv(&self.stream, &mut some[..room], RecvFlags::DONTWAIT) {
            Ok((0, _)) => return Err(None),
            Ok((length, _)) => self.bytes.extend(&some[..length]),
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => {}
            Err(_) => return Err(None),
        }
        Request::decode(&self.bytes).map_err(|error| Some(error.into()))
    }

    /// Give it what it asks for.
    pub(crate) fn admit(&self, request: Request, house: House<'_>) -> Result<Peer, Refusal> {
        let peer = self.open(request, house)?;
        peer.grant()?;
        Ok(peer)
    }

    fn open(&self, request: Request, house: House<'_>) -> Result<Peer, Refusal> {
        let Request { roles, channel } = request;
        let priority = house.permits.priority(self.uid, &channel, roles);
        let priority = priority.map_err(Refusal::Permit)?;
        let call = Arc::new(Call::new(house.bell.clone()));
        let mut memory = 0;
        let mut ring = |bytes: u32| {
            let (ring, size) = ring(bytes as usize, house.limits.memory, house.memory + memory)?;
            memory += size;
            Ok::<Mapping, Refusal>(ring)
        };
        let mut incoming = None;
        if roles.includes(Roles::SEND) {
            let station = house
                .stations
                .open(&channel, house.controller, house.bell)?;
            let ring = Consumer::new(ring(station.message_bytes())?)?;
            incoming = Some(Incoming::new(ring, station, priority));
        }
        let mut outgoing = None;
        if roles.includes(Roles::RECEIVE) {
            let raised = call.clone();
            let wake = Arc::new(move || raised.raise());
            let subscriber = house.controller.subscriber(&channel, wake)?;
            let ring = Producer::new(ring(subscriber.message_bytes())?)?;
            outgoing = Some(Outgoing::new(ring, subscriber));
        }
        Ok(Peer {
            stream: self.stream.try_clone()?,
            event: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)
                .map_err(io::Error::from)?,
            uid: self.uid,
            pid: self.pid,
            channel,
            incoming,
            outgoing,
            call,
            memory,
            leaves: None,
            farewell: house.limits.farewell,
            vain: 0,
            deaf: None,
            ready: true,
            retry: None,
        })
    }
}

/// A ring for messages of so many bytes, and what it and its buffer take.
fn ring(longest: usize, limit: usize, used: usize) -> Result<(Mapping, usize), Refusal> {
    let records = RING_RECORDS.max(RING_BYTES / (longest + 8));
    let layout = Layout::for_records(longest, records).ok_or(Refusal::Length { longest })?;
    let wanted = layout.memory() + longest;
    if wanted > limit.saturating_sub(used) {
        return Err(Refusal::Memory {
            limit,
            used,
            wanted,
        });
    }
    let mapping = Mapping::create(layout.memory())?;
    layout.format(&mapping)?;
    Ok((mapping, wanted))
}

impl Peer {
    /// Send the answer and the descriptors.
    fn grant(&self) -> io::Result<()> {
        let incoming = self.incoming.as_ref().map(Incoming::descriptor);
        let outgoing = self.outgoing.as_ref().map(Outgoing::descriptor);
        let descriptors = [Some(self.event.as_fd()), incoming, outgoing];
        let descriptors: Vec<_> = descriptors.into_iter().flatten().collect();
        let longest = self.longest();
        send(&self.stream, &Answer::Granted { longest }, &descriptors)
    }

    fn longest(&self) -> u32 {
        let incoming = self.incoming.as_ref().map(|i| i.station.message_bytes());
        let outgoing = self.outgoing.as_ref().map(Outgoing::message_bytes);
        incoming.or(outgoing).unwrap_or(0)
    }
}

/// Tell a process why there is no connection, or none any more, if it listens.
pub(crate) fn refuse(stream: &UnixStream, refusal: &str) {
    let _ = send(stream, &Answer::Refused(refusal.to_owned()), &[]);
}

fn send(stream: &UnixStream, answer: &Answer, descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() && !ancillary.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(io::Error::other(
            "the descriptors have room in their buffer",
        ));
    }
    let bytes = answer.encode();
    let flags = SendFlags::DONTWAIT | SendFlags::NOSIGNAL;
    let sent = sendmsg(stream, &[IoSlice::new(&bytes)], &mut ancillary, flags)?;
    if sent < bytes.len() {
        return Err(io::ErrorKind::WriteZero.into());
    }
    Ok(())
}
