//! The memory of a ring, as 64-bit words that another process may change at any time.
//!
//! Nobody gets a reference into such memory: a value is loaded once, into a register or a buffer of
//! the reader's own, and is then what it is whatever the other side does.

use std::sync::atomic::{AtomicU64, Ordering};

/// See the module. Words and offsets are within the memory: callers have checked them, and an
/// implementation may panic on others.
pub trait Words {
    /// How many words there are.
    fn len(&self) -> usize;

    /// No words at all?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Read a word.
    fn load(&self, word: usize, order: Ordering) -> u64;

    /// Write a word.
    fn store(&self, word: usize, value: u64, order: Ordering);

    /// Write a word and get what was there (`SeqCst`).
    fn swap(&self, word: usize, value: u64) -> u64;

    /// All loads and stores before come before all after, for everybody (`SeqCst`).
    fn fence(&self);

    /// Copy bytes out, from the beginning of `word`. The last word may be read in part.
    fn copy_out(&self, word: usize, into: &mut [u8]) {
        for (index, chunk) in into.chunks_mut(8).enumerate() {
            let bytes = self.load(word + index, Ordering::Relaxed).to_ne_bytes();
            chunk.copy_from_slice(&bytes[..chunk.len()]);
        }
    }

    /// Copy bytes in, from the beginning of `word`. What is left of the last word becomes zero or
    /// stays as it was.
    fn copy_in(&self, word: usize, bytes: &[u8]) {
        for (index, chunk) in bytes.chunks(8).enumerate() {
            let mut whole = [0; 8];
            whole[..chunk.len()].copy_from_slice(chunk);
            self.store(word + index, u64::from_ne_bytes(whole), Ordering::Relaxed);
        }
    }
}

impl<W: Words + ?Sized> Words for std::sync::Arc<W> {
    fn len(&self) -> usize {
        (**self).len()
    }
    fn load(&self, word: usize, order: Ordering) -> u64 {
        (**self).load(word, order)
    }
    fn store(&self, word: usize, value: u64, order: Ordering) {
        (**self).store(word, value, order);
    }
    fn swap(&self, word: usize, value: u64) -> u64 {
        (**self).swap(word, value)
    }
    fn fence(&self) {
        (**self).fence();
    }
    fn copy_out(&self, word: usize, into: &mut [u8]) {
        (**self).copy_out(word, into);
    }
    fn copy_in(&self, word: usize, bytes: &[u8]) {
        (**self).copy_in(word, bytes);
    }
}

/// Plain memory of this process: what tests run the ring over.
#[derive(Debug)]
pub struct Plain(Box<[AtomicU64]>);

impl Plain {
    /// So many words of zero.
    #[must_use]
    pub fn new(words: usize) -> Plain {
        Plain((0..words).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Words for Plain {
    fn len(&self) -> usize {
        self.0.len()
    }
    fn load(&self, word: usize, order: Ordering) -> u64 {
        self.0[word].load(order)
    }
    fn store(&self, word: usize, value: u64, order: Ordering) {
        self.0[word].store(value, order);
    }
    fn swap(&self, word: usize, value: u64) -> u64 {
        self.0[word].swap(value, Ordering::SeqCst)
    }
    fn fence(&self) {
        std::sync::atomic::fence(Ordering::SeqCst);
    }
}
