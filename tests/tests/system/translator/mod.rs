//! Linux processes and partitions talk through the translator; what a hostile process does in its
//! rings, on its socket and to its descriptors hurts nobody and leaves nothing behind.

mod attacks;
mod both_ways;
mod libraries;
mod network;
mod raw;
mod refusals;

use std::os::unix::net::UnixListener;
use std::path::PathBuf;
use std::time::Duration;
use terrace_bridge::{Limits, Permits, Translator};
use terrace_peer::{Connection, Roles};
use terrace_testkit::prelude::module;
use terrace_tests::Arena;

/// No wait is longer.
const WATCHDOG: Option<Duration> = Some(Duration::from_secs(60));

/// A translator for an arena's machine.
struct Bridge {
    translator: Translator,
    folder: tempfile::TempDir,
}

impl Bridge {
    fn new(arena: &Arena) -> Bridge {
        Bridge::with(arena, Permits::new(Vec::new()), Limits::default())
    }

    fn with(arena: &Arena, permits: Permits, limits: Limits) -> Bridge {
        let folder = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(folder.path().join("t.sock")).unwrap();
        let controller = arena.controller.clone();
        let translator = Translator::start(controller, listener, permits, limits).unwrap();
        Bridge { translator, folder }
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join("t.sock")
    }

    fn open(&self, channel: &str, roles: Roles) -> Connection {
        Connection::open(&self.socket(), channel, roles).unwrap()
    }
}

/// Two channels, `inbox` and `outbox`, of an app.
fn channels(rest: &str) -> String {
    let channel =
        |name| format!("[[channel]]\nname = \"{name}\"\ntype = \"cross-context\"\n{rest}\n");
    channel("inbox") + &channel("outbox")
}

/// Sends each message of `inbox` to `outbox`. Faults if one is not from outside and below all others.
fn echo() -> String {
    module(
        34,
        r#"(data (i32.const 0) "inbox") (data (i32.const 16) "outbox")
        (func (export "_start") (local $in i32) (local $out i32) (local $code i32)
          (local.set $in (call $message_open (i32.const 0) (i32.const 5) (i32.const 1)))
          (local.set $out (call $message_open (i32.const 16) (i32.const 6) (i32.const 0)))
          (loop $more
            (local.set $code (call $message_receive (local.get $in) (i64.const -1)
              (i32.const 1024) (i32.const 40) (i32.const 65536) (i32.const 65536)))
            (br_if $more (i32.eq (local.get $code) (i32.const -1)))
            (if (i32.lt_s (local.get $code) (i32.const 0)) (then (call $exit (i32.const 0))))
            (if (i64.ne (i64.load (i32.const 1024)) (i64.const 0)) (then unreachable))
            (if (i32.load (i32.const 1052)) (then unreachable))
            (loop $post
              (local.set $code (call $message_post (local.get $out) (i32.const 65536)
                (i32.load (i32.const 1044)) (i32.load (i32.const 1048)) (i32.const 0) (i64.const 0)))
              (if (i32.eq (local.get $code) (i32.const -14))
                (then (call $nap (i64.const 100000)) (br $post))))
            (if (i32.lt_s (local.get $code) (i32.const 0)) (then unreachable))
            (br $more)))"#,
    )
}
