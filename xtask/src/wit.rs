//! `terrace.wit` lowered to flat core calls by the rules in its header.
//!
//! wit-parser reads the notation; what is refused here is what the flat calls cannot carry.

use crate::interface::{Field, Function, Kind, Module, Param, Record, Scalar};
use anyhow::{Context, Result, bail, ensure};
use std::path::Path;
use wit_parser::{Docs, Resolve, Type, TypeDefKind};

pub struct Package {
    pub version: String,
    pub imports: Vec<Module>,
    pub callbacks: Module,
    pub records: Vec<Record>,
}

/// Read the file.
pub fn read(path: &Path) -> Result<Package> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("{} cannot be read", path.display()))?;
    parse(&path.display().to_string(), &text)
}

fn parse(name: &str, text: &str) -> Result<Package> {
    let mut resolve = Resolve::default();
    let id = resolve.push_source(name, text)?;
    let package = &resolve.packages[id];
    let version = package
        .name
        .version
        .as_ref()
        .context("the package has no version")?
        .to_string();
    Ok(Package {
        version,
        imports: imports(&resolve)?,
        callbacks: module(&resolve, "lifecycle", "", "terrace_")?,
        records: records(&resolve)?,
    })
}

/// Every interface but the records and the callbacks, in the order of the file.
fn imports(resolve: &Resolve) -> Result<Vec<Module>> {
    let names = resolve
        .interfaces
        .iter()
        .filter_map(|(_, i)| i.name.clone());
    names
        .filter(|name| !matches!(name.as_str(), "types" | "lifecycle"))
        .map(|name| match name.as_str() {
            "system" => module(resolve, &name, "terrace", ""),
            other => module(resolve, &name, &format!("terrace_{}", snake(other)), ""),
        })
        .collect()
}

fn interface<'a>(resolve: &'a Resolve, name: &str) -> Result<&'a wit_parser::Interface> {
    resolve
        .interfaces
        .iter()
        .map(|(_, interface)| interface)
        .find(|interface| interface.name.as_deref() == Some(name))
        .with_context(|| format!("there is no interface `{name}`"))
}

fn module(resolve: &Resolve, name: &str, core: &str, prefix: &str) -> Result<Module> {
    let interface = interface(resolve, name)?;
    let functions = interface
        .functions
        .values()
        .map(|f| function(resolve, f, prefix).with_context(|| format!("`{name}.{}`", f.name)))
        .collect::<Result<_>>()?;
    Ok(Module {
        name: name.into(),
        core: core.into(),
        docs: docs(&interface.docs, name)?,
        functions,
    })
}

fn function(resolve: &Resolve, f: &wit_parser::Function, prefix: &str) -> Result<Function> {
    let params = f
        .params
        .iter()
        .map(|p| {
            Ok(Param {
                name: snake(&p.name),
                kind: kind(resolve, p.ty)?,
            })
        })
        .collect::<Result<_>>()?;
    let result = f.result.map(|ty| kind(resolve, ty)).transpose()?;
    let result = match result {
        None => None,
        Some(Kind::Scalar(scalar)) => Some(scalar),
        Some(_) => bail!("a call answers a scalar; let the caller give a `buffer`"),
    };
    Ok(Function {
        name: f.name.clone(),
        core: format!("{prefix}{}", snake(&f.name)),
        docs: docs(&f.docs, &f.name)?,
        params,
        result,
    })
}

/// The names `bytes`, `buffer` and `string` carry a meaning, so look at a name before what it stands for.
fn kind(resolve: &Resolve, ty: Type) -> Result<Kind> {
    match ty {
        Type::U32 => Ok(Kind::Scalar(Scalar::U32)),
        Type::S32 => Ok(Kind::Scalar(Scalar::S32)),
        Type::U64 => Ok(Kind::Scalar(Scalar::U64)),
        Type::S64 => Ok(Kind::Scalar(Scalar::S64)),
        Type::String => Ok(Kind::Bytes),
        Type::Id(id) => match (
            resolve.types[id].name.as_deref(),
            resolve.types[id].kind.clone(),
        ) {
            (Some("bytes"), _) => Ok(Kind::Bytes),
            (Some("buffer"), _) => Ok(Kind::Buffer),
            (_, TypeDefKind::Type(inner)) => kind(resolve, inner),
            (name, _) => bail!(
                "the type `{}` has no flat form",
                name.unwrap_or("without a name")
            ),
        },
        other => bail!("the type {other:?} has no flat form"),
    }
}

fn records(resolve: &Resolve) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    for (name, id) in &interface(resolve, "types")?.types {
        let ty = &resolve.types[*id];
        if let TypeDefKind::Record(r) = &ty.kind {
            let fields = layout(resolve, r).with_context(|| format!("record `{name}`"))?;
            let size = fields.last().map_or(0, |f| f.offset + f.scalar.bytes());
            let widest = fields.iter().map(|f| f.scalar.bytes()).max().unwrap_or(1);
            ensure!(
                size % widest == 0,
                "record `{name}`: {size} bytes is no multiple of {widest}: add a field"
            );
            records.push(Record {
                name: name.clone(),
                docs: docs(&ty.docs, name)?,
                fields,
                size,
            });
        }
    }
    Ok(records)
}

/// I2 of the interface: one field after the other, with nothing in between in any language.
fn layout(resolve: &Resolve, record: &wit_parser::Record) -> Result<Vec<Field>> {
    let mut offset = 0;
    let mut fields = Vec::new();
    for field in &record.fields {
        let Kind::Scalar(scalar) = kind(resolve, field.ty)? else {
            bail!("field `{}` is not a scalar", field.name);
        };
        ensure!(
            offset % scalar.bytes() == 0,
            "field `{}` of {} bytes at offset {offset} would need padding: put wide fields first",
            field.name,
            scalar.bytes()
        );
        let docs = docs(&field.docs, &field.name)?;
        fields.push(Field {
            name: snake(&field.name),
            docs,
            scalar,
            offset,
        });
        offset += scalar.bytes();
    }
    Ok(fields)
}

fn docs(docs: &Docs, of: &str) -> Result<String> {
    let text = docs.contents.as_deref().unwrap_or("").trim();
    ensure!(!text.is_empty(), "`{of}` has no doc comment");
    Ok(text.to_owned())
}

fn snake(kebab: &str) -> String {
    kebab.replace('-', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "
        package a:b@1.2.3;
        interface types {
            type buffer = list<u8>;
            /// r
            record r {
                /// a
                a: u64,
                /// b
                b: u32,
                /// c
                c: u32,
            }
        }
        /// s
        interface system {
            use types.{buffer};
            /// f
            f-g: func(n: u64, out: buffer) -> s32;
        }
        /// c
        interface control {}
        /// l
        interface lifecycle {
            /// go
            go: func() -> s32;
        }
    ";

    fn error(text: &str) -> String {
        format!("{:#}", parse("t.wit", text).err().expect("refused"))
    }

    #[test]
    fn a_call_is_flat() {
        let package = parse("t.wit", GOOD).expect("good");
        let f = &package.imports[0].functions[0];
        assert_eq!(
            (f.core.as_str(), f.core_params()),
            ("f_g", vec!["i64", "i32", "i32"])
        );
        assert_eq!(f.core_results(), ["i32"]);
        assert_eq!(package.callbacks.functions[0].core, "terrace_go");
        assert_eq!(package.records[0].size, 16);
    }

    #[test]
    fn padding_is_refused() {
        let text = GOOD.replace("a: u64", "a: u32").replace("b: u32", "b: u64");
        assert!(
            error(&text).contains("field `b` of 8 bytes at offset 4"),
            "{}",
            error(&text)
        );
        let short = GOOD.replace("/// c\n                c: u32,", "");
        assert!(
            error(&short).contains("12 bytes is no multiple of 8"),
            "{}",
            error(&short)
        );
    }

    #[test]
    fn what_is_not_flat_is_refused() {
        let text = GOOD.replace("n: u64", "n: option<u64>");
        assert!(error(&text).contains("`system.f-g`"), "{}", error(&text));
    }

    #[test]
    fn everything_has_a_doc() {
        let text = GOOD.replace("/// f\n", "\n");
        assert!(
            error(&text).contains("`f-g` has no doc comment"),
            "{}",
            error(&text)
        );
    }
}
