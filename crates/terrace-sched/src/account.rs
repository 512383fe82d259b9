//! Account: how much of its budget a task has used in the present period.
//!
//! A task gets `amount` every `period`. Unused time is not carried over: a task idle for ten
//! periods must not then hold the processor for ten budgets, or every neighbour's response-time
//! bound is wrong. Time beyond the budget, up to the next safe point, is not owed either:
//! the bound is one safe-point interval per period.
//!
//! A task that has used its budget to the nanosecond and then waits has kept to it. It overruns
//! when it wants more.
//!
//! # Invariants
//! I1. `next_refill` only moves forward, by whole periods from where the account began.
//! I2. A stretch of running that crosses refills is charged to the periods it lies in.
//! I3. At most one overrun is told per period.
//! I4. Every operation is O(1), however many periods have passed.
//!
//! Source: RTDroid 2.2.2 (servers); DESIGN.md 3.2; STYLE.md, "Budgets".

use crate::task::Budget;
use crate::time::{Instant, Span};

/// One task's budget and what is spent of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Account {
    budget: Budget,
    spent: Span,
    next_refill: Instant,
    /// The overrun of this period has been told.
    told: bool,
}

impl Account {
    /// The budget must have passed [`crate::Params::check`].
    pub(crate) fn new(budget: Budget, now: Instant) -> Account {
        Account {
            budget,
            spent: Span::ZERO,
            next_refill: now.plus(budget.period),
            told: false,
        }
    }

    pub(crate) fn budget(&self) -> Budget {
        self.budget
    }

    pub(crate) fn next_refill(&self) -> Instant {
        self.next_refill
    }

    /// Nothing is left in this period.
    pub(crate) fn exhausted(&self) -> bool {
        self.spent >= self.budget.amount
    }

    /// Start the period that `now` lies in, if it is a new one.
    pub(crate) fn refresh(&mut self, now: Instant) {
        if now < self.next_refill {
            return;
        }
        let period = self.budget.period;
        let whole = now.since(self.next_refill).as_ns() / period.as_ns();
        self.next_refill = self.next_refill.plus(period.times(whole)).plus(period);
        self.spent = Span::ZERO;
        self.told = false;
    }

    /// Charge running from `from`, which lies in the present period, to `to`. Answers when the
    /// budget of a period that is now over was used up by a task that ran on.
    pub(crate) fn spend(&mut self, from: Instant, to: Instant) -> Option<Instant> {
        let end = self.next_refill;
        if to < end {
            self.spent = self.spent.plus(to.since(from));
            return None;
        }
        let over = self.over_by(from, end);
        self.refresh(to);
        let start = self.next_refill.minus(self.budget.period);
        self.spent = to.since(start.max(from));
        let between = (start > end).then(|| self.runs_out_after(end)).flatten();
        over.or(between)
    }

    /// Tell an overrun of the present period, once: it was exceeded, or it is used up and
    /// the task `wants` more. Answers when the budget ran out.
    pub(crate) fn overrun(&mut self, wants: bool, now: Instant) -> Option<Instant> {
        let beyond = self.spent.minus(self.budget.amount);
        let over = beyond > Span::ZERO || (wants && self.exhausted());
        if !over || self.told {
            return None;
        }
        self.told = true;
        Some(now.minus(beyond))
    }

    /// When the budget will be used up if the task runs from `now` on; none if never, because
    /// the budget is the whole period. Always later than `now`.
    pub(crate) fn runs_out(&self, now: Instant) -> Option<Instant> {
        let at = now.plus(self.budget.amount.minus(self.spent));
        if !self.exhausted() && at < self.next_refill {
            return Some(at);
        }
        self.runs_out_after(self.next_refill)
    }

    fn runs_out_after(&self, refill: Instant) -> Option<Instant> {
        let Budget { amount, period } = self.budget;
        (amount < period).then(|| refill.plus(amount))
    }

    fn over_by(&self, from: Instant, end: Instant) -> Option<Instant> {
        let left = self.budget.amount.minus(self.spent);
        (!self.told && end.since(from) > left).then(|| from.plus(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ns: u64) -> Instant {
        Instant::from_ns(ns)
    }

    /// 3 of every 10, from 0 on.
    fn account() -> Account {
        Account::new(
            Budget {
                amount: Span::from_ns(3),
                period: Span::from_ns(10),
            },
            at(0),
        )
    }

    #[test]
    fn i1_refills_keep_to_the_grid_after_ten_idle_periods() {
        let mut a = account();
        a.refresh(at(104));
        assert_eq!(a.next_refill(), at(110));
        assert_eq!(a.runs_out(at(104)), Some(at(107)));
    }

    #[test]
    fn i2_a_stretch_over_a_refill_is_split() {
        let mut a = account();
        assert_eq!(a.spend(at(8), at(12)), None);
        assert!(!a.exhausted());
        assert_eq!(a.runs_out(at(12)), Some(at(13)));
    }

    #[test]
    fn i2_running_into_a_refill_with_budget_left_ends_in_the_next_period() {
        assert_eq!(account().runs_out(at(8)), Some(at(13)));
    }

    #[test]
    fn i2_periods_run_through_are_told() {
        let mut a = account();
        assert_eq!(
            a.spend(at(9), at(31)),
            Some(at(13)),
            "period 10..20 was used up at 13"
        );
        assert_eq!(a.overrun(true, at(31)), None, "1 ns of 30..40");
        let mut a = account();
        assert_eq!(
            a.spend(at(2), at(10)),
            Some(at(5)),
            "period 0..10 was used up at 5"
        );
    }

    #[test]
    fn exact_use_is_no_overrun_until_it_wants_more() {
        let mut a = account();
        assert_eq!(a.spend(at(0), at(3)), None);
        assert_eq!(a.overrun(false, at(3)), None);
        assert_eq!(a.overrun(true, at(7)), Some(at(7)));
    }

    #[test]
    fn i3_one_overrun_per_period() {
        let mut a = account();
        assert_eq!(a.spend(at(0), at(5)), None);
        assert_eq!(a.overrun(false, at(5)), Some(at(3)));
        assert_eq!(a.overrun(true, at(5)), None);
        assert_eq!(a.spend(at(5), at(12)), None, "told before the refill");
        assert_eq!(a.spend(at(12), at(14)), None);
        assert_eq!(a.overrun(true, at(14)), Some(at(13)));
    }

    #[test]
    fn a_budget_of_the_whole_period_never_runs_out() {
        let whole = Budget {
            amount: Span::from_ns(10),
            period: Span::from_ns(10),
        };
        let mut a = Account::new(whole, at(0));
        assert_eq!(a.runs_out(at(0)), None);
        assert_eq!(a.spend(at(0), at(57)), None);
        assert_eq!(a.overrun(true, at(57)), None);
    }
}
