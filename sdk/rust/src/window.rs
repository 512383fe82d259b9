//! Windows: large data handed over to other partitions without a copy.
//!
//! A [`Publisher`] obtains a [`Blank`], fills it as the slice it is, and sends it; a [`Subscriber`]
//! takes a [`Parcel`], reads it as the slice it is, and drops it. The memory of a window is new: no
//! allocator knows of it. It stays reserved when the window is closed; keep windows open.

use crate::clock::Instant;
use crate::sys::{self, Code, Part, WindowTerms};
use std::ops::{Deref, DerefMut};

/// A window of this partition, closed when dropped.
#[derive(Debug)]
struct Window {
    handle: u32,
    base: *mut u8,
    terms: WindowTerms,
}

/// Bytes of a page of Wasm.
const PAGE: usize = 65536;

#[cfg(target_arch = "wasm32")]
fn grow(pages: usize) -> Option<*mut u8> {
    let old = core::arch::wasm32::memory_grow(0, pages);
    (old != usize::MAX).then(|| (old * PAGE) as *mut u8)
}

#[cfg(not(target_arch = "wasm32"))]
fn grow(_: usize) -> Option<*mut u8> {
    None
}

impl Window {
    fn open(channel: &str, part: Part) -> Result<Window, Code> {
        let terms = terms(channel)?;
        let bytes = usize::try_from(terms.bytes).map_err(|_| Code::NoMemory)?;
        let base = grow(bytes.div_ceil(PAGE)).ok_or(Code::NoMemory)?;
        // SAFETY: new memory that nobody else knows of, so large.
        let range = unsafe { std::slice::from_raw_parts_mut(base, bytes) };
        let code = repeat(|| sys::window::open(channel.as_bytes(), part.as_u32(), range));
        let handle = crate::answer(code)?;
        Ok(Window {
            handle,
            base,
            terms,
        })
    }

    /// The beginning of a buffer.
    fn at(&self, number: u32) -> *mut u8 {
        let index = number as usize % 256;
        self.base.wrapping_add(index * self.terms.stride as usize)
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        sys::window::close(self.handle);
    }
}

fn repeat(mut call: impl FnMut() -> i32) -> i32 {
    loop {
        let code = call();
        if code != Code::Again.as_i32() {
            return code;
        }
    }
}

/// What memory a window needs.
///
/// # Errors
/// [`Code::NotFound`] while no partition of the app lives that declares the channel.
pub fn terms(channel: &str) -> Result<WindowTerms, Code> {
    let mut record = [0; WindowTerms::SIZE];
    crate::answer(sys::window::describe(channel.as_bytes(), &mut record))?;
    Ok(WindowTerms::from_bytes(&record))
}

/// Fills buffers and sends them.
#[derive(Debug)]
pub struct Publisher(Window);

impl Publisher {
    /// Open the window of a channel of type `bulk`.
    ///
    /// # Errors
    /// [`Code::NotFound`], [`Code::Denied`], [`Code::Occupied`], [`Code::NoMemory`].
    pub fn open(channel: &str) -> Result<Publisher, Code> {
        Window::open(channel, Part::Publish).map(Publisher)
    }

    /// Bytes that a buffer holds.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.0.terms.capacity as usize
    }

    /// A free buffer, waited for at most until the moment.
    ///
    /// # Errors
    /// [`Code::Timeout`], [`Code::Stopping`].
    pub fn obtain(&self, until: Instant) -> Result<Blank<'_>, Code> {
        let code = repeat(|| sys::window::obtain(self.0.handle, until.as_ns()));
        let number = crate::answer(code)?;
        Ok(Blank {
            publisher: self,
            number,
        })
    }
}

/// A buffer to be filled: a slice. Given back when dropped.
#[derive(Debug)]
pub struct Blank<'p> {
    publisher: &'p Publisher,
    number: u32,
}

impl Blank<'_> {
    /// Send its first `length` bytes. To how many subscribers.
    ///
    /// # Errors
    /// [`Code::Unheard`] and the buffer, as it is, when there is none; [`Code::TooLong`] likewise.
    pub fn send(self, length: usize) -> Result<u32, (Code, Self)> {
        let length = u32::try_from(length).unwrap_or(u32::MAX);
        let code = sys::window::send(self.publisher.0.handle, self.number, length);
        match crate::answer(code) {
            Ok(receivers) => {
                std::mem::forget(self);
                Ok(receivers)
            }
            Err(code) => Err((code, self)),
        }
    }
}

impl Deref for Blank<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the buffer is this one's alone until it is sent or dropped, and lies in the window.
        unsafe {
            std::slice::from_raw_parts(self.publisher.0.at(self.number), self.publisher.capacity())
        }
    }
}

impl DerefMut for Blank<'_> {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above.
        unsafe {
            std::slice::from_raw_parts_mut(
                self.publisher.0.at(self.number),
                self.publisher.capacity(),
            )
        }
    }
}

impl Drop for Blank<'_> {
    fn drop(&mut self) {
        sys::window::release(self.publisher.0.handle, self.number);
    }
}

/// Takes buffers and reads them.
#[derive(Debug)]
pub struct Subscriber(Window);

impl Subscriber {
    /// Open the window of a channel of type `bulk`: for what is sent from now on.
    ///
    /// # Errors
    /// As [`Publisher::open`].
    pub fn open(channel: &str) -> Result<Subscriber, Code> {
        Window::open(channel, Part::Subscribe).map(Subscriber)
    }

    /// What was sent first, waited for at most until the moment.
    ///
    /// # Errors
    /// [`Code::Timeout`], [`Code::Stopping`], [`Code::HeldUp`] with too many parcels at once.
    pub fn take(&self, until: Instant) -> Result<Parcel<'_>, Code> {
        let mut record = [0; sys::Parcel::SIZE];
        let code = repeat(|| sys::window::take(self.0.handle, until.as_ns(), &mut record));
        crate::answer(code)?;
        Ok(Parcel {
            subscriber: self,
            parcel: sys::Parcel::from_bytes(&record),
        })
    }
}

/// A buffer to be read: a slice of what was sent. Given back when dropped.
#[derive(Debug)]
pub struct Parcel<'s> {
    subscriber: &'s Subscriber,
    parcel: sys::Parcel,
}

impl Parcel<'_> {
    /// Counts what was sent through the window; a gap is what gave way.
    #[must_use]
    pub fn sequence(&self) -> u64 {
        self.parcel.sequence
    }
}

impl Deref for Parcel<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let at = self.subscriber.0.at(self.parcel.buffer);
        // SAFETY: nobody changes the buffer before it is released, and it lies in the window.
        unsafe { std::slice::from_raw_parts(at, self.parcel.length as usize) }
    }
}

impl Drop for Parcel<'_> {
    fn drop(&mut self) {
        sys::window::release(self.subscriber.0.handle, self.parcel.buffer);
    }
}
