//! The `socket` interface: module `terrace_socket`; see `abi/terrace.wit`.
//!
//! # Invariants
//! I1. An address is listened at or connected to only if the manifest grants it; who comes to a granted
//!     listener may come in.
//! I2. Sockets and files of a guest together are at most [`terrace_abi::DESCRIPTORS`].
//! I3. Linux never reads or writes the guest's memory, in which a window may lie: bytes go through a
//!     buffer of the monitor's.

use crate::state::{State, claim, memory, put, text};
use std::net::SocketAddr;
use terrace_abi::Code;
use terrace_host::socket::{Socket, SocketError};
use wasmtime::{Caller, Linker};

const MODULE: &str = "terrace_socket";
/// Bytes of the longest address, an IPv6 one with its port, and more.
const ADDRESS: u64 = 64;
const COPY: usize = terrace_abi::SOCKET_COPY_BYTES as usize;
const DESCRIPTORS: u32 = terrace_abi::DESCRIPTORS as u32;

/// The sockets of a guest, and which addresses it is granted.
#[derive(Debug, Default)]
pub(crate) struct Sockets {
    granted: Box<[SocketAddr]>,
    open: Vec<Option<Socket>>,
}

impl Sockets {
    pub(crate) fn new(granted: &[SocketAddr]) -> Sockets {
        Sockets {
            granted: granted.into(),
            open: Vec::new(),
        }
    }

    fn get(&self, handle: u32) -> Result<&Socket, Code> {
        let index = usize::try_from(handle).map_err(|_| Code::Stale)?;
        self.open
            .get(index)
            .and_then(Option::as_ref)
            .ok_or(Code::Stale)
    }

    /// I1.
    fn granted(&self, text: &str) -> Result<SocketAddr, Code> {
        let address = text.parse().map_err(|_| Code::Invalid)?;
        if self.granted.contains(&address) {
            Ok(address)
        } else {
            Err(Code::Denied)
        }
    }

    fn add(&mut self, socket: Socket) -> i32 {
        let free = self.open.iter().position(Option::is_none);
        let index = free.unwrap_or_else(|| {
            self.open.push(None);
            self.open.len() - 1
        });
        self.open[index] = Some(socket);
        i32::try_from(index).unwrap_or(i32::MAX)
    }

    fn close(&mut self, handle: u32) -> Result<(), Code> {
        self.get(handle)?;
        self.open[handle as usize] = None;
        Ok(())
    }
}

pub(crate) fn add(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap(MODULE, "listen", |c: Caller<'_, State>, ptr, len| {
        open(c, ptr, len, Socket::listen)
    })?;
    linker.func_wrap(MODULE, "connect", |c: Caller<'_, State>, ptr, len| {
        open(c, ptr, len, Socket::connect)
    })?;
    linker.func_wrap(MODULE, "connected", |c: Caller<'_, State>, handle: u32| {
        done(of(c.data(), handle, Socket::connected))
    })?;
    linker.func_wrap(
        MODULE,
        "accept",
        |mut c: Caller<'_, State>, listener: u32| {
            let state = c.data_mut();
            keep(state, |s| of(s, listener, Socket::accept))
        },
    )?;
    linker.func_wrap(MODULE, "receive", receive)?;
    linker.func_wrap(MODULE, "send", send)?;
    linker.func_wrap(MODULE, "shut", |c: Caller<'_, State>, handle: u32| {
        done(of(c.data(), handle, Socket::shut))
    })?;
    linker.func_wrap(MODULE, "address", address)?;
    linker.func_wrap(MODULE, "close", |mut c: Caller<'_, State>, handle: u32| {
        let state = c.data_mut();
        let closed = state.sockets.close(handle);
        state.descriptors -= u32::from(closed.is_ok());
        done(closed)
    })?;
    Ok(())
}

fn code(error: SocketError) -> Code {
    match error {
        SocketError::Again => Code::Again,
        SocketError::InUse => Code::InUse,
        SocketError::Refused => Code::Refused,
        SocketError::Reset => Code::Reset,
        SocketError::Full => Code::Full,
        SocketError::Kind => Code::Invalid,
    }
}

fn of<T>(
    state: &State,
    handle: u32,
    call: impl FnOnce(&Socket) -> Result<T, SocketError>,
) -> Result<T, Code> {
    call(state.sockets.get(handle)?).map_err(code)
}

fn done(result: Result<(), Code>) -> i32 {
    result.err().unwrap_or(Code::Ok).as_i32()
}

fn length(result: Result<usize, Code>) -> i32 {
    match result {
        Ok(length) => i32::try_from(length).unwrap_or(i32::MAX),
        Err(code) => code.as_i32(),
    }
}

/// I2. The handle of a socket that is made.
fn keep(state: &mut State, make: impl FnOnce(&State) -> Result<Socket, Code>) -> i32 {
    if state.descriptors >= DESCRIPTORS {
        return Code::Full.as_i32();
    }
    match make(state) {
        Ok(socket) => {
            state.descriptors += 1;
            state.sockets.add(socket)
        }
        Err(code) => code.as_i32(),
    }
}

fn open(
    mut caller: Caller<'_, State>,
    ptr: u32,
    len: u32,
    make: impl FnOnce(SocketAddr) -> Result<Socket, SocketError>,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let name = match text(&bytes[claim(bytes.len(), ptr, len)?], ADDRESS) {
        Ok(name) => name,
        Err(code) => return Ok(code.as_i32()),
    };
    Ok(keep(state, |s| {
        make(s.sockets.granted(name.as_str()?)?).map_err(code)
    }))
}

fn receive(
    mut caller: Caller<'_, State>,
    handle: u32,
    ptr: u32,
    len: u32,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let range = claim(bytes.len(), ptr, len)?;
    let out = &mut bytes[range];
    if out.is_empty() {
        // Nothing to be told from the end.
        return Ok(Code::Invalid.as_i32());
    }
    let mut buffer = [0; COPY];
    let room = &mut buffer[..out.len().min(COPY)];
    let received = of(state, handle, |s| s.receive(room));
    if let Ok(count) = received {
        out[..count].copy_from_slice(&room[..count]);
    }
    Ok(length(received))
}

fn send(mut caller: Caller<'_, State>, handle: u32, ptr: u32, len: u32) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let data = &bytes[claim(bytes.len(), ptr, len)?];
    let mut buffer = [0; COPY];
    let part = &mut buffer[..data.len().min(COPY)];
    part.copy_from_slice(&data[..part.len()]);
    Ok(length(of(state, handle, |s| s.send(part))))
}

fn address(
    mut caller: Caller<'_, State>,
    handle: u32,
    which: u32,
    ptr: u32,
    len: u32,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let range = claim(bytes.len(), ptr, len)?;
    let out = &mut bytes[range];
    let found = match which {
        0 => of(state, handle, Socket::local),
        1 => of(state, handle, Socket::peer),
        _ => Err(Code::Invalid),
    };
    Ok(match found {
        Ok(address) => put(out, address.to_string().as_bytes()),
        Err(code) => code.as_i32(),
    })
}
