//! Restart: whether and when a partition that has ended is started again.
//!
//! Each restart in a row waits twice as long as the one before, so that an app which dies at
//! once does not become the load of the device. An app that has run for ten times the wait
//! before it is taken to be well again, and the row starts anew.
//!
//! # Invariants
//! I1. Never more than `max` restarts in a row.
//! I2. A wait is at least [`RestartPolicy::MIN_BACKOFF`] and at most
//!     [`RestartPolicy::MAX_BACKOFF`], and never shorter than the one before it in the same row.
//! I3. The same ends, lives and times give the same answers; nothing here reads a clock.
//!
//! Not for: what an operator asked for; a stop or a restart by command does not come here.
//! Source: issue 2, sections 2 and 3 (`[restart]`).

use crate::time::{Instant, Span};

/// Which ends are followed by a restart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RestartRule {
    /// None.
    Never,
    /// Faults and exits with a status other than 0.
    OnFailure,
    /// All.
    Always,
}

/// How a life ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExitKind {
    /// It returned, or exited with status 0.
    Success,
    /// A fault, or an exit with another status.
    Failure,
}

/// The restarts of one partition, over all its lives.
#[derive(Debug, Clone, Copy)]
pub struct RestartPolicy {
    rule: RestartRule,
    max: u32,
    backoff: Span,
    in_a_row: u32,
    last_wait: Option<Span>,
}

impl RestartPolicy {
    /// The shortest wait; a backoff of nothing would restart for ever, as every life lasts ten
    /// times nothing.
    pub const MIN_BACKOFF: Span = Span::from_ms(1);
    /// The longest wait.
    pub const MAX_BACKOFF: Span = Span::from_ms(60_000);
    /// How many waits long a life must be for the row to start anew.
    const WELL: u64 = 10;

    /// At most `max` restarts in a row, the first after `backoff`.
    #[must_use]
    pub fn new(rule: RestartRule, max: u32, backoff: Span) -> RestartPolicy {
        let backoff = backoff.clamp(RestartPolicy::MIN_BACKOFF, RestartPolicy::MAX_BACKOFF);
        RestartPolicy {
            rule,
            max,
            backoff,
            in_a_row: 0,
            last_wait: None,
        }
    }

    /// A life of length `lived` ended at `now`: when does the next begin? None: not at all.
    pub fn decide(&mut self, exit: ExitKind, lived: Span, now: Instant) -> Option<Instant> {
        if lived
            >= self
                .last_wait
                .unwrap_or(self.backoff)
                .times(RestartPolicy::WELL)
        {
            self.reset();
        }
        let wanted = match self.rule {
            RestartRule::Never => false,
            RestartRule::OnFailure => exit == ExitKind::Failure,
            RestartRule::Always => true,
        };
        if !wanted || self.in_a_row >= self.max {
            return None;
        }
        let wait = match self.last_wait {
            None => self.backoff,
            Some(last) => last.times(2).min(RestartPolicy::MAX_BACKOFF),
        };
        self.in_a_row += 1;
        self.last_wait = Some(wait);
        Some(now.plus(wait))
    }

    /// Forget the row: somebody has looked into it and started the partition by command.
    pub fn reset(&mut self) {
        self.in_a_row = 0;
        self.last_wait = None;
    }

    /// Restarts since the row began.
    #[must_use]
    pub fn in_a_row(&self) -> u32 {
        self.in_a_row
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Instant = Instant::from_ns(5_000_000_000);

    fn waits(policy: &mut RestartPolicy, lives: &[u64]) -> Vec<Option<u64>> {
        let wait = |at: Instant| at.since(NOW).as_ns() / 1_000_000;
        let mut next = |&ms: &u64| {
            policy
                .decide(ExitKind::Failure, Span::from_ms(ms), NOW)
                .map(wait)
        };
        lives.iter().map(&mut next).collect()
    }

    #[test]
    fn rules_choose_by_how_it_ended() {
        for (rule, success, failure) in [
            (RestartRule::Never, false, false),
            (RestartRule::OnFailure, false, true),
            (RestartRule::Always, true, true),
        ] {
            let policy = RestartPolicy::new(rule, 3, Span::from_ms(10));
            let starts = |exit| policy.clone().decide(exit, Span::ZERO, NOW).is_some();
            assert_eq!(starts(ExitKind::Success), success);
            assert_eq!(starts(ExitKind::Failure), failure);
        }
    }

    #[test]
    fn i1_i2_waits_double_and_end_at_max() {
        let mut policy = RestartPolicy::new(RestartRule::Always, 3, Span::from_ms(10));
        assert_eq!(
            waits(&mut policy, &[0; 5]),
            [Some(10), Some(20), Some(40), None, None]
        );
    }

    #[test]
    fn i2_waits_stay_within_their_bounds() {
        let mut long = RestartPolicy::new(RestartRule::Always, 4, Span::from_ms(25_000));
        assert_eq!(
            waits(&mut long, &[0; 4]),
            [Some(25_000), Some(50_000), Some(60_000), Some(60_000)]
        );
        let mut none = RestartPolicy::new(RestartRule::Always, 2, Span::ZERO);
        assert_eq!(waits(&mut none, &[0; 3]), [Some(1), Some(2), None]);
        let mut vast = RestartPolicy::new(RestartRule::Always, 1, Span::from_ms(u64::MAX));
        assert_eq!(waits(&mut vast, &[0]), [Some(60_000)]);
    }

    #[test]
    fn a_life_of_ten_waits_starts_the_row_anew() {
        let mut policy = RestartPolicy::new(RestartRule::Always, 2, Span::from_ms(10));
        let lives = [0, 99, 199, 200, 0];
        assert_eq!(
            waits(&mut policy, &lives),
            [Some(10), Some(20), None, Some(10), Some(20)]
        );
        assert_eq!(policy.in_a_row(), 2);
        policy.reset();
        assert_eq!(waits(&mut policy, &[0]), [Some(10)]);
    }

    proptest! {
        #[test]
        fn i1_i2_hold_for_random_lives(
            max in 0u32..6,
            backoff in 0u64..100_000,
            lives in prop::collection::vec(0u64..1_000_000, 1..60),
        ) {
            let mut policy = RestartPolicy::new(RestartRule::Always, max, Span::from_ms(backoff));
            let mut last = Span::ZERO;
            for ms in lives {
                let before = policy.in_a_row();
                let next = policy.decide(ExitKind::Failure, Span::from_ms(ms), NOW);
                prop_assert!(policy.in_a_row() <= max);
                let Some(at) = next else { continue };
                let wait = at.since(NOW);
                prop_assert!(wait >= RestartPolicy::MIN_BACKOFF && wait <= RestartPolicy::MAX_BACKOFF);
                prop_assert!(policy.in_a_row() == 1 || wait >= last);
                prop_assert!(policy.in_a_row() == 1 || policy.in_a_row() == before + 1);
                last = wait;
            }
        }
    }
}
