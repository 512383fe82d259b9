//! `sdk/go/terrace/sys.go`: the imports, and a function over slices for each.

use super::{NOTICE, camel, comment, pascal, sentence};
use crate::interface::{Field, Function, Interface, Kind, Module, Param, Record, Scalar, Set};
use std::fmt::Write;

pub fn emit(interface: &Interface) -> String {
    let mut out = format!(
        "// {NOTICE}

//go:build wasip1

package terrace

import (
\t\"encoding/binary\"
\t\"unsafe\"
)

// Version of the guest interface.
const Version = {:?}

",
        interface.version
    );
    for set in &interface.sets {
        out += &emit_set(set);
    }
    out += "// Bounds an app can run into.\nconst (\n";
    for b in &interface.bounds {
        let _ = writeln!(
            out,
            "\t// {}\n\tMax{} = {}",
            sentence(&b.docs),
            pascal(&b.name),
            b.value
        );
    }
    out += ")\n\n";
    for record in &interface.records {
        out += &emit_record(record);
    }
    for module in &interface.imports {
        for f in &module.functions {
            out += &import(module, f);
        }
    }
    out.truncate(out.trim_end().len());
    out + "\n"
}

fn emit_set(set: &Set) -> String {
    let name = set.kind.name;
    let repr = if set.numbers.iter().any(|n| n.value < 0) {
        "int32"
    } else {
        "uint32"
    };
    let prefix = pascal(set.kind.prefix);
    let mut out = format!(
        "// {name}: {}\ntype {name} {repr}\n\nconst (\n",
        set.kind.docs
    );
    for n in &set.numbers {
        let _ = writeln!(
            out,
            "\t// {}\n\t{prefix}{} {name} = {}",
            sentence(&n.docs),
            pascal(&n.name),
            n.value
        );
    }
    let _ = write!(
        out,
        ")\n\n// String is the name in the definition; empty for a number it does not know.\nfunc (x {name}) String() string {{\n\tswitch x {{\n"
    );
    for n in &set.numbers {
        let _ = writeln!(
            out,
            "\tcase {prefix}{}:\n\t\treturn {:?}",
            pascal(&n.name),
            n.name
        );
    }
    out + "\t}\n\treturn \"\"\n}\n\n"
}

fn emit_record(record: &Record) -> String {
    let name = pascal(&record.name);
    let mut out = format!(
        "// {name}: {}type {name} struct {{\n",
        comment("//", &record.docs).trim_start_matches("// ")
    );
    for f in &record.fields {
        out += &comment("\t//", &f.docs);
        let _ = writeln!(out, "\t{} {}", go_name(&f.name), scalar(f.scalar));
    }
    let _ = write!(
        out,
        "}}\n\nconst size{name} = {}\n\nfunc read{name}(from *[size{name}]byte) {name} {{\n\treturn {name}{{\n",
        record.size
    );
    let longest = record
        .fields
        .iter()
        .map(|f| go_name(&f.name).len())
        .max()
        .unwrap_or(0);
    out += &record
        .fields
        .iter()
        .map(|f| read(f, longest))
        .collect::<String>();
    out + "\t}\n}\n\n"
}

fn read(f: &Field, longest: usize) -> String {
    let name = go_name(&f.name);
    let bits = f.scalar.bytes() * 8;
    let value = format!("binary.LittleEndian.Uint{bits}(from[{}:])", f.offset);
    let value = if f.scalar.signed() {
        format!("int{bits}({value})")
    } else {
        value
    };
    let key = format!("{name}:");
    format!("\t\t{key:<width$} {value},\n", width = longest + 1)
}

/// Go writes short forms in capitals.
fn go_name(snake: &str) -> String {
    let word = |word: &str| {
        if matches!(word, "id" | "cpu") {
            word.to_uppercase()
        } else {
            pascal(word)
        }
    };
    snake.split(['_', '-']).map(word).collect()
}

fn import(module: &Module, f: &Function) -> String {
    let name = import_name(module, f);
    let borrowed = f.params.iter().any(|p| !matches!(p.kind, Kind::Scalar(_)));
    let (result, back) = match f.result {
        Some(s) => (format!(" {}", scalar(s)), "return "),
        None => (String::new(), ""),
    };
    let directive = format!("//go:wasmimport {} {}", module.core, f.core);
    let docs = comment("//", &format!("{name}: {}", f.docs));
    if !borrowed {
        return format!(
            "{docs}//\n{directive}\nfunc {name}({}){result}\n\n",
            join(f, raw_param)
        );
    }
    let raw = name.replacen("sys", "raw", 1);
    format!(
        "{directive}\n//go:noescape\nfunc {raw}({}){result}\n\n{docs}func {name}({}){result} {{\n\t{back}{raw}({})\n}}\n\n",
        join(f, raw_param),
        join(f, safe_param),
        join(f, argument)
    )
}

fn import_name(module: &Module, f: &Function) -> String {
    let name = go_name(&f.name);
    if module.name == "system" {
        format!("sys{name}")
    } else {
        format!("sys{}{name}", pascal(&module.name))
    }
}

fn join(f: &Function, each: fn(&Param) -> String) -> String {
    f.params.iter().map(each).collect::<Vec<_>>().join(", ")
}

fn raw_param(p: &Param) -> String {
    let name = camel(&p.name);
    match p.kind {
        Kind::Scalar(s) => format!("{name} {}", scalar(s)),
        Kind::Bytes | Kind::Buffer => format!("{name} unsafe.Pointer, {name}Len uint32"),
    }
}

fn safe_param(p: &Param) -> String {
    let name = camel(&p.name);
    match p.kind {
        Kind::Scalar(s) => format!("{name} {}", scalar(s)),
        Kind::Bytes | Kind::Buffer => format!("{name} []byte"),
    }
}

fn argument(p: &Param) -> String {
    let name = camel(&p.name);
    match p.kind {
        Kind::Scalar(_) => name,
        Kind::Bytes | Kind::Buffer => {
            format!("unsafe.Pointer(unsafe.SliceData({name})), uint32(len({name}))")
        }
    }
}

fn scalar(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::U32 => "uint32",
        Scalar::S32 => "int32",
        Scalar::U64 => "uint64",
        Scalar::S64 => "int64",
    }
}
