//! The exchange against a plain model: random publishers and subscribers, honest and not.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use terrace_ring::exchange::{Exchange, Refusal, WhenFull, index_of};

#[derive(Debug, Clone)]
enum Step {
    Publish,
    Unpublish,
    Subscribe,
    Unsubscribe(usize),
    Obtain,
    /// Of all numbers ever seen, this one.
    Send(usize),
    ReturnBlank(usize),
    Take(usize),
    Release(usize, usize),
    Forge(u32),
}

fn step() -> impl Strategy<Value = Step> {
    let which = 0..10_000usize;
    prop_oneof![
        1 => Just(Step::Publish),
        1 => Just(Step::Unpublish),
        2 => Just(Step::Subscribe),
        1 => which.clone().prop_map(Step::Unsubscribe),
        6 => Just(Step::Obtain),
        8 => which.clone().prop_map(Step::Send),
        1 => which.clone().prop_map(Step::ReturnBlank),
        8 => which.clone().prop_map(Step::Take),
        8 => (which.clone(), which).prop_map(|(a, b)| Step::Release(a, b)),
        1 => any::<u32>().prop_map(Step::Forge),
    ]
}

/// The model: sets and queues, one for each question that may be asked.
#[derive(Default)]
struct Model {
    published: bool,
    held: BTreeSet<u32>,
    /// Sent and not free: who has yet to take it, who has it.
    out: BTreeMap<u32, (BTreeSet<u32>, BTreeSet<u32>)>,
    queues: BTreeMap<u32, VecDeque<u32>>,
    sent: VecDeque<u32>,
}

impl Model {
    fn settle(&mut self) {
        self.out
            .retain(|_, (waiting, taken)| !waiting.is_empty() || !taken.is_empty());
        let out = &self.out;
        self.sent.retain(|number| out.contains_key(number));
    }

    fn used(&self) -> usize {
        self.held.len() + self.out.len()
    }

    fn displaced(&self) -> Option<u32> {
        let untaken = |number: &&u32| self.out[number].1.is_empty();
        self.sent.iter().find(untaken).copied()
    }
}

fn pick<T: Copy>(all: &[T], which: usize) -> Option<T> {
    (!all.is_empty()).then(|| all[which % all.len()])
}

fn run(buffers: usize, when_full: WhenFull, steps: Vec<Step>) {
    let mut exchange = Exchange::new(buffers, when_full);
    let mut model = Model::default();
    let mut seen: Vec<u32> = Vec::new();
    for step in steps {
        let seats: Vec<u32> = model.queues.keys().copied().collect();
        match step {
            Step::Publish => {
                assert_eq!(exchange.publish().is_ok(), !model.published);
                model.published = true;
            }
            Step::Unpublish if model.published => {
                exchange.unpublish();
                model.published = false;
                model.held.clear();
            }
            Step::Subscribe => match exchange.subscribe() {
                Ok(seat) => assert!(model.queues.insert(seat, VecDeque::new()).is_none()),
                Err(refusal) => {
                    assert_eq!((refusal, model.queues.len()), (Refusal::Crowded, 32));
                }
            },
            Step::Unsubscribe(which) => {
                let Some(seat) = pick(&seats, which) else {
                    continue;
                };
                let before = model.out.len();
                model.queues.remove(&seat);
                for (waiting, taken) in model.out.values_mut() {
                    waiting.remove(&seat);
                    taken.remove(&seat);
                }
                model.settle();
                assert_eq!(exchange.unsubscribe(seat), model.out.len() < before);
            }
            Step::Obtain if model.published => {
                obtain(&mut exchange, &mut model, &mut seen, buffers, when_full)
            }
            Step::Send(which) => {
                let Some(number) = pick(&seen, which) else {
                    continue;
                };
                let answer = exchange.send(number, 7);
                if !model.held.contains(&number) {
                    assert_eq!(answer, Err(Refusal::Foreign));
                } else if seats.is_empty() {
                    assert_eq!(answer, Err(Refusal::Unheard));
                } else {
                    let mask = seats.iter().fold(0, |mask, seat| mask | 1 << seat);
                    assert_eq!(answer, Ok(mask));
                    model.held.remove(&number);
                    let waiting = seats.iter().copied().collect();
                    model.out.insert(number, (waiting, BTreeSet::new()));
                    model.sent.push_back(number);
                    for queue in model.queues.values_mut() {
                        queue.push_back(number);
                    }
                }
            }
            Step::ReturnBlank(which) => {
                if let Some(number) = pick(&seen, which) {
                    let had = model.held.remove(&number);
                    assert_eq!(exchange.return_blank(number).is_ok(), had);
                }
            }
            Step::Take(which) => {
                let Some(seat) = pick(&seats, which) else {
                    continue;
                };
                let has = model.out.values().filter(|o| o.1.contains(&seat)).count();
                let next = model.queues[&seat].front().copied();
                let answer = exchange.take(seat);
                match next {
                    None => assert_eq!(answer, Err(Refusal::Nothing)),
                    Some(_) if has >= (buffers - 1).max(1) => {
                        assert_eq!(answer, Err(Refusal::HeldUp));
                    }
                    Some(number) => {
                        let parcel = answer.unwrap();
                        assert_eq!((parcel.number, parcel.length), (number, 7));
                        model.queues.get_mut(&seat).unwrap().pop_front();
                        let (waiting, taken) = model.out.get_mut(&number).unwrap();
                        assert!(waiting.remove(&seat) && taken.insert(seat));
                    }
                }
            }
            Step::Release(who, which) => {
                let (Some(seat), Some(number)) = (pick(&seats, who), pick(&seen, which)) else {
                    continue;
                };
                let had = model
                    .out
                    .get_mut(&number)
                    .is_some_and(|(_, taken)| taken.remove(&seat));
                model.settle();
                let freed = had && !model.out.contains_key(&number);
                let expected = if had {
                    Ok(freed)
                } else {
                    Err(Refusal::Foreign)
                };
                assert_eq!(exchange.release(seat, number), expected);
            }
            Step::Forge(number) if !seen.contains(&number) => {
                assert_eq!(exchange.send(number, 1), Err(Refusal::Foreign));
                assert_eq!(exchange.return_blank(number), Err(Refusal::Foreign));
                assert!(!exchange.holds(number));
                for seat in seats {
                    assert_eq!(exchange.release(seat, number), Err(Refusal::Foreign));
                }
            }
            _ => {}
        }
    }
}

fn obtain(
    exchange: &mut Exchange,
    model: &mut Model,
    seen: &mut Vec<u32>,
    buffers: usize,
    when_full: WhenFull,
) {
    let full = model.used() == buffers;
    let victim = model
        .displaced()
        .filter(|_| full && when_full == WhenFull::Oldest);
    if full && victim.is_none() {
        assert_eq!(exchange.obtain(), Err(Refusal::Nothing));
        return;
    }
    if let Some(victim) = victim {
        model.out.remove(&victim);
        for queue in model.queues.values_mut() {
            queue.retain(|&number| number != victim);
        }
        model.settle();
    }
    let blank = exchange.obtain().unwrap();
    assert!(index_of(blank.number) < buffers);
    assert!(
        !seen.contains(&blank.number),
        "a use has a number of its own"
    );
    assert!(exchange.holds(blank.number));
    seen.push(blank.number);
    model.held.insert(blank.number);
}

proptest! {
    #[test]
    fn it_does_what_the_model_does(
        buffers in 1usize..6,
        oldest in any::<bool>(),
        steps in prop::collection::vec(step(), 0..200),
    ) {
        let when_full = if oldest { WhenFull::Oldest } else { WhenFull::Wait };
        run(buffers, when_full, steps);
    }
}

#[test]
fn what_another_wrote_in_is_to_be_made_blank_once() {
    let mut exchange = Exchange::new(2, WhenFull::Wait);
    exchange.publish().unwrap();
    let first = exchange.obtain().unwrap();
    assert!(!first.soiled, "fresh pages are zeros");
    exchange.return_blank(first.number).unwrap();
    let again = exchange.obtain().unwrap();
    assert!(!again.soiled, "its own");
    exchange.unpublish();
    assert_eq!(exchange.send(again.number, 1), Err(Refusal::Foreign));
    exchange.publish().unwrap();
    let (one, other) = (exchange.obtain().unwrap(), exchange.obtain().unwrap());
    assert!(one.soiled && !other.soiled);
    exchange.return_blank(one.number).unwrap();
    assert!(!exchange.obtain().unwrap().soiled);
}

#[test]
fn the_numbers_of_uses_come_round_and_stay_positive() {
    let mut exchange = Exchange::new(1, WhenFull::Wait);
    exchange.publish().unwrap();
    for _ in 0..100_000 {
        let blank = exchange.obtain().unwrap();
        assert!(i32::try_from(blank.number).is_ok());
        exchange.return_blank(blank.number).unwrap();
    }
}
