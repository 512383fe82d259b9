//! C: clang for wasm32-wasi with wasi-libc, of Debian or of the SDK that WASI_SDK_PATH names.

use super::{Job, Made, OUTPUT, tool};
use crate::failure::Failure;
use std::path::{Path, PathBuf};
use std::process::Command;
use terrace_manifest::CBuild;

const INSTALL: &str = "on Debian: apt install clang lld wasi-libc libclang-rt-14-dev-wasm32";

/// A compiler with its libraries.
struct Toolchain {
    clang: PathBuf,
    sysroot: PathBuf,
    headers: PathBuf,
}

impl Toolchain {
    fn find() -> Toolchain {
        match std::env::var_os("WASI_SDK_PATH").map(PathBuf::from) {
            Some(sdk) => {
                let sysroot = sdk.join("share/wasi-sysroot");
                Toolchain {
                    clang: sdk.join("bin/clang"),
                    headers: sysroot.join("include"),
                    sysroot,
                }
            }
            None => Toolchain {
                clang: "clang".into(),
                sysroot: "/usr".into(),
                headers: "/usr/include/wasm32-wasi".into(),
            },
        }
    }
}

/// Build it. The guide for C says what each flag is for.
pub fn make(job: &Job<'_>, keys: &CBuild) -> Result<Made, Failure> {
    let tools = Toolchain::find();
    let rule = job.scratch.with_extension("d");
    let sources = sources(job, keys)?;
    let mut clang = Command::new(&tools.clang);
    clang
        .arg("--target=wasm32-wasi")
        .arg(format!("--sysroot={}", tools.sysroot.display()));
    clang
        .arg("-nostdlibinc")
        .arg("-isystem")
        .arg(&tools.headers);
    clang.args(["-O2", "-std=c11", "-Wall", "-Wextra"]);
    clang.arg(format!(
        "-I{}",
        job.dir.join(OUTPUT).join("sdk/c/include").display()
    ));
    clang.args([
        "-Wl,--stack-first",
        "-Wl,-z,stack-size=1048576",
        "-Wl,--strip-debug",
    ]);
    if keys.reactor {
        clang.arg("-mexec-model=reactor");
    }
    clang.args(&keys.cflags);
    // A driver that compiles several files writes the rule of each over the last one's.
    if sources.len() == 1 {
        clang.arg("-MD").arg("-MF").arg(&rule);
    }
    clang.args(&sources).arg("-o").arg(&job.scratch);
    if !tool::run(&mut clang, job.shown, INSTALL)? {
        return Err(refused(&tools));
    }
    let inputs = if sources.len() == 1 {
        elsewhere(&rule, job.dir)?
    } else {
        Vec::new()
    };
    Ok(Made {
        wasm: job.scratch.clone(),
        inputs,
    })
}

/// Headers outside the app's folder.
fn elsewhere(rule: &Path, dir: &Path) -> Result<Vec<PathBuf>, Failure> {
    let text = std::fs::read_to_string(rule)?;
    let own = std::path::absolute(dir)?;
    let outside = |path: &PathBuf| !std::path::absolute(path).is_ok_and(|p| p.starts_with(&own));
    Ok(prerequisites(&text).into_iter().filter(outside).collect())
}

fn refused(tools: &Toolchain) -> Failure {
    if tools.headers.join("stdio.h").is_file() {
        Failure::new("clang did not build the app; its messages are above")
    } else {
        Failure::new(format!(
            "wasi-libc is not installed ({} is missing); {INSTALL}",
            tools.headers.display()
        ))
    }
}

/// What the manifest names. One that names nothing means src/main.c, or main.c where there is no src.
fn sources(job: &Job<'_>, keys: &CBuild) -> Result<Vec<PathBuf>, Failure> {
    let mut named: Vec<_> = keys.sources.iter().map(|path| job.dir.join(path)).collect();
    let plain = job.dir.join("main.c");
    if keys.sources == CBuild::default().sources && !named[0].is_file() && plain.is_file() {
        named = vec![plain];
    }
    match named.iter().find(|path| !path.is_file()) {
        None => Ok(named),
        Some(path) => Err(Failure::new(format!(
            "there is no file {}; name the C files with `sources` under [app]",
            path.display()
        ))),
    }
}

/// What stands behind the colon of a rule for make. A space in a path is written `\ `.
pub fn prerequisites(rule: &str) -> Vec<PathBuf> {
    let joined = rule.replace("\\\n", " ").replace("\\ ", "\0");
    let mut all: Vec<PathBuf> = joined
        .lines()
        .filter_map(|line| Some(line.split_once(": ")?.1))
        .flat_map(str::split_whitespace)
        .map(|path| PathBuf::from(path.replace('\0', " ")))
        .collect();
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::prerequisites;
    use std::path::PathBuf;

    #[test]
    fn rules_for_make_are_read() {
        let rule = "out.wasm: main.c /usr/include/stdio.h \\\n  a\\ b.h\n\nother.wasm: main.c\n";
        let expected = ["/usr/include/stdio.h", "a b.h", "main.c"].map(PathBuf::from);
        assert_eq!(prerequisites(rule), expected);
    }
}
