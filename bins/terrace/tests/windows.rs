//! Windows from the languages whose slices they are: C sends to Rust, and Rust to C.

mod support;

use std::fs;
use support::Desk;
use support::toolchain::{copy, has};

const MANIFEST_C: &str =
    "language = \"c\"\nsources = [\"main.c\"]\ncflags = [\"-I../c/include\"]\n";
const MANIFEST_RUST: &str = "language = \"rust\"\n";

/// Sends twenty pictures of the size of its buffers, each byte of which is the picture's number.
const C_SENDS: &str = r#"
#include <terrace.h>
int main(void) {
    struct terrace_window window;
    while (terrace_window_open(&window, "CHANNEL", TERRACE_PART_PUBLISH) == TERRACE_CODE_NOT_FOUND)
        terrace_sleep(TERRACE_NS_PER_MS);
    for (int number = 0; number < 20; number++) {
        int32_t buffer = terrace_window_obtain(&window, TERRACE_NEVER);
        if (buffer < 0)
            return 1;
        memset(terrace_window_at(&window, buffer), number, window.terms.capacity);
        while (terrace_window_send(&window, buffer, window.terms.capacity) == TERRACE_CODE_UNHEARD)
            terrace_sleep(TERRACE_NS_PER_MS);
    }
    return terrace_window_close(&window);
}
"#;

const C_TAKES: &str = r#"
#include <terrace.h>
int main(void) {
    struct terrace_window window;
    while (terrace_window_open(&window, "CHANNEL", TERRACE_PART_SUBSCRIBE) == TERRACE_CODE_NOT_FOUND)
        terrace_sleep(TERRACE_NS_PER_MS);
    size_t seen = 0;
    for (int number = 0; number < 20; number++) {
        struct terrace_parcel parcel;
        if (terrace_window_take(&window, TERRACE_NEVER, &parcel) != TERRACE_CODE_OK)
            return 1;
        const unsigned char *bytes = terrace_window_at(&window, parcel.buffer);
        for (uint32_t i = 0; i < parcel.length; i++)
            seen += bytes[i] == number;
        terrace_window_release(&window, parcel.buffer);
    }
    printf("c saw %zu bytes\n", seen);
    return 0;
}
"#;

const RUST_SENDS: &str = r#"
use std::time::Duration;
use terrace::clock::Instant;
use terrace::window::Publisher;
use terrace::Code;
fn main() {
    let window = loop {
        match Publisher::open("CHANNEL") {
            Ok(window) => break window,
            Err(Code::NotFound) => { let _ = terrace::sleep(Duration::from_millis(1)); }
            Err(code) => panic!("{code:?}"),
        }
    };
    for number in 0..20 {
        let mut blank = window.obtain(Instant::NEVER).unwrap();
        blank.fill(number);
        let length = blank.len();
        while let Err((code, back)) = blank.send(length) {
            assert_eq!(code, Code::Unheard);
            blank = back;
            let _ = terrace::sleep(Duration::from_millis(1));
        }
    }
}
"#;

const RUST_TAKES: &str = r#"
use std::time::Duration;
use terrace::clock::Instant;
use terrace::window::Subscriber;
use terrace::Code;
fn main() {
    let window = loop {
        match Subscriber::open("CHANNEL") {
            Ok(window) => break window,
            Err(Code::NotFound) => { let _ = terrace::sleep(Duration::from_millis(1)); }
            Err(code) => panic!("{code:?}"),
        }
    };
    let mut seen = 0;
    for number in 0..20 {
        let parcel = window.take(Instant::NEVER).unwrap();
        assert_eq!(parcel.sequence(), u64::from(number) + 1);
        seen += parcel.iter().filter(|&&byte| byte == number).count();
    }
    println!("rust saw {seen} bytes");
}
"#;

fn app(desk: &Desk, name: &str, language: &str, source: &str, rest: &str) {
    let source = source.replace("CHANNEL", "pictures");
    let head = format!("[app]\nname = \"{name}\"\nversion = \"1.0.0\"\n");
    if language == "c" {
        desk.write(&format!("{name}/main.c"), &source);
        desk.write(
            &format!("{name}/terrace.toml"),
            &format!("{head}{MANIFEST_C}{rest}"),
        );
    } else {
        desk.write(&format!("{name}/src/main.rs"), &source);
        desk.write(
            &format!("{name}/Cargo.toml"),
            &format!(
                "[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2024\"\n[workspace]\n\
                 [dependencies]\nterrace = {{ path = \"../rust\" }}\n"
            ),
        );
        desk.write(
            &format!("{name}/terrace.toml"),
            &format!("{head}{MANIFEST_RUST}{rest}"),
        );
    }
}

fn hands_over(from: (&str, &str), to: (&str, &str), says: &str) {
    if !has(from.0) || !has(to.0) {
        return;
    }
    let desk = Desk::new();
    for language in ["c", "rust"] {
        let sdk = terrace_testkit::tools::root().join("sdk").join(language);
        copy(&sdk, &desk.path().join(language));
    }
    let channel = "[[channel]]\nname = \"pictures\"\ntype = \"bulk\"\ncount = 100000\ndepth = 3\n\
                   subscribers = [\"viewer\"]\n";
    app(&desk, "camera", from.0, from.1, channel);
    app(&desk, "viewer", to.0, to.1, "");
    fs::write(
        desk.path().join("device.toml"),
        "[[app]]\npath = \"viewer\"\n[[app]]\npath = \"camera\"\n",
    )
    .unwrap();
    desk.ok(&["build", "camera"]);
    desk.ok(&["build", "viewer"]);
    let log = desk.ok(&["up", "device.toml"]);
    assert!(log.contains(says), "{log}");
}

#[test]
fn c_hands_over_to_rust() {
    hands_over(
        ("c", C_SENDS),
        ("rust", RUST_TAKES),
        "rust saw 2000000 bytes",
    );
}

#[test]
fn rust_hands_over_to_c() {
    hands_over(("rust", RUST_SENDS), ("c", C_TAKES), "c saw 2000000 bytes");
}
