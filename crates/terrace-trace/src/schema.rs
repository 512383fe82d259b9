//! The part of Perfetto's published format that is written, field by field.
//!
//! Source: Perfetto, `protos/perfetto/trace/trace_packet.proto` and
//! `protos/perfetto/trace/track_event`; the numbers are theirs.

use prost::{Message, Oneof};

/// A file is a sequence of these, each as field 1 of one message.
#[derive(Clone, PartialEq, Message)]
pub struct Packet {
    /// Nanoseconds.
    #[prost(uint64, optional, tag = "8")]
    pub timestamp: Option<u64>,
    /// Which writer of the file this is of; never 0.
    #[prost(uint32, optional, tag = "10")]
    pub sequence: Option<u32>,
    /// What happened.
    #[prost(message, optional, tag = "11")]
    pub event: Option<Event>,
    /// See [`SEQUENCE_STARTS`].
    #[prost(uint32, optional, tag = "13")]
    pub sequence_flags: Option<u32>,
    /// What a track is.
    #[prost(message, optional, tag = "60")]
    pub track: Option<Track>,
}

/// Nothing that came before in this sequence counts.
pub const SEQUENCE_STARTS: u32 = 1;

/// Something on a track.
#[derive(Clone, PartialEq, Message)]
pub struct Event {
    /// What one sees when one selects it.
    #[prost(message, repeated, tag = "4")]
    pub details: Vec<Detail>,
    /// See [`Kind`].
    #[prost(enumeration = "Kind", optional, tag = "9")]
    pub kind: Option<i32>,
    /// The track.
    #[prost(uint64, optional, tag = "11")]
    pub track: Option<u64>,
    /// What one can search and filter for.
    #[prost(string, repeated, tag = "22")]
    pub categories: Vec<String>,
    /// What is drawn.
    #[prost(string, optional, tag = "23")]
    pub name: Option<String>,
    /// The value from now on.
    #[prost(int64, optional, tag = "30")]
    pub count: Option<i64>,
    /// Events of one number are joined by arrows, in the order of their times.
    #[prost(fixed64, repeated, packed = "false", tag = "47")]
    pub flows: Vec<u64>,
}

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum Kind {
    /// Nothing.
    Unspecified = 0,
    /// A slice begins.
    Begin = 1,
    /// The last slice that began ends.
    End = 2,
    /// A moment.
    Instant = 3,
    /// A counter has a new value.
    Count = 4,
}

/// A name and a value.
#[derive(Clone, PartialEq, Message)]
pub struct Detail {
    /// What it is.
    #[prost(string, optional, tag = "10")]
    pub name: Option<String>,
    /// How much, or which.
    #[prost(oneof = "Value", tags = "2, 3, 4, 6")]
    pub value: Option<Value>,
}

/// The value of a detail.
#[derive(Clone, PartialEq, Eq, Oneof)]
pub enum Value {
    /// Yes or no.
    #[prost(bool, tag = "2")]
    Truth(bool),
    /// From 0.
    #[prost(uint64, tag = "3")]
    Natural(u64),
    /// Any whole number.
    #[prost(int64, tag = "4")]
    Whole(i64),
    /// A text.
    #[prost(string, tag = "6")]
    Text(String),
}

/// A line of the drawing.
#[derive(Clone, PartialEq, Message)]
pub struct Track {
    /// Unique in the file; never 0.
    #[prost(uint64, optional, tag = "1")]
    pub uuid: Option<u64>,
    /// What stands beside it.
    #[prost(string, optional, tag = "2")]
    pub name: Option<String>,
    /// The track below which it is drawn.
    #[prost(uint64, optional, tag = "5")]
    pub parent: Option<u64>,
    /// It counts.
    #[prost(message, optional, tag = "8")]
    pub counter: Option<Counter>,
    /// How the tracks below it are ordered.
    #[prost(enumeration = "Ordering", optional, tag = "11")]
    pub children: Option<i32>,
    /// Where it stands among those below the same track.
    #[prost(int32, optional, tag = "12")]
    pub rank: Option<i32>,
}

/// How the tracks below a track are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum Ordering {
    /// As the viewer likes.
    Unknown = 0,
    /// By name.
    Lexicographic = 1,
    /// By their first event.
    Chronological = 2,
    /// By their rank.
    Explicit = 3,
}

/// What a counter counts.
#[derive(Clone, PartialEq, Message)]
pub struct Counter {
    /// The unit, as people write it.
    #[prost(string, optional, tag = "6")]
    pub unit: Option<String>,
}

/// A file with its packets, for those who read one.
#[derive(Clone, PartialEq, Message)]
pub struct File {
    /// All of them.
    #[prost(message, repeated, tag = "1")]
    pub packets: Vec<Packet>,
}
