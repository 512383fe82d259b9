//! Components: services and receivers with callbacks, released on time.
//!
//! An app made of components has one program, which is started once for each: it asks
//! [`own_name`] which one it is, and calls [`serve`] with the [`Service`] that is it.
//!
//! Memory is of two kinds. What lives as long as the component is ordinary memory of Rust: as much as the
//! manifest declares `persistent` is taken from the monitor before `create`, so that no growth is left for a
//! release. What lives as long as one release is taken from its [`Scratch`], which is empty at the
//! beginning of each and holds as much as the manifest declares `release`; the borrow checker
//! sees to it that nothing of it stays.

use crate::Code;
use crate::clock::Instant;
use crate::sys;
use crate::sys::{Letter, bounds};
pub use crate::sys::{CallbackKind, CallbackTerms, Component, ComponentKind, Occasion, Release};
use std::cell::Cell;
use std::fmt;
use std::mem::MaybeUninit;

/// What one call copies at most.
const COPY: usize = bounds::MESSAGE_COPY_BYTES as usize;

/// What a component does. Callbacks run one at a time, to completion.
pub trait Service: Sized {
    /// Once, and again after it was stopped and is started.
    ///
    /// # Errors
    /// Any: the program ends with status 1, and its app with it.
    fn create(facts: &Component) -> Result<Self, Code>;

    /// It was started. Its releases begin when all components of its app are ready.
    fn start_command(&mut self) {}

    /// A callback is released: its time has come, or a message has ([`Scratch::message`]).
    fn release(&mut self, release: &Release, scratch: &Scratch<'_>);

    /// There are no releases until `resume`.
    fn pause(&mut self) {}

    /// Releases go on.
    fn resume(&mut self) {}

    /// It is stopped, or its app ends.
    fn destroy(&mut self) {}

    /// So many releases of this callback used more than their cost; the manifest asks for this by
    /// `on_overrun = "callback"`.
    fn overran(&mut self, callback: u32, count: u32) {
        let _ = (callback, count);
    }

    /// So many releases of this callback missed their deadline; `on_miss = "callback"`.
    fn missed(&mut self, callback: u32, count: u32) {
        let _ = (callback, count);
    }
}

/// Memory that lives as long as one release.
pub struct Scratch<'a> {
    rest: Cell<&'a mut [MaybeUninit<u64>]>,
}

impl fmt::Debug for Scratch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Scratch({} left)", self.left())
    }
}

impl<'a> Scratch<'a> {
    fn new(memory: &'a mut [MaybeUninit<u64>]) -> Scratch<'a> {
        Scratch {
            rest: Cell::new(memory),
        }
    }

    /// So many values, each a copy of `value`, until the release completes.
    ///
    /// # Errors
    /// [`Code::NoMemory`] beyond what the manifest declares; nothing is taken then.
    pub fn slice<T: Copy>(&self, count: usize, value: T) -> Result<&'a mut [T], Code> {
        let bytes = count.checked_mul(size_of::<T>()).ok_or(Code::NoMemory)?;
        if align_of::<T>() > align_of::<u64>() {
            return Err(Code::Invalid);
        }
        let words = bytes.div_ceil(size_of::<u64>());
        let rest = self.rest.take();
        if words > rest.len() {
            self.rest.set(rest);
            return Err(Code::NoMemory);
        }
        let (taken, rest) = rest.split_at_mut(words);
        self.rest.set(rest);
        Ok(fill(taken, count, value))
    }

    /// The message that the release is for, all of it.
    ///
    /// # Errors
    /// [`Code::NoMemory`] beyond what the manifest declares; [`Code::NotFound`] where the release is for
    /// none, or for one that came through a window.
    pub fn message(&self, release: &Release) -> Result<(Letter, &'a mut [u8]), Code> {
        let bytes = self.slice(release.length as usize, 0u8)?;
        let letter = message(bytes)?;
        for at in (COPY..bytes.len()).step_by(COPY) {
            let at_most = u32::try_from(at).map_err(|_| Code::TooLong)?;
            crate::answer(sys::message::read(letter.message, at_most, &mut bytes[at..]))?;
        }
        Ok((letter, bytes))
    }

    /// Bytes that are left.
    #[must_use]
    pub fn left(&self) -> usize {
        let rest = self.rest.take();
        let left = size_of_val(rest);
        self.rest.set(rest);
        left
    }
}

#[allow(unsafe_code)]
fn fill<T: Copy>(words: &mut [MaybeUninit<u64>], count: usize, value: T) -> &mut [T] {
    let first = words.as_mut_ptr().cast::<T>();
    for index in 0..count {
        // SAFETY: `slice` took enough words for `count` values, which are aligned no stricter.
        unsafe { first.add(index).write(value) };
    }
    // SAFETY: all `count` values are written, and the words are borrowed for as long.
    unsafe { std::slice::from_raw_parts_mut(first, count) }
}

/// What the manifest says of this component.
///
/// # Errors
/// [`Code::NotFound`] when this instance is no component.
pub fn own() -> Result<Component, Code> {
    let mut record = [0; Component::SIZE];
    crate::done(sys::realtime::component(&mut record))?;
    Ok(Component::from_bytes(&record))
}

/// What the manifest says of a callback; 0 is the component's own.
///
/// # Errors
/// [`Code::NotFound`].
pub fn callback(index: u32) -> Result<CallbackTerms, Code> {
    let mut record = [0; CallbackTerms::SIZE];
    crate::done(sys::realtime::callback(index, &mut record))?;
    Ok(CallbackTerms::from_bytes(&record))
}

/// The name of a callback; of 0 it is the component's.
///
/// # Errors
/// [`Code::NotFound`].
pub fn name(index: u32) -> Result<String, Code> {
    let mut bytes = [0; bounds::NAME_BYTES as usize];
    let length = crate::answer(sys::realtime::name(index, &mut bytes))? as usize;
    Ok(String::from_utf8_lossy(&bytes[..length.min(bytes.len())]).into_owned())
}

/// The name of this component.
///
/// # Errors
/// [`Code::NotFound`] when this instance is no component.
pub fn own_name() -> Result<String, Code> {
    name(0)
}

/// Be this service until the app stops.
///
/// # Errors
/// [`Code::NotFound`] when this instance is no component, or what `create` answered.
pub fn serve<S: Service>() -> Result<(), Code> {
    let facts = own()?;
    let words = usize::try_from(facts.release.div_ceil(8)).map_err(|_| Code::NoMemory)?;
    let mut memory = vec![MaybeUninit::uninit(); words].into_boxed_slice();
    reserve(facts.persistent);
    let mut service: Option<S> = None;
    loop {
        let release = match next() {
            Ok(release) => release,
            Err(Code::Stopping) => return Ok(()),
            Err(code) => return Err(code),
        };
        match (Occasion::from_u32(release.what), &mut service) {
            (Some(Occasion::Create), service) => *service = Some(S::create(&facts)?),
            (Some(Occasion::Destroy), gone) => {
                if let Some(mut service) = gone.take() {
                    service.destroy();
                }
            }
            (Some(what), Some(service)) => {
                let most = callback(release.callback).map_or(0, |terms| terms.release / 8);
                let most = usize::try_from(most).unwrap_or(usize::MAX).min(words);
                call(service, what, &release, &mut memory[..most]);
            }
            _ => {}
        }
    }
}

fn call<S: Service>(
    service: &mut S,
    what: Occasion,
    release: &Release,
    memory: &mut [MaybeUninit<u64>],
) {
    match what {
        Occasion::StartCommand => service.start_command(),
        Occasion::Release | Occasion::Message => service.release(release, &Scratch::new(memory)),
        Occasion::Pause => service.pause(),
        Occasion::Resume => service.resume(),
        Occasion::Overran => service.overran(release.callback, release.count),
        Occasion::Missed => service.missed(release.callback, release.count),
        Occasion::Create | Occasion::Destroy => {}
    }
}

/// Have the allocator take what the component will need for its life: it gives nothing back.
fn reserve(bytes: u64) {
    // A little is the allocator's own.
    let Ok(bytes) = usize::try_from(bytes.saturating_sub(bytes / 16)) else {
        return;
    };
    let mut all: Vec<u8> = Vec::new();
    // What cannot be had now is not there later either; then the growth is refused where it is asked.
    if all.try_reserve_exact(bytes).is_ok() {
        std::hint::black_box(&mut all);
    }
}

/// The next thing to do, waiting for it; what ran is complete.
///
/// # Errors
/// [`Code::Stopping`] when the app stops; [`Code::NotFound`] when this instance is no component.
pub fn next() -> Result<Release, Code> {
    let mut record = [0; Release::SIZE];
    loop {
        match crate::answer(sys::realtime::next(Instant::NEVER.as_ns(), &mut record)) {
            Ok(_) => return Ok(Release::from_bytes(&record)),
            Err(Code::Again) => {}
            Err(code) => return Err(code),
        }
    }
}

/// The message that the release is for: what goes with it, and its first bytes in `data`, as many as there
/// is room for and one call copies.
///
/// # Errors
/// [`Code::NotFound`] where the release is for none, or for one that came through a window.
pub fn message(data: &mut [u8]) -> Result<Letter, Code> {
    let mut record = [0; Letter::SIZE];
    crate::done(sys::realtime::message(&mut record, data))?;
    Ok(Letter::from_bytes(&record))
}

/// When the next release of this component is due.
#[must_use]
pub fn due() -> Instant {
    Instant::from_ns(sys::realtime::due())
}

/// Run at this priority until the release completes; 0 is normal.
///
/// # Errors
/// [`Code::Denied`] above the most important callback of the component.
pub fn set_priority(level: u32) -> Result<(), Code> {
    again(|| sys::realtime::set_priority(level))
}

/// Start a stopped service of this app, with all that is nested in it.
///
/// # Errors
/// [`Code::NotFound`], [`Code::WrongState`].
pub fn start(service: &str) -> Result<(), Code> {
    crate::done(sys::realtime::start(service.as_bytes()))
}

/// Stop a service of this app after the release that runs.
///
/// # Errors
/// As [`start`].
pub fn stop(service: &str) -> Result<(), Code> {
    crate::done(sys::realtime::stop(service.as_bytes()))
}

/// Let a service of this app have no releases.
///
/// # Errors
/// As [`start`].
pub fn pause(service: &str) -> Result<(), Code> {
    crate::done(sys::realtime::pause(service.as_bytes()))
}

/// Let a paused or suspended service of this app have releases again.
///
/// # Errors
/// As [`start`].
pub fn resume(service: &str) -> Result<(), Code> {
    crate::done(sys::realtime::resume(service.as_bytes()))
}

/// Hold a shared resource that the manifest declares under `uses`; it is left when this goes.
///
/// # Errors
/// [`Code::NotFound`] when the manifest does not declare it.
pub fn enter(resource: &str) -> Result<Held, Code> {
    again(|| sys::realtime::enter(resource.as_bytes())).map(|()| Held(()))
}

/// A shared resource that is held.
#[derive(Debug)]
pub struct Held(());

impl Drop for Held {
    fn drop(&mut self) {
        let _ = sys::realtime::leave();
    }
}

fn again(call: impl Fn() -> i32) -> Result<(), Code> {
    loop {
        match crate::done(call()) {
            Err(Code::Again) => {}
            answer => return answer,
        }
    }
}
