//! Kill and suspend of a program in an endless loop: from the request until it is known.
//!
//! The requester is on another core than the loop. A killed partition's memory is gone when
//! its end is known, as a process's is when its parent reaps it.

use crate::bench::{self, Bench};
use crate::report::{Row, Target, Unit};
use crate::rival::{self, CORE};
use crate::sample::Sample;
use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use std::path::Path;
use std::time::Duration;
use terrace_host::clock::monotonic_ns;
use terrace_host::thread::Class;
use terrace_testkit::Machine;
use terrace_vm::{Overrides, State};

/// Suspends of one process or partition before it is killed.
const SUSPENDS: usize = 5;
/// The loop runs this long between two requests.
const BETWEEN: Duration = Duration::from_micros(200);

#[derive(Default)]
struct Times {
    kill: Sample,
    suspend: Sample,
}

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, _: &mut Vec<String>) -> Result<Vec<Row>> {
    let machine = bench::one_worker();
    bench::install(
        &machine,
        "spin",
        &bench.programs.guest("spin")?,
        "[cpu]\nworker = 0\n",
    )?;
    let native = bench.programs.native("benches/guests/spin.c")?;
    let [mut ours, mut theirs] = [Times::default(), Times::default()];
    for _ in 0..bench.repeat(500) {
        rival::on_core(rival::other_core(), Class::Normal, || {
            partition(&machine, &mut ours)
        })?;
        rival::on_core(rival::other_core(), Class::Normal, || {
            process(&native, &mut theirs)
        })?;
    }
    Ok(vec![
        Row::new(
            "kill",
            "kill of an endless loop, until it is gone",
            Unit::Ns,
            ours.kill.figures(),
        )
        .against(
            "kill -9 until waitpid",
            theirs.kill.figures(),
            Target::Report,
        ),
        Row::new(
            "kill",
            "suspend of an endless loop, until the state is seen",
            Unit::Ns,
            ours.suspend.figures(),
        )
        .against(
            "SIGSTOP until waitpid",
            theirs.suspend.figures(),
            Target::Report,
        ),
    ])
}

fn partition(machine: &Machine, times: &mut Times) -> Result<()> {
    let controller = &machine.controller;
    let id = controller.run("spin", None, Overrides::default())?;
    bench::running(machine, id)?;
    for _ in 0..SUSPENDS {
        std::thread::sleep(BETWEEN);
        let asked = monotonic_ns();
        controller.suspend(id)?;
        controller.wait_state(id, |s| s == State::Suspended, Duration::from_secs(60))?;
        times.suspend.add(monotonic_ns() - asked);
        controller.resume(id)?;
        bench::running(machine, id)?;
    }
    std::thread::sleep(BETWEEN);
    let asked = monotonic_ns();
    controller.kill(id)?;
    controller.wait_end(id, None)?;
    times.kill.add(monotonic_ns() - asked);
    controller.wait(id, Some(Duration::from_secs(60)))?;
    Ok(controller.remove(id)?)
}

fn process(native: &Path, times: &mut Times) -> Result<()> {
    let (child, _out) = rival::on_core(CORE, Class::Normal, || rival::process(native, &[]))?;
    let pid = Pid::from_child(&child);
    std::thread::sleep(Duration::from_millis(2));
    for _ in 0..SUSPENDS {
        std::thread::sleep(BETWEEN);
        let asked = monotonic_ns();
        kill_process(pid, Signal::STOP)?;
        let seen = waitpid(Some(pid), WaitOptions::UNTRACED)?;
        times.suspend.add(monotonic_ns() - asked);
        let (_, status) = seen.context("waitpid answers for a child that was stopped")?;
        anyhow::ensure!(status.stopped(), "the rival ended instead of stopping");
        kill_process(pid, Signal::CONT)?;
    }
    std::thread::sleep(BETWEEN);
    let asked = monotonic_ns();
    kill_process(pid, Signal::KILL)?;
    waitpid(Some(pid), WaitOptions::empty())?;
    times.kill.add(monotonic_ns() - asked);
    Ok(())
}
