//! Memory: sums against what there is.

use serde::Serialize;

/// Every sum of memory that was checked; empty for bare task sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct Memory {
    /// One per component, app, worker and device.
    pub bounds: Vec<MemoryBound>,
}

/// One sum of memory against its bound.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MemoryBound {
    /// What is summed up, as `app com.example.ear` or `worker 0`.
    pub of: String,
    /// Bytes needed.
    pub needed: u64,
    /// Bytes there are; none: no bound is known.
    pub available: Option<u64>,
    /// Does it fit?
    pub fits: bool,
}
