//! The rival: the same sources compiled natively, one process each, in the same run.

use crate::device::DemoApp;
use crate::sampler::proportional;
use crate::show;
use std::collections::HashMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use terrace_manifest::{JavaBuild, Program, Source};

/// What one app costs as a process.
#[derive(Debug, Clone, Copy)]
pub struct Native {
    /// Median from the request to the end of `exec`, in ns. The dynamic linker and the
    /// language's runtime still come after it.
    pub start_ns: u64,
    /// The most proportional memory seen.
    pub memory: u64,
}

const COPIES: usize = 5;
const WATCH: Duration = Duration::from_millis(400);

/// By app name; an app whose source has no native form (it manages partitions, or came as
/// Wasm) is missing.
pub fn measure(root: &Path, apps: &[DemoApp]) -> HashMap<String, Native> {
    let out = root.join("target/demo/native");
    let mut natives = HashMap::new();
    if std::fs::create_dir_all(&out).is_err() {
        return natives;
    }
    for app in apps {
        let binary = out.join(app.title());
        let built = build(app, &binary);
        match built.then(|| run(app, &binary)).flatten() {
            Some(native) => {
                show::line(format!(
                    "{:<12} exec done after {:>8}, {:>9} of memory",
                    app.title(),
                    show::time(native.start_ns),
                    show::bytes(native.memory)
                ));
                natives.insert(app.title().to_owned(), native);
            }
            None => show::line(format!("{:<12} has no native form", app.title())),
        }
    }
    natives
}

fn build(app: &DemoApp, binary: &Path) -> bool {
    let Program::Source(source) = &app.manifest.program else {
        return false;
    };
    let mut command = match source {
        Source::C(c) => {
            let mut gcc = Command::new("gcc");
            gcc.args(["-O2", "-o"])
                .arg(binary)
                .args(&c.sources)
                .arg("-lm");
            gcc
        }
        Source::Go(go) => {
            let mut build = Command::new("go");
            build.args(["build", "-o"]).arg(binary).arg(&go.package);
            build
        }
        Source::Rust(_) => {
            let mut cargo = Command::new("cargo");
            let target = binary.with_extension("target");
            cargo
                .args(["install", "--quiet", "--offline", "--path", ".", "--root"])
                .arg(&target);
            cargo.arg("--target-dir").arg(target.join("build"));
            cargo
        }
        Source::Java(java) => return openjdk(app, java, binary).is_some(),
    };
    let built = command
        .current_dir(&app.folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success());
    if built && matches!(source, Source::Rust(_)) {
        let made = binary
            .with_extension("target")
            .join("bin")
            .join(app.title());
        return std::fs::copy(made, binary).is_ok();
    }
    built
}

/// A script in the place of the binary: `java` with the classes that `javac` makes.
fn openjdk(app: &DemoApp, java: &JavaBuild, binary: &Path) -> Option<()> {
    let classes = binary.with_extension("classes");
    let mut sources = Vec::new();
    for folder in &java.sources {
        java_files(&app.folder.join(folder), &mut sources)?;
    }
    let built = Command::new("javac")
        .args(["-nowarn", "-d"])
        .arg(&classes)
        .args(&sources)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .ok()?;
    let main = java.main.as_str();
    let script = format!(
        "#!/bin/sh\nexec java -cp '{}' {main} \"$@\"\n",
        classes.display()
    );
    std::fs::write(binary, script).ok()?;
    std::fs::set_permissions(binary, std::fs::Permissions::from_mode(0o755)).ok()?;
    built.success().then_some(())
}

fn java_files(folder: &Path, into: &mut Vec<PathBuf>) -> Option<()> {
    for entry in std::fs::read_dir(folder).ok()? {
        let path = entry.ok()?.path();
        if path.is_dir() {
            java_files(&path, into)?;
        } else if path.extension().is_some_and(|e| e == "java") {
            into.push(path);
        }
    }
    Some(())
}

/// A guest path of the manifest as the host knows it.
fn on_host(app: &DemoApp, argument: &str) -> String {
    for dir in &app.manifest.permissions.dirs {
        if let Some(rest) = argument.strip_prefix(dir.guest.as_str()) {
            let host: PathBuf = if dir.host.is_absolute() {
                dir.host.clone()
            } else {
                app.folder.join(&dir.host)
            };
            return format!("{}{rest}", host.display());
        }
    }
    argument.to_owned()
}

fn run(app: &DemoApp, binary: &Path) -> Option<Native> {
    let permissions = &app.manifest.permissions;
    let args: Vec<String> = app
        .args
        .as_ref()
        .unwrap_or(&permissions.args)
        .iter()
        .map(|a| on_host(app, a))
        .collect();
    let mut starts = Vec::new();
    let mut memory = 0;
    for _ in 0..COPIES {
        let mut command = Command::new(binary);
        command
            .args(&args)
            .envs(permissions.env.iter().map(|(k, v)| (k, v)));
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let start = Instant::now();
        let mut child = command.spawn().ok()?;
        starts.push(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX));
        while start.elapsed() < WATCH && child.try_wait().ok()?.is_none() {
            memory = memory.max(proportional(child.id()).unwrap_or(0));
            std::thread::sleep(Duration::from_micros(200));
        }
        // It may have ended by itself.
        let _ = child.kill();
        let _ = child.wait();
    }
    starts.sort_unstable();
    Some(Native {
        start_ns: starts[starts.len() / 2],
        memory,
    })
}
