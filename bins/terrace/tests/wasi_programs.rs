//! The WASI 0.1 test programs of wazero (Apache-2.0), in Rust, C, Zig and TinyGo, run unmodified.
//!
//! The public WASI test suite is in no package registry. wazero tests its own WASI host with these
//! compiled programs, which come with its Go module; what they must print is what they print
//! there. They are fetched by Go from its module proxy, checked, and kept below `target`.

mod support;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use support::{Desk, err, out};

const MODULE: &str = "github.com/tetratelabs/wazero@v1.9.0";
/// Go's own digest of the module's files.
const SUM: &str = "h1:IcZ56OuxrtaEz8UYNRHBrUa9bYeX9oVY93KspZZBf/I=";
/// Files of a large folder. wazero has 8,096; Wasmtime's host lists a folder anew for every
/// 4 KiB a program reads of it, which makes that many a matter of minutes.
const MANY: usize = 800;
const TOOLCHAINS: [&str; 4] = ["cargo-wasi", "tinygo", "zig-cc", "zig"];

/// The folder of the programs; none if there is no Go, or no network and nothing was kept.
fn programs() -> Option<PathBuf> {
    let fetched = Command::new("go")
        .args(["mod", "download", "-json", MODULE])
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .env(
            "GOMODCACHE",
            concat!(env!("CARGO_TARGET_TMPDIR"), "/go-modules"),
        )
        .env("GOFLAGS", "-modcacherw")
        .env("GONOSUMDB", "*")
        .output();
    let answer = fetched.ok().filter(|o| o.status.success());
    let Some(answer) = answer else {
        let ci = std::env::var_os("CI").is_some_and(|v| v == "true");
        assert!(!ci, "Go cannot fetch {MODULE}, and CI=true");
        eprintln!("skipped: Go cannot fetch {MODULE}");
        return None;
    };
    let answer: serde_json::Value = serde_json::from_slice(&answer.stdout).unwrap();
    assert_eq!(answer["Sum"], SUM, "{MODULE} is not what it was");
    let folder = Path::new(answer["Dir"].as_str().unwrap());
    Some(folder.join("imports/wasi_snapshot_preview1/testdata"))
}

/// What one of them prints, with these folders granted.
fn prints(desk: &Desk, program: &Path, dirs: &[&str], args: &[&str]) -> String {
    let done = command(desk, program, dirs, args).output().unwrap();
    assert!(
        done.status.success(),
        "{program:?} {args:?}: {}",
        err(&done)
    );
    out(&done)
}

fn command(desk: &Desk, program: &Path, dirs: &[&str], args: &[&str]) -> Command {
    let mut all = vec!["run"];
    for dir in dirs {
        all.extend(["--dir", dir]);
    }
    all.push(program.to_str().unwrap());
    all.extend(args);
    desk.command(&all)
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn folders_are_listed_whole_empty_and_twice() {
    let Some(programs) = programs() else { return };
    let desk = Desk::new();
    for file in ["dir/-", "dir/ab-"] {
        desk.write(file, "");
    }
    std::fs::create_dir(desk.path().join("dir/a-")).unwrap();
    for number in 0..MANY {
        desk.write(&format!("tons/{number}"), "");
    }
    for toolchain in TOOLCHAINS {
        let wasm = programs.join(toolchain).join("wasi.wasm");
        let list =
            |dir: &str, args: &[&str]| prints(&desk, &wasm, &[dir], &[&["ls"], args].concat());
        // Only C's library shows these two.
        let dots: &[_] = if toolchain == "zig-cc" {
            &["./.", "./.."]
        } else {
            &[]
        };
        let with_dots = |names: &[&'static str], times: usize| {
            let mut all = [dots, names].concat().repeat(times);
            all.sort_unstable();
            all
        };
        let names = ["./-", "./a-", "./ab-"];
        let dir = "dir::/::ro";
        assert_eq!(
            sorted(&list(dir, &["./a-"])),
            with_dots(&[], 1),
            "{toolchain}"
        );
        assert_eq!(list(dir, &["-"]), "ENOTDIR\n", "{toolchain}");
        assert_eq!(
            sorted(&list(dir, &["."])),
            with_dots(&names, 1),
            "{toolchain}"
        );
        if toolchain != "tinygo" {
            // TinyGo's library cannot (its issue 3823).
            let twice = list(dir, &[".", "repeat"]);
            assert_eq!(sorted(&twice), with_dots(&names, 2), "{toolchain}");
        }
        let tons = list("tons::/::ro", &["."]).lines().count();
        assert_eq!(tons, MANY + dots.len(), "{toolchain}");
    }
}

#[test]
fn streams_and_folders_are_no_terminals_and_keep_their_numbers() {
    let Some(programs) = programs() else { return };
    let desk = Desk::new();
    desk.write("one/file", "");
    desk.write("two/file", "");
    for toolchain in TOOLCHAINS {
        let wasm = programs.join(toolchain).join("wasi.wasm");
        assert_eq!(
            prints(&desk, &wasm, &["one::/::ro"], &["stat"]),
            "stdin isatty: false\nstdout isatty: false\nstderr isatty: false\n/ isatty: false\n",
            "{toolchain}"
        );
    }
    let zig = programs.join("zig/wasi.wasm");
    assert_eq!(
        prints(&desk, &zig, &["one::/", "two::/tmp"], &["preopen"]),
        "0: stdin\n1: stdout\n2: stderr\n3: /\n4: /tmp\n"
    );
}

/// With `input` written, or with a standard input that stays open and silent.
fn polls(desk: &Desk, program: &Path, input: Option<&str>, args: &[&str]) -> (Output, Duration) {
    let since = Instant::now();
    let mut child = command(desk, program, &[], args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let kept = match input {
        Some(text) => {
            stdin.write_all(text.as_bytes()).unwrap();
            drop(stdin);
            None
        }
        None => Some(stdin),
    };
    let done = child.wait_with_output().unwrap();
    drop(kept);
    (done, since.elapsed())
}

#[test]
fn a_poll_tells_input_from_silence_and_a_sleep_is_not_early() {
    let Some(programs) = programs() else { return };
    let desk = Desk::new();
    let c = programs.join("zig-cc/wasi.wasm");
    for (input, args) in [
        // Without a timeout Wasmtime's host answers that nothing is there yet.
        ("test", &["poll", "20", "0"][..]),
        ("", &["poll", "20", "0"]),
    ] {
        let (done, _) = polls(&desk, &c, Some(input), args);
        assert_eq!(out(&done), "STDIN\n", "{input:?} {args:?}");
    }
    let (done, took) = polls(&desk, &c, None, &["poll", "0", "500"]);
    assert_eq!(out(&done), "NOINPUT\n");
    assert!(took >= Duration::from_millis(500), "{took:?}");
    let since = Instant::now();
    assert_eq!(prints(&desk, &c, &[], &["sleepmillis", "100"]), "OK\n");
    assert!(since.elapsed() >= Duration::from_millis(100));
}

/// Not so the other way round: Wasmtime's host opens for writing what is cut off when opened.
#[test]
fn what_is_opened_for_writing_cannot_be_read() {
    let Some(programs) = programs() else { return };
    let desk = Desk::new();
    std::fs::create_dir(desk.path().join("dir")).unwrap();
    let c = programs.join("zig-cc/wasi.wasm");
    let printed = prints(&desk, &c, &["dir::/"], &["open-wronly"]);
    assert_eq!(printed.trim(), "OK");
}
