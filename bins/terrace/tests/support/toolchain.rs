//! Compilers of apps, and sources for them.

use super::out;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Is the compiler of `language` there?
pub fn has(language: &str) -> bool {
    let there = match language {
        "rust" => target("wasm32-wasip1"),
        "rust component" => target("wasm32-wasip2"),
        "c" => {
            let clang = Command::new("clang").arg("--version").output().is_ok();
            let sdk = std::env::var_os("WASI_SDK_PATH").is_some();
            sdk || clang && Path::new("/usr/include/wasm32-wasi/stdio.h").is_file()
        }
        "java" => ["javac", "mvn"]
            .into_iter()
            .all(|tool| Command::new(tool).arg("-version").output().is_ok()),
        "go" => Command::new("go").arg("version").output().is_ok(),
        other => panic!("no such language: {other}"),
    };
    if !there {
        eprintln!("skipped: the compiler of {language} is not installed");
        let ci = std::env::var_os("CI").is_some_and(|v| v == "true");
        assert!(
            !ci,
            "the compiler of {language} is not installed, and CI=true"
        );
    }
    there
}

fn target(name: &str) -> bool {
    Command::new("rustc")
        .args(["--print", "target-libdir", "--target", name])
        .output()
        .is_ok_and(|o| Path::new(out(&o).trim()).is_dir())
}

/// Copy a folder of sources, without what was built from them.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name();
        if name == "target" || name == ".terrace" {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to.join(name));
        } else {
            fs::copy(entry.path(), to.join(name)).unwrap();
        }
    }
}
