//! Fixed priorities: all response times of one group.
//!
//! Items are taken from the most to the least important. Items of equal priority interfere with
//! each other as if each were the more important one: that is right for any order among equals,
//! first in first out and time slices included.

use super::{
    blocking::Users,
    item::{Inherited, Item},
    outcome::{Found, Outcome, Unknown},
    response::{Load, Own, Response, Scratch, Until, response},
    share::{self, Share},
    steps::{Steps, Stop},
    supply::Supply,
    whole::Whole,
};
use crate::model::Protocol;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::{cmp::Ordering, ops::Range};

/// Steps for one item at most.
const STEPS: u64 = 20_000_000;

/// A group, sorted, ready for questions.
pub(crate) struct Fixed<'a, W> {
    /// Indices of items, the most important first.
    pub(crate) order: Vec<usize>,
    items: &'a [Item<W>],
    inherited: &'a [Inherited<W>],
    supply: &'a Supply<W>,
    loads: Vec<Load<W>>,
    /// The sum of shares up to and with each place of the order.
    shares: Vec<Share>,
    /// Blocking of each place of the order, computed and given.
    blocking: Vec<W>,
}

/// Is there room at a level?
#[derive(Debug, Clone, PartialEq, Eq)]
enum Room {
    Some,
    None,
    Doubtful,
    TooLittle,
}

impl<'a, W: Whole> Fixed<'a, W> {
    pub(crate) fn new(
        members: &[usize],
        supply: &'a Supply<W>,
        items: &'a [Item<W>],
        inherited: &'a [Inherited<W>],
        protocol: Protocol,
        steps: &mut Steps,
    ) -> Result<Fixed<'a, W>, Stop> {
        let mut order = members.to_vec();
        order.sort_by_key(|i| std::cmp::Reverse(items[*i].rank));
        let mut loads = Vec::with_capacity(order.len());
        let mut shares = Vec::with_capacity(order.len());
        let mut sum = Share::default();
        for i in &order {
            loads.push(items[*i].load(&inherited[*i])?);
            sum = sum.plus(Share::of(&items[*i].cost, &items[*i].period));
            shares.push(sum);
        }
        let blocking = blocking(&order, items, protocol, steps)?;
        Ok(Fixed {
            order,
            items,
            inherited,
            supply,
            loads,
            shares,
            blocking,
        })
    }

    /// The places of the order that have the rank of `place`.
    fn equals(&self, place: usize) -> Range<usize> {
        let rank = self.items[self.order[place]].rank;
        let from = self.order[..place].partition_point(|i| self.items[*i].rank > rank);
        let length = self.order[place..].partition_point(|i| self.items[*i].rank == rank);
        from..place + length
    }

    /// Is there room for all up to `end`, the processor's share being what is supplied?
    fn room(&self, end: usize) -> Room {
        let (part, whole) = self.supply.share();
        match self.shares[end - 1].compare(Share::of(&part, &whole)) {
            Some(Ordering::Less) => return Room::Some,
            Some(Ordering::Equal) => return Room::None,
            Some(Ordering::Greater) => return Room::TooLittle,
            None => {}
        }
        let parts = self.order[..end].iter().map(|i| &self.items[*i]);
        let parts = parts.filter(|item| !item.cost.is_zero());
        let sum = share::sum(parts.map(|item| (item.cost.clone(), item.period.clone())));
        let supplied = BigRational::new(part.to_big(), whole.to_big());
        match sum.map(|s| s.cmp(&supplied)) {
            Some(Ordering::Less) => Room::Some,
            Some(Ordering::Equal) => Room::None,
            Some(Ordering::Greater) => Room::TooLittle,
            None => Room::Doubtful,
        }
    }

    /// After so many jobs of the item at `place` everything up to `end` repeats.
    fn repeats(&self, place: usize, end: usize) -> Option<W> {
        let periods = self.order[..end]
            .iter()
            .map(|i| self.items[*i].period.clone());
        let frame = self.supply.share().1;
        let all = share::common(periods.chain([frame]))?;
        W::from_big(&(all / self.items[self.order[place]].period.to_big()))
    }

    /// A lower bound of the window: what is asked by what is left, both rounded down.
    fn guess(&self, place: usize, equals: &Range<usize>) -> W {
        if !self.supply.is_full() || equals.len() > 1 {
            return W::zero();
        }
        let left = match place.checked_sub(1) {
            Some(above) => self.shares[above].left_high(),
            None => Share::unit(),
        };
        if left == 0 {
            return W::zero();
        }
        let asked = self.blocking[place].to_big() + self.items[self.order[place]].cost.to_big();
        let window = asked * BigInt::from(Share::unit()) / BigInt::from(left);
        W::from_big(&window).unwrap_or_else(W::zero)
    }

    /// Who else runs when the item at `place` is looked at: all up to the end of its equals.
    fn above(&self, place: usize, end: usize) -> [&[Load<W>]; 2] {
        [&self.loads[..place], &self.loads[place + 1..end]]
    }

    fn own(&self, place: usize, cost: &W) -> Own<W> {
        let (item, inherited) = (
            &self.items[self.order[place]],
            &self.inherited[self.order[place]],
        );
        Own {
            cost: cost.clone(),
            period: item.period.clone(),
            jitter: inherited.latest.less(&inherited.earliest),
            inherited: inherited.activation.clone(),
            blocking: self.blocking[place].clone(),
        }
    }

    /// The item at `place` and what interferes with it.
    pub(crate) fn question(&self, place: usize) -> (Own<W>, [&[Load<W>]; 2]) {
        let own = self.own(place, &self.items[self.order[place]].cost);
        (own, self.above(place, self.equals(place).end))
    }

    /// Who interferes with the item at `place`, in the order of its loads.
    pub(crate) fn interferers(&self, place: usize) -> Vec<usize> {
        let end = self.equals(place).end;
        let others = (0..end).filter(|p| *p != place);
        others.map(|p| self.order[p]).collect()
    }

    pub(crate) fn supply(&self) -> &Supply<W> {
        self.supply
    }

    /// The response time of the item at `place` of the order.
    pub(crate) fn solve(
        &self,
        place: usize,
        scratch: &mut Scratch<W>,
        steps: &mut Steps,
    ) -> Result<Outcome<W>, Stop> {
        let equals = self.equals(place);
        let jobs = match self.room(equals.end) {
            Room::TooLittle => return Ok(Err(Unknown::Overload)),
            Room::Doubtful => return Ok(Err(Unknown::Budget)),
            Room::None => self.repeats(place, equals.end),
            Room::Some => None,
        };
        let until = Until { above: None, jobs };
        let own = self.own(place, &self.items[self.order[place]].cost);
        let guess = self.guess(place, &equals);
        let hp = self.above(place, equals.end);
        let mut part = steps.part(STEPS);
        let solved = response(&own, hp, self.supply, &guess, &until, scratch, &mut part);
        steps.settle(&part, STEPS);
        match solved {
            Ok(response) => self.found(place, &own, &response).map(Ok),
            Err(Stop::Budget) => Ok(Err(Unknown::Budget)),
            Err(stop) => Err(stop),
        }
    }

    /// The response of a job of another cost, alone, at the same place: for servers that end a
    /// request with part of a budget. The item itself must be schedulable within its period.
    pub(crate) fn part(
        &self,
        place: usize,
        cost: &W,
        scratch: &mut Scratch<W>,
        steps: &mut Steps,
    ) -> Result<W, Stop> {
        let end = self.equals(place).end;
        let until = Until {
            above: None,
            jobs: Some(W::one()),
        };
        let own = self.own(place, cost);
        let hp = self.above(place, end);
        let solved = response(&own, hp, self.supply, &W::zero(), &until, scratch, steps)?;
        Ok(solved.time)
    }

    fn found(&self, place: usize, own: &Own<W>, response: &Response<W>) -> Result<Found<W>, Stop> {
        let inherited = &self.inherited[self.order[place]];
        let jobs = response.job.plus(&W::one())?.times(&own.cost)?;
        let others = own.blocking.plus(&jobs)?;
        Ok(Found {
            response: response.time.plus(&inherited.earliest)?,
            window: response.window.clone(),
            job: response.job.clone(),
            blocking: own.blocking.clone(),
            interference: response.window.less(&others),
        })
    }

    /// The place of an item in the order.
    pub(crate) fn place(&self, item: usize) -> Option<usize> {
        self.order.iter().position(|i| *i == item)
    }

    /// Does nothing outrank or block the item at `place`?
    pub(crate) fn is_first(&self, place: usize) -> bool {
        self.equals(place) == (0..1) && self.blocking[place].is_zero()
    }

    /// All response times, in the order of the members given.
    pub(crate) fn solve_all(&self, steps: &mut Steps) -> Result<Vec<(usize, Outcome<W>)>, Stop> {
        let mut scratch = Scratch::new();
        (0..self.order.len())
            .map(|place| Ok((self.order[place], self.solve(place, &mut scratch, steps)?)))
            .collect()
    }
}

/// Blocking by resources, and what is given, of each place of the order.
fn blocking<W: Whole>(
    order: &[usize],
    items: &[Item<W>],
    protocol: Protocol,
    steps: &mut Steps,
) -> Result<Vec<W>, Stop> {
    let mut levels = vec![0; order.len()];
    let mut level = 0;
    for place in (0..order.len()).rev() {
        let below = order.get(place + 1);
        if below.is_some_and(|b| items[*b].rank < items[order[place]].rank) {
            level += 1;
        }
        levels[place] = level;
    }
    let computed = match protocol {
        Protocol::None => vec![W::zero(); order.len()],
        protocol => {
            let uses: Vec<_> = order.iter().map(|i| items[*i].uses.clone()).collect();
            let users = Users {
                levels: &levels,
                uses: &uses,
            };
            users.blocking(protocol, steps)?
        }
    };
    let given = order.iter().map(|i| &items[*i].blocking);
    let sums = computed.iter().zip(given).map(|(a, b)| a.plus(b));
    Ok(sums.collect::<Result<_, _>>()?)
}
