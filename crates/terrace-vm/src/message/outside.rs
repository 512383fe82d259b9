//! Sending and receiving from outside all partitions: for the translator and for commands.
//!
//! Whoever calls has looked at the permission. What comes from outside has priority 0 unless the
//! caller says otherwise.

use super::bell::Bell;
use super::channel::{Channel, Nothing};
use super::directory::Directory;
use super::info::ChannelInfo;
use super::intent::Draft;
use super::letter::Posting;
use super::members::{MemberId, Who};
use crate::controller::Controller;
use std::sync::Arc;
use std::time::Duration;
use terrace_abi::{Code, Form, Role};
use terrace_host::clock::monotonic_ns;
use terrace_manifest::Label;

/// Why a channel cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChannelError {
    /// No installed app declares it.
    #[error("no installed app declares a channel `{0}`; `terrace channels` lists those there are")]
    Undeclared(String),
    /// Its slots do not fit.
    #[error(
        "the slots that channel `{0}` takes do not fit into the {limit} bytes of all channels; \
         declare a smaller depth or count", limit = terrace_abi::MESSAGES_BYTES
    )]
    NoMemory(String),
    /// Full of what is not less important.
    #[error("channel `{0}` is full; its receivers take too slowly, or none runs")]
    Crowded(String),
    /// The message is longer than the channel's.
    #[error(
        "a message of {length} bytes is longer than the {limit} that channel `{name}` declares"
    )]
    TooLong {
        /// The channel.
        name: String,
        /// Of the message.
        length: usize,
        /// Of the channel.
        limit: u32,
    },
    /// The channel is gone.
    #[error("channel `{0}` is gone: the app that declared it was uninstalled or changed")]
    Closed(String),
}

impl ChannelError {
    fn of(code: Code, name: &str) -> ChannelError {
        let name = name.to_owned();
        match code {
            Code::Undeclared => ChannelError::Undeclared(name),
            Code::NoMemory => ChannelError::NoMemory(name),
            Code::Crowded | Code::Held => ChannelError::Crowded(name),
            _ => ChannelError::Closed(name),
        }
    }
}

/// Sends to one channel from outside.
pub struct Publisher(Link);

/// Receives from one channel outside.
pub struct Subscriber(Link);

struct Link {
    channel: Arc<Channel>,
    member: MemberId,
}

/// A message that was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Message<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// The partition that sent it; 0: none.
    pub sender: u64,
    /// When it was sent, monotonic ns.
    pub sent_ns: u64,
    /// What the sender calls it.
    pub kind: u32,
    /// 1..99, or 0 for normal.
    pub priority: u8,
    /// A form of the guest interface: what its bytes are.
    pub form: u32,
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken<T> {
    /// A message, as it looked.
    Message(T),
    /// None: `wake` is called when one comes, and one that waits for its time is due then.
    Nothing {
        /// Monotonic ns; the largest number for none.
        due: u64,
    },
}

/// The monotonic time after this long, as `at` of [`Publisher::post`].
#[must_use]
pub fn after(delay: Duration) -> u64 {
    let ns = u64::try_from(delay.as_nanos()).unwrap_or(u64::MAX);
    monotonic_ns().saturating_add(ns)
}

impl Controller {
    /// Every channel, by name.
    #[must_use]
    pub fn channels(&self) -> Vec<ChannelInfo> {
        self.0.directory.list()
    }

    /// Bytes of the slots of all channels.
    #[must_use]
    pub fn channel_memory(&self) -> u64 {
        self.0.directory.memory()
    }

    /// What the device grants an app, instead of what it granted before: permissions by which channels
    /// may name it.
    pub fn permit(&self, app: &str, permissions: &[Label]) {
        self.0.directory.permit(app, permissions);
    }

    /// Send to a channel from outside.
    ///
    /// # Errors
    /// [`ChannelError`] when there is no such channel, or its slots do not fit.
    pub fn publisher(&self, channel: &str) -> Result<Publisher, ChannelError> {
        self.patient_publisher(channel, Arc::new(|| {}))
    }

    /// Send to a channel from outside, and be told when there may be room: `wake` is called, from any
    /// thread and without blocking, when something was taken after [`Publisher::want_room`].
    ///
    /// # Errors
    /// As [`Controller::publisher`].
    pub fn patient_publisher(
        &self,
        channel: &str,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> Result<Publisher, ChannelError> {
        self.0.directory.publisher(channel, wake)
    }

    /// Receive from a channel outside. `wake` is called, from any thread and without blocking, when
    /// something may have come after a [`Subscriber::take`] that found nothing.
    ///
    /// # Errors
    /// As [`Controller::publisher`].
    pub fn subscriber(
        &self,
        channel: &str,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> Result<Subscriber, ChannelError> {
        let link = self.0.directory.outside(channel, Role::Receive, wake);
        link.map(Subscriber)
    }
}

impl Directory {
    /// See [`Controller::patient_publisher`].
    pub(crate) fn publisher(
        &self,
        channel: &str,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> Result<Publisher, ChannelError> {
        self.outside(channel, Role::Send, wake).map(Publisher)
    }

    fn outside(
        &self,
        name: &str,
        role: Role,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> Result<Link, ChannelError> {
        let who = Who {
            app: String::new(),
            partition: 0,
            count: None,
            bell: Bell::Outside(wake),
        };
        let joined = self.join_outside(name, who, role);
        let (channel, member) = joined.map_err(|code| ChannelError::of(code, name))?;
        Ok(Link { channel, member })
    }
}

impl Publisher {
    /// Send. How many queues it waits in.
    ///
    /// # Errors
    /// [`ChannelError`] when it is refused.
    pub fn post(
        &self,
        bytes: &[u8],
        kind: u32,
        priority: u8,
        at: u64,
    ) -> Result<u32, ChannelError> {
        self.post_as(Form::Plain, bytes, kind, priority, at)
    }

    /// Send an intent.
    ///
    /// # Errors
    /// As [`Publisher::post`].
    pub fn announce(
        &self,
        intent: &Draft,
        kind: u32,
        priority: u8,
        at: u64,
    ) -> Result<u32, ChannelError> {
        self.post_as(Form::Intent, intent.bytes(), kind, priority, at)
    }

    fn post_as(
        &self,
        form: Form,
        bytes: &[u8],
        kind: u32,
        priority: u8,
        at: u64,
    ) -> Result<u32, ChannelError> {
        let Link { channel, member } = &self.0;
        let limit = channel.terms.bytes;
        let length = u32::try_from(bytes.len()).ok().filter(|&n| n <= limit);
        let length = length.ok_or_else(|| ChannelError::TooLong {
            name: channel.name().to_owned(),
            length: bytes.len(),
            limit,
        })?;
        let posting = Posting {
            length,
            kind,
            form: form as u32,
            priority,
            at,
        };
        let sent = channel.obtain(*member).and_then(|mut slot| {
            if let Some(out) = slot.bytes_mut() {
                out[..bytes.len()].copy_from_slice(bytes);
            }
            channel.send(*member, slot, posting)
        });
        sent.map_err(|code| ChannelError::of(code, channel.name()))
    }

    /// Does everybody who receives get each message?
    #[must_use]
    pub fn is_broadcast(&self) -> bool {
        self.0.channel.terms.is_broadcast()
    }

    /// Have `wake` called, once, when something has been taken from the channel. Try again afterwards:
    /// it may have been taken before.
    pub fn want_room(&self) {
        self.0.channel.want_room(self.0.member);
    }

    /// Is what the channel carries for real-time components?
    #[must_use]
    pub fn is_real_time(&self) -> bool {
        self.0.channel.terms.real_time
    }

    /// Is the channel gone?
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.0.channel.is_closed()
    }

    /// How many of its messages wait.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.0.channel.waiting_of(self.0.member)
    }

    /// Bytes of one message at most.
    #[must_use]
    pub fn message_bytes(&self) -> u32 {
        self.0.channel.terms.bytes
    }
}

impl Subscriber {
    /// Take the next message and look at it.
    ///
    /// # Errors
    /// [`ChannelError::Closed`] once the channel is gone.
    pub fn take<T>(&self, look: impl FnOnce(Message<'_>) -> T) -> Result<Taken<T>, ChannelError> {
        let Link { channel, member } = &self.0;
        let (letter, priority) = match channel.take(*member, monotonic_ns()) {
            Ok(found) => found,
            Err(Nothing::Until(due)) => return Ok(Taken::Nothing { due }),
            Err(Nothing::Because(code)) => return Err(ChannelError::of(code, channel.name())),
        };
        let answer = look(Message {
            bytes: letter.bytes(),
            sender: letter.head.sender,
            sent_ns: letter.head.sent_ns,
            kind: letter.head.kind,
            priority,
            form: letter.head.form,
        });
        channel.release(*member, letter.slot);
        Ok(Taken::Message(answer))
    }

    /// Bytes of one message at most.
    #[must_use]
    pub fn message_bytes(&self) -> u32 {
        self.0.channel.terms.bytes
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.channel.leave(self.member);
    }
}

impl std::fmt::Debug for Publisher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Publisher({})", self.0.channel.name())
    }
}

impl std::fmt::Debug for Subscriber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Subscriber({})", self.0.channel.name())
    }
}
