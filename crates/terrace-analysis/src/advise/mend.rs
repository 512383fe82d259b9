//! The smallest change of one number, of the order of priorities, of the protocol or of the
//! policy with which a worker holds that does not hold now.
//!
//! Costs and periods are searched by halving: less cost, or more time, never makes anything
//! worse. All numbers are multiples of the unit of the set, or of a thousandth of it where that
//! is too coarse. Of the tasks that are at least as important as the first that fails, the one
//! is named whose number changes least in proportion.

use super::audsley;
use crate::{
    answer::Advice,
    exact::Time,
    model::{Policy, Protocol, TaskSet},
    render::exact_time,
    solve::{
        build::{Unit, problem},
        problem::Problem,
        sized::Work,
        steps::{Steps, Stop},
        unprotected,
        whole::{Overflow, Whole},
    },
};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Steps for all of it.
const STEPS: u64 = 100_000_000;

/// So many tasks are tried, those of the largest shares.
const TRIED: usize = 24;

/// Periods are raised up to so many times.
const FAR: u64 = 1 << 12;

/// A set that may have to be mended.
pub(super) struct Mend<'s> {
    pub(super) set: &'s TaskSet,
}

/// One group that does not hold.
struct Broken<'a, W> {
    set: &'a TaskSet,
    unit: Unit,
    problem: Problem<W>,
    g: usize,
    /// The tasks that are tried.
    tried: Vec<usize>,
}

impl Work for Mend<'_> {
    type Done = Vec<Advice>;

    fn run<W: Whole>(&self, slow: u64) -> Result<Vec<Advice>, Overflow> {
        let mut steps = Steps::new(STEPS / slow);
        let (unit, fine) = (Unit::of(self.set), Unit::of(self.set).finer());
        let mut all = Vec::new();
        let problem: Problem<W> = problem(self.set, &unit)?;
        let found = problem.solve(&mut steps)?;
        for g in 0..problem.groups.len() {
            match problem.group_met(g, &found, &mut steps) {
                Ok(true) => continue,
                Err(Stop::Overflow) => return Err(Overflow),
                Ok(false) | Err(Stop::Budget) => {}
            }
            let mut here = Vec::new();
            for unit in [&unit, &fine] {
                let whole = crate::solve::build::problem::<W>(self.set, unit)?;
                let tried = tried(&whole, g, |i| problem.meets(i, &found));
                let broken = Broken {
                    set: self.set,
                    unit: unit.clone(),
                    problem: whole.only(g),
                    g,
                    tried,
                };
                match broken.advice(&mut here, &mut steps) {
                    Err(Stop::Overflow) => return Err(Overflow),
                    Ok(()) | Err(Stop::Budget) => {}
                }
                if !here.is_empty() {
                    break;
                }
            }
            if here.is_empty() {
                here.push(Advice::None {
                    text: format!(
                        "no change of one cost, period, order, protocol or policy was found that mends worker {}; lower several costs",
                        worker(self.set, problem.groups[g].members[0])
                    ),
                });
            }
            all.append(&mut here);
        }
        Ok(all)
    }
}

fn worker(set: &TaskSet, i: usize) -> u32 {
    match set.tasks.get(i) {
        Some(task) => task.worker,
        None => set.servers.get(i - set.tasks.len()).map_or(0, |s| s.worker),
    }
}

/// The tasks that matter to the first that fails, the largest shares first.
fn tried<W: Whole>(problem: &Problem<W>, g: usize, meets: impl Fn(usize) -> bool) -> Vec<usize> {
    let members = problem.groups[g].members.iter().copied();
    let failing = members.clone().filter(|i| !meets(*i));
    let first = failing.max_by_key(|i| problem.items[*i].rank);
    let rank = first.map_or(i64::MIN, |i| problem.items[i].rank);
    let matters = |i: &usize| {
        let item = &problem.items[*i];
        item.server.is_none() && (problem.policy(*i) == Policy::Edf || item.rank >= rank)
    };
    let mut tried: Vec<usize> = members.filter(matters).collect();
    let share = |i: usize| {
        let item = &problem.items[i];
        BigRational::new(item.cost.to_big(), item.period.to_big())
    };
    tried.sort_by_cached_key(|i| (Some(*i) != first, std::cmp::Reverse(share(*i)), *i));
    tried.truncate(TRIED);
    tried
}

impl<W: Whole> Broken<'_, W> {
    fn name(&self, i: usize) -> String {
        match self.set.tasks.get(i) {
            Some(task) => task.name.clone(),
            None => self.set.servers[i - self.set.tasks.len()].name.clone(),
        }
    }

    /// A time as people read it.
    fn said(&self, value: &Time) -> String {
        exact_time(value, &self.set.time_unit)
    }

    /// Everything that helps; what was found before the steps ran out stays.
    fn advice(&self, all: &mut Vec<Advice>, steps: &mut Steps) -> Result<(), Stop> {
        self.order(all, steps)?;
        self.protocol(all, steps)?;
        let mut best: [Option<(BigRational, Advice)>; 2] = [None, None];
        let searched = self.numbers(&mut best, steps);
        let [cost, period] = best;
        let mut numbers: Vec<_> = cost.into_iter().chain(period).collect();
        numbers.sort_by(|a, b| a.0.cmp(&b.0));
        all.extend(numbers.into_iter().map(|(_, advice)| advice));
        searched?;
        self.policy(all, steps)
    }

    fn order(&self, all: &mut Vec<Advice>, steps: &mut Steps) -> Result<(), Stop> {
        let members = &self.problem.groups[self.g].members;
        let shared = self.problem.protocol == Protocol::None
            && unprotected::is_shared(members, &self.problem.items);
        let edf = self.problem.groups[self.g].policy == Policy::Edf;
        if edf || shared || self.problem.is_linked() {
            return Ok(());
        }
        let Some(order) = audsley::order(&self.problem, self.g, steps)? else {
            return Ok(());
        };
        let mut next = self.problem.clone();
        for (rank, i) in (0..).zip(order.iter().rev()) {
            next.items[*i].rank = rank;
        }
        if !next.group_holds(self.g, steps)? {
            return Ok(());
        }
        let order: Vec<String> = order.into_iter().map(|i| self.name(i)).collect();
        let shown = if order.len() > 12 {
            format!("{}, ...", order[..12].join(", "))
        } else {
            order.join(", ")
        };
        all.push(Advice::Priorities {
            worker: worker(self.set, members[0]),
            text: format!("give priorities in this order, the most important first: {shown}"),
            order,
        });
        Ok(())
    }

    fn protocol(&self, all: &mut Vec<Advice>, steps: &mut Steps) -> Result<(), Stop> {
        let members = &self.problem.groups[self.g].members;
        if self.problem.protocol != Protocol::None
            || !unprotected::is_shared(members, &self.problem.items)
        {
            return Ok(());
        }
        for protocol in [Protocol::Inheritance, Protocol::Ceiling] {
            let mut next = self.problem.clone();
            next.protocol = protocol;
            if next.group_holds(self.g, steps)? {
                all.push(Advice::Protocol {
                    worker: worker(self.set, members[0]),
                    text: format!("use the protocol \"{protocol}\" for the resources"),
                });
                return Ok(());
            }
        }
        Ok(())
    }

    fn policy(&self, all: &mut Vec<Advice>, steps: &mut Steps) -> Result<(), Stop> {
        if self.problem.groups[self.g].policy == Policy::Edf {
            return Ok(());
        }
        let mut next = self.problem.clone();
        next.groups[self.g].policy = Policy::Edf;
        if next.group_holds(self.g, steps)? {
            let worker = worker(self.set, self.problem.groups[self.g].members[0]);
            let text = format!("schedule worker {worker} by earliest deadline first");
            all.push(Advice::Policy { worker, text });
        }
        Ok(())
    }

    fn numbers(
        &self,
        best: &mut [Option<(BigRational, Advice)>; 2],
        steps: &mut Steps,
    ) -> Result<(), Stop> {
        for i in self.tried.iter().copied() {
            if let Some(cost) = self.cost(i, steps)? {
                let from = &self.problem.items[i].cost;
                let change = BigRational::new(from.less(&cost).to_big(), from.to_big());
                let (from, to) = (self.unit.time(from), self.unit.time(&cost));
                let task = self.name(i);
                let text = format!(
                    "lower the cost of {task} from {} to at most {}",
                    self.said(&from),
                    self.said(&to)
                );
                keep(
                    &mut best[0],
                    change,
                    Advice::Cost {
                        task,
                        from,
                        to,
                        text,
                    },
                );
            }
            if let Some(period) = self.period(i, steps)? {
                let from = &self.problem.items[i].period;
                let change = BigRational::new(period.less(from).to_big(), from.to_big());
                let (from, to) = (self.unit.time(from), self.unit.time(&period));
                let task = self.name(i);
                let text = format!(
                    "raise the period of {task} from {} to at least {}",
                    self.said(&from),
                    self.said(&to)
                );
                keep(
                    &mut best[1],
                    change,
                    Advice::Period {
                        task,
                        from,
                        to,
                        text,
                    },
                );
            }
        }
        Ok(())
    }

    /// The largest cost of item `i` with which the group holds, if it is above 0.
    fn cost(&self, i: usize, steps: &mut Steps) -> Result<Option<W>, Stop> {
        let mut next = self.problem.clone();
        let mut holds = |cost: &W, steps: &mut Steps| {
            next.set_cost(i, cost);
            next.group_holds(self.g, steps)
        };
        let (mut low, mut high) = (W::one(), self.problem.items[i].cost.clone());
        if high <= low || !holds(&low, steps)? {
            return Ok(None);
        }
        while high.less(&low) > W::one() {
            let middle = low.clone() + high.less(&low).floor_by(&(W::one() + W::one()));
            if holds(&middle, steps)? {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(Some(low))
    }

    /// The smallest period of item `i` with which the group holds.
    fn period(&self, i: usize, steps: &mut Steps) -> Result<Option<W>, Stop> {
        let mut next = self.problem.clone();
        let mut holds = |period: &W, steps: &mut Steps| {
            next.set_period(i, period);
            next.group_holds(self.g, steps)
        };
        let two = W::one() + W::one();
        let mut low = self.problem.items[i].period.clone();
        let most = W::from_big(&BigInt::from(FAR))
            .ok_or(Stop::Overflow)?
            .times(&low)?;
        if !holds(&most, steps)? {
            return Ok(None);
        }
        let mut high = low.times(&two)?;
        while !holds(&high, steps)? {
            low = high.clone();
            high = high.times(&two)?.min(most.clone());
        }
        while high.less(&low) > W::one() {
            let middle = low.clone() + high.less(&low).floor_by(&two);
            if holds(&middle, steps)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        Ok(Some(high))
    }
}

/// Keep the smaller change; of equal ones the first.
fn keep(best: &mut Option<(BigRational, Advice)>, change: BigRational, advice: Advice) {
    if best.as_ref().is_none_or(|(known, _)| change < *known) {
        *best = Some((change, advice));
    }
}
