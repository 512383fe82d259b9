//! What a guest's store holds, and the limiter that charges its growth.

use crate::call_calls::Calls;
use crate::file_calls::FileCalls;
use crate::meter::MemoryMeter;
use crate::monitor::Monitor;
use crate::outcome::HostFault;
use crate::provider_calls::ProviderDesk;
use crate::socket_calls::Sockets;
use crate::window::Windows;
use std::sync::Arc;
use terrace_abi::{Code, FaultKind};
use wasmtime::{AsContextMut, Caller, Extern, Memory, ResourceLimiter};
use wasmtime_wasi::p1::WasiP1Ctx;
use wasmtime_wasi::{WasiCtxView, WasiView};

/// The data of a store.
pub(crate) struct State {
    // Goes with the rest of the state, which the store drops before its memories.
    pub(crate) windows: Windows,
    pub(crate) wasi: WasiP1Ctx,
    pub(crate) monitor: Arc<dyn Monitor>,
    /// What it has found, offers, and is in the midst of.
    pub(crate) calls: Option<Box<dyn Calls>>,
    pub(crate) limiter: Limiter,
    pub(crate) files: FileCalls,
    /// Its cursors, and what it observes.
    pub(crate) providers: ProviderDesk,
    pub(crate) sockets: Sockets,
    /// Descriptors of a WASI 0.1 guest: its files, folders, streams and sockets.
    pub(crate) descriptors: u32,
    /// The exported memory, found once: looking it up by name costs ten times a call.
    pub(crate) memory: Option<Memory>,
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        self.wasi.ctx()
    }
}

/// Charges memory to the meter and bounds everything else.
pub(crate) struct Limiter {
    pub(crate) meter: Arc<MemoryMeter>,
    pub(crate) table_elements: usize,
    growing: (usize, usize),
}

impl Limiter {
    pub(crate) fn new(meter: Arc<MemoryMeter>) -> Limiter {
        Limiter {
            meter,
            table_elements: 0,
            growing: (0, 0),
        }
    }
}

fn bound(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

impl ResourceLimiter for Limiter {
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        _: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let granted = self.meter.grow(current, desired);
        self.growing = if granted { (current, desired) } else { (0, 0) };
        Ok(granted)
    }

    fn memory_grow_failed(&mut self, _: wasmtime::Error) -> wasmtime::Result<()> {
        let (from, to) = std::mem::take(&mut self.growing);
        self.meter.undo(from, to);
        Ok(())
    }

    fn table_growing(
        &mut self,
        current: usize,
        desired: usize,
        _: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let total = self
            .table_elements
            .saturating_add(desired.saturating_sub(current));
        if total > bound(terrace_abi::TABLE_ELEMENTS) {
            return Ok(false);
        }
        self.table_elements = total;
        Ok(true)
    }

    fn instances(&self) -> usize {
        bound(terrace_abi::INSTANCES)
    }

    fn memories(&self) -> usize {
        bound(terrace_abi::MEMORIES)
    }
}

/// At the end of a call that may have to rest: if it has, the caller's deadline is brought forward, so
/// that it leaves at its next safe point. Its code loads the deadline anew behind each call of the host.
pub(crate) fn answered<T>(caller: &mut Caller<'_, State>, answer: T) -> T {
    if caller.data().monitor.leaving() {
        caller.as_context_mut().set_epoch_deadline(0);
    }
    answer
}

/// The caller's memory, found once and kept.
pub(crate) fn memory(caller: &mut Caller<'_, State>) -> wasmtime::Result<Memory> {
    if let Some(memory) = caller.data().memory {
        return Ok(memory);
    }
    let Some(Extern::Memory(memory)) = caller.get_export("memory") else {
        return Err(bad_pointer(
            "the program exports no memory named `memory`".to_owned(),
        ));
    };
    caller.data_mut().memory = Some(memory);
    Ok(memory)
}

/// A claim of the guest, checked: `[ptr, ptr + len)` lies inside its memory.
pub(crate) fn claim(size: usize, ptr: u32, len: u32) -> wasmtime::Result<std::ops::Range<usize>> {
    let (start, len) = (ptr as usize, len as usize);
    match start.checked_add(len) {
        Some(end) if end <= size => Ok(start..end),
        _ => Err(bad_pointer(format!(
            "pointer {ptr:#x} with length {len} lies outside the memory of {size} bytes"
        ))),
    }
}

/// Bytes of the longest name there is.
const NAME: usize = 192;

/// A name, copied out of the guest's memory before anybody looks at it: where a window lies in that
/// memory another partition may write at any moment.
pub(crate) struct Text {
    bytes: [u8; NAME],
    length: usize,
}

impl Text {
    /// As text.
    pub(crate) fn as_str(&self) -> Result<&str, Code> {
        std::str::from_utf8(&self.bytes[..self.length]).map_err(|_| Code::Invalid)
    }
}

/// Copy a name of at most `most` bytes, which [`NAME`] bounds; `too-long` beyond.
pub(crate) fn text(bytes: &[u8], most: u64) -> Result<Text, Code> {
    if bytes.len() as u64 > most {
        return Err(Code::TooLong);
    }
    let mut text = Text {
        bytes: [0; NAME],
        length: bytes.len(),
    };
    let copy = text.bytes.get_mut(..bytes.len()).ok_or(Code::TooLong)?;
    copy.copy_from_slice(bytes);
    // The compiler must not read the original again.
    Ok(std::hint::black_box(text))
}

/// Copy a record into the caller's buffer; its length, or `too-long`.
pub(crate) fn put(out: &mut [u8], record: &[u8]) -> i32 {
    let Some(out) = out.get_mut(..record.len()) else {
        return Code::TooLong.as_i32();
    };
    out.copy_from_slice(record);
    i32::try_from(record.len()).unwrap_or(i32::MAX)
}

fn bad_pointer(message: String) -> wasmtime::Error {
    wasmtime::Error::new(HostFault {
        kind: FaultKind::BadPointer,
        message,
    })
}
