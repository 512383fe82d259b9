//! Does a program fit the guest interface? Read from its imports and exports alone.
//!
//! A program fits if every import from Terrace's modules is one of the definition with its
//! signature, every callback has its signature, it exports its memory, and it can be entered:
//! by `_start`, or by a callback after `_initialize`.

use crate::interface::{self, Function, Interface};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wasmparser::{CompositeInnerType, ExternalKind, FuncType, Parser, Payload, TypeRef, ValType};

/// Print what each program imports and exports; fail if one does not fit.
pub fn inspect(root: &Path, programs: &[PathBuf]) -> Result<()> {
    let interface = interface::read(&root.join("abi"))?;
    let mut misfits = Vec::new();
    for path in programs {
        let wasm =
            std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let program =
            read(&wasm).with_context(|| format!("{} is no Wasm module", path.display()))?;
        println!(
            "{} ({} bytes)\n{}",
            path.display(),
            wasm.len(),
            program.listing()
        );
        misfits.extend(
            program
                .misfits(&interface)
                .iter()
                .map(|m| format!("{}: {m}", path.display())),
        );
    }
    if misfits.is_empty() {
        return Ok(());
    }
    bail!("not as abi/terrace.wit says:\n  {}", misfits.join("\n  "))
}

/// The outside of a core module. Signatures are written `(i32 i32) -> (i32)`.
#[derive(Default)]
struct Program {
    imports: Vec<(String, String, String)>,
    callables: BTreeMap<String, String>,
    exports_memory: bool,
}

fn read(wasm: &[u8]) -> Result<Program> {
    let mut program = Program::default();
    let mut types: Vec<String> = Vec::new();
    let mut functions: Vec<u32> = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::TypeSection(section) => {
                for group in section {
                    types.extend(
                        group?
                            .into_types()
                            .map(|t| signature(&t.composite_type.inner)),
                    );
                }
            }
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    let import = import?;
                    if let TypeRef::Func(ty) = import.ty {
                        functions.push(ty);
                        let signature = of(&types, ty)?;
                        program
                            .imports
                            .push((import.module.into(), import.name.into(), signature));
                    }
                }
            }
            Payload::FunctionSection(section) => {
                for ty in section {
                    functions.push(ty?);
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    match export.kind {
                        ExternalKind::Func => {
                            let ty = functions
                                .get(export.index as usize)
                                .context("an export of nothing")?;
                            program
                                .callables
                                .insert(export.name.into(), of(&types, *ty)?);
                        }
                        ExternalKind::Memory => program.exports_memory |= export.name == "memory",
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    Ok(program)
}

fn of(types: &[String], index: u32) -> Result<String> {
    types
        .get(index as usize)
        .cloned()
        .context("a function of no type")
}

fn signature(ty: &CompositeInnerType) -> String {
    match ty {
        CompositeInnerType::Func(f) => func(f),
        _ => "no function".into(),
    }
}

fn func(f: &FuncType) -> String {
    let list = |types: &[ValType]| {
        types
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    format!("({}) -> ({})", list(f.params()), list(f.results()))
}

fn defined(f: &Function) -> String {
    format!(
        "({}) -> ({})",
        f.core_params().join(" "),
        f.core_results().join(" ")
    )
}

impl Program {
    fn listing(&self) -> String {
        let imports = self
            .imports
            .iter()
            .map(|(m, n, s)| format!("  import {m}.{n} {s}\n"));
        let exports = self
            .callables
            .iter()
            .map(|(n, s)| format!("  export {n} {s}\n"));
        imports.chain(exports).collect()
    }

    fn misfits(&self, interface: &Interface) -> Vec<String> {
        let mut misfits: Vec<_> = self
            .imports
            .iter()
            .filter_map(|import| import_misfit(interface, import))
            .collect();
        let mut entries = usize::from(self.callables.contains_key("_start"));
        for callback in &interface.callbacks.functions {
            if let Some(found) = self.callables.get(&callback.core) {
                entries += 1;
                if *found != defined(callback) {
                    misfits.push(format!(
                        "{} is {found}, must be {}",
                        callback.core,
                        defined(callback)
                    ));
                }
            }
        }
        if entries == 0 {
            misfits.push("neither `_start` nor a callback is exported: nothing to run".into());
        }
        if entries > 0
            && !self.callables.contains_key("_start")
            && !self.callables.contains_key("_initialize")
        {
            misfits.push(
                "callbacks without `_initialize`: the language's runtime would not be set up"
                    .into(),
            );
        }
        if !self.exports_memory {
            misfits.push(
                "`memory` is not exported: the monitor cannot read what calls point at".into(),
            );
        }
        misfits
    }
}

fn import_misfit(
    interface: &Interface,
    (module, name, found): &(String, String, String),
) -> Option<String> {
    let known = interface.imports.iter().find(|m| m.core == *module);
    let Some(known) = known else {
        return (module != "wasi_snapshot_preview1")
            .then(|| format!("imports {module}.{name}: nobody gives that"));
    };
    match known.functions.iter().find(|f| f.core == *name) {
        None => Some(format!("imports {module}.{name}: no such call")),
        Some(f) if defined(f) != *found => Some(format!(
            "imports {module}.{name} as {found}, must be {}",
            defined(f)
        )),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn misfits(body: &str) -> Vec<String> {
        let interface = interface::read(&crate::root().join("abi")).expect("abi/ is readable");
        let wasm = wat::parse_str(format!("(module {body})")).expect("good text");
        read(&wasm).expect("a module").misfits(&interface)
    }

    const COMMAND: &str = r#"(memory (export "memory") 1) (func (export "_start"))"#;

    #[test]
    fn a_command_fits() {
        let import = r#"(import "terrace" "log" (func (param i32 i32 i32) (result i32)))"#;
        assert_eq!(
            misfits(&format!("{import} {COMMAND}")),
            Vec::<String>::new()
        );
    }

    #[test]
    fn a_reactor_fits() {
        let body = r#"(memory (export "memory") 1) (func (export "_initialize"))
            (func (export "terrace_trim") (param i32) (result i32) i32.const 0)"#;
        assert_eq!(misfits(body), Vec::<String>::new());
    }

    #[test]
    fn an_import_of_another_signature_does_not_fit() {
        let import = r#"(import "terrace" "now" (func (result i32)))"#;
        assert_eq!(
            misfits(&format!("{import} {COMMAND}")),
            ["imports terrace.now as () -> (i32), must be () -> (i64)"]
        );
    }

    #[test]
    fn an_import_nobody_gives_does_not_fit() {
        let import = r#"(import "terrace" "none" (func)) (import "env" "cos" (func))"#;
        assert_eq!(
            misfits(&format!("{import} {COMMAND}")),
            [
                "imports terrace.none: no such call",
                "imports env.cos: nobody gives that"
            ]
        );
    }

    #[test]
    fn a_reactor_without_initialize_memory_or_signature_does_not_fit() {
        let found = misfits(r#"(func (export "terrace_stop"))"#);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[0], "terrace_stop is () -> (), must be () -> (i32)");
    }

    #[test]
    fn a_program_with_nothing_to_run_does_not_fit() {
        let found = misfits(r#"(memory (export "memory") 1) (func (export "main"))"#);
        assert_eq!(
            found,
            ["neither `_start` nor a callback is exported: nothing to run"]
        );
    }
}
