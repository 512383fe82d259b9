//! Handles: what a guest has found, by numbers of its own that are not used twice soon.
//!
//! # Invariants
//! I1. A number is a place and a generation; a handle that was given back is refused until its place
//!     has been used 2^22 times more.

use crate::task::Task;
use std::sync::Arc;
use terrace_abi::Code;

const PLACES: u32 = terrace_abi::HANDLES as u32;
const GENERATIONS: u32 = i32::MAX as u32 / PLACES;

/// An interface of another partition.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) callee: Arc<Task>,
    /// Which interface of it.
    pub(crate) target: u32,
    pub(crate) watched: bool,
}

#[derive(Debug, Default)]
struct Place {
    generation: u32,
    found: Option<Found>,
}

/// See the module.
#[derive(Debug, Default)]
pub(crate) struct Handles(Vec<Place>);

impl Handles {
    /// A number for it, or `full`.
    pub(crate) fn add(&mut self, found: Found) -> i32 {
        let free = self.0.iter().position(|place| place.found.is_none());
        let place = free.unwrap_or_else(|| {
            self.0.push(Place::default());
            self.0.len() - 1
        });
        let Some(number) = u32::try_from(place).ok().filter(|&n| n < PLACES) else {
            self.0.pop();
            return Code::Full.as_i32();
        };
        let slot = &mut self.0[place];
        slot.found = Some(found);
        (slot.generation * PLACES + number).cast_signed()
    }

    pub(crate) fn get(&self, handle: u32) -> Option<&Found> {
        let place = self.0.get((handle % PLACES) as usize)?;
        (place.generation == handle / PLACES)
            .then_some(place.found.as_ref())
            .flatten()
    }

    pub(crate) fn get_mut(&mut self, handle: u32) -> Option<&mut Found> {
        let place = self.0.get_mut((handle % PLACES) as usize)?;
        (place.generation == handle / PLACES)
            .then_some(place.found.as_mut())
            .flatten()
    }

    pub(crate) fn remove(&mut self, handle: u32) -> Option<Found> {
        self.get(handle)?;
        let place = self.0.get_mut((handle % PLACES) as usize)?;
        place.generation = (place.generation + 1) % GENERATIONS;
        place.found.take()
    }
}
