//! Sets of numbers as Rust enums: for the monitor and for the Rust SDK alike.

use super::{pascal, sentence};
use crate::interface::{Number, Set};
use std::fmt::Write;

/// The enum and its conversions.
pub fn emit(set: &Set) -> String {
    let (name, repr) = (set.kind.name, repr(set));
    let mut out = format!(
        "/// {docs}\n#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]\n#[repr({repr})]\npub enum {name} {{\n",
        docs = set.kind.docs
    );
    for n in &set.numbers {
        let _ = writeln!(
            out,
            "    /// {}\n    {} = {},",
            sentence(&n.docs),
            pascal(&n.name),
            n.value
        );
    }
    let all: Vec<_> = set
        .numbers
        .iter()
        .map(|n| format!("{name}::{}", pascal(&n.name)))
        .collect();
    let _ = write!(
        out,
        "}}

impl {name} {{
    /// Every one of them, ordered by distance from zero.
    pub const ALL: [{name}; {count}] = [{all}];

    /// The number that crosses the guest interface.
    #[must_use]
    pub const fn as_{repr}(self) -> {repr} {{
        self as {repr}
    }}

    /// What the number stands for, if it is known.
    #[must_use]
    pub const fn from_{repr}(value: {repr}) -> Option<{name}> {{
        match value {{
{from}            _ => None,
        }}
    }}

    /// Its name in the definition, as output and manifests spell it.
    #[must_use]
    pub const fn name(self) -> &'static str {{
        match self {{
{names}        }}
    }}

    /// The one of this name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<{name}> {{
        {name}::ALL.into_iter().find(|one| one.name() == name)
    }}

    /// What it means, as a phrase.
    #[must_use]
    pub const fn doc(self) -> &'static str {{
        match self {{
{docs}        }}
    }}
}}

impl core::fmt::Display for {name} {{
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {{
        f.pad(self.name())
    }}
}}

",
        count = set.numbers.len(),
        all = all.join(", "),
        from = arms(set, |n| (
            n.value.to_string(),
            format!("Some({name}::{})", pascal(&n.name))
        )),
        names = arms(set, |n| (
            format!("{name}::{}", pascal(&n.name)),
            format!("{:?}", n.name)
        )),
        docs = arms(set, |n| (
            format!("{name}::{}", pascal(&n.name)),
            format!("{:?}", n.docs)
        )),
    );
    out
}

/// Codes are signed; every other set is not.
fn repr(set: &Set) -> &'static str {
    if set.numbers.iter().any(|n| n.value < 0) {
        "i32"
    } else {
        "u32"
    }
}

fn arms(set: &Set, arm: impl Fn(&Number) -> (String, String)) -> String {
    let line = |n| {
        let (pattern, value) = arm(n);
        format!("            {pattern} => {value},\n")
    };
    set.numbers.iter().map(line).collect()
}
