//! A connection of a Linux process to one channel.
//!
//! # Invariants
//! I1. Sending and receiving go through the rings alone; the translator is told to look (one write to
//!     an eventfd) only while it rests.
//! I2. Every wait ends when the translator is gone: it is looked for at least twice a second.

use crate::greeting::{ANSWER_HEAD, Answer, DESCRIPTORS, NAME_BYTES, Request, Roles, TEXT_BYTES};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recv, recvmsg};
use std::io::{self, IoSliceMut, Write};
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use terrace_ring::{Consumer, Mapping, Producer, PushError, RingError, SharedError};

/// How often a waiting side looks whether the other one lives (I2).
const LOOK: Duration = Duration::from_millis(500);
/// How long a handshake may take.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// No connection was made.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    /// Nobody answers there.
    #[error("cannot reach the translator at {}: {cause}; does the daemon run?", path.display())]
    Reach {
        /// Where.
        path: PathBuf,
        /// What Linux said.
        cause: io::Error,
    },
    /// The translator says no.
    #[error("{0}")]
    Refused(String),
    /// The name cannot be one.
    #[error("a channel's name of {0} bytes; 1 to {NAME_BYTES} are possible")]
    Name(usize),
    /// The answer is none.
    #[error("what answers at {} is no translator of this version", path.display())]
    Answer {
        /// Where.
        path: PathBuf,
    },
    /// The memory that was given.
    #[error(transparent)]
    Memory(#[from] SharedError),
    /// The ring that was given.
    #[error(transparent)]
    Ring(#[from] RingError),
}

/// The connection is of no more use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Ended {
    /// The daemon stopped, the channel is gone, or this connection was closed for a reason.
    #[error("{0}")]
    Gone(String),
    /// The ring was damaged.
    #[error(transparent)]
    Ring(#[from] RingError),
    /// It was not opened for that.
    #[error("this connection was not opened to {0}")]
    Role(&'static str),
}

/// A message was not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The ring is full; the channel's receivers take too slowly, or none runs.
    #[error("there is no room, because messages are taken too slowly; try again, or wait longer")]
    Full,
    /// It never fits.
    #[error("a message of {length} bytes is longer than the {longest} that the channel declares")]
    TooLong {
        /// Asked for.
        length: usize,
        /// The limit.
        longest: usize,
    },
    /// For good.
    #[error(transparent)]
    Ended(#[from] Ended),
}

/// A message that was received, beside its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Received {
    /// How many bytes it has; those beyond the buffer were cut off.
    pub length: usize,
    /// What its sender calls it.
    pub kind: u32,
}

/// See the module. Closed when dropped; what was sent before is still delivered.
#[derive(Debug)]
pub struct Connection {
    socket: UnixStream,
    event: OwnedFd,
    outgoing: Option<Producer<Mapping>>,
    incoming: Option<Consumer<Mapping>>,
    longest: usize,
}

impl Connection {
    /// Connect to the translator's socket and name a channel.
    ///
    /// # Errors
    /// [`ConnectError`] says what stands in the way.
    pub fn open(socket: &Path, channel: &str, roles: Roles) -> Result<Connection, ConnectError> {
        let reach = |cause| ConnectError::Reach {
            path: socket.to_owned(),
            cause,
        };
        let request = Request {
            roles,
            channel: channel.to_owned(),
        };
        let request = request.encode().ok_or(ConnectError::Name(channel.len()))?;
        let mut stream = UnixStream::connect(socket).map_err(reach)?;
        stream.set_read_timeout(Some(HANDSHAKE)).map_err(reach)?;
        // A translator that is full answers and closes without reading: its answer counts.
        let written = stream.write_all(&request);
        let (answer, descriptors) = match (answer(&stream), written) {
            (Err(_), Err(cause)) | (Err(cause), Ok(())) => return Err(reach(cause)),
            (Ok(answer), _) => answer,
        };
        let wrong = || ConnectError::Answer {
            path: socket.to_owned(),
        };
        let longest = match answer.ok_or_else(wrong)? {
            Answer::Refused(text) => return Err(ConnectError::Refused(text)),
            Answer::Granted { longest } => longest as usize,
        };
        let mut descriptors = descriptors.into_iter();
        let event = descriptors.next().ok_or_else(wrong)?;
        let mut memory = |role| match roles.includes(role) {
            true => descriptors.next().ok_or_else(wrong).map(Some),
            false => Ok(None),
        };
        let (to, from) = (memory(Roles::SEND)?, memory(Roles::RECEIVE)?);
        let outgoing = to.map(Mapping::of).transpose()?;
        let incoming = from.map(Mapping::of).transpose()?;
        Ok(Connection {
            socket: stream,
            event,
            outgoing: outgoing.map(Producer::new).transpose()?,
            incoming: incoming.map(Consumer::new).transpose()?,
            longest,
        })
    }

    /// Bytes of one message at most.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Send, if there is room now. `kind` is what the sender calls it.
    ///
    /// # Errors
    /// [`SendError`].
    pub fn try_send(&mut self, kind: u32, bytes: &[u8]) -> Result<(), SendError> {
        let ring = self.outgoing.as_mut().ok_or(Ended::Role("send"))?;
        match ring.push(kind, bytes) {
            Ok(()) => {}
            Err(PushError::Full) => return Err(SendError::Full),
            Err(PushError::TooLong { length, longest }) => {
                return Err(SendError::TooLong { length, longest });
            }
            Err(PushError::Broken(error)) => return Err(Ended::from(error).into()),
        }
        if ring.take_wish() {
            tell(&self.event);
        }
        Ok(())
    }

    /// Send, and wait for room, for ever or so long.
    ///
    /// # Errors
    /// [`SendError`]; `Full` when time is up.
    pub fn send(
        &mut self,
        kind: u32,
        bytes: &[u8],
        timeout: Option<Duration>,
    ) -> Result<(), SendError> {
        let until = timeout.and_then(|t| Instant::now().checked_add(t));
        loop {
            match self.try_send(kind, bytes) {
                Err(SendError::Full) => {}
                other => return other,
            }
            let Some(left) = left(until) else {
                return Err(SendError::Full);
            };
            let ring = self.outgoing.as_mut().ok_or(Ended::Role("send"))?;
            if let Some(seen) = ring.prepare_wait(bytes.len()).map_err(Ended::from)? {
                ring.words().wait_for_room(seen, Some(left));
            }
            self.alive()?;
        }
    }

    /// Receive what waits, if anything does. Bytes beyond `into` are lost.
    ///
    /// # Errors
    /// [`Ended`].
    pub fn try_receive(&mut self, into: &mut [u8]) -> Result<Option<Received>, Ended> {
        let ring = self.incoming.as_mut().ok_or(Ended::Role("receive"))?;
        let Some(record) = ring.pop(into)? else {
            return Ok(None);
        };
        if ring.take_wish() {
            tell(&self.event);
        }
        Ok(Some(Received {
            length: record.length,
            kind: record.kind,
        }))
    }

    /// Receive, and wait for it, for ever or so long. None when time is up.
    ///
    /// # Errors
    /// [`Ended`].
    pub fn receive(
        &mut self,
        into: &mut [u8],
        timeout: Option<Duration>,
    ) -> Result<Option<Received>, Ended> {
        let until = timeout.and_then(|t| Instant::now().checked_add(t));
        loop {
            if let Some(received) = self.try_receive(into)? {
                return Ok(Some(received));
            }
            let Some(left) = left(until) else {
                return Ok(None);
            };
            let ring = self.incoming.as_mut().ok_or(Ended::Role("receive"))?;
            if let Some(seen) = ring.prepare_wait()? {
                ring.words().wait_for_data(seen, Some(left));
            }
            // What it sent before it went is received first.
            if let Some(received) = self.try_receive(into)? {
                return Ok(Some(received));
            }
            self.alive()?;
        }
    }

    /// Is everything that was sent taken out of the ring?
    ///
    /// # Errors
    /// [`Ended`].
    pub fn drained(&mut self) -> Result<bool, Ended> {
        let ring = self.outgoing.as_mut().ok_or(Ended::Role("send"))?;
        Ok(ring.drained()?)
    }

    /// Does the translator still have this connection?
    ///
    /// # Errors
    /// [`Ended::Gone`] with the reason it gave, if it did.
    pub fn alive(&self) -> Result<(), Ended> {
        let mut last = [0; ANSWER_HEAD + TEXT_BYTES];
        match recv(&self.socket, &mut last, RecvFlags::DONTWAIT) {
            Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => Ok(()),
            Ok((length, _)) => Err(Ended::Gone(match Answer::decode(&last[..length]) {
                Some(Answer::Refused(text)) => text,
                _ => GONE.to_owned(),
            })),
            Err(_) => Err(Ended::Gone(GONE.to_owned())),
        }
    }
}

const GONE: &str = "the translator is gone: the daemon has stopped; connect again when it runs";

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(ring) = &self.outgoing {
            ring.close();
        }
        if let Some(ring) = &self.incoming {
            ring.close();
        }
    }
}

/// Tell the translator to look (I1). The counter overflows after 2^64 - 1 times.
fn tell(event: &OwnedFd) {
    let _ = rustix::io::write(event, &1u64.to_ne_bytes());
}

/// How long to sleep now. None: time is up.
fn left(until: Option<Instant>) -> Option<Duration> {
    let Some(until) = until else {
        return Some(LOOK);
    };
    let left = until.checked_duration_since(Instant::now())?;
    (!left.is_zero()).then_some(left.min(LOOK))
}

type Answered = (Option<Answer>, Vec<OwnedFd>);

/// The answer and what came with it.
fn answer(stream: &UnixStream) -> io::Result<Answered> {
    let mut bytes = [0; ANSWER_HEAD + TEXT_BYTES];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut bytes)];
    let flags = RecvFlags::CMSG_CLOEXEC;
    let received = recvmsg(stream, &mut parts, &mut ancillary, flags)?;
    let mut descriptors = Vec::new();
    for message in ancillary.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            descriptors.extend(rights);
        }
    }
    Ok((Answer::decode(&bytes[..received.bytes]), descriptors))
}
