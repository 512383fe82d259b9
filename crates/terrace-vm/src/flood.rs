//! Events that may come in floods: told at most once a second, with how many there were.
//!
//! A throttled partition overruns every period; one event each would push all others out.

/// Nanoseconds between two tellings.
const PAUSE: u64 = 1_000_000_000;

/// What was told of one kind of event of one partition.
#[derive(Debug, Default)]
pub(crate) struct Flood {
    /// How many of this life are told.
    told: u64,
    /// Monotonic ns of the last telling.
    at: Option<u64>,
}

impl Flood {
    /// With `count` in all: how many to tell now, if any. `last` is when nothing may follow.
    pub(crate) fn tell(&mut self, count: u64, now: u64, last: bool) -> Option<u32> {
        let recent = self.at.is_some_and(|at| now < at.saturating_add(PAUSE));
        let news = count.saturating_sub(self.told);
        if news == 0 || (recent && !last) {
            return None;
        }
        self.told = count;
        self.at = Some(now);
        Some(u32::try_from(news).unwrap_or(u32::MAX))
    }

    /// A new life counts from zero; what was told a moment ago was told.
    pub(crate) fn begin_life(&mut self) {
        self.told = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{Flood, PAUSE};

    #[test]
    fn the_first_is_told_at_once_and_the_others_together() {
        let mut flood = Flood::default();
        assert_eq!(flood.tell(0, 5, true), None);
        assert_eq!(flood.tell(1, 5, false), Some(1));
        assert_eq!(flood.tell(7, 6, false), None);
        assert_eq!(flood.tell(9, 5 + PAUSE, false), Some(8));
        assert_eq!(flood.tell(9, 6 + 3 * PAUSE, false), None);
    }

    #[test]
    fn what_is_left_is_told_at_the_end_and_a_new_life_counts_anew() {
        let mut flood = Flood::default();
        assert_eq!(flood.tell(3, 5, false), Some(3));
        assert_eq!(flood.tell(4, 6, true), Some(1));
        flood.begin_life();
        assert_eq!(flood.tell(2, 7, false), None);
        assert_eq!(flood.tell(2, 6 + PAUSE, false), Some(2));
    }
}
