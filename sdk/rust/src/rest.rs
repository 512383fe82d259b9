//! Giving the processor away, and ending.

use crate::clock::{self, Instant};
use crate::sys::{self, Code};
use core::time::Duration;

/// A polite stop was asked for: finish, and return from `main` or `start`. After the grace
/// time the partition is ended by force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopping;

impl core::fmt::Display for Stopping {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a stop was asked for")
    }
}

impl core::error::Error for Stopping {}

/// Let others of equal priority run first.
pub fn yield_now() {
    while sys::system::yield_() == Code::Again.as_i32() {}
}

/// Rest for `span`, using no processor.
///
/// # Errors
/// [`Stopping`], at once, when a stop is asked for.
pub fn sleep(span: Duration) -> Result<(), Stopping> {
    sleep_until(clock::now() + span)
}

/// Rest until the moment, using no processor. For a steady beat add to the last moment.
///
/// # Errors
/// [`Stopping`], at once, when a stop is asked for.
pub fn sleep_until(moment: Instant) -> Result<(), Stopping> {
    loop {
        let answer = sys::system::sleep_until(moment.as_ns());
        if answer == Code::Stopping.as_i32() {
            return Err(Stopping);
        }
        if answer != Code::Again.as_i32() {
            return Ok(());
        }
    }
}

/// Whether a polite stop was asked for.
#[must_use]
pub fn stop_requested() -> bool {
    sys::system::stop_requested() == 1
}

/// End the partition with this status. Nothing is flushed or dropped.
pub fn exit(status: i32) -> ! {
    sys::system::exit(status);
    unreachable!("the monitor ends the partition in `exit`")
}
