//! Records as Rust structs with safe conversions: for the monitor and for the Rust SDK alike.

use super::{comment, pascal};
use crate::interface::{Field, Record, Scalar};
use std::fmt::Write;

/// Reads a field; every record's `from_bytes` needs it once in the file.
pub const HELPER: &str = "/// The `N` bytes at `at`.
fn field<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut out = [0; N];
    out.copy_from_slice(&bytes[at..at + N]);
    out
}
";

/// The struct and its conversions.
pub fn emit(record: &Record) -> String {
    let name = pascal(&record.name);
    let mut out = comment("///", &record.docs);
    let _ = writeln!(
        out,
        "#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]\npub struct {name} {{"
    );
    for f in &record.fields {
        out += &comment("    ///", &f.docs);
        let _ = writeln!(out, "    pub {}: {},", f.name, scalar(f.scalar));
    }
    let _ = write!(
        out,
        "}}

impl {name} {{
    /// Its length in bytes.
    pub const SIZE: usize = {size};

    /// As it crosses the guest interface: little endian, no padding.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; {name}::SIZE] {{
        let mut out = [0; {name}::SIZE];
{to}        out
    }}

    /// From what crossed the guest interface.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; {name}::SIZE]) -> {name} {{
        {name} {{
{from}        }}
    }}
}}

",
        size = record.size,
        to = record.fields.iter().map(to_bytes).collect::<String>(),
        from = record.fields.iter().map(from_bytes).collect::<String>(),
    );
    out
}

fn to_bytes(f: &Field) -> String {
    let end = f.offset + f.scalar.bytes();
    format!(
        "        out[{}..{end}].copy_from_slice(&self.{}.to_le_bytes());\n",
        f.offset, f.name
    )
}

fn from_bytes(f: &Field) -> String {
    format!(
        "            {}: {}::from_le_bytes(field(bytes, {})),\n",
        f.name,
        scalar(f.scalar),
        f.offset
    )
}

/// The type of a scalar in Rust.
pub fn scalar(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::U32 => "u32",
        Scalar::S32 => "i32",
        Scalar::U64 => "u64",
        Scalar::S64 => "i64",
    }
}
