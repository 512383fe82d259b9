//! What the service answers.

use crate::http::{NOT_FOUND, OK, Request, Status, WRONG_METHOD};
use std::time::Instant;

const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";

/// Counts since the start.
pub struct Stats {
    /// When the service started.
    pub since: Instant,
    /// Requests that were answered as asked.
    pub served: u64,
    /// Requests that were answered with an error.
    pub refused: u64,
    /// Connections that broke before an answer.
    pub broken: u64,
}

impl Stats {
    fn json(&self) -> String {
        format!(
            "{{\"up_ms\":{},\"served\":{},\"refused\":{},\"broken\":{}}}\n",
            self.since.elapsed().as_millis(),
            self.served,
            self.refused,
            self.broken,
        )
    }
}

/// A status, the kind of content, and the content.
pub type Answer = (Status, &'static str, Vec<u8>);

/// A page that only says what went wrong.
pub fn refusal(status: Status) -> Answer {
    (status, TEXT, format!("{status}\n").into_bytes())
}

/// Answer one request.
pub fn answer(request: &Request, body: &[u8], stats: &Stats) -> Answer {
    let read = matches!(request.method.as_str(), "GET" | "HEAD");
    match (request.path.as_str(), request.method.as_str()) {
        ("/", _) if read => (
            OK,
            TEXT,
            b"hello from a partition; try /stats and /echo\n".to_vec(),
        ),
        ("/stats", _) if read => (OK, JSON, stats.json().into_bytes()),
        ("/echo", "POST") => (OK, "application/octet-stream", body.to_vec()),
        ("/" | "/stats" | "/echo", _) => refusal(WRONG_METHOD),
        _ => refusal(NOT_FOUND),
    }
}
