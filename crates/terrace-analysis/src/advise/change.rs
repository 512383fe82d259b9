//! Changes of a problem, and whether they are enough.

use crate::solve::{
    problem::{Problem, Solution},
    steps::{Steps, Stop},
    supply::Supply,
    whole::{Overflow, Whole},
};

impl<W: Whole> Problem<W> {
    /// Everything multiplied by `den`, but the costs of tasks by `num`.
    pub(super) fn with_costs(&self, num: &W, den: &W) -> Result<Problem<W>, Overflow> {
        let mut next = self.clone();
        for item in &mut next.items {
            for time in [
                &mut item.period,
                &mut item.deadline,
                &mut item.offset,
                &mut item.jitter,
                &mut item.blocking,
            ] {
                *time = time.times(den)?;
            }
            let by = if item.server.is_some() { den } else { num };
            item.cost = item.cost.times(by)?;
            item.best = item.best.times(den)?.min(item.cost.clone());
            for used in &mut item.uses {
                used.longest = used.longest.times(if used.callback { num } else { den })?;
            }
            for request in &mut item.requests {
                request.cost = request.cost.times(den)?;
                if let Some(deadline) = &mut request.deadline {
                    *deadline = deadline.times(den)?;
                }
            }
        }
        for links in &mut next.chains {
            if let Some(deadline) = &mut links.deadline {
                *deadline = deadline.times(den)?;
            }
        }
        for group in &mut next.groups {
            if let Supply::Windows(windows) = &group.supply {
                group.supply = Supply::Windows(windows.times(den)?);
            }
        }
        Ok(next)
    }

    /// Item `i` with another cost.
    pub(super) fn set_cost(&mut self, i: usize, cost: &W) {
        let item = &mut self.items[i];
        item.cost = cost.clone();
        item.best = item.best.clone().min(cost.clone());
        for used in item.uses.iter_mut().filter(|u| u.callback) {
            used.longest = cost.clone();
        }
    }

    /// Item `i` with another period; a deadline that follows it follows.
    pub(super) fn set_period(&mut self, i: usize, period: &W) {
        let item = &mut self.items[i];
        item.period = period.clone();
        if item.deadline_follows {
            item.deadline = period.clone();
        }
    }

    /// Does anything pass jitter on?
    pub(super) fn is_linked(&self) -> bool {
        let linked = |b: &crate::solve::item::Before| !b.direct.is_empty() || !b.after.is_empty();
        self.items.iter().any(|i| linked(&i.before))
    }

    /// The same with only group `g` in it, unless others matter to it.
    pub(super) fn only(&self, g: usize) -> Problem<W> {
        let mut next = self.clone();
        if !self.is_linked() {
            for (other, group) in next.groups.iter_mut().enumerate() {
                if other != g {
                    group.members.clear();
                }
            }
        }
        next
    }

    /// Do all members of group `g` hold, with what they serve? What is not known does not.
    pub(super) fn group_holds(&self, g: usize, steps: &mut Steps) -> Result<bool, Stop> {
        steps.take(20 * self.items.len())?;
        let found = self.solve(steps)?;
        self.group_met(g, &found, steps)
    }

    pub(super) fn group_met(
        &self,
        g: usize,
        found: &Solution<W>,
        steps: &mut Steps,
    ) -> Result<bool, Stop> {
        for i in self.groups[g].members.iter().copied() {
            if !self.meets(i, found) || !self.serves(i, found, steps)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
