//! Partitions of two languages that call each other.

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use support::toolchain::{copy, has};
use support::{Desk, err};

/// Offers `letters`: replies with the request in capitals; method 9 with how often it was called.
const IN_C: &str = r#"
#include <ctype.h>
#include <terrace.h>

int main(void) {
    static char request[256];
    struct terrace_incoming call;
    uint32_t calls = 0;
    if (terrace_call_offer("letters") < 0)
        return 1;
    while (terrace_call_accept(&call, request, sizeof request, TERRACE_NEVER) == TERRACE_CODE_OK) {
        calls++;
        if (call.what != TERRACE_INCOMING_CALL)
            continue;
        if (call.method == 9) {
            terrace_call_reply(&calls, sizeof calls);
            continue;
        }
        for (uint32_t i = 0; i < call.length; i++)
            request[i] = (char)toupper(request[i]);
        terrace_call_reply(request, call.length);
    }
    return 0;
}
"#;

/// Offers `words`: asks the partition in C for each request, and replies with that and a mark of its own.
const IN_RUST: &str = r#"
use terrace::call;
use terrace::clock::Instant;
use std::time::Duration;

fn main() {
    let letters = loop {
        match call::find("letters/letters") {
            Ok(found) => break found,
            Err(terrace::Code::NotFound) => terrace::sleep(Duration::from_millis(1)).unwrap(),
            Err(code) => panic!("{code:?}"),
        }
    };
    letters.send(0, b"nobody answers").unwrap();
    let mut reply = [0; 256];
    for word in ["one", "two", "three"] {
        let length = letters.call(1, word.as_bytes(), &mut reply, Instant::NEVER).unwrap();
        println!("{}", String::from_utf8_lossy(&reply[..length]));
    }
    let short = letters.call(1, b"too long", &mut reply[..3], Instant::NEVER);
    println!("{:?}", short);
    let length = letters.call(9, &[], &mut reply, Instant::NEVER).unwrap();
    println!("{}", u32::from_le_bytes(reply[..length].try_into().unwrap()));
}
"#;

/// The same in Java.
const IN_JAVA: &str = r#"
import dev.terrace.Calls;
import dev.terrace.Sys;

public final class Main {
    public static void main(String[] args) {
        int letters;
        do {
            letters = Calls.find("letters/letters");
        } while (letters == Sys.CODE_NOT_FOUND && Sys.yieldNow() <= 0);
        Calls.send(letters, 0, "nobody answers".getBytes());
        byte[] reply = new byte[256];
        for (String word : new String[] {"one", "two", "three"}) {
            int length = Calls.call(letters, 1, word.getBytes(), reply, Calls.NEVER);
            System.out.println(new String(reply, 0, length));
        }
        int refused = Calls.call(letters, 1, "too long".getBytes(), new byte[3], Calls.NEVER);
        System.out.println(refused == Sys.CODE_REPLY_TOO_LONG ? "Err(ReplyTooLong)" : "no");
        int length = Calls.call(letters, 9, new byte[0], reply, Calls.NEVER);
        System.out.println(length == 4 ? reply[0] : -1);
    }
}
"#;

/// The same in Go.
const IN_GO: &str = r#"
package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"terrace.internal/sdk/terrace"
)

func main() {
	letters, err := terrace.Find("letters/letters")
	for errors.Is(err, terrace.CodeNotFound) {
		terrace.Yield()
		letters, err = terrace.Find("letters/letters")
	}
	if err != nil {
		panic(err)
	}
	if err := letters.Send(0, []byte("nobody answers")); err != nil {
		panic(err)
	}
	reply := make([]byte, 256)
	for _, word := range []string{"one", "two", "three"} {
		length, err := letters.Call(1, []byte(word), reply, terrace.Never)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(reply[:length]))
	}
	if _, err := letters.Call(1, []byte("too long"), reply[:3], terrace.Never); errors.Is(err, terrace.CodeReplyTooLong) {
		fmt.Println("Err(ReplyTooLong)")
	}
	if _, err := letters.Call(9, nil, reply, terrace.Never); err == nil {
		fmt.Println(binary.LittleEndian.Uint32(reply))
	}
}
"#;

/// The one in C, on a desk.
fn with_letters() -> Desk {
    let desk = Desk::new();
    desk.write("letters/main.c", IN_C);
    let include = terrace_testkit::tools::root().join("sdk/c/include");
    desk.write(
        "letters/terrace.toml",
        &format!(
            "[app]\nname = \"letters\"\nversion = \"0.1.0\"\nlanguage = \"c\"\nsources = [\"main.c\"]\n\
             cflags = [\"-I{}\"]\n[[export]]\nname = \"letters\"\ncallers = [\"words\"]\n",
            include.display()
        ),
    );
    desk.write(
        "device.toml",
        "[[app]]\npath = \"letters\"\nname = \"letters\"\n[[app]]\npath = \"words\"\nname = \"words\"\n",
    );
    desk
}

/// Both are built and run; what the other one says.
fn talk(desk: &Desk) {
    for app in ["letters", "words"] {
        let built = desk.java(&["build", app]);
        assert!(built.status.success(), "{}", err(&built));
    }
    let mut up = desk
        .command(&["up", "device.toml"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let seen = said(&mut up);
    // The one in C serves on until it is told to stop.
    up.kill().unwrap();
    up.wait().unwrap();
    for line in ["ONE", "TWO", "THREE", "Err(ReplyTooLong)", "6"] {
        assert!(seen.iter().any(|l| l.ends_with(line)), "{line}: {seen:?}");
    }
}

#[test]
fn rust_calls_c() {
    if !has("c") || !has("rust") {
        return;
    }
    let desk = with_letters();
    let sdk = terrace_testkit::tools::root().join("sdk");
    copy(&sdk.join("rust"), &desk.path().join("rust"));
    desk.write("words/src/main.rs", IN_RUST);
    desk.write(
        "words/Cargo.toml",
        "[package]\nname = \"words\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
         [dependencies]\nterrace = { path = \"../rust\" }\n[workspace]\n",
    );
    desk.write(
        "words/terrace.toml",
        "[app]\nname = \"words\"\nversion = \"0.1.0\"\nlanguage = \"rust\"\n",
    );
    talk(&desk);
}

#[test]
fn java_calls_c() {
    if !has("c") || !has("java") {
        return;
    }
    let desk = with_letters();
    desk.write("words/src/main/java/Main.java", IN_JAVA);
    desk.write(
        "words/terrace.toml",
        "[app]\nname = \"words\"\nversion = \"0.1.0\"\nlanguage = \"java\"\nmain = \"Main\"\n",
    );
    talk(&desk);
}

#[test]
fn go_calls_c() {
    if !has("c") || !has("go") {
        return;
    }
    let desk = with_letters();
    let sdk = terrace_testkit::tools::root().join("sdk");
    copy(&sdk.join("go"), &desk.path().join("go"));
    desk.write("words/main.go", IN_GO);
    desk.write(
        "words/go.mod",
        "module words\n\ngo 1.24\n\nrequire terrace.internal/sdk v0.0.0\n\nreplace terrace.internal/sdk => ../go\n",
    );
    desk.write(
        "words/terrace.toml",
        "[app]\nname = \"words\"\nversion = \"0.1.0\"\nlanguage = \"go\"\n",
    );
    talk(&desk);
}

/// Its lines up to the one that tells how often the callee was called.
fn said(up: &mut Child) -> Vec<String> {
    let mut seen = Vec::new();
    for line in BufReader::new(up.stdout.take().unwrap()).lines() {
        seen.push(line.unwrap());
        if seen.last().is_some_and(|l| l.ends_with('6')) {
            break;
        }
    }
    seen
}
