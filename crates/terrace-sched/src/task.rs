//! What a policy knows of a task: who it is, how important, and what it may use.
//!
//! A task is whatever the caller switches between: a component on a worker, or a threaded
//! partition on its core. The policy names it by the slot the caller gave it; the caller
//! answers for the slot being the same task from admission to leaving.
//!
//! # Invariants
//! I1. Larger priority numbers are more important. There is no `Ord`: `a < b` would leave the
//!     reader to guess which way the numbers run, [`Priority::outranks`] does not.
//! I2. Parameters that passed [`Params::check`] can be served: a slice is not empty, and
//!     `0 < amount <= period`.
//!
//! Source: DESIGN.md 3.2; issue 2, section 4; `outranks` is Hubris's.

use crate::time::Span;
use std::fmt;

/// A task, by the slot its caller keeps it in; below the policy's capacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TaskId(u32);

impl TaskId {
    /// The task in `slot`.
    #[must_use]
    pub const fn new(slot: u32) -> TaskId {
        TaskId(slot)
    }

    /// The slot.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How important a task is: normal, or fifo 1 to 99; larger is more important.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Priority(u8);

impl Priority {
    /// Below every fifo priority.
    pub const NORMAL: Priority = Priority(0);
    /// The most important of all.
    pub const MAX: Priority = Priority(99);
    /// How many there are, normal included.
    pub(crate) const LEVELS: usize = 100;

    /// Normal for 0, fifo for 1..=99, nothing beyond.
    #[must_use]
    pub const fn new(level: u8) -> Option<Priority> {
        if level <= Priority::MAX.0 {
            Some(Priority(level))
        } else {
            None
        }
    }

    /// 0 for normal, else the fifo priority.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Is this the more important one? False between equals.
    #[must_use]
    pub const fn outranks(self, other: Priority) -> bool {
        self.0 > other.0
    }

    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Processor time per period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// What may be used in each period.
    pub amount: Span,
    /// How long a period is.
    pub period: Span,
}

/// What happens to a task that has used its budget and wants more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OverrunAction {
    /// It goes on; the overrun is recorded, once a period.
    Log,
    /// It does not run until its next refill.
    Throttle,
    /// It is suspended until it is resumed.
    Suspend,
    /// It does not run again; the caller ends it.
    Stop,
}

/// The terms on which a task is scheduled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    /// How important it is.
    pub priority: Priority,
    /// How long it runs before an equal that is ready has its turn.
    pub slice: Span,
    /// A bound on its processor time; none: only its priority bounds it.
    pub budget: Option<Budget>,
    /// What happens when the budget is used up.
    pub on_overrun: OverrunAction,
}

impl Params {
    /// Can these be served?
    ///
    /// # Errors
    /// [`AdmitError::EmptySlice`] and [`AdmitError::BadBudget`].
    pub fn check(&self) -> Result<(), AdmitError> {
        if self.slice == Span::ZERO {
            return Err(AdmitError::EmptySlice);
        }
        match self.budget {
            Some(b) if b.amount == Span::ZERO || b.amount > b.period => {
                Err(AdmitError::BadBudget(b))
            }
            _ => Ok(()),
        }
    }
}

/// Why a policy does not take a task or its new parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AdmitError {
    /// The slot lies beyond what the policy was built for.
    OutOfRange {
        /// The task refused.
        task: TaskId,
        /// How many slots the policy has.
        capacity: usize,
    },
    /// The slot holds a task that has not left.
    Taken(TaskId),
    /// There is no task in the slot to change.
    Absent(TaskId),
    /// A time slice of nothing.
    EmptySlice,
    /// A budget of nothing, or of more than its period.
    BadBudget(Budget),
}

impl fmt::Display for AdmitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            AdmitError::OutOfRange { task, capacity } => write!(
                f,
                "slot {} is beyond the {capacity} slots of this policy; use a slot below {capacity}",
                task.get()
            ),
            AdmitError::Taken(task) => {
                write!(
                    f,
                    "slot {} holds another task; let that one leave first",
                    task.get()
                )
            }
            AdmitError::Absent(task) => {
                write!(
                    f,
                    "slot {} holds no task to change; admit one first",
                    task.get()
                )
            }
            AdmitError::EmptySlice => {
                write!(f, "the time slice is 0 ns; give at least 1 ns, better 1 ms")
            }
            AdmitError::BadBudget(Budget { amount, period }) => write!(
                f,
                "a budget of {} ns every {} ns cannot be served; it needs 0 < budget <= period",
                amount.as_ns(),
                period.as_ns()
            ),
        }
    }
}

impl std::error::Error for AdmitError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(slice: u64, amount: u64, period: u64) -> Params {
        let budget = Budget {
            amount: Span::from_ns(amount),
            period: Span::from_ns(period),
        };
        Params {
            priority: Priority::NORMAL,
            slice: Span::from_ns(slice),
            budget: Some(budget),
            on_overrun: OverrunAction::Log,
        }
    }

    #[test]
    fn fifo_outranks_normal_and_nothing_outranks_its_equal() {
        let low = Priority::new(1).unwrap();
        assert!(low.outranks(Priority::NORMAL) && Priority::MAX.outranks(low));
        assert!(!low.outranks(low) && !Priority::NORMAL.outranks(low));
        assert_eq!(Priority::new(100), None);
        assert_eq!(Priority::MAX.index() + 1, Priority::LEVELS);
    }

    #[test]
    fn parameters_that_cannot_be_served_are_named_with_their_figures() {
        assert_eq!(params(1, 5, 5).check(), Ok(()));
        assert_eq!(params(0, 5, 5).check(), Err(AdmitError::EmptySlice));
        for (amount, period) in [(0, 5), (6, 5), (0, 0)] {
            let text = params(1, amount, period).check().unwrap_err().to_string();
            assert!(
                text.contains(&format!("{amount} ns every {period} ns")),
                "{text}"
            );
        }
    }
}
