//! What Linux reports of this process's mappings.

use std::fs;

/// Neighbouring mappings that can be read and written, put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// First address.
    pub start: u64,
    /// First address after it.
    pub end: u64,
    /// Bytes of pages that are this process's own, in memory or swapped out.
    pub private: u64,
}

impl Stretch {
    /// All stretches of this process.
    ///
    /// # Panics
    /// Without `/proc`.
    #[must_use]
    pub fn all() -> Vec<Stretch> {
        let text = fs::read_to_string("/proc/self/smaps").expect("/proc is mounted");
        let mut found: Vec<Stretch> = Vec::new();
        let mut counts = false;
        for line in text.lines() {
            if let Some((start, end, writable)) = heading(line) {
                counts = writable;
                match found.last_mut().filter(|s| writable && s.end == start) {
                    Some(stretch) => stretch.end = end,
                    None if writable => found.push(Stretch {
                        start,
                        end,
                        private: 0,
                    }),
                    None => {}
                }
            } else if counts && let Some(stretch) = found.last_mut() {
                stretch.private += private(line);
            }
        }
        found
    }

    /// Stretches of exactly this many bytes.
    #[must_use]
    pub fn of_size(bytes: u64) -> Vec<Stretch> {
        Stretch::all()
            .into_iter()
            .filter(|s| s.end - s.start == bytes)
            .collect()
    }
}

fn heading(line: &str) -> Option<(u64, u64, bool)> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let start = u64::from_str_radix(start, 16).ok()?;
    let end = u64::from_str_radix(end, 16).ok()?;
    Some((start, end, rest.starts_with("rw")))
}

fn private(line: &str) -> u64 {
    let kib = line
        .strip_prefix("Anonymous:")
        .or(line.strip_prefix("Swap:"));
    let kib = kib.and_then(|rest| rest.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}
