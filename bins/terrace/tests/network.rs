//! An app with an address: Linux pings it, in a network namespace of the test's own.

mod support;

use std::process::{Command, Stdio};
use support::toolchain::{copy, has};
use support::{Desk, eventually, finished, signal};
use terrace_testkit::tools;

/// Sends echo requests of some lengths through a raw socket, and compares the replies.
const PING: &str = r#"
import os, socket, struct, sys
def checksum(data):
    data += b"\0" * (len(data) % 2)
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff
raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
raw.settimeout(float(sys.argv[2]))
for number, length in enumerate([0, 1, 56, 1400]):
    rest = struct.pack("!HH", 4711, number) + os.urandom(length)
    check = checksum(b"\x08\0\0\0" + rest)
    raw.sendto(b"\x08\0" + struct.pack("!H", check) + rest, (sys.argv[1], 0))
    while True:
        packet, (sender, _) = raw.recvfrom(2000)
        icmp = packet[(packet[0] & 15) * 4:]
        if sender == sys.argv[1] and icmp[0] == 0:
            break
    assert icmp[4:] == rest, "%d bytes came back otherwise" % length
    assert checksum(icmp) == 0, "a wrong checksum"
"#;

#[test]
fn linux_pings_an_app() {
    let python = "/usr/bin/python3";
    let works = |program: &str, args: &[&str]| {
        let done = Command::new(program).args(args).output();
        done.is_ok_and(|done| done.status.success())
    };
    if !std::path::Path::new("/dev/net/tun").exists() || !works("unshare", &["-n", "true"]) {
        println!(
            "skipped: no /dev/net/tun, or no right to make a network namespace (CAP_SYS_ADMIN)"
        );
        return;
    }
    if !works(python, &["--version"]) || !has("c") {
        println!("skipped: there is no {python}, or no compiler for C");
        return;
    }
    let desk = Desk::new();
    let from = tools::root().join("apps/icmp-echo");
    copy(&from, &desk.path().join("icmp-echo"));
    let built = ["up", "icmp-echo/device.toml", "--headless"];
    let mut up = Command::new("unshare");
    up.arg("-n").arg(env!("CARGO_BIN_EXE_terrace")).args(built);
    let mut up = up
        .current_dir(desk.path())
        .env("XDG_CACHE_HOME", desk.path().join("cache"))
        .env("TERRACE_SOCKET", "t.sock")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // `unshare` becomes the command: it has its number.
    let namespace = format!("--net=/proc/{}/ns/net", up.id());
    let ping = |patience: &str| {
        let args = [
            namespace.as_str(),
            python,
            "-c",
            PING,
            "10.77.0.2",
            patience,
        ];
        works("nsenter", &args)
    };
    eventually("the app answers", || ping("0.2"));
    assert!(ping("30"));
    signal(&up, rustix::process::Signal::INT);
    assert_eq!(finished(&mut up), Some(0));
}
