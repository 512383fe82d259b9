//! Messages between partitions: through queues and broadcasts, by priority, within bounds, and with
//! nothing left behind whoever dies.

mod attacks;
mod broadcasts;
mod channels;
mod intents;
mod queues;

use terrace_testkit::prelude::module;
use terrace_tests::Arena;
use terrace_vm::{ChannelInfo, PartitionId};

/// Where guests keep a letter, the bytes of a message, and a number as text.
const HELPERS: &str = r#"
  (func $note (param $n i32) (local $at i32) (local $negative i32)
    (local.set $at (i32.const 1000))
    (if (i32.lt_s (local.get $n) (i32.const 0))
      (then (local.set $negative (i32.const 1)) (local.set $n (i32.sub (i32.const 0) (local.get $n)))))
    (loop $digits
      (local.set $at (i32.sub (local.get $at) (i32.const 1)))
      (i32.store8 (local.get $at) (i32.add (i32.const 48) (i32.rem_u (local.get $n) (i32.const 10))))
      (local.set $n (i32.div_u (local.get $n) (i32.const 10)))
      (br_if $digits (local.get $n)))
    (if (local.get $negative)
      (then (local.set $at (i32.sub (local.get $at) (i32.const 1))) (i32.store8 (local.get $at) (i32.const 45))))
    (call $say (local.get $at) (i32.sub (i32.const 1000) (local.get $at))))
  (func $receive (param $channel i32) (param $ns i64) (result i32) (local $code i32) (local $until i64)
    (local.set $until (select (i64.const -1) (i64.add (call $now) (local.get $ns))
      (i64.eq (local.get $ns) (i64.const -1))))
    (loop $again
      (local.set $code (call $message_receive (local.get $channel) (local.get $until)
        (i32.const 1024) (i32.const 40) (i32.const 2048) (i32.const 4096)))
      (br_if $again (i32.eq (local.get $code) (i32.const -1))))
    (local.get $code))
  (func $take (param $channel i32) (result i32) (local $code i32)
    (loop $again
      (local.set $code (call $message_take (local.get $channel) (i64.const -1) (i32.const 1024) (i32.const 40)))
      (br_if $again (i32.eq (local.get $code) (i32.const -1))))
    (if (i32.lt_s (local.get $code) (i32.const 0)) (then (return (local.get $code))))
    (i32.load (i32.const 1040)))
  (func $said (param $text i32) (param $length i32) (param $kind i32) (param $priority i32) (result i32)
    (call $message_post (global.get $channel) (local.get $text) (local.get $length) (local.get $kind)
      (local.get $priority) (i64.const 0)))
  (func $heard (result i32)
    (local $code i32)
    (local.set $code (call $receive (global.get $channel) (i64.const 0)))
    (if (i32.gt_s (local.get $code) (i32.const 0))
      (then (call $say (i32.const 2048) (i32.load (i32.const 1044)))))
    (local.get $code))
  (global $channel (mut i32) (i32.const -1))
"#;

const SEND: u32 = 0;
const RECEIVE: u32 = 1;

/// A guest whose memory begins with the channel's name; it opens it and does `body`.
fn guest(channel: &str, role: u32, body: &str) -> String {
    let name = channel.len();
    module(
        32,
        &format!(
            r#"{HELPERS}
               (data (i32.const 0) "{channel}")
               (data (i32.const 200) "abcdefghijklmnopqrstuvwxyz")
               (func (export "_start") (local $m i32) (local $n i32) (local $i i32)
                 (global.set $channel (call $message_open (i32.const 0) (i32.const {name}) (i32.const {role})))
                 (if (i32.lt_s (global.get $channel) (i32.const 0)) (then (call $exit (global.get $channel))))
                 {body})"#
        ),
    )
}

/// `[[channel]]` of the app that declares it.
fn channel(name: &str, kind: &str, rest: &str) -> String {
    format!("[[channel]]\nname = \"{name}\"\ntype = \"{kind}\"\n{rest}\n")
}

/// An app that does nothing but declare.
fn declare(arena: &Arena, manifest: &str) {
    arena.install_wat("owner", terrace_testkit::guests::NOTHING, manifest);
}

/// What `terrace channels` would show of one.
fn seen(arena: &Arena, name: &str) -> ChannelInfo {
    let all = arena.controller.channels();
    let found = all.into_iter().find(|c| c.name == name);
    found.expect("it is declared")
}

/// The lines of a guest that has ended well.
fn story(arena: &Arena, id: PartitionId) -> Vec<String> {
    assert_eq!(arena.fault(id), "no fault: Exited(0)");
    arena.lines(id)
}
