//! Sizes of memory.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr};

/// A number of bytes, written `2 MiB`, `512 KiB`, `1 GiB` or as a plain number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bytes(u64);

/// Units, largest first.
const UNITS: [(&str, u64); 5] = [
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("B", 1),
];

/// Why a text is no size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// It does not start with digits.
    #[error("a size starts with a whole number, as in \"2 MiB\"")]
    NoNumber,
    /// Fractions would hide rounding.
    #[error("a size is a whole number: write 1536 KiB instead of 1.5 MiB")]
    Fraction,
    /// Units of 1000, or none we know.
    #[error("the units are B, KiB, MiB, GiB and TiB (of 1024)")]
    Unit,
    /// More than 64 bits.
    #[error("a size is below 16777216 TiB")]
    TooLarge,
}

impl Bytes {
    /// That many bytes.
    #[must_use]
    pub const fn new(bytes: u64) -> Bytes {
        Bytes(bytes)
    }

    /// That many MiB; the most 64 bits hold, if it is more.
    #[must_use]
    pub const fn mib(mib: u64) -> Bytes {
        Bytes(mib.saturating_mul(1 << 20))
    }

    /// As a number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Bytes {
    /// In the largest unit that divides it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |(_, size): &&(&str, u64)| self.0 != 0 && self.0.is_multiple_of(*size);
        let (unit, size) = UNITS.iter().find(fits).unwrap_or(&("B", 1));
        write!(f, "{} {unit}", self.0 / size)
    }
}

impl FromStr for Bytes {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Bytes, SizeError> {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = text.split_at(digits);
        if number.is_empty() {
            return Err(SizeError::NoNumber);
        }
        if rest.starts_with(['.', ',']) {
            return Err(SizeError::Fraction);
        }
        let unit = rest.strip_prefix(' ').unwrap_or(rest);
        let size = match UNITS.iter().find(|(name, _)| *name == unit) {
            Some((_, size)) => *size,
            None if rest.is_empty() => 1,
            None => return Err(SizeError::Unit),
        };
        let number: u64 = number.parse().map_err(|_| SizeError::TooLarge)?;
        number
            .checked_mul(size)
            .map(Bytes)
            .ok_or(SizeError::TooLarge)
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl JsonSchema for Bytes {
    fn schema_name() -> Cow<'static, str> {
        "Size".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [
            { "type": "string", "pattern": "^[0-9]+( ?(B|KiB|MiB|GiB|TiB))?$" },
            { "type": "integer", "minimum": 0 },
        ]})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        let size = |text: &str| text.parse::<Bytes>().map(Bytes::get);
        assert_eq!(size("2 MiB"), Ok(2 << 20));
        assert_eq!(size("2MiB"), Ok(2 << 20));
        assert_eq!(size("512"), Ok(512));
        assert_eq!(size("0 B"), Ok(0));
        assert_eq!(size("1.5 MiB"), Err(SizeError::Fraction));
        assert_eq!(size("2 MB"), Err(SizeError::Unit));
        assert_eq!(size("2  MiB"), Err(SizeError::Unit));
        assert_eq!(size("2 "), Err(SizeError::Unit));
        assert_eq!(size("-2 MiB"), Err(SizeError::NoNumber));
        assert_eq!(size(""), Err(SizeError::NoNumber));
        assert_eq!(size("16777216 TiB"), Err(SizeError::TooLarge));
        assert_eq!(size("99999999999999999999"), Err(SizeError::TooLarge));
    }

    #[test]
    fn sizes_are_written_in_the_largest_unit_that_divides() {
        let text = |n| Bytes::new(n).to_string();
        assert_eq!(text(0), "0 B");
        assert_eq!(text(1536 << 10), "1536 KiB");
        assert_eq!(text(64 << 20), "64 MiB");
        assert_eq!(text(1000), "1000 B");
        assert_eq!(text(u64::MAX).parse(), Ok(Bytes::new(u64::MAX)));
    }
}
