//! The client's side of the control socket.
//!
//! ```no_run
//! use terrace_daemon::{client::Client, place};
//! let mut client = Client::connect(&place::default_socket())?;
//! for partition in client.ps()? {
//!     println!("{} {}", partition.name, partition.state);
//! }
//! # Ok::<(), terrace_daemon::client::ClientError>(())
//! ```
//!
//! # Invariants
//! I1. After an [`Answers`] was dropped before its end the connection is closed: later calls
//!     fail, they never read an answer to an earlier request.
//! I2. An answer longer than [`protocol::ANSWER_BYTES`] is an error, not an allocation.

use crate::answers::{
    AppInfo, Cell, ChannelInfo, Ending, Inspection, InstallStep, Installed, LogPage,
    PartitionEvent, PartitionInfo, Pong, ProviderInfo, Sent, Started, Stats, TracePage,
};
use crate::protocol::{
    self, AnswerLine, LogsOrder, Order, QueryOrder, Refusal, Request, SendOrder, StartOrder,
};
use serde::de::DeserializeOwned;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::marker::PhantomData;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long an answer may take that does not wait for a guest or a compiler.
const PATIENCE: Duration = Duration::from_secs(60);

/// A connection to a daemon.
#[derive(Debug)]
pub struct Client {
    reader: BufReader<UnixStream>,
    socket: PathBuf,
    last_id: u64,
    broken: bool,
}

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// Nobody answers.
    #[error("no daemon answers at {}: {cause}; start one with `terrace daemon`, or name its socket with --socket or TERRACE_SOCKET", socket.display())]
    Connect {
        /// Where.
        socket: PathBuf,
        /// What Linux said.
        cause: io::Error,
    },
    /// Somebody else's socket.
    #[error("may not open {}: it belongs to another user; run as the daemon's user", socket.display())]
    Forbidden {
        /// Where.
        socket: PathBuf,
    },
    /// The connection broke.
    #[error("the connection to the daemon at {} broke: {cause}; see whether it still runs", socket.display())]
    Broken {
        /// Where.
        socket: PathBuf,
        /// What Linux said.
        cause: io::Error,
    },
    /// The daemon closed the connection.
    #[error("the daemon at {} closed the connection before it answered; see its log", socket.display())]
    Closed {
        /// Where.
        socket: PathBuf,
    },
    /// The answer is not in the protocol.
    #[error(
        "the daemon's answer cannot be understood: {cause}; are `terrace` and the daemon of the same version?"
    )]
    Answer {
        /// Why not.
        cause: String,
    },
    /// The daemon refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

impl Client {
    /// Connect.
    ///
    /// # Errors
    /// [`ClientError::Connect`].
    pub fn connect(socket: &Path) -> Result<Client, ClientError> {
        let stream = UnixStream::connect(socket).map_err(|cause| {
            let socket = socket.to_owned();
            match cause.kind() {
                io::ErrorKind::PermissionDenied => ClientError::Forbidden { socket },
                _ => ClientError::Connect { socket, cause },
            }
        })?;
        let reader = BufReader::new(stream);
        Ok(Client {
            reader,
            socket: socket.to_owned(),
            last_id: 0,
            broken: false,
        })
    }

    /// Who is it? Also a way to see that it lives.
    ///
    /// # Errors
    /// [`ClientError`], as all calls.
    pub fn ping(&mut self) -> Result<Pong, ClientError> {
        self.call(Order::Ping {})
    }

    /// Install the image at `path`; `step` hears how far it is.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn install(
        &mut self,
        path: &Path,
        mut step: impl FnMut(InstallStep),
    ) -> Result<Installed, ClientError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let id = self.send(Order::Install { path }, None)?;
        loop {
            match self.receive(id)? {
                Part::Next(value) => step(typed(value)?),
                Part::Last(value) => return typed(value),
            }
        }
    }

    /// Forget an app.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn uninstall(&mut self, app: &str) -> Result<AppInfo, ClientError> {
        self.call(Order::Uninstall {
            app: app.to_owned(),
        })
    }

    /// The installed apps.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn images(&mut self) -> Result<Vec<AppInfo>, ClientError> {
        self.list(Order::Images {})
    }

    /// Create and start partitions.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn start(&mut self, order: StartOrder) -> Result<Vec<Started>, ClientError> {
        self.call(Order::Start(order))
    }

    /// End politely, and wait for it.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn stop(
        &mut self,
        partition: &str,
        grace: Option<Duration>,
    ) -> Result<PartitionInfo, ClientError> {
        let partition = partition.to_owned();
        self.call_patiently(Order::Stop {
            partition,
            grace_ms: grace.map(millis),
        })
    }

    /// End by force, and wait for it.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn kill(&mut self, partition: &str) -> Result<PartitionInfo, ClientError> {
        self.call(Order::Kill {
            partition: partition.to_owned(),
        })
    }

    /// Suspend.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn suspend(&mut self, partition: &str) -> Result<PartitionInfo, ClientError> {
        self.call(Order::Suspend {
            partition: partition.to_owned(),
        })
    }

    /// Resume.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn resume(&mut self, partition: &str) -> Result<PartitionInfo, ClientError> {
        self.call(Order::Resume {
            partition: partition.to_owned(),
        })
    }

    /// End by force if it lives, and start again.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn restart(&mut self, partition: &str) -> Result<PartitionInfo, ClientError> {
        self.call(Order::Restart {
            partition: partition.to_owned(),
        })
    }

    /// Forget an ended partition.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn remove(&mut self, partition: &str) -> Result<Started, ClientError> {
        self.call(Order::Remove {
            partition: partition.to_owned(),
        })
    }

    /// All partitions.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn ps(&mut self) -> Result<Vec<PartitionInfo>, ClientError> {
        self.list(Order::Ps {})
    }

    /// Everything about one.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn inspect(&mut self, partition: &str) -> Result<Inspection, ClientError> {
        self.call(Order::Inspect {
            partition: partition.to_owned(),
        })
    }

    /// Wait for its end; without end if `timeout` is none.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn wait(
        &mut self,
        partition: &str,
        timeout: Option<Duration>,
    ) -> Result<Ending, ClientError> {
        let partition = partition.to_owned();
        self.call_patiently(Order::Wait {
            partition,
            timeout_ms: timeout.map(millis),
        })
    }

    /// Records, as pages. With `follow` they end when the partition is removed.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn logs(&mut self, order: LogsOrder) -> Result<Answers<'_, LogPage>, ClientError> {
        let follow = order.follow;
        self.stream(Order::Logs(order), follow)
    }

    /// Figures of the whole machine.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn stats(&mut self) -> Result<Stats, ClientError> {
        self.call(Order::Stats {})
    }

    /// All channels.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn channels(&mut self) -> Result<Vec<ChannelInfo>, ClientError> {
        self.list(Order::Channels {})
    }

    /// All content providers.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn providers(&mut self) -> Result<Vec<ProviderInfo>, ClientError> {
        self.list(Order::Providers {})
    }

    /// Ask a content provider: rows, the first of which has the names of the columns.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn query(&mut self, order: QueryOrder) -> Result<Vec<Vec<Cell>>, ClientError> {
        self.list(Order::Query(order))
    }

    /// Record what the workers do, for so many milliseconds.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn trace(&mut self, ms: u64) -> Result<Answers<'_, TracePage>, ClientError> {
        self.stream(Order::Trace { ms }, true)
    }

    /// Send a message from outside all partitions.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn send_message(&mut self, order: SendOrder) -> Result<Sent, ClientError> {
        self.call(Order::Send(order))
    }

    /// Events, as lists. With `follow` they do not end.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn events(
        &mut self,
        from: Option<u64>,
        follow: bool,
    ) -> Result<Answers<'_, Vec<PartitionEvent>>, ClientError> {
        self.stream(Order::Events { from, follow }, follow)
    }

    /// What the daemon may not do as it should.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn degraded(&mut self) -> Result<Vec<String>, ClientError> {
        self.call(Order::Degraded {})
    }

    /// Stop the daemon, as SIGTERM does. Returns before it has stopped.
    ///
    /// # Errors
    /// [`ClientError`].
    pub fn shut_down(&mut self) -> Result<(), ClientError> {
        self.call(Order::Shutdown {})
    }

    /// Close the connection from another thread, which ends a stream.
    ///
    /// # Errors
    /// [`ClientError::Broken`] when Linux has no descriptor left.
    pub fn closer(&self) -> Result<Closer, ClientError> {
        self.reader
            .get_ref()
            .try_clone()
            .map(Closer)
            .map_err(|e| self.broke(e))
    }

    fn call<T: DeserializeOwned>(&mut self, order: Order) -> Result<T, ClientError> {
        let id = self.send(order, Some(PATIENCE))?;
        self.last(id)
    }

    fn call_patiently<T: DeserializeOwned>(&mut self, order: Order) -> Result<T, ClientError> {
        let id = self.send(order, None)?;
        self.last(id)
    }

    fn last<T: DeserializeOwned>(&mut self, id: u64) -> Result<T, ClientError> {
        match self.receive(id)? {
            Part::Last(value) => typed(value),
            Part::Next(_) => {
                self.broken = true;
                Err(ClientError::Answer {
                    cause: "a list where one answer was expected".to_owned(),
                })
            }
        }
    }

    fn list<T: DeserializeOwned>(&mut self, order: Order) -> Result<Vec<T>, ClientError> {
        let mut all = Vec::new();
        for part in self.stream::<Vec<T>>(order, false)? {
            all.extend(part?);
        }
        Ok(all)
    }

    fn stream<T: DeserializeOwned>(
        &mut self,
        order: Order,
        follow: bool,
    ) -> Result<Answers<'_, T>, ClientError> {
        let id = self.send(order, if follow { None } else { Some(PATIENCE) })?;
        Ok(Answers {
            client: self,
            id,
            ended: false,
            of: PhantomData,
        })
    }

    fn send(&mut self, order: Order, patience: Option<Duration>) -> Result<u64, ClientError> {
        if self.broken {
            return Err(ClientError::Closed {
                socket: self.socket.clone(),
            });
        }
        self.last_id += 1;
        let request = Request {
            v: protocol::VERSION,
            id: self.last_id,
            request: order,
        };
        let mut line = serde_json::to_vec(&request)
            .map_err(|e| Refusal::new(protocol::RefusalCode::BadRequest, e.to_string()))?;
        if line.len() > protocol::REQUEST_BYTES {
            return Err(protocol::ProtocolError::TooLong.refusal().into());
        }
        line.push(b'\n');
        let mut stream = self.reader.get_ref();
        let sent = stream
            .set_read_timeout(patience)
            .and_then(|()| stream.set_write_timeout(Some(PATIENCE)))
            .and_then(|()| stream.write_all(&line));
        // A daemon that has refused the connection says why before it closes it.
        if let Err(cause) = sent
            && !matches!(
                cause.kind(),
                io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset
            )
        {
            return Err(self.broke(cause));
        }
        Ok(self.last_id)
    }

    fn receive(&mut self, id: u64) -> Result<Part, ClientError> {
        let part = self.receive_any(id);
        if part
            .as_ref()
            .is_err_and(|e| !matches!(e, ClientError::Refused(_)))
        {
            self.broken = true;
        }
        part
    }

    fn receive_any(&mut self, id: u64) -> Result<Part, ClientError> {
        let mut line = Vec::new();
        let most = protocol::ANSWER_BYTES as u64 + 1;
        let read = self.reader.by_ref().take(most).read_until(b'\n', &mut line);
        match read {
            // It closed with our request unread, after it had said why.
            Err(e) if e.kind() == io::ErrorKind::ConnectionReset => line.clear(),
            Err(cause) => {
                return Err(ClientError::Broken {
                    socket: self.socket.clone(),
                    cause,
                });
            }
            Ok(_) => {}
        }
        if line.is_empty() {
            return Err(ClientError::Closed {
                socket: self.socket.clone(),
            });
        }
        if line.pop() != Some(b'\n') {
            let cause = format!(
                "it is cut off, or longer than {} bytes",
                protocol::ANSWER_BYTES
            );
            return Err(ClientError::Answer { cause });
        }
        part(&line, id)
    }

    fn broke(&self, cause: io::Error) -> ClientError {
        ClientError::Broken {
            socket: self.socket.clone(),
            cause,
        }
    }
}

enum Part {
    Next(serde_json::Value),
    Last(serde_json::Value),
}

fn part(line: &[u8], id: u64) -> Result<Part, ClientError> {
    let answer: AnswerLine = serde_json::from_slice(line).map_err(|e| ClientError::Answer {
        cause: e.to_string(),
    })?;
    // An error without a number is about the connection.
    if answer.id != Some(id) && !(answer.id.is_none() && answer.error.is_some()) {
        let cause = format!("it answers request {:?} instead of {id}", answer.id);
        return Err(ClientError::Answer { cause });
    }
    match (answer.next, answer.ok, answer.error) {
        (Some(next), None, None) => Ok(Part::Next(next)),
        (None, Some(ok), None) => Ok(Part::Last(ok)),
        (None, None, Some(refusal)) => Err(refusal.into()),
        _ => Err(ClientError::Answer {
            cause: "it has not one of next, ok, error".to_owned(),
        }),
    }
}

fn typed<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, ClientError> {
    serde_json::from_value(value).map_err(|e| ClientError::Answer {
        cause: e.to_string(),
    })
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The answers of a stream, in order. See I1.
#[derive(Debug)]
pub struct Answers<'a, T> {
    client: &'a mut Client,
    id: u64,
    ended: bool,
    of: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Iterator for Answers<'_, T> {
    type Item = Result<T, ClientError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        match self.client.receive(self.id) {
            Ok(Part::Next(value)) => Some(typed(value)),
            Ok(Part::Last(_)) => {
                self.ended = true;
                None
            }
            Err(e) => {
                self.ended = true;
                Some(Err(e))
            }
        }
    }
}

impl<T> Drop for Answers<'_, T> {
    fn drop(&mut self) {
        if !self.ended {
            self.client.broken = true;
            // The daemon may have closed it already.
            let _ = self
                .client
                .reader
                .get_ref()
                .shutdown(std::net::Shutdown::Both);
        }
    }
}

/// See [`Client::closer`].
#[derive(Debug)]
pub struct Closer(UnixStream);

impl Closer {
    /// Close. The stream ends with [`ClientError::Closed`].
    pub fn close(&self) {
        // It may be closed already.
        let _ = self.0.shutdown(std::net::Shutdown::Both);
    }
}
