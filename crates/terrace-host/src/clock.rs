//! The monotonic clock, in nanoseconds. One vDSO call, no system call, no allocation.

use rustix::time::{ClockId, Timespec, clock_gettime};

/// Nanoseconds of `CLOCK_MONOTONIC`.
#[must_use]
pub fn monotonic_ns() -> u64 {
    to_ns(clock_gettime(ClockId::Monotonic))
}

/// Nanoseconds since 1970, for people's eyes only: it can jump.
#[must_use]
pub fn wall_ns() -> u64 {
    to_ns(clock_gettime(ClockId::Realtime))
}

/// Processor time of the calling thread, in nanoseconds.
#[must_use]
pub fn thread_cpu_ns() -> u64 {
    to_ns(clock_gettime(ClockId::ThreadCPUTime))
}

fn to_ns(t: Timespec) -> u64 {
    let seconds = u64::try_from(t.tv_sec).unwrap_or(0);
    let nanos = u64::try_from(t.tv_nsec).unwrap_or(0);
    seconds.saturating_mul(1_000_000_000).saturating_add(nanos)
}

#[cfg(test)]
mod tests {
    #[test]
    fn monotonic_never_goes_back() {
        let mut last = super::monotonic_ns();
        for _ in 0..10_000 {
            let now = super::monotonic_ns();
            assert!(now >= last);
            last = now;
        }
    }
}
