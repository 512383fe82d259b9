//! What runs: tasks and servers, as numbers of one unit.

use super::{
    blocking::Use,
    response::Load,
    servers::Request,
    supply::Supply,
    whole::{Overflow, Whole},
};
use crate::model::{Policy, ServerKind};

/// A task or a server.
#[derive(Debug, Clone)]
pub(crate) struct Item<W> {
    /// Larger is more important; means nothing under EDF.
    pub(crate) rank: i64,
    /// The most time a release needs, or a server's budget.
    pub(crate) cost: W,
    /// The least time from release to completion.
    pub(crate) best: W,
    pub(crate) period: W,
    pub(crate) deadline: W,
    /// The deadline is the period, because none was given.
    pub(crate) deadline_follows: bool,
    pub(crate) offset: W,
    /// From arrival to release.
    pub(crate) jitter: W,
    /// Given blocking and masked sections.
    pub(crate) blocking: W,
    /// Resources it holds for a while.
    pub(crate) uses: Vec<Use<W>>,
    /// What it does with unused budget, if it is a server.
    pub(crate) server: Option<ServerKind>,
    /// What it serves, if it is a server.
    pub(crate) requests: Vec<Request<W>>,
    /// Which group of the set it belongs to: one worker, or one window name of a worker.
    pub(crate) group: usize,
    /// Tasks before it, by index.
    pub(crate) before: Before,
}

/// What comes before a task.
#[derive(Debug, Clone, Default)]
pub(crate) struct Before {
    /// Tasks whose completion releases it.
    pub(crate) direct: Vec<usize>,
    /// Tasks whose latest release must have completed.
    pub(crate) after: Vec<usize>,
}

/// What an item gets from those before it; it grows until nothing changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Inherited<W> {
    /// Jitter of its activation, when it is activated by others.
    pub(crate) activation: W,
    /// It is ready at the earliest this long after its arrival ...
    pub(crate) earliest: W,
    /// ... and at the latest this long, its own jitter included.
    pub(crate) latest: W,
}

impl<W: Whole> Item<W> {
    /// What it takes from the less important, with what it has inherited.
    pub(crate) fn load(&self, inherited: &Inherited<W>) -> Result<Load<W>, Overflow> {
        let own = inherited.latest.less(&inherited.earliest);
        let kept = match self.server {
            Some(ServerKind::Deferrable) => self.period.less(&self.cost),
            _ => W::zero(),
        };
        Ok(Load {
            cost: self.cost.clone(),
            period: self.period.clone(),
            jitter: own.plus(&inherited.activation)?.plus(&kept)?,
        })
    }
}

/// Everything that shares one supply.
#[derive(Debug, Clone)]
pub(crate) struct Group<W> {
    /// The items in it, by index.
    pub(crate) members: Vec<usize>,
    pub(crate) policy: Policy,
    pub(crate) supply: Supply<W>,
}
