//! Rust: cargo for wasm32-wasip1, or the target the manifest names. A command is a binary, a reactor a `cdylib`.

use super::{Job, Made, tool};
use crate::failure::Failure;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;
use terrace_manifest::RustBuild;

const INSTALL: &str = "install Rust from https://rustup.rs, then: rustup target add wasm32-wasip1";

/// The lines of cargo that tell of files.
#[derive(Deserialize)]
struct Message {
    reason: String,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

/// Build it.
pub fn make(job: &Job<'_>, keys: &RustBuild) -> Result<Made, Failure> {
    // Absolute, because cargo runs in the app's folder to see its toolchain and configuration.
    let dir = std::path::absolute(job.dir)?;
    let mut cargo = command(&dir, keys);
    let Some(lines) = tool::answer(&mut cargo, job.shown, INSTALL)? else {
        return Err(refused(&dir, &keys.target.to_string()));
    };
    let wanted = keys
        .bin
        .as_deref()
        .or(keys.package.as_deref())
        .unwrap_or(job.manifest.name.as_str());
    let wasm = choose(programs(&lines), wanted, &dir)?;
    let inputs = sources(&wasm.with_extension("d"), &dir);
    Ok(Made { wasm, inputs })
}

fn command(dir: &Path, keys: &RustBuild) -> Command {
    let mut cargo = Command::new("cargo");
    cargo
        .current_dir(dir)
        .args(["build", "--release", "--target"])
        .arg(keys.target.to_string());
    cargo.arg("--target-dir").arg(dir.join("target"));
    if let Some(package) = &keys.package {
        cargo.args(["--package", package]);
    }
    if let Some(bin) = &keys.bin {
        cargo.args(["--bin", bin]);
    }
    if !keys.features.is_empty() {
        cargo.arg("--features").arg(keys.features.join(","));
    }
    cargo.args(["--message-format", "json-render-diagnostics"]);
    cargo
}

fn refused(dir: &Path, target: &str) -> Failure {
    let asked = Command::new("rustc")
        .current_dir(dir)
        .args(["--print", "target-libdir", "--target", target])
        .output();
    let there = asked.is_ok_and(|a| Path::new(String::from_utf8_lossy(&a.stdout).trim()).is_dir());
    if there {
        Failure::new("cargo did not build the app; its messages are above")
    } else {
        Failure::new(format!(
            "Rust's target {target} is not installed; run: rustup target add {target}"
        ))
    }
}

/// The Wasm files cargo made. Libraries the app depends on are `.rlib` files, not these.
fn programs(lines: &[u8]) -> Vec<PathBuf> {
    let messages = lines
        .split(|&b| b == b'\n')
        .filter_map(|l| serde_json::from_slice::<Message>(l).ok());
    messages
        .filter(|m| m.reason == "compiler-artifact")
        .flat_map(|m| m.filenames)
        .filter(|f| f.extension().is_some_and(|e| e == "wasm"))
        .collect()
}

/// The only one, or the one of the app's name.
fn choose(programs: Vec<PathBuf>, name: &str, dir: &Path) -> Result<PathBuf, Failure> {
    if let [only] = &programs[..] {
        return Ok(only.clone());
    }
    let named = |file: &&PathBuf| {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        stem == name || stem == name.replace('-', "_")
    };
    programs.iter().find(named).cloned().ok_or_else(|| {
        let manifest = dir.join("Cargo.toml");
        let found: Vec<_> = programs.iter().map(|p| p.display().to_string()).collect();
        Failure::new(match found.len() {
            0 => format!(
                "{} makes no program; give it a src/main.rs, or for a reactor a [lib] with crate-type = [\"cdylib\"]",
                manifest.display()
            ),
            n => format!("{} makes {n} programs ({}); name one with `bin` or `package` under [app]", manifest.display(), found.join(", ")),
        })
    })
}

/// Sources outside the app's folder, from the rule for make that cargo leaves beside the program.
fn sources(rule: &Path, dir: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(rule).unwrap_or_default();
    super::c::prerequisites(&text)
        .into_iter()
        .filter(|path| !path.starts_with(dir))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn among_several_programs_the_app_names_its_own() {
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let dir = Path::new("app");
        assert_eq!(
            choose(files(&["t/x.wasm"]), "my-app", dir).unwrap(),
            Path::new("t/x.wasm")
        );
        let two = files(&["t/x.wasm", "t/my_app.wasm"]);
        assert_eq!(
            choose(two, "my-app", dir).unwrap(),
            Path::new("t/my_app.wasm")
        );
        let Err(Failure::Message(text)) = choose(files(&["t/x.wasm", "t/y.wasm"]), "my-app", dir)
        else {
            panic!("ambiguous programs were accepted");
        };
        assert!(
            text.contains("2 programs") && text.contains("t/y.wasm") && text.contains("`bin`"),
            "{text}"
        );
        assert!(choose(vec![], "my-app", dir).is_err());
    }
}
