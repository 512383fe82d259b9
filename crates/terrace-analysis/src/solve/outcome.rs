//! What is found out about one item.

/// Why there is no response time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// More is asked of the processor at this level than there is.
    Overload,
    /// Its windows give no time at all.
    NoSupply,
    /// Not found within the budget of steps.
    Budget,
    /// Blocking has no bound.
    Blocking,
    /// This item, before it, has no bound.
    Before(usize),
    /// Jitter goes round in circles and grows.
    Circle,
    /// Without a protocol a release may still wait when the next one comes.
    Backlog,
}

/// A response time and how it comes about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found<W> {
    /// The response time, from the item's reference.
    pub(crate) response: W,
    /// The window of the worst job.
    pub(crate) window: W,
    /// Which job of the busy period it is; 0 is the first.
    pub(crate) job: W,
    /// What of it less important items and masked sections cause.
    pub(crate) blocking: W,
    /// What of it more important items cause.
    pub(crate) interference: W,
}

/// What is found out about one item.
pub(crate) type Outcome<W> = Result<Found<W>, Unknown>;
