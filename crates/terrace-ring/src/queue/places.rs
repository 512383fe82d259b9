//! The places of a queue: each holds one message or none.

/// A place's number.
pub(super) fn number(place: usize) -> u32 {
    u32::try_from(place).expect("a queue has fewer than 2^32 places")
}

#[derive(Debug)]
pub(super) struct Stored<T> {
    pub(super) item: T,
    pub(super) level: usize,
    /// Counts up; the least is the oldest.
    pub(super) arrival: u64,
    /// When it is due; 0: it is.
    pub(super) at: u64,
}

#[derive(Debug)]
pub(super) struct Places<T> {
    all: Vec<Option<Stored<T>>>,
    free: Vec<u32>,
}

impl<T> Places<T> {
    pub(super) fn new(depth: usize) -> Places<T> {
        Places {
            all: (0..depth).map(|_| None).collect(),
            free: (0..number(depth)).rev().collect(),
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.all.len()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len() - self.free.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.free.is_empty()
    }

    /// Needs a free place.
    pub(super) fn put(&mut self, stored: Stored<T>) -> u32 {
        let place = self.free.pop().expect("the caller looked for a free place");
        self.all[place as usize] = Some(stored);
        place
    }

    pub(super) fn find(&self, place: u32) -> Option<&Stored<T>> {
        self.all[place as usize].as_ref()
    }

    pub(super) fn get(&self, place: u32) -> &Stored<T> {
        self.find(place).expect("a list names used places only")
    }

    pub(super) fn get_mut(&mut self, place: u32) -> &mut Stored<T> {
        let stored = self.all[place as usize].as_mut();
        stored.expect("a list names used places only")
    }

    pub(super) fn take(&mut self, place: u32) -> Stored<T> {
        let stored = self.all[place as usize].take();
        self.free.push(place);
        stored.expect("a list names used places only")
    }
}
