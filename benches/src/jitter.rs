//! Jitter: how late the releases of a 1 ms task begin, alone and beside 100 noise partitions.
//!
//! Ours is a task of a component at priority 50. The rival is a FIFO 50 thread that sleeps to absolute times
//! (as cyclictest does) on the same core, alone and beside the same load in 100 native threads: loops,
//! memory that is taken and given back, yields, and one that starts and ends others. A thread on
//! another core spins meanwhile and looks at the clock: gaps in what it sees are time that neither of the
//! two had, taken by the host of a virtual machine or by Linux.
//!
//! Beside the table it draws `target/bench/jitter-*.svg`: lateness over time, and its distribution.

use crate::bench::{self, Bench};
use crate::plot::{Curve, Plot};
use crate::report::{Row, Target, Unit};
use crate::rival::{self, CORE};
use crate::sample::{Figures, Sample};
use anyhow::{Context, Result};
use rustix::thread::{ClockId, clock_nanosleep_absolute};
use rustix::time::Timespec;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use terrace_host::clock::monotonic_ns;
use terrace_host::thread::Class;
use terrace_testkit::{Machine, guests};
use terrace_vm::{Config, Overrides};

const PERIOD: u64 = 1_000_000;
const ROUNDS: usize = 10_000;
const NOISE: usize = 100;
/// Left out at the beginning of each burst.
const WARM: usize = 100;
/// A spinning thread that sees a longer gap than this between two looks was held up.
const GAP: u64 = 20_000;

const TASK: &str = r#"
[[service]]
name = "jitter"
worker = 0
priority = 50
memory = { persistent = "1 MiB", release = "64 KiB" }
[[service.task]]
name = "tick"
period = "1 ms"
"#;

/// Writes over a megabyte, again and again.
pub(crate) const FILL: &str = r#"(module (memory (export "memory") 16)
  (func (export "_start") (loop $again
    (memory.fill (i32.const 0) (i32.const 7) (i32.const 1048576)) (br $again))))"#;

/// What one side measured.
struct Series {
    late: Vec<u64>,
    stolen: Stolen,
}

/// Time that was taken from everybody while it was measured.
#[derive(Debug, Clone, Copy, Default)]
struct Stolen {
    gaps: u64,
    longest: u64,
    total: u64,
    watched: u64,
    /// By the host, as Linux accounts it on the core of the measurement.
    host: u64,
}

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, _: &mut Vec<String>) -> Result<Vec<Row>> {
    let rounds = bench.repeat(ROUNDS);
    let mut rows = Vec::new();
    for (name, noise) in [("alone", 0), ("with 100 noise partitions", NOISE)] {
        let ours = watched(|| task(bench, rounds, noise))?;
        let theirs = watched(|| Ok(thread(rounds, noise)))?;
        let file = bench
            .programs
            .folder()
            .join(format!("jitter-{}.svg", name.replace(' ', "-")));
        let plot = Plot {
            title: format!("Lateness of a 1 ms task, {name}"),
            curves: vec![
                Curve::new("Terrace, a task of a component", &ours.late),
                Curve::new("FIFO thread, clock_nanosleep", &theirs.late),
            ],
        };
        std::fs::write(&file, plot.svg())
            .with_context(|| format!("cannot write {}", file.display()))?;
        let drawn = format!("drawn to {}", file.display());
        rows.push(row(name, &ours, &theirs).note(drawn));
    }
    Ok(rows)
}

fn row(name: &str, ours: &Series, theirs: &Series) -> Row {
    let what = format!("release of a 1 ms task to its first instruction, {name}");
    let (own, rival) = (figures(&ours.late), figures(&theirs.late));
    let times = |q: fn(&Figures) -> u64| q(&own) as f64 / q(&rival).max(1) as f64;
    let p99 = times(|f| f.p99.unwrap_or(0));
    Row::new("jitter", &what, Unit::Ns, own)
        .against(
            "FIFO 50 thread, clock_nanosleep",
            rival,
            Target::WithinPercent(30.0),
        )
        .note(format!("at p99 {p99:.2} times the thread's; to reach: 1.3"))
        .note(format!(
            "stolen meanwhile from a spinning thread: ours {}",
            ours.stolen.text()
        ))
        .note(format!("the rival's {}", theirs.stolen.text()))
}

fn figures(late: &[u64]) -> Figures {
    let mut sample = Sample::new();
    sample.add_all(late.iter().copied());
    sample.figures()
}

impl Stolen {
    fn text(&self) -> String {
        format!(
            "{} gaps over {} us, the longest {} us, {:.2} % of the time; by the host on this core {} ms",
            self.gaps,
            GAP / 1000,
            self.longest / 1000,
            self.total as f64 * 100.0 / self.watched.max(1) as f64,
            self.host / 1_000_000
        )
    }
}

/// Measure while a thread on another core looks at the clock.
fn watched(measure: impl FnOnce() -> Result<Vec<u64>>) -> Result<Series> {
    let over = AtomicBool::new(false);
    let host = host_steal();
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(&over));
        let late = measure();
        over.store(true, Ordering::Relaxed);
        let mut stolen = watcher
            .join()
            .expect("a thread of a benchmark does not panic");
        stolen.host = host_steal().saturating_sub(host);
        Ok(Series {
            late: late?,
            stolen,
        })
    })
}

/// Spin in bursts: Linux stops a FIFO thread that takes more than 95 % of a second.
fn watch(over: &AtomicBool) -> Stolen {
    rival::settle(rival::other_core(), Class::Fifo(1));
    let mut stolen = Stolen::default();
    while !over.load(Ordering::Relaxed) {
        let begin = monotonic_ns();
        let mut last = begin;
        while last - begin < 80_000_000 {
            let now = monotonic_ns();
            let gap = now - last;
            if gap > GAP {
                stolen.gaps += 1;
                stolen.total += gap;
                stolen.longest = stolen.longest.max(gap);
            }
            last = now;
        }
        stolen.watched += last - begin;
        std::thread::sleep(Duration::from_millis(20));
    }
    stolen
}

/// What Linux says the host has taken from the core, in ns.
fn host_steal() -> u64 {
    let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let line = stat.lines().find(|l| l.starts_with(&format!("cpu{CORE} ")));
    // proc_stat(5): the eighth number, in ticks of 10 ms.
    let ticks = line.and_then(|l| l.split_whitespace().nth(8)?.parse::<u64>().ok());
    ticks.unwrap_or(0) * 10_000_000
}

/// Ours.
fn task(bench: &Bench, rounds: usize, noise: usize) -> Result<Vec<u64>> {
    let machine = Machine::with(Config {
        workers: 1,
        partitions: 256,
        ..Config::default()
    });
    bench::install(
        &machine,
        "periodic",
        &bench.programs.guest("periodic")?,
        TASK,
    )?;
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let partitions = noise_partitions(&machine, noise)?;
        if noise > 0 {
            scope.spawn(|| churn(&machine, &over));
        }
        let measured = measure(&machine, rounds);
        over.store(true, Ordering::Relaxed);
        for id in partitions {
            bench::kill(&machine, id)?;
        }
        measured
    })
}

fn measure(machine: &Machine, rounds: usize) -> Result<Vec<u64>> {
    let id = bench::run(machine, "periodic", &[&(rounds + WARM).to_string()])?;
    bench::running(machine, id)?;
    bench::good_end(machine, id)?;
    Ok(bench::samples(machine)?.split_off(WARM))
}

/// A third each computes, touches and gives back memory, and yields; all at normal priority beside the task.
fn noise_partitions(machine: &Machine, noise: usize) -> Result<Vec<terrace_vm::PartitionId>> {
    let rest = "[cpu]\nworker = 0\nslice_us = 1000\n[memory]\nlimit = \"8 MiB\"\n";
    for (name, wat) in [
        ("spin", guests::SPIN),
        ("fill", FILL),
        ("yield", guests::YIELD),
    ] {
        machine.install_wat(name, wat, rest);
    }
    let names = ["spin", "fill", "yield"].into_iter().cycle();
    let started = names
        .take(noise)
        .map(|name| machine.controller.run(name, None, Overrides::default()));
    let started = started.collect::<Result<Vec<_>, _>>()?;
    for &id in &started {
        bench::running(machine, id)?;
    }
    Ok(started)
}

/// Start a partition and kill it, 100 times a second.
fn churn(machine: &Machine, over: &AtomicBool) {
    while !over.load(Ordering::Relaxed) {
        if let Ok(id) = machine.controller.run("spin", None, Overrides::default()) {
            std::thread::sleep(Duration::from_millis(5));
            // It ends with the machine else.
            let _ = bench::kill(machine, id);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The rival.
fn thread(rounds: usize, noise: usize) -> Vec<u64> {
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for index in 0..noise {
            let over = &over;
            scope.spawn(move || native_noise(index, over));
        }
        let late = rival::on_core(CORE, Class::Fifo(50), || {
            let mut late = Vec::with_capacity(rounds + WARM);
            let mut at = monotonic_ns() + 10 * PERIOD;
            for _ in 0..rounds + WARM {
                sleep_until(at);
                late.push(monotonic_ns().saturating_sub(at));
                at += PERIOD;
            }
            late
        });
        over.store(true, Ordering::Relaxed);
        late
    })
    .split_off(WARM)
}

fn native_noise(index: usize, over: &AtomicBool) {
    rival::settle(CORE, Class::Normal);
    while !over.load(Ordering::Relaxed) {
        match index % 3 {
            _ if index + 1 == NOISE => {
                let _ = std::thread::spawn(|| std::thread::sleep(Duration::from_millis(5))).join();
            }
            0 => (0..10_000).for_each(|_| std::hint::spin_loop()),
            1 => drop(std::hint::black_box(vec![7u8; 1 << 20])),
            _ => std::thread::yield_now(),
        }
    }
}

fn sleep_until(deadline: u64) {
    let at =
        Timespec::try_from(Duration::from_nanos(deadline)).expect("a monotonic time of this year");
    // An interrupted sleep would show as an early sample of 0; this process takes no signals there.
    let _ = clock_nanosleep_absolute(ClockId::Monotonic, &at);
}
