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

pub use terrace_abi::State;

/// The state a task's watched word stands for. Only states are ever written there.
pub(crate) fn of(number: u32) -> State {
    State::from_u32(number).unwrap_or(State::Faulted)
}
