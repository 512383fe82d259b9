//! A Gantt chart as SVG, for browsers, reports and the book.

use super::axis::{fine, ticks};
use super::chart::{Chart, Lane, Line, Stretch};
use crate::render::{escaped, time};
use crate::simulation::{MarkKind, Schedule};
use std::fmt::Write;

/// Releases of one row that are still told apart.
const DENSE: usize = 60;

/// Rows that are drawn.
const ROWS: usize = 500;

/// Sizes, in SVG's units.
const MARGIN: u64 = 16;
const ROW: u64 = 34;
const BAR: u64 = 16;
const HEAD: u64 = 30;

/// A colour for each row, told apart by people who see red and green alike (Okabe & Ito 2008).
const COLOURS: &[&str] = &[
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a8a00", "#5b5bd6",
];

/// The chart as a file.
#[must_use]
pub fn svg(schedule: &Schedule) -> String {
    let chart = Chart::new(schedule, DENSE, ROWS);
    let releases = chart.lanes.iter().flat_map(|l| &l.lines);
    let most = releases.map(|l| l.pending.len() as u64).max().unwrap_or(0);
    let longest = schedule.rows.iter().map(|r| r.name.chars().count() as u64);
    let mut page = Page {
        text: String::new(),
        left: MARGIN + 24 + 8 * longest.max().unwrap_or(0).clamp(8, 48),
        width: (most * 44).clamp(760, 3200),
        end: chart.end,
        unit: &schedule.time_unit,
        schedule,
        y: 0,
    };
    page.draw(&chart);
    page.text
}

struct Page<'s> {
    text: String,
    left: u64,
    width: u64,
    end: u64,
    unit: &'s str,
    schedule: &'s Schedule,
    y: u64,
}

impl Page<'_> {
    fn add(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn x(&self, at: u64) -> f64 {
        self.left as f64 + fine(at, self.end, self.width)
    }

    fn said(&self, ticks: u64) -> String {
        match ticks {
            0 => "0".to_owned(),
            _ => time(&self.schedule.time(ticks), self.unit),
        }
    }

    fn draw(&mut self, chart: &Chart<'_>) {
        let rows: u64 = chart.lanes.iter().map(|l| l.lines.len() as u64 + 1).sum();
        let workers = chart.lanes.len() as u64;
        let body = rows * ROW + workers * (HEAD + 10);
        let (width, height) = (self.left + self.width + 2 * MARGIN + 40, body + 130);
        self.add(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
        ));
        self.add(&format!("<title>Schedule: {}</title>", self.span(chart)));
        self.add(STYLE);
        self.add(&format!(
            "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"
        ));
        self.y = MARGIN + 14;
        let title = format!(
            "Schedule, {}; {} deadlines missed",
            self.span(chart),
            self.schedule.missed()
        );
        self.words(MARGIN as f64, "title", &title);
        self.y += 8;
        self.axis(chart, body + 14);
        let mut number = 0;
        for lane in &chart.lanes {
            self.lane(lane, &mut number);
        }
        self.y += 26;
        self.legend();
        self.add("</svg>");
    }

    /// Which part of the schedule is drawn.
    fn span(&self, chart: &Chart<'_>) -> String {
        let whole = self.said(self.schedule.end);
        let hidden = match chart.hidden {
            0 => String::new(),
            n => format!(", without {n} more rows"),
        };
        match chart.is_whole() {
            true => format!("{whole}{hidden}"),
            false => format!("the first {} of {whole}{hidden}", self.said(self.end)),
        }
    }

    fn words(&mut self, x: f64, class: &str, text: &str) {
        let line = format!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{}\">{}</text>",
            self.y,
            escaped(text)
        );
        self.add(&line);
    }

    fn axis(&mut self, chart: &Chart<'_>, height: u64) {
        self.y += 14;
        let (from, to) = (self.y + 4, self.y + height);
        for tick in ticks(self.schedule, chart.end, self.width / 76) {
            let x = self.x(tick.at);
            self.add(&format!("<path class=\"grid\" d=\"M{x:.1} {from}V{to}\"/>"));
            self.words(x, "tick", &tick.label);
        }
    }

    fn lane(&mut self, lane: &Lane<'_>, number: &mut usize) {
        self.y += HEAD;
        self.words(MARGIN as f64, "worker", &format!("worker {}", lane.worker));
        self.y += 10;
        for line in &lane.lines {
            let colour = COLOURS[*number % COLOURS.len()];
            *number += 1;
            self.line(line, colour);
        }
        self.label("idle");
        for (from, to) in &lane.idle {
            let tip = format!("idle, {} to {}", self.said(*from), self.said(*to));
            self.bar((*from, *to), "idle", "", &tip);
        }
        self.base();
        self.y += ROW;
    }

    fn label(&mut self, name: &str) {
        let name: String = match name.chars().count() > 48 {
            true => name.chars().take(47).chain(['…']).collect(),
            false => name.to_owned(),
        };
        self.y += ROW - 6;
        self.words((MARGIN + 12) as f64, "name", &name);
        self.y -= ROW - 6;
    }

    fn base(&mut self) {
        let y = self.y + ROW - 2;
        let (from, to) = (self.left, self.left + self.width);
        self.add(&format!("<path class=\"base\" d=\"M{from} {y}H{to}\"/>"));
    }

    fn line(&mut self, line: &Line<'_>, colour: &str) {
        let name = &line.row.name;
        self.label(name);
        for (from, to) in &line.pending {
            let y = self.y + ROW - 2 - BAR / 2;
            let (from, to) = (self.x(*from), self.x(*to));
            self.add(&format!(
                "<path class=\"ready\" d=\"M{from:.1} {y}H{to:.1}\"/>"
            ));
        }
        for (from, to) in &line.runs {
            let tip = format!("{name} runs, {} to {}", self.said(*from), self.said(*to));
            self.bar((*from, *to), "run", colour, &tip);
        }
        for (from, to) in &line.blocked {
            let tip = format!(
                "{name} waits for a resource, {} to {}",
                self.said(*from),
                self.said(*to)
            );
            self.bar((*from, *to), "blocked", "", &tip);
        }
        self.base();
        for mark in &line.marks {
            self.mark(mark.kind, mark.at, name);
        }
        self.y += ROW;
    }

    fn bar(&mut self, (from, to): Stretch, class: &str, colour: &str, tip: &str) {
        let (x, right) = (self.x(from), self.x(to));
        let (y, height) = match class {
            "idle" => (self.y + ROW - 10, 8),
            _ => (self.y + ROW - 2 - BAR, BAR),
        };
        let fill = match colour {
            "" => String::new(),
            colour => format!(" fill=\"{colour}\""),
        };
        let line = format!(
            "<rect class=\"{class}\"{fill} x=\"{x:.1}\" y=\"{y}\" width=\"{:.1}\" height=\"{height}\"><title>{}</title></rect>",
            (right - x).max(0.4),
            escaped(tip)
        );
        self.add(&line);
    }

    fn mark(&mut self, kind: MarkKind, at: u64, name: &str) {
        let (x, base, top) = (self.x(at), self.y + ROW - 2, self.y + 6);
        let (what, shape) = match kind {
            MarkKind::Arrival => ("released", up(x, base, top)),
            MarkKind::Deadline => ("due", down(x, base, top)),
            MarkKind::Completion => ("completed", ring("done", x, base)),
            MarkKind::LateCompletion => ("completed too late", ring("late", x, base)),
            MarkKind::Miss => ("missed its deadline", cross(x, top)),
        };
        let tip = escaped(&format!("{name} {what}, {}", self.said(at)));
        self.add(&format!("<g><title>{tip}</title>{shape}</g>"));
    }

    fn legend(&mut self) {
        let y = self.y;
        let mut x = self.left as f64;
        let mut text = String::new();
        let mut item = |shape: &dyn Fn(f64) -> String, label: &str| {
            let _ = write!(
                text,
                "{}<text class=\"name\" x=\"{:.1}\" y=\"{y}\">{label}</text>",
                shape(x),
                x + 14.0
            );
            x += 34.0 + 7.2 * label.chars().count() as f64;
        };
        item(&|x| up(x, y + 2, y - 14), "release");
        item(&|x| down(x, y + 2, y - 14), "deadline");
        item(&|x| ring("done", x, y - 4), "completed");
        item(&|x| cross(x, y - 8), "missed");
        let bar = |class: &'static str, fill: &'static str| {
            move |x: f64| {
                format!(
                    "<rect class=\"{class}\"{fill} x=\"{:.1}\" y=\"{}\" width=\"12\" height=\"12\"/>",
                    x - 2.0,
                    y - 10
                )
            }
        };
        item(&bar("run", " fill=\"#0072b2\""), "runs");
        item(&bar("blocked", ""), "waits for a resource");
        let ready = |x: f64| {
            format!(
                "<path class=\"ready\" d=\"M{:.1} {}H{:.1}\"/>",
                x - 4.0,
                y - 4,
                x + 10.0
            )
        };
        item(&ready, "ready");
        item(&bar("idle", ""), "idle");
        self.add(&text);
    }
}

fn up(x: f64, base: u64, top: u64) -> String {
    format!("<path class=\"release\" d=\"M{x:.1} {base}V{top}m-3 5l3-5l3 5\"/>")
}

fn down(x: f64, base: u64, top: u64) -> String {
    format!("<path class=\"deadline\" d=\"M{x:.1} {top}V{base}m-3 -5l3 5l3-5\"/>")
}

fn ring(class: &str, x: f64, y: u64) -> String {
    format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y}\" r=\"3\"/>")
}

fn cross(x: f64, y: u64) -> String {
    format!("<path class=\"miss\" d=\"M{x:.1} {y}m-5 -4l10 10m0 -10l-10 10\"/>")
}

const STYLE: &str = "<style>
.paper{fill:#fff}
text{font:12px system-ui,sans-serif;fill:#222}
.title{font-size:14px;font-weight:600}
.worker{font-weight:600}
.tick{font-size:11px;fill:#666;text-anchor:middle}
.grid{stroke:#e4e4e4;fill:none}
.base{stroke:#999;fill:none}
.ready{stroke:#888;stroke-dasharray:1 3;fill:none}
.run{stroke:#0003}
.blocked{fill:#fff;stroke:#b00020;stroke-dasharray:3 2}
.idle{fill:#e8e8e8}
.release{stroke:#222;fill:none}
.deadline{stroke:#777;fill:none}
.done{fill:#fff;stroke:#222}
.late,.miss{fill:none;stroke:#d00;stroke-width:2.5}
</style>";
