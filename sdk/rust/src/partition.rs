//! The partition this app runs in.

use crate::sys::{self, Code, Limits};

/// Its id: never reused while the monitor runs.
#[must_use]
pub fn id() -> u64 {
    sys::system::id()
}

/// A partition's id as the command and the log show it: `slot.generation`.
#[must_use]
pub fn id_text(id: u64) -> String {
    let (generation, slot) = (id >> 32, id & 0xffff_ffff);
    format!("{slot}.{generation}")
}

/// What it may use.
///
/// # Errors
/// Only if the monitor and this SDK disagree about the record, that is never within a version.
pub fn limits() -> Result<Limits, Code> {
    let mut record = [0; Limits::SIZE];
    crate::done(sys::system::limits(&mut record))?;
    Ok(Limits::from_bytes(&record))
}
