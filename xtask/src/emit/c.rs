//! `sdk/c/include/terrace_sys.h`: the imports and the callbacks as clang attributes.

use super::{NOTICE, comment, sentence, shout, snake};
use crate::interface::{Function, Interface, Kind, Module, Param, Record, Scalar};
use std::fmt::Write;

pub fn emit(interface: &Interface) -> String {
    let mut out = format!(
        "/* {NOTICE}
 *
 * The guest interface of Terrace, version {version}, as it is: numbers, records and calls.
 * Programs include terrace.h, which is the friendlier face of this file.
 */
#ifndef TERRACE_SYS_H
#define TERRACE_SYS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {{
#endif

",
        version = interface.version
    );
    out += &numbers(interface);
    for record in &interface.records {
        out += &emit_record(record);
    }
    for module in &interface.imports {
        out += &imports(module);
    }
    out += &callbacks(&interface.callbacks);
    out += "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
    out
}

fn numbers(interface: &Interface) -> String {
    let mut out = String::new();
    for set in &interface.sets {
        let _ = writeln!(
            out,
            "/* {} */\nenum terrace_{} {{",
            set.kind.docs,
            tag(set.kind.name)
        );
        for n in &set.numbers {
            let name = shout(&format!("terrace-{}-{}", set.kind.prefix, n.name));
            let _ = writeln!(
                out,
                "    /* {} */\n    {name} = {},",
                sentence(&n.docs),
                n.value
            );
        }
        out += "};\n\n";
    }
    for b in &interface.bounds {
        let _ = writeln!(
            out,
            "/* {} */\n#define TERRACE_MAX_{} {}u",
            sentence(&b.docs),
            shout(&b.name),
            b.value
        );
    }
    out + "\n"
}

/// `EventKind` -> `event_kind`.
fn tag(pascal: &str) -> String {
    let lower = pascal.chars().flat_map(|c| {
        let cut = c.is_uppercase().then_some('_');
        cut.into_iter().chain(c.to_lowercase())
    });
    lower.skip(1).collect()
}

fn emit_record(record: &Record) -> String {
    let name = format!("struct terrace_{}", snake(&record.name));
    let mut out = comment("//", &record.docs) + &name + " {\n";
    for f in &record.fields {
        out += &comment("    //", &f.docs);
        let _ = writeln!(out, "    {} {};", scalar(f.scalar), f.name);
    }
    let _ = writeln!(
        out,
        "}};\n_Static_assert(sizeof({name}) == {}, \"{name} has no padding\");\n",
        record.size
    );
    out
}

fn imports(module: &Module) -> String {
    let mut out = comment("//", &module.docs) + "\n";
    for f in &module.functions {
        let _ = writeln!(
            out,
            "{}__attribute__((import_module({:?}), import_name({:?})))\n{} {}({});\n",
            comment("//", &f.docs),
            module.core,
            f.core,
            result(f),
            import_name(module, f),
            params(f)
        );
    }
    out
}

/// `system` is what every app uses, so its calls carry no second prefix.
fn import_name(module: &Module, f: &Function) -> String {
    if module.name == "system" {
        format!("terrace_sys_{}", snake(&f.name))
    } else {
        format!("terrace_sys_{}_{}", module.name, snake(&f.name))
    }
}

fn callbacks(module: &Module) -> String {
    let mut out = comment("//", &module.docs);
    out += "// Define the ones you need: these declarations make the definition an export.\n\n";
    for f in &module.functions {
        let _ = writeln!(
            out,
            "{}__attribute__((export_name({:?})))\n{} {}({});\n",
            comment("//", &f.docs),
            f.core,
            result(f),
            f.core,
            params(f)
        );
    }
    out
}

fn params(f: &Function) -> String {
    if f.params.is_empty() {
        return "void".into();
    }
    f.params.iter().map(param).collect::<Vec<_>>().join(", ")
}

fn param(p: &Param) -> String {
    match p.kind {
        Kind::Scalar(s) => format!("{} {}", scalar(s), p.name),
        Kind::Bytes => format!("const void *{0}, size_t {0}_len", p.name),
        Kind::Buffer => format!("void *{0}, size_t {0}_len", p.name),
    }
}

fn result(f: &Function) -> &'static str {
    f.result.map_or("void", scalar)
}

fn scalar(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::U32 => "uint32_t",
        Scalar::S32 => "int32_t",
        Scalar::U64 => "uint64_t",
        Scalar::S64 => "int64_t",
    }
}
