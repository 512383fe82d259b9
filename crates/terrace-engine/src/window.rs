//! The windows of one guest: where they lie in its memory, and what the layer above knows of them.
//!
//! # Invariants
//! I1. A view lies in the guest's memory, above what its program began with, and overlaps no other.
//! I2. Views go before the memory they lie in: the store drops its data first. See
//!     [`terrace_host::window`] for what they leave behind.
//! I3. A buffer that is being made blank is nobody's: its number is not given out before.

use std::ops::Range;
use std::sync::Arc;
use terrace_abi::{Code, Parcel, Part};
use terrace_host::window::{Pages, View};

/// Bytes that one call prepares or makes blank; then somebody more important may run.
pub(crate) const STEP: usize = 256 << 10;

/// The index of the buffer that a number names.
pub(crate) fn index_of(number: u32) -> usize {
    (number % 256) as usize
}

/// A free buffer for a publisher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blank {
    /// Its number.
    pub number: u32,
    /// Another publisher wrote in it: it is to be made blank first.
    pub soiled: bool,
}

/// What became of a buffer that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sent {
    /// How many subscribers it is for.
    pub receivers: u32,
    /// Is the publisher's view to be sealed?
    pub seal: bool,
}

/// A guest's place at a window, until it is dropped. As for [`crate::Monitor`]: on the guest's own
/// thread, without blocking or allocating.
pub trait WindowSeat: Send {
    /// The memory of the window.
    fn pages(&self) -> &Arc<Pages>;
    /// Bytes that may be sent in one buffer.
    fn capacity(&self) -> u32;
    /// A free buffer.
    ///
    /// # Errors
    /// What to answer: `again`, `timeout`, `stopping`.
    fn obtain(&self, until: u64) -> Result<Blank, Code>;
    /// Send a buffer on its way.
    ///
    /// # Errors
    /// `foreign`, `unheard`.
    fn send(&self, number: u32, length: u32) -> Result<Sent, Code>;
    /// What was sent first.
    ///
    /// # Errors
    /// `again`, `timeout`, `stopping`, `held-up`.
    fn take(&self, until: u64) -> Result<Parcel, Code>;
    /// Give a buffer back; `ok` or `foreign`.
    fn release(&self, number: u32) -> Code;
}

/// A window that a guest has open, or is opening.
pub(crate) struct Window {
    // First: it goes before the seat is somebody else's.
    pub(crate) view: View,
    pub(crate) seat: Box<dyn WindowSeat>,
    pub(crate) channel: String,
    pub(crate) part: Part,
    /// Open, not opening.
    pub(crate) ready: bool,
    /// A soiled buffer, and how far it is blank.
    pub(crate) blanking: Option<(u32, usize)>,
}

/// All windows of a guest. Handles are an index and a count of openings: a stale one finds nothing.
#[derive(Default)]
pub(crate) struct Windows {
    places: Vec<Place>,
    /// Bytes of memory the program began with.
    pub(crate) floor: usize,
}

#[derive(Default)]
struct Place {
    openings: u32,
    window: Option<Window>,
}

const INDEX_BITS: u32 = 8;
const OPENINGS: u32 = (1 << (31 - INDEX_BITS)) - 1;

impl Windows {
    /// Has it any?
    pub(crate) fn any(&self) -> bool {
        self.places.iter().any(|place| place.window.is_some())
    }

    /// The open window of a handle that opened it for this.
    pub(crate) fn get(&mut self, handle: u32, part: Part) -> Result<&mut Window, Code> {
        let window = self.of(handle).ok_or(Code::Foreign)?;
        if window.part == part {
            Ok(window)
        } else {
            Err(Code::Invalid)
        }
    }

    /// The open window of a handle.
    pub(crate) fn of(&mut self, handle: u32) -> Option<&mut Window> {
        self.place(handle)?.window.as_mut().filter(|w| w.ready)
    }

    fn place(&mut self, handle: u32) -> Option<&mut Place> {
        let index = handle & ((1 << INDEX_BITS) - 1);
        let place = self.places.get_mut(index as usize)?;
        (place.openings == handle >> INDEX_BITS).then_some(place)
    }

    /// Does a new one fit here?
    pub(crate) fn fits(&self, range: &Range<usize>) -> bool {
        let mut all = self.places.iter().filter_map(|place| place.window.as_ref());
        all.all(|window| {
            let other = window.view.range();
            range.end <= other.start || other.end <= range.start
        })
    }

    /// What of a memory at `all` lies in no view, in order. For the start: it allocates.
    pub(crate) fn gaps(&self, all: Range<usize>) -> Vec<Range<usize>> {
        let windows = self.places.iter().filter_map(|p| p.window.as_ref());
        let mut views: Vec<_> = windows.map(|w| w.view.range()).collect();
        views.sort_by_key(|view| view.start);
        let mut from = all.start;
        let mut gaps = Vec::new();
        for view in views {
            gaps.push(from..view.start);
            from = view.end;
        }
        gaps.push(from..all.end);
        gaps
    }

    /// The window that is being opened at an address, and its handle.
    pub(crate) fn opening(&mut self, at: usize) -> Option<(u32, &mut Window)> {
        let found = |place: &Place| {
            let window = place.window.as_ref();
            window.is_some_and(|w| !w.ready && w.view.range().start == at)
        };
        let index = self.places.iter().position(found)?;
        let place = &mut self.places[index];
        let handle = place.openings << INDEX_BITS | index as u32;
        place.window.as_mut().map(|window| (handle, window))
    }

    /// Keep a new one. Fails when there are as many as there may be.
    pub(crate) fn insert(&mut self, window: Window) -> Result<u32, Code> {
        let index = self.vacancy().ok_or(Code::Full)?;
        let place = &mut self.places[index];
        place.window = Some(window);
        Ok(place.openings << INDEX_BITS | index as u32)
    }

    /// Is there room for one more?
    pub(crate) fn vacancy(&mut self) -> Option<usize> {
        let free = self.places.iter().position(|p| p.window.is_none());
        if free.is_none() && (self.places.len() as u64) < terrace_abi::WINDOWS {
            self.places.push(Place::default());
            return Some(self.places.len() - 1);
        }
        free
    }

    /// Fill page tables of one that is being opened. True when it is open.
    pub(crate) fn prepare(&mut self, handle: u32, bytes: usize) -> Result<bool, Code> {
        let place = self.place(handle).ok_or(Code::Foreign)?;
        let window = place.window.as_mut().ok_or(Code::Foreign)?;
        window.ready = window.view.prepare(bytes).map_err(|_| Code::NoMemory)?;
        Ok(window.ready)
    }

    /// Close one.
    pub(crate) fn remove(&mut self, handle: u32) -> Option<Window> {
        let place = self.place(handle)?;
        let window = place.window.take()?;
        place.openings = (place.openings + 1) & OPENINGS;
        Some(window)
    }
}
