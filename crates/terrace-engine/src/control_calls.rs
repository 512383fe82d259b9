//! The `control` interface: module `terrace_control`; see `abi/terrace.wit`.
//!
//! Names are copied out before anything is done with them: no reference into a guest's
//! memory outlives the look at it. Whether the caller may do this at all is the monitor's
//! decision, so that a program that only might use it still links.

use crate::monitor::ControlCall;
use crate::state::{State, answered, claim, memory};
use terrace_abi::Code;
use wasmtime::{Caller, Linker};

const MODULE: &str = "terrace_control";

/// A call that names a partition and nothing else.
type ById = fn(u64) -> ControlCall<'static>;
const BY_ID: [(&str, ById); 6] = [
    ("start", ControlCall::Start),
    ("suspend", ControlCall::Suspend),
    ("resume", ControlCall::Resume),
    ("stop", ControlCall::Stop),
    ("kill", ControlCall::Kill),
    ("restart", ControlCall::Restart),
];

pub(crate) fn add(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap(MODULE, "create", create)?;
    for (name, call) in BY_ID {
        linker.func_wrap(MODULE, name, move |c: Caller<'_, State>, id: u64| {
            order(&c, call(id))
        })?;
    }
    linker.func_wrap(
        MODULE,
        "set_limit",
        |c: Caller<'_, State>, id: u64, what: u32, value: u64| {
            order(&c, ControlCall::SetLimit { id, what, value })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "trim",
        |c: Caller<'_, State>, id: u64, level: u32| order(&c, ControlCall::Trim { id, level }),
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

/// Run a call that needs no memory of the caller.
fn order(caller: &Caller<'_, State>, call: ControlCall<'_>) -> i32 {
    code(caller.data().monitor.control(call))
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
    let create = |app: &str, name: &str| {
        let monitor = &caller.data().monitor;
        monitor.control(ControlCall::Create { app, name })
    };
    let answer = app.and_then(|app| name.map(|name| create(&app, &name)));
    Ok(answer.unwrap_or_else(|code| i64::from(code.as_i32())))
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
    let name = crate::state::text(
        &bytes[claim(bytes.len(), ptr, len)?],
        terrace_abi::NAME_BYTES,
    );
    Ok(name.and_then(|text| text.as_str().map(str::to_owned)))
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
    let code = code(state.monitor.control(call(&mut bytes[range])));
    Ok(answered(&mut caller, code))
}

fn code(answer: i64) -> i32 {
    i32::try_from(answer).unwrap_or(i32::MAX)
}
