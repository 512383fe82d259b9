//! `docs/book/src/abi.md`: the reference page.

use super::{NOTICE, sentence};
use crate::interface::{Function, Interface, Kind, Module, Record, Scalar};
use std::fmt::Write;

pub fn emit(interface: &Interface) -> String {
    let mut out = format!(
        "<!-- {NOTICE} -->

# The guest interface

Version {version}. An app calls the monitor through imports of core WebAssembly, and the
monitor calls an app through exports. Every call is flat: numbers stay numbers; `bytes` is a
(pointer, length) of the caller's memory that the monitor reads, `buffer` one that it fills.
The monitor never allocates in the guest and keeps no pointer after it returned. A pointer or
length outside the caller's memory stops the partition with the fault `bad-pointer`.

A call answers a code, or a length or count, unless stated: 0 and above is success, below 0 is an
error. Numbers are only ever added. Pointers and lengths are `i32`; `u32` and `s32` are
`i32`, `u64` and `s64` are `i64`.

",
        version = interface.version
    );
    for module in &interface.imports {
        out += &imports(module);
    }
    out += &callbacks(&interface.callbacks);
    out += "## Records\n\nLittle endian, no padding.\n\n";
    for record in &interface.records {
        out += &emit_record(record);
    }
    out += &numbers(interface);
    out
}

fn imports(module: &Module) -> String {
    let mut out = format!("## Imports of `{}`\n\n{}\n\n", module.core, module.docs);
    for f in &module.functions {
        out += &function(f);
    }
    out
}

fn callbacks(module: &Module) -> String {
    let mut out = format!("## Callbacks\n\n{}\n\n", module.docs);
    for f in &module.functions {
        out += &function(f);
    }
    out
}

fn function(f: &Function) -> String {
    let params: Vec<_> = f
        .params
        .iter()
        .map(|p| format!("{}: {}", p.name, kind(p.kind)))
        .collect();
    let result = f
        .result
        .map(|s| format!(" -> {}", scalar(s)))
        .unwrap_or_default();
    format!(
        "### `{name}`\n\n    {name}({params}){result}\n    core: ({core_params}) -> ({core_results})\n\n{docs}\n\n",
        name = f.core,
        params = params.join(", "),
        core_params = f.core_params().join(" "),
        core_results = f.core_results().join(" "),
        docs = f.docs
    )
}

fn emit_record(record: &Record) -> String {
    let mut out = format!(
        "### `{}`\n\n{}\n\n{} bytes.\n\n| offset | field | type | meaning |\n|---|---|---|---|\n",
        record.name, record.docs, record.size
    );
    for f in &record.fields {
        let _ = writeln!(
            out,
            "| {} | `{}` | {} | {} |",
            f.offset,
            f.name,
            scalar(f.scalar),
            cell(&f.docs)
        );
    }
    out + "\n"
}

fn numbers(interface: &Interface) -> String {
    let mut out = String::from("## Numbers\n\n");
    for set in &interface.sets {
        let _ = writeln!(
            out,
            "### {}\n\n{}\n\n| value | name | meaning |\n|---|---|---|",
            set.kind.key, set.kind.docs
        );
        for n in &set.numbers {
            let _ = writeln!(out, "| {} | `{}` | {} |", n.value, n.name, cell(&n.docs));
        }
        out += "\n";
    }
    out += "## Bounds\n\nBytes unless the name says otherwise.\n\n| name | value | of what |\n|---|---|---|\n";
    for b in &interface.bounds {
        let _ = writeln!(
            out,
            "| `{}` | {} | {} |",
            b.name,
            b.value,
            sentence(&cell(&b.docs))
        );
    }
    out
}

fn cell(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "\\|")
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Scalar(s) => scalar(s),
        Kind::Bytes => "bytes",
        Kind::Buffer => "buffer",
    }
}

fn scalar(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::U32 => "u32",
        Scalar::S32 => "s32",
        Scalar::U64 => "u64",
        Scalar::S64 => "s64",
    }
}
