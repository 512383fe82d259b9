//! The figure of the first paper: the cost of bringing bytes to another app, by size; Binder, Binder with shared
//! memory, Terrace, all in one boot of one small machine.
//!
//! The kernel of a server has no Binder, so a stock one that has is booted in QEMU, and this program runs itself
//! there. QEMU emulates the processor: absolute times are many times those of hardware, and only those of one boot can
//! be compared. The times are one way: from the sender's call (for a window: from the filled buffer) until
//! the receiver can address all of it.

use crate::bench::Bench;
use crate::bulk::Windows;
use crate::contest::{Contest, Effort, Goals, Places};
use crate::message::Messages;
use crate::report::{Row, Target};
use crate::ways;
use anyhow::{Context, Result, ensure};
use std::process::{Command, Stdio};
use terrace_testkit::tools;

/// Of the paper's figure.
const SIZES: [usize; 8] = [
    4,
    256,
    1 << 10,
    4 << 10,
    16 << 10,
    64 << 10,
    256 << 10,
    512 << 10,
];
const SMALL: usize = 4;
const LARGE: usize = 512 << 10;
/// Samples of each size.
const EFFORT: Effort = Effort {
    turns: 5,
    rounds: |_| 100,
};

/// Run it.
///
/// # Errors
/// What the rig said.
pub fn run(bench: &Bench, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    for needed in ["qemu-system-x86_64", "cpio"] {
        let there = Command::new(needed)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        if there.is_err() {
            skipped.push(format!(
                "binder: {needed} is not here: apt-get install qemu-system-x86 cpio"
            ));
            return Ok(Vec::new());
        }
    }
    let programs = [
        bench.programs.guest("message")?,
        bench.programs.guest("bulk")?,
        bench
            .programs
            .native_static("benches/guests/binder_rival.c")?,
        std::env::current_exe().context("a running program has a path")?,
    ];
    let me = programs[3].file_name().context("a program has a name")?;
    let result = bench.programs.folder().join("binder.rig.json");
    let quick = if bench.quick { " --quick" } else { "" };
    let status = Command::new(tools::root().join("scripts/binder-rig.sh"))
        .arg(&result)
        .args(&programs)
        .args(["--", &me.to_string_lossy()])
        .arg(format!("--in-rig{quick}"))
        .stdin(Stdio::null())
        .status()
        .context("cannot run scripts/binder-rig.sh")?;
    ensure!(status.success(), "the rig ended with {status}");
    let text = std::fs::read_to_string(&result)?;
    let (rows, plots): (Vec<Row>, Vec<(String, String)>) =
        serde_json::from_str(&text).context("the rig answers with rows")?;
    for (name, svg) in plots {
        let file = bench.programs.folder().join(name);
        std::fs::write(&file, svg).with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(rows)
}

/// What runs inside: the rows and the plots, as JSON on standard output.
///
/// # Errors
/// What could not be measured.
pub fn inside(bench: &Bench) -> Result<()> {
    let mut skipped = Vec::new();
    let contest = |name, goals| Contest {
        bench,
        name,
        sizes: &SIZES,
        rivals: ways::binder(bench),
        goals,
        effort: EFFORT,
        places: Places::OneCore,
    };
    let messages = contest(
        "binder",
        Goals {
            against: |size, _, way| match way.name {
                "Binder" if size == SMALL => Target::Times(5.0),
                _ => Target::Report,
            },
            at_most: |_, _| None,
        },
    );
    let windows = contest(
        "binder-window",
        Goals {
            against: |size, _, way| match way.name {
                "Binder" if size == LARGE => Target::Times(20.0),
                _ => Target::Report,
            },
            at_most: |_, _| None,
        },
    );
    let guest = |name: &str| bench.programs.folder().join(name).with_extension("wasm");
    let mut rows = messages.run(&Messages(guest("message")), &mut skipped)?;
    rows.extend(windows.run(&Windows(guest("bulk")), &mut skipped)?);
    ensure!(skipped.is_empty(), "not measured: {skipped:?}");
    let emulated = "in QEMU, whose times are not those of hardware: compare within this table";
    let rows: Vec<Row> = rows.into_iter().map(|row| row.note(emulated)).collect();
    let plot = |name: &str| -> Result<(String, String)> {
        let name = format!("{name}-one-core.svg");
        let svg = std::fs::read_to_string(bench.programs.folder().join(&name))?;
        Ok((name, svg))
    };
    let plots = [plot("binder")?, plot("binder-window")?];
    Ok(serde_json::to_writer(std::io::stdout(), &(rows, plots))?)
}
