//! Tests of the utilization alone: quick, sufficient, and only for the simplest model.
//!
//! Both compare a product with 2. The product is first taken in whole numbers of 2^-192, rounded
//! down and up; where that leaves room for doubt it is taken exactly.
//!
//! Source: Liu & Layland 1973, theorems 4, 5 and 7; Bini, Buttazzo & Buttazzo 2003, theorem 1.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;
use std::cmp::Ordering;

/// Binary places of the first try.
const BITS: u64 = 192;

/// A number between two others, in units of 2^-BITS.
struct Between {
    low: BigInt,
    high: BigInt,
    bits: u64,
}

impl Between {
    fn one(bits: u64) -> Between {
        let one = BigInt::one() << bits;
        Between {
            low: one.clone(),
            high: one,
            bits,
        }
    }

    fn times(&self, other: &Between) -> Between {
        let unit = BigInt::one() << self.bits;
        Between {
            low: (&self.low * &other.low).div_floor(&unit),
            high: (&self.high * &other.high).div_ceil(&unit),
            bits: self.bits,
        }
    }

    /// `1 + part / whole`.
    fn one_and(part: &BigInt, whole: &BigInt, bits: u64) -> Between {
        let sum = (part + whole) << bits;
        Between {
            low: sum.div_floor(whole),
            high: sum.div_ceil(whole),
            bits,
        }
    }

    /// Is it at most 2? None: that is not certain.
    fn at_most_two(&self) -> Option<bool> {
        let two = BigInt::one() << (self.bits + 1);
        if self.high <= two {
            Some(true)
        } else if self.low > two {
            Some(false)
        } else {
            None
        }
    }
}

/// `U <= n (2^(1/n) - 1)`, which is `(1 + U/n)^n <= 2`. None: not decided.
pub(crate) fn liu_layland(utilization: &BigRational, count: u64) -> Option<bool> {
    match count {
        0 => return Some(true),
        1 => return Some(*utilization <= BigRational::one()),
        _ => {}
    }
    let (part, whole) = (
        utilization.numer(),
        utilization.denom() * BigInt::from(count),
    );
    // The root of 2 is not a fraction, so that the two never meet, and some precision tells.
    [BITS, 8 * BITS].into_iter().find_map(|bits| {
        let mut base = Between::one_and(part, &whole, bits);
        let mut power = Between::one(bits);
        let mut left = count;
        while left > 0 {
            if left % 2 == 1 {
                power = power.times(&base);
            }
            left /= 2;
            if left > 0 {
                if base.low > (BigInt::one() << (bits + 2)) {
                    return Some(false);
                }
                base = base.times(&base);
            }
        }
        power.at_most_two()
    })
}

/// `prod(U_i + 1) <= 2` for shares `cost / period`. None: not decided.
pub(crate) fn hyperbolic(shares: &[(BigInt, BigInt)]) -> Option<bool> {
    let mut product = Between::one(BITS);
    for (part, whole) in shares {
        product = product.times(&Between::one_and(part, whole, BITS));
        if product.at_most_two() == Some(false) {
            return Some(false);
        }
    }
    product.at_most_two().or_else(|| {
        let sums: BigInt = tree(shares.iter().map(|(part, whole)| part + whole).collect());
        let wholes = tree(shares.iter().map(|(_, whole)| whole.clone()).collect());
        Some(sums.cmp(&(wholes * 2)) != Ordering::Greater)
    })
}

/// The product, of factors of like size.
fn tree(mut factors: Vec<BigInt>) -> BigInt {
    while factors.len() > 1 {
        factors = factors
            .chunks(2)
            .map(|pair| pair.iter().product())
            .collect();
    }
    factors.pop().unwrap_or_else(BigInt::one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(a: i64, b: i64) -> BigRational {
        BigRational::new(a.into(), b.into())
    }

    fn shares(all: &[(i64, i64)]) -> Vec<(BigInt, BigInt)> {
        all.iter()
            .map(|(a, b)| ((*a).into(), (*b).into()))
            .collect()
    }

    /// The largest number of millionths that the test accepts.
    fn bound(count: u64) -> usize {
        let accepts = |n: &i64| liu_layland(&ratio(*n, 1_000_000), count) == Some(true);
        let all: Vec<i64> = (0..=1_000_000).collect();
        all.partition_point(accepts) - 1
    }

    #[test]
    fn the_bound_of_liu_and_layland_to_six_places() {
        for (count, millionths) in [(1, 1_000_000), (2, 828_427), (3, 779_763), (10, 717_734)] {
            assert_eq!(bound(count), millionths, "{count}");
        }
        assert_eq!(bound(100_000), 693_149);
        assert_eq!(
            liu_layland(&ratio(828_427_124, 1_000_000_000), 2),
            Some(true)
        );
        assert_eq!(
            liu_layland(&ratio(828_427_125, 1_000_000_000), 2),
            Some(false)
        );
        assert_eq!(liu_layland(&ratio(1, 1), 1), Some(true));
        assert_eq!(liu_layland(&ratio(1_000_000, 1), 10_000), Some(false));
    }

    #[test]
    fn the_hyperbolic_bound_meets_two_exactly() {
        assert_eq!(hyperbolic(&shares(&[(1, 2), (1, 3)])), Some(true));
        assert_eq!(
            hyperbolic(&shares(&[(1, 2), (1_000_001, 3_000_000)])),
            Some(false)
        );
        assert_eq!(hyperbolic(&shares(&[])), Some(true));
        assert_eq!(hyperbolic(&shares(&[(5, 1)])), Some(false));
    }
}
