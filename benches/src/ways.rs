//! The ways of Linux to bring bytes from one process to another, as programs that all take
//! `WAY SIZE ROUNDS CORE CORE` and write how long each message took.

use crate::bench::Bench;
use crate::rival::CORE;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use terrace_testkit::tools;

/// What such a program ends with where Linux refuses messages of this size.
const REFUSED: i32 = 3;

/// One of them.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    /// As people read it.
    pub(crate) name: &'static str,
    /// As its program calls it.
    way: &'static str,
    program: PathBuf,
    /// Does it go through the kernel, so that "the fastest kernel one" counts it?
    pub(crate) kernel: bool,
    /// Does its receiver ask again and again? On one core that keeps the sender from running.
    pub(crate) polls: bool,
}

/// Those that every Linux has.
pub(crate) fn of_linux(bench: &Bench, wanted: &[&str]) -> Result<Vec<Way>> {
    let program = bench.programs.native("benches/guests/message_rival.c")?;
    let all = [
        ("pipe", "pipe", true),
        ("socket", "Unix socket", true),
        ("mq", "POSIX queue", true),
        ("futex", "memory file and futex", false),
    ];
    let ways = all.into_iter().filter(|(way, ..)| wanted.contains(way));
    Ok(ways
        .map(|(way, name, kernel)| Way {
            name,
            way,
            program: program.clone(),
            kernel,
            polls: false,
        })
        .collect())
}

/// D-Bus, if its library is here.
pub(crate) fn dbus(bench: &Bench, skipped: &mut Vec<String>) -> Vec<Way> {
    match bench
        .programs
        .native_with("benches/guests/dbus_rival.c", "dbus-1")
    {
        Ok(program) => vec![Way {
            name: "D-Bus",
            way: "dbus",
            program,
            kernel: true,
            polls: false,
        }],
        Err(error) => {
            skipped.push(format!("D-Bus: {error:#}"));
            Vec::new()
        }
    }
}

/// iceoryx2, if it is built: with copies in and out, or in place.
pub(crate) fn iceoryx2(in_place: bool, skipped: &mut Vec<String>) -> Vec<Way> {
    let program = tools::root().join("target/tools/bin/terrace-iceoryx2-rival");
    if !program.is_file() {
        let at = program.display();
        skipped.push(format!(
            "iceoryx2: {at} is not there; `make bench` builds it"
        ));
        return Vec::new();
    }
    let ways = if in_place {
        ["blocking-window", "busy-window"]
    } else {
        ["blocking", "busy"]
    };
    let names = ["iceoryx2, blocking", "iceoryx2, busy polling"];
    let way = |(way, name)| Way {
        name,
        way,
        program: program.clone(),
        kernel: false,
        polls: way.starts_with("busy"),
    };
    ways.into_iter().zip(names).map(way).collect()
}

/// Android's Binder; its program lies where the others do.
pub(crate) fn binder(bench: &Bench) -> Vec<Way> {
    let program = bench.programs.folder().join("binder_rival");
    let ways = [
        ("Binder", "binder"),
        ("Binder and memory file", "binder-memfd"),
    ];
    let way = |(name, way)| Way {
        name,
        way,
        program: program.clone(),
        kernel: true,
        polls: false,
    };
    ways.into_iter().map(way).collect()
}

impl Way {
    /// How long each message took; the receiver on this core. None where Linux refuses messages of this size.
    pub(crate) fn measure(
        &self,
        size: usize,
        rounds: usize,
        there: usize,
    ) -> Result<Option<Vec<u64>>> {
        let args = [size, rounds, CORE, there].map(|n| n.to_string());
        let done = Command::new(&self.program)
            .arg(self.way)
            .args(args)
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot start {}", self.program.display()))?;
        if done.status.code() == Some(REFUSED) {
            return Ok(None);
        }
        let errors = String::from_utf8_lossy(&done.stderr);
        ensure!(
            done.status.success(),
            "{}, {size} bytes: {}: {errors}",
            self.name,
            done.status
        );
        Ok(Some(times(&done.stdout)))
    }
}

/// Eight bytes each.
pub(crate) fn times(bytes: &[u8]) -> Vec<u64> {
    let time = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"));
    bytes.chunks_exact(8).map(time).collect()
}

/// The times that a process has left in a file.
pub(crate) fn times_in(file: &Path) -> Result<Vec<u64>> {
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(times(&bytes))
}

/// A size as people read it.
pub(crate) fn text(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}
