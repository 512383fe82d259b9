//! A contest: one message at a time from one end to the other, by size, on one core and across two; ours and the
//! rivals in turns.

use crate::bench::Bench;
use crate::cost_plot::{CostPlot, Line};
use crate::report::{Row, Target, Unit};
use crate::rival::{CORE, other_core};
use crate::sample::Sample;
use crate::ways::{Way, text};
use anyhow::{Context, Result};
use terrace_testkit::Machine;
use terrace_vm::Config;

/// Our side of a contest.
pub(crate) trait Ours {
    /// Install the two ends for messages of this size; one on the usual worker, one on this.
    fn install(&self, machine: &Machine, size: usize, there: usize) -> Result<()>;
    /// How long each of so many messages took.
    fn measure(&self, machine: &Machine, size: usize, rounds: usize) -> Result<Vec<u64>>;
}

/// See the module.
pub(crate) struct Contest<'a> {
    pub(crate) bench: &'a Bench,
    /// The benchmark.
    pub(crate) name: &'static str,
    pub(crate) sizes: &'a [usize],
    pub(crate) rivals: Vec<Way>,
    pub(crate) goals: Goals,
    pub(crate) effort: Effort,
    pub(crate) places: Places,
}

/// How much is measured of each.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// How often ours and the rivals take turns.
    pub(crate) turns: usize,
    /// Messages of this size in a turn.
    pub(crate) rounds: fn(usize) -> usize,
}

impl Effort {
    /// A tenth of a second or so each turn.
    pub(crate) const USUAL: Effort = Effort {
        turns: 20,
        rounds: |size| match size {
            0..=4096 => 2000,
            4097..=65536 => 500,
            65537..=1_048_576 => 50,
            _ => 10,
        },
    };
}

/// Where the two ends are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Places {
    /// On one core.
    OneCore,
    /// That, and across two.
    OneCoreAndTwo,
}

/// What is to be reached, by size and by whether both ends have one core.
pub(crate) struct Goals {
    /// Against this rival.
    pub(crate) against: fn(usize, bool, &Way) -> Target,
    /// By our own figure, in ns.
    pub(crate) at_most: fn(usize, bool) -> Option<u64>,
}

impl Contest<'_> {
    /// The rows, and a plot for each place in `target/bench`.
    pub(crate) fn run(&self, ours: &dyn Ours, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        let places = [("one core", CORE), ("across two cores", other_core())];
        let wanted = match self.places {
            Places::OneCore => 1,
            Places::OneCoreAndTwo => 2,
        };
        for (place, there) in places.into_iter().take(wanted) {
            if place != "one core" && there == CORE {
                skipped.push(format!("{}: {place}: there is one", self.name));
                continue;
            }
            let machine = Machine::with(Config {
                workers: there + 1,
                partitions: 16,
                ..Config::default()
            });
            if there == CORE && self.rivals.iter().any(|way| way.polls) {
                let why = "who polls keeps the other end from running";
                skipped.push(format!("{}: {place}, busy polling: {why}", self.name));
            }
            let mut here = Vec::new();
            for &size in self.sizes {
                ours.install(&machine, size, there)?;
                let what = format!("{}, {place}", text(size));
                here.push(self.row(ours, &machine, (size, there), &what, skipped)?);
            }
            self.plot(place, &here)?;
            rows.extend(here);
        }
        Ok(rows)
    }

    fn row(
        &self,
        ours: &dyn Ours,
        machine: &Machine,
        (size, there): (usize, usize),
        what: &str,
        skipped: &mut Vec<String>,
    ) -> Result<Row> {
        let rounds = (self.effort.rounds)(size);
        let mut our_times = Sample::new();
        let alone = there == CORE;
        let rivals: Vec<&Way> = self
            .rivals
            .iter()
            .filter(|way| !(alone && way.polls))
            .collect();
        let mut theirs: Vec<_> = rivals.iter().map(|_| Some(Sample::new())).collect();
        for _ in 0..self.bench.repeat(self.effort.turns) {
            our_times.add_all(ours.measure(machine, size, rounds)?);
            for (way, sample) in rivals.iter().zip(&mut theirs) {
                if let Some(kept) = sample {
                    match way.measure(size, rounds, there)? {
                        Some(times) => kept.add_all(times),
                        None => *sample = None,
                    }
                }
            }
        }
        let mut row = Row::new(self.name, what, Unit::Ns, our_times.figures());
        if let Some(most) = (self.goals.at_most)(size, alone) {
            row = row.at_most(most);
        }
        for (way, sample) in rivals.iter().zip(theirs) {
            let target = (self.goals.against)(size, alone, way);
            match sample {
                Some(sample) => row = row.against(way.name, sample.figures(), target),
                None => skipped.push(format!(
                    "{}: {what}: {}: Linux has no such long ones",
                    self.name, way.name
                )),
            }
        }
        Ok(row)
    }

    /// Cost against size, at the median.
    fn plot(&self, place: &str, rows: &[Row]) -> Result<()> {
        let points = |of: &dyn Fn(&Row) -> Option<u64>| {
            let each = self.sizes.iter().zip(rows);
            each.filter_map(|(&size, row)| Some((size as u64, of(row)?)))
                .collect()
        };
        let theirs = |name: &str| {
            points(&|row| {
                let rival = row.rivals.iter().find(|rival| rival.name == name)?;
                Some(rival.figures.p50)
            })
        };
        let mut lines = vec![Line {
            name: "Terrace".to_owned(),
            points: points(&|row| Some(row.ours.p50)),
        }];
        lines.extend(self.rivals.iter().map(|way| Line {
            name: way.name.to_owned(),
            points: theirs(way.name),
        }));
        let plot = CostPlot {
            title: format!("{}: median cost by size, {place}", self.name),
            lines,
        };
        let name = format!("{}-{}.svg", self.name, place.replace(' ', "-"));
        let file = self.bench.programs.folder().join(name);
        std::fs::write(&file, plot.svg())
            .with_context(|| format!("cannot write {}", file.display()))
    }
}
