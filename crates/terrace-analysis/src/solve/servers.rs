//! How long work waits at a server.
//!
//! A request of cost `Ca` needs `F = ceil(Ca / Cs) - 1` whole budgets and then part of one. A
//! polling server may have looked just before it came: `Ts + F Ts` pass, and then the server
//! needs the response time of that last part at its own priority (which is the part itself at
//! the highest one). A deferrable or sporadic server may have used up its budget just before, and
//! may be held up in its next period: `2 (Ts - Cs) + F Ts` pass before the last part; where
//! nothing outranks or blocks it, it is not held up, and `Ts - Cs` is enough.
//!
//! Source: Lehoczky, Sha & Strosnider 1987; Sprunt, Sha & Lehoczky 1989; Strosnider, Lehoczky &
//! Sha 1995; Shin & Lee 2003 (the supply of a budget and a period).

use super::{
    problem::{Problem, Solution},
    response::Scratch,
    steps::{Steps, Stop},
    whole::Whole,
};
use crate::model::{Policy, ServerKind};

/// A request at a server.
#[derive(Debug, Clone)]
pub(crate) struct Request<W> {
    pub(crate) cost: W,
    pub(crate) deadline: Option<W>,
}

/// The longest from request to completion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wait<W> {
    /// When nothing else waits.
    pub(crate) alone: W,
    /// When everything else of the server waits before it, once.
    pub(crate) together: W,
}

impl<W: Whole> Problem<W> {
    /// The waits of all requests at server item `i`. None: it does not give its budget in every period.
    pub(crate) fn waits(
        &self,
        i: usize,
        found: &Solution<W>,
        steps: &mut Steps,
    ) -> Result<Option<Vec<Wait<W>>>, Stop> {
        let item = &self.items[i];
        let gives = found.outcomes[i]
            .as_ref()
            .is_ok_and(|f| f.response <= item.period);
        if !gives || item.cost.is_zero() {
            return Ok(None);
        }
        let mut all = W::zero();
        for request in &item.requests {
            all = all.plus(&request.cost)?;
        }
        let together = self.wait(i, &all, found, steps)?;
        let mut waits = Vec::new();
        for request in &item.requests {
            waits.push(Wait {
                alone: self.wait(i, &request.cost, found, steps)?,
                together: together.clone(),
            });
        }
        Ok(Some(waits))
    }

    fn wait(&self, i: usize, cost: &W, found: &Solution<W>, steps: &mut Steps) -> Result<W, Stop> {
        let item = &self.items[i];
        let whole = cost.less(&W::one()).floor_by(&item.cost);
        let rest = cost.less(&whole.times(&item.cost)?);
        let periods = whole.times(&item.period)?;
        let fixed = match self.policy(i) {
            Policy::Edf => None,
            Policy::FixedPriority => Some(self.prepare(item.group, &found.inherited, steps)?),
        };
        let place = fixed.as_ref().and_then(|f| Some((f, f.place(i)?)));
        let idle = item.period.less(&item.cost);
        let (before, last) = match (item.server, place) {
            (Some(ServerKind::Polling) | None, Some((fixed, place))) => {
                let last = fixed.part(place, &rest, &mut Scratch::new(), steps)?;
                (item.period.clone(), last)
            }
            (Some(ServerKind::Polling) | None, None) => {
                let last = found.outcomes[i].as_ref().map(|f| f.response.clone());
                (
                    item.period.clone(),
                    last.unwrap_or_else(|_| item.period.clone()),
                )
            }
            (_, Some((fixed, place))) if fixed.is_first(place) && fixed.supply().is_full() => {
                (idle, rest)
            }
            _ => (idle.plus(&idle)?, rest),
        };
        Ok(before.plus(&periods)?.plus(&last)?)
    }
}
