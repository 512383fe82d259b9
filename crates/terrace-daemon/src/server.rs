//! Accepting clients, a thread for each.
//!
//! # Invariants
//! I1. At most [`ServerConfig::clients`] threads and connections; the next client is told so
//!     and closed.
//! I2. A client can keep its own thread busy, for a bounded time ([`Patience`]), and nothing
//!     else: no lock of the machine is held while a client is read from or written to.
//! I3. After [`Server::close`] no client thread is left.

use crate::line::{Line, LineReader, Patience, send};
use crate::machine::Machine;
use crate::orders::Orders;
use crate::protocol::{Answer, Content, ProtocolError, Refusal, RefusalCode, parse_request};
use crate::reply::Reply;
use crate::socket::{self, SocketFile};
use std::collections::HashMap;
use std::io;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Lines that are no requests, one after the other, until a client is given up.
const NONSENSE: u32 = 16;
/// How long to rest when Linux has no descriptor or thread left.
const REST: Duration = Duration::from_millis(100);

/// How many clients, and how patient with them.
#[derive(Debug, Clone, Copy)]
pub struct ServerConfig {
    /// Clients at once.
    pub clients: usize,
    /// Times.
    pub patience: Patience,
}

impl Default for ServerConfig {
    fn default() -> ServerConfig {
        ServerConfig {
            clients: 64,
            patience: Patience::default(),
        }
    }
}

struct Shared {
    machine: Arc<Machine>,
    socket: SocketFile,
    config: ServerConfig,
    clients: Mutex<Clients>,
    left: Condvar,
}

#[derive(Default)]
struct Clients {
    streams: HashMap<u64, UnixStream>,
    next: u64,
    closing: bool,
}

/// See the module.
pub(crate) struct Server {
    shared: Arc<Shared>,
    acceptor: JoinHandle<()>,
}

impl Shared {
    fn clients(&self) -> MutexGuard<'_, Clients> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// Begin to accept.
    pub(crate) fn start(
        machine: Arc<Machine>,
        socket: SocketFile,
        config: ServerConfig,
    ) -> io::Result<Server> {
        let shared = Arc::new(Shared {
            machine,
            socket,
            config,
            clients: Mutex::new(Clients::default()),
            left: Condvar::new(),
        });
        let accepting = shared.clone();
        let acceptor = std::thread::Builder::new()
            .name("acceptor".to_owned())
            .spawn(move || accept(&accepting))?;
        Ok(Server { shared, acceptor })
    }

    /// Close all connections, wait for their threads, and remove the socket. I3.
    pub(crate) fn close(self) {
        let mut clients = self.shared.clients();
        clients.closing = true;
        // Wakes `accept` with an error; Linux documents it for no socket family, and does it.
        let listener = self.shared.socket.listener();
        if let Err(cause) = rustix::net::shutdown(listener, rustix::net::Shutdown::Both) {
            tracing::warn!(%cause, "cannot shut the control socket down");
        }
        for stream in clients.streams.values() {
            // Its thread may have ended meanwhile.
            let _ = stream.shutdown(Shutdown::Both);
        }
        let all_left = |clients: &mut Clients| !clients.streams.is_empty();
        let left = self.shared.left.wait_while(clients, all_left);
        drop(left.unwrap_or_else(PoisonError::into_inner));
        if self.acceptor.join().is_err() {
            tracing::error!("the thread that accepts clients panicked");
        }
    }
}

fn accept(shared: &Arc<Shared>) {
    loop {
        let accepted = shared.socket.listener().accept();
        if shared.clients().closing {
            return;
        }
        let taken = accepted.and_then(|(stream, _)| take(shared, stream));
        if let Err(cause) = taken {
            tracing::warn!(%cause, "cannot take a client");
            std::thread::sleep(REST);
        }
    }
}

/// Give a client its thread, if it may have one.
fn take(shared: &Arc<Shared>, stream: UnixStream) -> io::Result<()> {
    let own = rustix::process::geteuid().as_raw();
    let peer = socket::peer(&stream)?;
    if !socket::admits(peer, own) {
        tracing::warn!(peer, "refused a client of another user");
        let message = format!(
            "this daemon belongs to user {own}, you are user {peer}; run `terrace` as that user"
        );
        dismiss(&stream, &Refusal::new(RefusalCode::Forbidden, message));
        return Ok(());
    }
    let Some(number) = enlist(shared, &stream)? else {
        let message = format!(
            "all {} connections are in use; close some, and try again",
            shared.config.clients
        );
        dismiss(&stream, &Refusal::new(RefusalCode::Busy, message));
        return Ok(());
    };
    let serving = shared.clone();
    let spawned = std::thread::Builder::new()
        .name("client".to_owned())
        .spawn(move || {
            let guest = Visit {
                shared: &serving,
                number,
            };
            serve(guest.shared, &stream);
        });
    if spawned.is_err() {
        strike(shared, number);
    }
    spawned.map(drop)
}

fn enlist(shared: &Shared, stream: &UnixStream) -> io::Result<Option<u64>> {
    let mut clients = shared.clients();
    if clients.closing || clients.streams.len() >= shared.config.clients {
        return Ok(None);
    }
    clients.next += 1;
    let number = clients.next;
    clients.streams.insert(number, stream.try_clone()?);
    shared
        .machine
        .clients
        .store(clients.streams.len(), Ordering::Relaxed);
    Ok(Some(number))
}

fn strike(shared: &Shared, number: u64) {
    let mut clients = shared.clients();
    clients.streams.remove(&number);
    shared
        .machine
        .clients
        .store(clients.streams.len(), Ordering::Relaxed);
    drop(clients);
    shared.left.notify_all();
}

/// Strikes the client off the list also when its thread panics.
struct Visit<'a> {
    shared: &'a Shared,
    number: u64,
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        strike(self.shared, self.number);
    }
}

/// Say one thing to somebody who will not be listened to, without waiting.
fn dismiss(stream: &UnixStream, refusal: &Refusal) {
    let answer = Answer {
        id: None,
        content: Content::<()>::Error(refusal),
    };
    if let Ok(line) = serde_json::to_vec(&answer) {
        // A client that does not read it does not learn it.
        let _ = send(stream, line, Duration::from_millis(1));
    }
}

fn serve(shared: &Shared, stream: &UnixStream) {
    let patience = shared.config.patience;
    let mut reader = LineReader::new(stream);
    let mut nonsense = 0;
    loop {
        let last = match reader.next(patience) {
            Ok(Line::Whole(line)) => match answer(shared, stream, &line) {
                Ok(true) => {
                    nonsense = 0;
                    continue;
                }
                Ok(false) => {
                    nonsense += 1;
                    if nonsense < NONSENSE {
                        continue;
                    }
                    slow(&format!(
                        "{NONSENSE} lines in a row were no requests; the connection is closed"
                    ))
                }
                Err(cause) => {
                    tracing::debug!(%cause, "a client went away or stopped reading");
                    return;
                }
            },
            Ok(Line::Closed) => return,
            Ok(Line::TooLong) => ProtocolError::TooLong.refusal(),
            Ok(Line::Idle) => slow(&format!(
                "nothing was asked for {:?}; connect again",
                patience.idle
            )),
            Ok(Line::Half) => slow(&format!(
                "the request did not end within {:?}",
                patience.request
            )),
            Err(cause) => {
                tracing::debug!(%cause, "a client's connection broke");
                return;
            }
        };
        dismiss(stream, &last);
        return;
    }
}

fn slow(message: &str) -> Refusal {
    Refusal::new(RefusalCode::Busy, message)
}

/// Answer one line. False if it was no request.
fn answer(shared: &Shared, stream: &UnixStream, line: &[u8]) -> io::Result<bool> {
    let machine = &*shared.machine;
    let reply = |id| Reply {
        stream,
        id,
        patience: shared.config.patience.answer,
        stop: &machine.stop,
    };
    match parse_request(line) {
        Ok(request) => {
            let orders = Orders {
                machine,
                reply: reply(Some(request.id)),
            };
            orders.perform(request.request).map(|()| true)
        }
        Err(error) => reply(error.id()).refuse(&error.refusal()).map(|()| false),
    }
}
