//! The built command in a folder of its own, and programs for it.
#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod service;
pub mod toolchain;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// No wait is longer; a wait that long is a failure.
pub const WATCHDOG: Duration = Duration::from_secs(60);

/// A folder, its own cache of compiled code, and the command run in it.
pub struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        Desk {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Assemble a program.
    pub fn wasm(&self, name: &str, wat: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, wat::parse_str(wat).unwrap()).unwrap();
        path
    }

    /// An app in a folder, of a program that is Wasm already.
    pub fn app(&self, name: &str, wat: &str, rest: &str) -> PathBuf {
        self.wasm(&format!("{name}/app.wasm"), wat);
        let head =
            format!("[app]\nname = \"{name}\"\nversion = \"1.0.0\"\nprogram = \"app.wasm\"\n");
        self.write(&format!("{name}/terrace.toml"), &format!("{head}{rest}"));
        self.path().join(name)
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_terrace"));
        command
            .args(args)
            .current_dir(self.path())
            .stdin(Stdio::null())
            .env("XDG_CACHE_HOME", self.path().join("cache"))
            .env_remove("TERRACE_BACKTRACE")
            .env_remove("TERRACE_SOCKET");
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Run with the cache that all tests of Java share, because the Java SDK is built into it once.
    pub fn java(&self, args: &[&str]) -> Output {
        let cache = terrace_testkit::tools::root().join("target/java-cache");
        let mut command = self.command(args);
        command.env("XDG_CACHE_HOME", cache).output().unwrap()
    }

    /// Run what must succeed; its standard output.
    pub fn ok(&self, args: &[&str]) -> String {
        let done = self.run(args);
        assert!(done.status.success(), "{args:?}: {}", err(&done));
        out(&done)
    }
}

pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Wait for something, with a watchdog.
pub fn eventually(what: &str, mut holds: impl FnMut() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < WATCHDOG, "never: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Wait for a process, with a watchdog; its exit code.
pub fn finished(child: &mut Child) -> Option<i32> {
    let mut status = None;
    eventually("the process ends", || {
        status = child.try_wait().unwrap();
        status.is_some()
    });
    status.unwrap().code()
}

pub fn signal(child: &Child, signal: rustix::process::Signal) {
    rustix::process::kill_process(rustix::process::Pid::from_child(child), signal).unwrap();
}

/// Writes its arguments, a NUL after each.
pub const ARGS: &str = r#"(module
  (import "wasi_snapshot_preview1" "args_sizes_get" (func $sizes (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "args_get" (func $get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (drop (call $sizes (i32.const 0) (i32.const 4)))
    (drop (call $get (i32.const 64) (i32.const 1024)))
    (i32.store (i32.const 16) (i32.const 1024))
    (i32.store (i32.const 20) (i32.load (i32.const 4)))
    (drop (call $write (i32.const 1) (i32.const 16) (i32.const 1) (i32.const 24)))))"#;

/// Writes its variables, a NUL after each.
pub fn environment() -> String {
    ARGS.replace("args_", "environ_")
}

/// Copies standard input to standard output.
pub const CAT: &str = r#"(module
  (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (i32.store (i32.const 0) (i32.const 1024))
    (block $end (loop $more
      (i32.store (i32.const 4) (i32.const 4096))
      (drop (call $read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
      (br_if $end (i32.eqz (i32.load (i32.const 8))))
      (i32.store (i32.const 4) (i32.load (i32.const 8)))
      (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
      (br $more)))))"#;

/// Writes `y` and a line end for ever.
pub const YES: &str = r#"(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 64) "y\n")
  (func (export "_start")
    (i32.store (i32.const 0) (i32.const 64))
    (i32.store (i32.const 4) (i32.const 2))
    (loop $more
      (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
      (br $more))))"#;

/// Writes a line and ends with this status.
pub fn says(text: &str, status: u32) -> String {
    format!(
        r#"(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 64) "{text}\n")
  (func (export "_start")
    (i32.store (i32.const 0) (i32.const 64))
    (i32.store (i32.const 4) (i32.const {length}))
    (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))
    (call $exit (i32.const {status}))))"#,
        length = text.len() + 1
    )
}

/// Opens `note.txt` in its first folder and writes what it holds; ends with the error, if any.
pub const READ_NOTE: &str = r#"(module
  (import "wasi_snapshot_preview1" "path_open"
    (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_read" (func $read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 64) "note.txt")
  (func (export "_start") (local $error i32)
    (local.set $error (call $open (i32.const 3) (i32.const 0) (i32.const 64) (i32.const 8)
      (i32.const 0) (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 32)))
    (if (local.get $error) (then (call $exit (local.get $error))))
    (i32.store (i32.const 0) (i32.const 1024))
    (i32.store (i32.const 4) (i32.const 4096))
    (drop (call $read (i32.load (i32.const 32)) (i32.const 0) (i32.const 1) (i32.const 8)))
    (i32.store (i32.const 4) (i32.load (i32.const 8)))
    (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))"#;

/// Creates `note.txt` in its first folder; ends with the error, if any.
pub const MAKE_NOTE: &str = r#"(module
  (import "wasi_snapshot_preview1" "path_open"
    (func $open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 1)
  (data (i32.const 64) "note.txt")
  (func (export "_start")
    (call $exit (call $open (i32.const 3) (i32.const 0) (i32.const 64) (i32.const 8)
      (i32.const 1) (i64.const 64) (i64.const 0) (i32.const 0) (i32.const 32)))))"#;
