//! WASI 0.1 calls for files and folders, in front of those of `wasmtime-wasi`: how many run at
//! once, and bounds that answer an error instead of ending the guest.
//!
//! # Invariants
//! I1. A guest has at most [`terrace_abi::DESCRIPTORS`] descriptors, counted here; the table of
//!     `wasmtime-wasi` has room for those and for what one call needs meanwhile, so that it is
//!     never full.
//! I2. Every call that waits for Linux goes through the [`Gate`].
//!
//! The functions behind are public in `wasmtime-wasi` and not meant for use from outside; a hook
//! around its blocking calls would let us delete most of this file.

use crate::gate::Gate;
use crate::guest::shed;
use crate::state::{State, memory};
use std::cell::UnsafeCell;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use wasmtime::{AsContextMut, Caller, Linker};
use wasmtime_wasi::p1::WasiP1Ctx;
use wasmtime_wasi::p1::wasi_snapshot_preview1::{self as wasi, WasiSnapshotPreview1};
use wiggle::GuestMemory;

const MODULE: &str = "wasi_snapshot_preview1";

const SUCCESS: i32 = 0;
/// `inval` of WASI 0.1.
const INVALID: i32 = 28;
/// `mfile`: too many open files.
const TOO_MANY_FILES: i32 = 33;
/// `nomem`.
const NO_MEMORY: i32 = 48;

/// Descriptors a guest may have.
const DESCRIPTORS: u32 = terrace_abi::DESCRIPTORS as u32;
/// Bytes of a folder, as Linux tells its size, that may be listed: the listing is made in the
/// monitor's memory. Most file systems need 12 bytes and more for each name.
const FOLDER_BYTES: u64 = 1 << 20;

/// Entries of the table that holds a guest's descriptors, one for each subscription of a poll, and
/// what calls need for their time.
pub(crate) const TABLE: usize = 2 * terrace_abi::DESCRIPTORS as usize + 64;

/// What all guests of a program share: the gate, and how many of their calls never came back.
#[derive(Debug, Clone)]
pub(crate) struct FileCalls {
    gate: Arc<Gate>,
    lost: Arc<AtomicU32>,
}

impl FileCalls {
    pub(crate) fn new(gate: Arc<Gate>) -> FileCalls {
        FileCalls {
            gate,
            lost: Arc::default(),
        }
    }

    /// Calls that had not come back when their guest was ended.
    pub(crate) fn lost(&self) -> u32 {
        self.lost.load(Ordering::Relaxed)
    }

    /// They have come back meanwhile.
    pub(crate) fn forgive(&self) {
        self.lost.store(0, Ordering::Relaxed);
    }

    /// Wait for a call, within the gate.
    pub(crate) async fn wait<T>(&self, call: impl Future<Output = T>) -> T {
        let turn = self.gate.turn(&self.lost).await;
        let done = call.await;
        turn.over();
        done
    }
}

/// Memory in which windows lie: another partition may write there while a call looks at it, so that
/// texts are copied first and no reference into it is made.
fn shared(bytes: &mut [u8]) -> &[UnsafeCell<u8>] {
    let bytes: *const [u8] = bytes;
    // SAFETY: an `UnsafeCell` of a byte lies in memory as a byte does, and the exclusive reference is
    // given up for it.
    unsafe { &*(bytes as *const [UnsafeCell<u8>]) }
}

/// A guest's WASI and its memory, for one call.
struct Desk<'a> {
    wasi: &'a mut WasiP1Ctx,
    memory: GuestMemory<'a>,
    descriptors: &'a mut u32,
    files: FileCalls,
}

impl<'a> Desk<'a> {
    fn of(caller: &'a mut Caller<'_, State>) -> wasmtime::Result<Desk<'a>> {
        let fuel = caller.as_context_mut().hostcall_fuel();
        let memory = memory(caller)?;
        let (bytes, state) = memory.data_and_store_mut(caller);
        state.wasi.set_hostcall_fuel(fuel);
        Ok(Desk {
            wasi: &mut state.wasi,
            memory: if state.windows.any() {
                GuestMemory::Shared(shared(bytes))
            } else {
                GuestMemory::Unshared(bytes)
            },
            descriptors: &mut state.descriptors,
            files: state.files.clone(),
        })
    }

    /// How large Linux says the folder is; 0 if that cannot be asked, which listing it will tell.
    async fn size(&mut self, descriptor: i32) -> u64 {
        let ask = self
            .wasi
            .fd_filestat_get(&mut self.memory, descriptor.into());
        self.files.wait(ask).await.map_or(0, |stat| stat.size)
    }

    fn closed(&mut self, answer: i32) {
        *self.descriptors -= u32::from(answer == SUCCESS);
    }
}

/// Calls that go through the gate and are otherwise as they are.
macro_rules! through_the_gate {
    ($linker:ident: $($name:ident($($argument:ident: $type:ty),*);)*) => {$(
        $linker.func_wrap_async(
            MODULE,
            stringify!($name),
            |mut caller: Caller<'_, State>, ($($argument,)*): ($($type,)*)| {
                Box::new(async move {
                    let mut desk = Desk::of(&mut caller)?;
                    let call = wasi::$name(desk.wasi, &mut desk.memory, $($argument),*);
                    desk.files.wait(call).await
                })
            },
        )?;
    )*};
}

/// Put them in front of what `linker` has.
pub(crate) fn add(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.allow_shadowing(true);
    through_the_gate!(linker:
        fd_advise(fd: i32, offset: i64, length: i64, advice: i32);
        fd_datasync(fd: i32);
        fd_fdstat_get(fd: i32, out: i32);
        fd_filestat_get(fd: i32, out: i32);
        fd_filestat_set_size(fd: i32, size: i64);
        fd_filestat_set_times(fd: i32, accessed: i64, modified: i64, flags: i32);
        fd_pread(fd: i32, vectors: i32, count: i32, offset: i64, out: i32);
        fd_pwrite(fd: i32, vectors: i32, count: i32, offset: i64, out: i32);
        fd_read(fd: i32, vectors: i32, count: i32, out: i32);
        fd_seek(fd: i32, offset: i64, whence: i32, out: i32);
        fd_sync(fd: i32);
        fd_write(fd: i32, vectors: i32, count: i32, out: i32);
        path_create_directory(fd: i32, path: i32, length: i32);
        path_filestat_get(fd: i32, flags: i32, path: i32, length: i32, out: i32);
        path_filestat_set_times(fd: i32, flags: i32, path: i32, length: i32, accessed: i64, modified: i64, set: i32);
        path_link(fd: i32, flags: i32, path: i32, length: i32, to: i32, new: i32, new_length: i32);
        path_readlink(fd: i32, path: i32, length: i32, buffer: i32, size: i32, out: i32);
        path_remove_directory(fd: i32, path: i32, length: i32);
        path_rename(fd: i32, path: i32, length: i32, to: i32, new: i32, new_length: i32);
        path_symlink(path: i32, length: i32, fd: i32, new: i32, new_length: i32);
        path_unlink_file(fd: i32, path: i32, length: i32);
    );
    linker.func_wrap_async(MODULE, "path_open", path_open)?;
    linker.func_wrap_async(MODULE, "fd_readdir", fd_readdir)?;
    linker.func_wrap_async(MODULE, "fd_close", fd_close)?;
    linker.func_wrap_async(MODULE, "fd_renumber", fd_renumber)?;
    linker.func_wrap_async(MODULE, "poll_oneoff", poll_oneoff)?;
    linker.allow_shadowing(false);
    Ok(())
}

type Answer<'a> = Box<dyn Future<Output = wasmtime::Result<i32>> + Send + 'a>;

fn path_open<'a>(
    mut caller: Caller<'a, State>,
    (fd, lookup, path, length, how, rights, inherited, flags, out): (
        i32,
        i32,
        i32,
        i32,
        i32,
        i64,
        i64,
        i32,
        i32,
    ),
) -> Answer<'a> {
    Box::new(async move {
        let mut desk = Desk::of(&mut caller)?;
        if *desk.descriptors >= DESCRIPTORS {
            return Ok(TOO_MANY_FILES);
        }
        let call = wasi::path_open(
            desk.wasi,
            &mut desk.memory,
            fd,
            lookup,
            path,
            length,
            how,
            rights,
            inherited,
            flags,
            out,
        );
        let answer = desk.files.wait(call).await?;
        *desk.descriptors += u32::from(answer == SUCCESS);
        Ok(answer)
    })
}

fn fd_readdir<'a>(
    mut caller: Caller<'a, State>,
    (fd, buffer, size, cookie, out): (i32, i32, i32, i64, i32),
) -> Answer<'a> {
    Box::new(async move {
        let mut desk = Desk::of(&mut caller)?;
        if desk.size(fd).await > FOLDER_BYTES {
            return Ok(NO_MEMORY);
        }
        let call = wasi::fd_readdir(desk.wasi, &mut desk.memory, fd, buffer, size, cookie, out);
        desk.files.wait(call).await
    })
}

fn fd_close<'a>(mut caller: Caller<'a, State>, (fd,): (i32,)) -> Answer<'a> {
    Box::new(async move {
        let mut desk = Desk::of(&mut caller)?;
        let answer = wasi::fd_close(desk.wasi, &mut desk.memory, fd).await?;
        desk.closed(answer);
        Ok(answer)
    })
}

fn fd_renumber<'a>(mut caller: Caller<'a, State>, (from, to): (i32, i32)) -> Answer<'a> {
    Box::new(async move {
        let mut desk = Desk::of(&mut caller)?;
        let answer = wasi::fd_renumber(desk.wasi, &mut desk.memory, from, to).await?;
        if from != to {
            desk.closed(answer);
        }
        Ok(answer)
    })
}

/// Waits for clocks and streams, not for Linux, so not through the gate.
fn poll_oneoff<'a>(
    mut caller: Caller<'a, State>,
    (subscriptions, events, count, out): (i32, i32, i32, i32),
) -> Answer<'a> {
    Box::new(async move {
        if count.cast_unsigned() > DESCRIPTORS {
            return Ok(INVALID);
        }
        let monitor = caller.data().monitor.clone();
        let desk = &mut Desk::of(&mut caller)?;
        let mut call = pin!(wasi::poll_oneoff(
            desk.wasi,
            &mut desk.memory,
            subscriptions,
            events,
            count,
            out,
        ));
        poll_fn(|cx| {
            let polled = call.as_mut().poll(cx);
            if polled.is_pending() {
                shed(monitor.as_ref());
            }
            polled
        })
        .await
    })
}
