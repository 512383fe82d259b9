//! Measurements of one thing, and the figures that are shown of them.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

/// Measurements, kept to three significant digits.
#[derive(Debug, Clone)]
pub struct Sample {
    histogram: Histogram<u64>,
}

/// What is shown of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// The median.
    pub p50: u64,
    /// The 99th percentile; none for a single measurement.
    pub p99: Option<u64>,
    /// The 99.9th percentile.
    pub p999: Option<u64>,
    /// The largest.
    pub max: Option<u64>,
    /// How many.
    pub count: u64,
}

impl Sample {
    /// An empty sample.
    #[must_use]
    pub fn new() -> Sample {
        let histogram = Histogram::new(3).expect("three digits are within the histogram's limits");
        Sample { histogram }
    }

    /// Add one measurement.
    pub fn add(&mut self, value: u64) {
        self.histogram
            .record(value)
            .expect("a histogram made by `new` grows to any u64");
    }

    /// Add many.
    pub fn add_all(&mut self, values: impl IntoIterator<Item = u64>) {
        values.into_iter().for_each(|v| self.add(v));
    }

    /// The figures so far.
    #[must_use]
    pub fn figures(&self) -> Figures {
        let at = |q| self.histogram.value_at_quantile(q);
        Figures {
            p50: at(0.5),
            p99: Some(at(0.99)),
            p999: Some(at(0.999)),
            max: Some(self.histogram.max()),
            count: self.histogram.len(),
        }
    }
}

impl Default for Sample {
    fn default() -> Sample {
        Sample::new()
    }
}

impl Figures {
    /// A figure without a distribution, such as a mean over `count` things.
    #[must_use]
    pub fn mean(value: u64, count: u64) -> Figures {
        Figures {
            p50: value,
            p99: None,
            p999: None,
            max: None,
            count,
        }
    }

    /// The median of a few runs, with the slowest.
    ///
    /// # Panics
    /// Without a run.
    #[must_use]
    pub fn median(mut runs: Vec<u64>) -> Figures {
        runs.sort_unstable();
        let count = runs.len();
        Figures {
            p50: runs[count / 2],
            p99: None,
            p999: None,
            max: runs.last().copied(),
            count: count as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_what_was_added() {
        let mut sample = Sample::new();
        sample.add_all(1..=1000);
        let figures = sample.figures();
        assert_eq!((figures.p50, figures.count), (500, 1000));
        assert_eq!(
            (figures.p99, figures.p999, figures.max),
            (Some(990), Some(999), Some(1000))
        );
    }

    #[test]
    fn the_median_of_runs_ignores_their_order() {
        let figures = Figures::median(vec![9, 1, 5]);
        assert_eq!((figures.p50, figures.max), (5, Some(9)));
    }
}
