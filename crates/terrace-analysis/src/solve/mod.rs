//! The recurrences and tests, on whole numbers of one unit.

pub(crate) mod blocking;
pub(crate) mod bounds;
pub(crate) mod build;
pub(crate) mod chains;
pub(crate) mod demand;
pub(crate) mod edf;
pub(crate) mod fixed;
pub(crate) mod item;
pub(crate) mod lehoczky;
pub(crate) mod outcome;
pub(crate) mod problem;
pub(crate) mod response;
pub(crate) mod servers;
pub(crate) mod share;
pub(crate) mod sized;
pub(crate) mod steps;
pub(crate) mod supply;
pub(crate) mod unprotected;
pub(crate) mod whole;
