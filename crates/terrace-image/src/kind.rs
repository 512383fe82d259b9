//! What a Wasm file is, by its first eight bytes.
//!
//! Both kinds start with `\0asm`; then a 16-bit version and a 16-bit layer follow (layer 0 is
//! core Wasm, 1 is the component model). Anything else, the text format and binaries of
//! other versions included, is refused here, before any of it reaches the engine.

use std::fmt;

use crate::error::{ImageError, quote};

const MODULE: [u8; 8] = *b"\0asm\x01\0\0\0";
const COMPONENT: [u8; 8] = *b"\0asm\x0d\0\x01\0";

/// A core module or a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WasmKind {
    /// A core module: Terrace's guest interface, WASI 0.1.
    Module,
    /// A component: WASI 0.2.
    Component,
}

impl WasmKind {
    /// Reads the kind from the preamble; the rest of the binary is not looked at.
    pub fn of(wasm: &[u8]) -> Result<Self, ImageError> {
        match wasm.first_chunk::<8>() {
            Some(&MODULE) => Ok(Self::Module),
            Some(&COMPONENT) => Ok(Self::Component),
            _ => Err(ImageError::NotWasm {
                found: quote(&wasm[..wasm.len().min(8)]),
                length: wasm.len() as u64,
            }),
        }
    }

    /// `os` of the artefact's config.
    pub fn os(self) -> &'static str {
        match self {
            Self::Module => "wasip1",
            Self::Component => "wasip2",
        }
    }
}

impl fmt::Display for WasmKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Module => "module",
            Self::Component => "component",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_modules_from_components() {
        let module = wat::parse_str("(module)").unwrap();
        let component = wat::parse_str("(component)").unwrap();
        assert_eq!(WasmKind::of(&module).unwrap(), WasmKind::Module);
        assert_eq!(WasmKind::of(&component).unwrap(), WasmKind::Component);
    }

    #[test]
    fn refuses_everything_else_and_shows_it() {
        for bad in [
            &b""[..],
            b"\0asm",
            b"(module)",
            b"\0asm\x02\0\0\0",
            b"\0asm\x01\0\x01\0",
        ] {
            let error = WasmKind::of(bad).unwrap_err().to_string();
            assert!(error.contains(&bad.escape_ascii().to_string()), "{error}");
        }
    }
}
