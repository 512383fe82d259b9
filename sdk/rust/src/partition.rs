//! The partition this app runs in.

use crate::sys::{self, Code, Limits};

/// Its id: never reused while the monitor runs.
#[must_use]
pub fn id() -> u64 {
    sys::system::id()
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
