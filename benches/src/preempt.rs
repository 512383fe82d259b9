//! Preemption: from an event to the more important program's first instruction, while a less
//! important one computes on the same core.
//!
//! Three events: another thread rouses a sleeper; another thread asks a reactor to trim, which
//! calls its callback; a timer comes due. For the first two the time before the waking call
//! is compared with the time that the woken program reads as its first act; for the timer
//! it is the deadline. The rival is a FIFO 50 thread over a FIFO 20 thread, roused by a
//! futex or by `clock_nanosleep`.
//!
//! Bursts are short, because Linux takes the core from real-time threads that use 95% of a second.

use crate::bench::{self, Bench};
use crate::report::{Row, Target, Unit};
use crate::rival::{self, CORE};
use crate::sample::{Figures, Sample};
use anyhow::Result;
use rustix::thread::{ClockId, clock_nanosleep_absolute, futex};
use rustix::time::Timespec;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;
use terrace_host::clock::monotonic_ns;
use terrace_host::thread::Class;
use terrace_testkit::Machine;
use terrace_vm::Overrides;

const IMPORTANT: Class = Class::Fifo(50);
const COMPUTING: Class = Class::Fifo(20);
/// Of the waking thread, on its own core, so that nothing comes between its clock and its call.
const WAKER: Class = Class::Fifo(10);
/// Between two events: caches stay warm, one event is over before the next.
const PERIOD: Duration = Duration::from_micros(200);
const WARM: usize = 20;
const BURST: usize = 1000;
/// What the rival's word counts to.
#[expect(clippy::cast_possible_truncation)]
const LAST: u32 = (WARM + BURST) as u32;

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, _: &mut Vec<String>) -> Result<Vec<Row>> {
    let machine = bench::one_worker();
    let programs = &bench.programs;
    let fifo =
        |priority| format!("[cpu]\nscheduler = \"fifo\"\npriority = {priority}\nworker = 0\n");
    bench::install(&machine, "spin", &programs.guest("spin")?, &fifo(20))?;
    bench::install(&machine, "roused", &programs.guest("roused")?, &fifo(50))?;
    bench::install(&machine, "timer", &programs.guest("timer")?, &fifo(50))?;
    bench::install(
        &machine,
        "reactor",
        &programs.reactor("reactor")?,
        &fifo(50),
    )?;
    let [mut roused, mut reactor, mut timer] = [Sample::new(), Sample::new(), Sample::new()];
    let [mut word, mut nanosleep] = [Sample::new(), Sample::new()];
    for _ in 0..bench.repeat(20) {
        roused.add_all(events(&machine, "roused", 1)?);
        word.add_all(over_futex());
        reactor.add_all(events(&machine, "reactor", 0)?);
        timer.add_all(deadlines(&machine)?);
        nanosleep.add_all(over_nanosleep());
    }
    Ok(rows(
        roused.figures(),
        reactor.figures(),
        timer.figures(),
        word.figures(),
        nanosleep.figures(),
    ))
}

fn rows(
    roused: Figures,
    reactor: Figures,
    timer: Figures,
    word: Figures,
    nanosleep: Figures,
) -> Vec<Row> {
    const FUTEX: &str = "FIFO 50 over FIFO 20 thread, futex";
    const SLEEP: &str = "FIFO 50 over FIFO 20, nanosleep";
    let row = |what, ours| Row::new("preempt", what, Unit::Ns, ours);
    vec![
        row(
            "event of another thread to a sleeper's first instruction",
            roused,
        )
        .at_most(1000)
        .against(FUTEX, word, Target::Times(10.0)),
        row("event of another thread to a reactor's callback", reactor)
            .at_most(1000)
            .against(FUTEX, word, Target::Times(10.0)),
        row("timer due to the sleeper's first instruction", timer)
            .at_most(1000)
            .against(SLEEP, nanosleep, Target::Times(10.0))
            .note("both contain the lateness of the machine's own timer interrupt"),
    ]
}

/// A burst of events to a sleeping partition. `first` of its samples are from before.
fn events(machine: &Machine, app: &str, first: usize) -> Result<Vec<u64>> {
    let controller = &machine.controller;
    let id = bench::run(machine, app, &[])?;
    bench::running(machine, id)?;
    let spin = controller.run("spin", None, Overrides::default())?;
    bench::running(machine, spin)?;
    let bell = controller.doorbell(id)?;
    let sent = rival::on_core(rival::other_core(), WAKER, || {
        waking(|| {
            if app == "sleeper" {
                bell.ring();
                return Ok(());
            }
            Ok(controller.trim(id, 0)?)
        })
    })?;
    bench::kill(machine, spin)?;
    controller.stop(id)?;
    bench::good_end(machine, id)?;
    let got = bench::samples(machine)?;
    Ok(between(&sent, &got[first.min(got.len())..]))
}

/// When each event was sent.
fn waking(mut wake: impl FnMut() -> Result<()>) -> Result<Vec<u64>> {
    let mut sent = Vec::with_capacity(WARM + BURST);
    for _ in 0..WARM + BURST {
        std::thread::sleep(PERIOD);
        sent.push(monotonic_ns());
        wake()?;
    }
    std::thread::sleep(10 * PERIOD);
    Ok(sent)
}

/// From each event to the wake-up that served it. On a busy machine an event can come before
/// the one before it is served; one wake-up serves both, and the earlier one counts.
fn between(sent: &[u64], got: &[u64]) -> Vec<u64> {
    let mut sent = sent.iter().copied().peekable();
    let mut times = Vec::with_capacity(got.len());
    for &got in got {
        let Some(event) = sent.next_if(|&s| s <= got) else {
            continue;
        };
        times.push(got - event);
        while sent.next_if(|&s| s <= got).is_some() {}
    }
    times.drain(..WARM.min(times.len()));
    times
}

/// A burst of timers in a partition.
fn deadlines(machine: &Machine) -> Result<Vec<u64>> {
    let spin = machine.controller.run("spin", None, Overrides::default())?;
    bench::running(machine, spin)?;
    let period = PERIOD.as_nanos().to_string();
    let id = bench::run(machine, "timer", &[&(WARM + BURST).to_string(), &period])?;
    bench::good_end(machine, id)?;
    bench::kill(machine, spin)?;
    Ok(bench::samples(machine)?.split_off(WARM))
}

/// Run `important` over a thread that computes on the same core, with `beside` on another.
fn over_a_spinner<T: Send, U: Send>(
    important: impl FnOnce() -> T + Send,
    beside: impl FnOnce() -> U + Send,
) -> (T, U) {
    let over = AtomicBool::new(false);
    let ready = Barrier::new(3);
    std::thread::scope(|scope| {
        let important = scope.spawn(|| {
            rival::settle(CORE, IMPORTANT);
            ready.wait();
            important()
        });
        scope.spawn(|| {
            rival::settle(CORE, COMPUTING);
            ready.wait();
            while !over.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
        let beside = scope.spawn(|| {
            rival::settle(rival::other_core(), WAKER);
            ready.wait();
            beside()
        });
        let answers = (important.join(), beside.join());
        over.store(true, Ordering::Relaxed);
        (
            answers.0.expect("a thread of a benchmark does not panic"),
            answers.1.expect("a thread of a benchmark does not panic"),
        )
    })
}

fn over_futex() -> Vec<u64> {
    let word = AtomicU32::new(0);
    let sleeper = || {
        let mut got = Vec::with_capacity(WARM + BURST);
        let mut seen = 0;
        while seen < LAST {
            while word.load(Ordering::Acquire) == seen {
                // Any answer leads to a new look.
                let _ = futex::wait(&word, futex::Flags::PRIVATE, seen, None);
            }
            got.push(monotonic_ns());
            seen = word.load(Ordering::Acquire);
        }
        got
    };
    let waker = || {
        waking(|| {
            word.fetch_add(1, Ordering::Release);
            futex::wake(&word, futex::Flags::PRIVATE, 1)?;
            Ok(())
        })
    };
    let (got, sent) = over_a_spinner(sleeper, waker);
    // A futex that is there can be woken: an error would leave the sleeper waiting.
    between(&sent.unwrap_or_default(), &got)
}

fn over_nanosleep() -> Vec<u64> {
    let period = u64::try_from(PERIOD.as_nanos()).expect("a period is short");
    let sleeper = || {
        let mut late = Vec::with_capacity(WARM + BURST);
        let mut deadline = monotonic_ns() + 10 * period;
        for _ in 0..WARM + BURST {
            sleep_until(deadline);
            let now = monotonic_ns();
            late.push(now.saturating_sub(deadline));
            deadline += period + now.saturating_sub(deadline) / period * period;
        }
        late
    };
    over_a_spinner(sleeper, || ()).0.split_off(WARM)
}

fn sleep_until(deadline: u64) {
    let at =
        Timespec::try_from(Duration::from_nanos(deadline)).expect("a monotonic time of this year");
    // An interrupted sleep would show as an early sample of 0; this process takes no signals there.
    let _ = clock_nanosleep_absolute(ClockId::Monotonic, &at);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wake_up_that_serves_two_events_counts_from_the_first() {
        let early = (0..WARM as u64).map(|i| i * 10);
        let base = 1000;
        let sent: Vec<u64> = early.clone().chain([base, base + 10, base + 100]).collect();
        let got: Vec<u64> = early
            .map(|s| s + 1)
            .chain([base + 15, base + 101, base + 500])
            .collect();
        assert_eq!(between(&sent, &got), [15, 1]);
    }
}
