//! Fixed priorities and resources without a protocol.
//!
//! A task that waits for a resource waits for its holder's section, and the holder runs at its
//! own priority: every task in between delays it for as long as it likes. The wait is bounded
//! all the same, because what lies in between is periodic:
//!
//! ```text
//! w = B + C + sum over its resources of the longest section of a less important task
//!   + sum over hp ceil((w + J_j) / T_j) C_j
//!   + sum over those between it and its least important holder ceil((w + R_j) / T_j) C_j
//! ```
//!
//! where a more important task that may wait itself comes with the jitter `R_j - C_j`, because it
//! may suspend itself. All depend on each other; the least solution is found from below. It
//! holds while each release completes before the next, sections are not nested, and each
//! release enters each resource once.
//!
//! Source: Sha, Rajkumar & Lehoczky 1990, section 1 (the inversion); the suspension as jitter
//! after Ming 1994 and Audsley & Bletsas 2004, in the corrected form of Chen et al. 2019
//! (jitter `R_j - C_j`).

use super::{
    item::{Inherited, Item},
    outcome::{Found, Outcome, Unknown},
    steps::{Steps, Stop},
    supply::Supply,
    whole::Whole,
};

/// Rounds until nothing changes.
const ROUNDS: usize = 1000;

/// Steps for one group at most.
const STEPS: u64 = 50_000_000;

/// Does any resource have two users?
pub(crate) fn is_shared<W>(members: &[usize], items: &[Item<W>]) -> bool {
    let mut used: Vec<usize> = members
        .iter()
        .flat_map(|i| items[*i].uses.iter().map(|u| u.resource))
        .collect();
    used.sort_unstable();
    used.windows(2).any(|pair| pair[0] == pair[1])
}

/// Cost, period and jitter of something that delays.
type Delay<W> = (W, W, W);

/// What delays a task: the more important, then those between it and its holder.
type Delays<W> = Result<[Vec<Delay<W>>; 2], Unknown>;

/// One task's wait.
struct Wait<W> {
    /// Sections it may wait for, in sum.
    sections: W,
    /// Those between it and its least important holder.
    between: Vec<usize>,
}

/// All response times of a group.
pub(crate) fn solve_all<W: Whole>(
    members: &[usize],
    supply: &Supply<W>,
    items: &[Item<W>],
    inherited: &[Inherited<W>],
    steps: &mut Steps,
) -> Result<Vec<(usize, Outcome<W>)>, Stop> {
    let mut part = steps.part(STEPS);
    let solved = iterate(members, supply, items, inherited, &mut part);
    steps.settle(&part, STEPS);
    let outcomes = match solved {
        Err(Stop::Budget) => vec![Err(Unknown::Budget); members.len()],
        other => other?,
    };
    Ok(members.iter().copied().zip(outcomes).collect())
}

fn iterate<W: Whole>(
    members: &[usize],
    supply: &Supply<W>,
    items: &[Item<W>],
    inherited: &[Inherited<W>],
    steps: &mut Steps,
) -> Result<Vec<Outcome<W>>, Stop> {
    let mut waits = Vec::new();
    for i in 0..members.len() {
        steps.take(members.len())?;
        waits.push(wait(members, items, i)?);
    }
    let mut outcomes: Vec<Outcome<W>> = Vec::new();
    for i in members {
        outcomes.push(Ok(Found {
            response: items[*i].cost.plus(&inherited[*i].latest)?,
            window: items[*i].cost.clone(),
            job: W::zero(),
            blocking: W::zero(),
            interference: W::zero(),
        }));
    }
    for _ in 0..ROUNDS {
        let mut changed = false;
        for i in 0..members.len() {
            let Ok(known) = &outcomes[i] else { continue };
            let known = known.clone();
            let group = Asked {
                members,
                supply,
                items,
                inherited,
                waits: &waits,
                outcomes: &outcomes,
            };
            let next = group.window(i, &known.window, steps)?;
            if next.as_ref() != Ok(&known) {
                changed = true;
                outcomes[i] = next;
            }
        }
        if !changed {
            return Ok(outcomes);
        }
    }
    Err(Stop::Budget)
}

fn wait<W: Whole>(members: &[usize], items: &[Item<W>], i: usize) -> Result<Wait<W>, Stop> {
    let own = &items[members[i]];
    let mut sections = W::zero();
    let mut least: Option<i64> = None;
    for used in &own.uses {
        let lower = members
            .iter()
            .map(|j| &items[*j])
            .filter(|j| j.rank < own.rank);
        let held = lower.flat_map(|j| j.uses.iter().map(move |u| (j.rank, u)));
        let held = held.filter(|(_, u)| u.resource == used.resource);
        let mut longest = W::zero();
        for (rank, section) in held {
            longest = longest.max(section.longest.clone());
            least = Some(least.map_or(rank, |l| l.min(rank)));
        }
        sections = sections.plus(&longest)?;
    }
    let Some(least) = least else {
        return Ok(Wait {
            sections,
            between: Vec::new(),
        });
    };
    let at = |rank: i64| members.iter().filter(|j| items[**j].rank == rank).count();
    let alone = at(least) == 1;
    let between = (0..members.len()).filter(|k| {
        let rank = items[members[*k]].rank;
        rank < own.rank && (rank > least || (rank == least && !alone))
    });
    Ok(Wait {
        sections,
        between: between.collect(),
    })
}

/// The state of one round.
struct Asked<'a, W> {
    members: &'a [usize],
    supply: &'a Supply<W>,
    items: &'a [Item<W>],
    inherited: &'a [Inherited<W>],
    waits: &'a [Wait<W>],
    outcomes: &'a [Outcome<W>],
}

impl<W: Whole> Asked<'_, W> {
    /// Can a release of member `k` wait for a less important one?
    fn waits(&self, k: usize) -> bool {
        !self.waits[k].sections.is_zero() || !self.waits[k].between.is_empty()
    }

    /// Cost, period and jitter of what delays member `i`: the more important, then those between.
    fn delays(&self, i: usize) -> Result<Delays<W>, Stop> {
        let rank = self.items[self.members[i]].rank;
        let (mut above, mut between) = (Vec::new(), Vec::new());
        for (k, index) in self.members.iter().enumerate() {
            let item = &self.items[*index];
            if k == i || item.rank < rank {
                continue;
            }
            let mut jitter = item.load(&self.inherited[*index])?.jitter;
            if self.waits(k) {
                match &self.outcomes[k] {
                    Ok(found) => jitter = jitter.max(found.response.less(&item.cost)),
                    Err(_) => return Ok(Err(Unknown::Blocking)),
                }
            }
            above.push((item.cost.clone(), item.period.clone(), jitter));
        }
        for k in &self.waits[i].between {
            let item = &self.items[self.members[*k]];
            match &self.outcomes[*k] {
                Ok(found) => {
                    let late = found
                        .response
                        .plus(&self.inherited[self.members[*k]].activation)?;
                    between.push((item.cost.clone(), item.period.clone(), late));
                }
                Err(_) => return Ok(Err(Unknown::Blocking)),
            }
        }
        Ok(Ok([above, between]))
    }

    fn window(&self, i: usize, from: &W, steps: &mut Steps) -> Result<Outcome<W>, Stop> {
        let (item, inherited) = (
            &self.items[self.members[i]],
            &self.inherited[self.members[i]],
        );
        let [above, between] = match self.delays(i)? {
            Ok(delays) => delays,
            Err(unknown) => return Ok(Err(unknown)),
        };
        let own = item
            .cost
            .plus(&item.blocking)?
            .plus(&self.waits[i].sections)?;
        let late = inherited.latest.plus(&inherited.activation)?;
        let mut window = from.clone().max(W::one());
        loop {
            steps.take(above.len() + between.len() + 1)?;
            let hp = interference(&above, &window)?;
            let lower = interference(&between, &window)?;
            let next = self.supply.inverse(&own.plus(&hp)?.plus(&lower)?)?;
            if next <= window {
                let held = item.blocking.plus(&self.waits[i].sections)?.plus(&lower)?;
                return Ok(Ok(Found {
                    response: window.plus(&inherited.latest)?,
                    window,
                    job: W::zero(),
                    blocking: held,
                    interference: hp,
                }));
            }
            window = next;
            if window.plus(&late)? > item.period {
                let alone = !self.waits(i) && above.is_empty();
                return Ok(Err(if alone {
                    Unknown::Overload
                } else {
                    Unknown::Backlog
                }));
            }
        }
    }
}

fn interference<W: Whole>(delays: &[Delay<W>], window: &W) -> Result<W, Stop> {
    let mut sum = W::zero();
    for (cost, period, jitter) in delays {
        let count = window.plus(jitter)?.ceil_by(period);
        sum = sum.plus(&count.times(cost)?)?;
    }
    Ok(sum)
}
