//! The `socket` interface: what is granted, what is not, and that a socket goes with its partition.

use terrace_testkit::prelude;
use terrace_tests::{Arena, eventually};

/// A port of loopback that is free now.
fn free() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

fn grant(address: &str) -> String {
    format!("[permissions]\nnetwork = [\"{address}\"]\n")
}

/// A program with the address at 0; it exits with what `body` leaves on the stack.
fn guest(address: &str, locals: &str, body: &str) -> String {
    let length = address.len();
    let body = body.replace("LENGTH", &length.to_string());
    prelude::program(locals, address, &format!("(call $exit {body})"))
}

const LISTEN: &str = "(call $socket_listen (i32.const 0) (i32.const LENGTH))";
const CONNECT: &str = "(call $socket_connect (i32.const 0) (i32.const LENGTH))";

#[test]
fn only_granted_addresses_are_listened_at_and_connected_to() {
    let arena = Arena::new();
    let (granted, other) = (free(), free());
    for call in [LISTEN, CONNECT] {
        let denied = guest(&other, "", call);
        assert_eq!(arena.status_of("denied", &denied, &grant(&granted)), -2);
        let nothing = guest(&other, "", call);
        assert_eq!(arena.status_of("nothing", &nothing, ""), -2);
        let name = guest("localhost:80", "", call);
        assert_eq!(arena.status_of("name", &name, &grant(&granted)), -3);
    }
    let listens = guest(&granted, "", LISTEN);
    assert_eq!(arena.status_of("listens", &listens, &grant(&granted)), 0);
    let twice = guest(&granted, "", &format!("(drop {LISTEN}) {LISTEN}"));
    assert_eq!(arena.status_of("twice", &twice, &grant(&granted)), -45);
    arena.unhurt();
}

/// Connects to its own listener, sends itself three bytes, and answers their sum.
const TALK: &str = "(local.set $listener LISTEN) (local.set $near CONNECT)
  (loop $wait (local.set $far (call $socket_accept (local.get $listener)))
    (br_if $wait (i32.eq (local.get $far) (i32.const -1))))
  (loop $wait (br_if $wait (i32.eq (call $socket_connected (local.get $near)) (i32.const -1))))
  (i32.store (i32.const 100) (i32.const 0x030201))
  (if (i32.ne (call $socket_receive (local.get $far) (i32.const 200) (i32.const 16)) (i32.const -1)) (then (unreachable)))
  (if (i32.ne (call $socket_send (local.get $near) (i32.const 100) (i32.const 3)) (i32.const 3)) (then (unreachable)))
  (loop $wait (local.set $count (call $socket_receive (local.get $far) (i32.const 200) (i32.const 16)))
    (br_if $wait (i32.eq (local.get $count) (i32.const -1))))
  (if (i32.ne (local.get $count) (i32.const 3)) (then (unreachable)))
  (drop (call $socket_shut (local.get $near)))
  (loop $wait (local.set $count (call $socket_receive (local.get $far) (i32.const 300) (i32.const 16)))
    (br_if $wait (i32.eq (local.get $count) (i32.const -1))))
  (if (local.get $count) (then (unreachable)))
  (if (call $socket_close (local.get $near)) (then (unreachable)))
  (if (i32.ne (call $socket_close (local.get $near)) (i32.const -15)) (then (unreachable)))
  (if (i32.ne (call $socket_send (local.get $near) (i32.const 100) (i32.const 3)) (i32.const -15)) (then (unreachable)))
  (if (i32.ne (call $socket_send (local.get $listener) (i32.const 100) (i32.const 3)) (i32.const -3)) (then (unreachable)))
  (i32.add (i32.load8_u (i32.const 200)) (i32.add (i32.load8_u (i32.const 201)) (i32.load8_u (i32.const 202))))";

#[test]
fn a_partition_talks_to_itself_and_its_address_is_free_when_it_has_ended() {
    let arena = Arena::new();
    let address = free();
    let locals = "(local $listener i32) (local $near i32) (local $far i32) (local $count i32)";
    let talk = TALK.replace("LISTEN", LISTEN).replace("CONNECT", CONNECT);
    let wat = guest(&address, locals, &talk);
    assert_eq!(arena.status_of("talks", &wat, &grant(&address)), 6);
    eventually("the address is free", || {
        std::net::TcpListener::bind(&address).is_ok()
    });
    arena.unhurt();
}

#[test]
fn sockets_count_as_descriptors() {
    let arena = Arena::new();
    let address = free();
    let body = format!(
        "(drop {LISTEN}) (loop $more (local.set $last {CONNECT})
           (local.set $made (i32.add (local.get $made) (i32.const 1)))
           (br_if $more (i32.ge_s (local.get $last) (i32.const 0))))
         (i32.sub (local.get $last) (local.get $made))"
    );
    let wat = guest(&address, "(local $last i32) (local $made i32)", &body);
    // The standard streams and the listener are 4 of them; the call that failed was made too, with -6.
    let most = i32::try_from(terrace_abi::DESCRIPTORS).unwrap();
    assert_eq!(
        arena.status_of("many", &wat, &grant(&address)),
        -6 - (most - 4 + 1)
    );
    arena.unhurt();
}
