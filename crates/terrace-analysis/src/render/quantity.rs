//! Exact numbers as people read them.

use crate::exact::{Exact, Time};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};

/// Digits behind the point that are shown.
const DIGITS: u32 = 3;

/// A time of a set whose unit is called `unit`: in the unit that suits it where the unit is a
/// known one, and as it is where not.
#[must_use]
pub fn time(value: &Time, unit: &str) -> String {
    const UNITS: [(&str, i64); 4] = [
        ("ns", 1),
        ("us", 1000),
        ("ms", 1_000_000),
        ("s", 1_000_000_000),
    ];
    let Some((_, scale)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        return number(value);
    };
    let ns = value * &Exact::from(*scale);
    if ns.is_zero() {
        return "0".to_owned();
    }
    let size = |s: i64| ns.numer().abs() >= ns.denom() * BigInt::from(s);
    let fits = UNITS
        .iter()
        .rev()
        .find(|(_, s)| size(*s))
        .unwrap_or(&UNITS[0]);
    // The largest unit in which it is short: 1500 us rather than 1.5 ms where that is exact.
    format!("{} {}", number(&(&ns / &Exact::from(fits.1))), fits.0)
}

/// As [`time`], but never rounded: for values that decide.
#[must_use]
pub(crate) fn exact_time(value: &Time, unit: &str) -> String {
    let short = time(value, unit);
    match short.starts_with('~') {
        true => format!("{value} {unit}").trim_end().to_owned(),
        false => short,
    }
}

/// A number: whole, or with at most three digits behind the point; `~` where it was rounded.
pub(super) fn number(value: &Exact) -> String {
    let scale = BigInt::from(10u32.pow(DIGITS));
    let (scaled, rest) = (value.numer() * &scale).div_rem(value.denom());
    let sign = if value.is_negative() { "-" } else { "" };
    let about = if rest.is_zero() { "" } else { "~" };
    let (whole, part) = scaled.abs().div_rem(&scale);
    let part = format!("{:0>3}", part.to_string());
    let part = part.trim_end_matches('0');
    match part.is_empty() {
        true => format!("{about}{sign}{whole}"),
        false => format!("{about}{sign}{whole}.{part}"),
    }
}

/// A share as a percentage with one digit.
pub(super) fn percent(value: &Exact) -> String {
    let tenths = (value.numer() * BigInt::from(1000)).div_floor(value.denom());
    let (whole, tenth) = tenths.div_rem(&BigInt::from(10));
    match tenth.is_zero() {
        true => format!("{whole} %"),
        false => format!("{whole}.{} %", tenth.abs()),
    }
}

/// Bytes in the largest unit in which they are at least one, with one digit.
#[must_use]
pub fn bytes(count: u64) -> String {
    const UNITS: [(&str, u64); 4] = [
        ("TiB", 1 << 40),
        ("GiB", 1 << 30),
        ("MiB", 1 << 20),
        ("KiB", 1 << 10),
    ];
    let Some((unit, size)) = UNITS.iter().find(|(_, size)| count >= *size) else {
        return format!("{count} B");
    };
    let tenths = u128::from(count) * 10 / u128::from(*size);
    match tenths % 10 {
        0 => format!("{} {unit}", tenths / 10),
        tenth => format!("{}.{tenth} {unit}", tenths / 10),
    }
}
