//! A budget of steps: every loop draws from one, so that no input makes it endless.

/// Why a solver stopped before it had an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A number became too large for its type: try a larger one.
    Overflow,
    /// The budget of steps is used up.
    Budget,
}

impl From<super::whole::Overflow> for Stop {
    fn from(_: super::whole::Overflow) -> Stop {
        Stop::Overflow
    }
}

/// What a round costs beside its comparisons.
const ROUND: u64 = 12;

/// Steps that are left; one is about the work of a comparison.
#[derive(Debug, Clone)]
pub(crate) struct Steps {
    left: u64,
}

impl Steps {
    pub(crate) fn new(left: u64) -> Steps {
        Steps { left }
    }

    /// Take `count` steps, and a few for the round they are part of.
    pub(crate) fn take(&mut self, count: usize) -> Result<(), Stop> {
        let count = u64::try_from(count)
            .unwrap_or(u64::MAX)
            .saturating_add(ROUND);
        match self.left.checked_sub(count) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                Err(Stop::Budget)
            }
        }
    }

    /// At most `most` of what is left, to spend on one part.
    pub(crate) fn part(&self, most: u64) -> Steps {
        Steps::new(self.left.min(most))
    }

    /// What the part `was` used, it has used up here too.
    pub(crate) fn settle(&mut self, was: &Steps, most: u64) {
        let used = self.left.min(most) - was.left;
        self.left -= used;
    }

    pub(crate) fn left(&self) -> u64 {
        self.left
    }
}
