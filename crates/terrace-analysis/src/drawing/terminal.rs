//! A Gantt chart in a terminal: two lines a row, marks above what ran.

use super::axis::{place, ticks};
use super::chart::{Chart, Lane, Line, Stretch};
use crate::render::time;
use crate::simulation::{MarkKind, Schedule};

/// The narrowest and widest chart, in columns.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=400;

/// Names are cut to this.
const NAME: usize = 24;

/// Rows that are drawn.
const ROWS: usize = 40;

const LEGEND: &str = "↑ release  ↓ deadline  ↕ both  ○ completed  ! missed\n\
    █ runs  ▒ runs for a part  · ready  × waits for a resource  ─ idle";

/// The chart for a terminal of so many columns.
#[must_use]
pub fn terminal(schedule: &Schedule, columns: usize, colour: bool) -> String {
    let columns = columns.clamp(*WIDTHS.start(), *WIDTHS.end());
    let longest = schedule.rows.iter().map(|r| r.name.chars().count()).max();
    let margin = longest.unwrap_or(0).clamp(6, NAME) + 4;
    let width = columns.saturating_sub(margin).max(10);
    let chart = Chart::new(schedule, width / 4, ROWS);
    let mut page = Page {
        text: String::new(),
        margin,
        width,
        end: chart.end,
        colour,
    };
    page.title(&chart);
    for lane in &chart.lanes {
        page.lane(lane);
    }
    page.axis(&chart);
    page.line(LEGEND);
    page.text
}

struct Page {
    text: String,
    margin: usize,
    width: usize,
    end: u64,
    colour: bool,
}

impl Page {
    fn line(&mut self, text: &str) {
        self.text.push_str(text.trim_end());
        self.text.push('\n');
    }

    /// A line with a name in the margin.
    fn row(&mut self, name: &str, body: &str) {
        let room = self.margin - 1;
        let mut name = name.to_owned();
        if name.chars().count() > room {
            name = name.chars().take(room - 1).chain(['…']).collect();
        }
        let fill = " ".repeat(self.margin - name.chars().count());
        self.line(&format!("{name}{fill}{body}"));
    }

    fn title(&mut self, chart: &Chart<'_>) {
        let schedule = chart.schedule;
        let said = |at| time(&schedule.time(at), &schedule.time_unit);
        let part = match chart.is_whole() {
            true => said(schedule.end),
            false => format!("the first {} of {}", said(chart.end), said(schedule.end)),
        };
        let hidden = match chart.hidden {
            0 => String::new(),
            n => format!(", without {n} more rows (--gantt out.svg has them)"),
        };
        self.line(&format!("schedule, {part}{hidden}"));
    }

    fn lane(&mut self, lane: &Lane<'_>) {
        self.line("");
        self.line(&format!("worker {}", lane.worker));
        for line in &lane.lines {
            let marks = self.marks(line);
            self.row("", &marks);
            let body = self.body(line);
            self.row(&format!("  {}", line.row.name), &body);
        }
        let idle = cover(&lane.idle, self.end, self.width);
        let idle: String = idle
            .iter()
            .map(|share| if *share >= 500 { '─' } else { ' ' })
            .collect();
        self.row("  idle", &idle);
    }

    /// Where it was released, due and done: the worst of each column.
    fn marks(&self, line: &Line<'_>) -> String {
        let mut cells = vec![0_u8; self.width + 1];
        for mark in &line.marks {
            let at = self.column(mark.at);
            cells[at] |= match mark.kind {
                MarkKind::Arrival => 1,
                MarkKind::Deadline => 2,
                MarkKind::Completion => 4,
                MarkKind::LateCompletion | MarkKind::Miss => 8,
            };
        }
        let sign = |cell: &u8| match cell {
            c if c & 8 != 0 => self.painted("!", "1;31"),
            c if c & 3 == 3 => "↕".to_owned(),
            c if c & 1 != 0 => "↑".to_owned(),
            c if c & 2 != 0 => "↓".to_owned(),
            c if c & 4 != 0 => "○".to_owned(),
            _ => " ".to_owned(),
        };
        cells.iter().map(sign).collect()
    }

    /// When it ran, waited, or was ready.
    fn body(&self, line: &Line<'_>) -> String {
        let ran = cover(&line.runs, self.end, self.width);
        let blocked = cover(&line.blocked, self.end, self.width);
        let pending = cover(&line.pending, self.end, self.width);
        let cell = |i: usize| match (ran[i], blocked[i], pending[i]) {
            (900.., _, _) => self.painted("█", "32"),
            (r, b, _) if b > r => self.painted("×", "33"),
            (1.., _, _) => self.painted("▒", "32"),
            (_, _, 1..) => "·".to_owned(),
            _ => " ".to_owned(),
        };
        (0..self.width).map(cell).collect()
    }

    fn axis(&mut self, chart: &Chart<'_>) {
        let most = u64::try_from(self.width / 10).unwrap_or(1).max(1);
        let mut signs = vec![' '; self.width + 1];
        let mut labels = String::new();
        for tick in ticks(chart.schedule, chart.end, most) {
            let at = self.column(tick.at);
            signs[at] = '|';
            let used = labels.chars().count();
            if at >= used && (used == 0 || at > used) {
                labels.push_str(&" ".repeat(at - used));
                labels.push_str(&tick.label);
            }
        }
        let signs: String = signs.into_iter().collect();
        self.row("", &signs);
        self.row("", &labels);
    }

    fn column(&self, at: u64) -> usize {
        let width = self.width as u64;
        usize::try_from(place(at, self.end, width)).unwrap_or(self.width)
    }

    fn painted(&self, text: &str, code: &str) -> String {
        match self.colour {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }
}

/// How much of each of `width` columns the stretches cover, in thousandths.
fn cover(stretches: &[Stretch], end: u64, width: usize) -> Vec<u64> {
    let (end, columns) = (u128::from(end.max(1)), width as u128);
    // Everything times the number of columns: then a column is `end` long.
    let mut cells = vec![0_u128; width];
    for (from, to) in stretches {
        let (from, to) = (u128::from(*from) * columns, u128::from(*to) * columns);
        let (first, last) = (from / end, to.div_ceil(end).min(columns));
        for cell in first..last {
            let inside = to.min((cell + 1) * end) - from.max(cell * end).min(to);
            if let Ok(cell) = usize::try_from(cell) {
                cells[cell] += inside;
            }
        }
    }
    let share = |covered: &u128| u64::try_from((covered * 1000).div_ceil(end)).unwrap_or(1000);
    cells.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_covered_in_proportion() {
        assert_eq!(cover(&[(0, 5), (15, 20)], 20, 2), [500, 500]);
        assert_eq!(cover(&[(0, 20)], 20, 3), [1000, 1000, 1000]);
        assert_eq!(cover(&[(3, 4)], 20, 4), [200, 0, 0, 0]);
        assert_eq!(cover(&[], 0, 2), [0, 0]);
    }
}
