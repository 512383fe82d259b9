//! Who has a channel open, and what became of their messages.

use super::bell::Bell;
use super::letter::Letter;
use terrace_abi::Role;
use terrace_ring::Queue;

/// A place and the member in it; another member in the same place has another id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemberId {
    place: u32,
    generation: u32,
}

/// Who opens a channel.
pub(crate) struct Who {
    /// The app; empty: a Linux process.
    pub(crate) app: String,
    /// The partition; 0: none.
    pub(crate) partition: u64,
    /// Messages it says may wait for it.
    pub(crate) count: Option<u32>,
    pub(crate) bell: Bell,
}

/// Somebody who has the channel open in one role.
pub(super) struct Member {
    pub(super) who: Who,
    pub(super) role: Role,
    /// Its own queue: it receives from a broadcast.
    pub(super) queue: Option<Queue<Letter>>,
    /// Of intents it hears only those with one of these actions, a zero byte between them.
    pub(super) filter: Option<String>,
    /// Slots it has obtained or taken.
    pub(super) held: u32,
    /// It found nothing and rests.
    pub(super) waits: bool,
    pub(super) counts: Counts,
}

/// What became of a member's messages.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    /// Accepted by at least one queue, or found nobody to hear them.
    pub(super) sent: u64,
    /// Refused by every queue.
    pub(super) refused: u64,
    /// Gave way to others: of a sender's, in any queue; of a receiver's, in its own.
    pub(super) lost: u64,
    /// How many of `lost` it has been told.
    pub(super) told: u64,
    /// Taken.
    pub(super) taken: u64,
    /// Waiting now, of a sender's.
    pub(super) waiting: u64,
}

impl Member {
    /// Does it want an intent with this action?
    pub(super) fn wants(&self, action: &str) -> bool {
        let filter = self.filter.as_deref();
        filter.is_none_or(|actions| actions.split('\0').any(|one| one == action))
    }
}

#[derive(Default)]
struct Place {
    generation: u32,
    member: Option<Member>,
}

/// See the module.
#[derive(Default)]
pub(super) struct Members {
    places: Vec<Place>,
    count: usize,
}

impl Members {
    pub(super) fn add(&mut self, member: Member) -> MemberId {
        let free = self.places.iter().position(|p| p.member.is_none());
        let place = free.unwrap_or_else(|| {
            self.places.push(Place::default());
            self.places.len() - 1
        });
        let it = &mut self.places[place];
        it.generation += 1;
        it.member = Some(member);
        self.count += 1;
        MemberId {
            place: u32::try_from(place).unwrap_or(u32::MAX),
            generation: it.generation,
        }
    }

    pub(super) fn remove(&mut self, id: MemberId) -> Option<Member> {
        let place = self.places.get_mut(id.place as usize)?;
        let member = place
            .member
            .take_if(|_| place.generation == id.generation)?;
        self.count -= 1;
        Some(member)
    }

    pub(super) fn get(&self, id: MemberId) -> Option<&Member> {
        let place = self.places.get(id.place as usize)?;
        place
            .member
            .as_ref()
            .filter(|_| place.generation == id.generation)
    }

    pub(super) fn get_mut(&mut self, id: MemberId) -> Option<&mut Member> {
        let place = self.places.get_mut(id.place as usize)?;
        place
            .member
            .as_mut()
            .filter(|_| place.generation == id.generation)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Member> {
        self.places.iter().filter_map(|p| p.member.as_ref())
    }

    /// The places of those who receive.
    pub(super) fn receivers(&self) -> impl Iterator<Item = &Member> {
        self.all().filter(|m| m.role == Role::Receive)
    }

    pub(super) fn at_mut(&mut self, place: usize) -> Option<&mut Member> {
        self.places.get_mut(place)?.member.as_mut()
    }

    pub(super) fn places(&self) -> usize {
        self.places.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }
}
