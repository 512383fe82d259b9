//! The states of a partition, and the arrows between them.
//!
//! ```text
//!                create            start             `created`
//!    (nothing) ---------> installed ----> starting -----------> running
//!                             ^               |  \             /  |  ^
//!                  restart    |               |   \  suspend  /   |  | resume
//!          +------------------+               |    v         v    |  |
//!          |                                  |   suspended ------+--+
//!          |                                  |        |          | stop
//!          |                             end  |    end |          v
//!          |                                  v        v   end  stopping
//!       stopped, faulted <----------------------------------------+
//! ```
//!
//! `end` is: the program returned, trapped, was killed, overran with `on_overrun = "stop"`, or
//! did not stop within its grace time. It is final for the task; the restart policy (or
//! `restart`) makes a new task for the same partition.

use serde::{Deserialize, Serialize};
use std::fmt;

/// See the module. The numbers are those of the guest interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[repr(u32)]
pub enum State {
    /// Created, not started.
    Installed = 0,
    /// Being instantiated; its `create` callback runs.
    Starting = 1,
    /// Ready, running or waiting.
    Running = 2,
    /// Uses no processor until resumed.
    Suspended = 3,
    /// Asked politely to stop.
    Stopping = 4,
    /// Ended by itself or by request, be it by force; everything it owned is gone.
    Stopped = 5,
    /// Ended by a fault; everything it owned is gone.
    Faulted = 6,
}

impl State {
    /// Has it ended?
    #[must_use]
    pub fn ended(self) -> bool {
        matches!(self, State::Stopped | State::Faulted)
    }

    /// Is there a task on a worker?
    #[must_use]
    pub fn alive(self) -> bool {
        !self.ended() && self != State::Installed
    }

    pub(crate) fn of(number: u32) -> State {
        match number {
            0 => State::Installed,
            1 => State::Starting,
            2 => State::Running,
            3 => State::Suspended,
            4 => State::Stopping,
            5 => State::Stopped,
            _ => State::Faulted,
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            State::Installed => "installed",
            State::Starting => "starting",
            State::Running => "running",
            State::Suspended => "suspended",
            State::Stopping => "stopping",
            State::Stopped => "stopped",
            State::Faulted => "faulted",
        })
    }
}
