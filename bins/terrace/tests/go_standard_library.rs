//! The tests of Go's own standard library, compiled for WASI 0.1, run unmodified in a partition.
//!
//! They are the largest public set of programs that test a WASI host: some 1,800 tests of
//! files, folders, links, times, environment and pipes, which the Go project itself runs on
//! Wasmtime. Nothing of them is in this tree; they come with the Go toolchain.

use std::path::{Path, PathBuf};
use std::process::Command;

const TERRACE: &str = env!("CARGO_BIN_EXE_terrace");

/// Recursion of ten thousand frames: Go's own runner gives Wasmtime 8 MiB of stack for these.
const DEEP: &str = "CVE2022";

fn go_root() -> Option<PathBuf> {
    let output = Command::new("go").args(["env", "GOROOT"]).output().ok()?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
}

fn run_tests_of(package: &str, at_least: usize) {
    let Some(root) = go_root() else {
        assert!(std::env::var_os("CI").is_none(), "CI must have Go");
        eprintln!("skipped: no Go toolchain");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let wasm = folder.path().join("tests.wasm");
    let built = Command::new("go")
        .args(["test", "-c", "-o"])
        .arg(&wasm)
        .arg(package)
        .env("GOOS", "wasip1")
        .env("GOARCH", "wasm")
        .output()
        .unwrap();
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    passes(
        &root.join("src").join(package),
        &wasm,
        folder.path(),
        at_least,
    );
}

fn passes(sources: &Path, wasm: &Path, cache: &Path, at_least: usize) {
    let output = Command::new(TERRACE)
        .args(["run", "--dir", "/::/", "--max-memory", "4 GiB", "--cache"])
        .arg(cache.join("aot"))
        .arg("--env")
        .arg(format!("PWD={}", sources.display()))
        .arg("--env")
        .arg("PATH=/usr/bin:/bin")
        .arg(wasm)
        .args(["-test.short", "-test.v", "-test.skip", DEEP])
        .current_dir(sources)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let failed: Vec<_> = text
        .lines()
        .filter(|l| l.trim_start().starts_with("--- FAIL"))
        .collect();
    assert!(
        output.status.success() && failed.is_empty(),
        "{failed:?}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let passed = text
        .lines()
        .filter(|l| l.trim_start().starts_with("--- PASS"))
        .count();
    assert!(
        passed >= at_least,
        "only {passed} tests ran, {at_least} were expected"
    );
}

#[test]
fn os_files_folders_links_pipes() {
    run_tests_of("os", 1000);
}

#[test]
fn io_fs() {
    run_tests_of("io/fs", 10);
}

#[test]
fn path_filepath_walks_and_globs() {
    run_tests_of("path/filepath", 30);
}

#[test]
fn time_clocks_and_timers() {
    run_tests_of("time", 300);
}
