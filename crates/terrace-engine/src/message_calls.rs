//! The `message` interface: module `terrace_message`; see `abi/terrace.wit`.
//!
//! Nothing here allocates, and nothing is kept of the caller's memory. How much one call copies is
//! bounded, so that a safe point of the guest is never far.

use crate::monitor::Monitor;
use crate::state::{State, Text, answered, claim, memory, text};
use std::ops::Range;
use std::sync::Arc;
use terrace_abi::Code;
use wasmtime::{Caller, Linker};

const MODULE: &str = "terrace_message";

/// How a message is to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sending {
    /// What the sender calls it.
    pub kind: u32,
    /// At most this important; never more than the sender.
    pub priority: u32,
    /// Monotonic ns to deliver it at; now, if that has passed.
    pub at: u64,
}

/// What the monitor does about messages for a guest. As for [`Monitor`]: on the guest's own thread,
/// without blocking; only `open` and `close` may allocate or free. Answers are codes or lengths.
pub trait Messages {
    /// Open a channel in a role of the guest interface.
    fn open(&self, channel: &str, role: u32) -> i32;
    /// Give it up.
    fn close(&self, channel: u32) -> i32;
    /// Fill with a `channel-terms` record.
    fn describe(&self, channel: u32, out: &mut [u8]) -> i32;
    /// An empty slot.
    fn obtain(&self, channel: u32) -> i32;
    /// Copy into it.
    fn fill(&self, message: u32, offset: u32, data: &[u8]) -> i32;
    /// Send it.
    fn send(&self, message: u32, length: u32, sending: Sending) -> i32;
    /// All three.
    fn post(&self, channel: u32, data: &[u8], sending: Sending) -> i32;
    /// Take the next one; `Code::Again` until there is one.
    fn take(&self, channel: u32, until: u64, out: &mut [u8]) -> i32;
    /// Copy from it.
    fn read(&self, message: u32, offset: u32, out: &mut [u8]) -> i32;
    /// Give a slot back.
    fn release(&self, message: u32) -> i32;
    /// Take, read and release.
    fn receive(&self, channel: u32, until: u64, out: &mut [u8], data: &mut [u8]) -> i32;
    /// Remove what waits.
    fn remove(&self, channel: u32, kind: u32) -> i32;
    /// What gave way to others.
    fn lost(&self, channel: u32) -> i32;
    /// Send what has to be an intent.
    fn intent(&self, channel: u32, data: &[u8], sending: Sending) -> i32;
    /// Hear only intents with these actions. May allocate.
    fn filter(&self, channel: u32, actions: &[u8]) -> i32;
}

type Post = fn(&dyn Messages, u32, &[u8], Sending) -> i32;
const POSTS: [(&str, Post); 2] = [
    ("post", |own, channel, data, sending| {
        own.post(channel, data, sending)
    }),
    ("intent", |own, channel, data, sending| {
        own.intent(channel, data, sending)
    }),
];

pub(crate) fn add(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    add_channels(linker)?;
    add_sending(linker)?;
    add_taking(linker)
}

fn add_channels(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap(MODULE, "open", open)?;
    linker.func_wrap(MODULE, "close", |c: Caller<'_, State>, channel: u32| {
        ask(&c, |own| own.close(channel))
    })?;
    linker.func_wrap(
        MODULE,
        "describe",
        |mut c: Caller<'_, State>, channel: u32, ptr: u32, len: u32| {
            lend(&mut c, ptr, len, |own, out| own.describe(channel, out))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "remove",
        |c: Caller<'_, State>, channel: u32, kind: u32| ask(&c, |own| own.remove(channel, kind)),
    )?;
    linker.func_wrap(
        MODULE,
        "filter",
        |mut c: Caller<'_, State>, channel: u32, ptr: u32, len: u32| {
            lend(&mut c, ptr, len, |own, actions| {
                own.filter(channel, actions)
            })
        },
    )?;
    linker.func_wrap(MODULE, "lost", |c: Caller<'_, State>, channel: u32| {
        ask(&c, |own| own.lost(channel))
    })?;
    Ok(())
}

fn add_sending(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap(MODULE, "obtain", |c: Caller<'_, State>, channel: u32| {
        ask(&c, |own| own.obtain(channel))
    })?;
    linker.func_wrap(
        MODULE,
        "fill",
        |mut c: Caller<'_, State>, message: u32, offset: u32, ptr: u32, len: u32| {
            lend(&mut c, ptr, len, |own, data| {
                own.fill(message, offset, data)
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "send",
        |c: Caller<'_, State>, message: u32, length: u32, kind: u32, priority: u32, at: u64| {
            let sending = Sending { kind, priority, at };
            ask(&c, |own| own.send(message, length, sending))
        },
    )?;
    for (name, post) in POSTS {
        linker.func_wrap(
            MODULE,
            name,
            move |mut c: Caller<'_, State>,
                  channel: u32,
                  ptr: u32,
                  len: u32,
                  kind: u32,
                  priority: u32,
                  at: u64| {
                let sending = Sending { kind, priority, at };
                lend(&mut c, ptr, len, |own, data| {
                    post(own, channel, data, sending)
                })
            },
        )?;
    }
    Ok(())
}

fn add_taking(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "take",
        |c: Caller<'_, State>, channel: u32, until: u64, ptr: u32, len: u32| {
            take(c, channel, until, ptr, len)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "read",
        |mut c: Caller<'_, State>, message: u32, offset: u32, ptr: u32, len: u32| {
            lend(&mut c, ptr, len, |own, out| own.read(message, offset, out))
        },
    )?;
    linker.func_wrap(MODULE, "release", |c: Caller<'_, State>, message: u32| {
        ask(&c, |own| own.release(message))
    })?;
    linker.func_wrap(MODULE, "receive", receive)?;
    Ok(())
}

fn open(mut caller: Caller<'_, State>, ptr: u32, len: u32, role: u32) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let name = text(
        &bytes[claim(bytes.len(), ptr, len)?],
        terrace_abi::LABEL_BYTES,
    );
    Ok(match name.as_ref().map(Text::as_str) {
        Ok(Ok(name)) => of(&state.monitor, |own| own.open(name, role)),
        Ok(Err(code)) | Err(&code) => code.as_i32(),
    })
}

fn take(
    mut caller: Caller<'_, State>,
    channel: u32,
    until: u64,
    ptr: u32,
    len: u32,
) -> wasmtime::Result<i32> {
    let code = lend(&mut caller, ptr, len, |own, out| {
        own.take(channel, until, out)
    })?;
    Ok(answered(&mut caller, code))
}

fn receive(
    mut caller: Caller<'_, State>,
    channel: u32,
    until: u64,
    out_ptr: u32,
    out_len: u32,
    data_ptr: u32,
    data_len: u32,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let out = claim(bytes.len(), out_ptr, out_len)?;
    let data = claim(bytes.len(), data_ptr, data_len)?;
    // Two places that overlap cannot both be filled.
    let code = match bytes.get_disjoint_mut([out, data]) {
        Ok([out, data]) => of(&state.monitor, |own| own.receive(channel, until, out, data)),
        Err(_) => Code::Invalid.as_i32(),
    };
    Ok(answered(&mut caller, code))
}

fn of(monitor: &Arc<dyn Monitor>, call: impl FnOnce(&dyn Messages) -> i32) -> i32 {
    monitor.messages().map_or(Code::Unsupported.as_i32(), call)
}

fn ask(caller: &Caller<'_, State>, call: impl FnOnce(&dyn Messages) -> i32) -> i32 {
    of(&caller.data().monitor, call)
}

fn lend(
    caller: &mut Caller<'_, State>,
    ptr: u32,
    len: u32,
    call: impl FnOnce(&dyn Messages, &mut [u8]) -> i32,
) -> wasmtime::Result<i32> {
    let memory = memory(caller)?;
    let (bytes, state) = memory.data_and_store_mut(caller);
    let range: Range<usize> = claim(bytes.len(), ptr, len)?;
    Ok(of(&state.monitor, |own| call(own, &mut bytes[range])))
}
