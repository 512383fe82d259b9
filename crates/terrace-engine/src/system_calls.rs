//! The `system` interface: module `terrace`. Flat core calls; see `abi/terrace.wit`.
//!
//! None of these allocates, blocks or logs. `yield` and `sleep-until` do not switch by
//! themselves: they note the wish, make sure the next safe point is taken (I3 of the crate),
//! and answer `again`; the caller loops, and the loop's safe point switches. No epoch is needed for that,
//! which the guests of other workers would have to look at: the caller's own deadline is brought forward.

use crate::monitor::Rest;
use crate::outcome::{GuestExit, HostFault};
use crate::state::{State, answered, claim, memory};
use terrace_abi::{Code, FaultKind};
use wasmtime::{Caller, Linker};

const MODULE: &str = "terrace";

pub(crate) fn add(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap(MODULE, "log", log)?;
    linker.func_wrap(MODULE, "now", terrace_host::clock::monotonic_ns)?;
    linker.func_wrap(MODULE, "id", |c: Caller<'_, State>| c.data().monitor.id())?;
    linker.func_wrap(MODULE, "limits", limits)?;
    linker.func_wrap(MODULE, "yield", |c: Caller<'_, State>| rest(c, Rest::Yield))?;
    linker.func_wrap(MODULE, "sleep_until", |c: Caller<'_, State>, until: u64| {
        rest(c, Rest::Until(until))
    })?;
    linker.func_wrap(MODULE, "stop_requested", |c: Caller<'_, State>| {
        i32::from(c.data().monitor.stop_requested())
    })?;
    linker.func_wrap(MODULE, "exit", |status: i32| -> wasmtime::Result<()> {
        Err(wasmtime::Error::new(GuestExit(status)))
    })?;
    linker.func_wrap(MODULE, "fail", fail)?;
    Ok(())
}

fn rest(mut caller: Caller<'_, State>, rest: Rest) -> i32 {
    let code = caller.data().monitor.rest(rest).as_i32();
    answered(&mut caller, code)
}

fn log(mut caller: Caller<'_, State>, level: u32, ptr: u32, len: u32) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let text = &bytes[claim(bytes.len(), ptr, len)?];
    let most = usize::try_from(terrace_abi::LOG_BYTES).unwrap_or(usize::MAX);
    Ok(state
        .monitor
        .log(level, &text[..text.len().min(most)])
        .as_i32())
}

/// Always an error: the fault, with the first of the guest's own words as its message.
fn fail(mut caller: Caller<'_, State>, ptr: u32, len: u32) -> wasmtime::Result<()> {
    let memory = memory(&mut caller)?;
    let bytes = memory.data(&caller);
    let text = &bytes[claim(bytes.len(), ptr, len)?];
    let most = usize::try_from(terrace_abi::LOG_BYTES).unwrap_or(usize::MAX);
    let message = String::from_utf8_lossy(&text[..text.len().min(most)]).into_owned();
    Err(wasmtime::Error::new(HostFault {
        kind: FaultKind::Uncaught,
        message,
    }))
}

fn limits(mut caller: Caller<'_, State>, ptr: u32, len: u32) -> wasmtime::Result<i32> {
    let record = caller.data().monitor.limits().to_bytes();
    fill(&mut caller, ptr, len, &record)
}

/// Copy a record into the caller's buffer; its length, or `too-long`.
fn fill(
    caller: &mut Caller<'_, State>,
    ptr: u32,
    len: u32,
    record: &[u8],
) -> wasmtime::Result<i32> {
    let memory = memory(caller)?;
    let bytes = memory.data_mut(caller);
    let range = claim(bytes.len(), ptr, len)?;
    let Some(out) = bytes[range].get_mut(..record.len()) else {
        return Ok(Code::TooLong.as_i32());
    };
    out.copy_from_slice(record);
    Ok(i32::try_from(record.len()).unwrap_or(i32::MAX))
}
