//! What a set must be for its analysis to mean anything.
//!
//! The one place that judges sets, whether they were read from JSON or CSV, made of manifests,
//! or built by hand. A [`Flaw`] says where it is in the set; a reader knows where that is in
//! its text.

mod buffers;
mod graph;
mod names;
mod sharing;
mod tasks;
mod workers;

use super::TaskSet;
use crate::exact::Exact;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

/// The common denominator of all times has at most this many bits.
const DENOMINATOR_BITS: u64 = 512;

/// Where in a set something is: a field of an element of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// The list, as `tasks`.
    pub list: &'static str,
    /// Which element.
    pub index: usize,
    /// Its field, as `period`; empty: the whole element.
    pub field: &'static str,
}

/// One thing that is wrong in a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flaw {
    /// Where.
    pub place: Place,
    /// What is wrong.
    pub what: String,
    /// What was found.
    pub value: String,
    /// What is allowed.
    pub limit: String,
    /// What to do.
    pub fix: String,
}

/// Collects flaws.
#[derive(Debug, Default)]
struct Flaws(Vec<Flaw>);

impl Flaws {
    fn add(
        &mut self,
        (list, index, field): (&'static str, usize, &'static str),
        what: impl Into<String>,
        value: impl ToString,
        limit: impl Into<String>,
        fix: impl Into<String>,
    ) {
        self.0.push(Flaw {
            place: Place { list, index, field },
            what: what.into(),
            value: value.to_string(),
            limit: limit.into(),
            fix: fix.into(),
        });
    }

    /// `value` must be above 0.
    fn positive(&mut self, at: (&'static str, usize, &'static str), of: &str, value: &Exact) {
        if !value.is_positive() {
            let what = format!("the {} of {of} is not above 0", at.2);
            self.add(at, what, value, "above 0 is allowed", "give a time above 0");
        }
    }

    /// `value` must not be below 0.
    fn natural(&mut self, at: (&'static str, usize, &'static str), of: &str, value: &Exact) {
        if value.is_negative() {
            let what = format!("the {} of {of} is negative", at.2);
            self.add(
                at,
                what,
                value,
                "0 or more is allowed",
                "drop the minus sign",
            );
        }
    }
}

impl TaskSet {
    /// Can this set be analysed?
    ///
    /// # Errors
    /// Everything that is wrong in it.
    pub fn check(&self) -> Result<(), Vec<Flaw>> {
        let mut flaws = Flaws::default();
        names::check(self, &mut flaws);
        tasks::check(self, &mut flaws);
        buffers::check(self, &mut flaws);
        workers::check(self, &mut flaws);
        sharing::check(self, &mut flaws);
        graph::check(self, &mut flaws);
        denominators(self, &mut flaws);
        if flaws.0.is_empty() {
            Ok(())
        } else {
            Err(flaws.0)
        }
    }
}

/// Times whose common denominator is huge would make every number huge.
fn denominators(set: &TaskSet, flaws: &mut Flaws) {
    let mut common = BigInt::one();
    for (index, task) in set.tasks.iter().enumerate() {
        let sections = task.resources.iter().map(|r| &r.longest);
        let times = [&task.cost, &task.period, &task.jitter, &task.offset]
            .into_iter()
            .chain([&task.blocking])
            .chain(&task.deadline)
            .chain(&task.best_cost)
            .chain(sections);
        for time in times {
            common = common.lcm(time.denom());
        }
        if common.bits() > DENOMINATOR_BITS {
            flaws.add(
                ("tasks", index, ""),
                format!(
                    "with task {} the times have no short common denominator",
                    task.name
                ),
                format!("{} bits", common.bits()),
                format!("{DENOMINATOR_BITS} bits are allowed"),
                "round the times to a common unit, as whole nanoseconds",
            );
            return;
        }
    }
}

#[cfg(test)]
mod tests;
