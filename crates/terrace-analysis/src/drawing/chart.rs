//! What is drawn: the rows of each worker with their stretches and marks, up to a moment.

use crate::simulation::{Mark, MarkKind, Row, Schedule, SegmentKind};

/// From a moment to a later one, in ticks.
pub(super) type Stretch = (u64, u64);

/// A schedule, taken apart by workers and rows.
#[derive(Debug)]
pub(super) struct Chart<'s> {
    pub(super) schedule: &'s Schedule,
    /// Where the drawing ends.
    pub(super) end: u64,
    pub(super) lanes: Vec<Lane<'s>>,
    /// Rows that are not drawn.
    pub(super) hidden: usize,
}

/// A worker.
#[derive(Debug)]
pub(super) struct Lane<'s> {
    pub(super) worker: u32,
    pub(super) lines: Vec<Line<'s>>,
    /// When nothing ran on it.
    pub(super) idle: Vec<Stretch>,
}

/// A task or a server.
#[derive(Debug)]
pub(super) struct Line<'s> {
    pub(super) row: &'s Row,
    pub(super) runs: Vec<Stretch>,
    pub(super) blocked: Vec<Stretch>,
    /// From a release to its completion, or to the end.
    pub(super) pending: Vec<Stretch>,
    pub(super) marks: Vec<Mark>,
}

impl<'s> Chart<'s> {
    /// The first part of a schedule in which no row has more than `dense` releases, or more if some
    /// row would have no completed one, and at most `rows` rows.
    pub(super) fn new(schedule: &'s Schedule, dense: usize, rows: usize) -> Chart<'s> {
        let end = readable(schedule, dense);
        let mut lanes: Vec<Lane<'s>> = (schedule.workers.iter())
            .map(|worker| Lane {
                worker: *worker,
                lines: Vec::new(),
                idle: Vec::new(),
            })
            .collect();
        let mut places = Vec::with_capacity(schedule.rows.len());
        for (drawn, row) in schedule.rows.iter().enumerate() {
            let lane = schedule.workers.iter().position(|w| *w == row.worker);
            let lane = lane.filter(|_| drawn < rows);
            places.push(lane.map(|lane| (lane, lanes[lane].lines.len())));
            if let Some(lane) = lane {
                lanes[lane].lines.push(Line {
                    row,
                    runs: Vec::new(),
                    blocked: Vec::new(),
                    pending: Vec::new(),
                    marks: Vec::new(),
                });
            }
        }
        let mut busy: Vec<Vec<Stretch>> = vec![Vec::new(); lanes.len()];
        for segment in &schedule.segments {
            let (from, to) = (segment.from, segment.to.min(end));
            if from >= to {
                continue;
            }
            let worker = schedule.rows[segment.row].worker;
            let lane = schedule.workers.iter().position(|w| *w == worker);
            if let (SegmentKind::Run, Some(lane)) = (segment.kind, lane) {
                busy[lane].push((from, to));
            }
            if let Some((lane, line)) = places[segment.row] {
                let line = &mut lanes[lane].lines[line];
                match segment.kind {
                    SegmentKind::Run => line.runs.push((from, to)),
                    SegmentKind::Blocked => line.blocked.push((from, to)),
                }
            }
        }
        for mark in schedule.marks.iter().filter(|m| m.at <= end) {
            if let Some((lane, line)) = places[mark.row] {
                lanes[lane].lines[line].marks.push(*mark);
            }
        }
        for (lane, busy) in lanes.iter_mut().zip(busy) {
            lane.idle = gaps(busy, end);
            for line in &mut lane.lines {
                line.marks.sort_by_key(|m| m.at);
                line.pending = pending(&line.marks, end);
            }
        }
        Chart {
            schedule,
            end,
            lanes,
            hidden: schedule.rows.len().saturating_sub(rows),
        }
    }

    /// All of the schedule is drawn.
    pub(super) fn is_whole(&self) -> bool {
        self.end >= self.schedule.end
    }
}

/// Up to where a drawing is readable.
fn readable(schedule: &Schedule, dense: usize) -> u64 {
    let mut end = schedule.end;
    if schedule.truncated {
        // Beyond the last record nothing is known.
        let last = schedule.segments.last().map(|s| s.to);
        end = end.min(last.unwrap_or(end));
    }
    let mut arrivals = vec![0_usize; schedule.rows.len()];
    let mut done: Vec<Option<u64>> = vec![None; schedule.rows.len()];
    let mut full = end;
    for mark in &schedule.marks {
        match mark.kind {
            MarkKind::Arrival => {
                arrivals[mark.row] += 1;
                if arrivals[mark.row] > dense {
                    full = full.min(mark.at);
                }
            }
            MarkKind::Completion | MarkKind::LateCompletion | MarkKind::Miss => {
                done[mark.row].get_or_insert(mark.at);
            }
            MarkKind::Deadline => {}
        }
    }
    let all_done = done.iter().flatten().max().copied().unwrap_or(0);
    // A little more, so that the last completion is not at the very edge.
    full.max(all_done.saturating_add(all_done / 8)).min(end)
}

/// What lies between the stretches.
fn gaps(mut busy: Vec<Stretch>, end: u64) -> Vec<Stretch> {
    busy.sort_unstable();
    let mut gaps = Vec::new();
    let mut now = 0;
    for (from, to) in busy {
        if from > now {
            gaps.push((now, from));
        }
        now = now.max(to);
    }
    if now < end {
        gaps.push((now, end));
    }
    gaps
}

/// Releases complete in the order in which they came.
fn pending(marks: &[Mark], end: u64) -> Vec<Stretch> {
    let at = |kinds: &'static [MarkKind]| {
        let of = move |m: &&Mark| kinds.contains(&m.kind);
        marks.iter().filter(of).map(|m| m.at)
    };
    let done = at(&[MarkKind::Completion, MarkKind::LateCompletion]);
    let done = done.chain(std::iter::repeat(end));
    at(&[MarkKind::Arrival]).zip(done).collect()
}
