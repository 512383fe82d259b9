//! Shares of a processor, summed: is there room, exactly none left, or too little?
//!
//! Sums of many fractions have huge denominators. They are first summed in units of 2^-60,
//! rounded down and up; only when that leaves room for doubt are they summed exactly.
//!
//! # Invariants
//! I1. `low <= sum <= high`, and `high - low` is at most one unit for each share.

use super::whole::Whole;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;

/// Units in one processor.
const BITS: u32 = 60;

/// Above this an exact sum is given up: it would take too long.
const EXACT_BITS: u64 = 1 << 16;

/// A share of a processor, rounded down and up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Share {
    low: u128,
    high: u128,
}

impl Share {
    /// All of a processor.
    pub(crate) const ONE: Share = Share {
        low: 1 << BITS,
        high: 1 << BITS,
    };

    /// `part / whole`; `whole` is not 0.
    pub(crate) fn of<W: Whole>(part: &W, whole: &W) -> Share {
        let (part, whole) = (part.to_big(), whole.to_big());
        let fits = |n: &BigInt| n.to_u64().map(u128::from);
        if let (Some(part), Some(whole)) = (fits(&part), fits(&whole)) {
            let units = part << BITS;
            return Share {
                low: units / whole,
                high: units.div_ceil(whole),
            };
        }
        let units = part << BITS;
        let size = |n: BigInt| n.to_u128().unwrap_or(u128::MAX / 2).min(u128::MAX / 2);
        Share {
            low: size(units.div_floor(&whole)),
            high: size(units.div_ceil(&whole)),
        }
    }

    pub(crate) fn plus(self, other: Share) -> Share {
        Share {
            low: self.low.saturating_add(other.low),
            high: self.high.saturating_add(other.high),
        }
    }

    /// In units of 2^-60, rounded down.
    pub(crate) fn low(self) -> u128 {
        self.low
    }

    /// In units of 2^-60, rounded up.
    pub(crate) fn high(self) -> u128 {
        self.high
    }

    /// How it compares with `other`, if that is certain.
    pub(crate) fn compare(self, other: Share) -> Option<Ordering> {
        if self.high < other.low {
            Some(Ordering::Less)
        } else if self.low > other.high {
            Some(Ordering::Greater)
        } else if self.low == self.high && self == other {
            Some(Ordering::Equal)
        } else {
            None
        }
    }

    /// What is left of a whole processor, rounded down, in units of 2^-60.
    pub(crate) fn left(self) -> u128 {
        Share::ONE.low.saturating_sub(self.high)
    }

    /// The same, rounded up.
    pub(crate) fn left_high(self) -> u128 {
        Share::ONE.low.saturating_sub(self.low)
    }

    /// Units in one processor.
    pub(crate) fn unit() -> u128 {
        Share::ONE.low
    }
}

/// The sum of fractions, exactly. None: its denominator becomes too long.
pub(crate) fn sum<W: Whole>(parts: impl Iterator<Item = (W, W)>) -> Option<BigRational> {
    let mut terms: Vec<BigRational> = parts
        .map(|(part, whole)| BigRational::new(part.to_big(), whole.to_big()))
        .collect();
    while terms.len() > 1 {
        let pairs = terms.chunks(2);
        terms = pairs
            .map(|p| p.iter().fold(BigRational::zero(), |a, b| a + b))
            .collect();
        if terms.iter().any(|t| t.denom().bits() > EXACT_BITS) {
            return None;
        }
    }
    Some(terms.pop().unwrap_or_else(BigRational::zero))
}

/// The least common multiple. None: it becomes too long.
pub(crate) fn common<W: Whole>(periods: impl Iterator<Item = W>) -> Option<BigInt> {
    let mut common = BigInt::one();
    for period in periods {
        common = common.lcm(&period.to_big());
        if common.bits() > EXACT_BITS {
            return None;
        }
    }
    Some(common)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_certain_unless_they_are_close() {
        let third = Share::of(&1_u64, &3);
        let two = third.plus(third);
        assert_eq!(two.compare(Share::ONE), Some(Ordering::Less));
        assert_eq!(two.plus(third).compare(Share::ONE), None);
        assert_eq!(two.plus(two).compare(Share::ONE), Some(Ordering::Greater));
        let half = Share::of(&1_u64, &2);
        assert_eq!(half.plus(half).compare(Share::ONE), Some(Ordering::Equal));
        assert_eq!(
            sum([(1_u64, 3), (2, 3)].into_iter()),
            Some(BigRational::one())
        );
        assert_eq!(common([4_u64, 6].into_iter()), Some(BigInt::from(12)));
    }
}
