//! Compute: eight kernels in C, as a partition, under the rival engine, and native.
//!
//! Each kernel times its own iterations, so starting costs nothing here. The rival engine runs
//! twice: plain, and with epoch interruption, which every partition has (it is how a guest is
//! preempted): the second shows how much of a difference the checks alone make.

use crate::bench::{self, Bench};
use crate::report::{Row, Target, Unit};
use crate::rival;
use crate::sample::Figures;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::time::Duration;
use terrace_testkit::Machine;

const KERNELS: [&str; 8] = [
    "compress", "hash", "json", "regex", "matrix", "sort", "fft", "tree",
];
/// One run of a kernel shall take about this long natively.
const RUN: Duration = Duration::from_millis(100);
const RUNS: usize = 11;
const LEAST_RUNS: usize = 7;

struct Forms {
    native: PathBuf,
    plain: Option<PathBuf>,
    epochs: Option<PathBuf>,
}

#[derive(Default)]
struct Times {
    ours: Vec<u64>,
    plain: Vec<u64>,
    epochs: Vec<u64>,
    native: Vec<u64>,
}

/// Run it.
///
/// # Errors
/// What could not be built or started, or a checksum that differs.
pub fn run(bench: &Bench, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    let machine = bench::one_worker();
    let mut rows = Vec::new();
    for kernel in KERNELS {
        match measure(bench, &machine, kernel, skipped) {
            Ok(row) => rows.push(row),
            Err(e) => skipped.push(format!("compute {kernel}: {e:#}")),
        }
    }
    Ok(rows)
}

fn measure(
    bench: &Bench,
    machine: &Machine,
    kernel: &str,
    skipped: &mut Vec<String>,
) -> Result<Row> {
    let source = format!("apps/kernels/{kernel}.c");
    let wasm = bench.programs.wasm(&source, &[])?;
    let forms = forms(bench, &wasm, &source, skipped)?;
    let manifest = "[cpu]\nworker = 0\n\n[memory]\nlimit = \"256 MiB\"\n";
    bench::install(machine, kernel, &wasm, manifest)?;
    let rounds = calibrate(&forms.native)?.to_string();
    let mut times = Times::default();
    let mut sums = Vec::new();
    let runs = if bench.quick { LEAST_RUNS } else { RUNS };
    for _ in 0..runs {
        let mut note = |into: &mut Vec<u64>, text: String| -> Result<()> {
            let (sum, ns) = parse(&text)?;
            sums.push(sum);
            into.push(ns);
            Ok(())
        };
        note(&mut times.ours, partition(machine, kernel, &rounds)?)?;
        note(&mut times.native, rival::output(&forms.native, &[&rounds])?)?;
        if let Some(program) = &forms.plain {
            note(&mut times.plain, engine(bench, program, &rounds, &[])?)?;
        }
        if let Some(program) = &forms.epochs {
            note(
                &mut times.epochs,
                engine(bench, program, &rounds, &["-W", "timeout=3600s"])?,
            )?;
        }
    }
    sums.dedup();
    ensure!(
        sums.len() == 1,
        "the forms of the kernel disagree: checksums {sums:?}"
    );
    Ok(row(kernel, times))
}

fn row(kernel: &str, times: Times) -> Row {
    let what = format!("{kernel}, one iteration");
    let mut row = Row::new("compute", &what, Unit::Ns, Figures::median(times.ours));
    if !times.plain.is_empty() {
        row = row.against(
            "wasmtime run",
            Figures::median(times.plain),
            Target::WithinPercent(5.0),
        );
    }
    if !times.epochs.is_empty() {
        row = row.against(
            "wasmtime run with epochs",
            Figures::median(times.epochs),
            Target::Report,
        );
    }
    row.against(
        "native, gcc -O2",
        Figures::median(times.native),
        Target::Report,
    )
}

fn forms(bench: &Bench, wasm: &Path, source: &str, skipped: &mut Vec<String>) -> Result<Forms> {
    let mut form = |suffix: &str, flags: &[&str]| {
        let made = bench.precompiled(wasm, suffix, flags);
        made.map_err(|e| skipped.push(format!("compute {source} against wasmtime: {e:#}")))
            .ok()
    };
    let plain = form("", &[]);
    let epochs = form("epochs.", &["-W", "epoch-interruption=y"]);
    Ok(Forms {
        native: bench.programs.native(source)?,
        plain,
        epochs,
    })
}

/// How many iterations take about [`RUN`] natively.
fn calibrate(native: &Path) -> Result<u64> {
    let (_, ns) = parse(&rival::output(native, &["5"])?)?;
    let wanted = u64::try_from(RUN.as_nanos()).context("a run is short")?;
    Ok((wanted / ns.max(1)).clamp(3, 1_000_000))
}

fn partition(machine: &Machine, kernel: &str, rounds: &str) -> Result<String> {
    let id = bench::run(machine, kernel, &[rounds])?;
    machine.controller.wait_end(id, None)?;
    let text = machine.lines(id).join("\n");
    bench::good_end(machine, id)?;
    Ok(text)
}

fn engine(bench: &Bench, program: &Path, rounds: &str, flags: &[&str]) -> Result<String> {
    let path = program.to_string_lossy();
    let mut args = vec!["run", "--allow-precompiled"];
    args.extend(flags);
    args.extend([path.as_ref(), rounds]);
    rival::output(bench.wasmtime()?, &args)
}

/// Checksum and ns per iteration.
fn parse(text: &str) -> Result<(String, u64)> {
    let field = |name: &str| {
        text.lines()
            .find_map(|l| l.strip_prefix(name))
            .map(str::trim)
    };
    let sum = field("checksum ").with_context(|| format!("no checksum in `{text}`"))?;
    let ns = field("ns_per_iteration ").with_context(|| format!("no time in `{text}`"))?;
    Ok((sum.to_owned(), ns.parse()?))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_kernels_answer_is_read() {
        let answer = super::parse("checksum 0f\nns_per_iteration 12\n").unwrap();
        assert_eq!(answer, ("0f".to_owned(), 12));
        assert!(super::parse("checksum 0f\n").is_err());
    }
}
