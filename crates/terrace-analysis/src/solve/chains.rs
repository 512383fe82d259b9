//! From end to end through a chain.
//!
//! Direct activation: from the arrival of the first task to the completion of the last, the sum
//! of the response times, each from its own activation. Sampled: an event may just miss the
//! first task, and so may its result each next one, so that every task adds its period and its
//! response time.
//!
//! Source: Tindell & Clark 1994; Davare et al. 2007.

use super::{
    problem::{Problem, Solution},
    whole::{Overflow, Whole},
};
use crate::model::Activation;

/// A chain by the numbers of its tasks.
#[derive(Debug, Clone)]
pub(crate) struct Links<W> {
    pub(crate) tasks: Vec<usize>,
    pub(crate) activation: Activation,
    pub(crate) deadline: Option<W>,
}

/// Why a chain has no end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Endless {
    /// This task has no response time.
    Unknown(usize),
    /// The first of these is released more often than the second, which it activates, may be.
    Faster(usize, usize),
}

impl<W: Whole> Problem<W> {
    /// The longest from end to end.
    pub(crate) fn end_to_end(
        &self,
        links: &Links<W>,
        found: &Solution<W>,
    ) -> Result<Result<W, Endless>, Overflow> {
        if links.activation == Activation::Direct {
            let faster = |p: &&[usize]| self.items[p[0]].period < self.items[p[1]].period;
            if let Some(pair) = links.tasks.windows(2).find(faster) {
                return Ok(Err(Endless::Faster(pair[0], pair[1])));
            }
        }
        let mut sum = W::zero();
        for i in &links.tasks {
            let Ok(outcome) = &found.outcomes[*i] else {
                return Ok(Err(Endless::Unknown(*i)));
            };
            sum = sum.plus(&outcome.response)?;
            if links.activation == Activation::Sampled {
                sum = sum.plus(&self.items[*i].period)?;
                sum = sum.plus(&found.inherited[*i].activation)?;
            }
        }
        Ok(Ok(sum))
    }
}
