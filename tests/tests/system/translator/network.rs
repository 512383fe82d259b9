//! Packets of Linux reach a partition through its channel and come back, and a partition speaks for nobody else.
//!
//! The tests run again in a network namespace of their own: there is nothing in it but what they make.

use super::WATCHDOG;
use std::net::{Ipv4Addr, UdpSocket};
use std::process::Command;
use terrace_bridge::{Gateway, Network, Route};
use terrace_testkit::prelude::module;
use terrace_tests::{Arena, eventually};

const INSIDE: &str = "TERRACE_TEST_NAMESPACE";
const LINUX: Ipv4Addr = Ipv4Addr::new(10, 77, 0, 1);
const GUEST: Ipv4Addr = Ipv4Addr::new(10, 77, 0, 2);
const SPOOFER: Ipv4Addr = Ipv4Addr::new(10, 77, 0, 3);
const NOBODY: Ipv4Addr = Ipv4Addr::new(10, 77, 0, 4);

/// Is this the run in a namespace? If not, it is made, and this test run in it.
fn inside(test: &str) -> bool {
    if std::env::var_os(INSIDE).is_some() {
        return true;
    }
    let possible = std::path::Path::new("/dev/net/tun").exists()
        && Command::new("unshare")
            .args(["-n", "true"])
            .output()
            .is_ok_and(|done| done.status.success());
    if !possible {
        println!(
            "skipped: no /dev/net/tun, or no right to make a network namespace (CAP_SYS_ADMIN)"
        );
        return false;
    }
    let me = std::env::current_exe().unwrap();
    let name = format!("translator::network::{test}");
    let done = Command::new("unshare")
        .arg("-n")
        .arg(me)
        .args([&name, "--exact", "--nocapture"])
        .env(INSIDE, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    let complained = String::from_utf8_lossy(&done.stderr);
    assert!(
        done.status.success() && said.contains("1 passed"),
        "{said}{complained}"
    );
    false
}

fn network() -> Network {
    let route = |address, name: &str| Route {
        address,
        into: format!("{name}-in"),
        out: format!("{name}-out"),
    };
    Network {
        device: "terrace-test".to_owned(),
        address: Some((LINUX, 24)),
        routes: vec![route(GUEST, "echo"), route(SPOOFER, "spoof")],
    }
}

fn channels(name: &str) -> String {
    let channel = |way: &str| {
        format!(
            "[[channel]]\nname = \"{name}-{way}\"\ntype = \"cross-context\"\ncount = 1500\ndepth = 8\n"
        )
    };
    channel("in") + &channel("out")
}

/// Sends back each UDP packet: addresses and ports are exchanged, which leaves the checksums as they are. With
/// `spoil`, what it does to the packet before.
fn echo(name: &str, spoil: &str) -> String {
    module(
        2,
        &format!(
            r#"(data (i32.const 0) "{name}-in") (data (i32.const 16) "{name}-out")
        (func $swap16 (param $a i32) (param $b i32) (local $kept i32)
          (local.set $kept (i32.load16_u (local.get $a)))
          (i32.store16 (local.get $a) (i32.load16_u (local.get $b)))
          (i32.store16 (local.get $b) (local.get $kept)))
        (func (export "_start") (local $in i32) (local $out i32) (local $code i32)
          (local.set $in (call $message_open (i32.const 0) (i32.const {}) (i32.const 1)))
          (local.set $out (call $message_open (i32.const 16) (i32.const {}) (i32.const 0)))
          (loop $more
            (local.set $code (call $message_receive (local.get $in) (i64.const -1)
              (i32.const 1024) (i32.const 40) (i32.const 2048) (i32.const 1500)))
            (br_if $more (i32.eq (local.get $code) (i32.const -1)))
            (if (i32.lt_s (local.get $code) (i32.const 0)) (then (call $exit (i32.const 0))))
            (call $swap16 (i32.const 2060) (i32.const 2064))
            (call $swap16 (i32.const 2062) (i32.const 2066))
            (call $swap16 (i32.const 2068) (i32.const 2070))
            {spoil}
            (drop (call $message_post (local.get $out) (i32.const 2048)
              (i32.load (i32.const 1044)) (i32.const 0) (i32.const 0) (i64.const 0)))
            (br $more)))"#,
            name.len() + 3,
            name.len() + 4,
        ),
    )
}

fn socket(to: Ipv4Addr) -> UdpSocket {
    let socket = UdpSocket::bind((LINUX, 0)).unwrap();
    socket.connect((to, 7777)).unwrap();
    socket.set_read_timeout(WATCHDOG).unwrap();
    socket
}

#[test]
fn packets_reach_a_partition_and_come_back() {
    if !inside("packets_reach_a_partition_and_come_back") {
        return;
    }
    let arena = Arena::new();
    // The network is there first: channels may come later.
    let gateway = Gateway::start(arena.controller.clone(), network()).unwrap();
    let id = arena.run_wat("echo", &echo("echo", ""), &channels("echo"));
    let to = socket(GUEST);
    // Until its channels are found, packets are dropped as in any network.
    to.set_read_timeout(Some(std::time::Duration::from_millis(100)))
        .unwrap();
    let mut into = [0; 1500];
    eventually("the first one comes back", || {
        to.send(b"first").unwrap();
        to.recv(&mut into).is_ok()
    });
    to.set_nonblocking(true).unwrap();
    while to.recv(&mut into).is_ok() {}
    to.set_nonblocking(false).unwrap();
    to.set_read_timeout(WATCHDOG).unwrap();
    for length in [0, 1, 2, 3, 700, 1472] {
        let packet: Vec<u8> = (0..length).map(|i| i as u8).collect();
        to.send(&packet).unwrap();
        let got = loop {
            let got = to.recv(&mut into).unwrap();
            if &into[..got] != b"first" {
                break got;
            }
        };
        assert_eq!(into[..got], packet);
    }
    // A packet is counted when it has been sent: its receiver may be faster.
    eventually("all are counted", || {
        let counted = gateway.traffic();
        counted.delivered >= 7 && counted.sent >= 7
    });
    let before = gateway.traffic();
    socket(NOBODY).send(b"who is there?").unwrap();
    eventually("what is for nobody is dropped", || {
        gateway.traffic().dropped > before.dropped
    });
    // What finds no room is dropped too, and holds up nobody.
    arena.kill(id);
    for _ in 0..100 {
        to.send(b"too much").unwrap();
    }
    eventually("most is dropped", || {
        gateway.traffic().dropped >= before.dropped + 90
    });
    drop((to, gateway));
    arena.unhurt();
}

#[test]
fn a_partition_speaks_for_no_other_address() {
    if !inside("a_partition_speaks_for_no_other_address") {
        return;
    }
    let arena = Arena::new();
    // It takes the address of another partition for its own, and then sends what is no packet.
    let spoil = format!(
        "(i32.store (i32.const 2060) (i32.const {})) (if (i32.eq (i32.load8_u (i32.const 2076)) (i32.const 1))
           (then (memory.fill (i32.const 2048) (i32.const 0xff) (i32.const 24))))",
        i32::from_le_bytes(GUEST.octets())
    );
    arena.install_wat("spoof", &echo("spoof", &spoil), &channels("spoof"));
    let gateway = Gateway::start(arena.controller.clone(), network()).unwrap();
    let id = arena
        .controller
        .run("spoof", None, terrace_vm::Overrides::default())
        .unwrap();
    // Whoever it pretends to be: the socket would take the answer of the other address.
    let (to, pretended) = (socket(SPOOFER), socket(GUEST));
    for (number, bytes) in [[0; 8], [1; 8]].iter().enumerate() {
        to.send(bytes).unwrap();
        eventually("it is refused", || {
            gateway.traffic().refused == number as u64 + 1
        });
    }
    assert_eq!(gateway.traffic().sent, 0);
    pretended.set_nonblocking(true).unwrap();
    assert!(pretended.recv(&mut [0; 8]).is_err());
    arena.kill(id);
    drop((to, pretended, gateway));
    arena.unhurt();
}
