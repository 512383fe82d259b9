//! The exact test of each group: by scheduling points where they apply and are few enough, else
//! by the response times, which say the same.

use crate::solve::{
    lehoczky,
    outcome::Unknown,
    problem::{Problem, Solution},
    steps::{Steps, Stop},
    whole::{Overflow, Whole},
};

/// Steps for the scheduling points of one group.
const STEPS: u64 = 20_000_000;

/// Does everything in each group hold? None: that is not known.
pub(super) fn verdicts<W: Whole>(
    problem: &Problem<W>,
    found: &Solution<W>,
    steps: &mut Steps,
) -> Result<Vec<Option<bool>>, Overflow> {
    let groups = 0..problem.groups.len();
    groups
        .map(|g| {
            let mut part = steps.part(STEPS);
            let tested = by_points(problem, found, g, &mut part);
            steps.settle(&part, STEPS);
            match tested {
                Ok(Some(verdict)) => Ok(Some(verdict)),
                Ok(None) | Err(Stop::Budget) => Ok(by_responses(problem, found, g)),
                Err(Stop::Overflow) => Err(Overflow),
            }
        })
        .collect()
}

fn by_responses<W: Whole>(problem: &Problem<W>, found: &Solution<W>, g: usize) -> Option<bool> {
    let members = &problem.groups[g].members;
    if members.iter().all(|i| problem.meets(*i, found)) {
        return Some(true);
    }
    let missed = members.iter().any(|i| match &found.outcomes[*i] {
        Ok(f) => f.response > problem.items[*i].deadline,
        Err(Unknown::Overload | Unknown::NoSupply) => true,
        Err(_) => false,
    });
    (missed || found.demand[g] == Some(false)).then_some(false)
}

/// None: the scheduling points do not apply.
fn by_points<W: Whole>(
    problem: &Problem<W>,
    found: &Solution<W>,
    g: usize,
    steps: &mut Steps,
) -> Result<Option<bool>, Stop> {
    if !problem.has_points(g) {
        return Ok(None);
    }
    let fixed = problem.prepare(g, &found.inherited, steps)?;
    for place in 0..fixed.order.len() {
        let item = &problem.items[fixed.order[place]];
        if item.jitter >= item.deadline {
            return Ok(Some(false));
        }
        let deadline = item.deadline.less(&item.jitter);
        let (own, hp) = fixed.question(place);
        if !lehoczky::meets(&own, &deadline, hp, steps)? {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}
