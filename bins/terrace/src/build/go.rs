//! Go: its own compiler for wasip1. A reactor is built as `c-shared`.

use super::{Job, Made, tool};
use crate::failure::Failure;
use std::path::{Path, PathBuf};
use std::process::Command;
use terrace_manifest::GoBuild;

const INSTALL: &str = "install Go 1.24 or newer from https://go.dev/dl";

/// Build it.
pub fn make(job: &Job<'_>, keys: &GoBuild) -> Result<Made, Failure> {
    let wasm = std::path::absolute(&job.scratch)?;
    let mut go = Command::new("go");
    go.current_dir(job.dir)
        .env("GOOS", "wasip1")
        .env("GOARCH", "wasm")
        .arg("build");
    if keys.reactor {
        go.arg("-buildmode=c-shared");
    }
    go.args(["-trimpath", "-ldflags=-s -w", "-o"])
        .arg(&wasm)
        .arg(&keys.package);
    if !tool::run(&mut go, job.shown, INSTALL)? {
        return Err(Failure::new(
            "go did not build the app; its messages are above",
        ));
    }
    Ok(Made {
        wasm,
        inputs: replaced(job.dir),
    })
}

/// Files of modules that go.mod takes from folders elsewhere.
fn replaced(dir: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(dir.join("go.mod")).unwrap_or_default();
    let mut files = Vec::new();
    for folder in text
        .lines()
        .filter_map(|line| line.split_once("=>"))
        .map(|(_, path)| path.trim())
    {
        if folder.starts_with("../") || folder.starts_with('/') {
            // A folder that is not there is the compiler's to complain about.
            let _ = collect(&dir.join(folder), &mut files);
        }
    }
    files
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "go" || e == "mod") {
            files.push(path);
        }
    }
    Ok(())
}
