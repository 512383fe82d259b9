//! One connection, as far as it gets without waiting.
//!
//! ```text
//!   Reading --request, or what is wrong with it--> Answering --all written--> Leaving --> ended
//!      |  the client went away                         |  went away, or took too long       ^
//!      +-----------------------------------------------+------------------------------------+
//! ```
//!
//! Invariants:
//! - C1: a client has [`PATIENCE`] to ask, and as long again to take the answer.
//! - C2: it makes this keep no more than `HEAD_BYTES` + `BODY_BYTES` of its request.
//! - C3: no call waits.

use crate::http::{self, HEAD_BYTES, Request, Status};
use crate::site::{self, Answer, Stats};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(2);
/// For what a client still sends after its answer; without it the answer could get lost.
const FAREWELL: Duration = Duration::from_millis(200);

enum Stage {
    Reading(Vec<u8>),
    Answering {
        bytes: Vec<u8>,
        sent: usize,
        status: Status,
    },
    Leaving,
}

/// How far a step got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Something was read, written or decided.
    Moved,
    /// There was nothing to do.
    Idle,
    /// The connection may be dropped.
    Ended,
}

/// See the module.
pub struct Client {
    stream: TcpStream,
    stage: Stage,
    deadline: Instant,
}

impl Client {
    /// Attend to this connection from now on.
    ///
    /// # Errors
    /// When the connection cannot be made non-blocking.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        Ok(Self {
            stream,
            stage: Stage::Reading(Vec::new()),
            deadline: Instant::now() + PATIENCE,
        })
    }

    /// Do what can be done now.
    pub fn step(&mut self, stats: &mut Stats) -> Step {
        let late = Instant::now() >= self.deadline;
        match &mut self.stage {
            Stage::Reading(_) => self.read(late, stats),
            Stage::Answering { .. } => self.write(late, stats),
            Stage::Leaving => self.leave(late),
        }
    }

    fn read(&mut self, late: bool, stats: &mut Stats) -> Step {
        let Stage::Reading(bytes) = &mut self.stage else {
            return Step::Idle;
        };
        let got = match take_request(&mut self.stream, bytes) {
            Ok(None | Some(Ask::More)) if late => Err(http::TOO_SLOW),
            Ok(None) => return Step::Idle,
            Ok(Some(Ask::More)) => return Step::Moved,
            Ok(Some(Ask::Whole(request, body))) => Ok((request, body)),
            Ok(Some(Ask::Wrong(status))) => Err(status),
            Err(_) => return broken(stats),
        };
        let (answer, with_body) = match got {
            Ok((request, body)) => {
                let with_body = request.method != "HEAD";
                (site::answer(&request, &body, stats), with_body)
            }
            Err(status) => (site::refusal(status), true),
        };
        self.answer(&answer, with_body);
        Step::Moved
    }

    fn answer(&mut self, (status, kind, body): &Answer, with_body: bool) {
        self.stage = Stage::Answering {
            bytes: http::response(*status, kind, body, with_body),
            sent: 0,
            status: *status,
        };
        self.deadline = Instant::now() + PATIENCE;
    }

    fn write(&mut self, late: bool, stats: &mut Stats) -> Step {
        let Stage::Answering {
            bytes,
            sent,
            status,
        } = &mut self.stage
        else {
            return Step::Idle;
        };
        match now_or_later(self.stream.write(&bytes[*sent..])) {
            Ok(None) if late => return broken(stats),
            Ok(None) => return Step::Idle,
            Ok(Some(0)) | Err(_) => return broken(stats),
            Ok(Some(count)) => *sent += count,
        }
        if *sent < bytes.len() {
            return if late { broken(stats) } else { Step::Moved };
        }
        match *status {
            http::OK => stats.served += 1,
            _ => stats.refused += 1,
        }
        self.stage = Stage::Leaving;
        self.deadline = Instant::now() + FAREWELL;
        match self.stream.shutdown(Shutdown::Write) {
            Ok(()) => Step::Moved,
            // It left first, with its answer.
            Err(_) => Step::Ended,
        }
    }

    fn leave(&mut self, late: bool) -> Step {
        let mut rest = [0; 4096];
        match now_or_later(self.stream.read(&mut rest)) {
            Ok(None | Some(1..)) if late => Step::Ended,
            Ok(None) => Step::Idle,
            Ok(Some(1..)) => Step::Moved,
            Ok(Some(0)) | Err(_) => Step::Ended,
        }
    }
}

fn broken(stats: &mut Stats) -> Step {
    stats.broken += 1;
    Step::Ended
}

/// What the bytes so far amount to.
enum Ask {
    More,
    Whole(Request, Vec<u8>),
    Wrong(Status),
}

/// Read once, then look; `None` when nothing came.
fn take_request(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> io::Result<Option<Ask>> {
    let known = http::parse(bytes);
    let most = match &known {
        Ok(Some(request)) => request.head_bytes + request.body_bytes,
        Ok(None) | Err(_) => HEAD_BYTES,
    };
    let mut buffer = [0; 4096];
    let room = most.saturating_sub(bytes.len()).min(buffer.len());
    match now_or_later(stream.read(&mut buffer[..room]))? {
        None => return Ok(None),
        Some(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
        Some(count) => bytes.extend_from_slice(&buffer[..count]),
    }
    Ok(Some(match http::parse(bytes) {
        Err(status) => Ask::Wrong(status),
        Ok(None) => Ask::More,
        Ok(Some(request)) => {
            match bytes.get(request.head_bytes..request.head_bytes + request.body_bytes) {
                Some(body) => Ask::Whole(request, body.to_vec()),
                None => Ask::More,
            }
        }
    }))
}

/// `None` for what would have to wait.
fn now_or_later(result: io::Result<usize>) -> io::Result<Option<usize>> {
    match result {
        Ok(count) => Ok(Some(count)),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
