//! A histogram of times: eight steps to a power of two, so every value is told to 12.5 %.
//!
//! # Invariants
//! I1. Nothing is allocated after `new`; adding is a few instructions.
//! I2. A quantile is never below the value it stands for.

use serde::{Deserialize, Serialize};

const STEPS: usize = 8;
/// Below eight each value has its own bucket; above, 61 powers of two of eight steps each.
const BUCKETS: usize = STEPS + 61 * STEPS;

/// See the module. Values in ns.
#[derive(Debug, Clone)]
pub(crate) struct Histogram {
    counts: Box<[u64]>,
    count: u64,
    least: u64,
    most: u64,
}

/// What a histogram tells, in ns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread {
    /// The smallest value.
    pub min: u64,
    /// Half of the values are at most this.
    pub p50: u64,
    /// 99 of 100.
    pub p99: u64,
    /// 999 of 1,000.
    pub p999: u64,
    /// The largest value.
    pub max: u64,
}

impl Histogram {
    pub(crate) fn new() -> Histogram {
        Histogram {
            counts: vec![0; BUCKETS].into_boxed_slice(),
            count: 0,
            least: u64::MAX,
            most: 0,
        }
    }

    pub(crate) fn add(&mut self, value: u64) {
        self.counts[bucket(value)] += 1;
        self.count += 1;
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    pub(crate) fn copy(&mut self, other: &Histogram) {
        self.counts.copy_from_slice(&other.counts);
        self.count = other.count;
        self.least = other.least;
        self.most = other.most;
    }

    pub(crate) fn spread(&self) -> Spread {
        if self.count == 0 {
            return Spread::default();
        }
        Spread {
            min: self.least,
            p50: self.quantile(500),
            p99: self.quantile(990),
            p999: self.quantile(999),
            max: self.most,
        }
    }

    /// The value that so many of a thousand do not exceed.
    fn quantile(&self, thousandths: u64) -> u64 {
        let wanted = (self.count * thousandths).div_ceil(1000).max(1);
        let mut seen = 0;
        for (index, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return largest(index).min(self.most);
            }
        }
        self.most
    }
}

fn bucket(value: u64) -> usize {
    let Some(power) = value.checked_ilog2().filter(|&p| p >= 3) else {
        return usize::try_from(value).unwrap_or(0);
    };
    let step = usize::try_from(value >> (power - 3)).unwrap_or(0) & (STEPS - 1);
    (power as usize - 2) * STEPS + step
}

/// The largest value of a bucket.
fn largest(index: usize) -> u64 {
    if index < STEPS {
        return index as u64;
    }
    let shift = index / STEPS - 1;
    let first = (STEPS + index % STEPS) as u64;
    (first << shift).saturating_add((1 << shift) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lies_in_its_bucket_and_is_told_to_an_eighth() {
        for power in 0..64 {
            for value in [
                1u64 << power,
                (1 << power) + (1 << power) / 3,
                u64::MAX >> power,
            ] {
                let told = largest(bucket(value));
                assert!(
                    told >= value && told - value <= value / 8,
                    "{value}: {told}"
                );
            }
        }
        assert_eq!(bucket(u64::MAX), BUCKETS - 1);
    }

    #[test]
    fn quantiles_of_a_thousand_values() {
        let mut histogram = Histogram::new();
        assert_eq!(histogram.spread(), Spread::default());
        for value in 1..=1000 {
            histogram.add(value);
        }
        let spread = histogram.spread();
        assert_eq!((spread.min, spread.max), (1, 1000));
        assert!((500..=563).contains(&spread.p50), "{spread:?}");
        assert!((990..=1000).contains(&spread.p99), "{spread:?}");
    }
}
