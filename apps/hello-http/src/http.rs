//! A request from bytes, a response to bytes. Source: RFC 9112.

use std::fmt;

/// Longest request line with its headers.
pub const HEAD_BYTES: usize = 8 << 10;
/// Longest body.
pub const BODY_BYTES: usize = 64 << 10;
const HEADERS: usize = 64;

/// What the client wants.
#[derive(Debug, PartialEq, Eq)]
pub struct Request {
    /// The method, such as `GET`.
    pub method: String,
    /// The path without its query.
    pub path: String,
    /// Length of the body.
    pub body_bytes: usize,
    /// Length of what precedes the body.
    pub head_bytes: usize,
}

/// Status of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Status(pub u16, pub &'static str);

/// 200
pub const OK: Status = Status(200, "OK");
/// 400
pub const BAD_REQUEST: Status = Status(400, "Bad Request");
/// 404
pub const NOT_FOUND: Status = Status(404, "Not Found");
/// 405
pub const WRONG_METHOD: Status = Status(405, "Method Not Allowed");
/// 408
pub const TOO_SLOW: Status = Status(408, "Request Timeout");
/// 413
pub const BODY_TOO_LONG: Status = Status(413, "Content Too Large");
/// 431
pub const HEAD_TOO_LONG: Status = Status(431, "Request Header Fields Too Large");
/// 501
pub const NOT_IMPLEMENTED: Status = Status(501, "Not Implemented");
/// 505
pub const WRONG_VERSION: Status = Status(505, "HTTP Version Not Supported");

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

/// The request whose head begins `bytes`; `None` while its head is not complete.
///
/// # Errors
/// The status to answer with.
pub fn parse(bytes: &[u8]) -> Result<Option<Request>, Status> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    let head_bytes = match head.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) if bytes.len() < HEAD_BYTES => return Ok(None),
        Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
            return Err(HEAD_TOO_LONG);
        }
        Err(httparse::Error::Version) => return Err(WRONG_VERSION),
        Err(_) => return Err(BAD_REQUEST),
    };
    let (Some(method), Some(target)) = (head.method, head.path) else {
        return Err(BAD_REQUEST);
    };
    Ok(Some(Request {
        method: method.to_owned(),
        path: target.split('?').next().unwrap_or(target).to_owned(),
        body_bytes: body_bytes(head.headers)?,
        head_bytes,
    }))
}

/// The length of the body; two different lengths are an attack (RFC 9112, section 6.3).
fn body_bytes(headers: &[httparse::Header<'_>]) -> Result<usize, Status> {
    let mut length = None;
    for header in headers {
        if header.name.eq_ignore_ascii_case("transfer-encoding") {
            return Err(NOT_IMPLEMENTED);
        }
        if header.name.eq_ignore_ascii_case("content-length") {
            let this = decimal(header.value)?;
            if length.is_some_and(|other| other != this) {
                return Err(BAD_REQUEST);
            }
            length = Some(this);
        }
    }
    match length.unwrap_or(0) {
        length if length > BODY_BYTES as u64 => Err(BODY_TOO_LONG),
        length => usize::try_from(length).map_err(|_| BODY_TOO_LONG),
    }
}

/// Digits only: `parse` alone would take a sign.
fn decimal(value: &[u8]) -> Result<u64, Status> {
    if value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
        return Err(BAD_REQUEST);
    }
    let text = std::str::from_utf8(value).map_err(|_| BAD_REQUEST)?;
    text.parse().map_err(|_| BODY_TOO_LONG)
}

/// A response as it goes over the connection.
pub fn response(status: Status, kind: &str, body: &[u8], with_body: bool) -> Vec<u8> {
    let mut bytes = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len(),
    )
    .into_bytes();
    if with_body {
        bytes.extend_from_slice(body);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post(headers: &str) -> Result<Option<Request>, Status> {
        parse(format!("POST /echo?x=1 HTTP/1.1\r\n{headers}\r\n").as_bytes())
    }

    #[test]
    fn a_head_is_read_once_it_is_complete() {
        assert_eq!(parse(b"GET / HTTP/1.1\r\nHost: a\r\n"), Ok(None));
        let request = post("Content-Length: 5\r\n").unwrap().unwrap();
        assert_eq!((request.path.as_str(), request.body_bytes), ("/echo", 5));
    }

    #[test]
    fn each_defect_has_its_status() {
        assert_eq!(parse(b"nonsense\r\n\r\n"), Err(BAD_REQUEST));
        assert_eq!(parse(b"GET / HTTP/9.9\r\n\r\n"), Err(WRONG_VERSION));
        assert_eq!(parse(&[b'A'; HEAD_BYTES]), Err(HEAD_TOO_LONG));
        assert_eq!(post(&"a: b\r\n".repeat(HEADERS + 1)), Err(HEAD_TOO_LONG));
        assert_eq!(post("Content-Length: +5\r\n"), Err(BAD_REQUEST));
        assert_eq!(
            post("Content-Length: 5\r\nContent-Length: 6\r\n"),
            Err(BAD_REQUEST)
        );
        assert_eq!(post("Content-Length: 65537\r\n"), Err(BODY_TOO_LONG));
        assert_eq!(
            post("Content-Length: 99999999999999999999999\r\n"),
            Err(BODY_TOO_LONG)
        );
        assert_eq!(post("Transfer-Encoding: chunked\r\n"), Err(NOT_IMPLEMENTED));
    }
}
