//! Workers: what is true of everything that runs on one.

use super::Policy;
use crate::exact::Time;

/// What is known of one worker; a worker that is not listed has no masked sections and no table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Worker {
    /// Its number, as tasks name it.
    pub worker: u32,
    /// What runs next on it; none: as the set says.
    pub policy: Option<Policy>,
    /// The longest section in which the monitor cannot be interrupted: a blocking for everyone.
    pub masked: Time,
    /// The windows its tasks run in; none: all the time is everyone's.
    pub table: Option<Table>,
}

/// A cyclic table: windows of time that repeat every frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The time after which the table repeats; above 0.
    pub frame: Time,
    /// Windows in the order of their starts; they do not overlap.
    pub windows: Vec<Window>,
}

/// A stretch of time in each frame in which only some tasks run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Tasks of this window name run in it; several windows may have one name.
    pub name: String,
    /// Where in the frame it starts.
    pub start: Time,
    /// How long it is; above 0.
    pub length: Time,
}
