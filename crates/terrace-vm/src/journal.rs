//! Logs and output: a bounded ring per life, drained by one thread, kept for readers.
//!
//! A guest's log record or output goes into its ring on its own worker: no lock that
//! another thread holds, no allocation, no system call but a wake-up of the journal when it
//! sleeps. A full ring drops log records and counts them; output is not dropped, the guest
//! waits for space. What the journal keeps per partition is bounded too: the oldest go first,
//! and are counted.
//!
//! # Invariants
//! I1. A ring holds whole records: the writer commits header and text at once.
//! I2. Only the guest's worker writes to a tap; its mutex is never contended.
//! I3. `kept.bytes <= JOURNAL_BYTES` after every append.

use crate::id::PartitionId;
use crate::port;
use crate::record::{HEADER, Line, Record, Source, header, parse_header};
use atomic_waker::AtomicWaker;
use crossbeam_queue::SegQueue;
use std::collections::{HashMap, VecDeque};
use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::Waker;
use std::thread::Thread;
use std::time::Duration;
use terrace_engine::Stream;
use terrace_host::clock::monotonic_ns;

const RING: usize = terrace_abi::LOG_RING_BYTES as usize;
const KEPT: usize = terrace_abi::JOURNAL_BYTES as usize;
/// What a kept record takes beside its text: a flood of empty lines is bounded too.
const RECORD: usize = size_of::<Record>();
/// Output shorter than this waits until there is more space, so that a reader that is slow
/// does not get one record per byte.
const LEAST: usize = 256;
/// How long records gather before the journal looks again.
const GATHER: Duration = Duration::from_millis(2);

/// Where output goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sink {
    /// Into the journal, line by line.
    Keep,
    /// Straight to this process's standard output and error; log records go to standard error.
    Direct,
}

/// The writing end, in a task.
#[derive(Debug)]
pub(crate) struct Tap {
    ring: Mutex<rtrb::Producer<u8>>,
    stream: Arc<Well>,
    shared: Arc<Shared>,
}

/// The reading end of one life.
struct Well {
    id: PartitionId,
    ring: Mutex<rtrb::Consumer<u8>>,
    dropped: AtomicU64,
    /// All that were ever dropped.
    lost: AtomicU64,
    signalled: AtomicBool,
    waiting: AtomicWaker,
}

impl std::fmt::Debug for Well {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Well({})", self.id)
    }
}

#[derive(Debug)]
struct Shared {
    sink: Sink,
    /// Wells with something in them; unbounded in type, bounded by `signalled` in fact.
    ready: SegQueue<Arc<Well>>,
    thread: OnceLock<Thread>,
    idle: AtomicBool,
    closing: AtomicBool,
    kept: Mutex<HashMap<PartitionId, Kept>>,
    grew: Condvar,
}

#[derive(Debug, Default)]
struct Kept {
    records: VecDeque<Record>,
    bytes: usize,
    next: u64,
    /// Records lost: dropped by a full ring, or the oldest of a full journal.
    lost: u64,
    out: Line,
    err: Line,
}

/// What a reader gets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Page {
    /// Records in order.
    pub records: Vec<Record>,
    /// Ask for this sequence number next.
    pub next: u64,
    /// How many records of this partition were lost so far.
    pub lost: u64,
}

/// See the module.
#[derive(Debug, Clone)]
pub struct Journal {
    shared: Arc<Shared>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tap {
    /// Append a log record. False if it was dropped.
    pub(crate) fn log(&self, level: u32, text: &[u8]) -> bool {
        let written = self.write(Source::Log(level), text);
        if !written {
            self.stream.dropped.fetch_add(1, Ordering::Relaxed);
            self.stream.lost.fetch_add(1, Ordering::Relaxed);
            self.signal(true);
        }
        written
    }

    /// Log records dropped so far.
    pub(crate) fn lost(&self) -> u64 {
        self.stream.lost.load(Ordering::Relaxed)
    }

    /// How many bytes of output there is space for.
    pub(crate) fn space(&self) -> usize {
        let free = lock(&self.ring).slots().saturating_sub(HEADER);
        if free < LEAST { 0 } else { free }
    }

    /// Append output, at most [`Tap::space`] bytes.
    pub(crate) fn output(&self, stream: Stream, bytes: &[u8]) {
        let source = match stream {
            Stream::Out => Source::Out,
            Stream::Err => Source::Err,
        };
        if !bytes.is_empty() && !self.write(source, bytes) {
            self.stream.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Wake `waker` when there is space again.
    pub(crate) fn wait(&self, waker: &Waker) {
        self.stream.waiting.register(waker);
        self.signal(true);
    }

    fn write(&self, source: Source, text: &[u8]) -> bool {
        let Ok(len) = u16::try_from(text.len()) else {
            return false;
        };
        let mut ring = lock(&self.ring);
        let Ok(chunk) = ring.write_chunk_uninit(HEADER + text.len()) else {
            return false;
        };
        let head = header(source, len, monotonic_ns());
        chunk.fill_from_iter(head.iter().chain(text).copied());
        let full = ring.slots() < RING / 2;
        drop(ring);
        self.signal(full);
        true
    }

    fn signal(&self, urgent: bool) {
        if !self.stream.signalled.swap(true, Ordering::AcqRel) {
            self.shared.ready.push(self.stream.clone());
        }
        std::sync::atomic::fence(Ordering::SeqCst);
        let idle = self.shared.idle.load(Ordering::SeqCst);
        match self.shared.thread.get() {
            Some(thread) if urgent => thread.unpark(),
            Some(thread) if idle => port::rouse_soon(thread),
            _ => {}
        }
    }
}

impl Journal {
    /// A journal with its thread.
    pub(crate) fn start(sink: Sink) -> std::io::Result<Journal> {
        let shared = Arc::new(Shared {
            sink,
            ready: SegQueue::new(),
            thread: OnceLock::new(),
            idle: AtomicBool::new(false),
            closing: AtomicBool::new(false),
            kept: Mutex::new(HashMap::new()),
            grew: Condvar::new(),
        });
        let journal = Journal { shared };
        let reader = journal.clone();
        std::thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || reader.run())?;
        Ok(journal)
    }

    /// A tap for a new life of `id`.
    pub(crate) fn tap(&self, id: PartitionId) -> Tap {
        let (producer, consumer) = rtrb::RingBuffer::new(RING);
        let stream = Arc::new(Well {
            id,
            ring: Mutex::new(consumer),
            dropped: AtomicU64::new(0),
            lost: AtomicU64::new(0),
            signalled: AtomicBool::new(false),
            waiting: AtomicWaker::new(),
        });
        Tap {
            ring: Mutex::new(producer),
            stream,
            shared: self.shared.clone(),
        }
    }

    /// Everything written through `tap` so far is in the journal, or out, when this returns.
    pub(crate) fn flush(&self, tap: &Tap) {
        self.drain(&tap.stream);
        if self.shared.sink == Sink::Keep
            && let Some(kept) = lock(&self.shared.kept).get_mut(&tap.stream.id)
        {
            kept.finish_lines();
        }
    }

    /// Forget a partition.
    pub(crate) fn forget(&self, id: PartitionId) {
        lock(&self.shared.kept).remove(&id);
    }

    /// Records of `id` from sequence number `from` on, at most `most`.
    #[must_use]
    pub fn read(&self, id: PartitionId, from: u64, most: usize) -> Page {
        lock(&self.shared.kept)
            .get(&id)
            .map(|kept| kept.page(from, most))
            .unwrap_or_default()
    }

    /// Like [`Journal::read`], but waits up to `timeout` for a record.
    #[must_use]
    pub fn follow(&self, id: PartitionId, from: u64, most: usize, timeout: Duration) -> Page {
        let kept = lock(&self.shared.kept);
        let nothing =
            |all: &mut HashMap<PartitionId, Kept>| all.get(&id).is_none_or(|k| k.next <= from);
        let (kept, _) = self
            .shared
            .grew
            .wait_timeout_while(kept, timeout, nothing)
            .unwrap_or_else(PoisonError::into_inner);
        kept.get(&id)
            .map(|k| k.page(from, most))
            .unwrap_or_default()
    }

    pub(crate) fn close(&self) {
        self.shared.closing.store(true, Ordering::Release);
        if let Some(thread) = self.shared.thread.get() {
            thread.unpark();
        }
    }

    fn run(&self) {
        let shared = &self.shared;
        // Set once, by the one thread made for it.
        let _ = shared.thread.set(std::thread::current());
        while !shared.closing.load(Ordering::Acquire) {
            let mut some = false;
            while let Some(well) = shared.ready.pop() {
                well.signalled.store(false, Ordering::Release);
                self.drain(&well);
                some = true;
            }
            if some {
                std::thread::park_timeout(GATHER);
                continue;
            }
            shared.idle.store(true, Ordering::SeqCst);
            std::sync::atomic::fence(Ordering::SeqCst);
            if shared.ready.is_empty() {
                std::thread::park();
            }
            shared.idle.store(false, Ordering::SeqCst);
        }
    }

    fn drain(&self, well: &Well) {
        let mut ring = lock(&well.ring);
        let dropped = well.dropped.swap(0, Ordering::AcqRel);
        let mut batch = Batch {
            journal: self,
            id: well.id,
            records: Vec::new(),
        };
        while let Some((source, at, text)) = take(&mut ring) {
            batch.push(source, at, text);
        }
        batch.commit(dropped);
        drop(ring);
        well.waiting.wake();
    }
}

/// One record out of the ring.
fn take(ring: &mut rtrb::Consumer<u8>) -> Option<(Source, u64, Vec<u8>)> {
    let (source, len, at) = {
        let chunk = ring.read_chunk(HEADER).ok()?;
        let (a, b) = chunk.as_slices();
        let mut head = [0; HEADER];
        head[..a.len()].copy_from_slice(a);
        head[a.len()..].copy_from_slice(b);
        chunk.commit_all();
        parse_header(&head)
    };
    let chunk = ring.read_chunk(usize::from(len)).ok()?;
    let (a, b) = chunk.as_slices();
    let text = [a, b].concat();
    chunk.commit_all();
    Some((source, at, text))
}

/// Records on their way from a ring to the journal, or straight out.
struct Batch<'a> {
    journal: &'a Journal,
    id: PartitionId,
    records: Vec<(Source, u64, Vec<u8>)>,
}

impl Batch<'_> {
    fn push(&mut self, source: Source, at: u64, text: Vec<u8>) {
        match self.journal.shared.sink {
            Sink::Keep => self.records.push((source, at, text)),
            Sink::Direct => write_out(source, &text),
        }
    }

    fn commit(self, dropped: u64) {
        if self.journal.shared.sink == Sink::Direct {
            if dropped > 0 {
                write_out(
                    Source::Log(2),
                    format!("{dropped} log records were dropped").as_bytes(),
                );
            }
            return;
        }
        if self.records.is_empty() && dropped == 0 {
            // Must not bring back what `forget` took: the journal looks at a well once more after its end.
            return;
        }
        let mut all = lock(&self.journal.shared.kept);
        let kept = all.entry(self.id).or_default();
        kept.lost += dropped;
        for (source, at, text) in self.records {
            kept.append(source, at, &text);
        }
        drop(all);
        self.journal.shared.grew.notify_all();
    }
}

/// A reader that went away is not the guest's fault: errors are dropped.
fn write_out(source: Source, text: &[u8]) {
    let _ = match source {
        Source::Out => {
            let mut out = std::io::stdout().lock();
            out.write_all(text).and_then(|()| out.flush())
        }
        Source::Err => std::io::stderr().write_all(text),
        Source::Log(_) => {
            writeln!(std::io::stderr(), "[{}] {}", source.name(), harmless(text))
        }
    };
}

/// A log record as one line that commands no terminal: whoever reads it trusts that a line is
/// a record.
fn harmless(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() && c != '\t' {
            line.extend(c.escape_default())
        } else {
            line.push(c)
        }
    }
    line
}

impl Kept {
    fn append(&mut self, source: Source, at: u64, text: &[u8]) {
        let line = match source {
            Source::Log(_) => return self.keep(source, at, text),
            Source::Out => &mut self.out,
            Source::Err => &mut self.err,
        };
        for whole in line.feed(text) {
            self.keep(source, at, &whole);
        }
    }

    fn finish_lines(&mut self) {
        for source in [Source::Out, Source::Err] {
            let line = if source == Source::Out {
                &mut self.out
            } else {
                &mut self.err
            };
            if let Some(rest) = line.finish() {
                self.keep(source, monotonic_ns(), &rest);
            }
        }
    }

    fn keep(&mut self, source: Source, at: u64, text: &[u8]) {
        let text = String::from_utf8_lossy(text).into_owned();
        self.bytes += text.len() + RECORD;
        self.records.push_back(Record {
            sequence: self.next,
            at_ns: at,
            source,
            text,
        });
        self.next += 1;
        while self.bytes > KEPT {
            let Some(oldest) = self.records.pop_front() else {
                break;
            };
            self.bytes -= oldest.text.len() + RECORD;
            self.lost += 1;
        }
    }

    fn page(&self, from: u64, most: usize) -> Page {
        let skip = self
            .records
            .iter()
            .take_while(|r| r.sequence < from)
            .count();
        let records: Vec<Record> = self.records.iter().skip(skip).take(most).cloned().collect();
        let next = records
            .last()
            .map_or(self.next.max(from.min(self.next)), |r| r.sequence + 1);
        Page {
            records,
            next,
            lost: self.lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> PartitionId {
        PartitionId::new(1, 1)
    }

    #[test]
    fn records_come_back_in_order_and_output_in_lines() {
        let journal = Journal::start(Sink::Keep).unwrap();
        let tap = journal.tap(id());
        assert!(tap.log(3, b"first"));
        tap.output(Stream::Out, b"one\ntw");
        tap.output(Stream::Out, b"o\nrest");
        journal.flush(&tap);
        let page = journal.read(id(), 0, 100);
        let texts: Vec<_> = page.records.iter().map(|r| r.text.as_str()).collect();
        assert_eq!(texts, ["first", "one", "two", "rest"]);
        assert_eq!(page.next, 4);
        assert!(journal.read(id(), page.next, 100).records.is_empty());
        journal.close();
    }

    #[test]
    fn a_flood_is_bounded_and_counted() {
        let journal = Journal::start(Sink::Keep).unwrap();
        let tap = journal.tap(id());
        let mut refused = 0;
        for i in 0..200_000u32 {
            refused += u64::from(!tap.log(3, format!("record {i}").as_bytes()));
        }
        journal.flush(&tap);
        let page = journal.read(id(), 0, usize::MAX);
        let bytes: usize = page.records.iter().map(|r| r.text.len()).sum();
        assert!(bytes <= KEPT);
        assert_eq!(page.lost + page.records.len() as u64, 200_000);
        assert!(page.lost >= refused);
        journal.close();
    }

    #[test]
    fn a_full_ring_has_no_space_for_output_until_it_is_drained() {
        let journal = Journal::start(Sink::Keep).unwrap();
        let tap = journal.tap(id());
        // The journal's thread may drain meanwhile, so fill faster than it can look.
        let mut filled = false;
        for _ in 0..100_000 {
            let space = tap.space();
            if space == 0 {
                filled = true;
                break;
            }
            tap.output(Stream::Out, &vec![b'x'; space]);
        }
        assert!(filled);
        journal.flush(&tap);
        assert!(tap.space() > 0);
        journal.close();
    }
}
