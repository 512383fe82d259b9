//! Makes a WASI 0.2 command component of a module built for wasm32-wasip1 that carries the
//! interface types of WASI 0.2 calls: `component IN.wasm OUT.wasm`.
//!
//! It is what the target wasm32-wasip2 does at its end, for who has not that target's standard
//! library. The module's own WASI 0.1 calls go through Wasmtime's adapter.
#![forbid(unsafe_code)]

use anyhow::{Context, Result, bail};
use wasi_preview1_component_adapter_provider::{
    WASI_SNAPSHOT_PREVIEW1_ADAPTER_NAME as ADAPTER_NAME,
    WASI_SNAPSHOT_PREVIEW1_COMMAND_ADAPTER as ADAPTER,
};
use wit_component::ComponentEncoder;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [input, output] = args.as_slice() else {
        bail!("usage: component IN.wasm OUT.wasm");
    };
    let module = std::fs::read(input).with_context(|| format!("cannot read {input}"))?;
    let component = ComponentEncoder::default()
        .validate(true)
        .module(&module)
        .with_context(|| format!("{input} is no module"))?
        .adapter(ADAPTER_NAME, ADAPTER)?
        .encode()
        .with_context(|| format!("{input} cannot be made a component"))?;
    std::fs::write(output, component).with_context(|| format!("cannot write {output}"))
}
