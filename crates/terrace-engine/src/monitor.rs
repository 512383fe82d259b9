//! What a guest's host calls need from the layer above: the seam between engine and VM.

use terrace_abi::{Code, Limits};

/// Which of a guest's output streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

/// A callback the monitor owes the guest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lifecycle {
    /// Memory is short; the level is a `TrimLevel` of the guest interface.
    Trim(u32),
    /// A polite stop.
    Stop,
}

/// How a guest rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// Let equals run first.
    Yield,
    /// Until this monotonic time in ns.
    Until(u64),
}

/// A call of the control interface, its texts already copied out of the guest.
#[derive(Debug)]
pub enum ControlCall<'a> {
    /// Create a partition of an installed app.
    Create {
        /// The app.
        app: &'a str,
        /// The partition; empty for a made-up name.
        name: &'a str,
    },
    /// Start what was created.
    Start(u64),
    /// Suspend at the next safe point.
    Suspend(u64),
    /// Resume.
    Resume(u64),
    /// Polite stop, forced after the grace time.
    Stop(u64),
    /// End by force.
    Kill(u64),
    /// Kill if needed and start again.
    Restart(u64),
    /// Change a limit.
    SetLimit {
        /// Whose.
        id: u64,
        /// A `Limit` of the guest interface.
        what: u32,
        /// The new value.
        value: u64,
    },
    /// Ask to give memory back.
    Trim {
        /// Whose.
        id: u64,
        /// A `TrimLevel`.
        level: u32,
    },
    /// Fill with ids, 8 bytes each; answers how many there are.
    List {
        /// Where the answer goes.
        out: &'a mut [u8],
    },
    /// Fill with a `status` record.
    Status {
        /// Whose.
        id: u64,
        /// Where the answer goes.
        out: &'a mut [u8],
    },
    /// Fill with the name.
    Name {
        /// Whose.
        id: u64,
        /// Where the answer goes.
        out: &'a mut [u8],
    },
    /// Fill with the next event.
    NextEvent {
        /// Monotonic ns to wait for at most.
        until: u64,
        /// Where the answer goes.
        out: &'a mut [u8],
    },
}

/// What the monitor does for one guest. Called on the thread that runs the guest; nothing
/// here may block, and nothing but `control` may allocate.
pub trait Monitor: Send + Sync + 'static {
    /// Should the guest give the processor back at this safe point?
    fn attention(&self) -> bool;
    /// The guest's partition id.
    fn id(&self) -> u64;
    /// What the guest may use.
    fn limits(&self) -> Limits;
    /// Begin or continue a rest; `Code::Again` until it is over.
    fn rest(&self, rest: Rest) -> Code;
    /// Was a polite stop asked for?
    fn stop_requested(&self) -> bool;
    /// Append a log record; `text` is already cut to the limit.
    fn log(&self, level: u32, text: &[u8]) -> Code;
    /// How many bytes of output the stream takes now.
    fn output_space(&self, stream: Stream) -> usize;
    /// Append output; at most `output_space` bytes.
    fn output(&self, stream: Stream, bytes: &[u8]);
    /// Wake `waker` when the stream has space again.
    fn output_wait(&self, stream: Stream, waker: &std::task::Waker);
    /// The next callback owed, if any.
    fn next_lifecycle(&self) -> Option<Lifecycle>;
    /// The guest finished its `create` callback, or has none.
    fn created(&self);
    /// A call of the control interface; answers a code, a length or an id.
    fn control(&self, call: ControlCall<'_>) -> i64;
}
