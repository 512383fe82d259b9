//! A bounded queue of messages: the most important first, among equals the first to arrive.
//!
//! Every place exists from the start. A full queue follows its [`DropPolicy`]; whatever the policy,
//! nothing that waits gives way to something less important, and something more important always
//! finds room while something less important waits. A message may be for later: it has a place
//! from the moment it is accepted, and is delivered once its time has come.
//!
//! # Invariants
//! I1. Nothing allocates after `new`.
//! I2. Accepting, taking and choosing a victim take a bounded number of steps, whatever waits: they
//!     look at one list per priority. What is for later costs O(log depth); removal walks all.
//! I3. Every message that is accepted comes back exactly once: taken, displaced or removed.
//!
//! Source: RTDroid (2017), 3.5 and 4.3.1 (looper, handler, message pool); DESIGN.md 3.4.

mod later;
mod levels;
mod places;

use later::Later;
use levels::Levels;
use places::{Places, Stored};

/// Priorities there are: 0 is normal, 1..99 real-time.
pub const LEVELS: usize = 100;

/// Which message is delivered first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The most important; among equals the oldest.
    Priority,
    /// The oldest.
    Arrival,
}

/// What a full queue does with a new message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DropPolicy {
    /// Refuse it, unless something less important waits: of the least important, the newest gives way.
    Refuse,
    /// The oldest of what is not more important gives way.
    Oldest,
    /// Of the least important, if it is not more important, the oldest gives way.
    LowestThenOldest,
}

/// What became of a new message.
#[derive(Debug, PartialEq, Eq)]
pub enum Offer<T> {
    /// It waits.
    Accepted,
    /// It waits in the place of this one.
    Displaced(T),
    /// It is refused.
    Refused(T),
}

/// A message on its way out.
#[derive(Debug, PartialEq, Eq)]
pub struct Delivery<T> {
    /// What was accepted.
    pub item: T,
    /// Its priority.
    pub priority: u8,
}

/// See the module.
#[derive(Debug)]
pub struct Queue<T> {
    places: Places<T>,
    ready: Levels,
    /// The same messages as in `later`, by priority: who gives way may be one of them.
    waiting: Levels,
    later: Later,
    arrivals: u64,
    order: Order,
    drop: DropPolicy,
    high_water: usize,
}

impl<T> Queue<T> {
    /// An empty queue with this many places.
    #[must_use]
    pub fn new(depth: usize, order: Order, drop: DropPolicy) -> Queue<T> {
        Queue {
            places: Places::new(depth),
            ready: Levels::new(depth),
            waiting: Levels::new(depth),
            later: Later::new(depth),
            arrivals: 0,
            order,
            drop,
            high_water: 0,
        }
    }

    /// How many wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Does none wait?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many can wait.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.places.depth()
    }

    /// The most that ever waited.
    #[must_use]
    pub fn high_water(&self) -> usize {
        self.high_water
    }

    /// Accept `item`, to be delivered at `at` if that is after `now`. A priority beyond the highest
    /// counts as the highest.
    pub fn offer(&mut self, item: T, priority: u8, at: u64, now: u64) -> Offer<T> {
        let level = usize::from(priority).min(LEVELS - 1);
        let displaced = if self.places.is_full() {
            match self.victim(level) {
                Some(place) => Some(self.remove_at(place)),
                None => return Offer::Refused(item),
            }
        } else {
            None
        };
        self.arrivals += 1;
        let stored = Stored {
            item,
            level,
            arrival: self.arrivals,
            at: if at > now { at } else { 0 },
        };
        self.store(stored);
        self.high_water = self.high_water.max(self.len());
        displaced.map_or(Offer::Accepted, Offer::Displaced)
    }

    /// Take the first one that is due.
    pub fn take(&mut self, now: u64) -> Option<Delivery<T>> {
        self.mature(now);
        let place = self.first()?;
        let level = self.places.get(place).level;
        self.ready.remove(place, level);
        let stored = self.places.take(place);
        Some(Delivery {
            item: stored.item,
            priority: u8::try_from(level).unwrap_or(u8::MAX),
        })
    }

    /// The one that [`Queue::take`] would take, and its priority.
    pub fn peek(&mut self, now: u64) -> Option<(&T, u8)> {
        self.mature(now);
        let stored = self.places.get(self.first()?);
        Some((&stored.item, u8::try_from(stored.level).unwrap_or(u8::MAX)))
    }

    /// When the earliest of what is for later is due.
    #[must_use]
    pub fn next_due(&self) -> Option<u64> {
        self.later.next()
    }

    /// The priority of that one.
    #[must_use]
    pub fn next_level(&self) -> Option<u8> {
        let level = self.places.get(self.later.first()?).level;
        Some(u8::try_from(level).unwrap_or(u8::MAX))
    }

    /// Remove what `unwanted` says, and hand it to `sink`. Answers how many.
    pub fn remove(&mut self, unwanted: impl Fn(&T) -> bool, mut sink: impl FnMut(T)) -> usize {
        let mut count = 0;
        for place in 0..self.places.depth() {
            let place = places::number(place);
            if self
                .places
                .find(place)
                .is_some_and(|stored| unwanted(&stored.item))
            {
                sink(self.remove_at(place));
                count += 1;
            }
        }
        count
    }

    fn store(&mut self, stored: Stored<T>) {
        let (level, at, arrival) = (stored.level, stored.at, stored.arrival);
        let place = self.places.put(stored);
        if at == 0 {
            self.ready.push(place, level);
        } else {
            self.waiting.push(place, level);
            self.later.push(place, at, arrival);
        }
    }

    /// What was for later and is due arrives now, in the order of its times.
    fn mature(&mut self, now: u64) {
        while let Some(place) = self.later.pop_due(now) {
            self.arrivals += 1;
            let stored = self.places.get_mut(place);
            stored.at = 0;
            stored.arrival = self.arrivals;
            let level = stored.level;
            self.waiting.remove(place, level);
            self.ready.push(place, level);
        }
    }

    fn first(&self) -> Option<u32> {
        match self.order {
            Order::Priority => self.ready.oldest_of(self.ready.highest()?),
            Order::Arrival => self.oldest(&self.ready, LEVELS - 1),
        }
    }

    /// The oldest of a list that is not more important than `level`.
    fn oldest(&self, levels: &Levels, level: usize) -> Option<u32> {
        let heads = levels
            .occupied_to(level)
            .filter_map(|level| levels.oldest_of(level));
        heads.min_by_key(|&place| self.places.get(place).arrival)
    }

    /// Who gives way to a new message of this level.
    fn victim(&self, level: usize) -> Option<u32> {
        let lists = [&self.ready, &self.waiting];
        let arrival = |place: &u32| self.places.get(*place).arrival;
        match self.drop {
            DropPolicy::Oldest => lists
                .into_iter()
                .filter_map(|list| self.oldest(list, level))
                .min_by_key(arrival),
            DropPolicy::LowestThenOldest => {
                let lowest = self.lowest().filter(|&lowest| lowest <= level)?;
                let oldest = lists.into_iter().filter_map(|list| list.oldest_of(lowest));
                oldest.min_by_key(arrival)
            }
            DropPolicy::Refuse => {
                let lowest = self.lowest().filter(|&lowest| lowest < level)?;
                let newest = lists.into_iter().filter_map(|list| list.newest_of(lowest));
                newest.max_by_key(arrival)
            }
        }
    }

    fn lowest(&self) -> Option<usize> {
        let both = [self.ready.lowest(), self.waiting.lowest()];
        both.into_iter().flatten().min()
    }

    fn remove_at(&mut self, place: u32) -> T {
        let stored = self.places.take(place);
        if stored.at == 0 {
            self.ready.remove(place, stored.level);
        } else {
            self.waiting.remove(place, stored.level);
            self.later.remove(place);
        }
        stored.item
    }
}
