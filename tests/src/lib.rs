//! What the whole-system tests share: an [`Arena`] in which one guest attacks and witnesses
//! beat on, and waiting with a watchdog.
#![forbid(unsafe_code)]

pub mod arena;
pub mod wait;

pub use arena::Arena;
pub use wait::eventually;
