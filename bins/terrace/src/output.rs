//! What is printed: results on standard output, everything else on standard error.

use crate::cli::Format;
use crate::failure::Failure;
use serde::Serialize;
use std::io::{ErrorKind, IsTerminal, Write};
use time::OffsetDateTime;

/// May `stream` have colours?
pub fn colours(stream: &impl IsTerminal) -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    stream.is_terminal() && !refused
}

/// How wide the terminal is, if standard output is one.
pub fn terminal_columns() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    let (columns, _) = ratatui::crossterm::terminal::size().ok()?;
    Some(columns.into())
}

/// Write to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    print_bytes(text.as_bytes())
}

/// Write to standard output.
pub fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Err(Failure::OutputClosed),
        Err(e) => Err(Failure::new(format!(
            "cannot write to standard output: {e}"
        ))),
    }
}

/// Write one line to standard output.
pub fn line(text: &str) -> Result<(), Failure> {
    print(&format!("{text}\n"))
}

/// Write a value as JSON, for reading.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    line(&serde_json::to_string_pretty(value)?)
}

/// Write a value as JSON in one line.
pub fn json_line(value: &impl Serialize) -> Result<(), Failure> {
    line(&serde_json::to_string(value)?)
}

/// Write a value in the format asked for.
pub fn either<T: Serialize>(
    format: Format,
    value: &T,
    table: impl Fn(&T) -> String,
) -> Result<(), Failure> {
    match format {
        Format::Json => json(value),
        Format::Table => print(&table(value)),
    }
}

/// Write `terrace: text` to standard error; if nobody reads it, nobody misses it.
pub fn complain(text: &str) {
    let mut err = std::io::stderr().lock();
    let _ = if colours(&err) {
        writeln!(err, "\x1b[1;31mterrace:\x1b[0m {text}")
    } else {
        writeln!(err, "terrace: {text}")
    };
}

/// Write a hint to standard error.
pub fn hint(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// A wall clock time, ns since 1970, as date and time in UTC.
pub fn time_of_day(ns: u64) -> String {
    let time = OffsetDateTime::from_unix_timestamp_nanos(ns.into())
        .expect("2^64 ns after 1970 is the year 2554");
    let (hours, minutes, seconds, ms) = time.to_hms_milli();
    format!(
        "{} {hours:02}:{minutes:02}:{seconds:02}.{ms:03}Z",
        time.date()
    )
}

/// Columns, the first row their names; the numbers of `right` are aligned to the right.
pub fn columns<const N: usize>(names: [&str; N], right: &[usize], rows: &[[String; N]]) -> String {
    let width = |i: usize| {
        let cells = rows.iter().map(|r| r[i].chars().count());
        cells.chain([names[i].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut text = String::new();
    let head = names.map(ToOwned::to_owned);
    for row in [&head].into_iter().chain(rows) {
        let cells = row.iter().enumerate().map(|(i, cell)| {
            let fill = " ".repeat(widths[i] - cell.chars().count());
            if right.contains(&i) {
                format!("{fill}{cell}")
            } else {
                format!("{cell}{fill}")
            }
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// Bytes for people: `64 KiB`, `1.5 MiB`.
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if count < 1024 {
        return format!("{count} B");
    }
    #[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
    let mut value = count as f64 / 1024.0;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let digits = usize::from(value < 10.0 && value.fract() >= 0.05);
    format!("{value:.digits$} {}", UNITS[unit])
}

/// A duration for people: `12.3 ms`, `4.01 s`, `2 h 3 min`.
pub fn duration(ns: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    let seconds = ns as f64 / 1e9;
    match ns {
        0..1_000_000 => format!("{:.0} us", seconds * 1e6),
        1_000_000..1_000_000_000 => format!("{:.1} ms", seconds * 1e3),
        1_000_000_000..120_000_000_000 => format!("{seconds:.2} s"),
        _ => {
            let minutes = ns / 60_000_000_000;
            let (hours, minutes) = (minutes / 60, minutes % 60);
            if hours > 0 {
                format!("{hours} h {minutes} min")
            } else {
                format!("{minutes} min")
            }
        }
    }
}

/// Text of a guest may hold control sequences: none of them reaches the terminal.
pub fn plain(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() && c != '\t' {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let rows = [
            ["a".to_owned(), "10".to_owned()],
            ["longer".to_owned(), "5".to_owned()],
        ];
        assert_eq!(
            columns(["NAME", "N"], &[1], &rows),
            "NAME     N\na       10\nlonger   5\n"
        );
    }

    #[test]
    fn quantities_read_well() {
        assert_eq!(bytes(512), "512 B");
        assert_eq!(bytes(64 << 10), "64 KiB");
        assert_eq!(bytes((1 << 20) + (1 << 19)), "1.5 MiB");
        assert_eq!(bytes(3 << 30), "3 GiB");
        assert_eq!(duration(1_500), "2 us");
        assert_eq!(duration(12_300_000), "12.3 ms");
        assert_eq!(duration(7_380_000_000_000), "2 h 3 min");
    }

    #[test]
    fn times_of_day_are_in_utc() {
        assert_eq!(time_of_day(0), "1970-01-01 00:00:00.000Z");
        assert_eq!(
            time_of_day(1_709_210_096_789_000_000),
            "2024-02-29 12:34:56.789Z"
        );
        assert_eq!(time_of_day(u64::MAX), "2554-07-21 23:34:33.709Z");
    }

    #[test]
    fn control_sequences_are_taken_out() {
        assert_eq!(plain("\x1b[31mred\tx"), "\u{fffd}[31mred\tx");
    }
}
