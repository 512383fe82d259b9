//! The Linux process of `translator`, and what it does at its end of a way.
//!
//! The first four bytes of what goes through a pipe or a socket are the low half of the time at which its sender
//! called; through the translator that is the kind of the message.

use crate::rival;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::Duration;
use terrace_host::clock::monotonic_ns;
use terrace_host::thread::Class;
use terrace_peer::{Connection, Roles};

/// As the guests warm up.
const WARM: usize = 200;
/// Messages of a stream between two readings of the clock, and between two answers, as its guest has them.
const LOT: usize = 1000;
const HALF: usize = 32;
const PATIENCE: Option<Duration> = Some(Duration::from_secs(60));

/// What an end does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Act {
    /// Sends, and waits for an answer each time.
    Send,
    /// Receives, notes how long it took, answers.
    Receive,
    /// Sends a stream.
    Give,
    /// Receives a stream, and notes the mean time of each lot's messages.
    Take,
}

/// All that an end needs to know.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Errand {
    pub(crate) act: Act,
    pub(crate) size: usize,
    /// Messages, or lots of a stream.
    pub(crate) count: usize,
    pub(crate) core: usize,
    /// Where the times go.
    pub(crate) file: PathBuf,
}

/// The process: does its errand through the translator, or through its standard input and output.
///
/// # Errors
/// What it could not.
pub fn run(errand: &str, socket: Option<&Path>) -> Result<()> {
    let errand: Errand = serde_json::from_str(errand)?;
    rival::settle(errand.core, Class::Normal);
    match socket {
        Some(socket) => errand.run(&mut Channels::open(&errand, socket)?),
        None => {
            let from = std::io::stdin().as_fd().try_clone_to_owned()?;
            let to = std::io::stdout().as_fd().try_clone_to_owned()?;
            errand.run(&mut Bytes::new(from, to))
        }
    }
}

/// One end of a way.
pub(crate) trait End {
    fn send(&mut self, stamp: u32, bytes: &mut [u8]) -> Result<()>;
    /// The stamp of what came.
    fn receive(&mut self, into: &mut [u8]) -> Result<u32>;
    fn answer(&mut self) -> Result<()>;
    fn hear(&mut self) -> Result<()>;
    /// Does the sender of a stream wait by itself while there is no room?
    fn waits(&self) -> bool;
}

impl Errand {
    pub(crate) fn text(&self) -> Result<String> {
        Ok(serde_json::to_string(self)?)
    }

    pub(crate) fn run(&self, end: &mut dyn End) -> Result<()> {
        let mut bytes = vec![7; self.size];
        let times = match self.act {
            Act::Send => self.send(end, &mut bytes)?,
            Act::Receive => self.receive(end, &mut bytes)?,
            Act::Give => self.give(end, &mut bytes)?,
            Act::Take => self.take(end, &mut bytes)?,
        };
        let times: Vec<u8> = times.into_iter().flat_map(u64::to_ne_bytes).collect();
        std::fs::write(&self.file, times)
            .with_context(|| format!("cannot write {}", self.file.display()))
    }

    fn send(&self, end: &mut dyn End, bytes: &mut [u8]) -> Result<Vec<u64>> {
        for _ in 0..self.count + WARM {
            end.send(monotonic_ns() as u32, bytes)?;
            end.hear()?;
        }
        Ok(Vec::new())
    }

    fn receive(&self, end: &mut dyn End, into: &mut [u8]) -> Result<Vec<u64>> {
        let mut times = Vec::with_capacity(self.count);
        for round in 0..self.count + WARM {
            let stamp = end.receive(into)?;
            let took = (monotonic_ns() as u32).wrapping_sub(stamp);
            end.answer()?;
            if round >= WARM {
                times.push(u64::from(took));
            }
        }
        Ok(times)
    }

    fn give(&self, end: &mut dyn End, bytes: &mut [u8]) -> Result<Vec<u64>> {
        for _ in 0..(self.count + 1) * LOT {
            end.send(0, bytes)?;
        }
        Ok(Vec::new())
    }

    fn take(&self, end: &mut dyn End, into: &mut [u8]) -> Result<Vec<u64>> {
        let mut times = Vec::with_capacity(self.count);
        let (mut taken, mut last) = (0, 0);
        // No answer is left over: the sender hears one for each half but its first two.
        let all = (self.count + 1) * LOT;
        // The first lot is not timed: it begins before the other end does.
        for lot in 0..=self.count {
            for _ in 0..LOT {
                end.receive(into)?;
                taken += 1;
                if !end.waits() && taken % HALF == 0 && taken + HALF < all {
                    end.answer()?;
                }
            }
            let now = monotonic_ns();
            if lot > 0 {
                times.push((now - last) / LOT as u64);
            }
            last = now;
        }
        Ok(times)
    }
}

/// A pipe or a socket.
pub(crate) struct Bytes {
    from: File,
    to: File,
}

impl Bytes {
    pub(crate) fn new(from: OwnedFd, to: OwnedFd) -> Bytes {
        Bytes {
            from: from.into(),
            to: to.into(),
        }
    }
}

impl End for Bytes {
    fn send(&mut self, stamp: u32, bytes: &mut [u8]) -> Result<()> {
        bytes[..4].copy_from_slice(&stamp.to_ne_bytes());
        Ok(self.to.write_all(bytes)?)
    }

    fn receive(&mut self, into: &mut [u8]) -> Result<u32> {
        self.from.read_exact(into)?;
        Ok(u32::from_ne_bytes([into[0], into[1], into[2], into[3]]))
    }

    fn answer(&mut self) -> Result<()> {
        Ok(self.to.write_all(&[1])?)
    }

    fn hear(&mut self) -> Result<()> {
        Ok(self.from.read_exact(&mut [0])?)
    }

    fn waits(&self) -> bool {
        true
    }
}

/// The translator's channels: `message` in the direction of the messages, `answer` in the other.
struct Channels {
    message: Connection,
    answer: Connection,
}

impl Channels {
    fn open(errand: &Errand, socket: &Path) -> Result<Channels> {
        let sends = matches!(errand.act, Act::Send | Act::Give);
        let (out, back) = if sends {
            (Roles::SEND, Roles::RECEIVE)
        } else {
            (Roles::RECEIVE, Roles::SEND)
        };
        Ok(Channels {
            message: Connection::open(socket, "message", out)?,
            answer: Connection::open(socket, "answer", back)?,
        })
    }
}

impl End for Channels {
    fn send(&mut self, stamp: u32, bytes: &mut [u8]) -> Result<()> {
        Ok(self.message.send(stamp, bytes, PATIENCE)?)
    }

    fn receive(&mut self, into: &mut [u8]) -> Result<u32> {
        let received = self.message.receive(into, PATIENCE)?;
        let received = received.context("nothing comes")?;
        ensure!(received.length == into.len(), "a message was cut");
        Ok(received.kind)
    }

    fn answer(&mut self) -> Result<()> {
        Ok(self.answer.send(0, &[], PATIENCE)?)
    }

    fn hear(&mut self) -> Result<()> {
        let heard = self.answer.receive(&mut [0; 1], PATIENCE)?;
        heard.context("no answer comes").map(drop)
    }

    /// The partition at the other end does not.
    fn waits(&self) -> bool {
        false
    }
}
