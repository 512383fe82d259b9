//! The partition's log: `terrace logs` shows it. For what an app *says* use standard output.

use crate::sys::{self, Code, Level};

/// Append one record. Never blocks; text beyond the bound `log-bytes` is cut.
///
/// # Errors
/// [`Code::Full`] when the log was full: the record is dropped and counted.
pub fn log(level: Level, text: &str) -> Result<(), Code> {
    crate::done(sys::system::log(level.as_u32(), text.as_bytes()))
}

/// Something is broken. A full log drops the record and counts it.
pub fn error(text: &str) {
    let _ = log(Level::Error, text);
}

/// Something is odd. A full log drops the record and counts it.
pub fn warn(text: &str) {
    let _ = log(Level::Warn, text);
}

/// Something happened. A full log drops the record and counts it.
pub fn info(text: &str) {
    let _ = log(Level::Info, text);
}

/// For who looks for a mistake. A full log drops the record and counts it.
pub fn debug(text: &str) {
    let _ = log(Level::Debug, text);
}

/// [`log::error`](crate::log::error) with a format.
#[macro_export]
macro_rules! error {
    ($($arg:tt)*) => { $crate::log::error(&::std::format!($($arg)*)) };
}

/// [`log::warn`](crate::log::warn) with a format.
#[macro_export]
macro_rules! warn {
    ($($arg:tt)*) => { $crate::log::warn(&::std::format!($($arg)*)) };
}

/// [`log::info`](crate::log::info) with a format.
#[macro_export]
macro_rules! info {
    ($($arg:tt)*) => { $crate::log::info(&::std::format!($($arg)*)) };
}

/// [`log::debug`](crate::log::debug) with a format.
#[macro_export]
macro_rules! debug {
    ($($arg:tt)*) => { $crate::log::debug(&::std::format!($($arg)*)) };
}
