//! The pool of slots against a plain count of who refers to what.

use proptest::prelude::*;
use terrace_ring::{Pool, Slot};

const BYTES: usize = 5000;

#[derive(Debug, Clone)]
enum Step {
    Grow(usize),
    Shrink(usize),
    Obtain,
    Write(usize, u8),
    Share(usize),
    Release(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        1 => (0usize..4).prop_map(Step::Grow),
        1 => (0usize..4).prop_map(Step::Shrink),
        4 => Just(Step::Obtain),
        3 => (0usize..8, any::<u8>()).prop_map(|(which, byte)| Step::Write(which, byte)),
        3 => (0usize..8).prop_map(Step::Share),
        4 => (0usize..8).prop_map(Step::Release),
    ]
}

/// A reference, which slot it is of, and what that slot holds.
struct Held {
    slot: Slot,
    of: usize,
}

#[derive(Default)]
struct Model {
    held: Vec<Held>,
    /// What each slot that was obtained holds; its place is its name.
    contents: Vec<u8>,
    wanted: usize,
}

impl Model {
    fn referred(&self) -> usize {
        let mut names: Vec<_> = self.held.iter().map(|h| h.of).collect();
        names.sort_unstable();
        names.dedup();
        names.len()
    }

    fn is_shared(&self, which: usize) -> bool {
        let name = self.held[which].of;
        self.held.iter().filter(|h| h.of == name).count() > 1
    }
}

fn play(pool: &mut Pool, model: &mut Model, step: &Step) -> Result<(), TestCaseError> {
    match *step {
        Step::Grow(slots) => {
            pool.grow((0..slots).map(|_| Slot::new(BYTES)).collect());
            model.wanted += slots;
        }
        Step::Shrink(slots) => {
            drop(pool.shrink(slots));
            model.wanted = model.wanted.saturating_sub(slots);
        }
        Step::Obtain => {
            let free = pool.free();
            let slot = pool.obtain();
            prop_assert_eq!(slot.is_some(), free > 0);
            if let Some(mut slot) = slot {
                let bytes = slot.bytes_mut().expect("nobody else refers to it");
                bytes.fill(7);
                model.contents.push(7);
                let of = model.contents.len() - 1;
                model.held.push(Held { slot, of });
            }
        }
        Step::Write(which, byte) if which < model.held.len() => {
            let shared = model.is_shared(which);
            let held = &mut model.held[which];
            let bytes = held.slot.bytes_mut();
            prop_assert_eq!(bytes.is_none(), shared);
            if let Some(bytes) = bytes {
                bytes.fill(byte);
                model.contents[held.of] = byte;
            }
        }
        Step::Share(which) if which < model.held.len() => {
            let held = &model.held[which];
            let copy = Held {
                slot: held.slot.share(),
                of: held.of,
            };
            model.held.push(copy);
        }
        Step::Release(which) if which < model.held.len() => {
            let shared = model.is_shared(which);
            let held = model.held.swap_remove(which);
            prop_assert_eq!(pool.release(held.slot), !shared);
        }
        Step::Write(..) | Step::Share(_) | Step::Release(_) => {}
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_slot_is_somewhere(steps in proptest::collection::vec(step(), 0..120)) {
        let (mut pool, mut model) = (Pool::new(BYTES), Model::default());
        for step in &steps {
            play(&mut pool, &mut model, step)?;
            let referred = model.referred();
            prop_assert_eq!(pool.slots(), pool.free() + referred);
            prop_assert!(pool.slots() >= model.wanted);
            prop_assert!(pool.slots() <= model.wanted + referred);
            prop_assert_eq!(pool.bytes(), pool.slots() * BYTES);
            for held in &model.held {
                let byte = model.contents[held.of];
                prop_assert!(held.slot.bytes().iter().all(|&b| b == byte));
            }
        }
        for held in model.held.drain(..) {
            pool.release(held.slot);
        }
        prop_assert_eq!((pool.slots(), pool.free()), (model.wanted, model.wanted));
    }
}

#[test]
fn what_is_shared_cannot_be_written() {
    let mut pool = Pool::new(8);
    pool.grow(vec![Slot::new(8)]);
    let mut slot = pool.obtain().expect("it is free");
    slot.bytes_mut().expect("nobody else has it").fill(1);
    let other = slot.share();
    assert!(slot.bytes_mut().is_none());
    assert!(!pool.release(slot));
    assert_eq!((other.bytes(), pool.free()), (&[1u8; 8][..], 0));
    assert!(pool.release(other));
    assert!(pool.obtain().is_some() && pool.obtain().is_none());
}
