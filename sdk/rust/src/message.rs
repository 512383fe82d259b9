//! Messages through the channels that manifests declare: to other partitions, and from them.
//!
//! [`Sender`] and [`Receiver`] are a channel in one of its two roles; a [`Looper`] hears several
//! and hands each message to its handler, the most important first.

use crate::bundle::Intent;
use crate::clock::Instant;
use crate::sys::{self, ChannelTerms, Code, Letter, Role, bounds};

/// What one call copies at most.
const COPY: usize = bounds::MESSAGE_COPY_BYTES as usize;
/// Whichever channel has the most important message.
const ANY: u32 = u32::MAX;

/// How a message is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Post {
    /// What the sender calls it, for [`Sender::remove`] and for the receiver.
    pub kind: u32,
    /// 1..99, or 0 for normal; what lies above the sender's own counts as that.
    pub priority: u32,
    /// When it is delivered.
    pub at: Instant,
}

/// Of kind 0, as important as the sender, at once.
impl Default for Post {
    fn default() -> Post {
        Post {
            kind: 0,
            priority: u32::MAX,
            at: Instant::from_ns(0),
        }
    }
}

/// A channel that this app sends to. It stays open when this is dropped; [`Sender::close`] gives it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sender(u32);

impl Sender {
    /// Open a channel.
    ///
    /// # Errors
    /// [`Code::Undeclared`], [`Code::Unpermitted`], [`Code::NoMemory`], [`Code::Full`].
    pub fn open(channel: &str) -> Result<Sender, Code> {
        let role = Role::Send.as_u32();
        crate::answer(sys::message::open(channel.as_bytes(), role)).map(Sender)
    }

    /// Send, as important as the sender. In how many queues it waits: for a broadcast possibly none.
    ///
    /// # Errors
    /// As [`Sender::post`].
    pub fn send(self, bytes: &[u8]) -> Result<u32, Code> {
        self.post(bytes, Post::default())
    }

    /// Send.
    ///
    /// # Errors
    /// [`Code::Crowded`] when it is refused, [`Code::TooLong`], [`Code::Held`], [`Code::Closed`].
    pub fn post(self, bytes: &[u8], post: Post) -> Result<u32, Code> {
        if bytes.len() > COPY {
            let mut draft = self.obtain()?;
            draft.write(bytes)?;
            return draft.send(post);
        }
        let Post { kind, priority, at } = post;
        crate::answer(sys::message::post(
            self.0,
            bytes,
            kind,
            priority,
            at.as_ns(),
        ))
    }

    /// Send an intent.
    ///
    /// # Errors
    /// As [`Sender::post`].
    pub fn announce(self, intent: &Intent, post: Post) -> Result<u32, Code> {
        let Post { kind, priority, at } = post;
        let (bytes, at) = (intent.bytes(), at.as_ns());
        crate::answer(sys::message::intent(self.0, bytes, kind, priority, at))
    }

    /// An empty message, to be written and sent.
    ///
    /// # Errors
    /// [`Code::Held`] while this app has two already, [`Code::Closed`].
    pub fn obtain(self) -> Result<Draft, Code> {
        let message = crate::answer(sys::message::obtain(self.0))?;
        Ok(Draft { message, length: 0 })
    }

    /// Remove what this app sent and nobody has taken, of one kind. How many.
    ///
    /// # Errors
    /// [`Code::Stale`] once it is closed.
    pub fn remove(self, kind: u32) -> Result<u32, Code> {
        crate::answer(sys::message::remove(self.0, kind))
    }

    /// How many messages of this app gave way to others since it last asked.
    ///
    /// # Errors
    /// [`Code::Stale`] once it is closed.
    pub fn lost(self) -> Result<u32, Code> {
        crate::answer(sys::message::lost(self.0))
    }

    /// What is declared, and what waits.
    ///
    /// # Errors
    /// [`Code::Stale`] once it is closed.
    pub fn terms(self) -> Result<ChannelTerms, Code> {
        terms(self.0)
    }

    /// Give the channel up.
    ///
    /// # Errors
    /// [`Code::Stale`] if it is closed already.
    pub fn close(self) -> Result<(), Code> {
        crate::done(sys::message::close(self.0))
    }
}

fn terms(channel: u32) -> Result<ChannelTerms, Code> {
    let mut record = [0; ChannelTerms::SIZE];
    crate::done(sys::message::describe(channel, &mut record))?;
    Ok(ChannelTerms::from_bytes(&record))
}

/// A message that is being written. Dropped, it goes back unsent.
#[derive(Debug)]
pub struct Draft {
    message: u32,
    length: u32,
}

impl Draft {
    /// Append.
    ///
    /// # Errors
    /// [`Code::TooLong`] beyond the end of the channel's messages; then part of it may be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Code> {
        for piece in bytes.chunks(COPY) {
            self.length += crate::answer(sys::message::fill(self.message, self.length, piece))?;
        }
        Ok(())
    }

    /// Send what was written.
    ///
    /// # Errors
    /// [`Code::Crowded`], [`Code::Closed`].
    pub fn send(self, post: Post) -> Result<u32, Code> {
        let Post { kind, priority, at } = post;
        let sent = sys::message::send(self.message, self.length, kind, priority, at.as_ns());
        // It is the sender's no more, whatever came of it.
        core::mem::forget(self);
        crate::answer(sent)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Stale if the channel was closed, and it with it.
        let _ = sys::message::release(self.message);
    }
}

/// A channel that this app receives from. It stays open when this is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receiver(u32);

impl Receiver {
    /// Whichever open channel has the most important message.
    pub const ANY: Receiver = Receiver(ANY);

    /// Open a channel.
    ///
    /// # Errors
    /// As [`Sender::open`].
    pub fn open(channel: &str) -> Result<Receiver, Code> {
        let role = Role::Receive.as_u32();
        crate::answer(sys::message::open(channel.as_bytes(), role)).map(Receiver)
    }

    /// Rest until a message comes, at most until the moment, and copy it into `data`.
    ///
    /// # Errors
    /// [`Code::Timeout`], [`Code::Stopping`]; [`Code::TooLong`] for one that does not fit, which
    /// waits on; [`Code::Closed`].
    pub fn receive(self, data: &mut [u8], until: Instant) -> Result<Letter, Code> {
        let mut record = [0; Letter::SIZE];
        loop {
            let answer = sys::message::receive(self.0, until.as_ns(), &mut record, data);
            if answer != Code::Again.as_i32() {
                return crate::done(answer).map(|()| Letter::from_bytes(&record));
            }
        }
    }

    /// Rest until a message comes, at most until the moment, and have it.
    ///
    /// # Errors
    /// [`Code::Timeout`], [`Code::Stopping`], [`Code::Held`] while this app has two of the channel,
    /// [`Code::Closed`].
    pub fn take(self, until: Instant) -> Result<Taken, Code> {
        let mut record = [0; Letter::SIZE];
        loop {
            let answer = sys::message::take(self.0, until.as_ns(), &mut record);
            if answer != Code::Again.as_i32() {
                crate::done(answer)?;
                let letter = Letter::from_bytes(&record);
                return Ok(Taken { letter });
            }
        }
    }

    /// Of the intents of a broadcast hear only those with one of these actions; none: all.
    ///
    /// # Errors
    /// [`Code::Invalid`] for a channel of another type.
    pub fn filter(self, actions: &[&str]) -> Result<(), Code> {
        let actions = actions.join("\0");
        crate::done(sys::message::filter(self.0, actions.as_bytes()))
    }

    /// Remove what waits for this app, of one kind. How many.
    ///
    /// # Errors
    /// [`Code::Stale`] once it is closed.
    pub fn remove(self, kind: u32) -> Result<u32, Code> {
        crate::answer(sys::message::remove(self.0, kind))
    }

    /// What is declared, and what waits.
    ///
    /// # Errors
    /// [`Code::Stale`] once it is closed.
    pub fn terms(self) -> Result<ChannelTerms, Code> {
        terms(self.0)
    }

    /// Give the channel up.
    ///
    /// # Errors
    /// [`Code::Stale`] if it is closed already.
    pub fn close(self) -> Result<(), Code> {
        crate::done(sys::message::close(self.0))
    }
}

/// A message that was taken. Dropped, it is released.
#[derive(Debug)]
pub struct Taken {
    /// What goes with it.
    pub letter: Letter,
}

impl Taken {
    /// Copy from it, from `offset` on; how many bytes: 0 at its end.
    ///
    /// # Errors
    /// [`Code::Invalid`] beyond its end.
    pub fn read(&self, offset: usize, out: &mut [u8]) -> Result<usize, Code> {
        let offset = u32::try_from(offset).map_err(|_| Code::Invalid)?;
        crate::answer(sys::message::read(self.letter.message, offset, out)).map(|n| n as usize)
    }

    /// All of it, at the beginning of `out`, which is made longer if need be.
    ///
    /// # Errors
    /// [`Code::Stale`] if its channel was closed.
    pub fn read_all(&self, out: &mut Vec<u8>) -> Result<usize, Code> {
        let length = self.letter.length as usize;
        if out.len() < length {
            out.resize(length, 0);
        }
        let mut at = 0;
        while at < length {
            at += self.read(at, &mut out[at..length])?;
        }
        Ok(length)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        // Stale if the channel was closed, and it with it.
        let _ = sys::message::release(self.letter.message);
    }
}

type Handler<'a> = Box<dyn FnMut(&Letter, &[u8]) + 'a>;

/// Takes messages from several channels, the most important first, each to its handler.
#[derive(Default)]
pub struct Looper<'a> {
    handlers: Vec<(Receiver, Handler<'a>)>,
    data: Vec<u8>,
}

impl core::fmt::Debug for Looper<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Looper of {} channels", self.handlers.len())
    }
}

impl<'a> Looper<'a> {
    /// A looper that hears nothing yet.
    #[must_use]
    pub fn new() -> Looper<'a> {
        Looper::default()
    }

    /// Hear a channel.
    ///
    /// # Errors
    /// As [`Receiver::open`].
    pub fn on(
        &mut self,
        channel: &str,
        handler: impl FnMut(&Letter, &[u8]) + 'a,
    ) -> Result<Receiver, Code> {
        let receiver = Receiver::open(channel)?;
        self.handlers.retain(|(other, _)| *other != receiver);
        self.handlers.push((receiver, Box::new(handler)));
        // So that no message makes it grow.
        let bytes = receiver.terms()?.bytes as usize;
        self.data.resize(self.data.len().max(bytes), 0);
        Ok(receiver)
    }

    /// Rest until a message comes, at most until the moment, and handle it.
    ///
    /// # Errors
    /// [`Code::Timeout`], [`Code::Stopping`].
    pub fn turn(&mut self, until: Instant) -> Result<(), Code> {
        let taken = Receiver::ANY.take(until)?;
        let length = taken.read_all(&mut self.data)?;
        let letter = taken.letter;
        // Released before it is handled: the handler may take long.
        drop(taken);
        let own = self
            .handlers
            .iter_mut()
            .find(|(receiver, _)| receiver.0 == letter.channel);
        if let Some((_, handler)) = own {
            handler(&letter, &self.data[..length]);
        }
        Ok(())
    }

    /// Handle messages until a stop is asked for.
    ///
    /// # Errors
    /// What else than that ended it.
    pub fn run(&mut self) -> Result<(), Code> {
        loop {
            match self.turn(Instant::NEVER) {
                Ok(()) => {}
                Err(Code::Stopping) => return Ok(()),
                Err(code) => return Err(code),
            }
        }
    }
}
