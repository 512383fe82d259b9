//! Earliest deadline first: does the demand ever exceed the supply?
//!
//! In any stretch of length `t` the jobs that must start and end inside it need
//! `h(t) = sum max(0, floor((t - D + J) / T) + 1) C`; with the blocking `b(t)` by jobs of later
//! deadlines, everything is met if and only if that much is supplied in `t`, for every deadline `t` up
//! to the end of the longest busy period. Quick processor-demand analysis visits few of them:
//! from the last downwards, each time it may jump down to the demand itself.
//!
//! Source: Baruah, Rosier & Howell 1990; Baker 1991; Spuri 1996 (jitter); Zhang & Burns 2009.

use super::{
    blocking::{Use, bound},
    share::Share,
    steps::{Steps, Stop},
    supply::Supply,
    whole::Whole,
};
use crate::model::Protocol;
use num_bigint::BigInt;
use num_integer::Integer;

/// Hyperperiods of more bits are not asked for.
const HYPERPERIOD_BITS: u64 = 128;

/// A task as earliest deadline first sees it.
#[derive(Debug, Clone)]
pub(crate) struct Job<W> {
    pub(crate) cost: W,
    pub(crate) period: W,
    pub(crate) deadline: W,
    /// From the earliest arrival to the latest release.
    pub(crate) jitter: W,
    /// Blocking that is given.
    pub(crate) blocking: W,
    pub(crate) uses: Vec<Use<W>>,
}

impl<W: Whole> Job<W> {
    /// The shortest time from a release to its deadline. None: it may be over at the release.
    pub(crate) fn short(&self) -> Option<W> {
        (self.jitter <= self.deadline).then(|| self.deadline.less(&self.jitter))
    }
}

/// Everything of one group.
#[derive(Debug)]
pub(crate) struct Demand<'a, W> {
    pub(crate) jobs: Vec<Job<W>>,
    pub(crate) supply: &'a Supply<W>,
    /// Stretches `[from, next from)` and the blocking in them, the first from 0.
    blocking: Vec<(W, W)>,
}

impl<'a, W: Whole> Demand<'a, W> {
    pub(crate) fn new(
        jobs: Vec<Job<W>>,
        supply: &'a Supply<W>,
        protocol: Protocol,
        steps: &mut Steps,
    ) -> Result<Demand<'a, W>, Stop> {
        let blocking = stretches(&jobs, protocol, steps)?;
        Ok(Demand {
            jobs,
            supply,
            blocking,
        })
    }

    /// The blocking of a stretch of length `time`.
    pub(crate) fn blocking(&self, time: &W) -> &W {
        let place = self.blocking.partition_point(|(from, _)| from <= time);
        &self.blocking[place.saturating_sub(1)].1
    }

    pub(crate) fn most_blocking(&self) -> W {
        let all = self.blocking.iter().map(|(_, b)| b.clone());
        all.max().unwrap_or_else(W::zero)
    }

    /// The end of the longest busy period, or of all that need be looked at of it.
    ///
    /// Beyond one hyperperiod `H` after the last change of the blocking nothing new happens: demand
    /// grows by at most `H` in `H`, so that a release `H` later responds no later, and a deadline
    /// `H` later is missed only if this one is. Without that bound a full processor with blocking or
    /// jitter is busy for ever.
    pub(crate) fn busy(&self, steps: &mut Steps) -> Result<W, Stop> {
        let far = self.periodic();
        let is_far = |time: &W| far.as_ref().is_some_and(|far| time >= far);
        let blocking = self.most_blocking();
        let mut time = W::zero();
        for job in &self.jobs {
            time = time.plus(&job.cost)?;
        }
        time = time.plus(&blocking)?;
        // Half of the steps are for those who ask for the end.
        let most = steps.left() / 2;
        let mut part = steps.part(most);
        let found = loop {
            if is_far(&time) {
                break far;
            }
            if part.take(self.jobs.len()).is_err() {
                break far;
            }
            let mut demand = blocking.clone();
            for job in &self.jobs {
                let count = time.plus(&job.jitter)?.ceil_by(&job.period);
                demand = demand.plus(&count.times(&job.cost)?)?;
            }
            let next = self.supply.inverse(&demand)?;
            if next <= time {
                break Some(time);
            }
            time = next;
        };
        steps.settle(&part, most);
        found.ok_or(Stop::Budget)
    }

    /// The last change of the blocking, and one hyperperiod more; none if that is too long.
    fn periodic(&self) -> Option<W> {
        let frame = match self.supply {
            Supply::Windows(windows) => windows.frame.clone(),
            Supply::Full | Supply::Nothing => W::one(),
        };
        let mut all = frame;
        for job in &self.jobs {
            let common = all.gcd(&job.period);
            all = all.times(&job.period.floor_by(&common)).ok()?;
            if all.to_big().bits() > HYPERPERIOD_BITS {
                return None;
            }
        }
        let (last, _) = self.blocking.last()?;
        all.plus(last).ok()
    }

    /// Beyond this stretch no demand can exceed the time, if less than all is used.
    fn horizon(&self) -> Option<W> {
        if !self.supply.is_full() {
            return None;
        }
        let unit = BigInt::from(Share::unit());
        let mut used = Share::default();
        let mut ahead = self.most_blocking().to_big() * &unit;
        let mut last = W::zero();
        for job in &self.jobs {
            let short = job.short()?;
            used = used.plus(Share::of(&job.cost, &job.period));
            let (early, cost) = (job.period.to_big() - short.to_big(), job.cost.to_big());
            ahead += (early * cost * &unit).div_ceil(&job.period.to_big());
            last = last.max(short);
        }
        let left = used.left();
        if left == 0 {
            return None;
        }
        let far = ahead.div_ceil(&BigInt::from(left)).max(BigInt::from(0));
        Some(W::from_big(&far)?.max(last))
    }

    /// What must be done inside a stretch of length `time`.
    pub(crate) fn demand(&self, time: &W) -> Result<W, Stop> {
        let mut sum = W::zero();
        for job in &self.jobs {
            let short = job.short().unwrap_or_else(W::zero);
            if *time >= short {
                let count = time.less(&short).floor_by(&job.period).plus(&W::one())?;
                sum = sum.plus(&count.times(&job.cost)?)?;
            }
        }
        Ok(sum)
    }

    /// The last deadline before `time`.
    fn before(&self, time: &W) -> Option<W> {
        let last = |job: &Job<W>| {
            let short = job.short().unwrap_or_else(W::zero);
            let left = time.less(&short);
            if left.is_zero() {
                return None;
            }
            let count = (left - W::one()).floor_by(&job.period);
            Some(short + count * job.period.clone())
        };
        self.jobs.iter().filter_map(last).max()
    }

    /// The least stretch in which a deadline is missed... or none: everything is met. The
    /// processor must not be overloaded.
    pub(crate) fn misses(&self, steps: &mut Steps) -> Result<Option<W>, Stop> {
        let costs = |j: &&Job<W>| !j.cost.is_zero();
        if self.jobs.iter().filter(costs).any(|j| j.short().is_none()) {
            return Ok(Some(W::zero()));
        }
        let far = self.horizon();
        let most = steps.left() / 2;
        let mut part = steps.part(most);
        let busy = self.busy(&mut part);
        steps.settle(&part, most);
        let end = match (busy, far) {
            (Ok(busy), Some(far)) => busy.min(far),
            (Ok(busy), None) => busy,
            (Err(Stop::Budget), Some(far)) => far,
            (Err(stop), _) => return Err(stop),
        };
        let mut to = end.plus(&W::one())?;
        for (from, blocking) in self.blocking.iter().rev() {
            if *from < to {
                if let Some(miss) = self.search(from, &to, blocking, steps)? {
                    return Ok(Some(miss));
                }
                to = from.clone();
            }
        }
        Ok(None)
    }

    /// A deadline in `[from, to)` that is missed with this blocking.
    fn search(&self, from: &W, to: &W, blocking: &W, steps: &mut Steps) -> Result<Option<W>, Stop> {
        let mut time = match self.before(to) {
            Some(time) => time,
            None => return Ok(None),
        };
        while time >= *from {
            steps.take(2 * self.jobs.len())?;
            let demand = self.demand(&time)?;
            if demand.is_zero() {
                return Ok(None);
            }
            let needed = self.supply.inverse(&demand.plus(blocking)?)?;
            if needed > time {
                return Ok(Some(time));
            }
            time = if needed < time {
                needed
            } else {
                match self.before(&time) {
                    Some(before) => before,
                    None => return Ok(None),
                }
            };
        }
        Ok(None)
    }
}

/// The blocking of stretches of every length, as steps.
fn stretches<W: Whole>(
    jobs: &[Job<W>],
    protocol: Protocol,
    steps: &mut Steps,
) -> Result<Vec<(W, W)>, Stop> {
    let any = jobs
        .iter()
        .any(|j| !j.uses.is_empty() || !j.blocking.is_zero());
    if !any {
        return Ok(vec![(W::zero(), W::zero())]);
    }
    let short = |j: &Job<W>| j.short().unwrap_or_else(W::zero);
    let mut starts: Vec<W> = jobs
        .iter()
        .flat_map(|j| [short(j), j.deadline.clone()])
        .collect();
    starts.push(W::zero());
    starts.sort_unstable();
    starts.dedup();
    let count = jobs
        .iter()
        .flat_map(|j| &j.uses)
        .map(|u| u.resource + 1)
        .max();
    let count = count.unwrap_or(0);
    let mut all = Vec::with_capacity(starts.len());
    for from in starts {
        steps.take(2 * jobs.len())?;
        // A resource matters from the shortest deadline of its users on.
        let mut matters = vec![false; count];
        for job in jobs.iter().filter(|j| short(j) <= from) {
            for used in &job.uses {
                matters[used.resource] = true;
            }
        }
        let later = jobs.iter().filter(|j| j.deadline > from);
        let against = later.map(|j| j.uses.iter().filter(|u| matters[u.resource]));
        let computed = bound(protocol, count, against)?;
        let given = jobs.iter().filter(|j| short(j) <= from);
        let given = given.map(|j| j.blocking.clone()).max();
        all.push((from, computed.plus(&given.unwrap_or_else(W::zero))?));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job((cost, period, deadline): (u64, u64, u64)) -> Job<u64> {
        Job {
            cost,
            period,
            deadline,
            jitter: 0,
            blocking: 0,
            uses: Vec::new(),
        }
    }

    fn misses(jobs: &[(u64, u64, u64)]) -> Option<u64> {
        let jobs = jobs.iter().copied().map(job).collect();
        let mut steps = Steps::new(1_000_000);
        let demand = Demand::new(jobs, &Supply::Full, Protocol::None, &mut steps).unwrap();
        demand.misses(&mut steps).unwrap()
    }

    #[test]
    fn demand_decides_sets_with_short_deadlines() {
        // Buttazzo, chapter 4: (2, 6, 4), (2, 8, 5), (3, 9, 7) is met.
        assert_eq!(misses(&[(2, 6, 4), (2, 8, 5), (3, 9, 7)]), None);
        assert_eq!(misses(&[(3, 6, 4), (2, 8, 4), (1, 9, 9)]), Some(4));
        assert_eq!(misses(&[(1, 2, 2), (1, 2, 2)]), None, "a full processor");
        assert_eq!(misses(&[]), None);
    }

    #[test]
    fn a_full_processor_with_blocking_is_looked_at_for_one_hyperperiod() {
        let mut jobs = vec![job((1, 2, 2)), job((2, 4, 9))];
        jobs[0].blocking = 1;
        for (given, missed) in [(1, None), (2, Some(2))] {
            jobs[0].blocking = given;
            let mut steps = Steps::new(10_000);
            let demand =
                Demand::new(jobs.clone(), &Supply::Full, Protocol::Ceiling, &mut steps).unwrap();
            assert_eq!(demand.busy(&mut steps), Ok(9 + 4));
            assert_eq!(demand.misses(&mut steps).unwrap(), missed);
        }
    }

    #[test]
    fn later_deadlines_block_only_while_they_are_later() {
        let uses = |longest| {
            vec![Use {
                resource: 0,
                longest,
                callback: false,
            }]
        };
        let mut jobs = vec![job((1, 10, 4)), job((6, 20, 12))];
        jobs[0].uses = uses(1);
        for (longest, missed) in [(3, None), (4, Some(4))] {
            jobs[1].uses = uses(longest);
            let mut steps = Steps::new(10_000);
            let demand =
                Demand::new(jobs.clone(), &Supply::Full, Protocol::Ceiling, &mut steps).unwrap();
            assert_eq!(demand.misses(&mut steps).unwrap(), missed);
            assert_eq!((*demand.blocking(&3), *demand.blocking(&12)), (0, 0));
        }
    }
}
