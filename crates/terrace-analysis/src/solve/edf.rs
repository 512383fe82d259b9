//! Earliest deadline first: the response time of each task.
//!
//! The worst response of a task need not come when all are released together, but it comes in a
//! busy period in which all others are. For each arrival `a` of the task in such a period at
//! which some deadline coincides with its own, the busy period of jobs whose deadlines are not
//! later ends at the least `t` with
//!
//! ```text
//! t = b(a + D) + (1 + floor((a + J) / T)) C
//!   + sum over others min(ceil((t + J_j) / T_j), 1 + floor((a + D - D_j + J_j) / T_j)) C_j
//! ```
//!
//! and the response time is the greatest `t - a`. Equal deadlines count as earlier.
//! Source: Spuri 1996, "Analysis of deadline scheduled real-time systems"; Stankovic et al. 1998.

use super::{
    demand::Demand,
    outcome::{Found, Outcome, Unknown},
    steps::{Steps, Stop},
    whole::Whole,
};

/// Steps for one task at most.
const STEPS: u64 = 50_000_000;

/// The task at `index`: `inherited` of its jitter lies before the arrivals its deadline counts
/// from. `busy` is the longest busy period.
pub(crate) fn solve<W: Whole>(
    demand: &Demand<'_, W>,
    index: usize,
    inherited: &W,
    busy: &W,
    steps: &mut Steps,
) -> Result<Outcome<W>, Stop> {
    let mut part = steps.part(STEPS);
    let worst = search(demand, index, inherited, busy, &mut part);
    steps.settle(&part, STEPS);
    match worst {
        Ok(found) => Ok(Ok(found)),
        Err(Stop::Budget) => Ok(Err(Unknown::Budget)),
        Err(stop) => Err(stop),
    }
}

/// All times are moved by the task's own jitter, so that none is negative: `at` is `a + J`.
fn search<W: Whole>(
    demand: &Demand<'_, W>,
    index: usize,
    inherited: &W,
    busy: &W,
    steps: &mut Steps,
) -> Result<Found<W>, Stop> {
    let own = &demand.jobs[index];
    let late = own.jitter.less(inherited);
    let end = busy.plus(&late)?;
    let mut worst = Found {
        response: own.cost.plus(&late)?,
        window: own.cost.clone(),
        job: W::zero(),
        blocking: W::zero(),
        interference: W::zero(),
    };
    for other in &demand.jobs {
        // `a + D` coincides with a deadline `k T_j + D_j - J_j`.
        let line = other.deadline.plus(&late)?;
        let shift = own.deadline.plus(&other.jitter)?;
        let mut count = if line >= shift {
            W::zero()
        } else {
            shift.less(&line).ceil_by(&other.period)
        };
        loop {
            let at = count.times(&other.period)?.plus(&line)?.less(&shift);
            if at >= end && !at.is_zero() {
                break;
            }
            candidate(demand, index, inherited, &at, &mut worst, steps)?;
            count = count.plus(&W::one())?;
        }
    }
    candidate(demand, index, inherited, &W::zero(), &mut worst, steps)?;
    Ok(worst)
}

/// Look at the arrival `at - late`.
fn candidate<W: Whole>(
    demand: &Demand<'_, W>,
    index: usize,
    inherited: &W,
    at: &W,
    worst: &mut Found<W>,
    steps: &mut Steps,
) -> Result<(), Stop> {
    let own = &demand.jobs[index];
    let late = own.jitter.less(inherited);
    // The absolute deadline, moved by `late`.
    let line = at.plus(&own.deadline)?;
    let job = at.plus(inherited)?.floor_by(&own.period);
    let mine = job.plus(&W::one())?.times(&own.cost)?;
    let blocking = demand.blocking(&line.less(&late)).clone();
    let others: Vec<(W, W, W, W)> = (demand.jobs.iter().enumerate())
        .filter(|(i, _)| *i != index)
        .filter_map(|(_, j)| {
            let reach = line.plus(&j.jitter).ok()?;
            let bar = late.plus(&j.deadline).ok()?;
            let most = (reach >= bar).then(|| reach.less(&bar).floor_by(&j.period) + W::one())?;
            Some((most, j.cost.clone(), j.period.clone(), j.jitter.clone()))
        })
        .collect();
    let mut time = blocking.plus(&mine)?;
    let closed = own.cost.is_zero();
    loop {
        steps.take(others.len() + 1)?;
        let mut asked = blocking.plus(&mine)?;
        for (most, cost, period, jitter) in &others {
            let reach = time.plus(jitter)?;
            let released = if closed {
                reach.floor_by(period).plus(&W::one())?
            } else {
                reach.ceil_by(period)
            };
            asked = asked.plus(&released.min(most.clone()).times(cost)?)?;
        }
        let next = demand.supply.inverse(&asked)?;
        if next <= time {
            break;
        }
        time = next;
    }
    let response = time.plus(&late)?.less(at);
    if response > worst.response {
        *worst = Found {
            response,
            window: time.clone(),
            job,
            blocking: blocking.clone(),
            interference: time.less(&blocking.plus(&mine)?),
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::Protocol,
        solve::{demand::Job, supply::Supply},
    };

    fn responses(jobs: &[(u64, u64, u64)]) -> Vec<u64> {
        let jobs = jobs.iter().map(|(cost, period, deadline)| Job {
            cost: *cost,
            period: *period,
            deadline: *deadline,
            jitter: 0,
            blocking: 0,
            uses: Vec::new(),
        });
        let mut steps = Steps::new(10_000_000);
        let demand =
            Demand::new(jobs.collect(), &Supply::Full, Protocol::None, &mut steps).unwrap();
        let busy = demand.busy(&mut steps).unwrap();
        (0..demand.jobs.len())
            .map(|i| {
                solve(&demand, i, &0, &busy, &mut steps)
                    .unwrap()
                    .unwrap()
                    .response
            })
            .collect()
    }

    /// Every offset of every other task against the task, simulated by units of time.
    fn simulated(jobs: &[(u64, u64, u64)]) -> Vec<u64> {
        let mut worst = vec![0; jobs.len()];
        let total: u64 = jobs.iter().map(|j| j.1).product();
        for code in 0..total {
            let mut rest = code;
            let offsets: Vec<u64> = jobs.iter().map(|j| (rest % j.1, rest /= j.1).0).collect();
            for preferred in 0..jobs.len() {
                run(jobs, &offsets, preferred, &mut worst);
            }
        }
        worst
    }

    /// One run; among equal deadlines `last` comes last.
    fn run(jobs: &[(u64, u64, u64)], offsets: &[u64], last: usize, worst: &mut [u64]) {
        let mut ready: Vec<(u64, bool, usize, u64, u64)> = Vec::new();
        for now in 0..150 {
            for (i, (cost, period, deadline)) in jobs.iter().enumerate() {
                if now >= offsets[i] && (now - offsets[i]).is_multiple_of(*period) {
                    ready.push((now + deadline, i == last, i, now, *cost));
                }
            }
            ready.sort_unstable();
            if let Some(first) = ready.first_mut() {
                first.4 -= 1;
                if first.4 == 0 {
                    let done = ready.remove(0);
                    worst[done.2] = worst[done.2].max(now + 1 - done.3);
                }
            }
        }
    }

    #[test]
    fn responses_are_those_of_the_worst_offsets() {
        for jobs in [
            vec![(1, 4, 4), (2, 6, 6), (2, 8, 8)],
            vec![(2, 5, 5), (3, 7, 7)],
            vec![(1, 4, 3), (2, 6, 5), (1, 9, 9)],
            vec![(2, 4, 4), (3, 6, 6)],
            vec![(3, 8, 4), (2, 6, 9)],
        ] {
            assert_eq!(responses(&jobs), simulated(&jobs), "{jobs:?}");
        }
    }
}
