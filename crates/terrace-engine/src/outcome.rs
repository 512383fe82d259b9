//! How a guest ended.

use std::fmt;
use terrace_abi::FaultKind;
use wasmtime::component::ResourceTableError;
use wasmtime::{Trap, WasmBacktrace};
use wasmtime_wasi::I32Exit;

/// How a guest ended by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It returned or exited with this status.
    Exited(i32),
    /// It did what it may not.
    Faulted(Fault),
}

/// What went wrong, and where in the guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind, stable across versions.
    pub kind: FaultKind,
    /// One sentence for people.
    pub message: String,
    /// Innermost frame first.
    pub backtrace: Vec<Frame>,
}

/// One frame of a guest's stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Function name, or its index.
    pub function: String,
    /// `file:line:col`, if the program carries debug information.
    pub place: Option<String>,
    /// Offset in the Wasm file.
    pub offset: Option<usize>,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.function)?;
        match (&self.place, self.offset) {
            (Some(place), _) => write!(f, " at {place}"),
            (None, Some(offset)) => write!(f, " at wasm offset {offset:#x}"),
            (None, None) => Ok(()),
        }
    }
}

impl Fault {
    /// A fault without a place in the guest.
    #[must_use]
    pub fn plain(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault {
            kind,
            message: message.into(),
            backtrace: Vec::new(),
        }
    }
}

/// A host call's refusal that ends the guest.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct HostFault {
    pub(crate) kind: FaultKind,
    pub(crate) message: String,
}

/// `system.exit`, on its way up.
#[derive(Debug, thiserror::Error)]
#[error("exit with status {0}")]
pub(crate) struct GuestExit(pub(crate) i32);

pub(crate) fn of_error(error: &wasmtime::Error) -> Outcome {
    if let Some(I32Exit(status)) = error.downcast_ref::<I32Exit>() {
        return Outcome::Exited(*status);
    }
    if let Some(GuestExit(status)) = error.downcast_ref::<GuestExit>() {
        return Outcome::Exited(*status);
    }
    let (kind, message) = if let Some(fault) = error.downcast_ref::<HostFault>() {
        (fault.kind, fault.message.clone())
    } else if let Some(trap) = error.downcast_ref::<Trap>() {
        (kind_of(*trap), trap.to_string())
    } else if let Some(full) = error.downcast_ref::<ResourceTableError>() {
        let most = terrace_abi::DESCRIPTORS;
        (
            FaultKind::OtherTrap,
            format!("{full}: a partition may have {most} descriptors at once; close some"),
        )
    } else {
        (FaultKind::OtherTrap, format!("{:#}", error.root_cause()))
    };
    let backtrace = error
        .downcast_ref::<WasmBacktrace>()
        .map(frames)
        .unwrap_or_default();
    Outcome::Faulted(Fault {
        kind,
        message,
        backtrace,
    })
}

fn kind_of(trap: Trap) -> FaultKind {
    match trap {
        Trap::StackOverflow => FaultKind::StackOverflow,
        Trap::MemoryOutOfBounds | Trap::HeapMisaligned => FaultKind::MemoryBounds,
        Trap::TableOutOfBounds => FaultKind::TableBounds,
        Trap::IndirectCallToNull | Trap::BadSignature => FaultKind::BadCall,
        Trap::IntegerOverflow | Trap::IntegerDivisionByZero => FaultKind::Division,
        Trap::BadConversionToInteger => FaultKind::BadConversion,
        Trap::UnreachableCodeReached => FaultKind::Unreachable,
        _ => FaultKind::OtherTrap,
    }
}

fn frames(trace: &WasmBacktrace) -> Vec<Frame> {
    let most = usize::try_from(terrace_abi::BACKTRACE_FRAMES).unwrap_or(usize::MAX);
    trace.frames().iter().take(most).map(frame).collect()
}

fn frame(info: &wasmtime::FrameInfo) -> Frame {
    let symbol = info.symbols().first();
    let function = symbol
        .and_then(|s| s.name())
        .or(info.func_name())
        .map_or_else(|| format!("function {}", info.func_index()), demangled);
    let place = symbol.and_then(|s| {
        let line = s.line()?;
        Some(format!("{}:{line}:{}", s.file()?, s.column().unwrap_or(0)))
    });
    Frame {
        function,
        place,
        offset: info.module_offset(),
    }
}

fn demangled(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}
