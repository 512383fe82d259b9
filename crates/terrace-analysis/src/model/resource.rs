//! Resources that only one task at a time may hold.

use crate::exact::Time;

/// One task's use of a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceUse {
    /// Which resource; uses of the same name by tasks of a worker exclude each other.
    pub name: String,
    /// The longest the task ever holds it, as processor time; part of its cost.
    pub longest: Time,
}
