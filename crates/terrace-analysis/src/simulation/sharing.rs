//! Sharing: who holds which resource, who waits, and how urgent that makes the holder.
//!
//! Urgency is one number under every policy, larger is more urgent: the level under fixed
//! priority, what is left from a deadline to the end of time under EDF.

use crate::model::Protocol;

#[derive(Debug, Clone, Default)]
struct Resource {
    holder: Option<usize>,
    waiting: Vec<usize>,
    /// The most urgent user's level under fixed priority; the least deadline from now under EDF.
    ceiling: u64,
}

#[derive(Debug)]
pub(super) struct Sharing {
    protocol: Protocol,
    resources: Vec<Resource>,
    held: Vec<Vec<usize>>,
    waits_for: Vec<Option<usize>>,
    /// What each item has by itself, and beside what its ceilings lend it.
    own: Vec<u64>,
    lent: Vec<u64>,
}

impl Sharing {
    pub(super) fn new(protocol: Protocol, ceilings: Vec<u64>, items: usize) -> Sharing {
        let resource = |ceiling| Resource {
            ceiling,
            ..Resource::default()
        };
        Sharing {
            protocol,
            resources: ceilings.into_iter().map(resource).collect(),
            held: vec![Vec::new(); items],
            waits_for: vec![None; items],
            own: vec![0; items],
            lent: vec![0; items],
        }
    }

    pub(super) fn ceiling(&self, resource: usize) -> u64 {
        self.resources[resource].ceiling
    }

    pub(super) fn set_own(&mut self, item: usize, urgency: u64) {
        self.own[item] = urgency;
        self.lent[item] = 0;
    }

    /// Take it, with what its ceiling lends under that protocol, or wait. Answers whether it
    /// was taken.
    pub(super) fn enter(&mut self, item: usize, resource: usize, lent: u64) -> bool {
        if self.resources[resource].holder.is_some() {
            self.resources[resource].waiting.push(item);
            self.waits_for[item] = Some(resource);
            return false;
        }
        self.resources[resource].holder = Some(item);
        self.held[item].push(resource);
        if self.protocol == Protocol::Ceiling {
            self.lent[item] = self.lent[item].max(lent);
        }
        true
    }

    /// Give it back; answers who may try again. It is not handed over: one that is not running would
    /// hold it past others that are more urgent, and block them by a section that it had not
    /// begun when they came, which no bound on blocking counts.
    pub(super) fn leave(
        &mut self,
        item: usize,
        resource: usize,
        lent: impl Fn(usize) -> u64,
    ) -> Option<usize> {
        self.held[item].retain(|r| *r != resource);
        self.lent[item] = 0;
        if self.protocol == Protocol::Ceiling {
            let held = self.held[item].iter();
            self.lent[item] = held.map(|r| lent(*r)).max().unwrap_or(0);
        }
        self.resources[resource].holder = None;
        let waiting = self.resources[resource].waiting.iter().copied();
        // The first of the most urgent.
        let next = waiting.rev().max_by_key(|w| self.urgency(*w))?;
        self.resources[resource].waiting.retain(|w| *w != next);
        self.waits_for[next] = None;
        Some(next)
    }

    /// How urgent an item is, with all that is lent to it.
    pub(super) fn urgency(&self, item: usize) -> u64 {
        self.urgency_within(item, self.resources.len())
    }

    /// Items that wait for each other in a circle lend for as many steps as there are resources.
    fn urgency_within(&self, item: usize, depth: usize) -> u64 {
        let mut most = self.own[item].max(self.lent[item]);
        if self.protocol != Protocol::None && depth > 0 {
            for resource in &self.held[item] {
                for waiter in &self.resources[*resource].waiting {
                    most = most.max(self.urgency_within(*waiter, depth - 1));
                }
            }
        }
        most
    }

    /// The holders that an item waits for, one behind the other.
    pub(super) fn holders(&self, item: usize) -> impl Iterator<Item = usize> + '_ {
        let next = move |i: &usize| self.resources[self.waits_for[*i]?].holder;
        std::iter::successors(next(&item), next).take(self.resources.len())
    }
}
