//! The memory two processes share: a memfd that can be neither shrunk nor grown, mapped.
//!
//! # Invariants
//! I1. A mapping exists only of a memfd with the seals against shrinking and growing, at most
//!     as large as the file: no access to it faults, whatever the other side does.
//! I2. The memory is reached by atomics and by copies that the compiler cannot see into; no
//!     reference into it is ever made. The other side may write at any time.
//! I3. What the maker lets go of is given back to Linux, even if the other side keeps the descriptor:
//!     [`Mapping::discard`].

use crate::byte_ring::{DATA_EVENT, HEADER, ROOM_EVENT};
use crate::words::Words;
use rustix::fs::{FallocateFlags, MemfdFlags, SealFlags};
use rustix::io::Errno;
use rustix::mm::{MapFlags, ProtFlags};
use rustix::thread::futex;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};
use std::time::Duration;

/// Copies of at least so many bytes go by one instruction where there is one.
const LONG_COPY: usize = 256;
/// The largest memory that is mapped, bytes.
const LARGEST: u64 = 128 << 20;

/// The memory cannot be made or taken.
#[derive(Debug, thiserror::Error)]
pub enum SharedError {
    /// Linux refused.
    #[error("cannot {act} {bytes} bytes of shared memory: {cause}")]
    Linux {
        /// What was tried.
        act: &'static str,
        /// How much.
        bytes: u64,
        /// What Linux said.
        cause: Errno,
    },
    /// The other side could take it away.
    #[error(
        "the descriptor is not sealed against shrinking: whoever has it could end this process"
    )]
    NotSealed,
    /// A size no ring has.
    #[error("shared memory of {bytes} bytes: from {HEADER} to {LARGEST} are taken, in whole words")]
    Size {
        /// What it has.
        bytes: u64,
    },
}

/// See the module. Unmapped when dropped.
#[derive(Debug)]
pub struct Mapping {
    base: NonNull<u8>,
    bytes: usize,
    file: OwnedFd,
}

// SAFETY: the mapping belongs to the process, not to a thread; it is reached as I2 says.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// New memory of zeros, sealed, with its pages there.
    ///
    /// # Errors
    /// [`SharedError`].
    pub fn create(bytes: usize) -> Result<Mapping, SharedError> {
        let size = bytes as u64;
        let failed = |act| {
            move |cause| SharedError::Linux {
                act,
                bytes: size,
                cause,
            }
        };
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let file = rustix::fs::memfd_create("terrace-ring", flags).map_err(failed("make"))?;
        rustix::fs::ftruncate(&file, size).map_err(failed("size"))?;
        let seals = SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
        rustix::fs::fcntl_add_seals(&file, seals).map_err(failed("seal"))?;
        Mapping::of(file)
    }

    /// Map what another process made.
    ///
    /// # Errors
    /// [`SharedError`] if it could shrink, or has a size no ring has.
    pub fn of(file: OwnedFd) -> Result<Mapping, SharedError> {
        // What cannot be asked for its seals is no memfd.
        let seals = rustix::fs::fcntl_get_seals(&file).map_err(|_| SharedError::NotSealed)?;
        if !seals.contains(SealFlags::SHRINK) {
            return Err(SharedError::NotSealed);
        }
        let size = rustix::fs::fstat(&file).map_or(0, |stat| stat.st_size);
        let size = u64::try_from(size).unwrap_or(0);
        let bytes = usize::try_from(size).unwrap_or(0);
        if size < HEADER as u64 || size > LARGEST || !size.is_multiple_of(8) {
            return Err(SharedError::Size { bytes: size });
        }
        let flags = MapFlags::SHARED | MapFlags::POPULATE;
        let access = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: a new mapping at an address that Linux chooses; nothing else is touched.
        let base =
            unsafe { rustix::mm::mmap(std::ptr::null_mut(), bytes, access, flags, &file, 0) };
        let base = base.map_err(|cause| SharedError::Linux {
            act: "map",
            bytes: size,
            cause,
        })?;
        let base =
            NonNull::new(base.cast()).expect("Linux maps nothing at address 0 unless told to");
        Ok(Mapping { base, bytes, file })
    }

    /// The descriptor, to give to the other side.
    #[must_use]
    pub fn descriptor(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }

    /// Give the pages back to Linux (I3). Both sides read zeros afterwards.
    ///
    /// # Errors
    /// What Linux says.
    pub fn discard(&self) -> Result<(), Errno> {
        let flags = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        rustix::fs::fallocate(&self.file, flags, 0, self.bytes as u64)
    }

    /// Sleep until the data event differs from `seen`, or `timeout` has passed, or for no reason.
    pub fn wait_for_data(&self, seen: u32, timeout: Option<Duration>) {
        self.wait(DATA_EVENT, seen, timeout);
    }

    /// Sleep until the room event differs from `seen`, or `timeout` has passed, or for no reason.
    pub fn wait_for_room(&self, seen: u32, timeout: Option<Duration>) {
        self.wait(ROOM_EVENT, seen, timeout);
    }

    /// Wake who waits for data. Never blocks.
    pub fn wake_for_data(&self) {
        self.wake(DATA_EVENT);
    }

    /// Wake who waits for room. Never blocks.
    pub fn wake_for_room(&self) {
        self.wake(ROOM_EVENT);
    }

    fn wait(&self, word: usize, seen: u32, timeout: Option<Duration>) {
        let spec = timeout.and_then(|t| rustix::time::Timespec::try_from(t).ok());
        // Any answer (woken, changed, interrupted, timed out) leads to a new look.
        let _ = futex::wait(
            self.lower_half(word),
            futex::Flags::empty(),
            seen,
            spec.as_ref(),
        );
    }

    fn wake(&self, word: usize) {
        // The only error of a wake is a bad address, which I1 excludes.
        let _ = futex::wake(self.lower_half(word), futex::Flags::empty(), 1);
    }

    /// The half of a word that Linux compares.
    fn lower_half(&self, word: usize) -> &AtomicU32 {
        let offset = word * 8 + if cfg!(target_endian = "big") { 4 } else { 0 };
        assert!(offset + 4 <= self.bytes, "the events are in the header");
        // SAFETY: inside the mapping (checked above), which lives as long as `self`; aligned to 4, because
        // a mapping begins at a page; an atomic may be changed by others (I2).
        unsafe { self.base.add(offset).cast::<AtomicU32>().as_ref() }
    }

    fn word(&self, word: usize) -> &AtomicU64 {
        assert!(word < self.bytes / 8, "word {word} of {}", self.bytes / 8);
        // SAFETY: inside the mapping (checked above), which lives as long as `self`; aligned to 8, because
        // a mapping begins at a page; an atomic may be changed by others (I2).
        unsafe { self.base.cast::<AtomicU64>().add(word).as_ref() }
    }

    /// The address of `length` bytes from `word`.
    fn bytes_at(&self, word: usize, length: usize) -> *mut u8 {
        let offset = word * 8;
        let fits = offset <= self.bytes && length <= self.bytes - offset;
        assert!(fits, "{length} bytes at {offset} of {}", self.bytes);
        self.base.as_ptr().wrapping_add(offset)
    }
}

impl Words for Mapping {
    fn len(&self) -> usize {
        self.bytes / 8
    }
    fn load(&self, word: usize, order: Ordering) -> u64 {
        self.word(word).load(order)
    }
    fn store(&self, word: usize, value: u64, order: Ordering) {
        self.word(word).store(value, order);
    }
    fn swap(&self, word: usize, value: u64) -> u64 {
        self.word(word).swap(value, Ordering::SeqCst)
    }
    fn fence(&self) {
        fence(Ordering::SeqCst);
    }
    fn copy_out(&self, word: usize, into: &mut [u8]) {
        let from = self.bytes_at(word, into.len());
        if !(into.len() >= LONG_COPY && copy_opaque(from, into.as_mut_ptr(), into.len())) {
            for (index, chunk) in into.chunks_mut(8).enumerate() {
                let bytes = self.load(word + index, Ordering::Relaxed).to_ne_bytes();
                chunk.copy_from_slice(&bytes[..chunk.len()]);
            }
        }
    }
    fn copy_in(&self, word: usize, bytes: &[u8]) {
        let to = self.bytes_at(word, bytes.len());
        if !(bytes.len() >= LONG_COPY && copy_opaque(bytes.as_ptr(), to, bytes.len())) {
            for (index, chunk) in bytes.chunks(8).enumerate() {
                let mut whole = [0; 8];
                whole[..chunk.len()].copy_from_slice(chunk);
                self.store(word + index, u64::from_ne_bytes(whole), Ordering::Relaxed);
            }
        }
    }
}

/// Copy by one instruction that the compiler does not look into, so that a write of the other side at
/// the same time is no race it may assume away. False where there is no such instruction.
#[cfg(all(target_arch = "x86_64", not(miri)))]
fn copy_opaque(from: *const u8, to: *mut u8, length: usize) -> bool {
    // SAFETY: both callers checked that one range is inside the mapping, and the other is a slice of
    // the caller's; they do not overlap. The direction flag is clear, as everywhere in Rust.
    unsafe {
        std::arch::asm!(
            "rep movsb",
            inout("rcx") length => _, inout("rsi") from => _, inout("rdi") to => _,
            options(nostack, preserves_flags)
        );
    }
    true
}

/// See the other one.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
fn copy_opaque(_: *const u8, _: *mut u8, _: usize) -> bool {
    false
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: mapped by `of`, not used after this; all references into it borrowed `self`.
        let unmapped = unsafe { rustix::mm::munmap(self.base.as_ptr().cast(), self.bytes) };
        debug_assert!(unmapped.is_ok(), "our own mapping can be unmapped");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Consumer, Layout, Producer};
    use std::sync::Arc;

    #[test]
    fn memory_that_could_shrink_is_refused() {
        let file = rustix::fs::memfd_create("loose", MemfdFlags::ALLOW_SEALING).unwrap();
        rustix::fs::ftruncate(&file, 8192).unwrap();
        assert!(matches!(Mapping::of(file), Err(SharedError::NotSealed)));
        let pipe = rustix::pipe::pipe().unwrap().0;
        assert!(matches!(Mapping::of(pipe), Err(SharedError::NotSealed)));
    }

    #[test]
    fn sizes_no_ring_has_are_refused() {
        for bytes in [0, 8, 4095, (LARGEST + 8) as usize] {
            let refused = Mapping::create(bytes);
            assert!(matches!(refused, Err(SharedError::Size { .. })), "{bytes}");
        }
    }

    #[test]
    fn nobody_can_shrink_it_and_discarding_leaves_it_readable() {
        let memory = Mapping::create(8192).unwrap();
        let shrunk = rustix::fs::ftruncate(memory.descriptor(), 0);
        assert_eq!(shrunk, Err(Errno::PERM));
        memory.store(700, 7, Ordering::Relaxed);
        memory.discard().unwrap();
        assert_eq!(memory.load(700, Ordering::Relaxed), 0);
    }

    #[test]
    fn two_mappings_of_one_file_are_one_ring() {
        let layout = Layout::for_records(3000, 2).unwrap();
        let near = Arc::new(Mapping::create(layout.memory()).unwrap());
        layout.format(&near).unwrap();
        let file = near.descriptor().try_clone_to_owned().unwrap();
        let mut consumer = Consumer::new(Mapping::of(file).unwrap()).unwrap();
        let mut producer = Producer::new(near.clone()).unwrap();
        let mut into = vec![0; 3000];
        for round in 0..50u8 {
            for length in [0, 1, 7, 8, 255, 256, 257, 3000] {
                let sent = vec![round ^ 0x5a; length];
                producer.push(u32::from(round), &sent).unwrap();
                let record = consumer.pop(&mut into).unwrap().unwrap();
                assert_eq!((record.length, record.kind), (length, u32::from(round)));
                assert_eq!(&into[..length], sent);
            }
        }
    }

    #[test]
    fn who_sleeps_for_data_is_woken() {
        let layout = Layout::for_records(64, 4).unwrap();
        let memory = Arc::new(Mapping::create(layout.memory()).unwrap());
        layout.format(&memory).unwrap();
        let mut consumer = Consumer::new(memory.clone()).unwrap();
        let mut producer = Producer::new(memory.clone()).unwrap();
        let taker = std::thread::spawn(move || {
            let mut into = [0; 64];
            let mut taken = 0;
            while taken < 1000 {
                match consumer.pop(&mut into).unwrap() {
                    Some(record) => {
                        assert_eq!(&into[..record.length], u64::to_ne_bytes(taken));
                        taken += 1;
                        if consumer.take_wish() {
                            consumer.count_event();
                            consumer.words().wake_for_room();
                        }
                    }
                    None => {
                        if let Some(seen) = consumer.prepare_wait().unwrap() {
                            consumer.words().wait_for_data(seen, None);
                        }
                    }
                }
            }
        });
        for number in 0..1000u64 {
            while producer.push(0, &number.to_ne_bytes()).is_err() {
                if let Some(seen) = producer.prepare_wait(8).unwrap() {
                    producer.words().wait_for_room(seen, None);
                }
            }
            if producer.take_wish() {
                producer.count_event();
                memory.wake_for_data();
            }
        }
        taker.join().unwrap();
    }
}
