//! Waiting for something that another thread does, never longer than the watchdog.

use std::time::{Duration, Instant};
use terrace_testkit::machine::WATCHDOG;

/// Wait until `happened`.
///
/// # Panics
/// After the watchdog's time, with `what` did not happen.
pub fn eventually(what: &str, mut happened: impl FnMut() -> bool) {
    let start = Instant::now();
    while !happened() {
        assert!(start.elapsed() < WATCHDOG, "this never happened: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Let this much time pass.
pub fn pass(ms: u64) {
    std::thread::sleep(Duration::from_millis(ms));
}
