//! Creating, watching, limiting, suspending and ending other partitions.
//!
//! Only for an app whose manifest says `control = true` under `[permissions]`; every function
//! here answers [`Code::Denied`] to others.

use crate::clock::Instant;
use crate::sys::{
    self, Code, Event, EventKind, FaultKind, Limit, State, Status, TrimLevel, bounds,
};

/// Another partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Partition(pub u64);

/// Create a partition of an installed app; [`Partition::start`] makes it run.
///
/// # Errors
/// [`Code::NotFound`] for an unknown app, [`Code::Full`] and [`Code::NoMemory`] when there is
/// no room, [`Code::Invalid`] and [`Code::TooLong`] for a bad name.
pub fn create(app: &str, name: &str) -> Result<Partition, Code> {
    let id = sys::control::create(app.as_bytes(), name.as_bytes());
    u64::try_from(id).map(Partition).map_err(|_| {
        i32::try_from(id)
            .ok()
            .and_then(Code::from_i32)
            .unwrap_or(Code::Unsupported)
    })
}

/// Every partition there is.
///
/// # Errors
/// [`Code::Denied`].
pub fn list() -> Result<Vec<Partition>, Code> {
    let mut bytes = vec![0; 64 * 8];
    loop {
        let count = crate::answer(sys::control::list(&mut bytes))? as usize;
        if count * 8 <= bytes.len() {
            let ids = bytes[..count * 8].chunks_exact(8);
            return Ok(ids
                .filter_map(|id| id.try_into().ok())
                .map(u64::from_le_bytes)
                .map(Partition)
                .collect());
        }
        bytes.resize(count * 8, 0);
    }
}

impl Partition {
    /// Start it: it must be installed, stopped or faulted.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::WrongState`], [`Code::NoMemory`].
    pub fn start(self) -> Result<(), Code> {
        crate::done(sys::control::start(self.0))
    }

    /// Let it use no processor, from its next safe point on.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::WrongState`].
    pub fn suspend(self) -> Result<(), Code> {
        crate::done(sys::control::suspend(self.0))
    }

    /// Let it go on.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::WrongState`].
    pub fn resume(self) -> Result<(), Code> {
        crate::done(sys::control::resume(self.0))
    }

    /// Ask it to end; it is ended by force after the grace time.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::WrongState`].
    pub fn stop(self) -> Result<(), Code> {
        crate::done(sys::control::stop(self.0))
    }

    /// End it by force, wherever it stands.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::WrongState`].
    pub fn kill(self) -> Result<(), Code> {
        crate::done(sys::control::kill(self.0))
    }

    /// End it and start it again.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::WrongState`].
    pub fn restart(self) -> Result<(), Code> {
        crate::done(sys::control::restart(self.0))
    }

    /// Change one of its limits.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::Invalid`], [`Code::NoMemory`].
    pub fn set_limit(self, what: Limit, value: u64) -> Result<(), Code> {
        crate::done(sys::control::set_limit(self.0, what.as_u32(), value))
    }

    /// Ask it to give memory back.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::WrongState`].
    pub fn trim(self, level: TrimLevel) -> Result<(), Code> {
        crate::done(sys::control::trim(self.0, level.as_u32()))
    }

    /// How it is.
    ///
    /// # Errors
    /// [`Code::NotFound`].
    pub fn status(self) -> Result<Status, Code> {
        let mut record = [0; Status::SIZE];
        crate::done(sys::control::status(self.0, &mut record))?;
        Ok(Status::from_bytes(&record))
    }

    /// Its name.
    ///
    /// # Errors
    /// [`Code::NotFound`].
    pub fn name(self) -> Result<String, Code> {
        let mut bytes = [0; bounds::NAME_BYTES as usize];
        let length = crate::answer(sys::control::name(self.0, &mut bytes))? as usize;
        Ok(String::from_utf8_lossy(&bytes[..length.min(bytes.len())]).into_owned())
    }
}

impl Status {
    /// Its state; `None` for one this SDK does not know.
    #[must_use]
    pub fn state(&self) -> Option<State> {
        State::from_u32(self.state)
    }

    /// The fault that ended it.
    #[must_use]
    pub fn fault(&self) -> Option<FaultKind> {
        FaultKind::from_u32(self.fault).filter(|fault| *fault != FaultKind::None)
    }
}

impl Event {
    /// What happened; `None` for a kind this SDK does not know.
    #[must_use]
    pub fn kind(&self) -> Option<EventKind> {
        EventKind::from_u32(self.kind)
    }
}

/// The next thing that happens to any partition, waiting for it until the moment.
///
/// # Errors
/// [`Code::Timeout`], [`Code::Stopping`] once a stop was asked for, [`Code::Denied`].
pub fn next_event(until: Instant) -> Result<Event, Code> {
    let mut record = [0; Event::SIZE];
    loop {
        match crate::answer(sys::control::next_event(until.as_ns(), &mut record)) {
            Ok(_) => return Ok(Event::from_bytes(&record)),
            Err(Code::Again) => {}
            Err(code) => return Err(code),
        }
    }
}

/// Everything that happens, waiting for each, until a stop is asked for.
pub fn events() -> impl Iterator<Item = Event> {
    core::iter::from_fn(|| next_event(Instant::NEVER).ok())
}
