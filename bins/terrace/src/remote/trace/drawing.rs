//! What a running device did, as a file for Perfetto: a track for each worker, and one for each partition.
//!
//! On a worker's track lie what it ran, the calls within that, and the monitor's own time between; on a
//! partition's, when it ran and on which worker, and the calls it made and served. Arrows join a call
//! to its callee and a message to who took it.

use std::collections::HashMap;
use std::io::{self, Write};
use terrace_trace::{Track, Value, Writer};
use terrace_vm::{Mark, Marks, Occurrence, PartitionId};

/// What is drawn of one worker.
struct Thread {
    track: Track,
    worker: usize,
    /// Partitions that run, each called by the one before it.
    running: Vec<u64>,
    /// Slices of the monitor that are open.
    monitor: u32,
    last: u64,
}

/// See the module.
pub struct Drawing<W> {
    writer: Writer<W>,
    threads: HashMap<u64, Thread>,
    partitions: HashMap<u64, Track>,
    names: HashMap<u64, String>,
    below: Option<Track>,
    /// Slices of guests, and of the monitor, that were drawn.
    pub slices: u64,
}

impl<W: Write> Drawing<W> {
    /// A drawing into `out`.
    pub fn new(out: W) -> Drawing<W> {
        Drawing {
            writer: Writer::new(out),
            threads: HashMap::new(),
            partitions: HashMap::new(),
            names: HashMap::new(),
            below: None,
            slices: 0,
        }
    }

    /// Names of partitions.
    pub fn name(&mut self, names: impl IntoIterator<Item = (u64, String)>) {
        self.names.extend(names);
    }

    /// Draw what a worker marked.
    ///
    /// # Errors
    /// Those of the output.
    pub fn add(&mut self, marks: &Marks) -> io::Result<()> {
        let mut thread = match self.threads.remove(&marks.thread) {
            Some(thread) => thread,
            None => Thread {
                track: self
                    .writer
                    .track(&format!("worker {}", marks.worker), None)?,
                worker: marks.worker,
                running: Vec::new(),
                monitor: 0,
                last: 0,
            },
        };
        for mark in &marks.marks {
            thread.last = mark.at;
            self.draw(&mut thread, mark)?;
        }
        self.threads.insert(marks.thread, thread);
        Ok(())
    }

    /// Close what is open, and give the output back.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<W> {
        for (_, mut thread) in std::mem::take(&mut self.threads) {
            let at = thread.last;
            self.close_monitor(&mut thread, at)?;
            self.close_runs(&mut thread, at)?;
        }
        self.writer.finish()
    }

    fn draw(&mut self, thread: &mut Thread, mark: &Mark) -> io::Result<()> {
        let Mark {
            at,
            partition,
            detail,
            what,
        } = *mark;
        match what {
            Occurrence::Run => {
                self.close_monitor(thread, at)?;
                // Of marks that were lost nothing is left open.
                self.close_runs(thread, at)?;
                self.run(thread, at, partition, None, ("priority", detail))
            }
            Occurrence::Rest => {
                self.close_runs(thread, at)?;
                self.monitor(thread, at, "monitor")
            }
            Occurrence::Call => {
                if let Some(&caller) = thread.running.last() {
                    let track = self.partition(caller)?;
                    let name = format!("calls {}", self.called(partition));
                    self.writer.begin_in_flow(track, at, &name, detail, &[])?;
                }
                self.run(thread, at, partition, Some(detail), ("call", detail))
            }
            Occurrence::Return => {
                if thread.running.len() > 1 {
                    self.rest(thread, at)?;
                    let caller = thread.running.last().copied().unwrap_or(0);
                    let track = self.partition(caller)?;
                    self.writer.end(track, at)?;
                }
                Ok(())
            }
            Occurrence::Send => self.message(partition, at, "sends", detail),
            Occurrence::Take => self.message(partition, at, "takes", detail),
            Occurrence::Bury => {
                let name = format!("end of {}", self.called(partition));
                self.monitor(thread, at, &name)
            }
            Occurrence::Buried if thread.monitor > 0 => {
                thread.monitor -= 1;
                self.writer.end(thread.track, at)
            }
            Occurrence::Buried => Ok(()),
            Occurrence::Idle => self.close_monitor(thread, at),
            Occurrence::Awake => self.monitor(thread, at, "monitor"),
        }
    }

    /// A partition begins to run: on the worker's track and on its own.
    fn run(
        &mut self,
        thread: &mut Thread,
        at: u64,
        partition: u64,
        flow: Option<u64>,
        detail: (&str, u64),
    ) -> io::Result<()> {
        let name = self.called(partition);
        let details = [(detail.0, Value::Natural(detail.1))];
        self.writer.begin(thread.track, at, &name, &details)?;
        let track = self.partition(partition)?;
        let place = format!("on worker {}", thread.worker);
        match flow {
            Some(flow) => self
                .writer
                .begin_in_flow(track, at, &place, flow, &details)?,
            None => self.writer.begin(track, at, &place, &details)?,
        }
        thread.running.push(partition);
        self.slices += 1;
        Ok(())
    }

    /// The one that was called last, or runs alone, does so no more.
    fn rest(&mut self, thread: &mut Thread, at: u64) -> io::Result<()> {
        if let Some(partition) = thread.running.pop() {
            self.writer.end(thread.track, at)?;
            let track = self.partition(partition)?;
            self.writer.end(track, at)?;
        }
        Ok(())
    }

    fn close_runs(&mut self, thread: &mut Thread, at: u64) -> io::Result<()> {
        while thread.running.len() > 1 {
            self.rest(thread, at)?;
            let caller = thread.running.last().copied().unwrap_or(0);
            let track = self.partition(caller)?;
            self.writer.end(track, at)?;
        }
        self.rest(thread, at)
    }

    fn monitor(&mut self, thread: &mut Thread, at: u64, name: &str) -> io::Result<()> {
        thread.monitor += 1;
        self.slices += 1;
        self.writer.begin(thread.track, at, name, &[])
    }

    fn close_monitor(&mut self, thread: &mut Thread, at: u64) -> io::Result<()> {
        for _ in 0..std::mem::take(&mut thread.monitor) {
            self.writer.end(thread.track, at)?;
        }
        Ok(())
    }

    /// A slice of no length, joined to the other end of the message.
    fn message(&mut self, partition: u64, at: u64, name: &str, flow: u64) -> io::Result<()> {
        let track = self.partition(partition)?;
        self.writer.begin_in_flow(track, at, name, flow, &[])?;
        self.writer.end(track, at)
    }

    fn called(&self, partition: u64) -> String {
        match self.names.get(&partition) {
            Some(name) => name.clone(),
            None => PartitionId::from_raw(partition).to_string(),
        }
    }

    fn partition(&mut self, partition: u64) -> io::Result<Track> {
        if let Some(&track) = self.partitions.get(&partition) {
            return Ok(track);
        }
        let below = match self.below {
            Some(below) => below,
            None => *self.below.insert(self.writer.track("partitions", None)?),
        };
        let track = self.writer.track(&self.called(partition), Some(below))?;
        self.partitions.insert(partition, track);
        Ok(track)
    }
}
