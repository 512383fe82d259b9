//! What a run of the benchmarks found: rows, each with its rivals, and the verdicts.

use crate::machine_facts::MachineFacts;
use crate::sample::Figures;
use serde::{Deserialize, Serialize};

/// What a figure counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Nanoseconds.
    Ns,
    /// Bytes.
    Bytes,
}

/// What is to be reached against a rival.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// So many times better at the median.
    Times(f64),
    /// At most so many percent worse at the median.
    WithinPercent(f64),
    /// Nothing: reported only.
    Report,
}

/// A rival's figures beside ours.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Rival {
    /// What it is.
    pub name: String,
    /// Its figures.
    pub figures: Figures,
    /// Its median divided by ours.
    pub ratio: f64,
    /// What was to be reached.
    pub target: Target,
    /// Was it? None where nothing was to be reached.
    pub reached: Option<bool>,
}

/// A limit of our own figure, whatever the rival does.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Limit {
    /// The median must not be above it.
    pub most: u64,
    /// Is it not?
    pub reached: bool,
}

/// One thing measured.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Row {
    /// The benchmark.
    pub bench: String,
    /// What was measured.
    pub what: String,
    /// What the figures count.
    pub unit: Unit,
    /// Terrace's figures.
    pub ours: Figures,
    /// A limit of our own.
    pub limit: Option<Limit>,
    /// The rivals.
    pub rivals: Vec<Rival>,
    /// What a reader must know to judge the figures.
    pub notes: Vec<String>,
}

impl Row {
    /// A row without rivals yet.
    #[must_use]
    pub fn new(bench: &str, what: &str, unit: Unit, ours: Figures) -> Row {
        let (bench, what) = (bench.to_owned(), what.to_owned());
        Row {
            bench,
            what,
            unit,
            ours,
            limit: None,
            rivals: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Our own figure shall not be above this.
    #[must_use]
    pub fn at_most(mut self, most: u64) -> Row {
        self.limit = Some(Limit {
            most,
            reached: self.ours.p50 <= most,
        });
        self
    }

    /// A rival and what is to be reached against it.
    #[must_use]
    pub fn against(mut self, name: &str, figures: Figures, target: Target) -> Row {
        let ratio = figures.p50 as f64 / self.ours.p50.max(1) as f64;
        let reached = target.reached(ratio);
        self.rivals.push(Rival {
            name: name.to_owned(),
            figures,
            ratio,
            target,
            reached,
        });
        self
    }

    /// A note.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Row {
        self.notes.push(text.into());
        self
    }
}

impl Target {
    fn reached(self, ratio: f64) -> Option<bool> {
        match self {
            Target::Times(times) => Some(ratio >= times),
            Target::WithinPercent(percent) => Some(ratio >= 1.0 / (1.0 + percent / 100.0)),
            Target::Report => None,
        }
    }

    /// As people read it.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Target::Times(times) => format!("{times}x"),
            Target::WithinPercent(percent) => format!("within {percent} %"),
            Target::Report => "report".to_owned(),
        }
    }
}

/// All of one run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Report {
    /// The machine it ran on.
    pub machine: MachineFacts,
    /// Fewer repetitions than a real run.
    pub quick: bool,
    /// What was found.
    pub rows: Vec<Row>,
    /// What could not be measured, and why.
    pub skipped: Vec<String>,
}

impl Report {
    /// How many targets were reached, of how many.
    #[must_use]
    pub fn score(&self) -> (usize, usize) {
        let rivals = self
            .rows
            .iter()
            .flat_map(|r| r.rivals.iter().filter_map(|v| v.reached));
        let limits = self.rows.iter().filter_map(|r| r.limit.map(|l| l.reached));
        let verdicts: Vec<bool> = rivals.chain(limits).collect();
        (verdicts.iter().filter(|&&v| v).count(), verdicts.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_of_times_and_one_of_percent() {
        assert_eq!(Target::Times(20.0).reached(19.9), Some(false));
        assert_eq!(Target::Times(20.0).reached(20.0), Some(true));
        assert_eq!(Target::WithinPercent(5.0).reached(0.94), Some(false));
        assert_eq!(Target::WithinPercent(5.0).reached(0.96), Some(true));
        assert_eq!(Target::Report.reached(0.1), None);
    }

    #[test]
    fn a_ratio_is_the_rivals_median_over_ours() {
        let row = Row::new("x", "y", Unit::Ns, Figures::mean(10, 1))
            .at_most(9)
            .against("rival", Figures::mean(100, 1), Target::Times(12.0));
        assert!((row.rivals[0].ratio - 10.0).abs() < 1e-9);
        assert_eq!(row.rivals[0].reached, Some(false));
        assert!(!row.limit.unwrap().reached);
    }
}
