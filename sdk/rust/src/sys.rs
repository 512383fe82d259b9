// Generated from abi/ by `cargo run -p xtask -- bindings`. Do not edit.
//! The guest interface of Terrace, version 0.1.0, as it is: numbers, records and calls.
//!
//! # Invariants
//! S1. Every (pointer, length) given to the monitor is one slice borrowed for the length of
//!     the call: shared where the monitor reads, exclusive where it writes. The monitor
//!     keeps no pointer after it returned, and writes within the length only.

/// What a call answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum Code {
    /// Done.
    Ok = 0,
    /// Not yet: call once more with the same arguments.
    Again = -1,
    /// The manifest does not permit it.
    Denied = -2,
    /// An argument is out of its range.
    Invalid = -3,
    /// No such partition, app or name.
    NotFound = -4,
    /// The buffer is too small, or the text too long.
    TooLong = -5,
    /// No room left; nothing was changed.
    Full = -6,
    /// The memory this needs is not available.
    NoMemory = -7,
    /// The partition's state does not allow it.
    WrongState = -8,
    /// A polite stop was asked for.
    Stopping = -9,
    /// The time passed.
    Timeout = -10,
    /// This monitor cannot do it.
    Unsupported = -11,
    /// No installed app declares a channel of this name.
    Undeclared = -12,
    /// The channel's declaration does not let this app do it.
    Unpermitted = -13,
    /// The channel is full of what is not less important.
    Crowded = -14,
    /// The caller has no such handle, or no longer.
    Stale = -15,
    /// The caller has as many slots of this channel as it may.
    Held = -16,
    /// The channel is gone, with the app that declared it.
    Closed = -17,
    /// The callee has ended; find the interface anew.
    Dead = -20,
    /// The callee waits, itself or through others, for the caller; the log names them.
    Cycle = -21,
    /// The request does not fit where the callee takes it.
    RequestTooLong = -22,
    /// The reply does not fit in the caller's buffer.
    ReplyTooLong = -23,
    /// Nobody receives from the window; the buffer stays with the caller.
    Unheard = -30,
    /// The window has its publisher, or as many subscribers as it may.
    Occupied = -31,
    /// The range does not fit the window, or lies where none may.
    Misplaced = -32,
    /// The caller has no such window or buffer, or no longer.
    Foreign = -33,
    /// The caller holds as many buffers of the window as it may.
    HeldUp = -34,
    /// A row would not be as its table requires; nothing was changed.
    Conflict = -40,
    /// Another socket has the address.
    InUse = -45,
    /// Nobody listens at the address, or it cannot be reached.
    Refused = -46,
    /// The other side broke the connection off.
    Reset = -47,
}

impl Code {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [Code; 31] = [Code::Ok, Code::Again, Code::Denied, Code::Invalid, Code::NotFound, Code::TooLong, Code::Full, Code::NoMemory, Code::WrongState, Code::Stopping, Code::Timeout, Code::Unsupported, Code::Undeclared, Code::Unpermitted, Code::Crowded, Code::Stale, Code::Held, Code::Closed, Code::Dead, Code::Cycle, Code::RequestTooLong, Code::ReplyTooLong, Code::Unheard, Code::Occupied, Code::Misplaced, Code::Foreign, Code::HeldUp, Code::Conflict, Code::InUse, Code::Refused, Code::Reset];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_i32(self) -> i32 {
        self as i32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_i32(value: i32) -> Option<Code> {
        match value {
            0 => Some(Code::Ok),
            -1 => Some(Code::Again),
            -2 => Some(Code::Denied),
            -3 => Some(Code::Invalid),
            -4 => Some(Code::NotFound),
            -5 => Some(Code::TooLong),
            -6 => Some(Code::Full),
            -7 => Some(Code::NoMemory),
            -8 => Some(Code::WrongState),
            -9 => Some(Code::Stopping),
            -10 => Some(Code::Timeout),
            -11 => Some(Code::Unsupported),
            -12 => Some(Code::Undeclared),
            -13 => Some(Code::Unpermitted),
            -14 => Some(Code::Crowded),
            -15 => Some(Code::Stale),
            -16 => Some(Code::Held),
            -17 => Some(Code::Closed),
            -20 => Some(Code::Dead),
            -21 => Some(Code::Cycle),
            -22 => Some(Code::RequestTooLong),
            -23 => Some(Code::ReplyTooLong),
            -30 => Some(Code::Unheard),
            -31 => Some(Code::Occupied),
            -32 => Some(Code::Misplaced),
            -33 => Some(Code::Foreign),
            -34 => Some(Code::HeldUp),
            -40 => Some(Code::Conflict),
            -45 => Some(Code::InUse),
            -46 => Some(Code::Refused),
            -47 => Some(Code::Reset),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Code::Ok => "ok",
            Code::Again => "again",
            Code::Denied => "denied",
            Code::Invalid => "invalid",
            Code::NotFound => "not-found",
            Code::TooLong => "too-long",
            Code::Full => "full",
            Code::NoMemory => "no-memory",
            Code::WrongState => "wrong-state",
            Code::Stopping => "stopping",
            Code::Timeout => "timeout",
            Code::Unsupported => "unsupported",
            Code::Undeclared => "undeclared",
            Code::Unpermitted => "unpermitted",
            Code::Crowded => "crowded",
            Code::Stale => "stale",
            Code::Held => "held",
            Code::Closed => "closed",
            Code::Dead => "dead",
            Code::Cycle => "cycle",
            Code::RequestTooLong => "request-too-long",
            Code::ReplyTooLong => "reply-too-long",
            Code::Unheard => "unheard",
            Code::Occupied => "occupied",
            Code::Misplaced => "misplaced",
            Code::Foreign => "foreign",
            Code::HeldUp => "held-up",
            Code::Conflict => "conflict",
            Code::InUse => "in-use",
            Code::Refused => "refused",
            Code::Reset => "reset",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Code::Ok => "done",
            Code::Again => "not yet: call once more with the same arguments",
            Code::Denied => "the manifest does not permit it",
            Code::Invalid => "an argument is out of its range",
            Code::NotFound => "no such partition, app or name",
            Code::TooLong => "the buffer is too small, or the text too long",
            Code::Full => "no room left; nothing was changed",
            Code::NoMemory => "the memory this needs is not available",
            Code::WrongState => "the partition's state does not allow it",
            Code::Stopping => "a polite stop was asked for",
            Code::Timeout => "the time passed",
            Code::Unsupported => "this monitor cannot do it",
            Code::Undeclared => "no installed app declares a channel of this name",
            Code::Unpermitted => "the channel's declaration does not let this app do it",
            Code::Crowded => "the channel is full of what is not less important",
            Code::Stale => "the caller has no such handle, or no longer",
            Code::Held => "the caller has as many slots of this channel as it may",
            Code::Closed => "the channel is gone, with the app that declared it",
            Code::Dead => "the callee has ended; find the interface anew",
            Code::Cycle => "the callee waits, itself or through others, for the caller; the log names them",
            Code::RequestTooLong => "the request does not fit where the callee takes it",
            Code::ReplyTooLong => "the reply does not fit in the caller's buffer",
            Code::Unheard => "nobody receives from the window; the buffer stays with the caller",
            Code::Occupied => "the window has its publisher, or as many subscribers as it may",
            Code::Misplaced => "the range does not fit the window, or lies where none may",
            Code::Foreign => "the caller has no such window or buffer, or no longer",
            Code::HeldUp => "the caller holds as many buffers of the window as it may",
            Code::Conflict => "a row would not be as its table requires; nothing was changed",
            Code::InUse => "another socket has the address",
            Code::Refused => "nobody listens at the address, or it cannot be reached",
            Code::Reset => "the other side broke the connection off",
        }
    }
}

impl core::fmt::Display for Code {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// How much a log record matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Level {
    /// Something is broken.
    Error = 1,
    /// Something is odd.
    Warn = 2,
    /// Something happened.
    Info = 3,
    /// For who looks for a mistake.
    Debug = 4,
}

impl Level {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [Level; 4] = [Level::Error, Level::Warn, Level::Info, Level::Debug];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<Level> {
        match value {
            1 => Some(Level::Error),
            2 => Some(Level::Warn),
            3 => Some(Level::Info),
            4 => Some(Level::Debug),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warn => "warn",
            Level::Info => "info",
            Level::Debug => "debug",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Level::Error => "something is broken",
            Level::Warn => "something is odd",
            Level::Info => "something happened",
            Level::Debug => "for who looks for a mistake",
        }
    }
}

impl core::fmt::Display for Level {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Where a partition is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum State {
    /// Created, not started.
    Installed = 0,
    /// Being instantiated; `create` runs.
    Starting = 1,
    /// Ready, running or waiting.
    Running = 2,
    /// Uses no processor until resumed.
    Suspended = 3,
    /// A polite stop was asked for.
    Stopping = 4,
    /// Ended by itself or by request; everything it owned is gone.
    Stopped = 5,
    /// Ended by a fault; everything it owned is gone.
    Faulted = 6,
}

impl State {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [State; 7] = [State::Installed, State::Starting, State::Running, State::Suspended, State::Stopping, State::Stopped, State::Faulted];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<State> {
        match value {
            0 => Some(State::Installed),
            1 => Some(State::Starting),
            2 => Some(State::Running),
            3 => Some(State::Suspended),
            4 => Some(State::Stopping),
            5 => Some(State::Stopped),
            6 => Some(State::Faulted),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            State::Installed => "installed",
            State::Starting => "starting",
            State::Running => "running",
            State::Suspended => "suspended",
            State::Stopping => "stopping",
            State::Stopped => "stopped",
            State::Faulted => "faulted",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<State> {
        State::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            State::Installed => "created, not started",
            State::Starting => "being instantiated; `create` runs",
            State::Running => "ready, running or waiting",
            State::Suspended => "uses no processor until resumed",
            State::Stopping => "a polite stop was asked for",
            State::Stopped => "ended by itself or by request; everything it owned is gone",
            State::Faulted => "ended by a fault; everything it owned is gone",
        }
    }
}

impl core::fmt::Display for State {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Why a partition ended against its will.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum FaultKind {
    /// No fault.
    None = 0,
    /// The program gave up (Wasm `unreachable`: panic, abort).
    Unreachable = 1,
    /// Access outside its memory.
    MemoryBounds = 2,
    /// Access outside its table.
    TableBounds = 3,
    /// Indirect call of nothing or of another signature.
    BadCall = 4,
    /// Division by zero, or a result that does not fit.
    Division = 5,
    /// Float that has no integer.
    BadConversion = 6,
    /// Recursion deeper than the stack.
    StackOverflow = 7,
    /// A pointer or length outside its memory, given to the monitor.
    BadPointer = 8,
    /// Its memory does not fit in its limit.
    OutOfMemory = 9,
    /// Used more processor time than its budget (on_overrun = "stop").
    Overrun = 10,
    /// `create` or `start` answered an error, or the program cannot be linked.
    RefusedStart = 11,
    /// Ended by force.
    Killed = 12,
    /// A state of the monitor that should not exist; report it.
    Monitor = 13,
    /// Another trap of the engine.
    OtherTrap = 14,
    /// An error that nothing in the program handled (`fail`); the message says which.
    Uncaught = 15,
}

impl FaultKind {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [FaultKind; 16] = [FaultKind::None, FaultKind::Unreachable, FaultKind::MemoryBounds, FaultKind::TableBounds, FaultKind::BadCall, FaultKind::Division, FaultKind::BadConversion, FaultKind::StackOverflow, FaultKind::BadPointer, FaultKind::OutOfMemory, FaultKind::Overrun, FaultKind::RefusedStart, FaultKind::Killed, FaultKind::Monitor, FaultKind::OtherTrap, FaultKind::Uncaught];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<FaultKind> {
        match value {
            0 => Some(FaultKind::None),
            1 => Some(FaultKind::Unreachable),
            2 => Some(FaultKind::MemoryBounds),
            3 => Some(FaultKind::TableBounds),
            4 => Some(FaultKind::BadCall),
            5 => Some(FaultKind::Division),
            6 => Some(FaultKind::BadConversion),
            7 => Some(FaultKind::StackOverflow),
            8 => Some(FaultKind::BadPointer),
            9 => Some(FaultKind::OutOfMemory),
            10 => Some(FaultKind::Overrun),
            11 => Some(FaultKind::RefusedStart),
            12 => Some(FaultKind::Killed),
            13 => Some(FaultKind::Monitor),
            14 => Some(FaultKind::OtherTrap),
            15 => Some(FaultKind::Uncaught),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::None => "none",
            FaultKind::Unreachable => "unreachable",
            FaultKind::MemoryBounds => "memory-bounds",
            FaultKind::TableBounds => "table-bounds",
            FaultKind::BadCall => "bad-call",
            FaultKind::Division => "division",
            FaultKind::BadConversion => "bad-conversion",
            FaultKind::StackOverflow => "stack-overflow",
            FaultKind::BadPointer => "bad-pointer",
            FaultKind::OutOfMemory => "out-of-memory",
            FaultKind::Overrun => "overrun",
            FaultKind::RefusedStart => "refused-start",
            FaultKind::Killed => "killed",
            FaultKind::Monitor => "monitor",
            FaultKind::OtherTrap => "other-trap",
            FaultKind::Uncaught => "uncaught",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<FaultKind> {
        FaultKind::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            FaultKind::None => "no fault",
            FaultKind::Unreachable => "the program gave up (Wasm `unreachable`: panic, abort)",
            FaultKind::MemoryBounds => "access outside its memory",
            FaultKind::TableBounds => "access outside its table",
            FaultKind::BadCall => "indirect call of nothing or of another signature",
            FaultKind::Division => "division by zero, or a result that does not fit",
            FaultKind::BadConversion => "float that has no integer",
            FaultKind::StackOverflow => "recursion deeper than the stack",
            FaultKind::BadPointer => "a pointer or length outside its memory, given to the monitor",
            FaultKind::OutOfMemory => "its memory does not fit in its limit",
            FaultKind::Overrun => "used more processor time than its budget (on_overrun = \"stop\")",
            FaultKind::RefusedStart => "`create` or `start` answered an error, or the program cannot be linked",
            FaultKind::Killed => "ended by force",
            FaultKind::Monitor => "a state of the monitor that should not exist; report it",
            FaultKind::OtherTrap => "another trap of the engine",
            FaultKind::Uncaught => "an error that nothing in the program handled (`fail`); the message says which",
        }
    }
}

impl core::fmt::Display for FaultKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What `next-event` tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum EventKind {
    /// A partition was created.
    Created = 0,
    /// It runs.
    Started = 1,
    /// It was suspended.
    Suspended = 2,
    /// It was resumed.
    Resumed = 3,
    /// It ended; the detail is its exit status.
    Stopped = 4,
    /// It ended by a fault; the detail is the fault.
    Faulted = 5,
    /// It used up its budget; the detail is how often since this was last told, at most once a second.
    Overran = 6,
    /// Growth beyond its limit was refused.
    MemoryFull = 7,
    /// The restart policy will start it again; the detail is the count.
    Restarting = 8,
    /// Its log or output was full; the detail is how many records were lost.
    LogDropped = 9,
    /// It is gone, its name is free.
    Removed = 10,
    /// A release of a component missed its deadline; the detail is how often since this was last told, at most once a second.
    Missed = 11,
    /// A component was started, stopped, paused, resumed or suspended; the detail is its index.
    Component = 12,
}

impl EventKind {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [EventKind; 13] = [EventKind::Created, EventKind::Started, EventKind::Suspended, EventKind::Resumed, EventKind::Stopped, EventKind::Faulted, EventKind::Overran, EventKind::MemoryFull, EventKind::Restarting, EventKind::LogDropped, EventKind::Removed, EventKind::Missed, EventKind::Component];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<EventKind> {
        match value {
            0 => Some(EventKind::Created),
            1 => Some(EventKind::Started),
            2 => Some(EventKind::Suspended),
            3 => Some(EventKind::Resumed),
            4 => Some(EventKind::Stopped),
            5 => Some(EventKind::Faulted),
            6 => Some(EventKind::Overran),
            7 => Some(EventKind::MemoryFull),
            8 => Some(EventKind::Restarting),
            9 => Some(EventKind::LogDropped),
            10 => Some(EventKind::Removed),
            11 => Some(EventKind::Missed),
            12 => Some(EventKind::Component),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EventKind::Created => "created",
            EventKind::Started => "started",
            EventKind::Suspended => "suspended",
            EventKind::Resumed => "resumed",
            EventKind::Stopped => "stopped",
            EventKind::Faulted => "faulted",
            EventKind::Overran => "overran",
            EventKind::MemoryFull => "memory-full",
            EventKind::Restarting => "restarting",
            EventKind::LogDropped => "log-dropped",
            EventKind::Removed => "removed",
            EventKind::Missed => "missed",
            EventKind::Component => "component",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<EventKind> {
        EventKind::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            EventKind::Created => "a partition was created",
            EventKind::Started => "it runs",
            EventKind::Suspended => "it was suspended",
            EventKind::Resumed => "it was resumed",
            EventKind::Stopped => "it ended; the detail is its exit status",
            EventKind::Faulted => "it ended by a fault; the detail is the fault",
            EventKind::Overran => "it used up its budget; the detail is how often since this was last told, at most once a second",
            EventKind::MemoryFull => "growth beyond its limit was refused",
            EventKind::Restarting => "the restart policy will start it again; the detail is the count",
            EventKind::LogDropped => "its log or output was full; the detail is how many records were lost",
            EventKind::Removed => "it is gone, its name is free",
            EventKind::Missed => "a release of a component missed its deadline; the detail is how often since this was last told, at most once a second",
            EventKind::Component => "a component was started, stopped, paused, resumed or suspended; the detail is its index",
        }
    }
}

impl core::fmt::Display for EventKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What `set-limit` sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Limit {
    /// Its memory limit in bytes; not below what it has.
    Memory = 0,
    /// Processor time per period in ns; 0 takes the budget away.
    Budget = 1,
    /// Period of the budget in ns.
    Period = 2,
    /// 1..99, or 0 for normal.
    Priority = 3,
}

impl Limit {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [Limit; 4] = [Limit::Memory, Limit::Budget, Limit::Period, Limit::Priority];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<Limit> {
        match value {
            0 => Some(Limit::Memory),
            1 => Some(Limit::Budget),
            2 => Some(Limit::Period),
            3 => Some(Limit::Priority),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Limit::Memory => "memory",
            Limit::Budget => "budget",
            Limit::Period => "period",
            Limit::Priority => "priority",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Limit> {
        Limit::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Limit::Memory => "its memory limit in bytes; not below what it has",
            Limit::Budget => "processor time per period in ns; 0 takes the budget away",
            Limit::Period => "period of the budget in ns",
            Limit::Priority => "1..99, or 0 for normal",
        }
    }
}

impl core::fmt::Display for Limit {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// How much memory to give back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum TrimLevel {
    /// What costs nothing to make again.
    Light = 0,
    /// Caches.
    Moderate = 1,
    /// Everything not needed to stay correct.
    Critical = 2,
}

impl TrimLevel {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [TrimLevel; 3] = [TrimLevel::Light, TrimLevel::Moderate, TrimLevel::Critical];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<TrimLevel> {
        match value {
            0 => Some(TrimLevel::Light),
            1 => Some(TrimLevel::Moderate),
            2 => Some(TrimLevel::Critical),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TrimLevel::Light => "light",
            TrimLevel::Moderate => "moderate",
            TrimLevel::Critical => "critical",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<TrimLevel> {
        TrimLevel::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            TrimLevel::Light => "what costs nothing to make again",
            TrimLevel::Moderate => "caches",
            TrimLevel::Critical => "everything not needed to stay correct",
        }
    }
}

impl core::fmt::Display for TrimLevel {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What a component is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum ComponentKind {
    /// A service, with the tasks and receivers nested in it.
    Service = 0,
    /// A receiver with memory of its own.
    Receiver = 1,
}

impl ComponentKind {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [ComponentKind; 2] = [ComponentKind::Service, ComponentKind::Receiver];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<ComponentKind> {
        match value {
            0 => Some(ComponentKind::Service),
            1 => Some(ComponentKind::Receiver),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ComponentKind::Service => "service",
            ComponentKind::Receiver => "receiver",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ComponentKind> {
        ComponentKind::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            ComponentKind::Service => "a service, with the tasks and receivers nested in it",
            ComponentKind::Receiver => "a receiver with memory of its own",
        }
    }
}

impl core::fmt::Display for ComponentKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What a callback of a component is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum CallbackKind {
    /// The component's own: creation, start command; of a receiver its messages.
    Own = 0,
    /// Released every period.
    Task = 1,
    /// Released by messages, in the memory of its service.
    Receiver = 2,
}

impl CallbackKind {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [CallbackKind; 3] = [CallbackKind::Own, CallbackKind::Task, CallbackKind::Receiver];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<CallbackKind> {
        match value {
            0 => Some(CallbackKind::Own),
            1 => Some(CallbackKind::Task),
            2 => Some(CallbackKind::Receiver),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CallbackKind::Own => "own",
            CallbackKind::Task => "task",
            CallbackKind::Receiver => "receiver",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<CallbackKind> {
        CallbackKind::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            CallbackKind::Own => "the component's own: creation, start command; of a receiver its messages",
            CallbackKind::Task => "released every period",
            CallbackKind::Receiver => "released by messages, in the memory of its service",
        }
    }
}

impl core::fmt::Display for CallbackKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What a release is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Occasion {
    /// The callback's time has come.
    Release = 0,
    /// The component is to make itself ready.
    Create = 1,
    /// The service was started.
    StartCommand = 2,
    /// A message waits for the receiver.
    Message = 3,
    /// There will be no releases until `resume`.
    Pause = 4,
    /// Releases go on.
    Resume = 5,
    /// The component ends, or is stopped until it is started again.
    Destroy = 6,
    /// Releases used more processor time than their cost (on_overrun = "callback").
    Overran = 7,
    /// Releases missed their deadline (on_miss = "callback").
    Missed = 8,
}

impl Occasion {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [Occasion; 9] = [Occasion::Release, Occasion::Create, Occasion::StartCommand, Occasion::Message, Occasion::Pause, Occasion::Resume, Occasion::Destroy, Occasion::Overran, Occasion::Missed];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<Occasion> {
        match value {
            0 => Some(Occasion::Release),
            1 => Some(Occasion::Create),
            2 => Some(Occasion::StartCommand),
            3 => Some(Occasion::Message),
            4 => Some(Occasion::Pause),
            5 => Some(Occasion::Resume),
            6 => Some(Occasion::Destroy),
            7 => Some(Occasion::Overran),
            8 => Some(Occasion::Missed),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Occasion::Release => "release",
            Occasion::Create => "create",
            Occasion::StartCommand => "start-command",
            Occasion::Message => "message",
            Occasion::Pause => "pause",
            Occasion::Resume => "resume",
            Occasion::Destroy => "destroy",
            Occasion::Overran => "overran",
            Occasion::Missed => "missed",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Occasion> {
        Occasion::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Occasion::Release => "the callback's time has come",
            Occasion::Create => "the component is to make itself ready",
            Occasion::StartCommand => "the service was started",
            Occasion::Message => "a message waits for the receiver",
            Occasion::Pause => "there will be no releases until `resume`",
            Occasion::Resume => "releases go on",
            Occasion::Destroy => "the component ends, or is stopped until it is started again",
            Occasion::Overran => "releases used more processor time than their cost (on_overrun = \"callback\")",
            Occasion::Missed => "releases missed their deadline (on_miss = \"callback\")",
        }
    }
}

impl core::fmt::Display for Occasion {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What follows an overrun or a deadline miss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Reaction {
    /// It is recorded; the release goes on.
    Log = 0,
    /// The next release is left out.
    Skip = 1,
    /// The component is suspended until it is resumed.
    Suspend = 2,
    /// The component is stopped.
    Stop = 3,
    /// The app is told by a callback.
    Callback = 4,
}

impl Reaction {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [Reaction; 5] = [Reaction::Log, Reaction::Skip, Reaction::Suspend, Reaction::Stop, Reaction::Callback];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<Reaction> {
        match value {
            0 => Some(Reaction::Log),
            1 => Some(Reaction::Skip),
            2 => Some(Reaction::Suspend),
            3 => Some(Reaction::Stop),
            4 => Some(Reaction::Callback),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reaction::Log => "log",
            Reaction::Skip => "skip",
            Reaction::Suspend => "suspend",
            Reaction::Stop => "stop",
            Reaction::Callback => "callback",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Reaction> {
        Reaction::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Reaction::Log => "it is recorded; the release goes on",
            Reaction::Skip => "the next release is left out",
            Reaction::Suspend => "the component is suspended until it is resumed",
            Reaction::Stop => "the component is stopped",
            Reaction::Callback => "the app is told by a callback",
        }
    }
}

impl core::fmt::Display for Reaction {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What a channel is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Role {
    /// Sends to it.
    Send = 0,
    /// Receives from it.
    Receive = 1,
}

impl Role {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [Role; 2] = [Role::Send, Role::Receive];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<Role> {
        match value {
            0 => Some(Role::Send),
            1 => Some(Role::Receive),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Send => "send",
            Role::Receive => "receive",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Role::Send => "sends to it",
            Role::Receive => "receives from it",
        }
    }
}

impl core::fmt::Display for Role {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Who gets a message of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum ChannelKind {
    /// One of those who receive.
    Message = 0,
    /// Each of those who receive; stored once.
    Broadcast = 1,
    /// The receiver, handed over and not copied.
    Bulk = 2,
    /// From or to Linux processes, below all others.
    CrossContext = 3,
}

impl ChannelKind {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [ChannelKind; 4] = [ChannelKind::Message, ChannelKind::Broadcast, ChannelKind::Bulk, ChannelKind::CrossContext];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<ChannelKind> {
        match value {
            0 => Some(ChannelKind::Message),
            1 => Some(ChannelKind::Broadcast),
            2 => Some(ChannelKind::Bulk),
            3 => Some(ChannelKind::CrossContext),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ChannelKind::Message => "message",
            ChannelKind::Broadcast => "broadcast",
            ChannelKind::Bulk => "bulk",
            ChannelKind::CrossContext => "cross-context",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ChannelKind> {
        ChannelKind::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            ChannelKind::Message => "one of those who receive",
            ChannelKind::Broadcast => "each of those who receive; stored once",
            ChannelKind::Bulk => "the receiver, handed over and not copied",
            ChannelKind::CrossContext => "from or to Linux processes, below all others",
        }
    }
}

impl core::fmt::Display for ChannelKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What the messages of a channel are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Element {
    /// 1 byte.
    Byte = 0,
    /// 1 byte, 0 or 1.
    Boolean = 1,
    /// 2 bytes, a letter.
    Char = 2,
    /// 2 bytes.
    Short = 3,
    /// 4 bytes.
    Int = 4,
    /// 4 bytes, a fraction.
    Float = 5,
    /// 8 bytes.
    Long = 6,
    /// 8 bytes, a fraction.
    Double = 7,
}

impl Element {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [Element; 8] = [Element::Byte, Element::Boolean, Element::Char, Element::Short, Element::Int, Element::Float, Element::Long, Element::Double];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<Element> {
        match value {
            0 => Some(Element::Byte),
            1 => Some(Element::Boolean),
            2 => Some(Element::Char),
            3 => Some(Element::Short),
            4 => Some(Element::Int),
            5 => Some(Element::Float),
            6 => Some(Element::Long),
            7 => Some(Element::Double),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Element::Byte => "byte",
            Element::Boolean => "boolean",
            Element::Char => "char",
            Element::Short => "short",
            Element::Int => "int",
            Element::Float => "float",
            Element::Long => "long",
            Element::Double => "double",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Element> {
        Element::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Element::Byte => "1 byte",
            Element::Boolean => "1 byte, 0 or 1",
            Element::Char => "2 bytes, a letter",
            Element::Short => "2 bytes",
            Element::Int => "4 bytes",
            Element::Float => "4 bytes, a fraction",
            Element::Long => "8 bytes",
            Element::Double => "8 bytes, a fraction",
        }
    }
}

impl core::fmt::Display for Element {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What the bytes of a message are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Form {
    /// As the element of the channel says.
    Plain = 0,
    /// An intent: an action and its extras.
    Intent = 1,
}

impl Form {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [Form; 2] = [Form::Plain, Form::Intent];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<Form> {
        match value {
            0 => Some(Form::Plain),
            1 => Some(Form::Intent),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::Plain => "plain",
            Form::Intent => "intent",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Form::Plain => "as the element of the channel says",
            Form::Intent => "an intent: an action and its extras",
        }
    }
}

impl core::fmt::Display for Form {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What `accept` brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum IncomingKind {
    /// A call that waits for its reply.
    Call = 0,
    /// A request that nobody answers.
    Send = 1,
    /// A partition that was watched has ended.
    Death = 2,
}

impl IncomingKind {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [IncomingKind; 3] = [IncomingKind::Call, IncomingKind::Send, IncomingKind::Death];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<IncomingKind> {
        match value {
            0 => Some(IncomingKind::Call),
            1 => Some(IncomingKind::Send),
            2 => Some(IncomingKind::Death),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            IncomingKind::Call => "call",
            IncomingKind::Send => "send",
            IncomingKind::Death => "death",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<IncomingKind> {
        IncomingKind::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            IncomingKind::Call => "a call that waits for its reply",
            IncomingKind::Send => "a request that nobody answers",
            IncomingKind::Death => "a partition that was watched has ended",
        }
    }
}

impl core::fmt::Display for IncomingKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Who opens a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Part {
    /// Fills buffers and sends them.
    Publish = 0,
    /// Takes buffers and reads them.
    Subscribe = 1,
}

impl Part {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [Part; 2] = [Part::Publish, Part::Subscribe];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<Part> {
        match value {
            0 => Some(Part::Publish),
            1 => Some(Part::Subscribe),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Publish => "publish",
            Part::Subscribe => "subscribe",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Part::Publish => "fills buffers and sends them",
            Part::Subscribe => "takes buffers and reads them",
        }
    }
}

impl core::fmt::Display for Part {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// Whose a buffer is that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Ownership {
    /// What its publisher writes in it afterwards nobody else sees.
    Sealed = 0,
    /// Its publisher could still write in it, and everybody agreed.
    Trusted = 1,
}

impl Ownership {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [Ownership; 2] = [Ownership::Sealed, Ownership::Trusted];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<Ownership> {
        match value {
            0 => Some(Ownership::Sealed),
            1 => Some(Ownership::Trusted),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ownership::Sealed => "sealed",
            Ownership::Trusted => "trusted",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Ownership> {
        Ownership::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Ownership::Sealed => "what its publisher writes in it afterwards nobody else sees",
            Ownership::Trusted => "its publisher could still write in it, and everybody agreed",
        }
    }
}

impl core::fmt::Display for Ownership {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What a value of an intent or a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum ValueKind {
    /// Nothing; in rows and arguments only.
    Null = 0,
    /// 1 byte, 0 or 1.
    Boolean = 1,
    /// 4 bytes, a whole number.
    Int = 2,
    /// 8 bytes, a whole number.
    Long = 3,
    /// 4 bytes, a fraction.
    Float = 4,
    /// 8 bytes, a fraction.
    Double = 5,
    /// Its length (4 bytes), UTF-8.
    Text = 6,
    /// Their count (4 bytes), the bytes.
    Bytes = 7,
    /// Their count (4 bytes), 4 bytes each; in intents only.
    Ints = 8,
    /// Its length (4 bytes), entries; in intents only.
    Bundle = 9,
}

impl ValueKind {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [ValueKind; 10] = [ValueKind::Null, ValueKind::Boolean, ValueKind::Int, ValueKind::Long, ValueKind::Float, ValueKind::Double, ValueKind::Text, ValueKind::Bytes, ValueKind::Ints, ValueKind::Bundle];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<ValueKind> {
        match value {
            0 => Some(ValueKind::Null),
            1 => Some(ValueKind::Boolean),
            2 => Some(ValueKind::Int),
            3 => Some(ValueKind::Long),
            4 => Some(ValueKind::Float),
            5 => Some(ValueKind::Double),
            6 => Some(ValueKind::Text),
            7 => Some(ValueKind::Bytes),
            8 => Some(ValueKind::Ints),
            9 => Some(ValueKind::Bundle),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ValueKind::Null => "null",
            ValueKind::Boolean => "boolean",
            ValueKind::Int => "int",
            ValueKind::Long => "long",
            ValueKind::Float => "float",
            ValueKind::Double => "double",
            ValueKind::Text => "text",
            ValueKind::Bytes => "bytes",
            ValueKind::Ints => "ints",
            ValueKind::Bundle => "bundle",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ValueKind> {
        ValueKind::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            ValueKind::Null => "nothing; in rows and arguments only",
            ValueKind::Boolean => "1 byte, 0 or 1",
            ValueKind::Int => "4 bytes, a whole number",
            ValueKind::Long => "8 bytes, a whole number",
            ValueKind::Float => "4 bytes, a fraction",
            ValueKind::Double => "8 bytes, a fraction",
            ValueKind::Text => "its length (4 bytes), UTF-8",
            ValueKind::Bytes => "their count (4 bytes), the bytes",
            ValueKind::Ints => "their count (4 bytes), 4 bytes each; in intents only",
            ValueKind::Bundle => "its length (4 bytes), entries; in intents only",
        }
    }
}

impl core::fmt::Display for ValueKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

/// What happened to rows that are observed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum ChangeKind {
    /// There are new ones.
    Insert = 0,
    /// Some are different.
    Update = 1,
    /// Some are gone.
    Delete = 2,
    /// Several of these, or it is not known.
    Several = 3,
}

impl ChangeKind {
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [ChangeKind; 4] = [ChangeKind::Insert, ChangeKind::Update, ChangeKind::Delete, ChangeKind::Several];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_u32(self) -> u32 {
        self as u32
    }

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_u32(value: u32) -> Option<ChangeKind> {
        match value {
            0 => Some(ChangeKind::Insert),
            1 => Some(ChangeKind::Update),
            2 => Some(ChangeKind::Delete),
            3 => Some(ChangeKind::Several),
            _ => None,
        }
    }

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ChangeKind::Insert => "insert",
            ChangeKind::Update => "update",
            ChangeKind::Delete => "delete",
            ChangeKind::Several => "several",
        }
    }

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<ChangeKind> {
        ChangeKind::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            ChangeKind::Insert => "there are new ones",
            ChangeKind::Update => "some are different",
            ChangeKind::Delete => "some are gone",
            ChangeKind::Several => "several of these, or it is not known",
        }
    }
}

impl core::fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}

impl core::error::Error for Code {}

/// What a partition may use; filled by `limits`. Little endian, in this order, no padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Limits {
    /// Bytes always available to the partition.
    pub memory_guaranteed: u64,
    /// Bytes its memory never grows beyond.
    pub memory_limit: u64,
    /// Bytes of its memory that exist now.
    pub memory_size: u64,
    /// Processor time per period, in ns; 0 without a budget.
    pub budget_ns: u64,
    /// Period of the budget, in ns; 0 without a budget.
    pub period_ns: u64,
    /// Time slice among equals, in ns.
    pub slice_ns: u64,
    /// 1..99, larger is more important; 0 is a normal partition.
    pub priority: u32,
    /// 0 dispatched, 1 threaded.
    pub mode: u32,
}

impl Limits {
    /// Its length in bytes.
    pub const SIZE: usize = 56;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Limits::SIZE] {
        let mut out = [0; Limits::SIZE];
        out[0..8].copy_from_slice(&self.memory_guaranteed.to_le_bytes());
        out[8..16].copy_from_slice(&self.memory_limit.to_le_bytes());
        out[16..24].copy_from_slice(&self.memory_size.to_le_bytes());
        out[24..32].copy_from_slice(&self.budget_ns.to_le_bytes());
        out[32..40].copy_from_slice(&self.period_ns.to_le_bytes());
        out[40..48].copy_from_slice(&self.slice_ns.to_le_bytes());
        out[48..52].copy_from_slice(&self.priority.to_le_bytes());
        out[52..56].copy_from_slice(&self.mode.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Limits::SIZE]) -> Limits {
        Limits {
            memory_guaranteed: u64::from_le_bytes(field(bytes, 0)),
            memory_limit: u64::from_le_bytes(field(bytes, 8)),
            memory_size: u64::from_le_bytes(field(bytes, 16)),
            budget_ns: u64::from_le_bytes(field(bytes, 24)),
            period_ns: u64::from_le_bytes(field(bytes, 32)),
            slice_ns: u64::from_le_bytes(field(bytes, 40)),
            priority: u32::from_le_bytes(field(bytes, 48)),
            mode: u32::from_le_bytes(field(bytes, 52)),
        }
    }
}

/// A partition as the controller sees it; filled by `status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Status {
    /// The partition.
    pub id: u64,
    /// Processor time used, in ns.
    pub cpu_ns: u64,
    /// Bytes of memory that Linux holds for it.
    pub committed: u64,
    /// Its memory limit in bytes.
    pub memory_limit: u64,
    /// A state of `codes.toml`.
    pub state: u32,
    /// 1..99, or 0 for a normal partition.
    pub priority: u32,
    /// How often the restart policy has started it again.
    pub restarts: u32,
    /// A fault of `codes.toml`; 0 for none.
    pub fault: u32,
}

impl Status {
    /// Its length in bytes.
    pub const SIZE: usize = 48;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Status::SIZE] {
        let mut out = [0; Status::SIZE];
        out[0..8].copy_from_slice(&self.id.to_le_bytes());
        out[8..16].copy_from_slice(&self.cpu_ns.to_le_bytes());
        out[16..24].copy_from_slice(&self.committed.to_le_bytes());
        out[24..32].copy_from_slice(&self.memory_limit.to_le_bytes());
        out[32..36].copy_from_slice(&self.state.to_le_bytes());
        out[36..40].copy_from_slice(&self.priority.to_le_bytes());
        out[40..44].copy_from_slice(&self.restarts.to_le_bytes());
        out[44..48].copy_from_slice(&self.fault.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Status::SIZE]) -> Status {
        Status {
            id: u64::from_le_bytes(field(bytes, 0)),
            cpu_ns: u64::from_le_bytes(field(bytes, 8)),
            committed: u64::from_le_bytes(field(bytes, 16)),
            memory_limit: u64::from_le_bytes(field(bytes, 24)),
            state: u32::from_le_bytes(field(bytes, 32)),
            priority: u32::from_le_bytes(field(bytes, 36)),
            restarts: u32::from_le_bytes(field(bytes, 40)),
            fault: u32::from_le_bytes(field(bytes, 44)),
        }
    }
}

/// Something that happened to a partition; filled by `next-event`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Event {
    /// Counts up by one; a gap is the number of events that were dropped.
    pub sequence: u64,
    /// Monotonic time in ns.
    pub at_ns: u64,
    /// The partition it happened to.
    pub id: u64,
    /// An event kind of `codes.toml`.
    pub kind: u32,
    /// The fault, exit status or limit that goes with the kind.
    pub detail: u32,
}

impl Event {
    /// Its length in bytes.
    pub const SIZE: usize = 32;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Event::SIZE] {
        let mut out = [0; Event::SIZE];
        out[0..8].copy_from_slice(&self.sequence.to_le_bytes());
        out[8..16].copy_from_slice(&self.at_ns.to_le_bytes());
        out[16..24].copy_from_slice(&self.id.to_le_bytes());
        out[24..28].copy_from_slice(&self.kind.to_le_bytes());
        out[28..32].copy_from_slice(&self.detail.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Event::SIZE]) -> Event {
        Event {
            sequence: u64::from_le_bytes(field(bytes, 0)),
            at_ns: u64::from_le_bytes(field(bytes, 8)),
            id: u64::from_le_bytes(field(bytes, 16)),
            kind: u32::from_le_bytes(field(bytes, 24)),
            detail: u32::from_le_bytes(field(bytes, 28)),
        }
    }
}

/// A component of an app, as its manifest declares it; filled by `component`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Component {
    /// Bytes that live as long as the component; 0 where it is not real-time.
    pub persistent: u64,
    /// Bytes that live as long as one release: the most that any of its callbacks may have.
    pub release: u64,
    /// Bytes kept for it beyond those.
    pub spare: u64,
    /// Processor time in ns of one collection of its heap; 0 where none is declared.
    pub collection_ns: u64,
    /// Which it is, counted from 0: services in the order of the manifest, then receivers.
    pub index: u32,
    /// A component kind of `codes.toml`.
    pub kind: u32,
    /// How many callbacks it has: its own, then its tasks, then its receivers.
    pub callbacks: u32,
    /// How many components the app has.
    pub components: u32,
}

impl Component {
    /// Its length in bytes.
    pub const SIZE: usize = 48;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Component::SIZE] {
        let mut out = [0; Component::SIZE];
        out[0..8].copy_from_slice(&self.persistent.to_le_bytes());
        out[8..16].copy_from_slice(&self.release.to_le_bytes());
        out[16..24].copy_from_slice(&self.spare.to_le_bytes());
        out[24..32].copy_from_slice(&self.collection_ns.to_le_bytes());
        out[32..36].copy_from_slice(&self.index.to_le_bytes());
        out[36..40].copy_from_slice(&self.kind.to_le_bytes());
        out[40..44].copy_from_slice(&self.callbacks.to_le_bytes());
        out[44..48].copy_from_slice(&self.components.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Component::SIZE]) -> Component {
        Component {
            persistent: u64::from_le_bytes(field(bytes, 0)),
            release: u64::from_le_bytes(field(bytes, 8)),
            spare: u64::from_le_bytes(field(bytes, 16)),
            collection_ns: u64::from_le_bytes(field(bytes, 24)),
            index: u32::from_le_bytes(field(bytes, 32)),
            kind: u32::from_le_bytes(field(bytes, 36)),
            callbacks: u32::from_le_bytes(field(bytes, 40)),
            components: u32::from_le_bytes(field(bytes, 44)),
        }
    }
}

/// A callback of a component, as the manifest declares it; filled by `callback`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CallbackTerms {
    /// Time between releases in ns; 0 where it has none.
    pub period_ns: u64,
    /// Time from release to completion that may pass, in ns; 0 for none.
    pub deadline_ns: u64,
    /// Processor time of the most costly release in ns; 0 where none is declared.
    pub cost_ns: u64,
    /// When it is first released after the zero of its app, in ns.
    pub start_ns: u64,
    /// Bytes that live as long as one release of it.
    pub release: u64,
    /// A callback kind of `codes.toml`.
    pub kind: u32,
    /// 1..99, larger is more important; 0 is normal.
    pub priority: u32,
    /// A reaction of `codes.toml` to an overrun.
    pub on_overrun: u32,
    /// A reaction of `codes.toml` to a deadline miss.
    pub on_miss: u32,
}

impl CallbackTerms {
    /// Its length in bytes.
    pub const SIZE: usize = 56;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; CallbackTerms::SIZE] {
        let mut out = [0; CallbackTerms::SIZE];
        out[0..8].copy_from_slice(&self.period_ns.to_le_bytes());
        out[8..16].copy_from_slice(&self.deadline_ns.to_le_bytes());
        out[16..24].copy_from_slice(&self.cost_ns.to_le_bytes());
        out[24..32].copy_from_slice(&self.start_ns.to_le_bytes());
        out[32..40].copy_from_slice(&self.release.to_le_bytes());
        out[40..44].copy_from_slice(&self.kind.to_le_bytes());
        out[44..48].copy_from_slice(&self.priority.to_le_bytes());
        out[48..52].copy_from_slice(&self.on_overrun.to_le_bytes());
        out[52..56].copy_from_slice(&self.on_miss.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; CallbackTerms::SIZE]) -> CallbackTerms {
        CallbackTerms {
            period_ns: u64::from_le_bytes(field(bytes, 0)),
            deadline_ns: u64::from_le_bytes(field(bytes, 8)),
            cost_ns: u64::from_le_bytes(field(bytes, 16)),
            start_ns: u64::from_le_bytes(field(bytes, 24)),
            release: u64::from_le_bytes(field(bytes, 32)),
            kind: u32::from_le_bytes(field(bytes, 40)),
            priority: u32::from_le_bytes(field(bytes, 44)),
            on_overrun: u32::from_le_bytes(field(bytes, 48)),
            on_miss: u32::from_le_bytes(field(bytes, 52)),
        }
    }
}

/// One release of a callback; filled by `next`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Release {
    /// Counts the releases of this callback from 0; a gap is releases that were left out.
    pub sequence: u64,
    /// Monotonic time in ns at which it was due.
    pub released_ns: u64,
    /// Monotonic time in ns by which it has to complete; 0 for none.
    pub deadline_ns: u64,
    /// What is to be done: an occasion of `codes.toml`.
    pub what: u32,
    /// Which callback of the component, counted from 0; 0 is its own.
    pub callback: u32,
    /// Of an occasion `message`: bytes of the message it is for; 0 of one that came through a window.
    pub length: u32,
    /// Of an occasion `overran` or `missed`: how many releases it is about.
    pub count: u32,
}

impl Release {
    /// Its length in bytes.
    pub const SIZE: usize = 40;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Release::SIZE] {
        let mut out = [0; Release::SIZE];
        out[0..8].copy_from_slice(&self.sequence.to_le_bytes());
        out[8..16].copy_from_slice(&self.released_ns.to_le_bytes());
        out[16..24].copy_from_slice(&self.deadline_ns.to_le_bytes());
        out[24..28].copy_from_slice(&self.what.to_le_bytes());
        out[28..32].copy_from_slice(&self.callback.to_le_bytes());
        out[32..36].copy_from_slice(&self.length.to_le_bytes());
        out[36..40].copy_from_slice(&self.count.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Release::SIZE]) -> Release {
        Release {
            sequence: u64::from_le_bytes(field(bytes, 0)),
            released_ns: u64::from_le_bytes(field(bytes, 8)),
            deadline_ns: u64::from_le_bytes(field(bytes, 16)),
            what: u32::from_le_bytes(field(bytes, 24)),
            callback: u32::from_le_bytes(field(bytes, 28)),
            length: u32::from_le_bytes(field(bytes, 32)),
            count: u32::from_le_bytes(field(bytes, 36)),
        }
    }
}

/// A channel as one of its users sees it; filled by `describe`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ChannelTerms {
    /// Messages of the caller that gave way to others since it opened the channel.
    pub lost: u64,
    /// Bytes of one message at most.
    pub bytes: u32,
    /// Messages that may wait for one receiver.
    pub depth: u32,
    /// Messages that wait now: for the caller if it receives, else for all.
    pub waiting: u32,
    /// A channel kind of `codes.toml`.
    pub kind: u32,
    /// An element of `codes.toml`: what messages are made of.
    pub element: u32,
    /// How many receive from it now.
    pub receivers: u32,
}

impl ChannelTerms {
    /// Its length in bytes.
    pub const SIZE: usize = 32;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; ChannelTerms::SIZE] {
        let mut out = [0; ChannelTerms::SIZE];
        out[0..8].copy_from_slice(&self.lost.to_le_bytes());
        out[8..12].copy_from_slice(&self.bytes.to_le_bytes());
        out[12..16].copy_from_slice(&self.depth.to_le_bytes());
        out[16..20].copy_from_slice(&self.waiting.to_le_bytes());
        out[20..24].copy_from_slice(&self.kind.to_le_bytes());
        out[24..28].copy_from_slice(&self.element.to_le_bytes());
        out[28..32].copy_from_slice(&self.receivers.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; ChannelTerms::SIZE]) -> ChannelTerms {
        ChannelTerms {
            lost: u64::from_le_bytes(field(bytes, 0)),
            bytes: u32::from_le_bytes(field(bytes, 8)),
            depth: u32::from_le_bytes(field(bytes, 12)),
            waiting: u32::from_le_bytes(field(bytes, 16)),
            kind: u32::from_le_bytes(field(bytes, 20)),
            element: u32::from_le_bytes(field(bytes, 24)),
            receivers: u32::from_le_bytes(field(bytes, 28)),
        }
    }
}

/// A message that was taken; filled by `take` and `receive`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Letter {
    /// Who sent it; 0: a Linux process.
    pub sender: u64,
    /// Monotonic time in ns at which it was sent.
    pub sent_ns: u64,
    /// The handle to read and release it by; of `receive` the largest number, as it is released.
    pub message: u32,
    /// Bytes it has.
    pub length: u32,
    /// What the sender calls it.
    pub kind: u32,
    /// 1..99, larger is more important; 0 is normal.
    pub priority: u32,
    /// The caller's handle of the channel it came through.
    pub channel: u32,
    /// A form of `codes.toml`: what its bytes are.
    pub form: u32,
}

impl Letter {
    /// Its length in bytes.
    pub const SIZE: usize = 40;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Letter::SIZE] {
        let mut out = [0; Letter::SIZE];
        out[0..8].copy_from_slice(&self.sender.to_le_bytes());
        out[8..16].copy_from_slice(&self.sent_ns.to_le_bytes());
        out[16..20].copy_from_slice(&self.message.to_le_bytes());
        out[20..24].copy_from_slice(&self.length.to_le_bytes());
        out[24..28].copy_from_slice(&self.kind.to_le_bytes());
        out[28..32].copy_from_slice(&self.priority.to_le_bytes());
        out[32..36].copy_from_slice(&self.channel.to_le_bytes());
        out[36..40].copy_from_slice(&self.form.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Letter::SIZE]) -> Letter {
        Letter {
            sender: u64::from_le_bytes(field(bytes, 0)),
            sent_ns: u64::from_le_bytes(field(bytes, 8)),
            message: u32::from_le_bytes(field(bytes, 16)),
            length: u32::from_le_bytes(field(bytes, 20)),
            kind: u32::from_le_bytes(field(bytes, 24)),
            priority: u32::from_le_bytes(field(bytes, 28)),
            channel: u32::from_le_bytes(field(bytes, 32)),
            form: u32::from_le_bytes(field(bytes, 36)),
        }
    }
}

/// What `accept` brought; filled by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Incoming {
    /// Who calls, or sent; of a death who died.
    pub caller: u64,
    /// Monotonic time in ns by which the caller wants its answer; the largest number for none.
    pub deadline_ns: u64,
    /// An occasion of a callee, of `codes.toml`.
    pub what: u32,
    /// Which interface, as `offer` numbered it; of a death the handle that was watched.
    pub target: u32,
    /// What of it: the number that the caller gave.
    pub method: u32,
    /// Bytes of the request.
    pub length: u32,
}

impl Incoming {
    /// Its length in bytes.
    pub const SIZE: usize = 32;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Incoming::SIZE] {
        let mut out = [0; Incoming::SIZE];
        out[0..8].copy_from_slice(&self.caller.to_le_bytes());
        out[8..16].copy_from_slice(&self.deadline_ns.to_le_bytes());
        out[16..20].copy_from_slice(&self.what.to_le_bytes());
        out[20..24].copy_from_slice(&self.target.to_le_bytes());
        out[24..28].copy_from_slice(&self.method.to_le_bytes());
        out[28..32].copy_from_slice(&self.length.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Incoming::SIZE]) -> Incoming {
        Incoming {
            caller: u64::from_le_bytes(field(bytes, 0)),
            deadline_ns: u64::from_le_bytes(field(bytes, 8)),
            what: u32::from_le_bytes(field(bytes, 16)),
            target: u32::from_le_bytes(field(bytes, 20)),
            method: u32::from_le_bytes(field(bytes, 24)),
            length: u32::from_le_bytes(field(bytes, 28)),
        }
    }
}

/// A window as one of its users sees it; filled by `describe`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct WindowTerms {
    /// Bytes of memory that it takes in the caller's: its buffers, one after the other.
    pub bytes: u64,
    /// Bytes from the beginning of one buffer to that of the next.
    pub stride: u32,
    /// Bytes that a buffer holds at most.
    pub capacity: u32,
    /// How many buffers there are.
    pub buffers: u32,
    /// The range given to `open` begins at a multiple of this.
    pub alignment: u32,
    /// The range begins here or above: below lies memory that the program began with.
    pub floor: u32,
    /// An ownership of `codes.toml`.
    pub ownership: u32,
}

impl WindowTerms {
    /// Its length in bytes.
    pub const SIZE: usize = 32;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; WindowTerms::SIZE] {
        let mut out = [0; WindowTerms::SIZE];
        out[0..8].copy_from_slice(&self.bytes.to_le_bytes());
        out[8..12].copy_from_slice(&self.stride.to_le_bytes());
        out[12..16].copy_from_slice(&self.capacity.to_le_bytes());
        out[16..20].copy_from_slice(&self.buffers.to_le_bytes());
        out[20..24].copy_from_slice(&self.alignment.to_le_bytes());
        out[24..28].copy_from_slice(&self.floor.to_le_bytes());
        out[28..32].copy_from_slice(&self.ownership.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; WindowTerms::SIZE]) -> WindowTerms {
        WindowTerms {
            bytes: u64::from_le_bytes(field(bytes, 0)),
            stride: u32::from_le_bytes(field(bytes, 8)),
            capacity: u32::from_le_bytes(field(bytes, 12)),
            buffers: u32::from_le_bytes(field(bytes, 16)),
            alignment: u32::from_le_bytes(field(bytes, 20)),
            floor: u32::from_le_bytes(field(bytes, 24)),
            ownership: u32::from_le_bytes(field(bytes, 28)),
        }
    }
}

/// A buffer that was taken; filled by `take`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Parcel {
    /// Counts what was sent through the window up by one; a gap is what gave way to others.
    pub sequence: u64,
    /// The buffer; its index is what is left of division by 256.
    pub buffer: u32,
    /// Bytes that were sent in it.
    pub length: u32,
}

impl Parcel {
    /// Its length in bytes.
    pub const SIZE: usize = 16;

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Parcel::SIZE] {
        let mut out = [0; Parcel::SIZE];
        out[0..8].copy_from_slice(&self.sequence.to_le_bytes());
        out[8..12].copy_from_slice(&self.buffer.to_le_bytes());
        out[12..16].copy_from_slice(&self.length.to_le_bytes());
        out
    }

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Parcel::SIZE]) -> Parcel {
        Parcel {
            sequence: u64::from_le_bytes(field(bytes, 0)),
            buffer: u32::from_le_bytes(field(bytes, 8)),
            length: u32::from_le_bytes(field(bytes, 12)),
        }
    }
}

/// Bounds an app can run into.
pub mod bounds {
    /// Arguments, and variables of the environment, each.
    pub const ARGS: u64 = 1024;
    /// All arguments together, and all variables together.
    pub const ARGS_BYTES: u64 = 131072;
    /// Frames kept in a fault record.
    pub const BACKTRACE_FRAMES: u64 = 32;
    /// The request or the reply of one call.
    pub const CALL_BYTES: u64 = 65536;
    /// Open files, sockets and streams of one partition.
    pub const DESCRIPTORS: u64 = 256;
    /// Events kept for an app that has not asked for them.
    pub const EVENTS: u64 = 1024;
    /// From a polite stop to a forced one.
    pub const GRACE_MS: u64 = 2000;
    /// Interfaces of others that one partition has found.
    pub const HANDLES: u64 = 256;
    /// An app image.
    pub const IMAGE_BYTES: u64 = 268435456;
    /// Core instances of one component.
    pub const INSTANCES: u64 = 30;
    /// Records of one partition kept for `terrace logs`.
    pub const JOURNAL_BYTES: u64 = 262144;
    /// A name inside an app: of a channel, an interface, a component.
    pub const LABEL_BYTES: u64 = 128;
    /// One log record; longer text is cut.
    pub const LOG_BYTES: u64 = 1024;
    /// Records of one partition not yet read by the journal.
    pub const LOG_RING_BYTES: u64 = 16384;
    /// A manifest.
    pub const MANIFEST_BYTES: u64 = 1048576;
    /// Linear memories of one partition.
    pub const MEMORIES: u64 = 4;
    /// Channels that one partition has open.
    pub const MESSAGE_CHANNELS: u64 = 64;
    /// Bytes that one call copies into or out of a message.
    pub const MESSAGE_COPY_BYTES: u64 = 262144;
    /// Slots of one channel that one partition has obtained or taken, and not yet sent or released.
    pub const MESSAGE_HELD: u64 = 2;
    /// Slots of all channels of one process.
    pub const MESSAGES_BYTES: u64 = 268435456;
    /// A partition's or app's name.
    pub const NAME_BYTES: u64 = 64;
    /// Partitions of one process.
    pub const PARTITIONS: u64 = 12000;
    /// Arguments of one call.
    pub const PROVIDER_ARGUMENTS: u64 = 64;
    /// Queries that one partition has not closed.
    pub const PROVIDER_CURSORS: u64 = 8;
    /// One query or change, from when its turn comes.
    pub const PROVIDER_MS: u64 = 2000;
    /// A notice of a change, at most: messages of a channel for notices have room for it.
    pub const PROVIDER_NOTICE_BYTES: u64 = 320;
    /// URIs that one partition observes.
    pub const PROVIDER_OBSERVATIONS: u64 = 16;
    /// The rows of one query; ask for fewer with `limit`.
    pub const PROVIDER_ROWS_BYTES: u64 = 4194304;
    /// The selection, the columns or the order of one query.
    pub const PROVIDER_TEXT_BYTES: u64 = 16384;
    /// The URI of rows of a provider.
    pub const PROVIDER_URI_BYTES: u64 = 256;
    /// One value of a row, and all values or arguments of one call.
    pub const PROVIDER_VALUE_BYTES: u64 = 1048576;
    /// The rows of all queries of one process that are not closed.
    pub const PROVIDERS_ROWS_BYTES: u64 = 67108864;
    /// Random bytes of one call.
    pub const RANDOM_BYTES: u64 = 1048576;
    /// The request of a call that nobody answers.
    pub const SEND_BYTES: u64 = 1024;
    /// Requests that nobody answers, waiting for one callee.
    pub const SEND_SLOTS: u64 = 32;
    /// Bytes that one call copies into or out of a socket.
    pub const SOCKET_COPY_BYTES: u64 = 16384;
    /// Wasm stack of one partition.
    pub const STACK_BYTES: u64 = 524288;
    /// Entries of all tables of one partition.
    pub const TABLE_ELEMENTS: u64 = 1000000;
    /// Where a window may begin in the memory of its user: a multiple of this.
    pub const WINDOW_ALIGNMENT: u64 = 65536;
    /// Buffers of one window.
    pub const WINDOW_BUFFERS: u64 = 64;
    /// One window: all its buffers.
    pub const WINDOW_BYTES: u64 = 268435456;
    /// Subscribers that one window has open at once.
    pub const WINDOW_SUBSCRIBERS: u64 = 32;
    /// Windows that one partition has open.
    pub const WINDOWS: u64 = 16;
    /// All windows of one process.
    pub const WINDOWS_BYTES: u64 = 1073741824;
}

/// What every app may ask.
pub mod system {
    mod raw {
        #[link(wasm_import_module = "terrace")]
        unsafe extern "C" {
            #[link_name = "log"]
            pub fn log(level: u32, text: *const u8, text_len: usize) -> i32;
            #[link_name = "now"]
            pub fn now() -> u64;
            #[link_name = "id"]
            pub fn id() -> u64;
            #[link_name = "limits"]
            pub fn limits(out: *mut u8, out_len: usize) -> i32;
            #[link_name = "yield"]
            pub fn yield_() -> i32;
            #[link_name = "sleep_until"]
            pub fn sleep_until(until: u64) -> i32;
            #[link_name = "stop_requested"]
            pub fn stop_requested() -> i32;
            #[link_name = "exit"]
            pub fn exit(status: i32);
            #[link_name = "fail"]
            pub fn fail(what: *const u8, what_len: usize);
        }
    }

    /// Append one record to the partition's log. Longer text is cut at `log-bytes`; a full
    /// log drops and counts. Never blocks.
    pub fn log(level: u32, text: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::log(level, text.as_ptr(), text.len()) }
    }

    /// Monotonic time in ns.
    pub fn now() -> u64 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::now() }
    }

    /// The caller's own partition id.
    pub fn id() -> u64 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::id() }
    }

    /// Fill `out` with a `limits` record. Returns its length, or `too-long`.
    pub fn limits(out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::limits(out.as_mut_ptr(), out.len()) }
    }

    /// Let others of equal priority run first. Call it in a loop while it answers `again`:
    /// the processor changes hands at the safe point in between.
    pub fn yield_() -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::yield_() }
    }

    /// Rest until the monotonic time `until` in ns. Call it in a loop while it answers
    /// `again`. Answers `ok` once the time has come, `stopping` as soon as a stop was asked for.
    pub fn sleep_until(until: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::sleep_until(until) }
    }

    /// 1 once a polite stop was asked for, else 0.
    pub fn stop_requested() -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::stop_requested() }
    }

    /// End the partition with this status. Does not return.
    pub fn exit(status: i32) {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::exit(status) }
    }

    /// End the partition with the fault `uncaught`: an error of its own that nothing in it handles.
    /// `what` says which, in one line, cut at `log-bytes`. Does not return.
    pub fn fail(what: &[u8]) {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::fail(what.as_ptr(), what.len()) }
    }
}

/// What only an app with `permissions.control = true` may ask; others get `denied`.
pub mod control {
    mod raw {
        #[link(wasm_import_module = "terrace_control")]
        unsafe extern "C" {
            #[link_name = "create"]
            pub fn create(app: *const u8, app_len: usize, name: *const u8, name_len: usize) -> i64;
            #[link_name = "start"]
            pub fn start(id: u64) -> i32;
            #[link_name = "suspend"]
            pub fn suspend(id: u64) -> i32;
            #[link_name = "resume"]
            pub fn resume(id: u64) -> i32;
            #[link_name = "stop"]
            pub fn stop(id: u64) -> i32;
            #[link_name = "kill"]
            pub fn kill(id: u64) -> i32;
            #[link_name = "restart"]
            pub fn restart(id: u64) -> i32;
            #[link_name = "set_limit"]
            pub fn set_limit(id: u64, what: u32, value: u64) -> i32;
            #[link_name = "trim"]
            pub fn trim(id: u64, level: u32) -> i32;
            #[link_name = "list"]
            pub fn list(out: *mut u8, out_len: usize) -> i32;
            #[link_name = "status"]
            pub fn status(id: u64, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "name"]
            pub fn name(id: u64, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "next_event"]
            pub fn next_event(until: u64, out: *mut u8, out_len: usize) -> i32;
        }
    }

    /// Create a partition of an installed app. Returns its id, or a negative code.
    pub fn create(app: &[u8], name: &[u8]) -> i64 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::create(app.as_ptr(), app.len(), name.as_ptr(), name.len()) }
    }

    /// Start a partition that is installed, stopped or faulted.
    pub fn start(id: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::start(id) }
    }

    /// Let a partition use no processor, from its next safe point on.
    pub fn suspend(id: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::suspend(id) }
    }

    /// Let a suspended partition go on.
    pub fn resume(id: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::resume(id) }
    }

    /// Ask politely; forced after the grace time.
    pub fn stop(id: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::stop(id) }
    }

    /// End a partition by force, wherever it stands.
    pub fn kill(id: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::kill(id) }
    }

    /// End a partition and start it again.
    pub fn restart(id: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::restart(id) }
    }

    /// Change one limit of a partition; `what` is a limit of `codes.toml`.
    pub fn set_limit(id: u64, what: u32, value: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::set_limit(id, what, value) }
    }

    /// Ask a partition to give memory back; `level` is a trim level of `codes.toml`.
    pub fn trim(id: u64, level: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::trim(id, level) }
    }

    /// Fill `out` with partition ids, 8 bytes each. Returns how many there are in all.
    pub fn list(out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::list(out.as_mut_ptr(), out.len()) }
    }

    /// Fill `out` with a `status` record. Returns its length.
    pub fn status(id: u64, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::status(id, out.as_mut_ptr(), out.len()) }
    }

    /// The partition's name. Returns its length.
    pub fn name(id: u64, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::name(id, out.as_mut_ptr(), out.len()) }
    }

    /// Fill `out` with the next `event` record since this partition last asked. Returns its
    /// length, `timeout` when `until` passed without one, `again` to be called once more,
    /// `stopping` once a stop was asked for.
    pub fn next_event(until: u64, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::next_event(until, out.as_mut_ptr(), out.len()) }
    }
}

/// What a program made of components asks: which of them this instance is, and what it is to do
/// next. Every component has an instance of its own, and so a memory of its own. Others get
/// `not-found`.
///
/// An instance calls `next` in a loop and does what it is told; a callback runs to completion
/// before the next one of the same component begins, the most important first. Reactors do so in
/// `start`, commands in `main`.
pub mod realtime {
    mod raw {
        #[link(wasm_import_module = "terrace_realtime")]
        unsafe extern "C" {
            #[link_name = "component"]
            pub fn component(out: *mut u8, out_len: usize) -> i32;
            #[link_name = "callback"]
            pub fn callback(index: u32, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "name"]
            pub fn name(index: u32, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "next"]
            pub fn next(until: u64, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "complete"]
            pub fn complete() -> i32;
            #[link_name = "due"]
            pub fn due() -> u64;
            #[link_name = "set_priority"]
            pub fn set_priority(level: u32) -> i32;
            #[link_name = "start"]
            pub fn start(service: *const u8, service_len: usize) -> i32;
            #[link_name = "stop"]
            pub fn stop(service: *const u8, service_len: usize) -> i32;
            #[link_name = "pause"]
            pub fn pause(service: *const u8, service_len: usize) -> i32;
            #[link_name = "resume"]
            pub fn resume(service: *const u8, service_len: usize) -> i32;
            #[link_name = "enter"]
            pub fn enter(shared: *const u8, shared_len: usize) -> i32;
            #[link_name = "leave"]
            pub fn leave() -> i32;
            #[link_name = "message"]
            pub fn message(out: *mut u8, out_len: usize, data: *mut u8, data_len: usize) -> i32;
        }
    }

    /// Fill `out` with a `component` record: which component this instance is. Returns its length.
    pub fn component(out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::component(out.as_mut_ptr(), out.len()) }
    }

    /// Fill `out` with a `callback-terms` record. Callback 0 is the component's own (creation, start
    /// command, or for a receiver its messages). Returns its length.
    pub fn callback(index: u32, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::callback(index, out.as_mut_ptr(), out.len()) }
    }

    /// The name of a callback, as the manifest has it. Returns its length.
    pub fn name(index: u32, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::name(index, out.as_mut_ptr(), out.len()) }
    }

    /// Complete the release that runs, if one does; then rest until a callback is due, at most until
    /// the monotonic time `until` in ns, and fill `out` with a `release` record. Returns its
    /// length; `again` to be called once more with the same arguments; `timeout` when `until`
    /// passed first; `stopping` once the component has been destroyed because the app stops.
    pub fn next(until: u64, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::next(until, out.as_mut_ptr(), out.len()) }
    }

    /// Complete the release that runs. What follows, up to `next`, is part of none: the place for a
    /// collection, or for a reset of the memory of the release.
    pub fn complete() -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::complete() }
    }

    /// Monotonic time in ns of the next release of this component, as far as it is known now: before
    /// now when one is due, the largest number when there is none.
    pub fn due() -> u64 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::due() }
    }

    /// Run at this priority until the release completes: 1..99, or 0 for normal; not above
    /// the most important callback of the component. Call it in a loop while it answers `again`.
    pub fn set_priority(level: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::set_priority(level) }
    }

    /// Start a stopped service of this app: creation, start command, then what is nested in it.
    pub fn start(service: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::start(service.as_ptr(), service.len()) }
    }

    /// Stop a service of this app after the release that runs, with all that is nested in it.
    pub fn stop(service: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::stop(service.as_ptr(), service.len()) }
    }

    /// Let a service of this app have no releases, with all that is nested in it.
    pub fn pause(service: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::pause(service.as_ptr(), service.len()) }
    }

    /// Let a paused or suspended service of this app have releases again.
    pub fn resume(service: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::resume(service.as_ptr(), service.len()) }
    }

    /// Enter the shared resource of this name, as `uses` of the manifest declares it: nobody else
    /// that uses it runs until `leave`. Call it in a loop while it answers `again`.
    pub fn enter(shared: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::enter(shared.as_ptr(), shared.len()) }
    }

    /// Leave the resource that was entered last.
    pub fn leave() -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::leave() }
    }

    /// Of the message that the release which runs is for: fill `out` with its `letter` record, and `data`
    /// with its first bytes, as many as there is room for and `message-copy-bytes` at most. Returns the
    /// length of the record; `not-found` where the release is for none, or for one that came through a
    /// window. Until the release completes the rest can be had by `read` of the interface `message`.
    pub fn message(out: &mut [u8], data: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::message(out.as_mut_ptr(), out.len(), data.as_mut_ptr(), data.len()) }
    }
}

/// Messages between partitions, through the channels that manifests declare.
///
/// A message is copied once into a slot that was there before, and once out of it:
/// `obtain`, `fill`, `send`; `take`, `read`, `release`. `post` and `receive` do three steps in one
/// call. A slot that was obtained or taken is the caller's until it sends or releases it,
/// or ends. Handles of channels and messages are of the caller alone. One call copies
/// `message-copy-bytes` at most; longer messages are filled and read piece by piece.
pub mod message {
    mod raw {
        #[link(wasm_import_module = "terrace_message")]
        unsafe extern "C" {
            #[link_name = "open"]
            pub fn open(channel: *const u8, channel_len: usize, role: u32) -> i32;
            #[link_name = "close"]
            pub fn close(channel: u32) -> i32;
            #[link_name = "describe"]
            pub fn describe(channel: u32, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "obtain"]
            pub fn obtain(channel: u32) -> i32;
            #[link_name = "fill"]
            pub fn fill(message: u32, offset: u32, data: *const u8, data_len: usize) -> i32;
            #[link_name = "send"]
            pub fn send(message: u32, length: u32, kind: u32, priority: u32, at: u64) -> i32;
            #[link_name = "post"]
            pub fn post(channel: u32, data: *const u8, data_len: usize, kind: u32, priority: u32, at: u64) -> i32;
            #[link_name = "take"]
            pub fn take(channel: u32, until: u64, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "read"]
            pub fn read(message: u32, offset: u32, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "release"]
            pub fn release(message: u32) -> i32;
            #[link_name = "receive"]
            pub fn receive(channel: u32, until: u64, out: *mut u8, out_len: usize, data: *mut u8, data_len: usize) -> i32;
            #[link_name = "remove"]
            pub fn remove(channel: u32, kind: u32) -> i32;
            #[link_name = "lost"]
            pub fn lost(channel: u32) -> i32;
            #[link_name = "intent"]
            pub fn intent(channel: u32, data: *const u8, data_len: usize, kind: u32, priority: u32, at: u64) -> i32;
            #[link_name = "filter"]
            pub fn filter(channel: u32, actions: *const u8, actions_len: usize) -> i32;
        }
    }

    /// Open a channel in a role of `codes.toml`. Returns its handle, the same one each time;
    /// `undeclared`, `unpermitted`, `no-memory`, or `full` with `message-channels` open. Makes the
    /// slots that the caller needs: not for a release of a real-time component.
    pub fn open(channel: &[u8], role: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::open(channel.as_ptr(), channel.len(), role) }
    }

    /// Give a channel up, with what is held of it, and what waits for the caller alone.
    pub fn close(channel: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::close(channel) }
    }

    /// Fill `out` with a `channel-terms` record. Returns its length.
    pub fn describe(channel: u32, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::describe(channel, out.as_mut_ptr(), out.len()) }
    }

    /// Take an empty slot of a channel that the caller opened to send. Returns its handle, or
    /// `held` while the caller has `message-held` of them that are neither sent nor released.
    pub fn obtain(channel: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::obtain(channel) }
    }

    /// Copy into a slot that was obtained, from `offset` on; not beyond where it has been
    /// filled so far (`invalid`) or its end (`too-long`). Returns the bytes copied: at most
    /// `message-copy-bytes`.
    pub fn fill(message: u32, offset: u32, data: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::fill(message, offset, data.as_ptr(), data.len()) }
    }

    /// Send the first `length` bytes of a slot that was obtained: `invalid` beyond what was filled.
    /// `kind` is what the sender calls it, for `remove`. `priority` is the sender's own, or a
    /// lower one; what lies above counts as the sender's own. Delivered at the monotonic time `at` in
    /// ns, or now if that has passed. Returns in how many queues it waits, for a broadcast
    /// possibly none; `crowded` when it had to be refused everywhere. The slot is given up either way.
    pub fn send(message: u32, length: u32, kind: u32, priority: u32, at: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::send(message, length, kind, priority, at) }
    }

    /// `obtain`, `fill` and `send` of at most `message-copy-bytes`.
    pub fn post(channel: u32, data: &[u8], kind: u32, priority: u32, at: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::post(channel, data.as_ptr(), data.len(), kind, priority, at) }
    }

    /// Take the next message from a channel that the caller opened to receive, or with the largest
    /// number for `channel` from whichever has the most important: by the order of the
    /// channel, then as they came. Fill `out` with a `letter` record and return its length.
    /// `again` to be called once more with the same arguments, `timeout` when `until` passed
    /// first, `stopping` once a stop was asked for and nothing waits, `held` while the caller has
    /// `message-held` of this channel that it has not released.
    pub fn take(channel: u32, until: u64, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::take(channel, until, out.as_mut_ptr(), out.len()) }
    }

    /// Copy from a message that was taken, from `offset` on. Returns the bytes copied: at most
    /// `message-copy-bytes`, 0 at its end.
    pub fn read(message: u32, offset: u32, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::read(message, offset, out.as_mut_ptr(), out.len()) }
    }

    /// Give back a message that was taken, or a slot that was obtained and not sent.
    pub fn release(message: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::release(message) }
    }

    /// `take`, `read` and `release` of a message that fits into `data` and into
    /// `message-copy-bytes`; for a longer one `too-long`, and it waits on. Returns as `take` does.
    pub fn receive(channel: u32, until: u64, out: &mut [u8], data: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::receive(channel, until, out.as_mut_ptr(), out.len(), data.as_mut_ptr(), data.len()) }
    }

    /// Remove what waits and is of this kind: of a channel that the caller sends to its own messages,
    /// of one it receives from those for it. Returns how many.
    pub fn remove(channel: u32, kind: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::remove(channel, kind) }
    }

    /// How many messages of the caller gave way to others since it last asked.
    pub fn lost(channel: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::lost(channel) }
    }

    /// As `post`, of an intent: an action and extras, in the form that the book defines; `invalid`
    /// for what is not in that form.
    pub fn intent(channel: u32, data: &[u8], kind: u32, priority: u32, at: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::intent(channel, data.as_ptr(), data.len(), kind, priority, at) }
    }

    /// From now on deliver to the caller, of the intents of a broadcast, only those with one of these
    /// actions, a zero byte between them; empty: all. What is no intent comes as before. Not for a
    /// release of a real-time component.
    pub fn filter(channel: u32, actions: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::filter(channel, actions.as_ptr(), actions.len()) }
    }
}

/// Calls from one partition into another. The call runs on the caller's thread, at the caller's
/// priority, in the callee's instance; request and reply are copied once.
///
/// An app declares under `[[export]]` what it answers and who may call. A callee offers, then
/// accepts and replies in a loop. A caller finds, then calls. A callee that is busy, or has
/// been preempted, is helped on by whoever waits for it, so that it runs at the priority of the
/// most important one of them.
pub mod call {
    mod raw {
        #[link(wasm_import_module = "terrace_call")]
        unsafe extern "C" {
            #[link_name = "offer"]
            pub fn offer(name: *const u8, name_len: usize) -> i32;
            #[link_name = "find"]
            pub fn find(name: *const u8, name_len: usize) -> i32;
            #[link_name = "close"]
            pub fn close(handle: u32) -> i32;
            #[link_name = "call"]
            pub fn call(handle: u32, method: u32, request: *const u8, request_len: usize, reply: *mut u8, reply_len: usize, until: u64) -> i32;
            #[link_name = "send"]
            pub fn send(handle: u32, method: u32, request: *const u8, request_len: usize) -> i32;
            #[link_name = "accept"]
            pub fn accept(until: u64, out: *mut u8, out_len: usize, request: *mut u8, request_len: usize) -> i32;
            #[link_name = "reply"]
            pub fn reply(reply: *const u8, reply_len: usize) -> i32;
            #[link_name = "watch"]
            pub fn watch(handle: u32) -> i32;
        }
    }

    /// Answer an interface that the manifest declares under `[[export]]`, from now on. Returns its
    /// number, counted from 0 in the order of the manifest.
    pub fn offer(name: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::offer(name.as_ptr(), name.len()) }
    }

    /// Look an interface up: `PARTITION/INTERFACE`, `APP/INTERFACE` (the partition of that app that
    /// offered it first), or `INTERFACE` of the caller's own app. Returns a handle; `not-found`
    /// while nobody offers it, `denied` if its manifest does not name the caller.
    pub fn find(name: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::find(name.as_ptr(), name.len()) }
    }

    /// Give a handle back. What was watched with it is not any more.
    pub fn close(handle: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::close(handle) }
    }

    /// Call, and wait for the reply, at most until the monotonic time `until` in ns. Call it in a
    /// loop with the same arguments while it answers `again`. Returns the length of the
    /// reply; `timeout`, `dead`, `cycle`, `request-too-long`, `reply-too-long`.
    pub fn call(handle: u32, method: u32, request: &[u8], reply: &mut [u8], until: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::call(handle, method, request.as_ptr(), request.len(), reply.as_mut_ptr(), reply.len(), until) }
    }

    /// Send a request that nobody answers. It is queued; `full` when the callee's queue is.
    pub fn send(handle: u32, method: u32, request: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::send(handle, method, request.as_ptr(), request.len()) }
    }

    /// Rest until somebody calls, sends or has died, at most until the monotonic time `until` in
    /// ns. Fills `out` with an `incoming` record and `request` with the request. Call it in a loop
    /// with the same arguments while it answers `again`. Returns the length of the record;
    /// `timeout`, `stopping`, or `wrong-state` while a call waits for its reply.
    pub fn accept(until: u64, out: &mut [u8], request: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::accept(until, out.as_mut_ptr(), out.len(), request.as_mut_ptr(), request.len()) }
    }

    /// Answer the call that was accepted. `reply-too-long` when it does not fit in the
    /// caller's buffer: the caller is told the same. The caller goes on when this partition rests next.
    pub fn reply(reply: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::reply(reply.as_ptr(), reply.len()) }
    }

    /// Have `accept` tell when the partition behind this handle has ended.
    pub fn watch(handle: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::watch(handle) }
    }
}

/// Windows: large data handed over between partitions without a copy, through the `bulk`
/// channels that manifests declare.
///
/// A window is memory cut into buffers, mapped once into the memory of each of its users. One
/// publisher fills a buffer in place and sends it; each subscriber reads it in place and releases it.
/// A buffer that is sent is no longer the publisher's: what it writes there afterwards, nobody
/// else sees (ownership `sealed`). What a subscriber writes, nobody else ever sees. A subscriber may
/// see what a publisher is about to send; only what it has taken is known to be whole.
///
/// A buffer is a number: its index in the window is what is left of division by 256, the rest tells
/// one use of it from the next.
pub mod window {
    mod raw {
        #[link(wasm_import_module = "terrace_window")]
        unsafe extern "C" {
            #[link_name = "describe"]
            pub fn describe(channel: *const u8, channel_len: usize, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "open"]
            pub fn open(channel: *const u8, channel_len: usize, part: u32, memory: *mut u8, memory_len: usize) -> i32;
            #[link_name = "obtain"]
            pub fn obtain(window: u32, until: u64) -> i32;
            #[link_name = "send"]
            pub fn send(window: u32, buffer: u32, length: u32) -> i32;
            #[link_name = "take"]
            pub fn take(window: u32, until: u64, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "release"]
            pub fn release(window: u32, buffer: u32) -> i32;
            #[link_name = "close"]
            pub fn close(window: u32) -> i32;
        }
    }

    /// Fill `out` with a `window-terms` record: what memory the caller has to have ready. Returns
    /// its length; `not-found` while no partition of the app lives that declares the channel.
    pub fn describe(channel: &[u8], out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::describe(channel.as_ptr(), channel.len(), out.as_mut_ptr(), out.len()) }
    }

    /// Map a window over `memory`, bytes of the caller that no allocator gives to anybody else: as
    /// `window-terms` says, else `misplaced`. What was there is lost. `part` is a part
    /// of `codes.toml`. Returns the window; `denied` when the channel does not permit it,
    /// `occupied` when it has its publisher or no room for another subscriber. Call it in a loop
    /// while it answers `again`. Not for a release of a real-time component.
    pub fn open(channel: &[u8], part: u32, memory: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::open(channel.as_ptr(), channel.len(), part, memory.as_mut_ptr(), memory.len()) }
    }

    /// Take a free buffer of a window opened to publish. Returns the buffer; what is in it
    /// is what the caller itself left there, or zeros. Call it in a loop while it answers `again`;
    /// `timeout` when none became free until the monotonic time `until` in ns, `stopping` once a
    /// stop was asked for.
    pub fn obtain(window: u32, until: u64) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::obtain(window, until) }
    }

    /// Send the first `length` bytes of a buffer that was obtained. Returns to how many subscribers;
    /// `unheard` when there is none, and the buffer stays with the caller.
    pub fn send(window: u32, buffer: u32, length: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::send(window, buffer, length) }
    }

    /// Take what was sent first of a window opened to subscribe, and fill `out` with a `parcel`
    /// record. Returns its length; `again`, `timeout` and `stopping` as `obtain` does; `held-up`
    /// while the caller holds as many buffers as it may: all but one, or the only one.
    pub fn take(window: u32, until: u64, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::take(window, until, out.as_mut_ptr(), out.len()) }
    }

    /// Give back a buffer that was taken, or one that was obtained and not sent.
    pub fn release(window: u32, buffer: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::release(window, buffer) }
    }

    /// Close a window: its range is memory of the caller again, of zeros. What it held is free.
    pub fn close(window: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::close(window) }
    }
}

/// Content providers: tables that an app keeps, served by URI to those its manifest names under
/// `[[provider]]`. The monitor keeps them in SQLite, in the data folder of the app that declares them, which
/// need not run.
///
/// A URI is `content://PROVIDER/TABLE`, or `content://PROVIDER/TABLE/ID` for one row; each table has a column
/// `id`. Values go as in intents: a type of `codes.toml`, then the bytes of the value. Arguments are values one
/// after the other, `?1` being the first; the values of a row to write are entries: a type, the length of the
/// column's name in one byte, the name, the value. A row that is read is the length of its values in four
/// bytes, then its values.
///
/// Calls wait for the disk, so they are not for a release of a real-time component. What a call was refused
/// for is in the caller's log.
pub mod provider {
    mod raw {
        #[link(wasm_import_module = "terrace_provider")]
        unsafe extern "C" {
            #[link_name = "query"]
            pub fn query(uri: *const u8, uri_len: usize, columns: *const u8, columns_len: usize, selection: *const u8, selection_len: usize, arguments: *const u8, arguments_len: usize, order: *const u8, order_len: usize, limit: u32) -> i32;
            #[link_name = "next"]
            pub fn next(cursor: u32, rows: *mut u8, rows_len: usize) -> i32;
            #[link_name = "close"]
            pub fn close(cursor: u32) -> i32;
            #[link_name = "insert"]
            pub fn insert(uri: *const u8, uri_len: usize, values: *const u8, values_len: usize) -> i64;
            #[link_name = "update"]
            pub fn update(uri: *const u8, uri_len: usize, values: *const u8, values_len: usize, selection: *const u8, selection_len: usize, arguments: *const u8, arguments_len: usize) -> i64;
            #[link_name = "delete"]
            pub fn delete(uri: *const u8, uri_len: usize, selection: *const u8, selection_len: usize, arguments: *const u8, arguments_len: usize) -> i64;
            #[link_name = "call"]
            pub fn call(uri: *const u8, uri_len: usize, arguments: *const u8, arguments_len: usize) -> i32;
            #[link_name = "observe"]
            pub fn observe(uri: *const u8, uri_len: usize, channel: *const u8, channel_len: usize) -> i32;
            #[link_name = "unobserve"]
            pub fn unobserve(observation: u32) -> i32;
        }
    }

    /// Ask for rows. `columns` are names of columns with commas between, or `count(*)` and `count`, `min`, `max`,
    /// `sum`, `avg` of a column; empty: `id` and all others. `selection` is an expression of SQL over the
    /// columns, or empty for all rows. `order` is names of columns with commas between, each perhaps with
    /// `desc` after it; or empty. At most `limit` rows, or all for 0. The rows are as they were at this moment,
    /// whatever happens to the table later. Returns a cursor; `not-found` for no such provider or table, `denied`,
    /// `invalid`, `timeout`, `too-long` for more rows than one query may have.
    pub fn query(uri: &[u8], columns: &[u8], selection: &[u8], arguments: &[u8], order: &[u8], limit: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::query(uri.as_ptr(), uri.len(), columns.as_ptr(), columns.len(), selection.as_ptr(), selection.len(), arguments.as_ptr(), arguments.len(), order.as_ptr(), order.len(), limit) }
    }

    /// Fill `rows` with the next whole rows of a cursor. Returns how many bytes; 0 after the last one; `too-long`
    /// when the next row does not fit.
    pub fn next(cursor: u32, rows: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::next(cursor, rows.as_mut_ptr(), rows.len()) }
    }

    /// Give a cursor back.
    pub fn close(cursor: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::close(cursor) }
    }

    /// Add a row. Returns its id; `conflict`, `full` when the provider has reached its limit.
    pub fn insert(uri: &[u8], values: &[u8]) -> i64 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::insert(uri.as_ptr(), uri.len(), values.as_ptr(), values.len()) }
    }

    /// Change rows. Returns how many.
    pub fn update(uri: &[u8], values: &[u8], selection: &[u8], arguments: &[u8]) -> i64 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::update(uri.as_ptr(), uri.len(), values.as_ptr(), values.len(), selection.as_ptr(), selection.len(), arguments.as_ptr(), arguments.len()) }
    }

    /// Remove rows. Returns how many.
    pub fn delete(uri: &[u8], selection: &[u8], arguments: &[u8]) -> i64 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::delete(uri.as_ptr(), uri.len(), selection.as_ptr(), selection.len(), arguments.as_ptr(), arguments.len()) }
    }

    /// Run what the manifest declares under `[[provider.call]]`: all its statements, or none. `uri` is
    /// `content://PROVIDER/CALL`. Returns a cursor over what the last statement selected.
    pub fn call(uri: &[u8], arguments: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::call(uri.as_ptr(), uri.len(), arguments.as_ptr(), arguments.len()) }
    }

    /// Have changes of rows told: an intent with the action `terrace.changed` comes to a channel that the caller
    /// may send to and receive from, with `uri` (text), `change` (int, a change of `codes.toml`) and `rows` (long).
    /// `uri` may also be `content://PROVIDER`. A notice for which the channel has no room is told with the
    /// next one. Returns an observation.
    pub fn observe(uri: &[u8], channel: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::observe(uri.as_ptr(), uri.len(), channel.as_ptr(), channel.len()) }
    }

    /// Have them told no more.
    pub fn unobserve(observation: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::unobserve(observation) }
    }
}

/// TCP connections from and to the addresses that the manifest grants under `permissions.network`.
/// For programs of WASI 0.1, which cannot open a socket; those of WASI 0.2 have the sockets of WASI.
///
/// No call here waits. Where one answers `again` the caller rests, and then makes the same call once more.
/// Sockets count as `descriptors`, and are closed when the partition ends.
pub mod socket {
    mod raw {
        #[link(wasm_import_module = "terrace_socket")]
        unsafe extern "C" {
            #[link_name = "listen"]
            pub fn listen(address: *const u8, address_len: usize) -> i32;
            #[link_name = "connect"]
            pub fn connect(address: *const u8, address_len: usize) -> i32;
            #[link_name = "connected"]
            pub fn connected(handle: u32) -> i32;
            #[link_name = "accept"]
            pub fn accept(listener: u32) -> i32;
            #[link_name = "receive"]
            pub fn receive(handle: u32, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "send"]
            pub fn send(handle: u32, data: *const u8, data_len: usize) -> i32;
            #[link_name = "shut"]
            pub fn shut(handle: u32) -> i32;
            #[link_name = "address"]
            pub fn address(handle: u32, which: u32, out: *mut u8, out_len: usize) -> i32;
            #[link_name = "close"]
            pub fn close(handle: u32) -> i32;
        }
    }

    /// Listen at a granted address: `127.0.0.1:80`, `[::1]:80`. Returns a handle; `denied`,
    /// `in-use`, `full` with too many descriptors.
    pub fn listen(address: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::listen(address.as_ptr(), address.len()) }
    }

    /// Begin a connection to a granted address. Returns a handle; `denied`, `refused`, `full`.
    pub fn connect(address: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::connect(address.as_ptr(), address.len()) }
    }

    /// `ok` once the connection that was begun stands, `again` until then, `refused`.
    pub fn connected(handle: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::connected(handle) }
    }

    /// Take a connection that came to a listener. Returns a handle; `again`, `full`.
    pub fn accept(listener: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::accept(listener) }
    }

    /// Copy what came, at most `socket-copy-bytes`. Returns the length, 0 at the end of what the other
    /// side sends; `again`, `reset`.
    pub fn receive(handle: u32, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::receive(handle, out.as_mut_ptr(), out.len()) }
    }

    /// Send. Returns how many bytes were taken, at most `socket-copy-bytes`; `again`, `reset`.
    pub fn send(handle: u32, data: &[u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::send(handle, data.as_ptr(), data.len()) }
    }

    /// Nothing more will be sent.
    pub fn shut(handle: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::shut(handle) }
    }

    /// The address of this side (`which` 0) or the other one (1), as text. Returns its length.
    pub fn address(handle: u32, which: u32, out: &mut [u8]) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::address(handle, which, out.as_mut_ptr(), out.len()) }
    }

    /// Give a socket back.
    pub fn close(handle: u32) -> i32 {
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe { raw::close(handle) }
    }
}

/// The `N` bytes at `at`.
fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&bytes[at..at + N]);
    out
}
