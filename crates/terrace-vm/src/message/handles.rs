//! Handles of one life: numbers that name what it owns, and never again something else.
//!
//! # Invariants
//! I1. A handle is a place and how often that place was used; one that was given up names nothing,
//!     until its place has been used [`GENERATIONS`] times more.
//! I2. `put` allocates nothing while there are no more than `reserve` has made room for.

/// Bits of a handle that name the place; with the generation they make a positive `i32`.
const PLACE_BITS: u32 = 8;
/// After so many uses a place begins anew.
const GENERATIONS: u32 = (1 << (31 - PLACE_BITS)) - 1;

#[derive(Debug)]
struct Place<T> {
    generation: u32,
    value: Option<T>,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Handles<T> {
    places: Vec<Place<T>>,
    free: Vec<u32>,
}

impl<T> Default for Handles<T> {
    fn default() -> Handles<T> {
        Handles {
            places: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<T> Handles<T> {
    /// The most there can be.
    pub(super) const MOST: usize = 1 << PLACE_BITS;

    /// Make room for this many more, as far as there can be.
    pub(super) fn reserve(&mut self, more: usize) {
        let wanted = (self.places.len() + more).min(Self::MOST);
        while self.places.len() < wanted {
            self.free
                .push(u32::try_from(self.places.len()).unwrap_or(u32::MAX));
            self.places.push(Place {
                generation: 1,
                value: None,
            });
        }
        self.free.reserve(self.places.len() - self.free.len());
    }

    /// None, and the value back, if there is no room.
    pub(super) fn put(&mut self, value: T) -> Result<u32, T> {
        let Some(place) = self.free.pop() else {
            return Err(value);
        };
        let it = &mut self.places[place as usize];
        it.value = Some(value);
        Ok((it.generation << PLACE_BITS) | place)
    }

    pub(super) fn get(&self, handle: u32) -> Option<&T> {
        let place = self.places.get(place(handle))?;
        place
            .value
            .as_ref()
            .filter(|_| place.generation == generation(handle))
    }

    pub(super) fn get_mut(&mut self, handle: u32) -> Option<&mut T> {
        let place = self.places.get_mut(place(handle))?;
        place
            .value
            .as_mut()
            .filter(|_| place.generation == generation(handle))
    }

    pub(super) fn take(&mut self, handle: u32) -> Option<T> {
        let it = self.places.get_mut(place(handle))?;
        let value = it.value.take_if(|_| it.generation == generation(handle))?;
        it.generation = it.generation % GENERATIONS + 1;
        self.free.push(handle % Self::MOST as u32);
        Some(value)
    }

    /// Some handle in use.
    pub(super) fn first(&self) -> Option<u32> {
        self.all().next().map(|(handle, _)| handle)
    }

    /// Every handle in use.
    pub(super) fn all(&self) -> impl Iterator<Item = (u32, &T)> {
        let numbered = (0u32..).zip(&self.places);
        numbered.filter_map(|(place, it)| {
            let value = it.value.as_ref()?;
            Some(((it.generation << PLACE_BITS) | place, value))
        })
    }
}

fn place(handle: u32) -> usize {
    handle as usize % (1 << PLACE_BITS)
}

fn generation(handle: u32) -> u32 {
    handle >> PLACE_BITS
}

#[cfg(test)]
mod tests {
    use super::{GENERATIONS, Handles};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn agrees_with_a_map(steps in proptest::collection::vec((0u8..4, 0usize..20), 0..200)) {
            let (mut handles, mut model) = (Handles::default(), BTreeMap::new());
            let (mut given, mut room) = (Vec::new(), 0);
            for (step, which) in steps {
                match step {
                    0 => {
                        handles.reserve(which);
                        room = (room + which).min(Handles::<usize>::MOST);
                    }
                    1 => match handles.put(which) {
                        Ok(handle) => {
                            prop_assert!(!given.contains(&handle) && handle <= i32::MAX as u32);
                            given.push(handle);
                            model.insert(handle, which);
                        }
                        Err(value) => prop_assert_eq!((value, model.len()), (which, room)),
                    },
                    _ => if let Some(&handle) = given.get(which) {
                        prop_assert_eq!(handles.get(handle), model.get(&handle));
                        if step == 3 {
                            prop_assert_eq!(handles.take(handle), model.remove(&handle));
                        }
                    },
                }
                prop_assert_eq!(handles.all().count(), model.len());
            }
        }
    }

    #[test]
    fn a_place_is_used_again_under_other_handles() {
        let mut handles = Handles::default();
        handles.reserve(1);
        let first = handles.put(()).unwrap();
        assert_eq!(handles.take(first), Some(()));
        for _ in 1..GENERATIONS {
            let handle = handles.put(()).unwrap();
            assert!(handle != first && handles.get(first).is_none());
            handles.take(handle);
        }
        assert_eq!(handles.put(()).unwrap(), first, "the numbers come round");
    }
}
