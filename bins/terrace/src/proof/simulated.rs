//! The simulation that a check was asked for: what is simulated, and where its drawings go.

use crate::cli::{AnswerFormat, CheckArgs, Simulated};
use crate::failure::Failure;
use crate::output;
use std::io::BufWriter;
use std::path::Path;
use terrace_analysis::simulation::{Costs, Options, Schedule, Start, simulate};
use terrace_analysis::{Summary, TaskSet, Time, time};

/// Where the drawing goes if no file is named.
const TERMINAL: &str = "-";

/// A simulated schedule.
#[derive(Debug)]
pub struct Simulation(Schedule);

/// Options that do not go together.
pub fn refuse_contradictions(args: &CheckArgs) -> Result<(), Failure> {
    if let Some(file) = &args.gantt {
        let svg = file
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("svg"));
        if file.as_os_str() != TERMINAL && !svg {
            return Err(Failure::new(format!(
                "--gantt writes SVG, and `{}` does not end in .svg; name such a file, or give --gantt last to draw in the terminal",
                file.display()
            )));
        }
        if file.as_os_str() == TERMINAL && args.format != AnswerFormat::Text {
            return Err(Failure::new(
                "--gantt without a file draws in the terminal, which goes with --format text only; name a file that ends in .svg",
            ));
        }
    }
    if wanted(args).is_none() && (args.horizon.is_some() || args.seed != 0) {
        return Err(Failure::new(
            "--horizon and --seed are for a simulation; add --simulate, --gantt or --perfetto",
        ));
    }
    Ok(())
}

/// What is to be simulated, if anything.
fn wanted(args: &CheckArgs) -> Option<Simulated> {
    let drawn = args.gantt.is_some() || args.perfetto.is_some();
    args.simulate.or(drawn.then_some(Simulated::Critical))
}

/// Simulate, if the command line asks for it.
pub fn run(set: &TaskSet, args: &CheckArgs) -> Result<Option<Simulation>, Failure> {
    let Some(how) = wanted(args) else {
        return Ok(None);
    };
    let horizon = args.horizon.as_deref();
    let options = Options {
        start: match how {
            Simulated::Critical => Start::Critical,
            Simulated::Offsets | Simulated::Random => Start::Offsets,
        },
        costs: match how {
            Simulated::Critical | Simulated::Offsets => Costs::Worst,
            Simulated::Random => Costs::Random,
        },
        horizon: horizon.map(|text| length(text, set)).transpose()?,
        seed: args.seed,
        ..Options::default()
    };
    let schedule = simulate(set, &options)
        .map_err(|e| Failure::new(format!("this set cannot be simulated: {e}")))?;
    Ok(Some(Simulation(schedule)))
}

/// A length of time: a number in the unit of the set, or one with its own unit.
fn length(text: &str, set: &TaskSet) -> Result<Time, Failure> {
    const UNITS: [(&str, i64); 4] = [
        ("ns", 1),
        ("us", 1_000),
        ("ms", 1_000_000),
        ("s", 1_000_000_000),
    ];
    let wrong = |why: &str| {
        Failure::new(format!(
            "--horizon `{text}`: {why}; give a time above 0, as 20ms"
        ))
    };
    let text = text.trim();
    let digits = text.find(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    let number: Time = (number.trim().parse()).map_err(|_| wrong("this is not a number"))?;
    if !number.is_positive() {
        return Err(wrong("this is not above 0"));
    }
    if unit.is_empty() {
        return Ok(number);
    }
    let known = |name: &str| {
        UNITS
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, size)| *size)
    };
    let Some(size) = known(unit) else {
        return Err(wrong("units are ns, us, ms and s"));
    };
    let Some(own) = known(&set.time_unit) else {
        return Err(wrong(
            "this set's times have no such unit, so give a number alone",
        ));
    };
    Ok(&(&number * &Time::from(size)) / &Time::from(own))
}

impl Simulation {
    /// Write the files that were asked for.
    pub fn write(&self, args: &CheckArgs) -> Result<(), Failure> {
        if let Some(file) = args.gantt.as_deref().filter(|f| f.as_os_str() != TERMINAL) {
            super::write(file, &terrace_analysis::svg(&self.0))?;
        }
        args.perfetto
            .as_deref()
            .map_or(Ok(()), |file| self.trace(file))
    }

    fn trace(&self, file: &Path) -> Result<(), Failure> {
        let failed =
            |e: std::io::Error| Failure::new(format!("cannot write {}: {e}", file.display()));
        let out = std::fs::File::create(file).map_err(failed)?;
        terrace_analysis::perfetto(&self.0, BufWriter::new(out)).map_err(failed)?;
        Ok(())
    }

    /// All in figures.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.0)
    }

    /// For people: the figures, then the chart if it goes to the terminal.
    pub fn print(&self, args: &CheckArgs) -> Result<(), Failure> {
        output::print(&self.figures())?;
        let drawn = args
            .gantt
            .as_ref()
            .is_some_and(|f| f.as_os_str() == TERMINAL);
        if !drawn {
            return Ok(());
        }
        let colour = output::colours(&std::io::stdout());
        let columns = output::terminal_columns().unwrap_or(100);
        output::line("")?;
        output::print(&terrace_analysis::terminal(&self.0, columns, colour))
    }

    fn figures(&self) -> String {
        let summary = self.summary();
        let unit = &self.0.time_unit;
        let said = |value: &Option<Time>| {
            value
                .as_ref()
                .map_or_else(|| "-".to_owned(), |t| time(t, unit))
        };
        let stopped = match summary.complete {
            true => "",
            false => ", stopped there after as many events as are simulated at most",
        };
        let mut text = format!(
            "\nSimulated {}{stopped}: {} deadlines missed.\n",
            time(&summary.simulated, unit),
            summary.missed
        );
        let names = [
            "  task",
            "released",
            "missed",
            "median R",
            "p99 R",
            "worst R",
            "pre-empted",
            "blocked",
        ];
        let shown = summary.rows.iter().take(24);
        let rows: Vec<[String; 8]> = shown
            .map(|row| {
                [
                    format!("  {}", row.name),
                    row.released.to_string(),
                    row.missed.to_string(),
                    said(&row.median),
                    said(&row.p99),
                    said(&row.worst),
                    row.preempted.to_string(),
                    row.blocked.to_string(),
                ]
            })
            .collect();
        text.push_str(&output::columns(names, &[1, 2, 3, 4, 5, 6, 7], &rows));
        if summary.rows.len() > rows.len() {
            let more = summary.rows.len() - rows.len();
            text.push_str(&format!("  and {more} more (--format json has all)\n"));
        }
        for buffer in &summary.buffers {
            let room = buffer
                .capacity
                .map_or(String::new(), |c| format!(" of {c}"));
            text.push_str(&format!(
                "  {}: at most {}{room} waited\n",
                buffer.name, buffer.most
            ));
        }
        text
    }
}
