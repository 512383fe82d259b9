//! WASI calls that block make their component wait, never its worker.

use std::path::Path;
use std::process::{Command, Stdio};
use terrace_testkit::{guests, prelude};
use terrace_tests::{Arena, eventually, wait::pass};
use terrace_vm::{AdmitError, Overrides, State};

/// Reads once from descriptor `fd`, then exits with 50 plus what it got.
fn reads(fd: u32) -> String {
    prelude::program(
        "",
        "",
        &format!(
            r#"(i32.store (i32.const 64) (i32.const 256))
               (i32.store (i32.const 68) (i32.const 16))
               (if (i32.eqz (call $fd_read (i32.const {fd}) (i32.const 64) (i32.const 1) (i32.const 72)))
                 (then (call $exit (i32.add (i32.const 50) (i32.load (i32.const 72))))))
               (call $exit (i32.const 49))"#
        ),
    )
}

/// Opens `name` in its first folder, reads once, then exits with 50 plus what it got.
fn opens_and_reads(name: &str) -> String {
    let length = name.len();
    prelude::program(
        "",
        name,
        &format!(
            r#"(if (call $path_open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const {length}) (i32.const 0)
                     (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 128))
                 (then (call $exit (i32.const 48))))
               (i32.store (i32.const 64) (i32.const 256))
               (i32.store (i32.const 68) (i32.const 16))
               (if (i32.eqz (call $fd_read (i32.load (i32.const 128)) (i32.const 64) (i32.const 1) (i32.const 72)))
                 (then (call $exit (i32.add (i32.const 50) (i32.load (i32.const 72))))))
               (call $exit (i32.const 49))"#
        ),
    )
}

fn pipe(arena: &Arena, name: &str) -> (std::path::PathBuf, String) {
    let folder = arena.folder().join("shared");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let made = Command::new("mkfifo")
        .arg(&path)
        .status()
        .expect("coreutils has mkfifo");
    assert!(made.success());
    let dirs = format!(
        "dirs = [{{ host = \"{}\", guest = \"/shared\" }}]",
        folder.display()
    );
    (path, format!("[permissions]\n{dirs}\n"))
}

fn write_in_background(path: &Path, text: &'static str) -> std::thread::JoinHandle<()> {
    let path = path.to_owned();
    std::thread::spawn(move || match std::fs::write(path, text) {
        // Who reads has seen the pipe, could do nothing with it, and is gone.
        Err(gone) if gone.kind() == std::io::ErrorKind::BrokenPipe => {}
        written => written.unwrap(),
    })
}

#[test]
fn a_read_of_a_pipe_that_nobody_writes_stops_nobody() {
    let arena = Arena::new();
    let (path, rest) = pipe(&arena, "pipe");
    let id = arena.run_wat("reader", &opens_and_reads("pipe"), &rest);
    pass(50);
    assert_eq!(arena.info(id).state, State::Running);
    arena.unhurt_neighbours();
    let writer = write_in_background(&path, "hello");
    arena.reaches(id, State::Stopped);
    writer.join().unwrap();
    // WASI reads files by offset, which a pipe has not: an error, and the guest goes on.
    assert_eq!(arena.info(id).exit_status, Some(49));
    arena.unhurt_neighbours();
}

#[test]
fn guests_killed_while_they_wait_for_a_pipe_do_not_take_file_input_from_the_others() {
    let arena = Arena::new();
    let (path, rest) = pipe(&arena, "pipe");
    std::fs::write(path.with_file_name("plain"), "abc").unwrap();
    arena.install_wat("reader", &opens_and_reads("pipe"), &rest);
    for _ in 0..24 {
        let id = arena.start("reader");
        arena.reaches(id, State::Running);
        pass(5);
        arena.kill(id);
    }
    let id = arena.run_wat("plain", &opens_and_reads("plain"), &rest);
    let ended = arena
        .controller
        .wait_end(id, Some(std::time::Duration::from_secs(10)))
        .unwrap();
    // Let go of whatever still waits, so that a failure here does not hang the machine's end.
    for _ in 0..40 {
        let _ = std::fs::OpenOptions::new()
            .read(true)
            .write(true)
            .open(&path)
            .map(drop);
    }
    assert!(
        ended.is_some(),
        "24 killed readers of a pipe keep all others from their files"
    );
    assert_eq!(arena.info(id).exit_status, Some(53));
    arena.unhurt_neighbours();
}

#[test]
fn an_app_whose_ended_guests_leave_threads_behind_is_not_started_for_ever() {
    let arena = Arena::quiet();
    let (path, rest) = pipe(&arena, "pipe");
    arena.install_wat("reader", &opens_and_reads("pipe"), &rest);
    let start = || arena.controller.run("reader", None, Overrides::default());
    let mut lives = 0;
    let refusal = loop {
        match start() {
            Err(refusal) => break refusal,
            Ok(id) => {
                lives += 1;
                assert!(lives < 200, "nothing bounds the threads left behind");
                arena.reaches(id, State::Running);
                pass(5);
                arena.kill(id);
                arena.controller.wait(id, None).unwrap();
                arena.controller.remove(id).unwrap();
            }
        }
    };
    assert!(lives > 32, "{lives} lives, then {refusal}");
    assert!(matches!(refusal, AdmitError::Stuck { .. }), "{refusal}");
    // Others are not refused, and have their files.
    std::fs::write(path.with_file_name("plain"), "abc").unwrap();
    assert_eq!(
        arena.status_of("plain", &opens_and_reads("plain"), &rest),
        53
    );
    // A writer lets them go, and then it may be started again.
    let writer = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(&path)
        .unwrap();
    eventually("the threads are back", || start().is_ok());
    drop(writer);
}

#[test]
fn a_poll_that_never_ends_stops_nobody() {
    let arena = Arena::new();
    let all: Vec<_> = (0..20)
        .map(|i| {
            arena.run_wat(
                &format!("blocked{i}"),
                guests::BLOCKED,
                "[cpu]\nworker = 0\n",
            )
        })
        .collect();
    for &id in &all {
        arena.reaches(id, State::Running);
    }
    arena.unhurt_neighbours();
    for id in all {
        arena.kill(id);
    }
    arena.unhurt();
}

#[test]
fn without_a_grant_standard_input_is_at_its_end() {
    let arena = Arena::quiet();
    assert_eq!(arena.status_of("reads", &reads(0), ""), 50);
}

/// The part of the next test that runs with a standard input that never comes.
#[test]
#[ignore = "run by `standard_input_that_never_comes_stops_nobody`, as a process of its own"]
fn with_silent_standard_input() {
    let arena = Arena::new();
    arena.install_wat("reads", &reads(0), "");
    let mut overrides = Overrides::default();
    overrides.standard.inherit_stdin = true;
    for _ in 0..3 {
        let id = arena
            .controller
            .run("reads", None, overrides.clone())
            .unwrap();
        arena.reaches(id, State::Running);
        pass(50);
        assert_eq!(arena.info(id).state, State::Running, "it waits for input");
        arena.unhurt_neighbours();
        arena.controller.suspend(id).unwrap();
        arena.reaches(id, State::Suspended);
        arena.kill(id);
    }
    arena.unhurt_neighbours();
    println!("waited and died");
}

#[test]
fn standard_input_that_never_comes_stops_nobody() {
    let me = std::env::current_exe().unwrap();
    let mut child = Command::new(me)
        .args([
            "--ignored",
            "--exact",
            "--nocapture",
            "timing::blocking::with_silent_standard_input",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Held open and never written.
    let silent = child.stdin.take();
    eventually("the child is done", || child.try_wait().unwrap().is_some());
    let output = child.wait_with_output().unwrap();
    drop(silent);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("waited and died"),
        "{text}"
    );
}
