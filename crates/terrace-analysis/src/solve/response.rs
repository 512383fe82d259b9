//! Response times under fixed priorities: the recurrence, solved.
//!
//! For the job `q` of a busy period (0 is its first) the window `w` is the least time with
//!
//! ```text
//! w = B + (q + 1) C + sum over hp ceil((w + J_j) / T_j) C_j
//! ```
//!
//! where `w` on the left is the time in which that much is supplied. The response time is the
//! greatest `w - q T + J`; the busy period ends with the first `q` for which
//! `w + J <= (q + 1) T`. The worst job need not be the first.
//!
//! The releases of each interferer are counted once, by a division; after that the window only
//! grows, and each interferer keeps the time of its next release, so that one more round is one
//! comparison each. A cost of 0 is taken as the limit of ever smaller costs: such a job still
//! waits until nothing more important is ready.
//!
//! Source: Joseph & Pandya 1986; Audsley et al. 1993; Lehoczky 1990; Tindell, Burns & Wellings
//! 1994.

use super::{
    steps::{Steps, Stop},
    supply::Supply,
    whole::Whole,
};

/// What a more important task or server takes.
#[derive(Debug, Clone)]
pub(crate) struct Load<W> {
    pub(crate) cost: W,
    pub(crate) period: W,
    pub(crate) jitter: W,
}

/// The task whose response time is wanted.
#[derive(Debug, Clone)]
pub(crate) struct Own<W> {
    pub(crate) cost: W,
    pub(crate) period: W,
    /// Jitter that counts into the response time: from arrival to release.
    pub(crate) jitter: W,
    /// Jitter of the arrivals themselves: the response time counts from the arrival.
    pub(crate) inherited: W,
    /// Blocking, once in a busy period.
    pub(crate) blocking: W,
}

/// How the response time came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Response<W> {
    /// The response time.
    pub(crate) time: W,
    /// The job that has it; 0 is the first of the busy period.
    pub(crate) job: W,
    /// Its window.
    pub(crate) window: W,
}

/// When to stop looking for worse jobs.
#[derive(Debug, Clone)]
pub(crate) struct Until<W> {
    /// A response time above it is enough to know. None: the greatest is wanted.
    pub(crate) above: Option<W>,
    /// After this many jobs everything repeats, if the processor is used in full.
    pub(crate) jobs: Option<W>,
}

/// Scratch space, kept between tasks so that nothing is allocated per task.
#[derive(Debug)]
pub(crate) struct Scratch<W> {
    /// When each interferer's next release comes that is not counted yet.
    next: Vec<W>,
}

impl<W> Scratch<W> {
    pub(crate) fn new() -> Scratch<W> {
        Scratch { next: Vec::new() }
    }
}

/// One busy period as it is explored.
struct Busy<'a, W> {
    loads: [&'a [Load<W>]; 2],
    next: &'a mut Vec<W>,
    /// A release at the very end of the window counts.
    closed: bool,
    demand: W,
    window: W,
}

impl<W: Whole> Busy<'_, W> {
    /// Count the releases in the first guess of the window.
    fn begin(&mut self) -> Result<(), Stop> {
        self.next.clear();
        for load in self.loads.iter().copied().flatten() {
            let reach = self.window.plus(&load.jitter)?;
            let count = if self.closed {
                reach.floor_by(&load.period).plus(&W::one())?
            } else {
                reach.ceil_by(&load.period)
            };
            self.demand = self.demand.plus(&count.times(&load.cost)?)?;
            self.next
                .push(count.times(&load.period)?.less(&load.jitter));
        }
        Ok(())
    }

    /// Count the releases that a larger window adds; did it add any?
    fn grow(&mut self) -> Result<bool, Stop> {
        let mut grown = false;
        let loads = self.loads.iter().copied().flatten();
        for (load, next) in loads.zip(self.next.iter_mut()) {
            if *next > self.window || (*next == self.window && !self.closed) {
                continue;
            }
            let gap = self.window.less(next);
            let count = if self.closed {
                gap.floor_by(&load.period).plus(&W::one())?
            } else {
                gap.ceil_by(&load.period)
            };
            self.demand = self.demand.plus(&count.times(&load.cost)?)?;
            *next = next.plus(&count.times(&load.period)?)?;
            grown = true;
        }
        Ok(grown)
    }

    /// The least window for the demand of this job.
    fn settle(&mut self, supply: &Supply<W>, steps: &mut Steps) -> Result<(), Stop> {
        loop {
            let window = supply.inverse(&self.demand)?;
            if window > self.window {
                self.window = window;
            }
            steps.take(self.next.len())?;
            if !self.grow()? {
                return Ok(());
            }
        }
    }
}

/// The response time of `own` among the loads `hp`, in two parts that are taken together.
///
/// `guess` is a lower bound of the first window, 0 if none is known. The processor must not be
/// overloaded at this level, or the budget of steps ends the search.
pub(crate) fn response<W: Whole>(
    own: &Own<W>,
    hp: [&[Load<W>]; 2],
    supply: &Supply<W>,
    guess: &W,
    until: &Until<W>,
    scratch: &mut Scratch<W>,
    steps: &mut Steps,
) -> Result<Response<W>, Stop> {
    let own_demand = own.blocking.plus(&own.cost)?;
    let mut first = own_demand.clone();
    for load in hp.iter().copied().flatten() {
        first = first.plus(&load.cost)?;
    }
    let mut busy = Busy {
        loads: hp,
        next: &mut scratch.next,
        closed: own.cost.is_zero(),
        window: supply.inverse(&first)?.max(guess.clone()),
        demand: own_demand,
    };
    busy.begin()?;
    let jitter = own.jitter.plus(&own.inherited)?;
    let mut worst: Option<Response<W>> = None;
    let (mut job, mut arrival) = (W::zero(), W::zero());
    loop {
        busy.settle(supply, steps)?;
        let since = arrival.less(&own.inherited);
        let time = (busy.window.plus(&own.jitter)?).less(&since);
        if worst.as_ref().is_none_or(|w| time > w.time) {
            worst = Some(Response {
                time,
                job: job.clone(),
                window: busy.window.clone(),
            });
        }
        arrival = arrival.plus(&own.period)?;
        job = job.plus(&W::one())?;
        let found = worst.as_ref().expect("the first job has a response time");
        let enough = until
            .above
            .as_ref()
            .is_some_and(|limit| found.time > *limit);
        let repeats = until.jobs.as_ref().is_some_and(|jobs| job >= *jobs);
        if enough || repeats || busy.window.plus(&jitter)? <= arrival {
            return Ok(found.clone());
        }
        busy.demand = busy.demand.plus(&own.cost)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load((cost, period, jitter): (u64, u64, u64)) -> Load<u64> {
        Load {
            cost,
            period,
            jitter,
        }
    }

    fn solve(own: (u64, u64, u64), blocking: u64, hp: &[(u64, u64, u64)]) -> (u64, u64) {
        let hp: Vec<Load<u64>> = hp.iter().copied().map(load).collect();
        let (cost, period, jitter) = own;
        let own = Own {
            cost,
            period,
            jitter,
            inherited: 0,
            blocking,
        };
        let until = Until {
            above: None,
            jobs: None,
        };
        let mut scratch = Scratch::new();
        let mut steps = Steps::new(1_000_000);
        let hp = hp.split_at(hp.len() / 2);
        let r = response(
            &own,
            [hp.0, hp.1],
            &Supply::Full,
            &0,
            &until,
            &mut scratch,
            &mut steps,
        )
        .unwrap();
        (r.time, r.job)
    }

    #[test]
    fn the_recurrence_of_joseph_and_pandya() {
        assert_eq!(solve((3, 7, 0), 0, &[]), (3, 0));
        assert_eq!(solve((3, 12, 0), 0, &[(3, 7, 0)]), (6, 0));
        assert_eq!(solve((5, 20, 0), 0, &[(3, 7, 0), (3, 12, 0)]), (20, 0));
    }

    #[test]
    fn the_worst_job_need_not_be_the_first() {
        // Lehoczky 1990: 114, 102, 116, 104, 118, 106 and 94 for the jobs of its busy period.
        assert_eq!(solve((62, 100, 0), 0, &[(26, 70, 0)]), (118, 4));
    }

    #[test]
    fn blocking_is_inside_and_jitter_counts() {
        assert_eq!(solve((2, 20, 1), 3, &[(2, 6, 0)]), (10, 0));
        assert_eq!(solve((2, 20, 0), 0, &[(2, 6, 5)]), (6, 0));
    }

    #[test]
    fn a_cost_of_nothing_still_waits_for_more_important_work() {
        assert_eq!(solve((0, 9, 0), 0, &[]), (0, 0));
        assert_eq!(solve((0, 9, 0), 0, &[(2, 5, 0)]), (2, 0));
        assert_eq!(solve((0, 90, 0), 0, &[(2, 4, 0), (2, 5, 0)]), (14, 0));
    }

    #[test]
    fn an_overloaded_level_ends_with_the_budget() {
        let own = Own {
            cost: 1_u64,
            period: 10,
            jitter: 0,
            inherited: 0,
            blocking: 0,
        };
        let until = Until {
            above: None,
            jobs: None,
        };
        let mut steps = Steps::new(1000);
        let hp = [load((5, 5, 0))];
        let r = response(
            &own,
            [&hp, &[]],
            &Supply::Full,
            &0,
            &until,
            &mut Scratch::new(),
            &mut steps,
        );
        assert_eq!(r, Err(Stop::Budget));
    }
}
