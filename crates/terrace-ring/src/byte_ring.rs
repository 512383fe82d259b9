//! A bounded ring of records, one producer and one consumer, in memory that both can write.
//!
//! The two sides are different processes that need not be friends. Each keeps its own index to itself
//! and publishes copies of it; what the other side publishes is read once, checked, and then used.
//! A lie is found ([`RingError`]) or changes only the liar's own records.
//!
//! ```text
//!   byte    0  magic, capacity, longest       written once, before anybody else sees the memory
//!          64  tail, room wanted, data event, closed      written by the producer alone
//!         128  head, data wanted, room event, closed      written by the consumer alone
//!        4096  records: word (length, kind << 32), bytes, up to a multiple of 8; wraps at the end
//! ```
//!
//! Waiting: a consumer says it wants data, looks again, and sleeps on the data event; a producer that
//! finds the wish after it published takes it, counts the event up and wakes. The same the other way for
//! room. The wishes are the only words that both sides write.
//!
//! # Invariants
//! I1. `tail - head` is at most the capacity; both are multiples of 8 and only grow (modulo 2^64).
//! I2. Own indices are never read back from shared memory.
//! I3. Every word of the other side is loaded once per operation and checked before use: whatever it
//!     is, no access leaves the memory, nothing panics, and no operation loops.
//! I4. Bytes are copied out before anybody looks at them.
//! I5. Either the consumer sees the record before it sleeps, or the producer sees the wish (the fences
//!     in `prepare_wait` and `take_wish` are a pair); loom tries every order, the package `loom` beside this one.
//!
//! Source: Hijack (2012), section V; docs/design/translator.md, "The memory".

use crate::words::Words;
use std::sync::atomic::Ordering;

/// The first word of the memory: the letters TERRING and the version 1.
pub const MAGIC: u64 = u64::from_le_bytes(*b"TERRING\x01");
/// Bytes before the records.
pub const HEADER: usize = 4096;
/// Fewest and most bytes of records.
pub const CAPACITY: std::ops::RangeInclusive<usize> = 4096..=64 << 20;

const W_MAGIC: usize = 0;
const W_CAPACITY: usize = 1;
const W_LONGEST: usize = 2;
/// The producer's line.
const PRODUCER: Line = Line { base: 8 };
/// The consumer's line.
const CONSUMER: Line = Line { base: 16 };
const RECORD_HEAD: u64 = 8;

/// A side's 64 bytes.
#[derive(Debug, Clone, Copy)]
struct Line {
    base: usize,
}

impl Line {
    /// Tail or head.
    fn index(self) -> usize {
        self.base
    }
    /// This side wants to be woken.
    fn wish(self) -> usize {
        self.base + 1
    }
    /// Counts how often this side has woken the other: what the other sleeps on.
    fn event(self) -> usize {
        self.base + 2
    }
    /// This side is gone.
    fn closed(self) -> usize {
        self.base + 3
    }
}

/// How large a ring is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    capacity: u64,
    longest: u64,
}

/// The other side, or the memory, is not what it must be. The connection is of no further use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RingError {
    /// No ring.
    #[error("the memory does not begin with a ring of version 1 (its first word is {0:#x})")]
    Magic(u64),
    /// A ring of a size that cannot be.
    #[error(
        "a ring of {capacity} bytes with records of {longest} does not fit into {memory} bytes of memory"
    )]
    Size {
        /// As the memory says.
        capacity: u64,
        /// As the memory says.
        longest: u64,
        /// What there is.
        memory: u64,
    },
    /// The other side's index is out of range.
    #[error(
        "the other side's index is {theirs}, ours is {ours}: that is no ring of {capacity} bytes"
    )]
    Index {
        /// What it says.
        theirs: u64,
        /// What we have.
        ours: u64,
        /// Bytes of records.
        capacity: u64,
    },
    /// A record that is longer than what was published, or than any may be.
    #[error("a record says it has {length} bytes; {there} are there, and {longest} is the limit")]
    Length {
        /// What it says.
        length: u64,
        /// Published bytes.
        there: u64,
        /// The limit.
        longest: u64,
    },
}

/// A record was not put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// No room now.
    #[error("the ring is full")]
    Full,
    /// It never fits.
    #[error("a record of {length} bytes is too long: {longest} is the limit")]
    TooLong {
        /// Asked for.
        length: usize,
        /// The limit.
        longest: usize,
    },
    /// The other side lies.
    #[error(transparent)]
    Broken(#[from] RingError),
}

/// What a record is, beside its bytes, which are in the buffer that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// How many bytes.
    pub length: usize,
    /// The producer's word, unchecked.
    pub kind: u32,
}

impl Layout {
    /// Room for `records` records of `longest` bytes, rounded up to a power of two in [`CAPACITY`].
    /// None if not even one fits.
    #[must_use]
    pub fn for_records(longest: usize, records: usize) -> Option<Layout> {
        let each = longest.checked_next_multiple_of(8)?.checked_add(8)?;
        if each > *CAPACITY.end() {
            return None;
        }
        let wanted = each.saturating_mul(records.max(1)).min(*CAPACITY.end());
        let capacity = wanted.max(*CAPACITY.start()).next_power_of_two();
        Some(Layout {
            capacity: capacity as u64,
            longest: longest as u64,
        })
    }

    /// Bytes of memory, header included.
    #[must_use]
    pub fn memory(&self) -> usize {
        HEADER + self.capacity()
    }

    /// Bytes of records, each with 8 more.
    #[must_use]
    pub fn capacity(&self) -> usize {
        usize::try_from(self.capacity).expect("at most CAPACITY")
    }

    /// Bytes of the longest record.
    #[must_use]
    pub fn longest(&self) -> usize {
        usize::try_from(self.longest).expect("below the capacity")
    }

    /// Write the header of an empty ring. Nobody else may see the memory yet.
    ///
    /// # Errors
    /// [`RingError::Size`] if the memory is too small.
    pub fn format(&self, memory: &impl Words) -> Result<(), RingError> {
        self.fits(memory)?;
        for word in 0..HEADER / 8 {
            memory.store(word, 0, Ordering::Relaxed);
        }
        memory.store(W_CAPACITY, self.capacity, Ordering::Relaxed);
        memory.store(W_LONGEST, self.longest, Ordering::Relaxed);
        memory.store(W_MAGIC, MAGIC, Ordering::Release);
        Ok(())
    }

    /// Read the header that the other side wrote.
    ///
    /// # Errors
    /// [`RingError`] if it is none, or lies about its size.
    pub fn read(memory: &impl Words) -> Result<Layout, RingError> {
        let fit = memory.len() > HEADER / 8;
        let magic = if fit {
            memory.load(W_MAGIC, Ordering::Acquire)
        } else {
            0
        };
        if magic != MAGIC {
            return Err(RingError::Magic(magic));
        }
        let layout = Layout {
            capacity: memory.load(W_CAPACITY, Ordering::Relaxed),
            longest: memory.load(W_LONGEST, Ordering::Relaxed),
        };
        layout.fits(memory)?;
        Ok(layout)
    }

    fn fits(&self, memory: &impl Words) -> Result<(), RingError> {
        let there = memory.len() as u64 * 8;
        let possible = self.capacity.is_power_of_two()
            && usize::try_from(self.capacity).is_ok_and(|c| CAPACITY.contains(&c))
            && self.longest.saturating_add(RECORD_HEAD + 7) <= self.capacity
            && there >= HEADER as u64 + self.capacity;
        if possible {
            return Ok(());
        }
        Err(RingError::Size {
            capacity: self.capacity,
            longest: self.longest,
            memory: there,
        })
    }

    /// The word in which position `at` lies.
    fn word(&self, at: u64) -> usize {
        HEADER / 8 + usize::try_from((at & (self.capacity - 1)) / 8).expect("below the capacity")
    }

    /// Bytes that a record of `length` takes, with its head. No overflow: `length` is at most `longest`.
    fn span(length: u64) -> u64 {
        RECORD_HEAD + length.next_multiple_of(8)
    }

    /// How `length` bytes from position `at` are cut by the end of the memory.
    fn cut(&self, at: u64, length: usize) -> usize {
        let before_end = self.capacity - (at & (self.capacity - 1));
        usize::try_from(before_end).map_or(length, |end| end.min(length))
    }
}

/// What both ends have in common.
#[derive(Debug)]
struct End<W> {
    words: W,
    layout: Layout,
    mine: Line,
    theirs: Line,
}

impl<W: Words> End<W> {
    /// I5: the wish of the other side, if there is one, taken away.
    fn take_wish(&self) -> bool {
        self.words.fence();
        self.words.load(self.theirs.wish(), Ordering::Relaxed) != 0
            && self.words.swap(self.theirs.wish(), 0) != 0
    }

    /// Count the event up, before waking who sleeps on it.
    fn count_event(&self) {
        let event = self.mine.event();
        let next = self.words.load(event, Ordering::Relaxed).wrapping_add(1);
        self.words
            .store(event, next & 0xffff_ffff, Ordering::SeqCst);
    }

    /// What to sleep on: I5, first half; `idle` is asked after the wish is out.
    fn prepare(
        &self,
        idle: impl FnOnce() -> Result<bool, RingError>,
    ) -> Result<Option<u32>, RingError> {
        let event = self.words.load(self.theirs.event(), Ordering::SeqCst);
        self.words.swap(self.mine.wish(), 1);
        self.words.fence();
        if idle()? && !self.peer_closed() {
            return Ok(Some(u32::try_from(event & 0xffff_ffff).expect("masked")));
        }
        self.words.swap(self.mine.wish(), 0);
        Ok(None)
    }

    fn peer_closed(&self) -> bool {
        self.words.load(self.theirs.closed(), Ordering::Acquire) != 0
    }

    fn close(&self) {
        self.words.store(self.mine.closed(), 1, Ordering::Release);
        self.count_event();
    }
}

/// The end that puts in. One per ring.
#[derive(Debug)]
pub struct Producer<W> {
    end: End<W>,
    tail: u64,
    /// The head when it was last looked at.
    head: u64,
}

impl<W: Words> Producer<W> {
    /// The producer of an empty ring.
    ///
    /// # Errors
    /// [`RingError`] if the memory holds none.
    pub fn new(words: W) -> Result<Producer<W>, RingError> {
        let layout = Layout::read(&words)?;
        Ok(Producer {
            end: End {
                words,
                layout,
                mine: PRODUCER,
                theirs: CONSUMER,
            },
            tail: 0,
            head: 0,
        })
    }

    /// Put a record in. Does not wait, and does not wake: see [`Producer::take_wish`].
    ///
    /// # Errors
    /// [`PushError`].
    pub fn push(&mut self, kind: u32, bytes: &[u8]) -> Result<(), PushError> {
        let layout = self.end.layout;
        let length = bytes.len() as u64;
        if length > layout.longest {
            let (length, longest) = (bytes.len(), layout.longest());
            return Err(PushError::TooLong { length, longest });
        }
        let span = Layout::span(length);
        if self.room() < span {
            self.look()?;
            if self.room() < span {
                return Err(PushError::Full);
            }
        }
        let words = &self.end.words;
        words.store(
            layout.word(self.tail),
            length | u64::from(kind) << 32,
            Ordering::Relaxed,
        );
        let at = self.tail.wrapping_add(RECORD_HEAD);
        let (first, second) = bytes.split_at(layout.cut(at, bytes.len()));
        words.copy_in(layout.word(at), first);
        words.copy_in(layout.word(0), second);
        self.tail = self.tail.wrapping_add(span);
        // Pairs with the Acquire in `Consumer::look`: the record is there before it is announced.
        words.store(PRODUCER.index(), self.tail, Ordering::Release);
        Ok(())
    }

    /// Would a record of `length` bytes fit now? One that is too long never does.
    ///
    /// # Errors
    /// [`RingError`] if the other side lies.
    pub fn fits(&mut self, length: usize) -> Result<bool, RingError> {
        let length = length as u64;
        if length > self.end.layout.longest {
            return Ok(false);
        }
        if self.room() < Layout::span(length) {
            self.look()?;
        }
        Ok(self.room() >= Layout::span(length))
    }

    /// Bytes free when last looked.
    fn room(&self) -> u64 {
        self.end.layout.capacity - self.tail.wrapping_sub(self.head)
    }

    /// Read the consumer's index, once, and check it.
    fn look(&mut self) -> Result<(), RingError> {
        let capacity = self.end.layout.capacity;
        let head = self.end.words.load(CONSUMER.index(), Ordering::Acquire);
        let waiting = self.tail.wrapping_sub(head);
        // It may only have moved forward, and not beyond what was put in.
        if waiting > self.tail.wrapping_sub(self.head) || !head.is_multiple_of(8) {
            let (theirs, ours) = (head, self.tail);
            return Err(RingError::Index {
                theirs,
                ours,
                capacity,
            });
        }
        self.head = head;
        Ok(())
    }

    /// Does the consumer sleep? Then it must be woken, after [`Producer::count_event`].
    #[must_use]
    pub fn take_wish(&self) -> bool {
        self.end.take_wish()
    }

    /// Count the event up on which the consumer sleeps.
    pub fn count_event(&self) {
        self.end.count_event();
    }

    /// Ask to be woken when a record of `length` bytes would fit. None if it does already, or the consumer
    /// is gone; else what to sleep on.
    ///
    /// # Errors
    /// [`RingError`] if the other side lies.
    pub fn prepare_wait(&mut self, length: usize) -> Result<Option<u32>, RingError> {
        let span = Layout::span((length as u64).min(self.end.layout.longest));
        let mut seen = (self.tail, self.head, self.end.layout);
        let waited = self.end.prepare(|| {
            let head = self.end.words.load(CONSUMER.index(), Ordering::Acquire);
            let waiting = seen.0.wrapping_sub(head);
            if waiting > seen.0.wrapping_sub(seen.1) || !head.is_multiple_of(8) {
                let (theirs, ours, capacity) = (head, seen.0, seen.2.capacity);
                return Err(RingError::Index {
                    theirs,
                    ours,
                    capacity,
                });
            }
            seen.1 = head;
            Ok(seen.2.capacity - waiting < span)
        });
        self.head = seen.1;
        waited
    }

    /// Nothing comes any more. Wake the consumer afterwards.
    pub fn close(&self) {
        self.end.close();
    }

    /// Has the consumer closed?
    #[must_use]
    pub fn peer_closed(&self) -> bool {
        self.end.peer_closed()
    }

    /// Is everything taken that was put in?
    ///
    /// # Errors
    /// [`RingError`] if the other side lies.
    pub fn drained(&mut self) -> Result<bool, RingError> {
        self.look()?;
        Ok(self.head == self.tail)
    }

    /// How large.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.end.layout
    }

    /// The memory.
    pub fn words(&self) -> &W {
        &self.end.words
    }
}

/// The end that takes out. One per ring.
#[derive(Debug)]
pub struct Consumer<W> {
    end: End<W>,
    head: u64,
    /// The tail when it was last looked at.
    tail: u64,
}

impl<W: Words> Consumer<W> {
    /// The consumer of an empty ring.
    ///
    /// # Errors
    /// [`RingError`] if the memory holds none.
    pub fn new(words: W) -> Result<Consumer<W>, RingError> {
        let layout = Layout::read(&words)?;
        Ok(Consumer {
            end: End {
                words,
                layout,
                mine: CONSUMER,
                theirs: PRODUCER,
            },
            head: 0,
            tail: 0,
        })
    }

    /// Take the oldest record into `into`. None if there is none. Does not wait, and does not wake.
    /// A record that is longer than `into` is cut; [`Record::length`] is its length as it was.
    ///
    /// # Errors
    /// [`RingError`] if the other side lies.
    pub fn pop(&mut self, into: &mut [u8]) -> Result<Option<Record>, RingError> {
        if self.tail == self.head {
            self.look()?;
            if self.tail == self.head {
                return Ok(None);
            }
        }
        let layout = self.end.layout;
        let there = self.tail.wrapping_sub(self.head);
        let head = self
            .end
            .words
            .load(layout.word(self.head), Ordering::Relaxed);
        let (length, kind) = (head & 0xffff_ffff, head >> 32);
        if length > layout.longest || Layout::span(length) > there {
            let longest = layout.longest;
            return Err(RingError::Length {
                length,
                there,
                longest,
            });
        }
        let length = usize::try_from(length).expect("at most the longest");
        let copied = length.min(into.len());
        let at = self.head.wrapping_add(RECORD_HEAD);
        let (first, second) = into[..copied].split_at_mut(layout.cut(at, copied));
        self.end.words.copy_out(layout.word(at), first);
        self.end.words.copy_out(layout.word(0), second);
        self.head = self.head.wrapping_add(Layout::span(length as u64));
        // Pairs with the Acquire in `Producer::look`: the bytes are out before they are written over.
        self.end
            .words
            .store(CONSUMER.index(), self.head, Ordering::Release);
        let kind = u32::try_from(kind).expect("the upper half");
        Ok(Some(Record { length, kind }))
    }

    /// Read the producer's index, once, and check it.
    fn look(&mut self) -> Result<(), RingError> {
        let tail = self.end.words.load(PRODUCER.index(), Ordering::Acquire);
        self.tail = self.checked(tail)?;
        Ok(())
    }

    fn checked(&self, tail: u64) -> Result<u64, RingError> {
        let capacity = self.end.layout.capacity;
        let there = tail.wrapping_sub(self.head);
        // It may only have moved forward.
        let seen = self.tail.wrapping_sub(self.head);
        if there > capacity || there < seen || !tail.is_multiple_of(8) {
            let (theirs, ours) = (tail, self.head);
            return Err(RingError::Index {
                theirs,
                ours,
                capacity,
            });
        }
        Ok(tail)
    }

    /// Does the producer sleep for room? Then it must be woken, after [`Consumer::count_event`].
    #[must_use]
    pub fn take_wish(&self) -> bool {
        self.end.take_wish()
    }

    /// Count the event up on which the producer sleeps.
    pub fn count_event(&self) {
        self.end.count_event();
    }

    /// Ask to be woken when a record comes. None if one is there, or the producer is gone; else what to
    /// sleep on.
    ///
    /// # Errors
    /// [`RingError`] if the other side lies.
    pub fn prepare_wait(&mut self) -> Result<Option<u32>, RingError> {
        let mut tail = self.tail;
        let waited = self.end.prepare(|| {
            tail = self.checked(self.end.words.load(PRODUCER.index(), Ordering::Acquire))?;
            Ok(tail == self.head)
        });
        self.tail = tail;
        waited
    }

    /// Is everything taken that was put in? Also of a producer that has closed.
    ///
    /// # Errors
    /// [`RingError`] if the other side lies.
    pub fn is_empty(&mut self) -> Result<bool, RingError> {
        self.look()?;
        Ok(self.tail == self.head)
    }

    /// Nobody takes any more. Wake the producer afterwards.
    pub fn close(&self) {
        self.end.close();
    }

    /// Has the producer closed?
    #[must_use]
    pub fn peer_closed(&self) -> bool {
        self.end.peer_closed()
    }

    /// How large.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.end.layout
    }

    /// The memory.
    pub fn words(&self) -> &W {
        &self.end.words
    }
}

/// The word whose lower half a consumer sleeps on.
pub const DATA_EVENT: usize = 10;
/// The word whose lower half a producer sleeps on.
pub const ROOM_EVENT: usize = 18;
