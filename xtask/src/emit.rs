//! One emitter per language, and the words they share.
//!
//! Every emitter is a function from the interface to a text. Its output is formatted as the
//! language's own formatter would leave it, except Rust, where `#[rustfmt::skip]` on the
//! module spares us line breaking.

pub mod book;
pub mod c;
pub mod go;
pub mod java;
pub mod monitor;
mod records;
pub mod rust;
mod sets;

/// The first line of every generated file, after the language's comment mark.
const NOTICE: &str = "Generated from abi/ by `cargo run -p xtask -- bindings`. Do not edit.";

/// `memory-bounds` -> `memory_bounds`.
fn snake(name: &str) -> String {
    name.replace('-', "_")
}

/// `memory-bounds` -> `MEMORY_BOUNDS`.
fn shout(name: &str) -> String {
    snake(name).to_uppercase()
}

/// `memory-bounds` or `memory_bounds` -> `MemoryBounds`.
fn pascal(name: &str) -> String {
    name.split(['-', '_']).map(capital).collect()
}

/// `memory-bounds` or `memory_bounds` -> `memoryBounds`.
fn camel(name: &str) -> String {
    let pascal = pascal(name);
    let mut chars = pascal.chars();
    chars
        .next()
        .map(|first| first.to_lowercase().chain(chars).collect())
        .unwrap_or_default()
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

/// A phrase of the definition as a sentence.
fn sentence(phrase: &str) -> String {
    format!("{}.", capital(phrase))
}

/// A text as comment lines, each with `mark` in front.
fn comment(mark: &str, text: &str) -> String {
    text.lines()
        .map(|line| format!("{mark} {line}").trim_end().to_owned() + "\n")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_change_case() {
        assert_eq!(snake("sleep-until"), "sleep_until");
        assert_eq!(shout("log-ring-bytes"), "LOG_RING_BYTES");
        assert_eq!(pascal("out-of-memory"), "OutOfMemory");
        assert_eq!(camel("cpu_ns"), "cpuNs");
        assert_eq!(sentence("caches"), "Caches.");
    }

    #[test]
    fn comments_have_no_trailing_space() {
        assert_eq!(comment("//", "a\n\nb"), "// a\n//\n// b\n");
    }
}
