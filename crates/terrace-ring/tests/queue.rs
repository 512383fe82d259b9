//! The queue against a plain model: a list that is searched from its beginning to its end.

use proptest::prelude::*;
use terrace_ring::{DropPolicy, Offer, Order, Queue};

#[derive(Debug, Clone, Copy, PartialEq)]
struct Plain {
    item: u32,
    priority: u8,
    arrival: u64,
    at: u64,
}

struct Model {
    all: Vec<Plain>,
    depth: usize,
    arrivals: u64,
    order: Order,
    drop: DropPolicy,
}

impl Model {
    fn victim(&self, priority: u8) -> Option<usize> {
        let lowest = self.all.iter().map(|m| m.priority).min()?;
        let candidates = self.all.iter().enumerate();
        let (found, _) = match self.drop {
            DropPolicy::Oldest => candidates
                .filter(|(_, m)| m.priority <= priority)
                .min_by_key(|(_, m)| m.arrival)?,
            DropPolicy::LowestThenOldest => candidates
                .filter(|(_, m)| m.priority == lowest && lowest <= priority)
                .min_by_key(|(_, m)| m.arrival)?,
            DropPolicy::Refuse => candidates
                .filter(|(_, m)| m.priority == lowest && lowest < priority)
                .max_by_key(|(_, m)| m.arrival)?,
        };
        Some(found)
    }

    fn offer(&mut self, item: u32, priority: u8, at: u64, now: u64) -> Offer<u32> {
        let mut displaced = None;
        if self.all.len() == self.depth {
            match self.victim(priority) {
                Some(victim) => displaced = Some(self.all.remove(victim).item),
                None => return Offer::Refused(item),
            }
        }
        self.arrivals += 1;
        let at = if at > now { at } else { 0 };
        self.all.push(Plain {
            item,
            priority,
            arrival: self.arrivals,
            at,
        });
        displaced.map_or(Offer::Accepted, Offer::Displaced)
    }

    fn take(&mut self, now: u64) -> Option<(u32, u8)> {
        let mut due: Vec<usize> = (0..self.all.len())
            .filter(|&i| self.all[i].at != 0 && self.all[i].at <= now)
            .collect();
        due.sort_by_key(|&i| (self.all[i].at, self.all[i].arrival));
        for i in due {
            self.arrivals += 1;
            self.all[i].at = 0;
            self.all[i].arrival = self.arrivals;
        }
        let ready = self.all.iter().enumerate().filter(|(_, m)| m.at == 0);
        let (first, _) = match self.order {
            Order::Priority => {
                ready.min_by_key(|(_, m)| (std::cmp::Reverse(m.priority), m.arrival))?
            }
            Order::Arrival => ready.min_by_key(|(_, m)| m.arrival)?,
        };
        let first = self.all.remove(first);
        Some((first.item, first.priority))
    }
}

#[derive(Debug, Clone)]
enum Step {
    Offer { priority: u8, delay: Option<u64> },
    Take,
    Peek,
    Remove(u32),
    Pass(u64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let priority = prop_oneof![0u8..4, Just(98), Just(99)];
    let step = prop_oneof![
        6 => (priority, proptest::option::of(0u64..50))
            .prop_map(|(priority, delay)| Step::Offer { priority, delay }),
        3 => Just(Step::Take),
        1 => Just(Step::Peek),
        1 => (0u32..5).prop_map(Step::Remove),
        2 => (0u64..40).prop_map(Step::Pass),
    ];
    proptest::collection::vec(step, 0..200)
}

const ORDERS: [Order; 2] = [Order::Priority, Order::Arrival];
const DROPS: [DropPolicy; 3] = [
    DropPolicy::Refuse,
    DropPolicy::Oldest,
    DropPolicy::LowestThenOldest,
];

proptest! {
    #[test]
    fn agrees_with_a_list(depth in 1usize..9, order in 0usize..2, drop in 0usize..3, steps in steps()) {
        let (order, drop) = (ORDERS[order], DROPS[drop]);
        let mut queue = Queue::new(depth, order, drop);
        let mut model = Model { all: Vec::new(), depth, arrivals: 0, order, drop };
        let (mut now, mut next) = (1u64, 0u32);
        for step in steps {
            match step {
                Step::Offer { priority, delay } => {
                    next += 1;
                    let at = delay.map_or(0, |delay| now + delay);
                    prop_assert_eq!(queue.offer(next, priority, at, now), model.offer(next, priority, at, now));
                }
                Step::Take => {
                    let taken = queue.take(now).map(|d| (d.item, d.priority));
                    prop_assert_eq!(taken, model.take(now));
                }
                Step::Peek => {
                    let seen = queue.peek(now).map(|(item, priority)| (*item, priority));
                    let taken = queue.take(now).map(|d| (d.item, d.priority));
                    prop_assert_eq!(seen, taken);
                    prop_assert_eq!(taken, model.take(now));
                }
                Step::Remove(kind) => {
                    let mut gone = Vec::new();
                    queue.remove(|item| item % 5 == kind, |item| gone.push(item));
                    let mut expected: Vec<_> = model.all.iter().map(|m| m.item).filter(|i| i % 5 == kind).collect();
                    model.all.retain(|m| m.item % 5 != kind);
                    gone.sort_unstable();
                    expected.sort_unstable();
                    prop_assert_eq!(gone, expected);
                }
                Step::Pass(time) => now += time,
            }
            prop_assert_eq!(queue.len(), model.all.len());
            prop_assert!(queue.high_water() >= queue.len() && queue.high_water() <= depth);
            let next_due = model.all.iter().filter(|m| m.at != 0).map(|m| m.at).min();
            prop_assert_eq!(queue.next_due(), next_due);
        }
    }
}

#[test]
fn nothing_gives_way_to_what_is_less_important() {
    for drop in DROPS {
        let mut queue = Queue::new(2, Order::Priority, drop);
        assert_eq!(queue.offer('a', 50, 0, 1), Offer::Accepted);
        assert_eq!(queue.offer('b', 50, 100, 1), Offer::Accepted);
        for _ in 0..100 {
            assert_eq!(queue.offer('f', 49, 0, 1), Offer::Refused('f'));
        }
        assert_eq!(queue.take(1).map(|d| d.item), Some('a'));
        assert_eq!(queue.take(1), None);
        assert_eq!(queue.take(100).map(|d| d.item), Some('b'));
    }
}

#[test]
fn a_priority_beyond_the_highest_is_the_highest() {
    let mut queue = Queue::new(1, Order::Priority, DropPolicy::Refuse);
    assert_eq!(queue.offer((), u8::MAX, 0, 1), Offer::Accepted);
    assert_eq!(queue.take(1).map(|d| d.priority), Some(99));
}
