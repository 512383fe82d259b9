//! The whole numbers that recurrences are solved in: 64 bits, 128 bits, or any size.
//!
//! All times of a set are multiples of one unit, so that inside the recurrences only whole
//! numbers appear. They are tried from the fastest to the largest; arithmetic is checked, and
//! an overflow means: try again with the next.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{CheckedAdd, CheckedMul, ToPrimitive};
use std::fmt::Debug;

/// A number became too large for its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Overflow;

/// Whole numbers from 0.
pub(crate) trait Whole: Clone + Ord + Debug + Integer + CheckedAdd + CheckedMul {
    /// The number, if it is not negative and fits.
    fn from_big(number: &BigInt) -> Option<Self>;
    /// The number in any size.
    fn to_big(&self) -> BigInt;

    fn plus(&self, other: &Self) -> Result<Self, Overflow> {
        self.checked_add(other).ok_or(Overflow)
    }

    fn times(&self, other: &Self) -> Result<Self, Overflow> {
        self.checked_mul(other).ok_or(Overflow)
    }

    /// `self - other`, or 0 if that is below.
    fn less(&self, other: &Self) -> Self {
        if self > other {
            self.clone() - other.clone()
        } else {
            Self::zero()
        }
    }

    /// The whole part of `self / other`; `other` is not 0.
    fn floor_by(&self, other: &Self) -> Self {
        self.div_floor(other)
    }

    /// `self / other`, rounded up; `other` is not 0.
    fn ceil_by(&self, other: &Self) -> Self {
        if self.is_zero() {
            return Self::zero();
        }
        let whole = (self.clone() - Self::one()).div_floor(other);
        whole + Self::one()
    }
}

macro_rules! machine {
    ($Number:ty, $to:ident) => {
        impl Whole for $Number {
            fn from_big(number: &BigInt) -> Option<Self> {
                number.$to()
            }
            fn to_big(&self) -> BigInt {
                BigInt::from(*self)
            }
        }
    };
}
machine!(u64, to_u64);
machine!(u128, to_u128);

impl Whole for BigUint {
    fn from_big(number: &BigInt) -> Option<Self> {
        number.to_biguint()
    }
    fn to_big(&self) -> BigInt {
        BigInt::from(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees<W: Whole>() {
        let of = |n: u64| W::from_big(&BigInt::from(n)).unwrap();
        assert_eq!(of(7).ceil_by(&of(3)), of(3));
        assert_eq!(of(6).ceil_by(&of(3)), of(2));
        assert_eq!(of(0).ceil_by(&of(3)), of(0));
        assert_eq!(of(7).floor_by(&of(3)), of(2));
        assert_eq!(of(3).less(&of(7)), of(0));
        assert_eq!(W::from_big(&BigInt::from(-1)), None);
        assert_eq!(of(5).to_big(), BigInt::from(5));
    }

    #[test]
    fn all_sizes_count_alike_and_say_when_they_overflow() {
        agrees::<u64>();
        agrees::<u128>();
        agrees::<BigUint>();
        assert_eq!(u64::MAX.plus(&1), Err(Overflow));
        assert_eq!(u64::MAX.times(&2), Err(Overflow));
    }
}
