//! Start: from the request to the program's first instruction, and to its end being known.
//!
//! One C program, three ways: a partition of a warm image, a native process, and a process of
//! the rival engine with the program compiled ahead. The program prints the wall clock as its
//! first act; the requester notes the same clock before it asks and after it knows the end.
//! A requester on the worker's own core pays a switch, one on another core pays the wake-up
//! of that core, which a virtual machine makes dear: both are shown. Processes inherit the
//! requester's core; the partition is always on worker 0.

use crate::bench::{self, Bench};
use crate::report::{Row, Target, Unit};
use crate::rival::{self, CORE};
use crate::sample::Sample;
use anyhow::{Context, Result};
use std::io::Read;
use std::path::Path;
use terrace_host::clock::wall_ns;
use terrace_host::thread::Class;
use terrace_testkit::Machine;
use terrace_vm::{Config, Overrides};

/// Starts per batch, before the next rival has its turn.
const BATCH: usize = 20;
const WARM: usize = 5;
/// Of a freed memory, in the rows that keep some (`Config::keep_resident`).
const KEPT: usize = 256 << 10;

#[derive(Default)]
struct Times {
    /// Until the requesting call returned.
    call: Sample,
    first: Sample,
    exit: Sample,
}

/// One start on the wall clock, ns.
struct Start {
    asked: u64,
    returned: u64,
    first: u64,
    ended: u64,
}

impl Times {
    fn add(&mut self, start: &Start) {
        self.call.add(start.returned.saturating_sub(start.asked));
        self.first.add(start.first.saturating_sub(start.asked));
        self.exit.add(start.ended.saturating_sub(start.asked));
    }
}

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    let wasm = bench.programs.guest("start")?;
    let native = bench.programs.native("benches/guests/start.c")?;
    let rival_engine = bench.precompiled(&wasm, "", &[]);
    let rival_engine = rival_engine
        .map_err(|e| skipped.push(format!("start against wasmtime: {e:#}")))
        .ok();
    let mut rows = Vec::new();
    let places = [
        (0, CORE, "requester on the worker's core"),
        (KEPT, CORE, "the same, freed memory kept"),
        (0, rival::other_core(), "requester on another core"),
    ];
    for (kept, core, place) in places {
        // One at a time: a second machine would lock the first one's pool into memory.
        let machine = machine(&wasm, kept)?;
        let [mut ours, mut process, mut engine] =
            [Times::default(), Times::default(), Times::default()];
        for _ in 0..bench.repeat(100) {
            batch(core, BATCH, &mut ours, || partition(&machine))?;
            batch(core, BATCH, &mut process, || spawned(&native, &[]))?;
            if let Some(program) = &rival_engine {
                let wasmtime = bench.wasmtime()?;
                let path = program.to_string_lossy();
                let args = ["run", "--allow-precompiled", path.as_ref()];
                batch(core, 2, &mut engine, || spawned(wasmtime, &args))?;
            }
        }
        let [call, call_process] = [
            ours.call.figures().p50 / 1000,
            process.call.figures().p50 / 1000,
        ];
        let pair = [
            (
                "request to first instruction",
                &ours.first,
                &process.first,
                &engine.first,
            ),
            (
                "request to end known",
                &ours.exit,
                &process.exit,
                &engine.exit,
            ),
        ];
        for (what, ours, process, engine) in pair {
            let mut row = Row::new(
                "start",
                &format!("{what}, {place}"),
                Unit::Ns,
                ours.figures(),
            )
            .against(
                "posix_spawn, gcc -O2",
                process.figures(),
                Target::Times(20.0),
            );
            if rival_engine.is_some() {
                row = row.against(
                    "wasmtime run, precompiled",
                    engine.figures(),
                    Target::Times(100.0),
                );
            }
            rows.push(row.note(format!(
                "of it the requesting call: {call} us, posix_spawn {call_process} us (p50)"
            )));
        }
    }
    Ok(rows)
}

/// A machine that keeps so many bytes of a freed memory for the next partition.
fn machine(wasm: &Path, keep_resident: usize) -> Result<Machine> {
    let machine = Machine::with(Config {
        keep_resident,
        ..Config::default()
    });
    bench::install(&machine, "start", wasm, "[cpu]\nworker = 0\n")?;
    Ok(machine)
}

fn batch(
    core: usize,
    count: usize,
    times: &mut Times,
    mut one: impl FnMut() -> Result<Start> + Send,
) -> Result<()> {
    let measured = rival::on_core(core, Class::Normal, || {
        let warm = WARM.min(count / 2);
        (0..count + warm)
            .map(|_| one())
            .skip(warm)
            .collect::<Result<Vec<_>>>()
    })?;
    measured.iter().for_each(|m| times.add(m));
    Ok(())
}

fn partition(machine: &Machine) -> Result<Start> {
    let controller = &machine.controller;
    let asked = wall_ns();
    let id = controller.run("start", None, Overrides::default())?;
    let returned = wall_ns();
    controller.wait_end(id, None)?;
    let ended = wall_ns();
    let text = machine.lines(id).concat();
    bench::good_end(machine, id)?;
    Ok(Start {
        asked,
        returned,
        first: parse(&text)?,
        ended,
    })
}

fn spawned(program: &Path, args: &[&str]) -> Result<Start> {
    let asked = wall_ns();
    let (mut child, mut out) = rival::process(program, args)?;
    let returned = wall_ns();
    let status = child.wait()?;
    let ended = wall_ns();
    anyhow::ensure!(
        status.success(),
        "{} ended with {status}",
        program.display()
    );
    let mut text = String::new();
    out.read_to_string(&mut text)?;
    Ok(Start {
        asked,
        returned,
        first: parse(&text)?,
        ended,
    })
}

fn parse(text: &str) -> Result<u64> {
    text.trim()
        .parse()
        .with_context(|| format!("the program printed `{text}` instead of a time"))
}
