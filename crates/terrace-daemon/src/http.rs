//! `GET /metrics`, and nothing else, over HTTP/1.1: one request a connection.
//!
//! There is no password: ADDR should be loopback, or behind something that asks for one.
//!
//! # Invariants
//! I1. A connection costs at most [`HEAD`] bytes and [`PATIENCE`] for each direction; there
//!     are at most [`CONNECTIONS`] at once.

use crate::machine::Machine;
use crate::metrics;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const HEAD: usize = 8 << 10;
const HEADERS: usize = 64;
const CONNECTIONS: usize = 8;
const PATIENCE: Duration = Duration::from_secs(5);
const REST: Duration = Duration::from_millis(100);

/// The server of metrics.
pub(crate) struct MetricsServer {
    address: SocketAddr,
    closing: Arc<AtomicBool>,
    acceptor: JoinHandle<()>,
}

impl MetricsServer {
    /// Begin to serve at `address`; port 0 takes any.
    pub(crate) fn start(machine: Arc<Machine>, address: SocketAddr) -> io::Result<MetricsServer> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let closing = Arc::new(AtomicBool::new(false));
        let ending = closing.clone();
        let acceptor = std::thread::Builder::new()
            .name("metrics".to_owned())
            .spawn(move || accept(&machine, &listener, &ending))?;
        Ok(MetricsServer {
            address,
            closing,
            acceptor,
        })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stop serving.
    pub(crate) fn close(self) {
        self.closing.store(true, Ordering::Release);
        // Wakes the thread that accepts; if nobody listens, it has ended.
        let _ = TcpStream::connect_timeout(&reachable(self.address), PATIENCE);
        if self.acceptor.join().is_err() {
            tracing::error!("the thread that serves metrics panicked");
        }
    }
}

/// "Any address" can be listened on, but not connected to.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

fn accept(machine: &Arc<Machine>, listener: &TcpListener, closing: &AtomicBool) {
    let open = Arc::new(AtomicUsize::new(0));
    loop {
        let accepted = listener.accept();
        if closing.load(Ordering::Acquire) {
            return;
        }
        let Ok((stream, _)) = accepted else {
            std::thread::sleep(REST);
            continue;
        };
        if open.load(Ordering::Acquire) >= CONNECTIONS {
            continue;
        }
        let visit = Visit::new(&open);
        let machine = machine.clone();
        let spawned = std::thread::Builder::new()
            .name("scrape".to_owned())
            .spawn(move || {
                let _visit = visit;
                if let Err(cause) = serve(&machine, stream) {
                    tracing::debug!(%cause, "a scrape was not finished");
                }
            });
        if let Err(cause) = spawned {
            tracing::warn!(%cause, "cannot serve metrics");
        }
    }
}

struct Visit(Arc<AtomicUsize>);

impl Visit {
    fn new(open: &Arc<AtomicUsize>) -> Visit {
        open.fetch_add(1, Ordering::AcqRel);
        Visit(open.clone())
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

fn serve(machine: &Machine, mut stream: TcpStream) -> io::Result<()> {
    let response = match read_head(&mut stream)? {
        Head::Get(path) if path == "/metrics" || path.starts_with("/metrics?") => {
            match metrics::page(machine) {
                Ok(page) => respond("200 OK", "text/plain; version=0.0.4; charset=utf-8", &page),
                Err(e) => error("500 Internal Server Error", &e.to_string()),
            }
        }
        Head::Get(_) => error("404 Not Found", "only /metrics is here"),
        Head::Other => error("405 Method Not Allowed", "only GET is served"),
        Head::Bad(why) => error("400 Bad Request", why),
    };
    let deadline = Instant::now() + PATIENCE;
    let mut rest = &response[..];
    while !rest.is_empty() {
        stream.set_write_timeout(Some(left(deadline)?))?;
        let written = stream.write(rest)?;
        rest = &rest[written..];
    }
    stream.shutdown(std::net::Shutdown::Write)
}

#[derive(Debug, PartialEq, Eq)]
enum Head {
    Get(String),
    Other,
    Bad(&'static str),
}

fn read_head(stream: &mut TcpStream) -> io::Result<Head> {
    let deadline = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    let mut chunk = [0; 1024];
    while bytes.len() <= HEAD {
        stream.set_read_timeout(Some(left(deadline)?))?;
        let read = stream.read(&mut chunk)?;
        if read == 0 {
            return Ok(Head::Bad("the request was cut off"));
        }
        bytes.extend_from_slice(&chunk[..read]);
        if let Some(head) = parse_head(&bytes) {
            return Ok(head);
        }
    }
    Ok(Head::Bad("the request has more than 8192 bytes"))
}

/// None while the head is not whole.
fn parse_head(bytes: &[u8]) -> Option<Head> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(bytes) {
        Ok(httparse::Status::Partial) => None,
        Err(_) => Some(Head::Bad("not HTTP/1.1")),
        Ok(httparse::Status::Complete(_)) => Some(match (request.method, request.path) {
            (Some("GET"), Some(path)) => Head::Get(path.to_owned()),
            _ => Head::Other,
        }),
    }
}

fn error(status: &str, why: &str) -> Vec<u8> {
    respond(
        status,
        "text/plain; charset=utf-8",
        format!("{why}\n").as_bytes(),
    )
}

fn respond(status: &str, kind: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let mut response = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )
    .into_bytes();
    response.extend_from_slice(body);
    response
}

fn left(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        Err(io::ErrorKind::TimedOut.into())
    } else {
        Ok(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_told_apart() {
        let get = b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";
        assert_eq!(parse_head(get), Some(Head::Get("/metrics".to_owned())));
        assert_eq!(parse_head(&get[..20]), None);
        assert_eq!(parse_head(b"POST / HTTP/1.1\r\n\r\n"), Some(Head::Other));
        assert!(matches!(
            parse_head(b"\x16\x03\x01\x02\x00\x01"),
            Some(Head::Bad(_))
        ));
    }
}
