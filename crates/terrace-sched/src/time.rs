//! Instants and spans: nanoseconds on one monotonic clock.
//!
//! Plain numbers invite adding two instants, or milliseconds to nanoseconds. Here an instant
//! less an instant is a [`Span`], and only a span is added to an instant.
//!
//! # Invariants
//! I1. Arithmetic saturates: at the ends of the range it stays there, it never wraps or panics.
//! I2. Nothing here reads a clock; callers bring `now`.
//!
//! Not for: calendar time.
//! Source: STYLE.md, "Types that prevent the classic mistakes".

/// A point on the monotonic clock, in nanoseconds since that clock's origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Instant(u64);

/// A length of time, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span(u64);

impl Instant {
    /// The point `ns` nanoseconds after the clock's origin.
    #[must_use]
    pub const fn from_ns(ns: u64) -> Instant {
        Instant(ns)
    }

    /// Nanoseconds since the clock's origin.
    #[must_use]
    pub const fn as_ns(self) -> u64 {
        self.0
    }

    /// The time from `earlier` to here; nothing if `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Instant) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }

    /// The point `span` later.
    #[must_use]
    pub const fn plus(self, span: Span) -> Instant {
        Instant(self.0.saturating_add(span.0))
    }

    /// The point `span` earlier.
    #[must_use]
    pub const fn minus(self, span: Span) -> Instant {
        Instant(self.0.saturating_sub(span.0))
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Span = Span(0);

    /// `ns` nanoseconds.
    #[must_use]
    pub const fn from_ns(ns: u64) -> Span {
        Span(ns)
    }

    /// `us` microseconds.
    #[must_use]
    pub const fn from_us(us: u64) -> Span {
        Span(us.saturating_mul(1_000))
    }

    /// `ms` milliseconds.
    #[must_use]
    pub const fn from_ms(ms: u64) -> Span {
        Span(ms.saturating_mul(1_000_000))
    }

    /// In nanoseconds.
    #[must_use]
    pub const fn as_ns(self) -> u64 {
        self.0
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }

    /// What is left of this after `other`.
    #[must_use]
    pub const fn minus(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }

    /// This, `factor` times.
    #[must_use]
    pub const fn times(self, factor: u64) -> Span {
        Span(self.0.saturating_mul(factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_stays_at_the_ends_of_the_range() {
        let last = Instant::from_ns(u64::MAX);
        assert_eq!(last.plus(Span::from_ns(1)), last);
        assert_eq!(
            Instant::default().minus(Span::from_ns(1)),
            Instant::default()
        );
        assert_eq!(Instant::from_ns(3).since(Instant::from_ns(5)), Span::ZERO);
        assert_eq!(Span::from_ns(3).minus(Span::from_ns(5)), Span::ZERO);
        assert_eq!(Span::from_ms(u64::MAX).times(2), Span::from_ns(u64::MAX));
    }

    #[test]
    fn units_agree() {
        assert_eq!(Span::from_ms(2), Span::from_us(2_000));
        assert_eq!(Span::from_us(2), Span::from_ns(2_000));
        assert_eq!(Instant::from_ns(7).since(Instant::from_ns(2)).as_ns(), 5);
    }
}
