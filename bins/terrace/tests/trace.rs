//! `terrace trace`: what a running device did, read back as Perfetto reads it.

mod support;

use prost::Message;
use std::collections::HashMap;
use support::err;
use support::service::Service;
use terrace_testkit::prelude::program;
use terrace_trace::schema::{Event, File, Kind};

/// Answers calls of `answers/echo`.
fn callee() -> String {
    program(
        "",
        "echo",
        r#"(drop (call $call_offer (i32.const 0) (i32.const 4)))
           (loop $serve
             (drop (call $next (i64.const -1) (i32.const 256) (i32.const 512) (i32.const 64)))
             (drop (call $call_reply (i32.const 512) (i32.const 4)))
             (br_if $serve (i32.eqz (call $stop_requested))))"#,
    )
}

/// Every millisecond: a call, and a message to itself.
fn caller() -> String {
    program(
        "(local $h i32) (local $in i32) (local $out i32)",
        "answers/echoself",
        r#"(local.set $h (call $found (i32.const 0) (i32.const 12)))
           (local.set $in (call $message_open (i32.const 12) (i32.const 4) (i32.const 1)))
           (local.set $out (call $message_open (i32.const 12) (i32.const 4) (i32.const 0)))
           (loop $more
             (call $nap (i64.const 1000000))
             (drop (call $ask (local.get $h) (i32.const 1) (i32.const 0) (i32.const 4) (i32.const 512) (i32.const 4) (i64.const -1)))
             (drop (call $message_post (local.get $out) (i32.const 0) (i32.const 4) (i32.const 0) (i32.const 0) (i64.const 0)))
             (drop (call $message_receive (local.get $in) (i64.const 0) (i32.const 1024) (i32.const 40) (i32.const 2048) (i32.const 64)))
             (br_if $more (i32.eqz (call $stop_requested))))"#,
    )
}

/// Slices of a track: name, begin, end; and the flows of those that have one.
type Slices = Vec<(String, u64, u64, Vec<u64>)>;

/// All slices by the name of their track. Every begin must have its end, in order.
fn slices(file: &File) -> HashMap<String, Slices> {
    let tracks: HashMap<u64, String> = file
        .packets
        .iter()
        .filter_map(|p| p.track.as_ref())
        .map(|t| (t.uuid(), t.name().to_owned()))
        .collect();
    let mut events: HashMap<u64, Vec<(u64, &Event)>> = HashMap::new();
    for packet in &file.packets {
        if let Some(event) = &packet.event {
            let of = events.entry(event.track()).or_default();
            of.push((packet.timestamp(), event));
        }
    }
    let mut all: HashMap<String, Slices> = HashMap::new();
    for (track, mut events) in events {
        events.sort_by_key(|&(at, _)| at);
        let found = all.entry(tracks[&track].clone()).or_default();
        let mut open: Vec<(&Event, u64)> = Vec::new();
        for (at, event) in events {
            match event.kind() {
                Kind::Begin => open.push((event, at)),
                Kind::End => {
                    let (begun, since) = open.pop().expect("what ends has begun");
                    found.push((begun.name().to_owned(), since, at, begun.flows.clone()));
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }
    all
}

#[test]
fn a_trace_shows_what_ran_and_who_called_whom() {
    let service = Service::start();
    let export = "[cpu]\nworker = 0\n[[export]]\nname = \"echo\"\ncallers = [\"asks\"]\n";
    service.desk.app("answers", &callee(), export);
    let channel =
        "[cpu]\nworker = 1\n[[channel]]\nname = \"self\"\ntype = \"message\"\ncount = 16\n";
    service.desk.app("asks", &caller(), channel);
    for app in ["answers", "asks"] {
        service.ok(&["install", app]);
        service.ok(&["start", "--name", app, app]);
    }
    let told = service.ok(&["trace", "--ms", "300", "--out", "t.pftrace"]);
    assert!(told.contains("t.pftrace"), "{told}");
    let bytes = std::fs::read(service.desk.path().join("t.pftrace")).unwrap();
    let all = slices(&File::decode(&bytes[..]).expect("a file that Perfetto reads"));
    let of = |track: &str, name: &str| -> Slices {
        let track = all.get(track).unwrap_or_else(|| panic!("{:?}", all.keys()));
        track.iter().filter(|s| s.0 == name).cloned().collect()
    };
    // The caller ran on its worker, and its callee within.
    let ran = of("worker 1", "asks");
    let within = of("worker 1", "answers");
    assert!(!ran.is_empty() && !within.is_empty(), "{told}");
    for (_, from, to, _) in &within {
        assert!(ran.iter().any(|(_, a, b, _)| a <= from && to <= b));
    }
    assert!(!of("worker 1", "monitor").is_empty());
    // An arrow joins the two ends of a call, and of a message.
    let flows = |slices: Slices| -> Vec<u64> { slices.into_iter().flat_map(|s| s.3).collect() };
    let (called, served) = (
        flows(of("asks", "calls answers")),
        flows(of("answers", "on worker 1")),
    );
    assert!(!called.is_empty() && called.iter().all(|f| served.contains(f)));
    let (sent, taken) = (flows(of("asks", "sends")), flows(of("asks", "takes")));
    assert!(!taken.is_empty() && taken.iter().any(|f| sent.contains(f)));
    // A second one finds nothing left of the first; a file that cannot be is told.
    service.ok(&["trace", "--ms", "10", "--out", "t.pftrace"]);
    let refused = service.run(&["trace", "--ms", "10", "--out", "no/such/folder/t.pftrace"]);
    assert!(
        err(&refused).contains("no/such/folder"),
        "{}",
        err(&refused)
    );
}
