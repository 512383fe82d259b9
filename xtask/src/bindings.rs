//! The committed bindings: which files there are, and whether they are what `abi/` says.

use crate::emit;
use crate::interface::{self, Interface};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// One generated file: its path in the tree, and what it must contain.
pub struct Binding {
    pub path: &'static str,
    pub text: String,
}

/// Write every generated file that is not as it should be.
pub fn write(root: &Path) -> Result<()> {
    for binding in all(root)? {
        let path = root.join(binding.path);
        if fs::read_to_string(&path).is_ok_and(|text| text == binding.text) {
            continue;
        }
        let folder = path.parent().expect("every path has a folder");
        fs::create_dir_all(folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
        fs::write(&path, binding.text)
            .with_context(|| format!("{} cannot be written", binding.path))?;
        println!("wrote {}", binding.path);
    }
    Ok(())
}

/// Fail if a generated file is not as it should be, naming all that are not.
pub fn check(root: &Path) -> Result<()> {
    let drifted = drift(root)?;
    if drifted.is_empty() {
        return Ok(());
    }
    bail!(
        "not what abi/ says:\n  {}\nrun: cargo run -p xtask -- bindings",
        drifted.join("\n  ")
    )
}

/// Each file that drifted, with its first line that differs.
fn drift(root: &Path) -> Result<Vec<String>> {
    let drifted = all(root)?.into_iter().filter_map(|binding| {
        let committed = fs::read_to_string(root.join(binding.path)).unwrap_or_default();
        first_difference(&binding.text, &committed).map(|line| format!("{}:{line}", binding.path))
    });
    Ok(drifted.collect())
}

fn first_difference(wanted: &str, found: &str) -> Option<usize> {
    if wanted == found {
        return None;
    }
    let same = wanted
        .lines()
        .zip(found.lines())
        .take_while(|(a, b)| a == b)
        .count();
    Some(same + 1)
}

fn all(root: &Path) -> Result<Vec<Binding>> {
    Ok(emit_all(&interface::read(&root.join("abi"))?))
}

fn emit_all(interface: &Interface) -> Vec<Binding> {
    let binding = |path, text| Binding { path, text };
    vec![
        binding(
            "crates/terrace-abi/src/generated.rs",
            emit::monitor::emit(interface),
        ),
        binding("sdk/rust/src/sys.rs", emit::rust::emit(interface)),
        binding("sdk/c/include/terrace_sys.h", emit::c::emit(interface)),
        binding("sdk/go/terrace/sys.go", emit::go::emit(interface)),
        binding(
            "sdk/java/abi/src/main/java/dev/terrace/Sys.java",
            emit::java::emit(interface),
        ),
        binding("docs/book/src/abi.md", emit::book::emit(interface)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        crate::root()
    }

    #[test]
    fn what_is_committed_is_what_the_definition_says() {
        let drifted = drift(root()).expect("abi/ is readable");
        assert!(
            drifted.is_empty(),
            "run `cargo run -p xtask -- bindings`: {drifted:?}"
        );
    }

    #[test]
    fn a_changed_number_drifts_every_file_that_has_it() {
        let mut interface = interface::read(&root().join("abi")).expect("abi/ is readable");
        let before = emit_all(&interface);
        interface.sets[0].numbers[1].value = -77;
        for (old, new) in before.iter().zip(emit_all(&interface)) {
            assert_ne!(old.text, new.text, "{} does not show the codes", new.path);
        }
    }

    #[test]
    fn a_difference_names_its_line() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), Some(2));
        assert_eq!(first_difference("a\nb\n", ""), Some(1));
    }
}
