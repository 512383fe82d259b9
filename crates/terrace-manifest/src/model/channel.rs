//! Channels, exported interfaces, chains, and the collector of what is not real-time.

use super::word::words;
use super::{Bytes, Grantee, Label, Span, TaskPath};
use crate::bounds;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

/// What one app sends to others, or to itself: pre-allocated messages of one type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Channel {
    /// What it is called: no two of a device the same.
    #[schemars(example = &"audio")]
    pub name: Label,
    /// Who gets a message, and how.
    #[schemars(example = &"message")]
    #[serde(rename = "type")]
    pub kind: ChannelKind,
    /// What a message is made of.
    #[schemars(example = &"int", default = "byte")]
    pub element: Element,
    /// Elements of one message.
    #[schemars(example = 128)]
    #[schemars(range(min = bounds::ELEMENTS.min, max = bounds::ELEMENTS.max))]
    pub count: u32,
    /// Messages that wait at most. Without it, what the subscribers' counts add up to.
    #[schemars(example = 3)]
    #[schemars(range(min = bounds::DEPTH.min, max = bounds::DEPTH.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Which message is delivered first.
    #[schemars(example = &"priority-inheritance", default = "inherit")]
    pub order: Order,
    /// At which priority the receiver's callback runs.
    #[schemars(example = &"component-priority", default = "component")]
    pub execution: Execution,
    /// What happens to a message when the channel is full.
    #[schemars(example = &"oldest", default = "refuse")]
    pub drop: DropPolicy,
    /// Is the app started, if it does not run, when a message comes that nobody is there to take?
    #[schemars(example = true, default)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub on_demand: bool,
    /// Other apps that may send: an app's name, or `permission:NAME`. The app itself may.
    #[schemars(example = vec!["recorder", "permission:microphone"])]
    #[schemars(default, length(max = bounds::GRANTS), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub publishers: Vec<Grantee>,
    /// Other apps that may receive: an app's name, or `permission:NAME`. The app itself may.
    #[schemars(example = vec!["permission:speech"])]
    #[schemars(default, length(max = bounds::GRANTS), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub subscribers: Vec<Grantee>,
    /// How its waiting messages are modelled. Without it, as its type and its users say.
    #[schemars(example = json!({ "model": "M/D/1", "arrival": "10 ms", "service": "1 ms" }))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<Queue>,
    /// RTDroid's own word for how it is implemented; kept, without effect.
    #[schemars(example = &"rt_handler")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implementation: Option<Label>,
    /// RTDroid's own word for how it is validated; kept, without effect.
    #[schemars(example = &"true")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Label>,
}

impl Channel {
    /// Bytes of one message.
    #[must_use]
    pub fn message_bytes(&self) -> Bytes {
        Bytes::new(self.element.bytes() * u64::from(self.count))
    }
}

pub(crate) fn byte() -> Element {
    Element::Byte
}
fn inherit() -> Order {
    Order::PriorityInheritance
}
fn component() -> Execution {
    Execution::ComponentPriority
}
fn refuse() -> DropPolicy {
    DropPolicy::Refuse
}

words! {
    /// Who gets a message, and how.
    pub enum ChannelKind {
        /// Many senders, one receiver; copied.
        Message = "message",
        /// Every subscriber gets it; stored once.
        Broadcast = "broadcast",
        /// One sender, one receiver; handed over, not copied.
        Bulk = "bulk",
        /// From or to Linux processes, below all others.
        CrossContext = "cross-context",
    }
}

words! {
    /// What a message is made of.
    pub enum Element {
        /// 1 byte.
        Byte = "byte",
        /// 1 byte, yes or no.
        Boolean = "boolean",
        /// 2 bytes, a letter.
        Char = "char",
        /// 2 bytes.
        Short = "short",
        /// 4 bytes.
        Int = "int",
        /// 4 bytes, a fraction.
        Float = "float",
        /// 8 bytes.
        Long = "long",
        /// 8 bytes, a fraction.
        Double = "double",
    }
}

impl Element {
    /// Bytes of one.
    #[must_use]
    pub fn bytes(self) -> u64 {
        match self {
            Element::Byte | Element::Boolean => 1,
            Element::Char | Element::Short => 2,
            Element::Int | Element::Float => 4,
            Element::Long | Element::Double => 8,
        }
    }
}

words! {
    /// Which message is delivered first.
    pub enum Order {
        /// That of the most important sender; among equals, the oldest.
        PriorityInheritance = "priority-inheritance",
        /// The oldest.
        Fifo = "fifo",
    }
}

words! {
    /// At which priority the receiver's callback runs.
    pub enum Execution {
        /// That of its component.
        ComponentPriority = "component-priority",
        /// Not said: as the time allows.
        Undefined = "undefined",
    }
}

words! {
    /// What happens to a message when the channel is full.
    pub enum DropPolicy {
        /// The new one is refused.
        Refuse = "refuse",
        /// The oldest one is dropped.
        Oldest = "oldest",
        /// Of the least important ones, the oldest is dropped.
        LowestPriorityThenOldest = "lowest-priority-then-oldest",
    }
}

/// How waiting messages are modelled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Queue {
    /// The model.
    #[schemars(example = &"M/D/1")]
    pub model: QueueModel,
    /// Mean time between messages. Not for `P/P/1`, which has the periods of its users.
    #[schemars(example = &"10 ms", extend("x-bounds" = bounds::PERIOD.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrival: Option<Span>,
    /// Mean time to serve one. Without it, the cost of the receiver.
    #[schemars(example = &"1 ms", extend("x-bounds" = bounds::COST.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<Span>,
    /// Standard deviation of the time to serve one; only `M/G/1` has it.
    #[schemars(example = &"200 us", extend("x-bounds" = bounds::START.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviation: Option<Span>,
    /// How many serve; only `M/M/s/N` has it. Without it, as many as subscribe.
    #[schemars(example = 2)]
    #[schemars(range(min = bounds::FLIGHT.min, max = bounds::FLIGHT.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub servers: Option<u32>,
    /// How many may send at once; only `M/M/s/N` has it. Without it, as many as publish.
    #[schemars(example = 8)]
    #[schemars(range(min = bounds::FLIGHT.min, max = bounds::FLIGHT.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
}

words! {
    /// A model of waiting messages: how they arrive, how they are served, by how many.
    pub enum QueueModel {
        /// All periodic: a bound.
        Periodic = "P/P/1",
        /// Random arrivals, constant service: an average.
        ConstantService = "M/D/1",
        /// Random arrivals, any service: an average.
        AnyService = "M/G/1",
        /// Random arrivals from a finite population, several servers: an average.
        FinitePopulation = "M/M/s/N",
    }
}

/// What other apps may call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Export {
    /// What it is called: no two of an app the same.
    #[schemars(example = &"codec")]
    pub name: Label,
    /// The service or receiver that answers; without it, the app itself.
    #[schemars(example = &"processing")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<Label>,
    /// Processor time of the longest call; it is the caller's, and is part of the caller's cost.
    #[schemars(example = &"200 us", extend("x-bounds" = bounds::COST.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<Span>,
    /// Other apps that may call: an app's name, or `permission:NAME`. The app itself may.
    #[schemars(example = vec!["permission:codec"])]
    #[schemars(default, length(max = bounds::GRANTS), extend("uniqueItems" = true))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub callers: Vec<Grantee>,
}

/// A path of data through tasks, with a deadline from its beginning to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Chain {
    /// What it is called.
    #[schemars(example = &"sound-to-electrode")]
    pub name: Label,
    /// The tasks, first to last, as `SERVICE/TASK` or `RECEIVER`; in a device file with the
    /// app before it.
    #[schemars(example = vec!["recording/sample", "processing/fft"])]
    #[schemars(length(min = 2, max = bounds::NESTED))]
    pub tasks: Vec<TaskPath>,
    /// What starts a task of it.
    #[schemars(example = &"sampled", default = "direct")]
    pub activation: Activation,
    /// Time from its beginning to its end that may pass.
    #[schemars(example = &"24 ms", extend("x-bounds" = bounds::DEADLINE.to_string()))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Span>,
}

fn direct() -> Activation {
    Activation::Direct
}

words! {
    /// What starts a task of a chain.
    pub enum Activation {
        /// The one before it.
        Direct = "direct",
        /// Its own period: it takes what is there.
        Sampled = "sampled",
    }
}

/// The collector of memory that is not real-time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Gc {
    /// Bound of the memory that is not real-time.
    #[schemars(example = &"64 MiB", extend("x-bounds" = bounds::LIMIT.to_string()))]
    pub max_heap: Bytes,
    /// The priority it runs at; without it, below all that is real-time.
    #[schemars(example = 5)]
    #[schemars(range(min = bounds::PRIORITY.min, max = bounds::PRIORITY.max))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<u8>,
}
