//! The `control` interface: module `terrace_control`; see `abi/terrace.wit`.
//!
//! Names are copied out before anything is done with them: no reference into a guest's
//! memory outlives the look at it. Whether the caller may do this at all is the monitor's
//! decision, so that a program that only might use it still links.

use crate::monitor::ControlCall;
use crate::state::{State, claim, memory};
use terrace_abi::Code;
use wasmtime::{Caller, Linker};

const MODULE: &str = "terrace_control";

pub(crate) fn add(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap(MODULE, "create", create)?;
    by_id(linker, "start", ControlCall::Start)?;
    by_id(linker, "suspend", ControlCall::Suspend)?;
    by_id(linker, "resume", ControlCall::Resume)?;
    by_id(linker, "stop", ControlCall::Stop)?;
    by_id(linker, "kill", ControlCall::Kill)?;
    by_id(linker, "restart", ControlCall::Restart)?;
    linker.func_wrap(
        MODULE,
        "set_limit",
        |c: Caller<'_, State>, id: u64, what: u32, value: u64| {
            code(
                c.data()
                    .monitor
                    .control(ControlCall::SetLimit { id, what, value }),
            )
        },
    )?;
    linker.func_wrap(
        MODULE,
        "trim",
        |c: Caller<'_, State>, id: u64, level: u32| {
            code(c.data().monitor.control(ControlCall::Trim { id, level }))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "list",
        |c: Caller<'_, State>, ptr: u32, len: u32| {
            fill(c, ptr, len, |out| ControlCall::List { out })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "status",
        |c: Caller<'_, State>, id: u64, ptr: u32, len: u32| {
            fill(c, ptr, len, |out| ControlCall::Status { id, out })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "name",
        |c: Caller<'_, State>, id: u64, ptr: u32, len: u32| {
            fill(c, ptr, len, |out| ControlCall::Name { id, out })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "next_event",
        |c: Caller<'_, State>, until: u64, ptr: u32, len: u32| {
            fill(c, ptr, len, |out| ControlCall::NextEvent { until, out })
        },
    )?;
    Ok(())
}

fn by_id(
    linker: &mut Linker<State>,
    name: &str,
    call: fn(u64) -> ControlCall<'static>,
) -> wasmtime::Result<()> {
    linker.func_wrap(MODULE, name, move |c: Caller<'_, State>, id: u64| {
        code(c.data().monitor.control(call(id)))
    })?;
    Ok(())
}

fn create(
    mut caller: Caller<'_, State>,
    app_ptr: u32,
    app_len: u32,
    name_ptr: u32,
    name_len: u32,
) -> wasmtime::Result<i64> {
    let app = text(&mut caller, app_ptr, app_len)?;
    let name = text(&mut caller, name_ptr, name_len)?;
    Ok(match (app, name) {
        (Ok(app), Ok(name)) => caller.data().monitor.control(ControlCall::Create {
            app: &app,
            name: &name,
        }),
        (Err(code), _) | (_, Err(code)) => i64::from(code.as_i32()),
    })
}

/// A copy of a name in the guest's memory. The outer error stops the partition (a lie), the
/// inner one is the guest's to handle (too long, not text).
fn text(
    caller: &mut Caller<'_, State>,
    ptr: u32,
    len: u32,
) -> wasmtime::Result<Result<String, Code>> {
    let memory = memory(caller)?;
    let bytes = memory.data(&caller);
    let bytes = &bytes[claim(bytes.len(), ptr, len)?];
    if bytes.len() as u64 > terrace_abi::NAME_BYTES {
        return Ok(Err(Code::TooLong));
    }
    Ok(std::str::from_utf8(bytes)
        .map(str::to_owned)
        .map_err(|_| Code::Invalid))
}

/// Run a call that fills the caller's buffer.
fn fill(
    mut caller: Caller<'_, State>,
    ptr: u32,
    len: u32,
    call: impl FnOnce(&mut [u8]) -> ControlCall<'_>,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let range = claim(bytes.len(), ptr, len)?;
    Ok(code(state.monitor.control(call(&mut bytes[range]))))
}

fn code(answer: i64) -> i32 {
    i32::try_from(answer).unwrap_or(i32::MAX)
}
