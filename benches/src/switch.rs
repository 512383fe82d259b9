//! Switch: A to B and back to A, on one core.
//!
//! Ours is a partition that yields to another that yields. The rivals are a byte through two
//! pipes to a process and back, and a word between two threads by futex. Every round trip is
//! timed by itself, one clock reading each, on both sides.

use crate::bench::{self, Bench};
use crate::report::{Row, Target, Unit};
use crate::rival::{self, CORE};
use crate::sample::Sample;
use anyhow::{Context, Result};
use rustix::thread::futex;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use terrace_host::clock::monotonic_ns;
use terrace_host::thread::Class;
use terrace_testkit::{Machine, guests};
use terrace_vm::Overrides;

const WARM: usize = 200;

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, _: &mut Vec<String>) -> Result<Vec<Row>> {
    let machine = bench::one_worker();
    bench::install(
        &machine,
        "yield",
        &bench.programs.guest("yield")?,
        "[cpu]\nworker = 0\n",
    )?;
    machine.install_wat("partner", guests::YIELD, "[cpu]\nworker = 0\n");
    let [mut ours, mut pipe, mut word] = [Sample::new(), Sample::new(), Sample::new()];
    for _ in 0..bench.repeat(20) {
        ours.add_all(yields(&machine, 50_000)?);
        pipe.add_all(rival::on_core(CORE, Class::Normal, || over_pipes(10_000))?);
        word.add_all(rival::on_core(CORE, Class::Normal, || over_futex(10_000)));
    }
    Ok(vec![
        Row::new(
            "switch",
            "A to B to A at a yield, one core",
            Unit::Ns,
            ours.figures(),
        )
        .against("two processes, pipes", pipe.figures(), Target::Times(12.0))
        .against("two threads, futex", word.figures(), Target::Times(10.0)),
    ])
}

fn yields(machine: &Machine, rounds: u32) -> Result<Vec<u64>> {
    let partner = machine
        .controller
        .run("partner", None, Overrides::default())?;
    bench::running(machine, partner)?;
    let id = bench::run(machine, "yield", &[&rounds.to_string()])?;
    bench::good_end(machine, id)?;
    bench::kill(machine, partner)?;
    bench::samples(machine)
}

fn over_pipes(rounds: usize) -> Result<Vec<u64>> {
    let me = std::env::current_exe().context("a running program has a path")?;
    let mut child = Command::new(me)
        .arg("--pong")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut to = child.stdin.take().context("just made a pipe")?;
    let mut from = child.stdout.take().context("just made a pipe")?;
    let mut byte = [1];
    let mut trip = || -> std::io::Result<()> {
        to.write_all(&byte)?;
        from.read_exact(&mut byte)
    };
    for _ in 0..WARM {
        trip()?;
    }
    let times = timed(rounds, || trip().map_err(Into::into));
    drop(to);
    child.wait()?;
    times
}

/// The process at the other end of the pipes.
///
/// # Errors
/// None that matters: a closed pipe is the end.
pub fn pong() -> Result<()> {
    let (mut from, mut to) = (
        std::fs::File::open("/dev/stdin")?,
        std::fs::File::create("/dev/stdout")?,
    );
    let mut byte = [0];
    while from.read_exact(&mut byte).is_ok() {
        to.write_all(&byte)?;
    }
    Ok(())
}

const OVER: u32 = 2;

fn over_futex(rounds: usize) -> Vec<u64> {
    let word = AtomicU32::new(0);
    std::thread::scope(|scope| {
        // Inherits the core.
        scope.spawn(|| while hand_over(&word, 1, 0) != OVER {});
        let trip = || {
            word.store(1, Ordering::Release);
            wake(&word);
            wait_while(&word, 1);
        };
        for _ in 0..WARM {
            trip();
        }
        let times = timed(rounds, || {
            trip();
            Ok(())
        });
        word.store(OVER, Ordering::Release);
        wake(&word);
        times.unwrap_or_default()
    })
}

/// Wait for `mine`, then hand over by `theirs`; what was found.
fn hand_over(word: &AtomicU32, mine: u32, theirs: u32) -> u32 {
    let found = wait_while(word, theirs);
    if found == mine {
        word.store(theirs, Ordering::Release);
        wake(word);
    }
    found
}

fn wait_while(word: &AtomicU32, value: u32) -> u32 {
    loop {
        let now = word.load(Ordering::Acquire);
        if now != value {
            return now;
        }
        // Any answer leads to a new look.
        let _ = futex::wait(word, futex::Flags::PRIVATE, value, None);
    }
}

fn wake(word: &AtomicU32) {
    // The only error of a wake is a bad address, which a live reference is not.
    let _ = futex::wake(word, futex::Flags::PRIVATE, 1);
}

fn timed(rounds: usize, mut trip: impl FnMut() -> Result<()>) -> Result<Vec<u64>> {
    let mut times = Vec::with_capacity(rounds);
    let mut last = monotonic_ns();
    for _ in 0..rounds {
        trip()?;
        let now = monotonic_ns();
        times.push(now - last);
        last = now;
    }
    Ok(times)
}
