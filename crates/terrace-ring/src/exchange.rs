//! An exchange: whose each buffer of a window is.
//!
//! ```text
//!            obtain            send                  take (by each it is for)
//!   free ------------> held ---------> on its way ----------------------------> taken
//!    ^                  |  release         |  the last one leaves                  |
//!    +------------------+------------------+---------------------------------------+
//!                                                        release by the last
//! ```
//!
//! Plain data and rules: no memory is touched here, nobody is woken, no clock is read. Its owner has
//! the lock.
//!
//! # Invariants
//! I1. A buffer is free, held by the publisher, or out: then `waiting | taken` is not empty, and
//!     holds only seats that are open.
//! I2. A buffer's number names one use of it: it changes when the buffer becomes free.
//! I3. `order` holds each buffer that is out once, in the order of sending.
//! I4. Nothing allocates but [`Exchange::new`].
//!
//! Source: DESIGN.md 3.4; RTDroid (2017), 3.5 (bulk channels: a transfer of ownership).

use std::collections::VecDeque;

/// A place of a subscriber.
pub type Seat = u32;

/// Seats there are: one bit of a mask each.
pub const SEATS: u32 = u32::BITS;

/// A buffer's number: its index below, its use above.
const INDEX_BITS: u32 = 8;
const USES: u32 = (1 << (31 - INDEX_BITS)) - 1;

/// The index of the buffer that a number names.
#[must_use]
pub fn index_of(number: u32) -> usize {
    (number & ((1 << INDEX_BITS) - 1)) as usize
}

/// What is done to make room when no buffer is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenFull {
    /// Nothing: the publisher waits.
    Wait,
    /// What was sent first gives way, if nobody has taken it yet.
    Oldest,
}

/// It cannot be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is a publisher.
    Published,
    /// All seats are taken.
    Crowded,
    /// No buffer is free, or none waits.
    Nothing,
    /// The caller does not have this buffer.
    Foreign,
    /// Nobody would receive it.
    Unheard,
    /// The caller has as many buffers as it may.
    HeldUp,
}

/// A buffer for the publisher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blank {
    /// Its number.
    pub number: u32,
    /// Somebody else wrote in it last: it is to be made blank first.
    pub soiled: bool,
}

/// A buffer for a subscriber.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parcel {
    /// Its number.
    pub number: u32,
    /// What was said to be in it.
    pub length: u32,
    /// Counts what was sent.
    pub sequence: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Free,
    Held,
    Out { waiting: u32, taken: u32 },
}

#[derive(Debug, Clone, Copy)]
struct Buffer {
    state: State,
    uses: u32,
    length: u32,
    sequence: u64,
    /// Which publisher wrote in it last, counted from 1.
    writer: u64,
}

/// See the module.
#[derive(Debug)]
pub struct Exchange {
    buffers: Vec<Buffer>,
    order: VecDeque<u8>,
    when_full: WhenFull,
    /// Publishers so far.
    publishers: u64,
    published: bool,
    open: u32,
    sequence: u64,
    lost: u64,
}

impl Exchange {
    /// An exchange of so many free buffers, at most 256.
    #[must_use]
    pub fn new(buffers: usize, when_full: WhenFull) -> Exchange {
        let buffers = buffers.clamp(1, 1 << INDEX_BITS);
        let blank = Buffer {
            state: State::Free,
            uses: 0,
            length: 0,
            sequence: 0,
            writer: 0,
        };
        Exchange {
            buffers: vec![blank; buffers],
            order: VecDeque::with_capacity(buffers),
            when_full,
            publishers: 0,
            published: false,
            open: 0,
            sequence: 0,
            lost: 0,
        }
    }

    /// Become the publisher.
    ///
    /// # Errors
    /// [`Refusal::Published`].
    pub fn publish(&mut self) -> Result<(), Refusal> {
        if self.published {
            return Err(Refusal::Published);
        }
        self.published = true;
        self.publishers += 1;
        Ok(())
    }

    /// The publisher leaves. What it sent stays on its way.
    pub fn unpublish(&mut self) {
        self.published = false;
        for buffer in &mut self.buffers {
            if buffer.state == State::Held {
                buffer.free();
            }
        }
    }

    /// Become a subscriber: of what is sent from now on.
    ///
    /// # Errors
    /// [`Refusal::Crowded`].
    pub fn subscribe(&mut self) -> Result<Seat, Refusal> {
        let seat = self.open.trailing_ones();
        if seat >= SEATS {
            return Err(Refusal::Crowded);
        }
        self.open |= 1 << seat;
        Ok(seat)
    }

    /// A subscriber leaves, with all it has and all that waits for it. True if that made a buffer free.
    pub fn unsubscribe(&mut self, seat: Seat) -> bool {
        let bit = 1 << seat;
        self.open &= !bit;
        let before = self.order.len();
        for buffer in &mut self.buffers {
            if let State::Out { waiting, taken } = &mut buffer.state {
                *waiting &= !bit;
                *taken &= !bit;
            }
        }
        self.tidy();
        self.order.len() < before
    }

    /// Subscribers, one bit each.
    #[must_use]
    pub fn subscribers(&self) -> u32 {
        self.open
    }

    /// Buffers that gave way before they were taken.
    #[must_use]
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// Give the publisher a buffer.
    ///
    /// # Errors
    /// [`Refusal::Nothing`].
    pub fn obtain(&mut self) -> Result<Blank, Refusal> {
        let free = |buffers: &[Buffer]| buffers.iter().position(|b| b.state == State::Free);
        let index = match free(&self.buffers) {
            Some(index) => index,
            None => self.displace().ok_or(Refusal::Nothing)?,
        };
        let buffer = &mut self.buffers[index];
        buffer.state = State::Held;
        // Memory that nobody has written in is blank.
        let soiled = !matches!(buffer.writer, 0) && buffer.writer != self.publishers;
        buffer.writer = self.publishers;
        Ok(Blank {
            number: buffer.number(index),
            soiled,
        })
    }

    /// Free what was sent first and is not taken.
    fn displace(&mut self) -> Option<usize> {
        if self.when_full == WhenFull::Wait {
            return None;
        }
        let untaken = |&&index: &&u8| {
            let state = self.buffers[usize::from(index)].state;
            matches!(state, State::Out { taken: 0, .. })
        };
        let index = usize::from(*self.order.iter().find(untaken)?);
        self.buffers[index].state = State::Out {
            waiting: 0,
            taken: 0,
        };
        self.lost += 1;
        self.tidy();
        Some(index)
    }

    /// Send a buffer to all subscribers. Answers who they are, one bit each.
    ///
    /// # Errors
    /// [`Refusal::Foreign`], or [`Refusal::Unheard`]: then the publisher still has it.
    pub fn send(&mut self, number: u32, length: u32) -> Result<u32, Refusal> {
        let index = self.find(number)?;
        if self.buffers[index].state != State::Held {
            return Err(Refusal::Foreign);
        }
        if self.open == 0 {
            return Err(Refusal::Unheard);
        }
        self.sequence += 1;
        let buffer = &mut self.buffers[index];
        buffer.length = length;
        buffer.sequence = self.sequence;
        buffer.state = State::Out {
            waiting: self.open,
            taken: 0,
        };
        // Fits: 256 buffers at most.
        self.order.push_back(index as u8);
        Ok(self.open)
    }

    /// Give a subscriber what was sent to it first.
    ///
    /// # Errors
    /// [`Refusal::Nothing`], or [`Refusal::HeldUp`] with all buffers but one.
    pub fn take(&mut self, seat: Seat) -> Result<Parcel, Refusal> {
        let bit = 1 << seat;
        let has = |b: &Buffer| matches!(b.state, State::Out { taken, .. } if taken & bit != 0);
        let most = (self.buffers.len() - 1).max(1);
        let waits = |index: &u8| {
            let state = self.buffers[usize::from(*index)].state;
            matches!(state, State::Out { waiting, .. } if waiting & bit != 0)
        };
        let next = self.order.iter().copied().find(waits);
        let index = usize::from(next.ok_or(Refusal::Nothing)?);
        if self.buffers.iter().filter(|b| has(b)).count() >= most {
            return Err(Refusal::HeldUp);
        }
        let buffer = &mut self.buffers[index];
        if let State::Out { waiting, taken } = &mut buffer.state {
            *waiting &= !bit;
            *taken |= bit;
        }
        Ok(Parcel {
            number: buffer.number(index),
            length: buffer.length,
            sequence: buffer.sequence,
        })
    }

    /// The publisher gives back what it has not sent.
    ///
    /// # Errors
    /// [`Refusal::Foreign`].
    pub fn return_blank(&mut self, number: u32) -> Result<(), Refusal> {
        let index = self.find(number)?;
        let buffer = &mut self.buffers[index];
        if buffer.state != State::Held {
            return Err(Refusal::Foreign);
        }
        buffer.free();
        Ok(())
    }

    /// A subscriber gives back what it took. True if the buffer is free now.
    ///
    /// # Errors
    /// [`Refusal::Foreign`].
    pub fn release(&mut self, seat: Seat, number: u32) -> Result<bool, Refusal> {
        let bit = 1 << seat;
        let index = self.find(number)?;
        match &mut self.buffers[index].state {
            State::Out { taken, .. } if *taken & bit != 0 => *taken &= !bit,
            _ => return Err(Refusal::Foreign),
        }
        let before = self.order.len();
        self.tidy();
        Ok(self.order.len() < before)
    }

    /// Does the publisher have this buffer?
    #[must_use]
    pub fn holds(&self, number: u32) -> bool {
        self.find(number)
            .is_ok_and(|index| self.buffers[index].state == State::Held)
    }

    fn find(&self, number: u32) -> Result<usize, Refusal> {
        let index = index_of(number);
        match self.buffers.get(index) {
            Some(buffer) if buffer.number(index) == number => Ok(index),
            _ => Err(Refusal::Foreign),
        }
    }

    /// Free what nobody has or waits for any more.
    fn tidy(&mut self) {
        let buffers = &mut self.buffers;
        self.order.retain(|&index| {
            let buffer = &mut buffers[usize::from(index)];
            let done = buffer.state
                == State::Out {
                    waiting: 0,
                    taken: 0,
                };
            if done {
                buffer.free();
            }
            !done
        });
    }
}

impl Buffer {
    fn number(&self, index: usize) -> u32 {
        self.uses << INDEX_BITS | index as u32
    }

    fn free(&mut self) {
        self.state = State::Free;
        self.uses = (self.uses + 1) & USES;
    }
}
