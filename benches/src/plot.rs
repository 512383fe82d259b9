//! Plots of series as SVG: each value over time, and how many values are at most so large.

use std::fmt::Write as _;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 50.0;
const COLOURS: [&str; 4] = ["#1f6fb4", "#d1611b", "#3a923a", "#8a5fb4"];
/// Points drawn of a series over time; the largest of each stretch, so that none is lost.
const POINTS: usize = 2000;

/// A series of values in ns.
#[derive(Debug)]
pub struct Curve {
    name: String,
    values: Vec<u64>,
}

/// Series to be compared.
#[derive(Debug)]
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What is compared, at most four.
    pub curves: Vec<Curve>,
}

impl Curve {
    /// A series in the order in which it was measured.
    #[must_use]
    pub fn new(name: &str, values: &[u64]) -> Curve {
        Curve {
            name: name.to_owned(),
            values: values.to_vec(),
        }
    }

    /// (place from 0 to 1, largest value there).
    fn over_time(&self) -> Vec<(f64, u64)> {
        let stretch = self.values.len().div_ceil(POINTS).max(1);
        let chunks = self.values.chunks(stretch);
        let count = chunks.len().max(1) as f64;
        let most = chunks.map(|c| c.iter().copied().max().unwrap_or(0));
        most.enumerate()
            .map(|(i, v)| (i as f64 / count, v))
            .collect()
    }

    /// (value, share of the values that are at most that).
    fn distribution(&self) -> Vec<(u64, f64)> {
        let mut sorted = self.values.clone();
        sorted.sort_unstable();
        let count = sorted.len().max(1) as f64;
        let shares = sorted
            .iter()
            .enumerate()
            .map(|(i, &v)| (v, (i + 1) as f64 / count));
        let stretch = sorted.len().div_ceil(POINTS).max(1);
        let last = sorted.len().saturating_sub(100);
        shares
            .enumerate()
            .filter(|(i, _)| i % stretch == 0 || *i >= last)
            .map(|(_, point)| point)
            .collect()
    }
}

impl Plot {
    /// The drawing.
    #[must_use]
    pub fn svg(&self) -> String {
        let all = || self.curves.iter().flat_map(|c| c.values.iter().copied());
        let (least, most) = (
            all().min().unwrap_or(1).max(100),
            all().max().unwrap_or(1).max(1000),
        );
        let scale = Scale::new(least, most);
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="{LEFT}" y="22" font-size="15">{}</text>
"##,
            2.0 * (LEFT + WIDTH) + 40.0,
            TOP + HEIGHT + 80.0,
            self.title
        );
        self.draw_over_time(&mut svg, &scale);
        self.draw_distribution(&mut svg, &scale, LEFT + WIDTH + LEFT);
        for (i, (curve, colour)) in self.curves.iter().zip(COLOURS).enumerate() {
            let y = TOP + HEIGHT + 45.0 + 16.0 * i as f64;
            let _ = writeln!(
                svg,
                r##"<rect x="{LEFT}" y="{}" width="12" height="4" fill="{colour}"/><text x="{}" y="{y}">{}</text>"##,
                y - 6.0,
                LEFT + 18.0,
                curve.name
            );
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn draw_over_time(&self, svg: &mut String, scale: &Scale) {
        frame(
            svg,
            LEFT,
            "measurement, in order (the largest of each stretch)",
        );
        for (at, label) in scale.marks() {
            let y = TOP + HEIGHT * (1.0 - at);
            mark(
                svg,
                (LEFT, y),
                (LEFT + WIDTH, y),
                (LEFT - 6.0, y + 4.0, "end"),
                &label,
            );
        }
        for (curve, colour) in self.curves.iter().zip(COLOURS) {
            for (x, value) in curve.over_time() {
                let (x, y) = (LEFT + WIDTH * x, TOP + HEIGHT * (1.0 - scale.place(value)));
                let _ = writeln!(
                    svg,
                    r##"<circle cx="{x:.1}" cy="{y:.1}" r="1" fill="{colour}" fill-opacity="0.6"/>"##
                );
            }
        }
    }

    fn draw_distribution(&self, svg: &mut String, scale: &Scale, left: f64) {
        frame(svg, left, "at most so large");
        for (at, label) in scale.marks() {
            let x = left + WIDTH * at;
            mark(
                svg,
                (x, TOP),
                (x, TOP + HEIGHT),
                (x, TOP + HEIGHT + 14.0, "middle"),
                &label,
            );
        }
        for (share, label) in [(0.0, "0"), (0.5, "50 %"), (0.99, "99 %"), (1.0, "")] {
            let y = TOP + HEIGHT * (1.0 - share);
            mark(
                svg,
                (left, y),
                (left + WIDTH, y),
                (left - 6.0, y + 4.0, "end"),
                label,
            );
        }
        for (curve, colour) in self.curves.iter().zip(COLOURS) {
            let points = curve.distribution().into_iter().map(|(value, share)| {
                let x = left + WIDTH * scale.place(value);
                format!("{x:.1},{:.1}", TOP + HEIGHT * (1.0 - share))
            });
            let points: Vec<_> = points.collect();
            let _ = writeln!(
                svg,
                r##"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="1.5"/>"##,
                points.join(" ")
            );
        }
    }
}

fn frame(svg: &mut String, left: f64, below: &str) {
    let _ = writeln!(
        svg,
        r##"<rect x="{left}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#333333"/>
<text x="{}" y="{}" text-anchor="middle">{below}</text>"##,
        left + WIDTH / 2.0,
        TOP + HEIGHT + 30.0
    );
}

fn mark(svg: &mut String, from: (f64, f64), to: (f64, f64), text: (f64, f64, &str), label: &str) {
    let _ = writeln!(
        svg,
        r##"<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="#dddddd"/><text x="{}" y="{}" text-anchor="{}">{label}</text>"##,
        from.0, from.1, to.0, to.1, text.0, text.1, text.2
    );
}

/// A logarithmic scale of times, with a mark at each power of ten.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    fn new(least: u64, most: u64) -> Scale {
        Scale {
            low: (least as f64).log10().floor(),
            high: (most as f64).log10().ceil(),
        }
    }

    fn place(&self, value: u64) -> f64 {
        let at = (value.max(1) as f64).log10();
        ((at - self.low) / (self.high - self.low).max(1.0)).clamp(0.0, 1.0)
    }

    fn marks(&self) -> Vec<(f64, String)> {
        let names = [
            "1 ns", "10 ns", "100 ns", "1 us", "10 us", "100 us", "1 ms", "10 ms", "100 ms", "1 s",
            "10 s",
        ];
        let powers = names
            .iter()
            .enumerate()
            .map(|(power, name)| (power as f64, (*name).to_owned()));
        powers
            .filter(|(power, _)| (self.low..=self.high).contains(power))
            .map(|(power, name)| ((power - self.low) / (self.high - self.low).max(1.0), name))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_value_is_drawn_and_the_distribution_ends_at_one() {
        let mut values = vec![2_000; 9_999];
        values.push(5_000_000);
        let curve = Curve::new("x", &values);
        assert!(curve.over_time().iter().any(|&(_, v)| v == 5_000_000));
        let last = curve.distribution().pop();
        assert_eq!(last, Some((5_000_000, 1.0)));
        let svg = Plot {
            title: "t".to_owned(),
            curves: vec![curve],
        }
        .svg();
        assert!(svg.contains("10 ms") && svg.ends_with("</svg>\n"));
    }
}
