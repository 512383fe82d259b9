//! What tests and benchmarks share: a machine with guests from `.wat` text, a census of what
//! the process holds, and a heartbeat that attacks must not stop.
//!
//! Nothing here fakes the monitor: guests run on the real one.
#![forbid(unsafe_code)]

pub mod census;
pub mod guests;
pub mod heartbeat;
pub mod hostile;
pub mod machine;
pub mod prelude;
pub mod smaps;
pub mod threads;
pub mod tools;

pub use census::Census;
pub use heartbeat::Heartbeat;
pub use machine::Machine;
pub use smaps::Stretch;
pub use threads::LinuxThread;
