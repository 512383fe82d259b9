//! Exact numbers: fractions of whole numbers of any size.
//!
//! A cost of "1/3" stays a third. Numbers are read as people write them: whole, decimal, with an
//! exponent, or as a fraction; they print as a whole number or as a fraction in lowest terms.
//!
//! # Invariants
//! I1. What is read is at most [`Exact::MAX_DIGITS`] digits long and of a magnitude below
//!     10^[`Exact::MAX_DIGITS`]: one number cannot make all the others slow.
//! I2. Reading what was printed gives the same number.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};
use serde::{Serialize, Serializer};
use std::{
    fmt,
    iter::Sum,
    ops::{Add, Div, Mul, Neg, Sub},
    str::FromStr,
};

/// An exact number; times are in the unit of their task set.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Exact(BigRational);

/// A length of time, in the unit of its task set.
pub type Time = Exact;

/// Why a text is not an exact number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExactError {
    /// Not a number at all, as people write it.
    NotANumber,
    /// Not a number that is finite, as NaN and Infinity.
    NotFinite,
    /// Too many digits, or an exponent too far from 0.
    TooLong,
    /// A fraction of zero.
    ZeroDenominator,
}

impl fmt::Display for ExactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExactError::NotANumber => f.write_str("not a number"),
            ExactError::NotFinite => f.write_str("not a finite number"),
            ExactError::TooLong => write!(
                f,
                "beyond {} digits before or after the point",
                Exact::MAX_DIGITS
            ),
            ExactError::ZeroDenominator => f.write_str("a fraction of zero"),
        }
    }
}

impl std::error::Error for ExactError {}

impl Exact {
    /// The longest number that is read, in decimal digits on either side of the point.
    pub const MAX_DIGITS: usize = 30;

    /// The fraction `numer / denom`.
    ///
    /// # Panics
    /// If `denom` is 0.
    #[must_use]
    pub fn ratio(numer: impl Into<BigInt>, denom: impl Into<BigInt>) -> Exact {
        Exact(BigRational::new(numer.into(), denom.into()))
    }

    /// Nothing.
    #[must_use]
    pub fn zero() -> Exact {
        Exact(BigRational::zero())
    }

    /// One.
    #[must_use]
    pub fn one() -> Exact {
        Exact(BigRational::one())
    }

    /// The numerator in lowest terms; it carries the sign.
    #[must_use]
    pub fn numer(&self) -> &BigInt {
        self.0.numer()
    }

    /// The denominator in lowest terms; above 0.
    #[must_use]
    pub fn denom(&self) -> &BigInt {
        self.0.denom()
    }

    /// Is there no fraction?
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.0.is_integer()
    }

    /// Is it 0?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Is it below 0?
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.0.is_negative()
    }

    /// Is it above 0?
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.0.is_positive()
    }

    /// The largest whole number not above it.
    #[must_use]
    pub fn floor(&self) -> Exact {
        Exact(self.0.floor())
    }

    /// The smallest whole number not below it.
    #[must_use]
    pub fn ceil(&self) -> Exact {
        Exact(self.0.ceil())
    }

    /// The whole number it is, if it is one of 64 bits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        self.is_integer().then(|| self.numer().to_u64())?
    }

    /// Nearly this number, for people and drawings; never for a verdict.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().unwrap_or(f64::NAN)
    }

    /// The least common multiple of two numbers above 0: the smallest number that is a whole
    /// multiple of both.
    #[must_use]
    pub fn lcm(&self, other: &Exact) -> Exact {
        Exact(BigRational::new(
            self.numer().lcm(other.numer()),
            self.denom().gcd(other.denom()),
        ))
    }

    /// For people: whole, or rounded half up to three places. Rounded text begins with `~`.
    #[must_use]
    pub fn display_short(&self) -> String {
        if self.is_integer() {
            return self.to_string();
        }
        let thousandths = (&self.0 * BigInt::from(1000)).round().to_integer();
        let exact = Exact::ratio(thousandths.clone(), 1000) == *self;
        let sign = if thousandths.is_negative() { "-" } else { "" };
        let (whole, rest) = thousandths.abs().div_rem(&BigInt::from(1000));
        let text = format!("{sign}{whole}.{:03}", rest.to_u64().unwrap_or(0));
        let text = text.trim_end_matches('0').trim_end_matches('.');
        if exact {
            text.to_owned()
        } else {
            format!("~{text}")
        }
    }
}

impl From<BigInt> for Exact {
    fn from(number: BigInt) -> Exact {
        Exact(BigRational::from_integer(number))
    }
}

macro_rules! from_whole {
    ($($whole:ty)*) => {$(
        impl From<$whole> for Exact {
            fn from(number: $whole) -> Exact {
                Exact(BigRational::from_integer(number.into()))
            }
        }
    )*};
}
from_whole!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128);

macro_rules! operator {
    ($($Op:ident $op:ident)*) => {$(
        impl $Op<&Exact> for &Exact {
            type Output = Exact;
            fn $op(self, other: &Exact) -> Exact {
                Exact((&self.0).$op(&other.0))
            }
        }
        impl $Op<Exact> for Exact {
            type Output = Exact;
            fn $op(self, other: Exact) -> Exact {
                Exact(self.0.$op(other.0))
            }
        }
        impl $Op<&Exact> for Exact {
            type Output = Exact;
            fn $op(self, other: &Exact) -> Exact {
                Exact(self.0.$op(&other.0))
            }
        }
    )*};
}
operator!(Add add Sub sub Mul mul Div div);

impl Neg for Exact {
    type Output = Exact;
    fn neg(self) -> Exact {
        Exact(-self.0)
    }
}

/// Adds in pairs, so that the numbers stay short for as long as possible.
fn sum(mut terms: Vec<BigRational>) -> BigRational {
    while terms.len() > 1 {
        terms = terms
            .chunks(2)
            .map(|pair| pair.iter().fold(BigRational::zero(), |a, b| a + b))
            .collect();
    }
    terms.pop().unwrap_or_else(BigRational::zero)
}

impl Sum for Exact {
    fn sum<I: Iterator<Item = Exact>>(terms: I) -> Exact {
        Exact(sum(terms.map(|t| t.0).collect()))
    }
}

impl fmt::Display for Exact {
    /// Whole, or a fraction in lowest terms.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numer())
        } else {
            write!(f, "{}/{}", self.numer(), self.denom())
        }
    }
}

impl fmt::Debug for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Exact {
    /// A whole number of 64 bits as a number, everything else as a string.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let whole = self.is_integer().then_some(self.numer());
        if let Some(number) = whole.and_then(ToPrimitive::to_u64) {
            serializer.serialize_u64(number)
        } else if let Some(number) = whole.and_then(ToPrimitive::to_i64) {
            serializer.serialize_i64(number)
        } else {
            serializer.collect_str(self)
        }
    }
}

impl FromStr for Exact {
    type Err = ExactError;

    /// Whole, decimal, with an exponent, or a fraction of two of these.
    fn from_str(text: &str) -> Result<Exact, ExactError> {
        let text = text.trim();
        match text.split_once('/') {
            None => decimal(text).map(Exact),
            Some((numer, denom)) => {
                let (numer, denom) = (decimal(numer.trim())?, decimal(denom.trim())?);
                if denom.is_zero() {
                    return Err(ExactError::ZeroDenominator);
                }
                Ok(Exact(numer / denom))
            }
        }
    }
}

/// A number without a fraction bar.
fn decimal(text: &str) -> Result<BigRational, ExactError> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if ["nan", "inf", "infinity"].contains(&rest.to_ascii_lowercase().as_str()) {
        return Err(ExactError::NotFinite);
    }
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        None => (rest, 0),
        Some((mantissa, exponent)) => (mantissa, power(exponent)?),
    };
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && part.is_empty()) || !digits(whole) || !digits(part) {
        return Err(ExactError::NotANumber);
    }
    let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
    if whole.is_empty() && part.is_empty() {
        return Ok(BigRational::zero());
    }
    let max = Exact::MAX_DIGITS;
    if whole.len() > 2 * max || part.len() > 2 * max {
        return Err(ExactError::TooLong);
    }
    let places = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let before = places(whole.len()).saturating_add(exponent);
    let after = places(part.len()).saturating_sub(exponent);
    if before > places(max) || after > places(max) {
        return Err(ExactError::TooLong);
    }
    let number: BigInt = format!("{whole}{part}")
        .parse()
        .map_err(|_| ExactError::NotANumber)?;
    let number = number * sign;
    let ten = BigInt::from(10);
    let scale = Pow::pow(&ten, after.unsigned_abs());
    Ok(if after > 0 {
        BigRational::new(number, scale)
    } else {
        BigRational::from_integer(number * scale)
    })
}

/// The exponent; one of too many digits is as good as any that is too far from 0.
fn power(text: &str) -> Result<i64, ExactError> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(ExactError::NotANumber);
    }
    text.parse().map_err(|_| ExactError::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, ExactError> {
        text.parse::<Exact>().map(|n| n.to_string())
    }

    #[test]
    fn numbers_are_read_as_people_write_them_and_stay_exact() {
        for (text, same) in [
            ("1/3", "1/3"),
            ("0.1", "1/10"),
            ("-0", "0"),
            ("2.50", "5/2"),
            ("1e3", "1000"),
            ("1.5e-3", "3/2000"),
            (" 4 / 6 ", "2/3"),
            ("0.2/0.5", "2/5"),
            (".5", "1/2"),
            ("0e999999999", "0"),
            ("00012", "12"),
            (
                "123456789012345678901234567890",
                "123456789012345678901234567890",
            ),
        ] {
            assert_eq!(read(text).as_deref(), Ok(same), "{text}");
            assert_eq!(read(same).as_deref(), Ok(same), "I2");
        }
    }

    #[test]
    fn what_is_no_number_or_too_long_is_refused() {
        for (text, error) in [
            ("", ExactError::NotANumber),
            ("NaN", ExactError::NotFinite),
            ("-Infinity", ExactError::NotFinite),
            ("1e309", ExactError::TooLong),
            ("1e-309", ExactError::TooLong),
            ("1e99999999999999999999", ExactError::TooLong),
            ("1/0", ExactError::ZeroDenominator),
            ("1/2/3", ExactError::NotANumber),
            ("0x10", ExactError::NotANumber),
            ("1e", ExactError::NotANumber),
            ("ten", ExactError::NotANumber),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
        assert_eq!(read(&"9".repeat(1_000_000)), Err(ExactError::TooLong));
    }

    #[test]
    fn whole_numbers_are_numbers_in_json_and_others_are_strings() {
        let json = |text: &str| {
            let number: Exact = text.parse().unwrap();
            serde_json::to_string(&number).unwrap()
        };
        assert_eq!(json("12"), "12");
        assert_eq!(json("-12"), "-12");
        assert_eq!(json("1/3"), "\"1/3\"");
        assert_eq!(json("18446744073709551615"), "18446744073709551615");
        assert_eq!(json("18446744073709551616"), "\"18446744073709551616\"");
    }

    #[test]
    fn multiples_of_fractions_are_common() {
        let (a, b) = (Exact::ratio(1, 2), Exact::ratio(1, 3));
        assert_eq!(a.lcm(&b), Exact::one());
        assert_eq!(Exact::from(4).lcm(&Exact::from(6)), Exact::from(12));
    }

    #[test]
    fn people_see_three_places_and_that_they_are_rounded() {
        assert_eq!(Exact::ratio(1, 3).display_short(), "~0.333");
        assert_eq!(Exact::ratio(-5, 2).display_short(), "-2.5");
        assert_eq!(Exact::ratio(1, 100_000).display_short(), "~0");
        assert_eq!(Exact::from(7).display_short(), "7");
    }
}
