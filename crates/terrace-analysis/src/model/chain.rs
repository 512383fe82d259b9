//! Chains: data that passes through several tasks.

use crate::exact::Time;
use serde::Serialize;

/// What releases the next task of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activation {
    /// The completion of the one before it.
    #[default]
    Direct,
    /// Its own period; it takes what the one before it wrote last.
    Sampled,
}

/// Data that passes through several tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// Unique among the chains.
    pub name: String,
    /// The tasks, in the order the data takes.
    pub tasks: Vec<String>,
    /// What releases the next one.
    pub activation: Activation,
    /// The time from end to end; none: only the bound is told.
    pub deadline: Option<Time>,
}
