//! The guest interface as the emitters see it: what `abi/` says, lowered and checked.
//!
//! # Invariants
//! I1. Every item has a doc text.
//! I2. A record has no padding in any language: each field lies at a multiple of its own
//!     size, and the record's size is a multiple of its widest field's.
//! I3. Within a set of numbers no value is used twice; `codes` has 0 for success and
//!     negative values for errors, every other set has no negative value.

use crate::{numbers, wit};
use anyhow::Result;
use std::path::Path;

/// All of `abi/`.
pub struct Interface {
    /// Version of the package.
    pub version: String,
    /// The interfaces an app imports.
    pub imports: Vec<Module>,
    /// The callbacks an app may export.
    pub callbacks: Module,
    /// The records that calls fill.
    pub records: Vec<Record>,
    /// The numbers with a name.
    pub sets: Vec<Set>,
    /// The bounds.
    pub bounds: Vec<Number>,
}

/// One interface of the WIT file.
pub struct Module {
    /// Its name there, such as `control`.
    pub name: String,
    /// The core Wasm module it lowers to; empty for callbacks.
    pub core: String,
    pub docs: String,
    pub functions: Vec<Function>,
}

pub struct Function {
    /// Its name in the WIT file.
    pub name: String,
    /// The core name to import or export it by.
    pub core: String,
    pub docs: String,
    pub params: Vec<Param>,
    pub result: Option<Scalar>,
}

pub struct Param {
    /// In snake case.
    pub name: String,
    pub kind: Kind,
}

/// How a parameter crosses the interface.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Scalar(Scalar),
    /// (pointer, length) that the monitor reads.
    Bytes,
    /// (pointer, length) that the monitor fills.
    Buffer,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    U32,
    S32,
    U64,
    S64,
}

impl Scalar {
    pub fn bytes(self) -> usize {
        match self {
            Scalar::U32 | Scalar::S32 => 4,
            Scalar::U64 | Scalar::S64 => 8,
        }
    }

    /// The core Wasm type it lowers to.
    pub fn core(self) -> &'static str {
        if self.bytes() == 4 { "i32" } else { "i64" }
    }

    pub fn signed(self) -> bool {
        matches!(self, Scalar::S32 | Scalar::S64)
    }
}

impl Function {
    /// The core types of its parameters.
    pub fn core_params(&self) -> Vec<&'static str> {
        self.params
            .iter()
            .flat_map(|p| p.kind.core())
            .copied()
            .collect()
    }

    /// The core types of its results: none or one.
    pub fn core_results(&self) -> Vec<&'static str> {
        self.result.map(Scalar::core).into_iter().collect()
    }
}

impl Kind {
    fn core(&self) -> &'static [&'static str] {
        match self {
            Kind::Scalar(s) if s.bytes() == 4 => &["i32"],
            Kind::Scalar(_) => &["i64"],
            Kind::Bytes | Kind::Buffer => &["i32", "i32"],
        }
    }
}

pub struct Record {
    pub name: String,
    pub docs: String,
    pub fields: Vec<Field>,
    /// In bytes.
    pub size: usize,
}

pub struct Field {
    /// In snake case.
    pub name: String,
    pub docs: String,
    pub scalar: Scalar,
    pub offset: usize,
}

/// Numbers that belong together.
pub struct Set {
    pub kind: SetKind,
    pub numbers: Vec<Number>,
}

/// The sets of `codes.toml`, with the words each language builds its names from.
pub struct SetKind {
    /// The table's key.
    pub key: &'static str,
    /// The type's name.
    pub name: &'static str,
    /// What a constant's name begins with where names share one space.
    pub prefix: &'static str,
    pub docs: &'static str,
}

pub struct Number {
    /// In kebab case, as in the file.
    pub name: String,
    pub value: i64,
    pub docs: String,
}

/// Read and check the folder `abi/`.
pub fn read(abi: &Path) -> Result<Interface> {
    let package = wit::read(&abi.join("terrace.wit"))?;
    Ok(Interface {
        version: package.version,
        imports: package.imports,
        callbacks: package.callbacks,
        records: package.records,
        sets: numbers::sets(&abi.join("codes.toml"))?,
        bounds: numbers::bounds(&abi.join("limits.toml"))?,
    })
}
