//! `terrace-benches [NAME...]`: run the benchmarks beside their rivals, print, keep as JSON.
#![forbid(unsafe_code)]

use anyhow::{Context, Result};
use clap::Parser;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use terrace_benches::bench::Bench;
use terrace_benches::machine_facts::MachineFacts;
use terrace_benches::programs::Programs;
use terrace_benches::report::{Report, Row};
use terrace_benches::{
    binder, bulk, call, compute, deadlines, events, jitter, kill, many, memory, message, outsider,
    preempt, proof, start, switch, table, translator,
};
use terrace_testkit::tools;

/// Benchmarks of Terrace, each beside its rival in the same run.
#[derive(Debug, Parser)]
struct Args {
    /// Which: start, memory, switch, message, call, bulk, translator, binder, preempt, compute, jitter,
    /// events, looper, alarms, deadlines, kill, many, proof.
    /// All if none is named.
    #[arg(value_name = "NAME", value_parser = BENCHES.map(|(name, _)| name))]
    names: Vec<String>,
    /// Where to write the JSON; default `target/bench/<date>.json`.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Print a Markdown table for a document.
    #[arg(long)]
    markdown: bool,
    /// A tenth of the repetitions: to see that it works, not to quote.
    #[arg(long)]
    quick: bool,
    /// The other side of the pipe (the rival of `switch` starts itself with this).
    #[arg(long, hide = true)]
    pong: bool,
    /// The other side of a rival of `call`: replies with as many bytes.
    #[arg(long, hide = true, value_name = "BYTES")]
    answer: Option<usize>,
    /// The Linux process of `translator`.
    #[arg(long, hide = true, value_name = "JSON")]
    outsider: Option<String>,
    /// The run of `binder` inside of QEMU.
    #[arg(long, hide = true)]
    in_rig: bool,
    /// Where it finds the translator.
    #[arg(long, hide = true, value_name = "PATH")]
    socket: Option<PathBuf>,
}

type Run = fn(&Bench, &mut Vec<String>) -> Result<Vec<Row>>;

/// In the order of the table.
const BENCHES: [(&str, Run); 18] = [
    ("start", start::run),
    ("memory", memory::run),
    ("switch", switch::run),
    ("message", message::run),
    ("bulk", bulk::run),
    ("call", call::run),
    ("translator", translator::run),
    ("binder", binder::run),
    ("preempt", preempt::run),
    ("compute", compute::run),
    ("jitter", jitter::run),
    ("events", events::run),
    ("looper", events::looper),
    ("alarms", events::alarms),
    ("deadlines", deadlines::run),
    ("kill", kill::run),
    ("many", many::run),
    ("proof", proof::run),
];

fn main() -> Result<()> {
    let args = Args::parse();
    if args.pong {
        return switch::pong();
    }
    if let Some(bytes) = args.answer {
        return call::answer(bytes);
    }
    if let Some(errand) = &args.outsider {
        return outsider::run(errand, args.socket.as_deref());
    }
    if args.in_rig {
        return binder::inside(&Bench {
            quick: args.quick,
            programs: Programs::beside_this()?,
            wasmtime: None,
        });
    }
    without_backtraces()?;
    let wasmtime = tools::root().join("target/tools/bin/wasmtime");
    let wasmtime = Some(wasmtime).filter(|p| p.is_file());
    let bench = Bench {
        quick: args.quick,
        programs: Programs::new()?,
        wasmtime,
    };
    let machine = MachineFacts::gather(bench.wasmtime.as_deref());
    let mut report = Report {
        machine,
        quick: args.quick,
        rows: Vec::new(),
        skipped: Vec::new(),
    };
    let wanted = |name: &str| args.names.is_empty() || args.names.iter().any(|n| n == name);
    let chosen: Vec<_> = BENCHES
        .into_iter()
        .filter(|(name, _)| wanted(name))
        .collect();
    for &(name, run) in &chosen {
        let rows = match &chosen[..] {
            [_] => run(&bench, &mut report.skipped),
            _ => apart(&bench, name, &mut report.skipped),
        };
        match rows {
            Ok(rows) => report.rows.extend(rows),
            Err(e) => report.skipped.push(format!("{name}: {e:#}")),
        }
    }
    report.machine.ended();
    let file = args.json.unwrap_or_else(|| {
        let name = format!("{}.json", report.machine.file_date());
        bench.programs.folder().join(name)
    });
    let text = serde_json::to_string_pretty(&report).context("a report can be written as JSON")?;
    std::fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    print!(
        "{}",
        if args.markdown {
            table::markdown(&report)
        } else {
            table::terminal(&report)
        }
    );
    Ok(())
}

/// Run one benchmark in a process of its own: memory that an earlier one has freed would be
/// used again unseen, and what it locked would stay locked.
fn apart(bench: &Bench, name: &str, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    eprintln!("{name} ...");
    let file = bench.programs.folder().join(format!("{name}.part.json"));
    let me = std::env::current_exe().context("a running program has a path")?;
    let mut child = Command::new(me);
    child
        .arg(name)
        .arg("--json")
        .arg(&file)
        .stdout(Stdio::null());
    if bench.quick {
        child.arg("--quick");
    }
    let status = child.status()?;
    anyhow::ensure!(status.success(), "its process ended with {status}");
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("cannot read {}", file.display()))?;
    std::fs::remove_file(&file)?;
    let part: Report = serde_json::from_str(&text).context("a part of the report is a report")?;
    skipped.extend(part.skipped);
    Ok(part.rows)
}

/// Where the environment asks for backtraces of errors, start anew without: the engine would
/// then unwind the stack for every error code that a WASI call answers, which is not what runs.
fn without_backtraces() -> Result<()> {
    let asked = std::env::var_os("RUST_BACKTRACE").is_some_and(|v| v != "0");
    if !asked || std::env::var_os("RUST_LIB_BACKTRACE").is_some_and(|v| v == "0") {
        return Ok(());
    }
    let me = std::env::current_exe().context("a running program has a path")?;
    let failed = Command::new(me)
        .args(std::env::args_os().skip(1))
        .env("RUST_LIB_BACKTRACE", "0")
        .exec();
    Err(failed).context("cannot start anew without backtraces; unset RUST_BACKTRACE")
}
