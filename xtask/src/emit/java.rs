//! `Sys.java`: the imports as TeaVM wants them, and the numbers as constants.
//!
//! Java has no unsigned types and no records over raw memory, so a record is its size and
//! the offset of each field.

use super::{NOTICE, camel, sentence, shout};
use crate::interface::{Function, Interface, Kind, Module, Param, Scalar};
use std::fmt::Write;

pub fn emit(interface: &Interface) -> String {
    let mut out = format!(
        "// {NOTICE}
package dev.terrace;

import org.teavm.interop.Address;
import org.teavm.interop.Import;

/**
 * The guest interface of Terrace, version {version}, as it is: numbers, offsets and calls.
 *
 * <p>A {{@code u32}} is an int and a {{@code u64}} a long, both to be read as unsigned.
 */
public final class Sys {{
    private Sys() {{
    }}

",
        version = interface.version
    );
    out += &numbers(interface);
    out += &records(interface);
    for module in &interface.imports {
        for f in &module.functions {
            out += &import(module, f);
        }
    }
    out.truncate(out.trim_end().len());
    out + "\n}\n"
}

fn numbers(interface: &Interface) -> String {
    let mut out = String::new();
    for set in &interface.sets {
        for n in &set.numbers {
            let name = shout(&format!("{}-{}", set.kind.prefix, n.name));
            let _ = writeln!(
                out,
                "    /** {} */\n    public static final int {name} = {};",
                sentence(&n.docs),
                n.value
            );
        }
        out += "\n";
    }
    for b in &interface.bounds {
        let _ = writeln!(
            out,
            "    /** {} */\n    public static final int MAX_{} = {};",
            sentence(&b.docs),
            shout(&b.name),
            b.value
        );
    }
    out + "\n"
}

fn records(interface: &Interface) -> String {
    let mut out = String::new();
    for r in &interface.records {
        let name = shout(&r.name);
        let _ = writeln!(
            out,
            "    /** Length of a {} record in bytes. */\n    public static final int SIZE_{name} = {};",
            r.name, r.size
        );
        for f in &r.fields {
            let _ = writeln!(
                out,
                "    /** Offset: {} */\n    public static final int {name}_{} = {};",
                one_line(&f.docs),
                shout(&f.name),
                f.offset
            );
        }
        out += "\n";
    }
    out
}

fn import(module: &Module, f: &Function) -> String {
    let params = f.params.iter().map(param).collect::<Vec<_>>().join(", ");
    format!(
        "    /** {} */\n    @Import(module = {:?}, name = {:?})\n    public static native {} {}({params});\n\n",
        one_line(&f.docs),
        module.core,
        f.core,
        f.result.map_or("void", scalar),
        name(module, f)
    )
}

/// `yield` may not be called by its simple name in Java.
fn name(module: &Module, f: &Function) -> String {
    match (module.name.as_str(), f.name.as_str()) {
        ("system", "yield") => "yieldNow".into(),
        ("system", name) => camel(name),
        (module, name) => camel(&format!("{module}-{name}")),
    }
}

fn param(p: &Param) -> String {
    let name = camel(&p.name);
    match p.kind {
        Kind::Scalar(s) => format!("{} {name}", scalar(s)),
        Kind::Bytes | Kind::Buffer => format!("Address {name}, int {name}Len"),
    }
}

fn scalar(scalar: Scalar) -> &'static str {
    if scalar.bytes() == 4 { "int" } else { "long" }
}

fn one_line(docs: &str) -> String {
    docs.split_whitespace().collect::<Vec<_>>().join(" ")
}
