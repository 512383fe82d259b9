//! Ctrl-C, SIGTERM, and a reader that goes away.

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{FileType, fstat};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use std::io;

/// What interrupts a running program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupt {
    /// Ctrl-C, or a signal, by its number.
    Signal(i32),
    /// Nobody reads standard output any more.
    OutputClosed,
}

impl Interrupt {
    /// The exit status that tells of it, as shells have it.
    pub fn status(self) -> u8 {
        const SIGPIPE: i32 = 13;
        let number = match self {
            Interrupt::Signal(number) => number,
            Interrupt::OutputClosed => SIGPIPE,
        };
        u8::try_from(128 + number).unwrap_or(u8::MAX)
    }
}

/// Call `act` on a thread of its own for each SIGINT, SIGTERM or SIGHUP.
pub fn on_signal(mut act: impl FnMut(Interrupt) + Send + 'static) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            for number in signals.forever() {
                act(Interrupt::Signal(number));
            }
        })?;
    Ok(())
}

/// Call `act` on a thread of its own if standard output is a pipe whose reader goes away.
/// Rust programs ignore SIGPIPE, so nothing else would end a guest that writes for ever.
pub fn on_output_closed(act: impl FnOnce(Interrupt) + Send + 'static) -> io::Result<()> {
    let kind = FileType::from_raw_mode(fstat(std::io::stdout())?.st_mode);
    if !matches!(kind, FileType::Fifo | FileType::Socket) {
        return Ok(());
    }
    std::thread::Builder::new()
        .name("output".to_owned())
        .spawn(move || {
            let out = std::io::stdout();
            // With no events asked for, only an error or a hang-up ends the wait.
            let mut ends = [PollFd::new(&out, PollFlags::empty())];
            if poll(&mut ends, None).is_ok() {
                act(Interrupt::OutputClosed);
            }
        })?;
    Ok(())
}
