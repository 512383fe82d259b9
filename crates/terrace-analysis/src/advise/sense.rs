//! By what factor the costs of all tasks may grow together.
//!
//! Where scheduling points decide, the factor is exact: for each task the largest over the points,
//! and of these the least. Elsewhere it is closed in on from both sides by the analysis itself,
//! until the two are within a thousandth; the answer is the one that holds.
//!
//! Source: Lehoczky, Sha & Ding 1989 (breakdown utilization).

use crate::{
    answer::Sensitivity,
    exact::Exact,
    model::TaskSet,
    solve::{
        build::{Unit, problem},
        lehoczky,
        problem::Problem,
        sized::Work,
        steps::{Steps, Stop},
        whole::{Overflow, Whole},
    },
};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Steps to find it.
const STEPS: u64 = 150_000_000;

/// Denominator of the factors that are tried.
const GRID: u32 = 1 << 14;

/// A set whose bearing is wanted.
pub(super) struct Sense<'s> {
    pub(super) set: &'s TaskSet,
}

impl Work for Sense<'_> {
    type Done = Sensitivity;

    fn run<W: Whole>(&self, slow: u64) -> Result<Sensitivity, Overflow> {
        let problem = problem::<W>(self.set, &Unit::of(self.set))?;
        if problem
            .items
            .iter()
            .all(|i| i.server.is_some() || i.cost.is_zero())
        {
            return Ok(none("nothing has a cost"));
        }
        let mut steps = Steps::new(STEPS / slow);
        let found = match by_points(&problem, &mut steps) {
            Ok(None) => close_in(&problem, &mut steps),
            known => known,
        };
        match found {
            Ok(Some(found)) => Ok(found),
            Ok(None) => Ok(none("not even a small part of the costs fits")),
            Err(Stop::Budget) => Ok(none("not found: the set is too large")),
            Err(Stop::Overflow) => Err(Overflow),
        }
    }
}

fn none(reason: &str) -> Sensitivity {
    Sensitivity {
        cost_factor: None,
        exact: false,
        reason: Some(reason.to_owned()),
    }
}

/// None: the points do not decide.
fn by_points<W: Whole>(
    problem: &Problem<W>,
    steps: &mut Steps,
) -> Result<Option<Sensitivity>, Stop> {
    let follows =
        |i: &crate::solve::item::Item<W>| i.server.is_some() || i.uses.iter().any(|u| u.callback);
    let chained = problem.chains.iter().any(|c| c.deadline.is_some());
    let groups = 0..problem.groups.len();
    let applies = !chained
        && !problem.is_linked()
        && !problem.items.iter().any(follows)
        && groups.clone().all(|g| problem.has_points(g));
    if !applies {
        return Ok(None);
    }
    let most = 50_000_000;
    let mut part = steps.part(most);
    let least = least_factor(problem, &mut part);
    steps.settle(&part, most);
    match least {
        Err(Stop::Budget) => Ok(None),
        Err(stop) => Err(stop),
        Ok(least) => Ok(Some(Sensitivity {
            reason: least
                .is_none()
                .then(|| "blocking and jitter alone are beyond a deadline".to_owned()),
            exact: least.is_some(),
            cost_factor: least.map(|f| Exact::ratio(f.numer().clone(), f.denom().clone())),
        })),
    }
}

fn least_factor<W: Whole>(
    problem: &Problem<W>,
    steps: &mut Steps,
) -> Result<Option<BigRational>, Stop> {
    let found = problem.start();
    let mut least: Option<BigRational> = None;
    for g in 0..problem.groups.len() {
        let fixed = problem.prepare(g, &found.inherited, steps)?;
        for place in 0..fixed.order.len() {
            let item = &problem.items[fixed.order[place]];
            let (own, hp) = fixed.question(place);
            let deadline = item.deadline.less(&item.jitter);
            if deadline.is_zero() {
                return Ok(None);
            }
            let Some(here) = lehoczky::factor(&own, &deadline, hp, steps)? else {
                return Ok(None);
            };
            if least.as_ref().is_none_or(|l| here < *l) {
                least = Some(here);
            }
        }
    }
    Ok(least)
}

/// A number of `GRID`ths as a number to compute with.
fn whole<W: Whole>(number: u64) -> Result<W, Overflow> {
    W::from_big(&BigInt::from(number)).ok_or(Overflow)
}

fn close_in<W: Whole>(
    problem: &Problem<W>,
    steps: &mut Steps,
) -> Result<Option<Sensitivity>, Stop> {
    let grid = whole::<W>(GRID.into())?;
    let mut holds = |factor: u64| -> Result<bool, Stop> {
        steps.take(20 * problem.items.len())?;
        problem.with_costs(&whole(factor)?, &grid)?.holds(steps)
    };
    let (mut low, mut high) = (0, u64::from(GRID));
    if holds(high)? {
        while holds(high)? {
            low = high;
            high *= 2;
            if high > u64::from(GRID) << 24 {
                return Ok(Some(none("the costs may grow more than ten million times")));
            }
        }
    } else {
        low = high / 2;
        while low > 0 && !holds(low)? {
            high = low;
            low /= 2;
        }
        if low == 0 {
            return Ok(None);
        }
    }
    while high - low > (low / 1024).max(1) {
        let middle = low.midpoint(high);
        if holds(middle)? {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(Some(Sensitivity {
        cost_factor: Some(Exact::ratio(low, GRID)),
        exact: false,
        reason: None,
    }))
}
