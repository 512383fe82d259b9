//! Call: one partition calls another and has its reply, on one core.
//!
//! The rivals do the same between two processes of one core, with as many bytes each way (one, where
//! ours sends none): through two pipes, and through a Unix socket. A call of a C function within one
//! program, its bytes copied in and out, is what nothing can be faster than.

use crate::bench::{self, Bench};
use crate::report::{Row, Target, Unit};
use crate::rival::{self, CORE};
use crate::sample::{Figures, Sample};
use anyhow::{Context, Result};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use terrace_host::clock::monotonic_ns;
use terrace_host::thread::Class;
use terrace_testkit::Machine;
use terrace_vm::Overrides;

const WARM: usize = 200;
/// Bytes each way.
const SIZES: [usize; 4] = [0, 64, 4096, 65_536];
/// Those of which the issue says what is to be reached.
const SMALL: usize = 64;

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, _: &mut Vec<String>) -> Result<Vec<Row>> {
    let machine = bench::one_worker();
    let guest = |name: &str, manifest: &str| {
        bench::install(&machine, name, &bench.programs.guest(name)?, manifest)
    };
    guest("caller", "[cpu]\nworker = 0\n")?;
    guest(
        "callee",
        "[cpu]\nworker = 0\n[[export]]\nname = \"echo\"\ncallers = [\"caller\"]\n",
    )?;
    let native = bench.programs.native("benches/native/call.c")?;
    let callee = machine
        .controller
        .run("callee", Some("callee"), Overrides::default())?;
    let mut rows = Vec::new();
    for bytes in SIZES {
        let [mut ours, mut pipe, mut socket] = [Sample::new(), Sample::new(), Sample::new()];
        for _ in 0..bench.repeat(20) {
            ours.add_all(calls(&machine, 20_000, bytes)?);
            pipe.add_all(rival::on_core(CORE, Class::Normal, || {
                over(&pipes, 5_000, bytes)
            })?);
            socket.add_all(rival::on_core(CORE, Class::Normal, || {
                over(&sockets, 5_000, bytes)
            })?);
        }
        let function = rival::output(&native, &[&bytes.to_string()])?;
        let function: f64 = function.trim().parse().context("it prints a number")?;
        let times = |factor| {
            if bytes <= SMALL {
                Target::Times(factor)
            } else {
                Target::Report
            }
        };
        let what = format!("call and reply, {bytes} B each way, one core");
        let row = Row::new("call", &what, Unit::Ns, ours.figures())
            .against("two processes, pipes", pipe.figures(), times(12.0))
            .against(
                "two processes, Unix socket",
                socket.figures(),
                Target::Report,
            )
            .against(
                "a C function of the same program",
                Figures::mean((function / 1000.0).round() as u64, 20_000_000),
                Target::Report,
            );
        rows.push(if bytes <= SMALL {
            row.at_most(300)
        } else {
            row
        });
    }
    bench::kill(&machine, callee)?;
    Ok(rows)
}

fn calls(machine: &Machine, rounds: u32, bytes: usize) -> Result<Vec<u64>> {
    let id = bench::run(
        machine,
        "caller",
        &[&rounds.to_string(), &bytes.to_string()],
    )?;
    bench::good_end(machine, id)?;
    bench::samples(machine)
}

/// The near end of a way to another process: reads, writes, and what is given to the other.
struct Way {
    from: Box<dyn Read>,
    to: Box<dyn Write>,
    stdin: Stdio,
    stdout: Stdio,
}

fn pipes() -> Result<Way> {
    let (their_in, to) = std::io::pipe()?;
    let (from, their_out) = std::io::pipe()?;
    Ok(Way {
        from: Box::new(from),
        to: Box::new(to),
        stdin: their_in.into(),
        stdout: their_out.into(),
    })
}

fn sockets() -> Result<Way> {
    let (ours, theirs) = UnixStream::pair()?;
    Ok(Way {
        from: Box::new(ours.try_clone()?),
        to: Box::new(ours),
        stdin: OwnedFd::from(theirs.try_clone()?).into(),
        stdout: OwnedFd::from(theirs).into(),
    })
}

fn over(way: &dyn Fn() -> Result<Way>, rounds: usize, bytes: usize) -> Result<Vec<u64>> {
    let Way {
        mut from,
        mut to,
        stdin,
        stdout,
    } = way()?;
    let mut message = vec![1; bytes.max(1)];
    let me = std::env::current_exe().context("a running program has a path")?;
    let mut command = Command::new(me);
    let size = message.len().to_string();
    let mut child = command
        .args(["--answer", &size])
        .stdin(stdin)
        .stdout(stdout)
        .spawn()?;
    // It holds the other ends too, and would keep them open.
    drop(command);
    let mut trip = || -> std::io::Result<()> {
        to.write_all(&message)?;
        from.read_exact(&mut message)
    };
    for _ in 0..WARM {
        trip()?;
    }
    let mut times = Vec::with_capacity(rounds);
    let mut last = monotonic_ns();
    for _ in 0..rounds {
        trip()?;
        let now = monotonic_ns();
        times.push(now - last);
        last = now;
    }
    drop((from, to));
    child.wait()?;
    Ok(times)
}

/// The process at the other end: replies with each request.
///
/// # Errors
/// None that matters: a closed end is the end.
pub fn answer(size: usize) -> Result<()> {
    let mut message = vec![0; size];
    // Not buffered: what is read and written here is a message each time.
    let mut from = std::io::stdin().lock();
    let mut to =
        std::fs::File::from(std::os::fd::AsFd::as_fd(&std::io::stdout()).try_clone_to_owned()?);
    while from.read_exact(&mut message).is_ok() {
        to.write_all(&message)?;
    }
    Ok(())
}
