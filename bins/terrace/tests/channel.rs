//! `terrace channel`: a shell talks to apps through the translator.

mod support;

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::Stdio;
use support::service::Service;
use support::{err, eventually, finished, out, signal};
use terrace_testkit::prelude::module;

/// Sends what it receives from `to` to `back`.
fn echo() -> String {
    module(
        2,
        r#"(data (i32.const 0) "to") (data (i32.const 16) "back")
        (func (export "_start") (local $in i32) (local $out i32) (local $code i32)
          (local.set $in (call $message_open (i32.const 0) (i32.const 2) (i32.const 1)))
          (local.set $out (call $message_open (i32.const 16) (i32.const 4) (i32.const 0)))
          (loop $more
            (local.set $code (call $message_receive (local.get $in) (i64.const -1)
              (i32.const 1024) (i32.const 40) (i32.const 2048) (i32.const 64)))
            (br_if $more (i32.eq (local.get $code) (i32.const -1)))
            (if (i32.lt_s (local.get $code) (i32.const 0)) (then (call $exit (i32.const 0))))
            (drop (call $message_post (local.get $out) (i32.const 2048)
              (i32.load (i32.const 1044)) (i32.load (i32.const 1048)) (i32.const 0) (i64.const 0)))
            (br $more)))"#,
    )
}

/// Of `echo`.
fn channels() -> String {
    let channel = |name| {
        format!(
            "[[channel]]\nname = \"{name}\"\ntype = \"cross-context\"\ncount = 64\ndepth = 16\n"
        )
    };
    channel("to") + &channel("back")
}

fn service() -> Service {
    let service = Service::start();
    service.desk.app("echo", &echo(), &channels());
    service.ok(&["install", "echo"]);
    service.ok(&["start", "--name", "echo", "echo"]);
    eventually("it runs", || service.state("echo") == "running");
    service
}

#[test]
fn lines_of_a_shell_go_to_an_app_and_back() {
    let service = service();
    assert_eq!(
        service.ok(&["channel", "send", "--kind", "7", "to", "hello"]),
        ""
    );
    let heard = service.ok(&[
        "channel", "listen", "--count", "1", "--format", "json", "back",
    ]);
    let heard: serde_json::Value = serde_json::from_str(&heard).unwrap();
    let hello =
        serde_json::json!({ "kind": 7, "length": 5, "text": "hello", "data": "68656c6c6f" });
    assert_eq!(heard, hello);

    let mut sender = service.desk.command(&["channel", "send", "to"]);
    let mut sender = sender
        .env("TERRACE_SOCKET", "t.sock")
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    sender
        .stdin
        .take()
        .unwrap()
        .write_all(b"one\ntwo\n\nfour")
        .unwrap();
    assert_eq!(finished(&mut sender), Some(0));
    let heard = service.ok(&["channel", "listen", "--count", "4", "back"]);
    assert_eq!(heard, "one\ntwo\n\nfour\n");
}

#[test]
fn what_cannot_be_sent_or_heard_is_said() {
    let service = service();
    let done = service.run(&["channel", "send", "nowhere", "x"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(
        err(&done).contains("no installed app declares a channel `nowhere`"),
        "{}",
        err(&done)
    );
    let done = service.run(&["channel", "send", "to", &"x".repeat(65)]);
    assert!(
        err(&done).contains("65 bytes is longer than the 64"),
        "{}",
        err(&done)
    );
    let done = service.run(&["channel", "listen", "--timeout", "0", "back"]);
    assert_eq!((done.status.code(), out(&done).as_str()), (Some(124), ""));
    let done = service.run(&["channel", "--socket", "/nowhere/t.sock", "listen", "back"]);
    assert_eq!(done.status.code(), Some(2));
    let done = service.run(&["channel", "listen", "--socket", "/nowhere/t.sock", "back"]);
    assert!(
        err(&done).contains("/nowhere/t.translator.sock"),
        "{}",
        err(&done)
    );
}

#[test]
fn ctrl_c_ends_a_listener_and_so_does_the_end_of_the_daemon() {
    let mut service = service();
    let listen = |service: &Service| {
        let mut command = service.desk.command(&["channel", "listen", "back"]);
        command
            .env("TERRACE_SOCKET", "t.sock")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let mut listener = listen(&service);
    // It listens as soon as it has printed something.
    service.ok(&["channel", "send", "to", "first"]);
    let mut line = String::new();
    let mut reader = std::io::BufReader::new(listener.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut reader, &mut line).unwrap();
    assert_eq!(line, "first\n");
    signal(&listener, rustix::process::Signal::INT);
    assert_eq!(finished(&mut listener), Some(130));

    let mut listener = listen(&service);
    service.ok(&["channel", "send", "to", "second"]);
    let mut reader = std::io::BufReader::new(listener.stdout.take().unwrap());
    line.clear();
    std::io::BufRead::read_line(&mut reader, &mut line).unwrap();
    service.daemon.kill().unwrap();
    assert_eq!(finished(&mut listener), Some(1));
    let done = listener.wait_with_output().unwrap();
    assert!(
        err(&done).contains("the translator is gone"),
        "{}",
        err(&done)
    );
}

/// A user that is not the one of the tests.
const OTHER: u32 = 65_533;

/// A desk with the app `echo` and a device file that lets [`OTHER`] send to it. None: only root can become
/// another user.
fn desk_for_another() -> Option<support::Desk> {
    if !rustix::process::geteuid().is_root() {
        println!("skipped: only root can become another user");
        return None;
    }
    let desk = support::Desk::new();
    desk.app("echo", &echo(), &channels());
    let peer = format!("[[app]]\npath = \"echo\"\n[[peer]]\nuid = {OTHER}\nsend = [\"to\"]\n");
    desk.write("device.toml", &peer);
    open_to_all(desk.path());
    // The command itself lies where the other user may not look.
    let command = desk.path().join("terrace");
    std::fs::copy(env!("CARGO_BIN_EXE_terrace"), &command).unwrap();
    open_to_all(&command);
    Some(desk)
}

fn open_to_all(path: &std::path::Path) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn as_other(desk: &support::Desk, args: &[&str]) -> std::process::Output {
    let mut other = std::process::Command::new(desk.path().join("terrace"));
    other.args(args).current_dir(desk.path());
    other.env("TERRACE_SOCKET", "t.sock").uid(OTHER);
    other.output().unwrap()
}

#[test]
fn the_device_file_of_a_daemon_opens_channels_to_other_users() {
    let Some(desk) = desk_for_another() else {
        return;
    };
    let mut daemon = Service::daemon(&desk);
    daemon.args(["--device", "device.toml"]);
    let service = Service::of(desk, daemon.spawn().unwrap());
    service.ok(&["install", "echo"]);
    service.ok(&["start", "--name", "echo", "echo"]);
    let other = |args: &[&str]| as_other(&service.desk, args);
    let done = other(&["channel", "send", "to", "from another"]);
    assert!(done.status.success(), "{}", err(&done));
    let heard = service.ok(&["channel", "listen", "--count", "1", "back"]);
    assert_eq!(heard, "from another\n");
    for (verb, channel) in [("listen", "back"), ("listen", "to"), ("send", "back")] {
        let done = other(&["channel", verb, channel]);
        let told = err(&done);
        assert_eq!(done.status.code(), Some(1), "{told}");
        assert!(told.contains("[[peer]] with uid = 65533"), "{told}");
    }
    assert!(
        !other(&["ps"]).status.success(),
        "the control socket is its owner's"
    );
}

#[test]
fn a_device_that_runs_by_up_lets_processes_in() {
    let Some(desk) = desk_for_another() else {
        return;
    };
    let mut up = desk.command(&["up", "device.toml", "--headless"]);
    let up = up
        .env("TERRACE_SOCKET", "t.sock")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut service = Service {
        daemon: up.spawn().unwrap(),
        desk,
    };
    let socket = service.desk.path().join("t.translator.sock");
    eventually("the socket is there", || socket.exists());
    let done = as_other(&service.desk, &["channel", "send", "to", "up"]);
    assert!(done.status.success(), "{}", err(&done));
    let heard = service.ok(&["channel", "listen", "--count", "1", "back"]);
    assert_eq!(heard, "up\n");
    signal(&service.daemon, rustix::process::Signal::INT);
    finished(&mut service.daemon);
    assert!(!socket.exists());
}

#[test]
fn who_cannot_reach_what_it_may_use_is_told_of() {
    let Some(desk) = desk_for_another() else {
        return;
    };
    let closed = std::fs::Permissions::from_mode(0o700);
    std::fs::set_permissions(desk.path(), closed).unwrap();
    let done = desk.run(&["up", "device.toml", "--socket", "t.sock", "--for", "0"]);
    let told = err(&done);
    assert!(
        told.contains("none of them can reach") && told.contains("chmod o+x"),
        "{told}"
    );
}
