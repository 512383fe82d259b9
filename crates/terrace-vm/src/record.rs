//! Journal records: their form in the ring, and lines put together from output.

use serde::{Deserialize, Serialize};

/// Where a record comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The log, with its level 1..=4.
    Log(u32),
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

impl Source {
    /// As people read it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Source::Log(1) => "error",
            Source::Log(2) => "warn",
            Source::Log(3) => "info",
            Source::Log(_) => "debug",
            Source::Out => "out",
            Source::Err => "err",
        }
    }
}

/// One line of a partition's log or output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Counts up by one per partition.
    pub sequence: u64,
    /// Monotonic ns.
    pub at_ns: u64,
    /// Where it comes from.
    pub source: Source,
    /// The text, without its line end.
    pub text: String,
}

/// Bytes before a record's text in the ring: source, length, time.
pub(crate) const HEADER: usize = 11;

pub(crate) fn header(source: Source, len: u16, at: u64) -> [u8; HEADER] {
    let mut head = [0; HEADER];
    head[0] = match source {
        Source::Log(level) => u8::try_from(level).unwrap_or(u8::MAX),
        Source::Out => 0x80,
        Source::Err => 0x81,
    };
    head[1..3].copy_from_slice(&len.to_le_bytes());
    head[3..].copy_from_slice(&at.to_le_bytes());
    head
}

pub(crate) fn parse_header(head: &[u8; HEADER]) -> (Source, u16, u64) {
    let source = match head[0] {
        0x80 => Source::Out,
        0x81 => Source::Err,
        level => Source::Log(u32::from(level)),
    };
    let mut at = [0; 8];
    at.copy_from_slice(&head[3..]);
    (
        source,
        u16::from_le_bytes([head[1], head[2]]),
        u64::from_le_bytes(at),
    )
}

/// A line that is not finished yet, bounded: longer ones are cut in pieces.
#[derive(Debug, Default)]
pub(crate) struct Line(Vec<u8>);

const LONGEST: usize = terrace_abi::LOG_BYTES as usize;

impl Line {
    /// Whole lines that `bytes` complete.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut whole = Vec::new();
        for &byte in bytes {
            if byte != b'\n' {
                self.0.push(byte);
            }
            if byte == b'\n' || self.0.len() >= LONGEST {
                whole.push(std::mem::take(&mut self.0));
            }
        }
        whole
    }

    /// What is left without a line end.
    pub(crate) fn finish(&mut self) -> Option<Vec<u8>> {
        (!self.0.is_empty()).then(|| std::mem::take(&mut self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_survive_the_ring() {
        for source in [Source::Log(1), Source::Log(4), Source::Out, Source::Err] {
            assert_eq!(
                parse_header(&header(source, 513, u64::MAX - 1)),
                (source, 513, u64::MAX - 1)
            );
        }
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut line = Line::default();
        let pieces = line.feed(&vec![b'x'; LONGEST * 2 + 3]);
        assert_eq!(pieces.len(), 2);
        assert_eq!(line.finish().map(|l| l.len()), Some(3));
    }
}
