//! The `realtime` interface: module `terrace_realtime`; see `abi/terrace.wit`.
//!
//! Nothing here allocates: texts are copied to the stack before anybody looks at them, records are
//! written once they are whole. A guest that is no component of an app
//! gets `not-found` from every call.

use crate::monitor::{Next, Realtime, ServiceOrder};
use crate::state::{State, Text, answered, claim, memory, put, text};
use terrace_abi::{Code, Release};
use wasmtime::{Caller, Linker, Module};

const MODULE: &str = "terrace_realtime";

/// The calls that name a service and nothing else.
const ORDERS: [(&str, ServiceOrder); 4] = [
    ("start", ServiceOrder::Start),
    ("stop", ServiceOrder::Stop),
    ("pause", ServiceOrder::Pause),
    ("resume", ServiceOrder::Resume),
];

/// Does the program ask what is next, as a component does?
pub(crate) fn wanted(module: &Module) -> bool {
    let mut imports = module.imports();
    imports.any(|import| import.module() == MODULE && import.name() == "next")
}

pub(crate) fn add(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    linker.func_wrap(
        MODULE,
        "component",
        |c: Caller<'_, State>, ptr: u32, len: u32| {
            fill(c, ptr, len, |own, out| {
                put(out, &own.component().to_bytes())
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "callback",
        |c: Caller<'_, State>, index: u32, ptr: u32, len: u32| {
            fill(c, ptr, len, |own, out| {
                own.callback(index)
                    .map_or(Code::NotFound.as_i32(), |terms| put(out, &terms.to_bytes()))
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "name",
        |c: Caller<'_, State>, index: u32, ptr: u32, len: u32| {
            fill(c, ptr, len, |own, out| {
                own.name(index)
                    .map_or(Code::NotFound.as_i32(), |name| put(out, name.as_bytes()))
            })
        },
    )?;
    linker.func_wrap(
        MODULE,
        "next",
        |mut c: Caller<'_, State>, until: u64, ptr: u32, len: u32| {
            prepare(&mut c)?;
            fill(c, ptr, len, |own, out| next(own, until, out))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "complete",
        |mut c: Caller<'_, State>| -> wasmtime::Result<i32> {
            prepare(&mut c)?;
            Ok(ask(&c, |own| own.complete()))
        },
    )?;
    linker.func_wrap(MODULE, "due", |c: Caller<'_, State>| {
        c.data()
            .monitor
            .realtime()
            .map_or(u64::MAX, |own| own.due())
    })?;
    linker.func_wrap(
        MODULE,
        "set_priority",
        |mut c: Caller<'_, State>, level: u32| {
            let code = ask(&c, |own| own.set_priority(level));
            answered(&mut c, code)
        },
    )?;
    for (name, order) in ORDERS {
        linker.func_wrap(
            MODULE,
            name,
            move |c: Caller<'_, State>, ptr: u32, len: u32| {
                named(c, ptr, len, |own, service| own.order(service, order))
            },
        )?;
    }
    linker.func_wrap(
        MODULE,
        "enter",
        |c: Caller<'_, State>, ptr: u32, len: u32| named(c, ptr, len, |own, name| own.enter(name)),
    )?;
    linker.func_wrap(MODULE, "leave", |c: Caller<'_, State>| {
        ask(&c, |own| own.leave())
    })?;
    linker.func_wrap(MODULE, "message", message)?;
    Ok(())
}

fn message(
    mut caller: Caller<'_, State>,
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
    let places = bytes.get_disjoint_mut([out, data]);
    Ok(match (state.monitor.realtime(), places) {
        (Some(own), Ok([out, data])) => own.message(out, data),
        (None, _) => Code::NotFound.as_i32(),
        (_, Err(_)) => Code::Invalid.as_i32(),
    })
}

/// A component that has prepared itself has all its memory touched, and locked where Linux lets us,
/// and so has the stack it runs on: no page fault is left for its releases.
fn prepare(caller: &mut Caller<'_, State>) -> wasmtime::Result<()> {
    let preparing = |own: &dyn Realtime| own.preparing();
    if !caller.data().monitor.realtime().is_some_and(preparing) {
        return Ok(());
    }
    let memory = memory(caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut *caller);
    let (start, len) = (bytes.as_ptr().addr(), bytes.len());
    // The pages of a window are there; to lock a subscriber's would give it copies of its own.
    for gap in state.windows.gaps(start..start + len) {
        terrace_host::memory::hold(&mut bytes[gap.start - start..gap.end - start]);
    }
    state.limiter.meter.held(len);
    terrace_host::thread::touch_stack();
    Ok(())
}

/// The length is looked at first: what does not fit must not be taken.
fn next(own: &dyn Realtime, until: u64, out: &mut [u8]) -> i32 {
    if out.len() < Release::default().to_bytes().len() {
        return Code::TooLong.as_i32();
    }
    match own.next(until) {
        Next::Release(release) => put(out, &release.to_bytes()),
        Next::Wait(code) => code.as_i32(),
    }
}

fn ask(caller: &Caller<'_, State>, call: impl FnOnce(&dyn Realtime) -> Code) -> i32 {
    let own = caller.data().monitor.realtime();
    own.map_or(Code::NotFound, call).as_i32()
}

fn named(
    mut caller: Caller<'_, State>,
    ptr: u32,
    len: u32,
    call: impl FnOnce(&dyn Realtime, &str) -> Code,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let name = text(
        &bytes[claim(bytes.len(), ptr, len)?],
        terrace_abi::NAME_BYTES,
    );
    let code = match (state.monitor.realtime(), name.as_ref().map(Text::as_str)) {
        (None, _) => Code::NotFound,
        (_, Err(&code) | Ok(Err(code))) => code,
        (Some(own), Ok(Ok(name))) => call(own, name),
    };
    Ok(code.as_i32())
}

fn fill(
    mut caller: Caller<'_, State>,
    ptr: u32,
    len: u32,
    call: impl FnOnce(&dyn Realtime, &mut [u8]) -> i32,
) -> wasmtime::Result<i32> {
    let memory = memory(&mut caller)?;
    let (bytes, state) = memory.data_and_store_mut(&mut caller);
    let range = claim(bytes.len(), ptr, len)?;
    let code = match state.monitor.realtime() {
        Some(own) => call(own, &mut bytes[range]),
        None => Code::NotFound.as_i32(),
    };
    Ok(answered(&mut caller, code))
}
