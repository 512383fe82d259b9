//! The writer: packet after packet, into whatever takes bytes.

use crate::schema::{self, Counter, Detail, Kind, Ordering, Packet, SEQUENCE_STARTS};
use crate::{Details, Value};
use prost::Message;
use std::io::{self, Write};

/// The one sequence of a file.
const SEQUENCE: u32 = 1;

/// The tag of a packet in a file: field 1, with a length.
const PACKET: u8 = 0x0a;

/// A track that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Track(u64);

/// Writes a trace; see the crate.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    /// One packet, kept for its room.
    packet: Vec<u8>,
    started: bool,
    tracks: u64,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, to which it writes little pieces: give it one with a buffer.
    pub fn new(out: W) -> Writer<W> {
        Writer {
            out,
            packet: Vec::new(),
            started: false,
            tracks: 0,
        }
    }

    /// A track for slices and moments, below `parent`. Tracks are drawn in the order in which they
    /// were made.
    ///
    /// # Errors
    /// Those of the output.
    pub fn track(&mut self, name: &str, parent: Option<Track>) -> io::Result<Track> {
        self.describe(name, parent, None)
    }

    /// A track for a value that changes, below `parent`.
    ///
    /// # Errors
    /// Those of the output.
    pub fn counter(&mut self, name: &str, unit: &str, parent: Option<Track>) -> io::Result<Track> {
        let unit = Some(unit.to_owned()).filter(|unit| !unit.is_empty());
        self.describe(name, parent, Some(Counter { unit }))
    }

    /// A slice begins at `at`, in nanoseconds. Slices of a track nest: the last that began ends first.
    ///
    /// # Errors
    /// Those of the output.
    pub fn begin(
        &mut self,
        track: Track,
        at: u64,
        name: &str,
        details: Details<'_>,
    ) -> io::Result<()> {
        self.event(track, at, named(Kind::Begin, name, details))
    }

    /// The last slice that began on the track ends.
    ///
    /// # Errors
    /// Those of the output.
    pub fn end(&mut self, track: Track, at: u64) -> io::Result<()> {
        self.event(track, at, of(Kind::End))
    }

    /// Something happens.
    ///
    /// # Errors
    /// Those of the output.
    pub fn instant(
        &mut self,
        track: Track,
        at: u64,
        name: &str,
        details: Details<'_>,
    ) -> io::Result<()> {
        self.event(track, at, named(Kind::Instant, name, details))
    }

    /// Like [`Writer::begin`], and joined by an arrow to the other events of the number `flow`.
    ///
    /// # Errors
    /// Those of the output.
    pub fn begin_in_flow(
        &mut self,
        track: Track,
        at: u64,
        name: &str,
        flow: u64,
        details: Details<'_>,
    ) -> io::Result<()> {
        let mut event = named(Kind::Begin, name, details);
        event.flows.push(flow);
        self.event(track, at, event)
    }

    /// The counter has this value from now on.
    ///
    /// # Errors
    /// Those of the output.
    pub fn count(&mut self, track: Track, at: u64, value: i64) -> io::Result<()> {
        let mut event = of(Kind::Count);
        event.count = Some(value);
        self.event(track, at, event)
    }

    /// Nothing more comes.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    fn describe(
        &mut self,
        name: &str,
        parent: Option<Track>,
        counter: Option<Counter>,
    ) -> io::Result<Track> {
        self.tracks += 1;
        let track = schema::Track {
            uuid: Some(self.tracks),
            name: Some(name.to_owned()),
            parent: parent.map(|p| p.0),
            counter,
            children: Some(Ordering::Explicit.into()),
            rank: i32::try_from(self.tracks).ok(),
        };
        self.write(Packet {
            track: Some(track),
            ..Packet::default()
        })?;
        Ok(Track(self.tracks))
    }

    fn event(&mut self, track: Track, at: u64, mut event: schema::Event) -> io::Result<()> {
        event.track = Some(track.0);
        self.write(Packet {
            timestamp: Some(at),
            event: Some(event),
            ..Packet::default()
        })
    }

    fn write(&mut self, mut packet: Packet) -> io::Result<()> {
        packet.sequence = Some(SEQUENCE);
        if !std::mem::replace(&mut self.started, true) {
            packet.sequence_flags = Some(SEQUENCE_STARTS);
        }
        self.packet.clear();
        self.packet.push(PACKET);
        packet
            .encode_length_delimited(&mut self.packet)
            .map_err(io::Error::other)?;
        self.out.write_all(&self.packet)
    }
}

fn of(kind: Kind) -> schema::Event {
    schema::Event {
        kind: Some(kind.into()),
        ..schema::Event::default()
    }
}

fn named(kind: Kind, name: &str, details: Details<'_>) -> schema::Event {
    let detail = |(name, value): &(&str, Value)| Detail {
        name: Some((*name).to_owned()),
        value: Some(value.clone()),
    };
    schema::Event {
        name: Some(name.to_owned()),
        details: details.iter().map(detail).collect(),
        ..of(kind)
    }
}
