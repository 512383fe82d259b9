//! One list per priority, linked through the places: every step is constant.

use super::LEVELS;

const NONE: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
struct Ends {
    oldest: u32,
    newest: u32,
}

#[derive(Debug, Clone, Copy)]
struct Link {
    older: u32,
    newer: u32,
}

#[derive(Debug)]
pub(super) struct Levels {
    ends: [Ends; LEVELS],
    links: Vec<Link>,
    /// Which lists are not empty.
    occupied: u128,
}

const EMPTY: Ends = Ends {
    oldest: NONE,
    newest: NONE,
};

fn some(place: u32) -> Option<u32> {
    (place != NONE).then_some(place)
}

impl Levels {
    pub(super) fn new(depth: usize) -> Levels {
        let unlinked = Link {
            older: NONE,
            newer: NONE,
        };
        Levels {
            ends: [EMPTY; LEVELS],
            links: vec![unlinked; depth],
            occupied: 0,
        }
    }

    pub(super) fn push(&mut self, place: u32, level: usize) {
        let newest = self.ends[level].newest;
        self.links[place as usize] = Link {
            older: newest,
            newer: NONE,
        };
        match some(newest) {
            Some(newest) => self.links[newest as usize].newer = place,
            None => self.ends[level].oldest = place,
        }
        self.ends[level].newest = place;
        self.occupied |= 1 << level;
    }

    pub(super) fn remove(&mut self, place: u32, level: usize) {
        let Link { older, newer } = self.links[place as usize];
        match some(older) {
            Some(older) => self.links[older as usize].newer = newer,
            None => self.ends[level].oldest = newer,
        }
        match some(newer) {
            Some(newer) => self.links[newer as usize].older = older,
            None => self.ends[level].newest = older,
        }
        if self.ends[level].oldest == NONE {
            self.occupied &= !(1 << level);
        }
    }

    pub(super) fn highest(&self) -> Option<usize> {
        let empty = self.occupied.leading_zeros() as usize;
        (u128::BITS as usize - 1).checked_sub(empty)
    }

    pub(super) fn lowest(&self) -> Option<usize> {
        (self.occupied != 0).then(|| self.occupied.trailing_zeros() as usize)
    }

    /// The lists that are not empty, up to and with this one.
    pub(super) fn occupied_to(&self, level: usize) -> impl Iterator<Item = usize> {
        let mut left = self.occupied & (u128::MAX >> (u128::BITS as usize - 1 - level));
        std::iter::from_fn(move || {
            let level = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(level)
        })
    }

    pub(super) fn oldest_of(&self, level: usize) -> Option<u32> {
        some(self.ends[level].oldest)
    }

    pub(super) fn newest_of(&self, level: usize) -> Option<u32> {
        some(self.ends[level].newest)
    }
}
