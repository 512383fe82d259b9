//! Lengths of time.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::{borrow::Cow, fmt, str::FromStr};

/// A length of time in whole nanoseconds, written `8 ms`, `500 us`, `20 ns` or `1 s`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span(u64);

/// Units, largest first.
const UNITS: [(&str, u64); 4] = [
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("us", 1000),
    ("ns", 1),
];

/// Why a text is no length of time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpanError {
    /// It does not start with digits.
    #[error("a time starts with a whole number, as in \"8 ms\"")]
    NoNumber,
    /// Fractions would hide rounding.
    #[error("a time is a whole number: write 1500 us instead of 1.5 ms")]
    Fraction,
    /// No unit we know.
    #[error("the units are ns, us, ms and s")]
    Unit,
    /// More than 64 bits.
    #[error("a time is below 585 years")]
    TooLarge,
}

impl Span {
    /// That many nanoseconds.
    #[must_use]
    pub const fn from_ns(ns: u64) -> Span {
        Span(ns)
    }

    /// That many microseconds; the most 64 bits hold, if it is more.
    #[must_use]
    pub const fn from_us(us: u64) -> Span {
        Span(us.saturating_mul(1000))
    }

    /// In nanoseconds.
    #[must_use]
    pub const fn ns(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Span {
    /// In the largest unit that divides it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |(_, size): &&(&str, u64)| self.0 != 0 && self.0.is_multiple_of(*size);
        let (unit, size) = UNITS.iter().find(fits).unwrap_or(&("ms", 1_000_000));
        write!(f, "{} {unit}", self.0 / size)
    }
}

impl FromStr for Span {
    type Err = SpanError;

    fn from_str(text: &str) -> Result<Span, SpanError> {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, rest) = text.split_at(digits);
        if number.is_empty() {
            return Err(SpanError::NoNumber);
        }
        if rest.starts_with(['.', ',']) {
            return Err(SpanError::Fraction);
        }
        let unit = rest.strip_prefix(' ').unwrap_or(rest);
        let (_, size) = UNITS
            .iter()
            .find(|(name, _)| *name == unit)
            .ok_or(SpanError::Unit)?;
        let number: u64 = number.parse().map_err(|_| SpanError::TooLarge)?;
        number
            .checked_mul(*size)
            .map(Span)
            .ok_or(SpanError::TooLarge)
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl JsonSchema for Span {
    fn schema_name() -> Cow<'static, str> {
        "Time".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "x-kind": "time", "pattern": "^[0-9]+ ?(ns|us|ms|s)$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written_in_the_largest_unit_that_divides() {
        let ns = |text: &str| text.parse::<Span>().map(Span::ns);
        assert_eq!(ns("8 ms"), Ok(8_000_000));
        assert_eq!(ns("8ms"), Ok(8_000_000));
        assert_eq!(ns("0 s"), Ok(0));
        assert_eq!(ns("8"), Err(SpanError::Unit));
        assert_eq!(ns("1.5 ms"), Err(SpanError::Fraction));
        assert_eq!(ns("ms"), Err(SpanError::NoNumber));
        assert_eq!(ns("99999999999 s"), Err(SpanError::TooLarge));
        let text = |n| Span::from_ns(n).to_string();
        assert_eq!((text(0), text(1500)), ("0 ms".into(), "1500 ns".into()));
        assert_eq!(text(2_000_000_000), "2 s");
        assert_eq!(text(u64::MAX).parse(), Ok(Span::from_ns(u64::MAX)));
    }
}
