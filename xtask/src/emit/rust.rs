//! `sdk/rust/src/sys.rs`: the imports, and a safe function over each.

use super::{NOTICE, comment, records, sentence, sets, shout, snake};
use crate::interface::{Function, Interface, Kind, Module, Param};
use std::fmt::Write;

pub fn emit(interface: &Interface) -> String {
    let mut out = format!(
        "// {NOTICE}
//! The guest interface of Terrace, version {version}, as it is: numbers, records and calls.
//!
//! # Invariants
//! S1. Every (pointer, length) given to the monitor is one slice borrowed for the length of
//!     the call: shared where the monitor reads, exclusive where it writes. The monitor
//!     keeps no pointer after it returned, and writes within the length only.

",
        version = interface.version
    );
    for set in &interface.sets {
        out += &sets::emit(set);
    }
    out += "impl core::error::Error for Code {}\n\n";
    for record in &interface.records {
        out += &records::emit(record);
    }
    out += &bounds(interface);
    for module in &interface.imports {
        out += &imports(module);
    }
    out += records::HELPER;
    out
}

fn bounds(interface: &Interface) -> String {
    let mut out = String::from("/// Bounds an app can run into.\npub mod bounds {\n");
    for b in &interface.bounds {
        let _ = writeln!(
            out,
            "    /// {}\n    pub const {}: u64 = {};",
            sentence(&b.docs),
            shout(&b.name),
            b.value
        );
    }
    out + "}\n\n"
}

fn imports(module: &Module) -> String {
    let mut out = comment("///", &module.docs);
    let _ = write!(
        out,
        "pub mod {name} {{
    mod raw {{
        #[link(wasm_import_module = {core:?})]
        unsafe extern \"C\" {{
",
        name = module.name,
        core = module.core
    );
    for f in &module.functions {
        let _ = writeln!(
            out,
            "            #[link_name = {:?}]\n            pub fn {}({}){};",
            f.core,
            name(f),
            join(f, raw_param),
            result(f)
        );
    }
    out += "        }\n    }\n";
    for f in &module.functions {
        let _ = write!(
            out,
            "\n{docs}    pub fn {name}({params}){result} {{
        // SAFETY: the signature is the definition's, and S1 holds for what is borrowed here.
        unsafe {{ raw::{name}({arguments}) }}
    }}
",
            docs = comment("    ///", &f.docs),
            name = name(f),
            params = join(f, safe_param),
            result = result(f),
            arguments = join(f, argument)
        );
    }
    out + "}\n\n"
}

/// `yield` is a word of the language.
fn name(f: &Function) -> String {
    let name = snake(&f.name);
    if name == "yield" {
        "yield_".into()
    } else {
        name
    }
}

fn join(f: &Function, each: fn(&Param) -> String) -> String {
    f.params.iter().map(each).collect::<Vec<_>>().join(", ")
}

fn raw_param(p: &Param) -> String {
    match p.kind {
        Kind::Scalar(s) => format!("{}: {}", p.name, records::scalar(s)),
        Kind::Bytes => format!("{0}: *const u8, {0}_len: usize", p.name),
        Kind::Buffer => format!("{0}: *mut u8, {0}_len: usize", p.name),
    }
}

fn safe_param(p: &Param) -> String {
    match p.kind {
        Kind::Scalar(s) => format!("{}: {}", p.name, records::scalar(s)),
        Kind::Bytes => format!("{}: &[u8]", p.name),
        Kind::Buffer => format!("{}: &mut [u8]", p.name),
    }
}

fn argument(p: &Param) -> String {
    match p.kind {
        Kind::Scalar(_) => p.name.clone(),
        Kind::Bytes => format!("{0}.as_ptr(), {0}.len()", p.name),
        Kind::Buffer => format!("{0}.as_mut_ptr(), {0}.len()", p.name),
    }
}

fn result(f: &Function) -> String {
    f.result
        .map(|s| format!(" -> {}", records::scalar(s)))
        .unwrap_or_default()
}
