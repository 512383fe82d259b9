//! A plot of cost against size, both on logarithmic scales, as SVG.

use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 50.0;
const COLOURS: [&str; 8] = [
    "#1f6fb4", "#d1611b", "#3a923a", "#8a5fb4", "#b02a3c", "#7a6a2a", "#1d9a9a", "#666666",
];

/// One way to bring bytes from here to there.
#[derive(Debug)]
pub struct Line {
    /// What it is.
    pub name: String,
    /// Bytes, and ns.
    pub points: Vec<(u64, u64)>,
}

/// Ways to be compared, at most eight.
#[derive(Debug)]
pub struct CostPlot {
    /// What it shows.
    pub title: String,
    /// The ways.
    pub lines: Vec<Line>,
}

/// From a value to a place between 0 and 1.
struct Axis {
    base: f64,
    low: f64,
    high: f64,
}

impl Axis {
    fn new(base: f64, values: impl Iterator<Item = u64> + Clone) -> Axis {
        let power = |value: Option<u64>| (value.unwrap_or(1).max(1) as f64).log(base);
        let low = power(values.clone().min()).floor();
        Axis {
            base,
            low,
            high: power(values.max()).ceil().max(low + 1.0),
        }
    }

    fn place(&self, value: u64) -> f64 {
        ((value.max(1) as f64).log(self.base) - self.low) / (self.high - self.low)
    }

    fn marks(&self) -> Vec<u64> {
        let powers = self.low as i32..=self.high as i32;
        powers.map(|p| self.base.powi(p).round() as u64).collect()
    }
}

impl CostPlot {
    /// The drawing.
    #[must_use]
    pub fn svg(&self) -> String {
        let points = self.lines.iter().flat_map(|line| line.points.iter());
        let sizes = Axis::new(4.0, points.clone().map(|point| point.0));
        let costs = Axis::new(10.0, points.map(|point| point.1));
        let across = |size| LEFT + WIDTH * sizes.place(size);
        let up = |cost| TOP + HEIGHT * (1.0 - costs.place(cost));
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="{LEFT}" y="22" font-size="15">{}</text>
"##,
            LEFT + WIDTH + 40.0,
            TOP + HEIGHT + 60.0 + 16.0 * self.lines.len() as f64,
            self.title
        );
        for size in sizes.marks() {
            let (x, low) = (across(size), TOP + HEIGHT);
            let text = crate::ways::text(size as usize);
            let _ = writeln!(
                svg,
                r##"<line x1="{x:.1}" y1="{TOP}" x2="{x:.1}" y2="{low}" stroke="#dddddd"/><text x="{x:.1}" y="{}" text-anchor="middle">{text}</text>"##,
                low + 16.0
            );
        }
        for cost in costs.marks() {
            let (y, right) = (up(cost), LEFT + WIDTH);
            let _ = writeln!(
                svg,
                r##"<line x1="{LEFT}" y1="{y:.1}" x2="{right}" y2="{y:.1}" stroke="#dddddd"/><text x="{}" y="{:.1}" text-anchor="end">{}</text>"##,
                LEFT - 6.0,
                y + 4.0,
                time(cost)
            );
        }
        for (number, line) in self.lines.iter().enumerate() {
            let colour = COLOURS[number % COLOURS.len()];
            let points: Vec<_> = line
                .points
                .iter()
                .map(|&(size, cost)| format!("{:.1},{:.1}", across(size), up(cost)))
                .collect();
            let y = TOP + HEIGHT + 44.0 + 16.0 * number as f64;
            let _ = writeln!(
                svg,
                r##"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="2"/><rect x="{LEFT}" y="{}" width="12" height="4" fill="{colour}"/><text x="{}" y="{y}">{}</text>"##,
                points.join(" "),
                y - 6.0,
                LEFT + 18.0,
                line.name
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn time(ns: u64) -> String {
    match ns {
        0..1000 => format!("{ns} ns"),
        1000..1_000_000 => format!("{} us", ns / 1000),
        1_000_000..1_000_000_000 => format!("{} ms", ns / 1_000_000),
        _ => format!("{} s", ns / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_and_the_most_lie_within_the_frame() {
        let line = |name: &str, points: &[(u64, u64)]| Line {
            name: name.to_owned(),
            points: points.to_vec(),
        };
        let plot = CostPlot {
            title: "t".to_owned(),
            lines: vec![
                line("ours", &[(4, 450), (16 << 20, 5_000)]),
                line("theirs", &[(4, 3_000), (16 << 20, 9_000_000)]),
            ],
        };
        let svg = plot.svg();
        assert!(svg.contains("16 MiB") && svg.contains("10 ms") && svg.ends_with("</svg>\n"));
        let costs = Axis::new(10.0, [450, 9_000_000].into_iter());
        assert!(costs.place(450) >= 0.0 && costs.place(9_000_000) <= 1.0);
        assert!(costs.place(450) < costs.place(5_000));
    }

    #[test]
    fn one_size_is_no_reason_to_divide_by_nothing() {
        let axis = Axis::new(4.0, [64, 64].into_iter());
        assert!(axis.place(64).is_finite());
    }
}
