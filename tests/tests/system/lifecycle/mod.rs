//! The life of a partition: every arrow of the drawing in `terrace-vm`'s `state` module.

mod control;
mod ends;
mod memory;
mod names;
mod proof;
mod restarts;
mod states;
mod suspend;
mod threaded;

/// What a manifest says to be one or the other.
pub(crate) const MODES: [&str; 2] = [
    "[cpu]\nmode = \"dispatched\"\n",
    "[cpu]\nmode = \"threaded\"\n",
];
