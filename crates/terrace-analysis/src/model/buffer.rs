//! Buffers: what producers put and one consumer takes.

use crate::exact::Time;

/// Which model of a queue describes a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Queue {
    /// Periodic producers and one periodic consumer: bounds.
    Periodic,
    /// Random arrivals, equal service, one server: averages.
    Md1,
    /// Random arrivals, any service, one server: averages.
    Mg1,
    /// Random arrivals and service, several servers: averages.
    Mms,
    /// A finite population that arrives and is served at random: averages.
    MmsN,
}

impl Queue {
    /// As it is written.
    #[must_use]
    pub fn notation(self) -> &'static str {
        match self {
            Queue::Periodic => "P/P/1",
            Queue::Md1 => "M/D/1",
            Queue::Mg1 => "M/G/1",
            Queue::Mms => "M/M/s",
            Queue::MmsN => "M/M/s//N",
        }
    }
}

/// What producers put and one consumer takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// Unique among the buffers.
    pub name: String,
    /// Tasks that put one message in each release.
    pub producers: Vec<String>,
    /// The task that takes one message in each release.
    pub consumer: Option<String>,
    /// Which model describes it.
    pub model: Queue,
    /// How many messages it holds; none: only what it needs is told.
    pub capacity: Option<u64>,
    /// Messages per unit of time; with a finite population, those of one participant. None: the
    /// sum over the producers' periods.
    pub rate: Option<Time>,
    /// Mean time to serve one message; none: the consumer's period.
    pub service: Option<Time>,
    /// Variance of the time to serve one message.
    pub variance: Time,
    /// How many serve at once.
    pub servers: u64,
    /// How many participants there are.
    pub population: Option<u64>,
}
