//! The exact test for deadlines within the period, by scheduling points.
//!
//! A task meets its deadline if and only if at some point `t` up to it, the work asked for by
//! then is done: `(B + C + sum over hp ceil((t + J_j) / T_j) C_j) / t <= 1`. It is enough to
//! look at the releases of more important tasks, and at the deadline. With these points the
//! largest common factor of all costs is found as well, exactly.
//!
//! Source: Lehoczky, Sha & Ding 1989, theorem 2; jitter as in Audsley et al. 1993.

use super::{
    response::{Load, Own},
    steps::{Steps, Stop},
    whole::Whole,
};
use num_rational::BigRational;

/// All points at which the test looks: `(t, sum over hp)`.
fn points<W: Whole>(
    deadline: &W,
    hp: [&[Load<W>]; 2],
    steps: &mut Steps,
    mut look: impl FnMut(&W, W) -> Result<bool, Stop>,
) -> Result<bool, Stop> {
    let count = hp[0].len() + hp[1].len();
    let mut at = |t: &W| {
        steps.take(4 * count)?;
        let mut sum = W::zero();
        for load in hp.iter().copied().flatten() {
            let releases = t.plus(&load.jitter)?.ceil_by(&load.period);
            sum = sum.plus(&releases.times(&load.cost)?)?;
        }
        look(t, sum)
    };
    if at(deadline)? {
        return Ok(true);
    }
    for load in hp.iter().copied().flatten() {
        // The releases at k T - J, in (0, deadline).
        let mut release = load
            .jitter
            .floor_by(&load.period)
            .plus(&W::one())?
            .times(&load.period)?;
        while release.less(&load.jitter) < *deadline {
            if at(&release.less(&load.jitter))? {
                return Ok(true);
            }
            release = release.plus(&load.period)?;
        }
    }
    Ok(false)
}

/// Does a task with a cost above 0 meet `deadline`, counted from its release?
pub(crate) fn meets<W: Whole>(
    own: &Own<W>,
    deadline: &W,
    hp: [&[Load<W>]; 2],
    steps: &mut Steps,
) -> Result<bool, Stop> {
    let asked = own.blocking.plus(&own.cost)?;
    if deadline.is_zero() {
        return Ok(false);
    }
    points(deadline, hp, steps, |t, sum| Ok(asked.plus(&sum)? <= *t))
}

/// The largest factor by which all costs may be multiplied, blocking staying as it is, such that
/// the task still meets `deadline`. None: blocking alone is too long, or nothing costs anything.
pub(crate) fn factor<W: Whole>(
    own: &Own<W>,
    deadline: &W,
    hp: [&[Load<W>]; 2],
    steps: &mut Steps,
) -> Result<Option<BigRational>, Stop> {
    let mut best: Option<BigRational> = None;
    points(deadline, hp, steps, |t, sum| {
        let costs = sum.plus(&own.cost)?;
        if *t > own.blocking && !costs.is_zero() {
            let here = BigRational::new(t.less(&own.blocking).to_big(), costs.to_big());
            if best.as_ref().is_none_or(|b| here > *b) {
                best = Some(here);
            }
        }
        Ok(false)
    })?;
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(cost: u64, blocking: u64) -> Own<u64> {
        Own {
            cost,
            period: 1000,
            jitter: 0,
            inherited: 0,
            blocking,
        }
    }

    fn load((cost, period): (u64, u64)) -> Load<u64> {
        Load {
            cost,
            period,
            jitter: 0,
        }
    }

    #[test]
    fn the_published_example_of_lehoczky_sha_and_ding() {
        // Costs 40, 40, 100; periods 100, 150, 350: beyond the bound of Liu & Layland, and met.
        let hp = [load((40, 100)), load((40, 150))];
        let mut steps = Steps::new(10_000);
        let all = [&hp[..], &[]];
        assert_eq!(meets(&own(100, 0), &350, all, &mut steps), Ok(true));
        assert_eq!(meets(&own(101, 0), &300, all, &mut steps), Ok(false));
        assert_eq!(meets(&own(100, 50), &300, all, &mut steps), Ok(false));
    }

    #[test]
    fn the_factor_is_where_the_test_turns() {
        let hp = [load((1, 4)), load((2, 6))];
        let mut steps = Steps::new(10_000);
        let factor = factor(&own(1, 0), &10, [&hp, &[]], &mut steps)
            .unwrap()
            .unwrap();
        // At 4: 4/4; at 6: 6/5; at 8: 8/7; at 10: 10/8.
        assert_eq!(factor, BigRational::new(5.into(), 4.into()));
    }
}
