//! Monotonic time.

use core::ops::{Add, Sub};
use core::time::Duration;

/// A moment on the monotonic clock of this device, in ns. It never goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(u64);

/// The current moment.
#[must_use]
pub fn now() -> Instant {
    Instant(crate::sys::system::now())
}

impl Instant {
    /// A moment that never comes.
    pub const NEVER: Instant = Instant(u64::MAX);

    /// The moment `ns` after the clock's zero.
    #[must_use]
    pub const fn from_ns(ns: u64) -> Instant {
        Instant(ns)
    }

    /// Nanoseconds since the clock's zero.
    #[must_use]
    pub const fn as_ns(self) -> u64 {
        self.0
    }

    /// Time since `earlier`; zero if that is later.
    #[must_use]
    pub const fn since(self, earlier: Instant) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }
}

/// Ends at [`Instant::NEVER`].
impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, span: Duration) -> Instant {
        Instant(
            self.0
                .saturating_add(u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)),
        )
    }
}

/// Zero if the right side is later.
impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.since(earlier)
    }
}
