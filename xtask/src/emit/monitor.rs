//! `terrace-abi`: the guest interface as the monitor sees it.

use super::{NOTICE, comment, records, sentence, sets, shout};
use crate::interface::{Function, Interface, Module};
use std::fmt::Write;

pub fn emit(interface: &Interface) -> String {
    let mut out = format!("// {NOTICE}\n\nuse crate::{{Callback, CoreType, Import}};\n\n");
    let _ = writeln!(
        out,
        "/// Version of the guest interface.\npub const VERSION: &str = {:?};\n",
        interface.version
    );
    for set in &interface.sets {
        out += &sets::emit(set);
    }
    for record in &interface.records {
        out += &records::emit(record);
    }
    for bound in &interface.bounds {
        let _ = writeln!(
            out,
            "/// {}\npub const {}: u64 = {};\n",
            sentence(&bound.docs),
            shout(&bound.name),
            bound.value
        );
    }
    for module in &interface.imports {
        out += &imports(module);
    }
    out += &callbacks(&interface.callbacks);
    out += records::HELPER;
    out
}

fn imports(module: &Module) -> String {
    let mut out = comment("///", &module.docs);
    let _ = write!(
        out,
        "pub mod {name} {{
    use super::{{CoreType, Import}};

    /// The core Wasm module of these imports.
    pub const MODULE: &str = {core:?};

",
        name = module.name,
        core = module.core
    );
    for f in &module.functions {
        out += &comment("    ///", &f.docs);
        let _ = writeln!(
            out,
            "    pub const {}: Import = Import {{ module: MODULE, name: {:?}, params: &{}, results: &{} }};\n",
            shout(&f.name),
            f.core,
            types(&f.core_params()),
            types(&f.core_results())
        );
    }
    let _ = writeln!(
        out,
        "    /// All of them.\n    pub const ALL: &[Import] = &{};\n}}\n",
        names(module)
    );
    out
}

fn callbacks(module: &Module) -> String {
    let mut out = comment("///", &module.docs);
    let _ = writeln!(
        out,
        "pub mod {} {{\n    use super::{{Callback, CoreType}};\n",
        module.name
    );
    for f in &module.functions {
        out += &callback(f);
    }
    let _ = writeln!(
        out,
        "    /// All of them.\n    pub const ALL: &[Callback] = &{};\n}}\n",
        names(module)
    );
    out
}

fn callback(f: &Function) -> String {
    format!(
        "{}    pub const {}: Callback = Callback {{ name: {:?}, params: &{}, results: &{} }};\n\n",
        comment("    ///", &f.docs),
        shout(&f.name),
        f.core,
        types(&f.core_params()),
        types(&f.core_results())
    )
}

fn types(core: &[&str]) -> String {
    let types: Vec<_> = core
        .iter()
        .map(|t| format!("CoreType::{}", t.to_uppercase()))
        .collect();
    format!("[{}]", types.join(", "))
}

fn names(module: &Module) -> String {
    let names: Vec<_> = module.functions.iter().map(|f| shout(&f.name)).collect();
    format!("[{}]", names.join(", "))
}
