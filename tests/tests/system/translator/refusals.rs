//! What is refused says why, with the limit, and what to do.

use super::raw::{answer, connect, request};
use super::{Bridge, channels, echo};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;
use terrace_bridge::{Limits, Permit, Permits};
use terrace_peer::greeting::Answer;
use terrace_peer::{ConnectError, Connection, Ended, Roles};
use terrace_tests::{Arena, eventually};

fn refusal(bridge: &Bridge, channel: &str, roles: Roles) -> String {
    match Connection::open(&bridge.socket(), channel, roles) {
        Err(ConnectError::Refused(text)) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_nobody_declares_or_is_too_much_is_refused() {
    let arena = Arena::new();
    let limits = Limits {
        peers_of_user: 2,
        memory: 400_000,
        ..Limits::default()
    };
    let bridge = Bridge::with(&arena, Permits::new(Vec::new()), limits);
    arena.install_wat("echo", &echo(), &channels("count = 64"));
    let huge =
        "[[channel]]\nname = \"huge\"\ntype = \"cross-context\"\ncount = 1000000\ndepth = 1\n";
    arena.install_wat("huge", &echo(), huge);
    let text = refusal(&bridge, "nowhere", Roles::SEND);
    assert!(
        text.contains("no installed app declares a channel `nowhere`"),
        "{text}"
    );
    let text = refusal(&bridge, "huge", Roles::SEND);
    assert!(
        text.contains("400000 bytes") && text.contains("declare smaller messages"),
        "{text}"
    );
    let one = bridge.open("inbox", Roles::SEND);
    let two = bridge.open("inbox", Roles::SEND);
    let text = refusal(&bridge, "inbox", Roles::SEND);
    assert!(text.contains("all 2 connections of user"), "{text}");
    drop((one, two));
    eventually("there is room again", || {
        Connection::open(&bridge.socket(), "inbox", Roles::SEND).is_ok()
    });
    assert!(bridge.translator.refused() >= 3);
    drop(bridge);
    arena.unhurt();
}

#[test]
fn who_does_not_ask_in_time_or_talks_nonsense_is_sent_away() {
    let arena = Arena::new();
    let limits = Limits {
        handshake: Duration::from_millis(20),
        ..Limits::default()
    };
    let bridge = Bridge::with(&arena, Permits::new(Vec::new()), limits);
    arena.install_wat("echo", &echo(), &channels("count = 64"));
    let whole = request("inbox", Roles::BOTH);
    for length in 0..whole.len() {
        let stream = connect(&bridge.socket(), &whole[..length]);
        let Some(Answer::Refused(text)) = answer(&stream).0 else {
            panic!("{length} bytes are no request");
        };
        assert!(text.contains("did not come within 20ms"), "{text}");
    }
    for (nonsense, says) in [
        (&b"GET / HTTP/1.1\r\n"[..], "the request begins with"),
        (
            &[whole[0], whole[1], whole[2], whole[3], 9, 1, 1, 0, b'x'],
            "version 9",
        ),
        (
            &[whole[0], whole[1], whole[2], whole[3], 1, 8, 1, 0, b'x'],
            "roles 8",
        ),
        (
            &[whole[0], whole[1], whole[2], whole[3], 1, 1, 0, 0, b'x'],
            "has 0 bytes",
        ),
        (
            &[whole[0], whole[1], whole[2], whole[3], 1, 1, 1, 0, 0xff],
            "UTF-8",
        ),
    ] {
        let stream = connect(&bridge.socket(), nonsense);
        let Some(Answer::Refused(text)) = answer(&stream).0 else {
            panic!("{says}");
        };
        assert!(text.contains(says), "{text}");
    }
    drop(bridge);
    arena.unhurt();
}

#[test]
fn a_channel_that_goes_ends_its_connections_with_the_reason() {
    let arena = Arena::new();
    let bridge = Bridge::new(&arena);
    arena.install_wat("echo", &echo(), &channels("count = 64"));
    let mut from = bridge.open("outbox", Roles::RECEIVE);
    arena.controller.uninstall("echo");
    let ended = from.receive(&mut [0; 64], super::WATCHDOG).unwrap_err();
    let Ended::Gone(text) = ended else {
        panic!("{ended:?}");
    };
    assert!(text.contains("was uninstalled or changed"), "{text}");
    drop((from, bridge));
    arena.unhurt();
}

#[test]
fn another_user_may_what_the_device_file_says() {
    const OTHER: u32 = 65_533;
    if !rustix::process::geteuid().is_root() {
        println!("skipped: only root can become another user");
        return;
    }
    let python = Command::new("/usr/bin/python3").arg("--version").output();
    if !python.is_ok_and(|done| done.status.success()) {
        println!("skipped: there is no /usr/bin/python3, which user {OTHER} could run");
        return;
    }
    let arena = Arena::new();
    let permit = Permit {
        uid: OTHER,
        send: vec!["inbox".to_owned()],
        ..Permit::default()
    };
    let bridge = Bridge::with(&arena, Permits::new(vec![permit]), Limits::default());
    arena.install_wat("echo", &echo(), &channels("count = 64"));
    let open = std::os::unix::fs::PermissionsExt::from_mode;
    std::fs::set_permissions(bridge.folder.path(), open(0o755)).unwrap();
    std::fs::set_permissions(bridge.socket(), open(0o666)).unwrap();
    let ask = |channel: &str, roles: Roles| {
        let script = "import socket, sys\ns = socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n\
                      s.send(bytes.fromhex(sys.argv[2]))\nsys.stdout.buffer.write(s.recv(2000))";
        let hex: String = request(channel, roles)
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        let mut command = Command::new("/usr/bin/python3");
        command
            .uid(OTHER)
            .args(["-c", script])
            .arg(bridge.socket())
            .arg(hex)
            .current_dir("/");
        let done = command.output().unwrap();
        let told = Answer::decode(&done.stdout);
        told.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&done.stderr)))
    };
    assert_eq!(ask("inbox", Roles::SEND), Answer::Granted { longest: 64 });
    for (channel, roles) in [
        ("inbox", Roles::RECEIVE),
        ("inbox", Roles::BOTH),
        ("outbox", Roles::SEND),
    ] {
        let Answer::Refused(text) = ask(channel, roles) else {
            panic!("{channel} {roles:?}");
        };
        assert!(text.contains("[[peer]] with uid = 65533"), "{text}");
    }
    drop(bridge);
    arena.unhurt();
}
