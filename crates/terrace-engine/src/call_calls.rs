//! The `call` interface: module `terrace_call`; see `abi/terrace.wit`.
//!
//! Claims are checked before anything is asked. What a guest has found and what it is in the
//! midst of lies in its own store ([`Calls`]), so that none of it needs a lock.

use crate::exchange::Packet;
use crate::state::{State, Text, answered, claim, memory, text};
use terrace_abi::{Code, Incoming};
use wasmtime::{Caller, Linker};

const MODULE: &str = "terrace_call";

/// A call or a request, its claims checked.
#[derive(Debug)]
pub struct Outgoing<'a> {
    /// As `find` answered it.
    pub handle: u32,
    /// What of the interface.
    pub method: u32,
    /// Monotonic ns to wait for at most.
    pub until: u64,
    /// The caller's memory.
    pub packet: Packet<'a>,
}

/// What the monitor does for a guest that calls or is called. On the thread that runs the guest;
/// nothing here may block, and only `offer`, `find`, `close` and `watch` may allocate.
pub trait Calls: Send {
    /// Answer an interface from now on; its number or a code.
    fn offer(&mut self, name: &str) -> i32;
    /// Look one up; a handle or a code.
    fn find(&mut self, name: &str) -> i32;
    /// Give a handle back.
    fn close(&mut self, handle: u32) -> Code;
    /// Call; the length of the reply or a code.
    fn call(&mut self, call: Outgoing<'_>) -> i32;
    /// Send; `ok` or another code.
    fn send(&mut self, call: &Outgoing<'_>) -> Code;
    /// What has come, its request copied to where it belongs; or why there is nothing.
    ///
    /// # Errors
    /// A code.
    fn accept(&mut self, until: u64, request: &mut [u8]) -> Result<Incoming, Code>;
    /// Answer what was accepted.
    fn reply(&mut self, reply: &[u8]) -> Code;
    /// Have the end of the partition behind a handle told.
    fn watch(&mut self, handle: u32) -> Code;
}

pub(crate) fn add(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "offer",
        |c: Caller<'_, State>, ptr: u32, len: u32| named(c, ptr, len, |own, name| own.offer(name)),
    )?;
    linker.func_wrap(
        MODULE,
        "find",
        |c: Caller<'_, State>, ptr: u32, len: u32| named(c, ptr, len, |own, name| own.find(name)),
    )?;
    linker.func_wrap(MODULE, "close", |c: Caller<'_, State>, handle: u32| {
        ask(c, |own| own.close(handle))
    })?;
    linker.func_wrap(MODULE, "call", call)?;
    linker.func_wrap(MODULE, "send", send)?;
    linker.func_wrap(MODULE, "accept", accept)?;
    linker.func_wrap(MODULE, "reply", reply)?;
    linker.func_wrap(MODULE, "watch", |c: Caller<'_, State>, handle: u32| {
        ask(c, |own| own.watch(handle))
    })?;
    Ok(())
}

fn ask(mut caller: Caller<'_, State>, call: impl FnOnce(&mut dyn Calls) -> Code) -> i32 {
    match &mut caller.data_mut().calls {
        Some(own) => call(own.as_mut()),
        None => Code::Unsupported,
    }
    .as_i32()
}

/// Longest name of an interface: a partition's, a slash, the interface's own.
const NAME: u64 = 2 * terrace_abi::NAME_BYTES + 1;

fn named(
    mut caller: Caller<'_, State>,
    ptr: u32,
    len: u32,
    call: impl FnOnce(&mut dyn Calls, &str) -> i32,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let name = text(&bytes[claim(bytes.len(), ptr, len)?], NAME);
    Ok(match (&mut state.calls, name.as_ref().map(Text::as_str)) {
        (None, _) => Code::Unsupported.as_i32(),
        (_, Err(&code) | Ok(Err(code))) => code.as_i32(),
        (Some(own), Ok(Ok(name))) => call(own.as_mut(), name),
    })
}

#[expect(clippy::too_many_arguments, reason = "the guest interface is flat")]
fn call(
    mut caller: Caller<'_, State>,
    handle: u32,
    method: u32,
    ptr: u32,
    len: u32,
    reply_ptr: u32,
    reply_len: u32,
    until: u64,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let request = claim(bytes.len(), ptr, len)?;
    let reply = claim(bytes.len(), reply_ptr, reply_len)?;
    let Some(own) = &mut state.calls else {
        return Ok(Code::Unsupported.as_i32());
    };
    let code = own.call(Outgoing {
        handle,
        method,
        until,
        packet: Packet {
            memory: bytes,
            request,
            reply,
        },
    });
    Ok(answered(&mut caller, code))
}

fn send(
    mut caller: Caller<'_, State>,
    handle: u32,
    method: u32,
    ptr: u32,
    len: u32,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let request = claim(bytes.len(), ptr, len)?;
    let Some(own) = &mut state.calls else {
        return Ok(Code::Unsupported.as_i32());
    };
    let packet = Packet {
        memory: bytes,
        request,
        reply: 0..0,
    };
    let code = own.send(&Outgoing {
        handle,
        method,
        until: 0,
        packet,
    });
    Ok(code.as_i32())
}

fn accept(
    mut caller: Caller<'_, State>,
    until: u64,
    out_ptr: u32,
    out_len: u32,
    ptr: u32,
    len: u32,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let out = claim(bytes.len(), out_ptr, out_len)?;
    let request = claim(bytes.len(), ptr, len)?;
    // Looked at first: what does not fit must not be taken.
    if out.len() < Incoming::default().to_bytes().len() {
        return Ok(Code::TooLong.as_i32());
    }
    let Some(own) = &mut state.calls else {
        return Ok(Code::Unsupported.as_i32());
    };
    let code = match own.accept(until, &mut bytes[request]) {
        Ok(incoming) => {
            let record = incoming.to_bytes();
            bytes[out][..record.len()].copy_from_slice(&record);
            i32::try_from(record.len()).unwrap_or(i32::MAX)
        }
        Err(code) => code.as_i32(),
    };
    Ok(answered(&mut caller, code))
}

fn reply(mut caller: Caller<'_, State>, ptr: u32, len: u32) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let reply = &bytes[claim(bytes.len(), ptr, len)?];
    Ok(match &mut state.calls {
        Some(own) => own.reply(reply),
        None => Code::Unsupported,
    }
    .as_i32())
}
