//! Puts the SDKs and the templates of `terrace new` into the command, as a list of
//! (path below sdk/, content). Build output that may lie beside them is left out.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What an app needs of each SDK, and all templates.
const ROOTS: [&str; 13] = [
    "rust/Cargo.toml",
    "rust/src",
    "c/include",
    "go/go.mod",
    "go/terrace",
    "go/lifecycle",
    "java/pom.xml",
    "java/abi",
    "java/classlib",
    "java/driver",
    "java/rtdroid/pom.xml",
    "java/rtdroid/src",
    "templates",
];

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let sdk = here.join("../../sdk").canonicalize()?;
    let mut files = Vec::new();
    for root in ROOTS {
        println!("cargo::rerun-if-changed={}", sdk.join(root).display());
        collect(&sdk.join(root), &mut files)?;
    }
    files.sort();
    let mut text = String::from("pub static FILES: &[(&str, &[u8])] = &[\n");
    for file in &files {
        let name = file
            .strip_prefix(&sdk)
            .expect("it was found below")
            .display()
            .to_string();
        writeln!(
            text,
            "    ({name:?}, include_bytes!({:?})),",
            file.display().to_string()
        )
        .expect("writing to a string cannot fail");
    }
    text.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("sdk_files.rs"), text)
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_file() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?.path();
        let output = entry.file_name().is_some_and(|n| n == "target")
            || entry.extension().is_some_and(|e| e == "wasm" || e == "o");
        if !output {
            collect(&entry, files)?;
        }
    }
    Ok(())
}
