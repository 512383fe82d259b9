//! A report as text: lines in groups for a terminal, one table for a document.

use crate::report::{Report, Row, Unit};
use crate::sample::Figures;
use std::fmt::Write;

const WIDE: usize = 46;

/// For a terminal: each row is a group, ours first, a rival per line.
#[must_use]
pub fn terminal(report: &Report) -> String {
    let mut out = format!("{}\n\n", report.machine.text());
    let _ = writeln!(
        out,
        "{:<WIDE$} {:>9} {:>9} {:>9} {:>9} {:>8} {:>9} {:>12} {:>8}",
        "what", "p50", "p99", "p99.9", "max", "n", "ratio p50", "target", "reached"
    );
    for row in &report.rows {
        group(&mut out, row);
    }
    for skipped in &report.skipped {
        let _ = writeln!(out, "\nNOT MEASURED: {skipped}");
    }
    let (reached, all) = report.score();
    let quick = if report.quick {
        " (a quick run: too few repetitions to quote)"
    } else {
        ""
    };
    let _ = writeln!(out, "\n{reached} of {all} targets reached{quick}");
    out
}

fn group(out: &mut String, row: &Row) {
    let _ = writeln!(out, "\n{}: {}", row.bench, row.what);
    let (target, reached) = row.limit.map_or_else(Default::default, |l| {
        (
            format!("<= {}", amount(row.unit, l.most)),
            verdict(Some(l.reached)),
        )
    });
    line(out, "  Terrace", row.unit, row.ours, ["", &target, reached]);
    for rival in &row.rivals {
        let ratio = ratio(rival.ratio);
        let cells = [&ratio, &rival.target.text(), verdict(rival.reached)];
        line(
            out,
            &format!("  {}", rival.name),
            row.unit,
            rival.figures,
            cells,
        );
    }
    for note in &row.notes {
        let _ = writeln!(out, "    {note}");
    }
}

fn line(
    out: &mut String,
    name: &str,
    unit: Unit,
    figures: Figures,
    [ratio, target, reached]: [&str; 3],
) {
    let [p50, p99, p999, max] = cells(unit, figures);
    let text = format!(
        "{name:<WIDE$} {p50:>9} {p99:>9} {p999:>9} {max:>9} {:>8} {ratio:>9} {target:>12} {reached:>8}",
        figures.count
    );
    let _ = writeln!(out, "{}", text.trim_end());
}

/// For a document: one line per row and rival.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut out = String::new();
    for line in report.machine.text().lines() {
        let _ = writeln!(out, "{}  ", line.replace('|', "/"));
    }
    out.push_str("\n| what | ours p50 | p99 | p99.9 | max | n | rival | p50 | p99 | p99.9 | max | n | ratio p50 | target | reached |\n");
    out.push_str("|---|--:|--:|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|--:|---|\n");
    for row in &report.rows {
        let head = format!(
            "| {}: {} | {}",
            row.bench,
            row.what,
            columns(row.unit, row.ours)
        );
        if let Some(limit) = row.limit {
            let most = amount(row.unit, limit.most);
            let _ = writeln!(
                out,
                "{head} | | | | | | | | at most {most} | {} |",
                verdict(Some(limit.reached))
            );
        } else if row.rivals.is_empty() {
            let _ = writeln!(out, "{head} | | | | | | | | report | |");
        }
        for rival in &row.rivals {
            let _ = writeln!(
                out,
                "{head} | {} | {} | {} | {} | {} |",
                rival.name,
                columns(row.unit, rival.figures),
                ratio(rival.ratio),
                rival.target.text(),
                verdict(rival.reached)
            );
        }
    }
    notes(&mut out, report);
    out
}

fn notes(out: &mut String, report: &Report) {
    out.push('\n');
    for row in &report.rows {
        for note in &row.notes {
            let _ = writeln!(out, "- {}: {}: {note}", row.bench, row.what);
        }
    }
    for skipped in &report.skipped {
        let _ = writeln!(out, "- Not measured: {skipped}");
    }
    let (reached, all) = report.score();
    let _ = writeln!(out, "\n{reached} of {all} targets reached.");
}

fn columns(unit: Unit, figures: Figures) -> String {
    format!("{} | {}", cells(unit, figures).join(" | "), figures.count)
}

fn cells(unit: Unit, figures: Figures) -> [String; 4] {
    let optional = |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |v| amount(unit, v));
    [
        amount(unit, figures.p50),
        optional(figures.p99),
        optional(figures.p999),
        optional(figures.max),
    ]
}

fn ratio(ratio: f64) -> String {
    if ratio < 10.0 {
        format!("{ratio:.2}x")
    } else {
        format!("{ratio:.0}x")
    }
}

fn verdict(reached: Option<bool>) -> &'static str {
    match reached {
        Some(true) => "yes",
        Some(false) => "NO",
        None => "",
    }
}

fn amount(unit: Unit, value: u64) -> String {
    let steps: &[(f64, &str)] = match unit {
        Unit::Ns => &[(1e9, "s"), (1e6, "ms"), (1e3, "us"), (1.0, "ns")],
        Unit::Bytes => &[(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")],
    };
    let value = value as f64;
    let smallest = steps[steps.len() - 1];
    let (size, name) = steps
        .iter()
        .copied()
        .find(|(size, _)| value >= *size)
        .unwrap_or(smallest);
    let scaled = value / size;
    if size > 1.0 && scaled < 100.0 {
        format!("{scaled:.1} {name}")
    } else {
        format!("{scaled:.0} {name}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_three_digits_and_their_unit() {
        assert_eq!(amount(Unit::Ns, 0), "0 ns");
        assert_eq!(amount(Unit::Ns, 999), "999 ns");
        assert_eq!(amount(Unit::Ns, 35_400), "35.4 us");
        assert_eq!(amount(Unit::Ns, 250_000_000), "250 ms");
        assert_eq!(amount(Unit::Bytes, 16_384), "16.4 kB");
    }
}
