//! Lines in and out of a socket, each with a size and a time it may take.
//!
//! # Invariants
//! I1. At most [`REQUEST_BYTES`] and one read more are held for a line that has not ended.
//! I2. Every call ends: a peer that sends nothing, half a line, or reads nothing costs a
//!     thread for a bounded time.

use crate::protocol::REQUEST_BYTES;
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

const CHUNK: usize = 16 << 10;

/// How long a peer may take.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// Between requests.
    pub idle: Duration,
    /// From the first byte of a request to its last.
    pub request: Duration,
    /// To read one answer.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            idle: Duration::from_secs(300),
            request: Duration::from_secs(10),
            answer: Duration::from_secs(30),
        }
    }
}

/// What came.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line, without its end.
    Whole(Vec<u8>),
    /// The peer closed, perhaps in the middle of a line.
    Closed,
    /// Nothing came in time.
    Idle,
    /// A line began and did not end in time.
    Half,
    /// The line is too long.
    TooLong,
}

/// Cuts what comes into lines.
#[derive(Debug)]
pub(crate) struct LineReader<'a> {
    stream: &'a UnixStream,
    buffer: Vec<u8>,
    /// Bytes of the buffer known to hold no line end.
    searched: usize,
}

impl<'a> LineReader<'a> {
    pub(crate) fn new(stream: &'a UnixStream) -> LineReader<'a> {
        LineReader {
            stream,
            buffer: Vec::new(),
            searched: 0,
        }
    }

    /// The next line.
    pub(crate) fn next(&mut self, patience: Patience) -> io::Result<Line> {
        let begun = Instant::now();
        let mut in_line = (!self.buffer.is_empty()).then_some(begun);
        loop {
            if let Some(line) = self.take() {
                return Ok(line);
            }
            let deadline = match in_line {
                Some(begun) => begun + patience.request,
                None => begun + patience.idle,
            };
            let late = if in_line.is_some() {
                Line::Half
            } else {
                Line::Idle
            };
            let Some(left) = left(deadline) else {
                return Ok(late);
            };
            self.stream.set_read_timeout(Some(left))?;
            match self.read() {
                Ok(0) => return Ok(Line::Closed),
                Ok(_) => in_line = in_line.or_else(|| Some(Instant::now())),
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(late),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) => return Err(e),
            }
        }
    }

    /// A line out of the buffer, or the news that there will be none.
    fn take(&mut self) -> Option<Line> {
        let end = self.buffer[self.searched..]
            .iter()
            .position(|&b| b == b'\n');
        let length = end.map_or(self.buffer.len(), |end| self.searched + end);
        if length > REQUEST_BYTES {
            return Some(Line::TooLong);
        }
        self.searched = length;
        end?;
        let rest = self.buffer.split_off(length + 1);
        let mut line = std::mem::replace(&mut self.buffer, rest);
        line.pop();
        self.searched = 0;
        Some(Line::Whole(line))
    }

    fn read(&mut self) -> io::Result<usize> {
        let old = self.buffer.len();
        self.buffer.resize(old + CHUNK, 0);
        let read = self.stream.read(&mut self.buffer[old..]);
        self.buffer
            .truncate(old + read.as_ref().copied().unwrap_or(0));
        read
    }
}

/// Write a line, whose end is added here.
pub(crate) fn send(
    mut stream: &UnixStream,
    mut line: Vec<u8>,
    patience: Duration,
) -> io::Result<()> {
    line.push(b'\n');
    let deadline = Instant::now() + patience;
    let mut rest = &line[..];
    while !rest.is_empty() {
        let left = left(deadline).ok_or(ErrorKind::TimedOut)?;
        stream.set_write_timeout(Some(left))?;
        match stream.write(rest) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(n) => rest = &rest[n..],
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            Err(e) if e.kind() == ErrorKind::WouldBlock => return Err(ErrorKind::TimedOut.into()),
            Err(e) => return Err(e),
        }
    }
    Ok(())
}

/// Time to a deadline; a timeout of zero would mean no timeout to Linux.
fn left(deadline: Instant) -> Option<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    (!left.is_zero()).then_some(left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short() -> Patience {
        let time = Duration::from_millis(30);
        Patience {
            idle: time,
            request: time,
            answer: time,
        }
    }

    #[test]
    fn lines_come_whole_however_they_are_cut() {
        let (mut far, near) = UnixStream::pair().unwrap();
        far.write_all(b"one\n\ntwo\nthr").unwrap();
        let mut reader = LineReader::new(&near);
        for expected in [&b"one"[..], b"", b"two"] {
            assert_eq!(
                reader.next(short()).unwrap(),
                Line::Whole(expected.to_vec())
            );
        }
        far.write_all(b"ee\n").unwrap();
        assert_eq!(
            reader.next(short()).unwrap(),
            Line::Whole(b"three".to_vec())
        );
        drop(far);
        assert_eq!(reader.next(short()).unwrap(), Line::Closed);
    }

    #[test]
    fn silence_and_half_a_line_are_told_apart() {
        let (mut far, near) = UnixStream::pair().unwrap();
        let mut reader = LineReader::new(&near);
        assert_eq!(reader.next(short()).unwrap(), Line::Idle);
        far.write_all(b"half").unwrap();
        assert_eq!(reader.next(short()).unwrap(), Line::Half);
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let (mut far, near) = UnixStream::pair().unwrap();
        let writer = std::thread::spawn(move || far.write_all(&vec![b'x'; REQUEST_BYTES * 2]));
        let mut reader = LineReader::new(&near);
        let patience = Patience {
            idle: Duration::from_secs(60),
            ..Patience::default()
        };
        assert_eq!(reader.next(patience).unwrap(), Line::TooLong);
        assert!(
            reader.buffer.len() <= REQUEST_BYTES + CHUNK,
            "{}",
            reader.buffer.len()
        );
        drop(near);
        assert!(writer.join().unwrap().is_err());
    }

    #[test]
    fn the_longest_line_is_accepted() {
        let (mut far, near) = UnixStream::pair().unwrap();
        let writer = std::thread::spawn(move || {
            let mut line = vec![b'x'; REQUEST_BYTES];
            line.push(b'\n');
            far.write_all(&line)
        });
        let found = LineReader::new(&near).next(Patience::default()).unwrap();
        assert!(matches!(found, Line::Whole(line) if line.len() == REQUEST_BYTES));
        writer.join().unwrap().unwrap();
    }

    #[test]
    fn a_reader_that_stopped_is_given_up() {
        let (_far, near) = UnixStream::pair().unwrap();
        let sent = send(&near, vec![b'x'; 16 << 20], Duration::from_millis(50));
        assert_eq!(sent.unwrap_err().kind(), ErrorKind::TimedOut);
    }
}
