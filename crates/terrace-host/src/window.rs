//! Windows: pages that several address ranges of this process show at once, and the two faces of
//! such a range.
//!
//! [`Pages`] is a memfd, cut into buffers. A [`View`] is a range of somebody's memory that shows
//! it. A subscriber's view is copy-on-write for good: what is written there stays there. A
//! publisher's view has two faces for each buffer, *shared* and *sealed*, the second copy-on-write;
//! one of them lies in place, the other in a stash beside. [`View::share`] and [`View::seal`] change
//! the two by moving page tables, so that neither the size of a buffer nor a page fault
//! afterwards costs anything.
//!
//! # Invariants
//! I1. The file is sealed against shrinking and growing before it is mapped: no access to a view
//!     raises SIGBUS.
//! I2. Every page of a view can be read and written at any time: the host itself would die of a
//!     fault inside a copy on behalf of a guest.
//! I3. When a view is dropped its range is private memory of zeros. Where Linux refuses that the
//!     process ends: a wall that cannot be kept is worse.
//! I4. Of the pages, only the publisher's shared face is ever written; by [`Pages::scrub`] while
//!     there is none.
//!
//! Measured (16 MiB): mapping anew 2 us, but the faults afterwards 830 us; taking a populated mapping
//! away 200 us; moving page tables there and back 4 us each.
//!
//! Source: DESIGN.md 3.4; SPIKES.md, "Wasmtime: memory".

use crate::memory::PageMap;
use rustix::fs::{FallocateFlags, MemfdFlags, SealFlags};
use rustix::io::Errno;
use rustix::mm::{Advice, MapFlags, MremapFlags, ProtFlags};
use std::os::fd::OwnedFd;
use std::ptr::NonNull;
use std::sync::Arc;

/// What one page table leads to: page tables move whole where source and destination lie alike in it.
const TABLE: usize = 2 << 20;

const ACCESS: ProtFlags = ProtFlags::READ.union(ProtFlags::WRITE);

/// Linux refused what a window needs.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("cannot {act} {bytes} bytes of a window: {cause}")]
pub struct WindowError {
    act: &'static str,
    bytes: usize,
    cause: Errno,
}

fn failed(act: &'static str, bytes: usize) -> impl Fn(Errno) -> WindowError {
    move |cause| WindowError { act, bytes, cause }
}

/// How a window is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Bytes from one buffer to the next: whole pages.
    pub stride: usize,
    /// How many.
    pub buffers: usize,
}

impl Layout {
    /// Buffers of at least `capacity` bytes each.
    #[must_use]
    pub fn new(capacity: usize, buffers: usize) -> Layout {
        Layout {
            stride: capacity.max(1).next_multiple_of(crate::memory::page_size()),
            buffers,
        }
    }

    /// All of it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.stride * self.buffers
    }
}

/// A range of addresses of this process, unmapped when dropped.
#[derive(Debug)]
struct Area {
    base: NonNull<u8>,
    bytes: usize,
}

impl Area {
    /// The address of an offset.
    fn at(&self, offset: usize) -> *mut u8 {
        debug_assert!(offset <= self.bytes);
        self.base.as_ptr().wrapping_add(offset)
    }
}

impl Drop for Area {
    fn drop(&mut self) {
        // SAFETY: the owner made this mapping for itself, and nothing points into it any more.
        // It cannot fail: whole mappings are taken away, none is split.
        let _ = unsafe { rustix::mm::munmap(self.base.as_ptr().cast(), self.bytes) };
    }
}

/// The pages of one window. Given back to Linux when the last view is gone too.
#[derive(Debug)]
pub struct Pages {
    file: OwnedFd,
    /// Keeps the pages in memory, and writes them while nobody publishes.
    own: Area,
    layout: Layout,
    locked: bool,
    tables: Arc<PageMap>,
}

// SAFETY: the mapping belongs to the process, not to a thread. It is written by `scrub` alone, whose
// caller has the buffer to itself.
unsafe impl Send for Pages {}
// SAFETY: as above.
unsafe impl Sync for Pages {}

impl Pages {
    /// New pages of zeros, all there, locked if Linux permits. Takes a millisecond for every few
    /// megabytes: not on a worker.
    ///
    /// # Errors
    /// [`WindowError`].
    pub fn new(layout: Layout, tables: Arc<PageMap>) -> Result<Pages, WindowError> {
        let bytes = layout.bytes();
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let file = rustix::fs::memfd_create("terrace-window", flags);
        let file = file.map_err(failed("make", bytes))?;
        let size = bytes as u64;
        rustix::fs::ftruncate(&file, size).map_err(failed("size", bytes))?;
        let there = rustix::fs::fallocate(&file, FallocateFlags::empty(), 0, size);
        there.map_err(failed("get", bytes))?;
        let seals = SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
        rustix::fs::fcntl_add_seals(&file, seals).map_err(failed("seal", bytes))?;
        // SAFETY: a new mapping at an address that Linux chooses.
        let base = unsafe {
            let anywhere = std::ptr::null_mut();
            rustix::mm::mmap(anywhere, bytes, ACCESS, MapFlags::SHARED, &file, 0)
        };
        let own = area(base, bytes).map_err(failed("map", bytes))?;
        // SAFETY: the mapping above.
        let locked = unsafe { rustix::mm::mlock(own.at(0).cast(), bytes) }.is_ok();
        Ok(Pages {
            file,
            own,
            layout,
            locked,
            tables,
        })
    }

    /// How it is cut.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Does Linux keep the pages in memory?
    #[must_use]
    pub fn locked(&self) -> bool {
        self.locked
    }

    /// Write zeros over `len` bytes of a buffer from `from` on. The caller knows that nobody has the
    /// buffer: no view shows a shared face of it.
    pub fn scrub(&self, buffer: usize, from: usize, len: usize) {
        assert!(buffer < self.layout.buffers, "the window has this buffer");
        let len = len.min(self.layout.stride.saturating_sub(from));
        let at = self.own.at(buffer * self.layout.stride + from);
        // SAFETY: inside the mapping, which lives as long as `self`. Subscribers' views may be read at
        // this moment through other addresses; they read bytes, of no kind.
        unsafe { std::ptr::write_bytes(at, 0, len) };
    }

    fn map(&self, at: *mut u8, buffer: usize, count: usize, face: Face) -> Result<(), WindowError> {
        let bytes = count * self.layout.stride;
        let kind = match face {
            Face::Shared => MapFlags::SHARED,
            Face::Sealed => MapFlags::PRIVATE | MapFlags::NORESERVE,
        };
        let offset = (buffer * self.layout.stride) as u64;
        // SAFETY: the caller owns `[at, at + bytes)`; see `View::new`.
        let mapped = unsafe {
            let flags = kind | MapFlags::FIXED;
            rustix::mm::mmap(at.cast(), bytes, ACCESS, flags, &self.file, offset)
        };
        mapped.map(|_| ()).map_err(failed("show", bytes))
    }
}

fn area(base: Result<*mut std::ffi::c_void, Errno>, bytes: usize) -> Result<Area, Errno> {
    let base = NonNull::new(base?.cast()).ok_or(Errno::NOMEM)?;
    Ok(Area { base, bytes })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Face {
    Shared,
    Sealed,
}

/// Who looks through a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewer {
    /// Fills buffers; sees none before [`View::share`].
    Publisher,
    /// Sees all, as it is; what it writes is its own.
    Subscriber,
}

/// Where the faces of a publisher's buffers lie that are not in place.
#[derive(Debug)]
struct Stash {
    area: Area,
    shared: usize,
    sealed: usize,
    /// Which face of each buffer lies in place; none yet: memory that it has for itself.
    placed: Vec<Option<Face>>,
}

/// See the module.
#[derive(Debug)]
pub struct View {
    pages: Arc<Pages>,
    at: NonNull<u8>,
    stash: Option<Stash>,
    /// Bytes whose page tables are filled.
    ready: usize,
}

// SAFETY: the ranges belong to the process, not to a thread, and to this view alone.
unsafe impl Send for View {}

impl View {
    /// Show `pages` at `at`. What was there is lost. Not to be used before [`View::prepare`] has
    /// answered that it is done.
    ///
    /// # Safety
    /// `[at, at + bytes)` is private, anonymous, readable and writable memory, whole pages; no
    /// reference into it exists now, nor while a method of the view runs, nor while it is dropped;
    /// it outlives the view and is not unmapped by anybody else meanwhile.
    ///
    /// # Errors
    /// [`WindowError`]; the range is as it was, or zeros.
    pub unsafe fn new(
        pages: Arc<Pages>,
        at: NonNull<u8>,
        viewer: Viewer,
    ) -> Result<View, WindowError> {
        let stash = match viewer {
            Viewer::Publisher => Some(Stash::new(&pages, at)?),
            Viewer::Subscriber => None,
        };
        let (buffers, subscribes) = (pages.layout.buffers, stash.is_none());
        let view = View {
            pages,
            at,
            stash,
            ready: 0,
        };
        // From here on a failure drops the view, which leaves zeros behind (I3).
        if subscribes {
            view.pages.map(at.as_ptr(), 0, buffers, Face::Sealed)?;
        } else {
            view.clear()?;
        }
        Ok(view)
    }

    /// Fill the page tables of the next `bytes`, so that no access faults. True when all are.
    ///
    /// # Errors
    /// [`WindowError`] when there is no memory for them.
    pub fn prepare(&mut self, bytes: usize) -> Result<bool, WindowError> {
        let all = self.pages.layout.bytes();
        let len = bytes.min(all - self.ready);
        if len > 0 {
            match &self.stash {
                None => populate(self.at.as_ptr().wrapping_add(self.ready), len, Face::Sealed)?,
                Some(stash) => {
                    let (shared, sealed) = (stash.shared + self.ready, stash.sealed + self.ready);
                    populate(stash.area.at(shared), len, Face::Shared)?;
                    populate(stash.area.at(sealed), len, Face::Sealed)?;
                }
            }
            self.ready += len;
        }
        Ok(self.ready == all)
    }

    /// The pages it shows.
    #[must_use]
    pub fn pages(&self) -> &Arc<Pages> {
        &self.pages
    }

    /// The range it covers.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<usize> {
        let start = self.at.as_ptr().addr();
        start..start + self.pages.layout.bytes()
    }

    /// Let a publisher write the buffer itself.
    ///
    /// # Errors
    /// [`WindowError`]; its view is then what it was, or sealed.
    pub fn share(&mut self, buffer: usize) -> Result<(), WindowError> {
        self.place(buffer, Face::Shared)
    }

    /// From now on what the publisher writes is its own copy.
    ///
    /// # Errors
    /// [`WindowError`]; then it may still reach the buffer.
    pub fn seal(&mut self, buffer: usize) -> Result<(), WindowError> {
        self.place(buffer, Face::Sealed)
    }

    fn place(&mut self, buffer: usize, face: Face) -> Result<(), WindowError> {
        let stride = self.pages.layout.stride;
        let at = self.at.as_ptr().wrapping_add(buffer * stride);
        let Some(stash) = &mut self.stash else {
            return Ok(());
        };
        assert!(
            buffer < stash.placed.len(),
            "a window's users know its buffers"
        );
        if stash.placed[buffer] == Some(face) {
            return Ok(());
        }
        let moved = stash.put_away(at, buffer, stride).is_ok()
            && relocate(stash.at(face, buffer, stride), at, stride).is_ok();
        if !moved {
            // Slower, and its page tables are empty: but what it shows is the same.
            self.pages.map(at, buffer, 1, face)?;
        }
        stash.placed[buffer] = Some(face);
        Ok(())
    }

    /// Undo what a subscriber has written into its view of a buffer, or a publisher into its sealed one.
    ///
    /// # Errors
    /// [`WindowError`] when there is no memory for page tables.
    pub fn refresh(&mut self, buffer: usize) -> Result<(), WindowError> {
        let stride = self.pages.layout.stride;
        let offset = buffer * stride;
        let at = match &self.stash {
            None => self.at.as_ptr().wrapping_add(offset),
            Some(stash) => stash.area.at(stash.sealed + offset),
        };
        let tables = &self.pages.tables;
        if tables
            .committed(at.addr(), stride)
            .is_ok_and(|own| own == 0)
        {
            return Ok(());
        }
        // SAFETY: a copy-on-write range of this view: it shows the file's pages again.
        unsafe { rustix::mm::madvise(at.cast(), stride, Advice::LinuxDontNeed) }
            .map_err(failed("refresh", stride))?;
        populate(at, stride, Face::Sealed)
    }

    /// Private memory of zeros in place of everything.
    fn clear(&self) -> Result<(), WindowError> {
        let bytes = self.pages.layout.bytes();
        // SAFETY: the range is this view's (see `new`).
        let cleared = unsafe {
            let flags = MapFlags::PRIVATE | MapFlags::NORESERVE | MapFlags::FIXED;
            rustix::mm::mmap_anonymous(self.at.as_ptr().cast(), bytes, ACCESS, flags)
        };
        cleared.map(|_| ()).map_err(failed("clear", bytes))
    }
}

impl Drop for View {
    fn drop(&mut self) {
        if self.clear().is_ok() {
            return;
        }
        // Out of mappings: the stash has some to give.
        self.stash = None;
        if let Err(e) = self.clear() {
            // I3: the memory goes to another partition next.
            eprintln!("terrace: {e}; ending, because its next owner would see what is there");
            std::process::abort();
        }
    }
}

impl Stash {
    /// Both faces of all buffers, at addresses that lie as `at` does among page tables.
    fn new(pages: &Pages, at: NonNull<u8>) -> Result<Stash, WindowError> {
        let layout = pages.layout;
        let each = layout.bytes().next_multiple_of(TABLE);
        let bytes = 2 * each + TABLE;
        // SAFETY: a new mapping at an address that Linux chooses.
        let base = unsafe {
            let flags = MapFlags::PRIVATE | MapFlags::NORESERVE;
            rustix::mm::mmap_anonymous(std::ptr::null_mut(), bytes, ProtFlags::empty(), flags)
        };
        let area = area(base, bytes).map_err(failed("reserve", bytes))?;
        let shared = at.as_ptr().addr().wrapping_sub(area.base.as_ptr().addr()) % TABLE;
        let stash = Stash {
            shared,
            sealed: shared + each,
            placed: vec![None; layout.buffers],
            area,
        };
        pages.map(stash.area.at(stash.shared), 0, layout.buffers, Face::Shared)?;
        pages.map(stash.area.at(stash.sealed), 0, layout.buffers, Face::Sealed)?;
        Ok(stash)
    }

    fn at(&self, face: Face, buffer: usize, stride: usize) -> *mut u8 {
        let first = match face {
            Face::Shared => self.shared,
            Face::Sealed => self.sealed,
        };
        self.area.at(first + buffer * stride)
    }

    /// Move what lies in place to where it belongs.
    fn put_away(&self, at: *mut u8, buffer: usize, stride: usize) -> Result<(), Errno> {
        match self.placed[buffer] {
            None => Ok(()),
            Some(face) => relocate(at, self.at(face, buffer, stride), stride),
        }
    }
}

/// Move a mapping with its page tables. Where it was there is the same mapping with empty
/// ones, so that nothing else can come to lie there meanwhile.
fn relocate(from: *mut u8, to: *mut u8, bytes: usize) -> Result<(), Errno> {
    let flags = MremapFlags::MAYMOVE | MremapFlags::DONTUNMAP;
    // SAFETY: both ranges are of one view, in place or in its stash (see `View::new`).
    unsafe { rustix::mm::mremap_fixed(from.cast(), bytes, bytes, flags, to.cast()) }.map(|_| ())
}

fn populate(at: *mut u8, bytes: usize, face: Face) -> Result<(), WindowError> {
    // A write would make copies of what is copy-on-write.
    let advice = match face {
        Face::Shared => Advice::LinuxPopulateWrite,
        Face::Sealed => Advice::LinuxPopulateRead,
    };
    // SAFETY: a mapped range of a view; its contents stay as they are.
    match unsafe { rustix::mm::madvise(at.cast(), bytes, advice) } {
        // Linux before 5.14: the first accesses fault instead.
        Ok(()) | Err(Errno::INVAL) => Ok(()),
        Err(cause) => Err(failed("prepare", bytes)(cause)),
    }
}
