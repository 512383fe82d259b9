//! Where in this process memory lies, by kind of mapping: tells which part of an instance is dear.

use anyhow::{Context, Result};
use std::collections::BTreeMap;

/// Proportional set size in bytes, by kind of mapping.
#[derive(Debug, Clone, Default)]
pub struct Places(BTreeMap<&'static str, u64>);

impl Places {
    /// Look at this process now.
    ///
    /// # Errors
    /// Without `/proc`.
    pub fn now() -> Result<Places> {
        let path = "/proc/self/smaps";
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
        Ok(Places::parse(&text))
    }

    fn parse(text: &str) -> Places {
        let mut places = Places::default();
        let mut kind = "";
        for line in text.lines() {
            if let Some(found) = kind_of(line) {
                kind = found;
            } else if let Some(rest) = line.strip_prefix("Pss:") {
                let kib: u64 = rest
                    .split_whitespace()
                    .next()
                    .and_then(|n| n.parse().ok())
                    .unwrap_or(0);
                *places.0.entry(kind).or_default() += kib * 1024;
            }
        }
        places
    }

    /// What grew since `before`, one of `count`, as text.
    #[must_use]
    pub fn growth(&self, before: &Places, count: usize) -> String {
        let each = self.0.iter().map(|(kind, now)| {
            let grown = now.saturating_sub(before.0.get(kind).copied().unwrap_or(0));
            (grown / count as u64, *kind)
        });
        let mut each: Vec<_> = each.filter(|(bytes, _)| *bytes > 0).collect();
        each.sort_unstable_by(|a, b| b.cmp(a));
        each.iter()
            .map(|(bytes, kind)| format!("{kind} {bytes}"))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// The kind of mapping that this line opens; none if it is a line inside of one.
fn kind_of(line: &str) -> Option<&'static str> {
    let mut fields = line.split_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let (start, end) = (
        u64::from_str_radix(start, 16).ok()?,
        u64::from_str_radix(end, 16).ok()?,
    );
    let name = fields.nth(4).unwrap_or("");
    Some(match name {
        "[heap]" => "heap",
        name if name.starts_with("/memfd") => "initial data (copy-on-write)",
        // The guard page of a fiber stack is a mapping of its own.
        "" if end - start == 2 * terrace_abi::STACK_BYTES => "fiber stacks",
        "" => "other anonymous memory (guest memories, tables, arenas)",
        _ => "files and the rest",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mappings_are_told_apart() {
        let text = "55d000-55e000 rw-p 00000000 00:00 0    [heap]\nPss:   8 kB\nPss_Dirty: 8 kB\n\
                    7f0000000000-7f0000100000 rw-p 00000000 00:00 0 \nPss:   12 kB\n";
        let places = Places::parse(text);
        assert_eq!(
            places.growth(&Places::default(), 2),
            "fiber stacks 6144, heap 4096"
        );
    }
}
