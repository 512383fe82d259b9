//! A schedule as a trace for Perfetto: a track for each worker, below it one for each row.
//!
//! On a worker's track lies what ran; on a row's track each release from its arrival to its
//! completion, in it the stretches in which it ran or waited, and moments for deadlines and misses.

use super::chart::{Chart, Lane, Line};
use crate::exact::Exact;
use crate::simulation::{MarkKind, Schedule};
use std::io::{self, Write};
use terrace_trace::{Track, Value, Writer};

/// Write all that was recorded.
///
/// # Errors
/// Those of the output.
pub fn perfetto<W: Write>(schedule: &Schedule, out: W) -> io::Result<W> {
    let chart = Chart::new(schedule, usize::MAX, usize::MAX);
    let mut trace = Writer::new(out);
    let clock = Clock::of(schedule);
    for lane in &chart.lanes {
        let worker = trace.track(&format!("worker {}", lane.worker), None)?;
        ran(&mut trace, worker, lane, &clock)?;
        for line in &lane.lines {
            let track = trace.track(&line.row.name, Some(worker))?;
            row(&mut trace, track, line, &clock)?;
        }
    }
    trace.finish()
}

/// From ticks to nanoseconds.
struct Clock {
    /// Nanoseconds in one tick; one where the unit of the set is not known.
    tick: Exact,
}

impl Clock {
    fn of(schedule: &Schedule) -> Clock {
        let ns = match schedule.time_unit.as_str() {
            "ns" => 1,
            "us" => 1_000,
            "ms" => 1_000_000,
            "s" => 1_000_000_000,
            // A unit without a name is shown as a millisecond: long enough to be seen.
            _ => 1_000_000,
        };
        Clock {
            tick: &schedule.time(1) * &Exact::ratio(ns, 1),
        }
    }

    fn ns(&self, ticks: u64) -> u64 {
        let ns = &Exact::ratio(ticks, 1) * &self.tick;
        ns.floor().to_u64().unwrap_or(u64::MAX)
    }
}

/// What ran on a worker.
fn ran<W: Write>(
    trace: &mut Writer<W>,
    worker: Track,
    lane: &Lane<'_>,
    clock: &Clock,
) -> io::Result<()> {
    let runs = lane.lines.iter();
    let runs = runs.flat_map(|l| l.runs.iter().map(move |r| (*r, l.row.name.as_str())));
    let mut runs: Vec<_> = runs.collect();
    runs.sort_unstable();
    for ((from, to), name) in runs {
        trace.begin(worker, clock.ns(from), name, &[])?;
        trace.end(worker, clock.ns(to))?;
    }
    Ok(())
}

/// Something on the track of a row, in the order in which things at one moment are written.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    EndPart,
    EndRelease,
    Mark(&'static str),
    Release(u64),
    Part(&'static str),
}

fn row<W: Write>(
    trace: &mut Writer<W>,
    track: Track,
    line: &Line<'_>,
    clock: &Clock,
) -> io::Result<()> {
    let mut steps: Vec<(u64, Step)> = Vec::new();
    let mut before = 0;
    for (number, (from, to)) in (1..).zip(&line.pending) {
        // Releases that queue up are drawn one behind the other, as they are served.
        let from = (*from).max(before);
        before = *to;
        steps.push((from, Step::Release(number)));
        steps.push((*to, Step::EndRelease));
    }
    let runs = line.runs.iter().map(|r| (r, "runs"));
    let parts = runs.chain(line.blocked.iter().map(|b| (b, "waits for a resource")));
    for ((from, to), what) in parts {
        // A stretch over several releases is cut at their ends.
        let mut from = *from;
        let ends = line.pending.iter().map(|p| p.1);
        for end in ends
            .filter(|end| (from + 1..*to).contains(end))
            .collect::<Vec<_>>()
        {
            steps.push((from, Step::Part(what)));
            steps.push((end, Step::EndPart));
            from = end;
        }
        steps.push((from, Step::Part(what)));
        steps.push((*to, Step::EndPart));
    }
    for mark in &line.marks {
        match mark.kind {
            MarkKind::Deadline => steps.push((mark.at, Step::Mark("deadline"))),
            MarkKind::Miss => steps.push((mark.at, Step::Mark("missed"))),
            MarkKind::Arrival | MarkKind::Completion | MarkKind::LateCompletion => {}
        }
    }
    steps.sort_unstable();
    for (at, step) in steps {
        let at = clock.ns(at);
        match step {
            Step::EndPart | Step::EndRelease => trace.end(track, at)?,
            Step::Mark(what) => trace.instant(track, at, what, &[])?,
            Step::Part(what) => trace.begin(track, at, what, &[])?,
            Step::Release(number) => {
                let details = [("release", Value::Natural(number))];
                trace.begin(track, at, &line.row.name, &details)?;
            }
        }
    }
    Ok(())
}
