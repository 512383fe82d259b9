//! A whole set, solved: every group by its policy, and jitter passed along chains until nothing
//! changes any more.
//!
//! A task that others activate inherits the spread of their completions as jitter of its
//! activation: latest less earliest. A task that must come after others, but has its own period,
//! may be ready late: from the earliest to the latest completion of those. Where the other one is on
//! the same worker, released no later and always preferred, that order holds by itself, and
//! nothing is inherited.
//!
//! # Invariants
//! I1. What is inherited only grows from round to round, so that the rounds end in the least
//!     solution or at their limit.
//!
//! Source: Tindell & Clark 1994 (holistic schedulability).

use super::{
    chains::Links,
    demand::{Demand, Job},
    edf,
    fixed::Fixed,
    item::{Group, Inherited, Item},
    outcome::{Outcome, Unknown},
    servers::{Request, Wait},
    share::{self, Share},
    steps::{Steps, Stop},
    supply::Supply,
    unprotected,
    whole::{Overflow, Whole},
};
use crate::model::{Policy, Protocol};
use num_rational::BigRational;
use std::cmp::Ordering;

/// Rounds until nothing changes.
const ROUNDS: usize = 200;

/// Steps for each of the searches of a group by deadline.
const SEARCHED: u64 = 400_000_000;

/// A whole set in one unit.
#[derive(Debug, Clone)]
pub(crate) struct Problem<W> {
    pub(crate) protocol: Protocol,
    pub(crate) items: Vec<Item<W>>,
    pub(crate) groups: Vec<Group<W>>,
    pub(crate) chains: Vec<Links<W>>,
    /// The items, each after all it comes after; shorter if there is a circle.
    pub(crate) order: Vec<usize>,
}

/// What was found out.
#[derive(Debug, Clone)]
pub(crate) struct Solution<W> {
    pub(crate) outcomes: Vec<Outcome<W>>,
    pub(crate) inherited: Vec<Inherited<W>>,
    /// For each group under EDF: does the demand fit? None: not known, or another policy.
    pub(crate) demand: Vec<Option<bool>>,
}

/// How well a share is known to fit.
fn overloaded<W: Whole>(jobs: &[Job<W>], part: &W, whole: &W) -> Option<bool> {
    let shares = jobs.iter().map(|j| Share::of(&j.cost, &j.period));
    let used = shares.fold(Share::default(), Share::plus);
    match used.compare(Share::of(part, whole)) {
        Some(order) => Some(order == Ordering::Greater),
        None => {
            let sum = share::sum(jobs.iter().map(|j| (j.cost.clone(), j.period.clone())))?;
            Some(sum > BigRational::new(part.to_big(), whole.to_big()))
        }
    }
}

impl<W: Whole> Problem<W> {
    /// What runs next where item `i` is.
    pub(crate) fn policy(&self, i: usize) -> Policy {
        self.groups[self.items[i].group].policy
    }

    /// Nothing is found yet, and nothing inherited.
    pub(crate) fn start(&self) -> Solution<W> {
        Solution {
            outcomes: vec![Err(Unknown::Budget); self.items.len()],
            inherited: self.items.iter().map(alone).collect(),
            demand: vec![None; self.groups.len()],
        }
    }

    pub(crate) fn solve(&self, steps: &mut Steps) -> Result<Solution<W>, Overflow> {
        let mut found = self.start();
        let mut lost: Vec<Option<Unknown>> = vec![None; self.items.len()];
        if self.order.len() < self.items.len() {
            let circle = (0..self.items.len()).filter(|i| !self.order.contains(i));
            circle.for_each(|i| lost[i] = Some(Unknown::Circle));
        }
        let mut dirty = vec![true; self.groups.len()];
        for round in 0.. {
            for (g, _) in dirty.iter().enumerate().filter(|(_, d)| **d) {
                self.group(g, &mut found, &lost, steps)?;
            }
            let (next, lost_now) = self.inherit(&found, &lost)?;
            dirty = vec![false; self.groups.len()];
            for i in 0..self.items.len() {
                if next[i] != found.inherited[i] || lost_now[i] != lost[i] {
                    dirty[self.items[i].group] = true;
                    if round >= ROUNDS {
                        lost[i] = Some(Unknown::Circle);
                    }
                }
            }
            if round < ROUNDS {
                lost = lost_now;
            } else if round > 2 * ROUNDS {
                break;
            }
            found.inherited = next;
            if !dirty.contains(&true) {
                break;
            }
        }
        Ok(found)
    }

    /// Is the item known to meet its deadline?
    pub(crate) fn meets(&self, i: usize, found: &Solution<W>) -> bool {
        let item = &self.items[i];
        match &found.outcomes[i] {
            Ok(outcome) => outcome.response <= item.deadline,
            Err(Unknown::Budget) => found.demand[item.group] == Some(true),
            Err(_) => false,
        }
    }

    /// Do all tasks, servers, requests and chains meet their deadlines?
    pub(crate) fn holds(&self, steps: &mut Steps) -> Result<bool, Stop> {
        let found = self.solve(steps)?;
        if !(0..self.items.len()).all(|i| self.meets(i, &found)) {
            return Ok(false);
        }
        for links in &self.chains {
            let end = self.end_to_end(links, &found)?;
            let met = |e: W| links.deadline.as_ref().is_none_or(|d| e <= *d);
            if !end.is_ok_and(met) {
                return Ok(false);
            }
        }
        for i in 0..self.items.len() {
            if !self.serves(i, &found, steps)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does everything that item `i` serves meet its deadline?
    pub(crate) fn serves(
        &self,
        i: usize,
        found: &Solution<W>,
        steps: &mut Steps,
    ) -> Result<bool, Stop> {
        let requests = &self.items[i].requests;
        if requests.is_empty() {
            return Ok(true);
        }
        let Some(waits) = self.waits(i, found, steps)? else {
            return Ok(false);
        };
        let met =
            |(w, r): (&Wait<W>, &Request<W>)| r.deadline.as_ref().is_none_or(|d| w.together <= *d);
        Ok(waits.iter().zip(requests).all(met))
    }

    /// Do scheduling points decide the members of group `g`?
    pub(crate) fn has_points(&self, g: usize) -> bool {
        let Group {
            members,
            supply,
            policy,
        } = &self.groups[g];
        let shared =
            self.protocol == Protocol::None && unprotected::is_shared(members, &self.items);
        *policy == Policy::FixedPriority
            && supply.is_full()
            && !shared
            && members.iter().map(|i| &self.items[*i]).all(|item| {
                let before = &item.before;
                item.deadline <= item.period
                    && !item.cost.is_zero()
                    && before.direct.is_empty()
                    && before.after.is_empty()
            })
    }

    /// Solve one group with what its members have inherited so far.
    fn group(
        &self,
        g: usize,
        found: &mut Solution<W>,
        lost: &[Option<Unknown>],
        steps: &mut Steps,
    ) -> Result<(), Overflow> {
        if matches!(self.groups[g].supply, Supply::Nothing) {
            for i in &self.groups[g].members {
                found.outcomes[*i] = Err(Unknown::NoSupply);
            }
            return Ok(());
        }
        let policy = self.groups[g].policy;
        let solved = match policy {
            Policy::FixedPriority => self.fixed(g, &found.inherited, steps),
            Policy::Edf => self.edf(g, &found.inherited, steps).map(|(all, demand)| {
                found.demand[g] = demand;
                all
            }),
        };
        match solved {
            Ok(all) => {
                for (i, outcome) in all {
                    found.outcomes[i] = outcome;
                }
            }
            Err(Stop::Overflow) => return Err(Overflow),
            Err(Stop::Budget) => {
                for i in &self.groups[g].members {
                    found.outcomes[*i] = Err(Unknown::Budget);
                }
            }
        }
        self.spread(g, found, lost);
        Ok(())
    }

    /// What depends on an item without a bound has none either.
    fn spread(&self, g: usize, found: &mut Solution<W>, lost: &[Option<Unknown>]) {
        let Group {
            members, policy, ..
        } = &self.groups[g];
        let policy = *policy;
        let unknown = members.iter().copied().filter(|i| lost[*i].is_some());
        let Some(worst) = unknown.max_by_key(|i| self.items[*i].rank) else {
            return;
        };
        for i in members.iter().copied() {
            let under = policy == Policy::Edf || self.items[i].rank <= self.items[worst].rank;
            match &lost[i] {
                Some(why) => found.outcomes[i] = Err(why.clone()),
                None if under => found.outcomes[i] = Err(Unknown::Before(worst)),
                None => {}
            }
        }
        if policy == Policy::Edf {
            found.demand[g] = None;
        }
    }

    fn fixed(
        &self,
        g: usize,
        inherited: &[Inherited<W>],
        steps: &mut Steps,
    ) -> Result<Vec<(usize, Outcome<W>)>, Stop> {
        let Group {
            members, supply, ..
        } = &self.groups[g];
        if self.protocol == Protocol::None && unprotected::is_shared(members, &self.items) {
            return unprotected::solve_all(members, supply, &self.items, inherited, steps);
        }
        self.prepare(g, inherited, steps)?.solve_all(steps)
    }

    /// A group under fixed priorities, ready for questions.
    pub(crate) fn prepare<'a>(
        &'a self,
        g: usize,
        inherited: &'a [Inherited<W>],
        steps: &mut Steps,
    ) -> Result<Fixed<'a, W>, Stop> {
        let Group {
            members, supply, ..
        } = &self.groups[g];
        Fixed::new(
            members,
            supply,
            &self.items,
            inherited,
            self.protocol,
            steps,
        )
    }

    #[expect(clippy::type_complexity, reason = "the pair is taken apart at once")]
    fn edf(
        &self,
        g: usize,
        inherited: &[Inherited<W>],
        steps: &mut Steps,
    ) -> Result<(Vec<(usize, Outcome<W>)>, Option<bool>), Stop> {
        let Group {
            members, supply, ..
        } = &self.groups[g];
        let all = |why: Unknown| members.iter().map(|i| (*i, Err(why.clone()))).collect();
        if self.protocol == Protocol::None && unprotected::is_shared(members, &self.items) {
            return Ok((all(Unknown::Blocking), Some(false)));
        }
        let jobs = self.jobs(g, inherited)?;
        let (part, whole) = supply.share();
        match overloaded(&jobs, &part, &whole) {
            Some(true) => return Ok((all(Unknown::Overload), Some(false))),
            None => return Ok((all(Unknown::Budget), None)),
            Some(false) => {}
        }
        let demand = Demand::new(jobs, supply, self.protocol, steps)?;
        let misses = match demand.misses(&mut steps.part(SEARCHED)) {
            Ok(misses) => Some(misses.is_none()),
            Err(Stop::Budget) => None,
            Err(stop) => return Err(stop),
        };
        let busy = match demand.busy(&mut steps.part(SEARCHED)) {
            Ok(busy) => busy,
            Err(Stop::Budget) => return Ok((all(Unknown::Budget), misses)),
            Err(stop) => return Err(stop),
        };
        // What is not found within it has no response time; its deadline is proven by the demand.
        let mut part = steps.part(SEARCHED);
        let mut outcomes = Vec::with_capacity(members.len());
        for (place, i) in members.iter().enumerate() {
            let outcome = edf::solve(&demand, place, &inherited[*i].activation, &busy, &mut part)?;
            let shifted = match outcome {
                Ok(mut f) => {
                    f.response = f.response.plus(&inherited[*i].earliest)?;
                    Ok(f)
                }
                unknown => unknown,
            };
            outcomes.push((*i, shifted));
        }
        steps.settle(&part, SEARCHED);
        Ok((outcomes, misses))
    }

    /// The members of a group as earliest deadline first sees them.
    pub(crate) fn jobs(
        &self,
        g: usize,
        inherited: &[Inherited<W>],
    ) -> Result<Vec<Job<W>>, Overflow> {
        let members = self.groups[g].members.iter();
        members
            .map(|i| {
                let item = &self.items[*i];
                let jitter = item.load(&inherited[*i])?.jitter;
                Ok(Job {
                    cost: item.cost.clone(),
                    period: item.period.clone(),
                    deadline: item.deadline.less(&inherited[*i].earliest),
                    jitter,
                    blocking: item.blocking.clone(),
                    uses: item.uses.clone(),
                })
            })
            .collect()
    }

    /// What everything inherits, given these response times.
    #[expect(clippy::type_complexity, reason = "the pair is taken apart at once")]
    fn inherit(
        &self,
        found: &Solution<W>,
        lost: &[Option<Unknown>],
    ) -> Result<(Vec<Inherited<W>>, Vec<Option<Unknown>>), Overflow> {
        let mut next: Vec<Inherited<W>> = self.items.iter().map(alone).collect();
        let mut unknown = lost.to_vec();
        // From when data entered to the completion of each item: the least and the most.
        let mut ends: Vec<(W, W)> = vec![(W::zero(), W::zero()); self.items.len()];
        for i in self.order.iter().copied() {
            let item = &self.items[i];
            let all = item.before.direct.iter().chain(&item.before.after).copied();
            if let Some(p) = all.clone().find(|p| found.outcomes[*p].is_err()) {
                unknown[i].get_or_insert(Unknown::Before(p));
            }
            let (mut first, mut last) = (None, W::zero());
            for p in &item.before.direct {
                let spread = ends[*p].1.less(&ends[*p].0);
                next[i].activation = next[i].activation.clone().max(spread);
                first = Some(first.map_or(ends[*p].0.clone(), |f: W| f.min(ends[*p].0.clone())));
                last = last.max(ends[*p].1.clone());
            }
            for p in &item.before.after {
                self.delay(i, *p, &ends[*p], &found.inherited, &mut next[i])?;
            }
            let earliest = next[i].earliest.plus(&item.best)?;
            let response = found.outcomes[i].as_ref().map(|f| f.response.clone());
            ends[i] = (
                first.unwrap_or_else(W::zero).plus(&earliest)?,
                last.plus(&response.unwrap_or_else(|_| W::zero()))?,
            );
        }
        Ok((next, unknown))
    }

    /// Item `i` has to wait for the latest release of `p`.
    fn delay(
        &self,
        i: usize,
        p: usize,
        (earliest, latest): &(W, W),
        inherited: &[Inherited<W>],
        next: &mut Inherited<W>,
    ) -> Result<(), Overflow> {
        let (item, before) = (&self.items[i], &self.items[p]);
        if self.is_kept(item, before, &inherited[p]) {
            return Ok(());
        }
        let late = if item.period == before.period {
            // The release of the same number, which arrives with the difference of the offsets.
            latest.plus(&before.offset)?.less(&item.offset)
        } else {
            latest.clone()
        };
        next.latest = next.latest.clone().max(late.plus(&item.jitter)?);
        if item.period == before.period && item.offset == before.offset {
            next.earliest = next.earliest.clone().max(earliest.clone());
        }
        next.latest = next.latest.clone().max(next.earliest.clone());
        Ok(())
    }

    /// Is the order kept by itself, because `before` is released no later and preferred?
    fn is_kept(&self, item: &Item<W>, before: &Item<W>, of: &Inherited<W>) -> bool {
        let preferred = match self.groups[item.group].policy {
            Policy::FixedPriority => before.rank > item.rank,
            Policy::Edf => before.deadline < item.deadline,
        };
        let on_time = of.latest.is_zero() && of.activation.is_zero();
        let no_later = item.period != before.period || before.offset <= item.offset;
        let waits = self.protocol == Protocol::None && !before.uses.is_empty();
        preferred && on_time && no_later && !waits && item.group == before.group
    }
}

/// An item nothing comes before.
fn alone<W: Whole>(item: &Item<W>) -> Inherited<W> {
    Inherited {
        activation: W::zero(),
        earliest: W::zero(),
        latest: item.jitter.clone(),
    }
}
