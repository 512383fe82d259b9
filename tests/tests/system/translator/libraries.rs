//! The library in C: from a C program, and from a Python script through ctypes.

use super::{Bridge, channels, echo};
use std::path::{Path, PathBuf};
use std::process::Command;
use terrace_testkit::tools;
use terrace_tests::Arena;

const C_PROGRAM: &str = r#"
#include "terrace_channel.h"
#include <stdio.h>
#include <string.h>

#define CHECK(holds) do { if (!(holds)) { printf("%s:%d: " #holds "\n", __FILE__, __LINE__); return 1; } } while (0)

int main(int count, char **args) {
    static unsigned char bytes[4096], back[4096];
    char why[256] = "";
    uint32_t kind;
    struct terrace_channel *to, *from;
    (void)count;
    CHECK(!terrace_channel_open(args[1], "nowhere", TERRACE_SEND, why, sizeof why));
    CHECK(strstr(why, "no installed app declares a channel `nowhere`"));
    CHECK(!terrace_channel_open("/nowhere", "inbox", TERRACE_SEND, why, sizeof why));
    CHECK(strstr(why, "/nowhere"));
    to = terrace_channel_open(args[1], "inbox", TERRACE_SEND, why, sizeof why);
    if (!to) { puts(why); return 1; }
    from = terrace_channel_open(args[1], "outbox", TERRACE_RECEIVE, why, sizeof why);
    if (!from) { puts(why); return 1; }
    CHECK(terrace_channel_longest(to) == 4096);
    CHECK(terrace_channel_send(to, 0, bytes, 4097, -1) == TERRACE_TOO_LONG);
    CHECK(terrace_channel_receive(to, NULL, back, 1, 0) == TERRACE_ROLE);
    CHECK(terrace_channel_receive(from, NULL, back, 1, 10) == TERRACE_TIMEOUT);
    for (unsigned round = 0; round < 500; round++) {
        size_t length = (round * 37) % 4097;
        memset(bytes, (int)round, length);
        CHECK(terrace_channel_send(to, round, bytes, length, 60000) == 0);
        CHECK(terrace_channel_receive(from, &kind, back, sizeof back, 60000) == (int64_t)length);
        CHECK(kind == round && !memcmp(bytes, back, length));
    }
    CHECK(terrace_channel_drained(to) == 1);
    terrace_channel_close(to);
    terrace_channel_close(from);
    puts("good");
    return 0;
}
"#;

const PYTHON_PROGRAM: &str = r#"
import ctypes, sys
lib = ctypes.CDLL(sys.argv[1])
lib.terrace_channel_open.restype = ctypes.c_void_p
lib.terrace_channel_receive.restype = ctypes.c_int64
lib.terrace_channel_send.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
lib.terrace_channel_receive.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint32), ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int]
lib.terrace_channel_close.argtypes = [ctypes.c_void_p]
def channel(name, roles):
    why = ctypes.create_string_buffer(256)
    found = lib.terrace_channel_open(sys.argv[2].encode(), name, roles, why, 256)
    assert found, why.value
    return found
to, back = channel(b"inbox", 1), channel(b"outbox", 2)
for number in range(200):
    text = ("from Python, number %d" % number).encode()
    assert lib.terrace_channel_send(to, number, text, len(text), 60000) == 0
    kind, into = ctypes.c_uint32(), ctypes.create_string_buffer(4096)
    length = lib.terrace_channel_receive(back, ctypes.byref(kind), into, 4096, 60000)
    assert (length, kind.value, into.raw[:length]) == (len(text), number, text)
lib.terrace_channel_close(to)
lib.terrace_channel_close(back)
print("good")
"#;

fn library() -> PathBuf {
    tools::root().join("sdk/linux")
}

/// Compile with the library, all warnings on.
fn compile(out: &Path, more: &[&Path], flags: &[&str]) {
    let compiler = ["cc", "gcc", "clang"].into_iter().find(|name| {
        Command::new(name)
            .arg("--version")
            .output()
            .is_ok_and(|done| done.status.success())
    });
    let compiler = compiler.expect("a C compiler is among what `make setup` asks for");
    let done = Command::new(compiler)
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-O2"])
        .args(flags)
        .arg("-I")
        .arg(library())
        .arg("-o")
        .arg(out)
        .arg(library().join("terrace_channel.c"))
        .args(more)
        .output()
        .unwrap();
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

fn says_good(command: &mut Command) {
    let done = command.output().unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&done.stdout),
        String::from_utf8_lossy(&done.stderr),
    );
    assert!(done.status.success() && out == "good\n", "{out}{err}");
}

#[test]
fn a_c_program_sends_and_receives() {
    let arena = Arena::new();
    let bridge = Bridge::new(&arena);
    let id = arena.run_wat("echo", &echo(), &channels("count = 4096\ndepth = 8"));
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("program.c");
    std::fs::write(&source, C_PROGRAM).unwrap();
    let program = folder.path().join("program");
    compile(&program, &[&source], &[]);
    says_good(Command::new(program).arg(bridge.socket()));
    arena.kill(id);
    drop(bridge);
    arena.unhurt();
}

#[test]
fn a_python_script_sends_and_receives() {
    let python = Command::new("python3").arg("--version").output();
    if !python.is_ok_and(|done| done.status.success()) {
        println!("skipped: there is no python3 on this machine");
        return;
    }
    let arena = Arena::new();
    let bridge = Bridge::new(&arena);
    let id = arena.run_wat("echo", &echo(), &channels("count = 4096\ndepth = 8"));
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("libterrace_channel.so");
    compile(&library, &[], &["-shared", "-fPIC"]);
    let python = || {
        let mut command = Command::new("python3");
        command.arg("-c").arg(PYTHON_PROGRAM);
        command
    };
    says_good(python().arg(&library).arg(bridge.socket()));
    arena.kill(id);
    drop(bridge);
    arena.unhurt();
}
