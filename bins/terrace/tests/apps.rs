//! Apps of `apps/`, built and run by the command, on input whose results are known.
//!
//! A language whose compiler is not installed is skipped, by name; not so where `CI=true`.

mod support;

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use support::toolchain::{copy, has};
use support::{Desk, err, eventually, out};
use terrace_testkit::tools;

/// A desk with the app `name` below `apps`, as in the tree.
fn desk(name: &str) -> Desk {
    let desk = Desk::new();
    let from = tools::root().join("apps").join(name);
    copy(&from, &desk.path().join("apps").join(name));
    desk
}

/// Source: the check value of CRC-32, and FIPS 180-4's example of SHA-256.
#[test]
fn checksum_finds_the_published_sums() {
    if !has("c") {
        return;
    }
    let desk = desk("checksum");
    desk.write("crates/crc/digits", "123456789");
    desk.write("crates/sha/letters", "abc");
    let said = desk.ok(&["run", "apps/checksum", "/tree"]);
    let line = |name: &str| {
        said.lines()
            .find(|l| l.ends_with(name))
            .unwrap_or_else(|| panic!("{name}: {said}"))
    };
    assert!(line("/tree/crc/digits").starts_with("cbf43926 "));
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(line("/tree/sha/letters").split(' ').nth(1), Some(abc));
    assert!(said.contains("2 files, 12 bytes"), "{said}");

    let elsewhere = desk.run(&["run", "apps/checksum", "/etc"]);
    assert_eq!(elsewhere.status.code(), Some(1), "{}", err(&elsewhere));
    assert!(out(&elsewhere).contains("0 files"), "{}", out(&elsewhere));
}

#[test]
fn word_stats_counts_and_counts_again() {
    if !has("rust") {
        return;
    }
    let desk = desk("word-stats");
    desk.write("texts/one", "the cat and the dog");
    desk.write("texts/two", "the bird");
    let texts = format!("{}::/other::ro", desk.path().join("texts").display());
    let run = ["run", "--dir", &texts, "apps/word-stats"];
    let said = desk.ok(&[&run[..], &["/other", "1"]].concat());
    assert!(said.contains("2 texts, 7 words, 5 distinct"), "{said}");
    assert!(said.ends_with("3 42.86% the\n"), "{said}");

    let mut child = desk
        .command(&[&run[..], &["--every", "1", "/other"]].concat())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = child.stdout.take().unwrap();
    let mut said = String::new();
    eventually("it counts three times", || {
        let mut bytes = [0; 512];
        let count = output.read(&mut bytes).unwrap();
        said.push_str(&String::from_utf8_lossy(&bytes[..count]));
        said.matches("2 texts, 7 words, 5 distinct, most often the\n")
            .count()
            >= 2
    });
    assert_eq!(
        said.matches("once only").count(),
        1,
        "only the first time in full: {said}"
    );
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Ends its process with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn ask(address: SocketAddr, request: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    Some(answer)
}

#[test]
fn hello_http_serves_on_the_address_it_was_granted_and_on_no_other() {
    if !has("rust component") {
        return;
    }
    let desk = desk("hello-http");
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let (granted, port) = (address.to_string(), address.port().to_string());
    desk.ok(&["build", "apps/hello-http"]);

    let denied = desk.run(&["run", "apps/hello-http", &port]);
    assert_eq!(denied.status.code(), Some(1), "{}", out(&denied));
    assert!(
        err(&denied).contains(&format!("{granted}: Permission denied")),
        "{}",
        err(&denied)
    );

    let mut command = desk.command(&["run", "--network", &granted, "apps/hello-http", &port]);
    let _running = Running(command.stdout(Stdio::null()).spawn().unwrap());
    let mut silent = None;
    eventually("it listens", || {
        silent = TcpStream::connect(address).ok();
        silent.is_some()
    });
    let page = ask(address, "GET / HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
    assert!(
        page.starts_with("HTTP/1.1 200 OK\r\n") && page.contains("hello from a partition"),
        "{page}"
    );
    let mut late = String::new();
    silent.unwrap().read_to_string(&mut late).unwrap();
    assert!(late.starts_with("HTTP/1.1 408 "), "{late}");
    let stats = ask(address, "GET /stats HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
    assert!(
        stats.contains("\"served\":1,\"refused\":1,\"broken\":0"),
        "{stats}"
    );
}
