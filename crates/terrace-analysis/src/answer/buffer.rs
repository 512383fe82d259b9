//! What a buffer needs.

use crate::exact::{Exact, Time};
use serde::Serialize;

/// What a buffer needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BufferAnswer {
    /// Its name.
    pub name: String,
    /// Which model describes it.
    pub model: String,
    /// Messages in it: at most, or on average if `average`. None: it grows for ever.
    pub bound: Option<Exact>,
    /// At most this many wherever in their periods producers finish, as on other workers; only
    /// where it differs from `bound`.
    pub bound_any_worker: Option<Exact>,
    /// From arrival to completion of its service: at most, or on average if `average`. None: it
    /// grows for ever.
    pub waiting: Option<Time>,
    /// Are these averages? They then bound no single case.
    pub average: bool,
    /// How busy the service is.
    pub utilization: Option<Exact>,
    /// What it holds, if that was given.
    pub capacity: Option<u64>,
    /// What the capacity must cover. None: nothing would be enough.
    pub needed: Option<Exact>,
    /// Does the capacity cover what is needed? None: no capacity was given.
    pub sufficient: Option<bool>,
    /// Where the numbers come from.
    pub formula: String,
    /// Why there is no bound, or why it does not suffice.
    pub reason: Option<String>,
}
