//! `terrace run`: a program as if it were a process.

mod support;

use rustix::process::Signal;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use support::{
    ARGS, CAT, Desk, MAKE_NOTE, READ_NOTE, YES, environment, err, finished, out, says, signal,
};
use terrace_testkit::guests;

#[test]
fn output_and_status_are_the_programs_own() {
    let desk = Desk::new();
    desk.wasm("hello.wasm", &says("hello", 7));
    for _cold_then_warm in 0..2 {
        let done = desk.run(&["run", "hello.wasm"]);
        assert_eq!(
            (done.status.code(), out(&done).as_str(), err(&done).as_str()),
            (Some(7), "hello\n", "")
        );
    }
}

#[test]
fn compiled_code_is_kept_where_one_asks_or_nowhere() {
    let desk = Desk::new();
    desk.wasm("hello.wasm", &says("hello", 0));
    let entries =
        |folder: &str| std::fs::read_dir(desk.path().join(folder)).map_or(0, Iterator::count);
    desk.ok(&["run", "--no-cache", "hello.wasm"]);
    assert_eq!(entries("cache/terrace/aot"), 0);
    desk.ok(&["run", "--cache", "mine", "hello.wasm"]);
    assert_eq!((entries("mine"), entries("cache/terrace/aot")), (1, 0));
    desk.ok(&["run", "hello.wasm"]);
    assert_eq!(entries("cache/terrace/aot"), 1);
}

#[test]
fn arguments_and_variables_arrive_and_nothing_else() {
    let desk = Desk::new();
    desk.wasm("args.wasm", ARGS);
    desk.wasm("env.wasm", &environment());
    assert_eq!(
        desk.ok(&["run", "args.wasm", "a b", "--env", "-x"]),
        "args\0a b\0--env\0-x\0"
    );
    assert_eq!(
        desk.ok(&["run", "--env", "K=V", "--env", "K=W=X", "env.wasm"]),
        "K=W=X\0"
    );
    assert_eq!(
        desk.ok(&["run", "env.wasm"]),
        "",
        "the environment of the command is not passed on"
    );
}

#[test]
fn a_folder_is_there_only_if_it_is_granted() {
    let desk = Desk::new();
    desk.wasm("read.wasm", READ_NOTE);
    desk.write("data/note.txt", "noted");
    assert_eq!(desk.ok(&["run", "--dir", "data::/d", "read.wasm"]), "noted");
    let denied = desk.run(&["run", "read.wasm"]);
    const BAD_DESCRIPTOR: i32 = 8;
    assert_eq!(
        (denied.status.code(), out(&denied).as_str()),
        (Some(BAD_DESCRIPTOR), "")
    );
    let missing = desk.run(&["run", "--dir", "nowhere::/d", "read.wasm"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(
        err(&missing).starts_with("terrace: ") && err(&missing).contains("nowhere"),
        "{}",
        err(&missing)
    );
}

#[test]
fn a_folder_granted_for_reading_cannot_be_changed() {
    let desk = Desk::new();
    desk.wasm("make.wasm", MAKE_NOTE);
    std::fs::create_dir(desk.path().join("data")).unwrap();
    let note = desk.path().join("data/note.txt");
    let refused = desk.run(&["run", "--dir", "data::/d::ro", "make.wasm"]);
    assert!(
        refused.status.code().is_some_and(|c| c != 0 && c != 134),
        "{refused:?}"
    );
    assert!(!note.exists());
    desk.ok(&["run", "--dir", "data::/d", "make.wasm"]);
    assert!(note.exists());
}

#[test]
fn a_trap_is_134_and_one_line() {
    let desk = Desk::new();
    desk.wasm("trap.wasm", guests::TRAP);
    let done = desk.run(&["run", "trap.wasm"]);
    assert_eq!(done.status.code(), Some(134));
    let text = err(&done);
    assert!(
        text.starts_with("terrace: trap trapped: ") && text.lines().count() == 1,
        "{text}"
    );
    let told = desk.run(&["run", "--verbose", "trap.wasm"]);
    assert!(
        err(&told).contains("inner") && err(&told).contains("outer"),
        "{}",
        err(&told)
    );
    let asked = desk
        .command(&["run", "trap.wasm"])
        .env("TERRACE_BACKTRACE", "1")
        .output()
        .unwrap();
    assert!(err(&asked).contains("outer"), "{}", err(&asked));
}

#[test]
fn memory_ends_at_the_limit() {
    let desk = Desk::new();
    desk.wasm("grow.wasm", guests::GROW);
    for pages in [2, 5] {
        let limit = format!("{}KiB", pages * 64);
        assert_eq!(
            desk.run(&["run", "--max-memory", &limit, "grow.wasm"])
                .status
                .code(),
            Some(pages)
        );
    }
}

#[test]
fn standard_input_comes_through() {
    let desk = Desk::new();
    desk.wasm("cat.wasm", CAT);
    let mut child = desk
        .command(&["run", "cat.wasm"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let text = "line\n".repeat(20_000);
    let mut stdin = child.stdin.take().unwrap();
    let sent = text.clone();
    let writer = std::thread::spawn(move || stdin.write_all(sent.as_bytes()).unwrap());
    let done = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(
        done.status.success() && out(&done) == text,
        "{} bytes came back",
        done.stdout.len()
    );
}

#[test]
fn a_program_ends_when_nobody_reads_it() {
    let desk = Desk::new();
    desk.wasm("yes.wasm", YES);
    let mut child = desk
        .command(&["run", "yes.wasm"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!((line.as_str(), finished(&mut child)), ("y\n", Some(141)));
}

#[test]
fn signals_end_it_with_their_number() {
    let desk = Desk::new();
    desk.wasm("yes.wasm", YES);
    for (number, status) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut child = desk
            .command(&["run", "yes.wasm"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        reader.read_line(&mut String::new()).unwrap();
        let drain = std::thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()));
        signal(&child, number);
        assert_eq!(finished(&mut child), Some(status));
        drain.join().unwrap().unwrap();
    }
}

#[test]
fn a_folder_and_an_image_run_too() {
    let desk = Desk::new();
    desk.app("greeter", &says("hi", 0), "");
    assert_eq!(desk.ok(&["run", "greeter"]), "hi\n");
    assert_eq!(
        desk.ok(&["run", "greeter/.terrace/greeter.terrace"]),
        "hi\n"
    );
    std::fs::create_dir(desk.path().join("empty")).unwrap();
    let done = desk.run(&["run", "empty"]);
    assert!(
        err(&done).contains("terrace.toml") && done.status.code() == Some(1),
        "{}",
        err(&done)
    );
}

#[test]
fn what_is_no_program_is_refused() {
    let desk = Desk::new();
    desk.write("text.wasm", "no program at all");
    desk.write("cut.wasm", "\0asm");
    std::fs::write(desk.path().join("bad.wasm"), b"\0asm\x01\0\0\0\xff\xff").unwrap();
    for file in ["text.wasm", "cut.wasm", "bad.wasm", "missing.wasm"] {
        let done = desk.run(&["run", file]);
        let text = err(&done);
        assert_eq!(done.status.code(), Some(1), "{file}: {text}");
        assert!(
            text.starts_with("terrace: ") && !text.contains("panicked"),
            "{file}: {text}"
        );
    }
}
