//! Hello-http: a small HTTP/1.1 service on loopback.
//!
//! Usage: `hello-http [PORT [REQUESTS]]` (else 8080, and no end). Answers `GET /`, `GET /stats`
//! and `POST /echo`. One request per connection, several connections at a time; a client that
//! is slow or sends nonsense gets an answer that says so, and costs the others nothing.
#![forbid(unsafe_code)]

mod client;
mod http;
mod serve;
mod site;

use std::net::{Ipv4Addr, TcpListener};
use std::process::ExitCode;

fn number<T: std::str::FromStr>(place: usize, name: &str, otherwise: T) -> Result<T, String> {
    match std::env::args().nth(place) {
        None => Ok(otherwise),
        Some(text) => text
            .parse()
            .map_err(|_| format!("{name} is {text:?}; it must be a whole number in range")),
    }
}

fn run() -> Result<(), String> {
    let port: u16 = number(1, "PORT", 8080)?;
    let requests: u64 = number(2, "REQUESTS", u64::MAX)?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        format!("127.0.0.1:{port}: {error}; is it free, and in `network` of the manifest?")
    })?;
    println!("hello-http: http://127.0.0.1:{port}/");
    serve::serve(&listener, requests).map_err(|error| format!("127.0.0.1:{port}: {error}"))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("hello-http: {problem}");
            ExitCode::FAILURE
        }
    }
}
