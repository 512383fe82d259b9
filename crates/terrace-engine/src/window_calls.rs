//! The `window` interface: module `terrace_window`; see `abi/terrace.wit`.
//!
//! Opening prepares page tables and obtaining may make a buffer blank: both a step at a time, with
//! `again` in between, so that no call holds up somebody more important for long.

use crate::outcome::HostFault;
use crate::state::{State, answered, claim, memory, put, text};
use crate::window::{STEP, Window, index_of};
use std::ptr::NonNull;
use terrace_abi::{Code, FaultKind, Parcel, Part};
use terrace_host::window::{View, Viewer, WindowError};
use wasmtime::{Caller, Linker};

const MODULE: &str = "terrace_window";

pub(crate) fn add(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap(MODULE, "describe", describe)?;
    linker.func_wrap(MODULE, "open", open)?;
    linker.func_wrap(
        MODULE,
        "obtain",
        |mut c: Caller<'_, State>, window: u32, until: u64| {
            let number = answer(obtain(c.data_mut(), window, until));
            answered(&mut c, number)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "send",
        |mut c: Caller<'_, State>, window: u32, buffer: u32, length: u32| {
            send(c.data_mut(), window, buffer, length)
        },
    )?;
    linker.func_wrap(MODULE, "take", take)?;
    linker.func_wrap(
        MODULE,
        "release",
        |mut c: Caller<'_, State>, window: u32, buffer: u32| {
            release(c.data_mut(), window, buffer).as_i32()
        },
    )?;
    linker.func_wrap(
        MODULE,
        "close",
        |mut c: Caller<'_, State>, window: u32| match c.data_mut().windows.remove(window) {
            Some(_) => Code::Ok.as_i32(),
            None => Code::Foreign.as_i32(),
        },
    )?;
    Ok(())
}

fn answer(result: Result<u32, Code>) -> i32 {
    match result {
        Ok(number) => number.cast_signed(),
        Err(code) => code.as_i32(),
    }
}

fn describe(
    mut caller: Caller<'_, State>,
    name: u32,
    name_len: u32,
    ptr: u32,
    len: u32,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let name = &bytes[claim(bytes.len(), name, name_len)?];
    let name = text(name, terrace_abi::LABEL_BYTES);
    let range = claim(bytes.len(), ptr, len)?;
    let terms = name.and_then(|name| state.monitor.window_terms(name.as_str()?));
    Ok(match terms {
        Ok(mut terms) => {
            terms.floor = u32::try_from(state.windows.floor).unwrap_or(u32::MAX);
            put(&mut bytes[range], &terms.to_bytes())
        }
        Err(code) => code.as_i32(),
    })
}

fn open(
    mut caller: Caller<'_, State>,
    name: u32,
    name_len: u32,
    part: u32,
    ptr: u32,
    len: u32,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let name = &bytes[claim(bytes.len(), name, name_len)?];
    let name = text(name, terrace_abi::LABEL_BYTES);
    let range = claim(bytes.len(), ptr, len)?;
    let base = NonNull::from(&mut bytes[..]).cast::<u8>();
    let opened = name.and_then(|name| {
        let part = Part::from_u32(part).ok_or(Code::Invalid)?;
        // SAFETY: the caller's memory, in which `range` lies. No reference into it is used from here
        // on until the call ends; the memory does not move, and goes after `state`.
        unsafe { open_at(state, name.as_str()?, part, base, range) }
    });
    Ok(answer(opened))
}

/// # Safety
/// `base` is the caller's memory, in which `range` lies, and nobody has a reference into it.
unsafe fn open_at(
    state: &mut State,
    channel: &str,
    part: Part,
    base: NonNull<u8>,
    range: std::ops::Range<usize>,
) -> Result<u32, Code> {
    // SAFETY: inside the caller's memory.
    let at = unsafe { base.add(range.start) };
    let address = at.as_ptr().addr();
    if let Some((handle, window)) = state.windows.opening(address) {
        if window.channel == channel && window.part == part {
            return prepare(state, handle);
        }
        state.windows.remove(handle);
    }
    state.windows.vacancy().ok_or(Code::Full)?;
    let seat = state.monitor.open_window(channel, part)?;
    let pages = seat.pages().clone();
    let aligned = range
        .start
        .is_multiple_of(terrace_abi::WINDOW_ALIGNMENT as usize)
        && address.is_multiple_of(terrace_host::memory::page_size());
    let whole = range.len() == pages.layout().bytes();
    let free = state.windows.fits(&(address..address + range.len()));
    if !aligned || !whole || !free || range.start < state.windows.floor {
        return Err(Code::Misplaced);
    }
    let viewer = match part {
        Part::Publish => Viewer::Publisher,
        Part::Subscribe => Viewer::Subscriber,
    };
    // SAFETY: whole pages of the caller's memory above what its program began with, so private and
    // anonymous, of no other view; nobody has a reference into it during host calls on views. It goes
    // after the view (I2 of `window`).
    let view = unsafe { View::new(pages, at, viewer) }.map_err(no_memory)?;
    let handle = state.windows.insert(Window {
        view,
        seat,
        channel: channel.to_owned(),
        part,
        ready: false,
        blanking: None,
    })?;
    prepare(state, handle)
}

fn no_memory(_: WindowError) -> Code {
    Code::NoMemory
}

/// Go on with an opening.
fn prepare(state: &mut State, handle: u32) -> Result<u32, Code> {
    let done = state.windows.prepare(handle, STEP);
    match done {
        Ok(true) => Ok(handle),
        Ok(false) => Err(Code::Again),
        Err(code) => {
            state.windows.remove(handle);
            Err(code)
        }
    }
}

fn obtain(state: &mut State, handle: u32, until: u64) -> Result<u32, Code> {
    let window = state.windows.get(handle, Part::Publish)?;
    let stride = window.view.pages().layout().stride;
    let (number, mut blank) = match window.blanking {
        Some(blanking) => blanking,
        None => {
            let blank = window.seat.obtain(until)?;
            (blank.number, if blank.soiled { 0 } else { stride })
        }
    };
    let index = index_of(number);
    if blank < stride {
        window.view.pages().scrub(index, blank, STEP);
        blank += STEP;
        window.blanking = Some((number, blank));
        if blank < stride {
            return Err(Code::Again);
        }
    }
    window.blanking = None;
    if window.view.share(index).is_err() {
        window.seat.release(number);
        return Err(Code::NoMemory);
    }
    // Without it the next sealing shows what was written into the last one: the publisher's own.
    let _ = window.view.refresh(index);
    Ok(number)
}

fn send(state: &mut State, handle: u32, number: u32, length: u32) -> wasmtime::Result<i32> {
    let window = match state.windows.get(handle, Part::Publish) {
        Ok(window) => window,
        Err(code) => return Ok(code.as_i32()),
    };
    if window.blanking.is_some_and(|(blank, _)| blank == number) {
        return Ok(Code::Foreign.as_i32());
    }
    if length > window.seat.capacity() {
        return Ok(Code::TooLong.as_i32());
    }
    let sent = match window.seat.send(number, length) {
        Ok(sent) => sent,
        Err(code) => return Ok(code.as_i32()),
    };
    // Whoever receives it may read already: nothing of this guest runs before it is sealed.
    if sent.seal
        && let Err(e) = window.view.seal(index_of(number))
    {
        return Err(wasmtime::Error::new(HostFault {
            kind: FaultKind::OutOfMemory,
            message: format!("what it sent cannot be taken from its view: {e}"),
        }));
    }
    Ok(sent.receivers.cast_signed())
}

fn take(
    mut caller: Caller<'_, State>,
    handle: u32,
    until: u64,
    ptr: u32,
    len: u32,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let range = claim(bytes.len(), ptr, len)?;
    let out = &mut bytes[range];
    // The length is looked at first: what does not fit must not be taken.
    if out.len() < Parcel::default().to_bytes().len() {
        return Ok(Code::TooLong.as_i32());
    }
    let window = state.windows.get(handle, Part::Subscribe);
    let taken = window.and_then(|window| window.seat.take(until));
    let code = match taken {
        Ok(parcel) => put(out, &parcel.to_bytes()),
        Err(code) => code.as_i32(),
    };
    Ok(answered(&mut caller, code))
}

fn release(state: &mut State, handle: u32, number: u32) -> Code {
    let Some(window) = state.windows.of(handle) else {
        return Code::Foreign;
    };
    if window.blanking.is_some_and(|(blank, _)| blank == number) {
        return Code::Foreign;
    }
    let code = window.seat.release(number);
    if code == Code::Ok
        && window.part == Part::Subscribe
        && window.view.refresh(index_of(number)).is_err()
    {
        return Code::NoMemory;
    }
    code
}
