//! The whole machine under test, on real guests: lifecycle, timing, isolation, faults, WASI.
//!
//! After each attack the neighbours' hearts must have beaten on, and the process must hold
//! what it held before (see [`terrace_tests::Arena`]). Nothing here asserts an upper bound on
//! time; every wait has a watchdog.
#![forbid(unsafe_code)]

mod calls;
mod components;
mod faults;
mod isolation;
mod lifecycle;
mod messages;
mod providers;
mod realtime;
mod sockets;
mod timing;
mod translator;
mod wasi;
mod windows;
