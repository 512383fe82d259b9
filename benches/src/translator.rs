//! Translator: a Linux process and a partition, each direction, beside a pipe and a Unix socket between the same
//! two processes.
//!
//! The process is this program, started anew; the other one is this process. Of a rival its end here is a thread
//! on the worker's core. One at a time: from the sender's call until all of the message lies in the receiver's
//! memory. In a stream: the time from one message to the next, means of 1,000.

use crate::bench::{self, Bench};
use crate::outsider::{self, Act, Errand};
use crate::report::{Row, Target, Unit};
use crate::rival::{CORE, on_core, other_core};
use crate::sample::Sample;
use crate::ways::{text, times_in};
use anyhow::{Context, Result, ensure};
use std::os::fd::OwnedFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use terrace_bridge::{Limits, Permits, Translator};
use terrace_host::thread::Class;
use terrace_testkit::Machine;
use terrace_vm::Config;

/// Bytes of a message.
const SIZES: [usize; 3] = [64, 4 << 10, 64 << 10];

/// Run it.
///
/// # Errors
/// What could not be built or started.
pub fn run(bench: &Bench, skipped: &mut Vec<String>) -> Result<Vec<Row>> {
    let guests = Guests {
        message: bench.programs.guest("message")?,
        stream: bench.programs.guest("stream")?,
    };
    let mut rows = Vec::new();
    for (place, there) in [("one core", CORE), ("across two cores", other_core())] {
        if place != "one core" && there == CORE {
            skipped.push(format!("translator: {place}: there is one"));
            continue;
        }
        for stream in [false, true] {
            for direction in [Direction::In, Direction::Out] {
                for size in SIZES {
                    let round = Round {
                        stream,
                        direction,
                        size,
                        there,
                    };
                    rows.push(round.row(bench, &guests, place)?);
                }
            }
        }
    }
    Ok(rows)
}

struct Guests {
    message: PathBuf,
    stream: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// From the process to the partition.
    In,
    /// From the partition to the process.
    Out,
}

/// One row.
#[derive(Debug, Clone, Copy)]
struct Round {
    stream: bool,
    direction: Direction,
    size: usize,
    /// The process's core.
    there: usize,
}

impl Round {
    fn row(self, bench: &Bench, guests: &Guests, place: &str) -> Result<Row> {
        let direction = match self.direction {
            Direction::In => "process to partition",
            Direction::Out => "partition to process",
        };
        let manner = if self.stream {
            "a stream"
        } else {
            "one at a time"
        };
        let what = format!("{direction}, {manner}, {}, {place}", text(self.size));
        let house = House::open(self, guests)?;
        let [mut ours, mut pipe, mut socket] = [Sample::new(), Sample::new(), Sample::new()];
        for _ in 0..bench.repeat(20) {
            let times = self.through_translator(&house);
            ours.add_all(times.with_context(|| what.clone())?);
            pipe.add_all(self.through(&house, pipes()?)?);
            socket.add_all(self.through(&house, sockets()?)?);
        }
        Ok(Row::new("translator", &what, Unit::Ns, ours.figures())
            .against("pipe", pipe.figures(), Target::Times(1.0))
            .against("Unix socket", socket.figures(), Target::Report))
    }

    /// Messages, or lots of a stream.
    fn count(self) -> usize {
        match (self.stream, self.size > 4096) {
            (false, _) => 1000,
            (true, false) => 20,
            (true, true) => 3,
        }
    }

    /// What the process does, and what the other end does.
    fn acts(self) -> (Act, Act) {
        let acts = match self.stream {
            false => (Act::Send, Act::Receive),
            true => (Act::Give, Act::Take),
        };
        match self.direction {
            Direction::In => acts,
            Direction::Out => (acts.1, acts.0),
        }
    }

    fn errand(self, act: Act, core: usize, file: PathBuf) -> Errand {
        Errand {
            act,
            size: self.size,
            count: self.count(),
            core,
            file,
        }
    }

    fn through_translator(self, house: &House) -> Result<Vec<u64>> {
        let (theirs, ours) = self.acts();
        let errand = self.errand(theirs, self.there, house.file());
        let (size, count) = (self.size.to_string(), self.count().to_string());
        let part = match ours {
            Act::Send => "sender",
            Act::Receive => "receiver",
            Act::Give => "giver",
            Act::Take => "taker",
        };
        let guest = bench::run(&house.machine, "end", &[part, &size, &count])?;
        let process = start(&errand, Some(&house.socket()), Stdio::null(), Stdio::null())?;
        finish(process)?;
        bench::good_end(&house.machine, guest)?;
        match self.direction {
            Direction::In => bench::samples(&house.machine),
            Direction::Out => times_in(&house.file()),
        }
    }

    fn through(self, house: &House, way: Way) -> Result<Vec<u64>> {
        let (theirs, ours) = self.acts();
        let errand = self.errand(theirs, self.there, house.file());
        let process = start(&errand, None, way.stdin, way.stdout)?;
        let own = self.errand(ours, CORE, house.machine.folder().join("own"));
        let own_file = own.file.clone();
        on_core(CORE, Class::Normal, || {
            own.run(&mut outsider::Bytes::new(way.from, way.to))
        })?;
        finish(process)?;
        times_in(match self.direction {
            Direction::In => &own_file,
            Direction::Out => &errand.file,
        })
    }
}

/// A machine with the guest and a translator.
struct House {
    _translator: Translator,
    machine: Machine,
}

impl House {
    fn open(round: Round, guests: &Guests) -> Result<House> {
        let machine = Machine::with(Config {
            workers: CORE + 1,
            partitions: 16,
            ..Config::default()
        });
        let channel = |name: &str, bytes: usize| {
            format!(
                "[[channel]]\nname = \"{name}\"\ntype = \"cross-context\"\ncount = {bytes}\ndepth = 64\n"
            )
        };
        let manifest = format!(
            "[memory]\nlimit = \"64 MiB\"\n[cpu]\nworker = {CORE}\n{}{}",
            channel("message", round.size),
            channel("answer", 1)
        );
        let guest = if round.stream {
            &guests.stream
        } else {
            &guests.message
        };
        bench::install(&machine, "end", guest, &manifest)?;
        let listener = UnixListener::bind(machine.folder().join("t.sock"))?;
        let controller = machine.controller.clone();
        let serve = || {
            Translator::start(
                controller,
                listener,
                Permits::new(Vec::new()),
                Limits::default(),
            )
        };
        // Its thread inherits the core; across cores it goes where Linux puts it, as in a daemon.
        let translator = if round.there == CORE {
            on_core(CORE, Class::Normal, serve)
        } else {
            serve()
        }?;
        Ok(House {
            _translator: translator,
            machine,
        })
    }

    fn socket(&self) -> PathBuf {
        self.machine.folder().join("t.sock")
    }

    /// Where the process writes its times.
    fn file(&self) -> PathBuf {
        self.machine.folder().join("times")
    }
}

/// The near end of a way, and what the process gets.
struct Way {
    from: OwnedFd,
    to: OwnedFd,
    stdin: Stdio,
    stdout: Stdio,
}

fn pipes() -> Result<Way> {
    let (their_in, to) = std::io::pipe()?;
    let (from, their_out) = std::io::pipe()?;
    Ok(Way {
        from: from.into(),
        to: to.into(),
        stdin: their_in.into(),
        stdout: their_out.into(),
    })
}

fn sockets() -> Result<Way> {
    let (ours, theirs) = UnixStream::pair()?;
    Ok(Way {
        from: ours.try_clone()?.into(),
        to: ours.into(),
        stdin: OwnedFd::from(theirs.try_clone()?).into(),
        stdout: OwnedFd::from(theirs).into(),
    })
}

fn start(errand: &Errand, socket: Option<&Path>, stdin: Stdio, stdout: Stdio) -> Result<Child> {
    let me = std::env::current_exe().context("a running program has a path")?;
    let mut command = Command::new(me);
    command
        .arg("--outsider")
        .arg(errand.text()?)
        .stdin(stdin)
        .stdout(stdout);
    if let Some(socket) = socket {
        command.arg("--socket").arg(socket);
    }
    Ok(command.spawn()?)
}

fn finish(mut process: Child) -> Result<()> {
    let status = process.wait()?;
    ensure!(status.success(), "the Linux process ended with {status}");
    Ok(())
}
