//! The same work in numbers of growing size, until they suffice.

use super::whole::{Overflow, Whole};
use num_bigint::BigUint;

/// Work that may be done in numbers of any size.
pub(crate) trait Work {
    /// What comes of it.
    type Done;

    /// Do it. `slow` is by how much such numbers are slower than those of 64 bits, about.
    fn run<W: Whole>(&self, slow: u64) -> Result<Self::Done, Overflow>;
}

/// Do it in 64 bits, else in 128, else in any size; in that nothing overflows.
pub(crate) fn sized<T: Work>(work: &T) -> T::Done {
    work.run::<u64>(1)
        .or_else(|_| work.run::<u128>(4))
        .or_else(|_| work.run::<BigUint>(50))
        .expect("numbers of any size do not overflow")
}
