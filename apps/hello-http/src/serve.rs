//! Several connections at a time, on one thread.
//!
//! The standard library has no way to wait for any one of several sockets, so this waits for
//! the first client with a blocking accept, and goes round with [`NAP`]s while there are any.
//!
//! Invariants:
//! - S1: at most [`CLIENTS`] connections are attended to; others wait in the listener's queue.
//! - S2: whatever a client does, the service goes on; only a broken listener ends it.
//! - S3: without a client it uses no processor.

use crate::client::{Client, Step};
use crate::site::Stats;
use std::io;
use std::net::TcpListener;
use std::time::{Duration, Instant};

const CLIENTS: usize = 16;
const NAP: Duration = Duration::from_millis(1);

/// Answer `requests` connections.
///
/// # Errors
/// When the listener breaks.
pub fn serve(listener: &TcpListener, requests: u64) -> io::Result<()> {
    let mut stats = Stats {
        since: Instant::now(),
        served: 0,
        refused: 0,
        broken: 0,
    };
    let mut clients = Vec::new();
    let mut left = requests;
    while left > 0 || !clients.is_empty() {
        let came = admit(listener, &mut clients, left, &mut stats)?;
        left -= came;
        let moved = go_round(&mut clients, &mut stats);
        if came == 0 && !moved && !clients.is_empty() {
            std::thread::sleep(NAP);
        }
    }
    Ok(())
}

/// Accept who is waiting, at most `most`; with nobody to attend to, wait for the first.
fn admit(
    listener: &TcpListener,
    clients: &mut Vec<Client>,
    most: u64,
    stats: &mut Stats,
) -> io::Result<u64> {
    let mut came = 0;
    while came < most && clients.len() < CLIENTS {
        listener.set_nonblocking(!clients.is_empty())?;
        match listener.accept() {
            Ok((stream, _)) => match Client::new(stream) {
                Ok(client) => clients.push(client),
                Err(_) => stats.broken += 1,
            },
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => break,
                // It came and went.
                io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset => {
                    stats.broken += 1;
                }
                _ => return Err(error),
            },
        }
        came += 1;
    }
    Ok(came)
}

/// One step of each. True if there may be more to do at once.
fn go_round(clients: &mut Vec<Client>, stats: &mut Stats) -> bool {
    let mut moved = false;
    clients.retain_mut(|client| {
        let step = client.step(stats);
        moved |= step != Step::Idle;
        step != Step::Ended
    });
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpStream};
    use std::thread::JoinHandle;

    /// A service for so many connections.
    fn service(requests: u64) -> (SocketAddr, JoinHandle<io::Result<()>>) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        (
            address,
            std::thread::spawn(move || serve(&listener, requests)),
        )
    }

    fn ask(address: SocketAddr, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(request).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn an_answer_comes_while_fifteen_others_say_nothing() {
        let (address, service) = service(CLIENTS as u64);
        let silent: Vec<_> = (1..CLIENTS)
            .map(|_| TcpStream::connect(address).unwrap())
            .collect();
        let answer = ask(address, b"GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        for mut stream in silent {
            let mut answer = String::new();
            stream.read_to_string(&mut answer).unwrap();
            assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
        }
        service.join().unwrap().unwrap();
    }

    #[test]
    fn a_body_in_pieces_comes_back_whole() {
        let (address, service) = service(1);
        let body = vec![b'x'; crate::http::BODY_BYTES];
        let head = format!(
            "POST /echo HTTP/1.1\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        for piece in body.chunks(10_000) {
            stream.write_all(piece).unwrap();
            std::thread::sleep(Duration::from_millis(2));
        }
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        assert!(answer.ends_with(&body) && answer.starts_with(b"HTTP/1.1 200 "));
        service.join().unwrap().unwrap();
    }

    #[test]
    fn nonsense_and_farewells_are_counted_and_hurt_nobody() {
        let (address, service) = service(4);
        assert!(ask(address, b"nonsense\r\n\r\n").starts_with("HTTP/1.1 400 "));
        assert!(ask(address, &[b'A'; 9000]).starts_with("HTTP/1.1 431 "));
        let leaves = TcpStream::connect(address).unwrap();
        leaves.shutdown(Shutdown::Both).unwrap();
        let stats = ask(address, b"GET /stats HTTP/1.1\r\n\r\n");
        assert!(stats.contains("\"refused\":2,\"broken\":1"), "{stats}");
        service.join().unwrap().unwrap();
    }
}
