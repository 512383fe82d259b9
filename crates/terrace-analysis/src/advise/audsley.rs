//! An order of priorities with which a group holds, if there is one.
//!
//! From the least important level up: whoever meets its deadline with all others above it may
//! have the level; if nobody does, no order exists. What is above need not be ordered for that,
//! which is why so few orders need to be tried.
//!
//! Source: Audsley 1991, 2001 (optimal priority assignment); resources: what may block a task
//! depends on who is below it, not on their order.

use crate::solve::{
    problem::Problem,
    response::Scratch,
    steps::{Steps, Stop},
    whole::Whole,
};

/// Members of group `g`, the most important first. None: no order holds.
pub(super) fn order<W: Whole>(
    problem: &Problem<W>,
    g: usize,
    steps: &mut Steps,
) -> Result<Option<Vec<usize>>, Stop> {
    let mut next = problem.clone();
    let mut left = problem.groups[g].members.clone();
    // Who has the most time is tried first, and of those who came first: this is deadline-monotonic
    // where that is enough, and changes as little as it can.
    left.sort_by_key(|i| {
        let item = &problem.items[*i];
        (
            item.deadline.less(&item.jitter),
            std::cmp::Reverse(item.rank),
        )
    });
    let top = i64::try_from(left.len()).unwrap_or(i64::MAX);
    for i in &left {
        next.items[*i].rank = top;
    }
    let mut order = Vec::with_capacity(left.len());
    for rank in 0..top {
        let mut chosen = None;
        for at in (0..left.len()).rev() {
            let i = left[at];
            next.items[i].rank = rank;
            if holds(&next, g, i, steps)? {
                chosen = Some(at);
                break;
            }
            next.items[i].rank = top;
        }
        match chosen {
            Some(at) => order.push(left.remove(at)),
            None => return Ok(None),
        }
    }
    order.reverse();
    Ok(Some(order))
}

fn holds<W: Whole>(
    problem: &Problem<W>,
    g: usize,
    i: usize,
    steps: &mut Steps,
) -> Result<bool, Stop> {
    steps.take(8 * problem.groups[g].members.len())?;
    let start = problem.start();
    let fixed = problem.prepare(g, &start.inherited, steps)?;
    let Some(place) = fixed.place(i) else {
        return Ok(false);
    };
    let outcome = fixed.solve(place, &mut Scratch::new(), steps)?;
    Ok(outcome.is_ok_and(|f| f.response <= problem.items[i].deadline))
}
