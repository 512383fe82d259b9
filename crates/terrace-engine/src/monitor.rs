//! What a guest's host calls need from the layer above: the seam between engine and VM.

use crate::message_calls::Messages;
use crate::provider_calls::Providers;
use crate::window::WindowSeat;
use std::sync::Arc;
use terrace_abi::{CallbackTerms, Code, Component, Limits, Part, Release, WindowTerms};

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

/// What is done to a service of the caller's own app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServiceOrder {
    /// Creation and start command; then it has releases.
    Start,
    /// It is destroyed, and has no releases until it is started.
    Stop,
    /// No releases until it is resumed.
    Pause,
    /// Releases again.
    Resume,
}

/// What a component does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// This.
    Release(Release),
    /// Nothing, for this reason: `again`, `timeout`, `stopping`.
    Wait(Code),
}

/// What the monitor does for a guest that is a component of an app. As for [`Monitor`]: on the
/// guest's own thread, without blocking or allocating.
pub trait Realtime {
    /// Which component it is.
    fn component(&self) -> Component;
    /// The terms of a callback, 0 being the component's own.
    fn callback(&self, index: u32) -> Option<CallbackTerms>;
    /// The name of a callback.
    fn name(&self, index: u32) -> Option<&str>;
    /// Complete what runs, and begin or wait for what comes next, until this monotonic time in ns.
    fn next(&self, until: u64) -> Next;
    /// Does it prepare itself for its first release, and is its memory to stay in place then?
    fn preparing(&self) -> bool;
    /// Complete what runs.
    fn complete(&self) -> Code;
    /// Monotonic time in ns of the next release; the largest number for none.
    fn due(&self) -> u64;
    /// Run at this priority until the release completes; `Code::Again` until it does.
    fn set_priority(&self, level: u32) -> Code;
    /// Do something to a service of the same app.
    fn order(&self, service: &str, order: ServiceOrder) -> Code;
    /// Enter a shared resource; `Code::Again` until it is entered.
    fn enter(&self, resource: &str) -> Code;
    /// Leave the one entered last.
    fn leave(&self) -> Code;
    /// Of the message that the release is for: its record, and its first bytes; a code, or the length of
    /// the record.
    fn message(&self, out: &mut [u8], data: &mut [u8]) -> i32;
}

/// What the monitor does for one guest. Called on the thread that runs the guest; nothing
/// here may block, and nothing but `control` may allocate.
pub trait Monitor: Send + Sync + 'static {
    /// Should the guest give the processor back at this safe point?
    fn attention(&self) -> bool;
    /// Did the guest's own call say that it gives the processor back at the next safe point?
    fn leaving(&self) -> bool {
        false
    }
    /// The guest begins to wait: is it to give back stack that it does not use?
    fn idles(&self) -> bool {
        false
    }
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
    /// What it does for a component; none: the guest is a whole app.
    fn realtime(&self) -> Option<&dyn Realtime> {
        None
    }
    /// What it does about messages; none: there are none here.
    fn messages(&self) -> Option<&dyn Messages> {
        None
    }
    /// What it does about providers; none: there are none here.
    fn providers(&self) -> Option<Arc<dyn Providers>> {
        None
    }
    /// What memory a window needs.
    ///
    /// # Errors
    /// `not-found`, `denied`.
    fn window_terms(&self, _channel: &str) -> Result<WindowTerms, Code> {
        Err(Code::NotFound)
    }
    /// A place at a window. May allocate: windows are opened at the start.
    ///
    /// # Errors
    /// `not-found`, `denied`, `occupied`.
    fn open_window(&self, _channel: &str, _part: Part) -> Result<Box<dyn WindowSeat>, Code> {
        Err(Code::NotFound)
    }
}
