//! Time for people and for logs.

use std::time::SystemTime;

/// Nanoseconds since 1970; 0 on a machine whose clock is before.
pub(crate) fn wall_ns() -> u64 {
    let since = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}
