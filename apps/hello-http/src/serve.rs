//! One connection after the other.
//!
//! Invariants:
//! - S1: a client has [`PATIENCE`] from its connection to the end of the answer.
//! - S2: whatever a client does, the service goes on; only a broken listener ends it.

use crate::http::{self, HEAD_BYTES, Request, Status};
use crate::net::{Listener, Stream};
use crate::site::{self, Answer, Stats};
use std::io;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(2);
/// For what a client still sends after its answer; without it the answer could get lost.
const FAREWELL: Duration = Duration::from_millis(200);

/// Why there is no request.
enum Unread {
    Refused(Status),
    Broken,
}

/// Answer `requests` connections.
///
/// # Errors
/// When the listener breaks.
pub fn serve(listener: &Listener, requests: u64) -> io::Result<()> {
    let mut stats = Stats {
        since: Instant::now(),
        served: 0,
        refused: 0,
        broken: 0,
    };
    for _ in 0..requests {
        let mut client = listener.accept()?;
        if attend(&mut client, &mut stats).is_err() {
            stats.broken += 1;
        }
    }
    Ok(())
}

fn attend(client: &mut Stream, stats: &mut Stats) -> io::Result<()> {
    let deadline = Instant::now() + PATIENCE;
    let (answer, with_body) = match read_request(client, deadline) {
        Ok((request, body)) => (
            site::answer(&request, &body, stats),
            request.method != "HEAD",
        ),
        Err(Unread::Refused(status)) => (site::refusal(status), true),
        Err(Unread::Broken) => return Err(io::ErrorKind::ConnectionAborted.into()),
    };
    send(client, &answer, with_body)?;
    match answer.0 {
        http::OK => stats.served += 1,
        _ => stats.refused += 1,
    }
    Ok(())
}

/// A client that was too slow to ask still gets some time for the answer.
fn send(client: &mut Stream, (status, kind, body): &Answer, with_body: bool) -> io::Result<()> {
    let deadline = Instant::now() + PATIENCE;
    client.write_all(&http::response(*status, kind, body, with_body), deadline)?;
    client.end()?;
    let deadline = Instant::now() + FAREWELL;
    let mut rest = [0; 4096];
    while matches!(client.read(&mut rest, deadline), Ok(1..)) && Instant::now() < deadline {}
    Ok(())
}

fn read_request(client: &mut Stream, deadline: Instant) -> Result<(Request, Vec<u8>), Unread> {
    let mut bytes = Vec::new();
    let request = loop {
        if let Some(request) = http::parse(&bytes).map_err(Unread::Refused)? {
            break request;
        }
        read_more(client, &mut bytes, HEAD_BYTES, deadline)?;
    };
    let whole = request.head_bytes + request.body_bytes;
    while bytes.len() < whole {
        read_more(client, &mut bytes, whole, deadline)?;
    }
    let body = bytes[request.head_bytes..whole].to_vec();
    Ok((request, body))
}

/// Append what comes next, so that `bytes` is not longer than `most`.
fn read_more(
    client: &mut Stream,
    bytes: &mut Vec<u8>,
    most: usize,
    deadline: Instant,
) -> Result<(), Unread> {
    let mut buffer = [0; 4096];
    let room = most.saturating_sub(bytes.len()).min(buffer.len());
    match client.read(&mut buffer[..room], deadline) {
        Ok(0) => Err(Unread::Broken),
        Ok(count) => {
            bytes.extend_from_slice(&buffer[..count]);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::TimedOut => {
            Err(Unread::Refused(http::TOO_SLOW))
        }
        Err(_) => Err(Unread::Broken),
    }
}
