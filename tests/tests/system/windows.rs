//! Windows: large data handed over without a copy, honest users first, then attacks.

use terrace_testkit::{Census, prelude};
use terrace_tests::{Arena, eventually};
use terrace_vm::PartitionId;

/// What every guest here has: `$enter` opens a window in a part over new memory, and leaves
/// where in `$base`, its stride in `$stride`, the handle in `$window`; `$parcel` takes the next parcel
/// (its number, its length below), or exits with 90; `$blank` obtains, or exits with 91.
const FACE: &str = r#"
  (global $base (mut i32) (i32.const 0))
  (global $bytes (mut i32) (i32.const 0))
  (global $stride (mut i32) (i32.const 0))
  (global $capacity (mut i32) (i32.const 0))
  (global $window (mut i32) (i32.const 0))
  (data (i32.const 0) "frames")
  (func $soon (result i64) (i64.add (call $now) (i64.const 30000000000)))
  (func $reserve (result i32)
    (i32.mul (memory.grow (i32.shr_u (i32.add (global.get $bytes) (i32.const 65535)) (i32.const 16)))
             (i32.const 65536)))
  (func $learn
    (loop $later
      (if (i32.lt_s (call $window_describe (i32.const 0) (i32.const 6) (i32.const 1024) (i32.const 64)) (i32.const 0))
        (then (call $nap (i64.const 1000000)) (br $later))))
    (global.set $bytes (i32.load (i32.const 1024)))
    (global.set $stride (i32.load (i32.const 1032)))
    (global.set $capacity (i32.load (i32.const 1036))))
  (func $open_at (param $part i32) (param $at i32) (result i32) (local $code i32)
    (loop $again
      (local.set $code (call $window_open (i32.const 0) (i32.const 6) (local.get $part) (local.get $at) (global.get $bytes)))
      (br_if $again (i32.eq (local.get $code) (i32.const -1))))
    (local.get $code))
  (func $enter (param $part i32)
    (call $learn)
    (global.set $base (call $reserve))
    (global.set $window (call $open_at (local.get $part) (global.get $base)))
    (if (i32.lt_s (global.get $window) (i32.const 0)) (then (call $exit (global.get $window)))))
  (func $place (param $number i32) (result i32)
    (i32.add (global.get $base) (i32.mul (i32.and (local.get $number) (i32.const 255)) (global.get $stride))))
  (func $blank (result i32) (local $number i32) (local $until i64)
    (local.set $until (call $soon))
    (loop $again
      (local.set $number (call $window_obtain (global.get $window) (local.get $until)))
      (br_if $again (i32.eq (local.get $number) (i32.const -1))))
    (if (i32.lt_s (local.get $number) (i32.const 0)) (then (call $exit (i32.const 91))))
    (local.get $number))
  (func $post (param $number i32) (param $length i32) (local $code i32)
    (loop $again
      (local.set $code (call $window_send (global.get $window) (local.get $number) (local.get $length)))
      (if (i32.eq (local.get $code) (i32.const -30))
        (then (call $nap (i64.const 1000000)) (br $again))))
    (if (i32.lt_s (local.get $code) (i32.const 1)) (then (call $exit (i32.const 92)))))
  (func $parcel (result i32) (local $code i32) (local $until i64)
    (local.set $until (call $soon))
    (loop $again
      (local.set $code (call $window_take (global.get $window) (local.get $until) (i32.const 1100) (i32.const 16)))
      (br_if $again (i32.eq (local.get $code) (i32.const -1))))
    (if (i32.ne (local.get $code) (i32.const 16)) (then (call $exit (i32.const 90))))
    (i32.load (i32.const 1108)))
  (func $length (result i32) (i32.load (i32.const 1112)))
  (func $done (param $number i32)
    (if (call $window_release (global.get $window) (local.get $number)) (then (call $exit (i32.const 93)))))
  (func $fill (param $number i32) (param $byte i32)
    (memory.fill (call $place (local.get $number)) (local.get $byte) (global.get $capacity)))
  (func $has (param $number i32) (param $byte i32) (result i32) (local $at i32) (local $end i32)
    (local.set $at (call $place (local.get $number)))
    (local.set $end (i32.add (local.get $at) (global.get $capacity)))
    (loop $more
      (if (i32.ne (i32.load8_u (local.get $at)) (local.get $byte)) (then (return (i32.const 0))))
      (br_if $more (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (local.get $end))))
    (i32.const 1))
  (func $expect (param $number i32) (param $byte i32) (param $status i32)
    (if (i32.eqz (call $has (local.get $number) (local.get $byte))) (then (call $exit (local.get $status)))))
"#;

const PUBLISH: &str = "(call $enter (i32.const 0))";
const SUBSCRIBE: &str = "(call $enter (i32.const 1))";

/// A guest whose `_start` does this.
fn guest(locals: &str, body: &str) -> String {
    prelude::module(
        2,
        &format!("{FACE}\n(func (export \"_start\") {locals}\n{body})"),
    )
}

/// The channel, with so many buffers of so many bytes.
fn channel(bytes: u32, depth: u32, rest: &str) -> String {
    format!(
        "[[channel]]\nname = \"frames\"\ntype = \"bulk\"\ncount = {bytes}\ndepth = {depth}\n\
         publishers = [\"camera\", \"second\"]\nsubscribers = [\"viewer\", \"other\", \"permission:frames\"]\n{rest}"
    )
}

/// Sleeps until it is stopped; it has the window.
fn host(arena: &Arena, bytes: u32, depth: u32, rest: &str) -> PartitionId {
    arena.run_wat(
        "host",
        &guest("", "(drop (call $rest (i64.const 0x7fffffffffffffff)))"),
        &channel(bytes, depth, rest),
    )
}

fn status(arena: &Arena, id: PartitionId) -> Option<i32> {
    let end = arena.end(id);
    let info = arena.info(id);
    assert!(end.fault().is_none(), "{} ended by {end:?}", info.name);
    info.exit_status
}

fn worker(mode: &str, number: usize) -> String {
    let head = if mode.is_empty() { "[cpu]\n" } else { mode };
    format!("{head}worker = {number}\n")
}

#[test]
fn what_is_sent_arrives_in_place_and_in_order() {
    let arena = Arena::new();
    host(&arena, 70_000, 3, "");
    let publish = guest(
        "(local $i i32) (local $b i32)",
        &format!(
            "{PUBLISH}
             (loop $more
               (local.set $b (call $blank))
               (call $fill (local.get $b) (local.get $i))
               (call $post (local.get $b) (i32.add (i32.const 1000) (local.get $i)))
               (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 200))))"
        ),
    );
    let subscribe = guest(
        "(local $i i32) (local $b i32)",
        &format!(
            "{SUBSCRIBE}
             (loop $more
               (local.set $b (call $parcel))
               (if (i32.ne (call $length) (i32.add (i32.const 1000) (local.get $i))) (then (call $exit (i32.const 3))))
               (call $expect (local.get $b) (local.get $i) (i32.const 4))
               (call $done (local.get $b))
               (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 200))))
             (call $exit (i32.const 77))"
        ),
    );
    for mode in crate::lifecycle::MODES {
        for to in [0, 1] {
            arena.clear("camera");
            arena.clear("viewer");
            arena.install_wat("camera", &publish, &worker(mode, 0));
            arena.install_wat("viewer", &subscribe, &worker(mode, to));
            let (viewer, camera) = (arena.start("viewer"), arena.start("camera"));
            assert_eq!(status(&arena, viewer), Some(77), "{mode} to worker {to}");
            assert_eq!(status(&arena, camera), Some(0));
        }
    }
    arena.kill(arena.controller.find("host").unwrap());
    arena.unhurt();
}

#[test]
fn what_a_publisher_writes_after_sending_nobody_sees() {
    let arena = Arena::new();
    host(&arena, 300_000, 4, "");
    let publish = guest(
        "(local $a i32) (local $b i32)",
        &format!(
            "{PUBLISH}
             (local.set $a (call $blank))
             (call $fill (local.get $a) (i32.const 1))
             (call $post (local.get $a) (global.get $capacity))
             (call $expect (local.get $a) (i32.const 1) (i32.const 5))
             (call $fill (local.get $a) (i32.const 2))
             (memory.copy (call $place (local.get $a)) (i32.const 0) (i32.const 64))
             (i64.store (i32.add (call $place (local.get $a)) (i32.const 4095)) (i64.const -1))
             (local.set $b (call $blank))
             (call $fill (local.get $b) (i32.const 3))
             (call $post (local.get $b) (i32.const 1))
             (call $nap (i64.const 300000000))"
        ),
    );
    // The first is looked at after the second has come, by which time it was written over.
    let subscribe = guest(
        "(local $a i32) (local $b i32)",
        &format!(
            "{SUBSCRIBE}
             (local.set $a (call $parcel))
             (local.set $b (call $parcel))
             (call $expect (local.get $a) (i32.const 1) (i32.const 6))
             (call $expect (local.get $b) (i32.const 3) (i32.const 7))
             (call $done (local.get $a)) (call $done (local.get $b))
             (call $exit (i32.const 77))"
        ),
    );
    let viewer = arena.run_wat("viewer", &subscribe, "");
    let camera = arena.run_wat("camera", &publish, "");
    assert_eq!(status(&arena, viewer), Some(77));
    assert_eq!(status(&arena, camera), Some(0));
    arena.kill(arena.controller.find("host").unwrap());
    arena.unhurt();
}

#[test]
fn what_a_subscriber_writes_nobody_else_sees_and_is_gone_with_the_release() {
    let arena = Arena::new();
    host(&arena, 100_000, 2, "");
    // Writes over each of ten messages; two subscribers do, and the publisher looks at its own.
    let subscribe = |byte: u32| {
        guest(
            "(local $i i32) (local $b i32)",
            &format!(
                "{SUBSCRIBE}
                 (call $say (i32.const 0) (i32.const 6))
                 (loop $more
                   (local.set $b (call $parcel))
                   (call $expect (local.get $b) (local.get $i) (i32.const 6))
                   (call $fill (local.get $b) (i32.const {byte}))
                   (call $nap (i64.const 1000000))
                   (call $expect (local.get $b) (i32.const {byte}) (i32.const 7))
                   (call $done (local.get $b))
                   (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))
                 (call $exit (i32.const 77))"
            ),
        )
    };
    let viewer = arena.run_wat("viewer", &subscribe(101), "");
    let other = arena.run_wat("other", &subscribe(102), "");
    for id in [viewer, other] {
        eventually("it has subscribed", || arena.lines(id).len() == 1);
    }
    // A buffer it gets again is as it left it.
    let publish = guest(
        "(local $i i32) (local $b i32) (local $old i32)",
        &format!(
            "{PUBLISH}
             (loop $more
               (local.set $b (call $blank))
               (local.set $old (i32.load8_u (call $place (local.get $b))))
               (if (i32.ge_u (local.get $old) (i32.const 10)) (then (call $exit (i32.const 8))))
               (call $expect (local.get $b) (local.get $old) (i32.const 9))
               (call $fill (local.get $b) (local.get $i))
               (call $post (local.get $b) (i32.const 0))
               (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 10))))"
        ),
    );
    let camera = arena.run_wat("camera", &publish, "");
    assert_eq!(status(&arena, viewer), Some(77));
    assert_eq!(status(&arena, other), Some(77));
    assert_eq!(status(&arena, camera), Some(0));
    arena.kill(arena.controller.find("host").unwrap());
    arena.unhurt();
}

#[test]
fn a_full_window_waits_or_lets_the_oldest_go() {
    let arena = Arena::new();
    // Alone in one guest: both parts, at two places.
    let both = |until: &str, body: &str| {
        guest(
            "(local $i i32) (local $b i32) (local $in i32) (local $out i32) (local $until i64)",
            &format!(
                "{PUBLISH}
                 (local.set $in (global.get $window))
                 {SUBSCRIBE}
                 (local.set $out (global.get $window)) (global.set $window (local.get $in))
                 (local.set $until {until})
                 (loop $more
                   (local.set $b (call $window_obtain (local.get $in) (local.get $until)))
                   (br_if $more (i32.eq (local.get $b) (i32.const -1)))
                   (if (i32.ge_s (local.get $b) (i32.const 0)) (then
                     (call $post (local.get $b) (local.get $i))
                     (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 20))))))
                 (global.set $window (local.get $out))
                 {body}"
            ),
        )
    };
    let waits = both(
        "(i64.add (call $now) (i64.const 1000000))",
        "(if (i32.ne (local.get $b) (i32.const -10)) (then (call $exit (i32.const 1))))
         (call $exit (local.get $i))",
    );
    let id = arena.run_wat("host", &waits, &channel(1000, 5, ""));
    assert_eq!(status(&arena, id), Some(5), "a full window waits");
    arena.clear("host");
    // Of twenty, the last five are there.
    let oldest = both(
        "(i64.const 0)",
        "(drop (call $parcel))
         (if (i32.ne (call $length) (i32.const 15)) (then (call $exit (i32.const 1))))
         (if (i64.ne (i64.load (i32.const 1100)) (i64.const 16)) (then (call $exit (i32.const 2))))
         (call $exit (local.get $i))",
    );
    let id = arena.run_wat("host", &oldest, &channel(1000, 5, "drop = \"oldest\"\n"));
    assert_eq!(status(&arena, id), Some(20));
    arena.unhurt();
}

/// Every kind of access over every edge of both ranges, in whatever state they are: `$hammer`.
const HAMMER: &str = r#"
  (global $p (mut i32) (i32.const 0))
  (global $s (mut i32) (i32.const 0))
  (func $edges (param $from i32) (param $byte i32) (local $b i32) (local $at i32)
    (loop $buffers
      (local.set $at (i32.add (local.get $from) (i32.mul (local.get $b) (global.get $stride))))
      (memory.fill (i32.sub (local.get $at) (i32.const 100)) (local.get $byte) (i32.const 200))
      (memory.copy (i32.sub (local.get $at) (i32.const 100)) (i32.const 2048) (i32.const 200))
      (memory.copy (i32.const 2048) (i32.sub (local.get $at) (i32.const 100)) (i32.const 200))
      (memory.copy (i32.sub (local.get $at) (i32.const 50)) (i32.sub (local.get $at) (i32.const 60)) (i32.const 120))
      (i64.store (i32.sub (local.get $at) (i32.const 3)) (i64.load (i32.sub (local.get $at) (i32.const 5))))
      (br_if $buffers (i32.le_u (local.tee $b (i32.add (local.get $b) (i32.const 1))) (i32.const 3))))
    (memory.fill (local.get $from) (local.get $byte) (global.get $bytes))
    (memory.copy (i32.sub (local.get $from) (i32.const 8)) (local.get $from) (global.get $bytes))
    (drop (call $random_get (i32.sub (local.get $from) (i32.const 10)) (i32.const 20)))
    (drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.sub (local.get $from) (i32.const 8))))
    (drop (call $log (i32.const 3) (i32.sub (local.get $from) (i32.const 10)) (i32.const 20)))
    (i32.store (i32.const 3000) (i32.sub (local.get $from) (i32.const 10)))
    (i32.store (i32.const 3004) (i32.const 20))
    (drop (call $fd_write (i32.const 1) (i32.const 3000) (i32.const 1) (i32.const 3008)))
    (drop (call $path_open (i32.const 3) (i32.const 0) (local.get $from) (i32.const 9) (i32.const 0)
      (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 64))))
  (func $hammer (param $byte i32)
    (call $edges (global.get $p) (local.get $byte))
    (call $edges (global.get $s) (i32.add (local.get $byte) (i32.const 100)))
    (memory.copy (global.get $p) (global.get $s) (global.get $bytes))
    (memory.copy (global.get $s) (global.get $p) (global.get $bytes)))
"#;

#[test]
fn no_access_over_any_edge_in_any_state_harms_the_process() {
    let arena = Arena::new();
    let wat = prelude::module(
        2,
        &format!(
            r#"{FACE}{HAMMER}(func (export "_start")
              (local $in i32) (local $out i32) (local $b i32) (local $c i32) (local $round i32)
              (call $learn)
              (drop (memory.grow (i32.const 1)))
              (global.set $p (call $reserve)) (drop (memory.grow (i32.const 1)))
              (global.set $s (call $reserve)) (drop (memory.grow (i32.const 1)))
              (loop $rounds
                (call $hammer (i32.const 1))
                (local.set $in (call $open_at (i32.const 0) (global.get $p)))
                (call $hammer (i32.const 2))
                (local.set $out (call $open_at (i32.const 1) (global.get $s)))
                (call $hammer (i32.const 3))
                (global.set $window (local.get $in))
                (local.set $b (call $blank))
                (call $hammer (i32.const 4))
                (call $post (local.get $b) (i32.const 10))
                (call $hammer (i32.const 5))
                (local.set $c (call $blank))
                (call $hammer (i32.const 6))
                (global.set $window (local.get $out))
                (local.set $b (call $parcel))
                (call $hammer (i32.const 7))
                (call $done (local.get $b))
                (call $hammer (i32.const 8))
                (drop (call $window_release (local.get $in) (local.get $c)))
                (call $hammer (i32.const 9))
                (drop (call $window_close (local.get $in)))
                (call $hammer (i32.const 10))
                (drop (call $window_close (local.get $out)))
                (call $hammer (i32.const 11))
                (br_if $rounds (i32.lt_u (local.tee $round (i32.add (local.get $round) (i32.const 1))) (i32.const 4))))
              (call $exit (i32.const 77)))"#
        ),
    );
    for bytes in [4096, 70_000, 1 << 20] {
        arena.clear("host");
        let granted = format!(
            "[permissions]\ndirs = [{{ host = \"{}\", guest = \"/g\" }}]\n{}",
            arena.folder().display(),
            channel(bytes, 3, "")
        );
        let id = arena.run_wat("host", &wat, &granted);
        assert_eq!(status(&arena, id), Some(77), "{bytes} bytes");
    }
    arena.unhurt();
}

#[test]
fn every_lie_is_refused_by_its_code() {
    let arena = Arena::new();
    // Each line: what is asked, and the code for it; the first that differs is the exit status.
    let mut body = String::from(
        "(local.set $p (call $open_at (i32.const 0) (i32.const 0)))
         (if (i32.ne (local.get $p) (i32.const -32)) (then (call $exit (i32.const 1))))",
    );
    let mut number = 10;
    let mut ask = |call: &str, code: i32| {
        number += 1;
        body.push_str(&format!(
            "(if (i32.ne {call} (i32.const {code})) (then (call $exit (i32.const {number}))))\n"
        ));
    };
    let open = |part: &str, at: &str, len: &str| {
        format!("(call $window_open (i32.const 0) (i32.const 6) {part} {at} {len})")
    };
    let (zero, base, bytes) = ("(i32.const 0)", "(local.get $base)", "(global.get $bytes)");
    ask(&open("(i32.const 2)", base, bytes), -3);
    ask(
        &open(zero, "(i32.add (local.get $base) (i32.const 4096))", bytes),
        -32,
    );
    ask(
        &open(zero, base, "(i32.sub (global.get $bytes) (i32.const 1))"),
        -32,
    );
    ask(
        &open(
            zero,
            base,
            "(i32.add (global.get $bytes) (i32.const 65536))",
        ),
        -32,
    );
    ask(&open(zero, base, zero), -32);
    ask(
        "(call $window_open (i32.const 0) (i32.const 5) (i32.const 0) (local.get $base) (global.get $bytes))",
        -4,
    );
    ask(
        "(call $window_open (i32.const 0) (i32.const 600) (i32.const 0) (local.get $base) (global.get $bytes))",
        -5,
    );
    ask(
        "(call $window_open (i32.const 500) (i32.const 6) (i32.const 0) (local.get $base) (global.get $bytes))",
        -4,
    );
    ask(
        "(call $window_describe (i32.const 0) (i32.const 6) (i32.const 1024) (i32.const 31))",
        -5,
    );
    // Open it; then it is occupied, and its place taken.
    ask(
        "(local.tee $p (call $open_at (i32.const 0) (local.get $base)))",
        0,
    );
    ask(&open(zero, "(local.get $other)", bytes), -31);
    ask(&open("(i32.const 1)", base, bytes), -32);
    ask(
        "(i32.lt_s (local.tee $s (call $open_at (i32.const 1) (local.get $other))) (i32.const 0))",
        0,
    );
    // Handles of nothing, and of the other part.
    for handle in ["-1", "7", "256", "2147483647"] {
        let of = format!("(i32.const {handle})");
        ask(&format!("(call $window_obtain {of} (i64.const 0))"), -33);
        ask(
            &format!("(call $window_send {of} (i32.const 0) (i32.const 0))"),
            -33,
        );
        ask(
            &format!("(call $window_take {of} (i64.const 0) (i32.const 1100) (i32.const 16))"),
            -33,
        );
        ask(&format!("(call $window_release {of} (i32.const 0))"), -33);
        ask(&format!("(call $window_close {of})"), -33);
    }
    ask("(call $window_obtain (local.get $s) (i64.const 0))", -3);
    ask(
        "(call $window_send (local.get $s) (i32.const 0) (i32.const 0))",
        -3,
    );
    ask(
        "(call $window_take (local.get $p) (i64.const 0) (i32.const 1100) (i32.const 16))",
        -3,
    );
    ask(
        "(call $window_take (local.get $s) (i64.const 0) (i32.const 1100) (i32.const 15))",
        -5,
    );
    ask(
        "(call $window_take (local.get $s) (i64.const 0) (i32.const 1100) (i32.const 16))",
        -10,
    );
    // Buffers that nobody obtained.
    for buffer in ["0", "1", "255", "256", "-1", "2147483647"] {
        ask(
            &format!("(call $window_send (local.get $p) (i32.const {buffer}) (i32.const 1))"),
            -33,
        );
        ask(
            &format!("(call $window_release (local.get $p) (i32.const {buffer}))"),
            -33,
        );
        ask(
            &format!("(call $window_release (local.get $s) (i32.const {buffer}))"),
            -33,
        );
    }
    // One that was: too much in it, then sent once, taken once, released once.
    ask(
        "(i32.lt_s (local.tee $b (call $window_obtain (local.get $p) (i64.const 0))) (i32.const 0))",
        0,
    );
    ask(
        "(call $window_send (local.get $p) (local.get $b) (i32.add (global.get $capacity) (i32.const 1)))",
        -5,
    );
    ask(
        "(call $window_send (local.get $p) (local.get $b) (i32.const -1))",
        -5,
    );
    ask("(call $window_release (local.get $s) (local.get $b))", -33);
    ask(
        "(call $window_send (local.get $p) (i32.add (local.get $b) (i32.const 256)) (i32.const 1))",
        -33,
    );
    ask(
        "(call $window_send (local.get $p) (local.get $b) (i32.const 1))",
        1,
    );
    ask(
        "(call $window_send (local.get $p) (local.get $b) (i32.const 1))",
        -33,
    );
    ask("(call $window_release (local.get $p) (local.get $b))", -33);
    ask("(call $window_release (local.get $s) (local.get $b))", -33);
    ask(
        "(call $window_take (local.get $s) (i64.const 0) (i32.const 1100) (i32.const 16))",
        16,
    );
    ask(
        "(call $window_send (local.get $p) (local.get $b) (i32.const 1))",
        -33,
    );
    ask("(call $window_release (local.get $s) (local.get $b))", 0);
    ask("(call $window_release (local.get $s) (local.get $b))", -33);
    // Of two buffers one may be held; with the other sent too, the second is not given out.
    for _ in 0..2 {
        ask(
            "(i32.lt_s (local.tee $b (call $window_obtain (local.get $p) (i64.const 0))) (i32.const 0))",
            0,
        );
        ask(
            "(call $window_send (local.get $p) (local.get $b) (i32.const 1))",
            1,
        );
    }
    ask(
        "(call $window_take (local.get $s) (i64.const 0) (i32.const 1100) (i32.const 16))",
        16,
    );
    ask(
        "(call $window_take (local.get $s) (i64.const 0) (i32.const 1100) (i32.const 16))",
        -34,
    );
    // With nobody to hear it the buffer stays; a closed window is nobody's.
    ask("(call $window_close (local.get $s))", 0);
    ask(
        "(call $window_take (local.get $s) (i64.const 0) (i32.const 1100) (i32.const 16))",
        -33,
    );
    ask(
        "(i32.lt_s (local.tee $b (call $window_obtain (local.get $p) (i64.const 0))) (i32.const 0))",
        0,
    );
    ask(
        "(call $window_send (local.get $p) (local.get $b) (i32.const 1))",
        -30,
    );
    ask("(call $window_release (local.get $p) (local.get $b))", 0);
    ask("(call $window_close (local.get $p))", 0);
    ask("(call $window_close (local.get $p))", -33);
    ask("(call $window_obtain (local.get $p) (i64.const 0))", -33);
    let wat = guest(
        "(local $p i32) (local $s i32) (local $b i32) (local $base i32) (local $other i32)",
        &format!(
            "(call $learn)
             (local.set $base (call $reserve)) (local.set $other (call $reserve))
             (drop (memory.grow (i32.const 2)))
             {body}
             (call $exit (i32.const 0))"
        ),
    );
    let id = arena.run_wat("host", &wat, &channel(5000, 2, ""));
    assert_eq!(
        status(&arena, id),
        Some(0),
        "the number of the question with another answer"
    );
    // A range outside its memory is a lie that ends it.
    let wat = guest(
        "",
        "(drop (call $open_at (i32.const 0) (i32.const 0xffff0000)))",
    );
    let id = arena.run_wat("liar", &wat, "");
    assert_eq!(arena.fault(id), "bad-pointer");
    arena.unhurt();
}

#[test]
fn who_is_not_named_in_the_channel_is_denied() {
    let arena = Arena::new();
    host(&arena, 4096, 2, "");
    let tries = |part: u32| {
        guest(
            "",
            &format!(
                "(call $learn)
                 (call $exit (call $open_at (i32.const {part}) (call $reserve)))"
            ),
        )
    };
    for (app, part, expected) in [
        ("camera", 0, 0),
        ("camera", 1, -2),
        ("viewer", 1, 0),
        ("viewer", 0, -2),
    ] {
        assert_eq!(
            arena.status_of(app, &tries(part), ""),
            expected,
            "{app} {part}"
        );
    }
    let describe = guest(
        "",
        "(call $exit (call $window_describe (i32.const 0) (i32.const 6) (i32.const 1024) (i32.const 64)))",
    );
    assert_eq!(arena.status_of("stranger", &describe, ""), -2);
    assert_eq!(arena.status_of("viewer", &describe, ""), 32);
    assert_eq!(arena.status_of("holder", &describe, ""), -2);
    let frames = "frames".parse().unwrap();
    arena.controller.permit("holder", &[frames]);
    assert_eq!(arena.status_of("holder", &tries(1), ""), 0);
    assert_eq!(arena.status_of("holder", &tries(0), ""), -2);
    arena.kill(arena.controller.find("host").unwrap());
    // With its app the window is gone.
    assert_eq!(arena.status_of("viewer", &describe, ""), -4);
    arena.unhurt();
}

#[test]
fn a_window_that_is_too_large_or_declared_twice_is_refused_with_its_numbers() {
    let arena = Arena::quiet();
    let sleeps = guest("", "(drop (call $rest (i64.const 0x7fffffffffffffff)))");
    let refusal = |app: &str, rest: &str| {
        arena.install_wat(app, &sleeps, rest);
        let run = arena
            .controller
            .run(app, None, terrace_vm::Overrides::default());
        run.unwrap_err().to_string()
    };
    let large = refusal("large", &channel(1 << 28, 2, ""));
    assert!(
        large.contains("256 MiB") && large.contains("`frames`"),
        "{large}"
    );
    let deep = refusal("deep", &channel(16, 65, ""));
    assert!(deep.contains("depth 65") && deep.contains("64"), "{deep}");
    host(&arena, 4096, 2, "");
    let twice = refusal("twice", &channel(4096, 2, ""));
    assert!(twice.contains("`host`"), "{twice}");
}

/// Ends a guest at this point, from outside: it says so and waits.
const HERE: &str = "(call $say (i32.const 0) (i32.const 6))
    (drop (call $rest (i64.const 0x7fffffffffffffff)))";

#[test]
fn a_party_killed_at_any_step_leaves_the_window_whole() {
    let arena = Arena::new();
    host(&arena, 20_000, 2, "");
    let steps = [
        ("camera", PUBLISH.to_owned()),
        ("camera", format!("{PUBLISH} (drop (call $blank))")),
        (
            "camera",
            format!("{PUBLISH} (drop (call $blank)) (drop (call $blank))"),
        ),
        (
            "camera",
            format!(
                "{PUBLISH} (local.set $b (call $blank)) (call $fill (local.get $b) (i32.const 9))"
            ),
        ),
        ("viewer", SUBSCRIBE.to_owned()),
        ("viewer", format!("{SUBSCRIBE} (drop (call $parcel))")),
        (
            "viewer",
            format!(
                "{SUBSCRIBE} (local.set $b (call $parcel)) (call $fill (local.get $b) (i32.const 8))"
            ),
        ),
        (
            "viewer",
            format!("{SUBSCRIBE} (local.set $b (call $parcel)) (call $done (local.get $b))"),
        ),
        (
            "camera",
            format!(
                "{PUBLISH} (local.set $b (call $blank)) (call $post (local.get $b) (i32.const 1))"
            ),
        ),
    ];
    let sends = guest(
        "(local $b i32)",
        &format!(
            "{PUBLISH} (loop $more (local.set $b (call $blank)) (call $post (local.get $b) (i32.const 1)) (br $more))"
        ),
    );
    let takes = guest(
        "(local $b i32)",
        &format!(
            "{SUBSCRIBE} (loop $more (local.set $b (call $parcel)) (call $done (local.get $b)) (br $more))"
        ),
    );
    for (who, step) in &steps {
        let wat = guest("(local $b i32)", &format!("{step} {HERE}"));
        // Somebody on the other side of what is interrupted, for both.
        let (other, partner) = match *who {
            "viewer" => ("camera", &sends),
            _ => ("viewer", &takes),
        };
        let other = arena.run_wat(other, partner, "");
        let victim = arena.run_wat(who, &wat, "");
        eventually(&format!("it is there: {step}"), || {
            assert!(
                !arena.info(victim).state.ended(),
                "{:?}",
                arena.info(victim)
            );
            arena.lines(victim).len() == 1
        });
        arena.kill(victim);
        arena.clear(who);
        // Its place is free, the other goes on with somebody new.
        let again = match *who {
            "viewer" => guest(
                "(local $b i32)",
                &format!(
                    "{SUBSCRIBE} (local.set $b (call $parcel)) (call $done (local.get $b)) (local.set $b (call $parcel)) (call $done (local.get $b)) (call $exit (i32.const 77))"
                ),
            ),
            _ => guest(
                "(local $b i32) (local $i i32)",
                &format!(
                    "{PUBLISH} (loop $more (local.set $b (call $blank)) (call $post (local.get $b) (i32.const 1)) (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 9)))) (call $exit (i32.const 77))"
                ),
            ),
        };
        assert_eq!(arena.status_of(who, &again, ""), 77, "after {step}");
        arena.kill(other);
        arena.clear("viewer");
        arena.clear("camera");
    }
    arena.kill(arena.controller.find("host").unwrap());
    arena.unhurt();
}

#[test]
fn a_new_publisher_finds_zeros_and_sees_nothing_of_the_last_one() {
    let arena = Arena::new();
    host(&arena, 600_000, 3, "");
    let takes = guest(
        "(local $b i32)",
        &format!("{SUBSCRIBE} (local.set $b (call $parcel)) {HERE}"),
    );
    let viewer = arena.run_wat("viewer", &takes, "");
    // Fills all three, sends one, and dies.
    let secret = guest(
        "(local $a i32) (local $b i32) (local $c i32)",
        &format!(
            "{PUBLISH}
             (local.set $a (call $blank)) (local.set $b (call $blank)) (local.set $c (call $blank))
             (call $fill (local.get $a) (i32.const 0xaa)) (call $fill (local.get $b) (i32.const 0xbb)) (call $fill (local.get $c) (i32.const 0xcc))
             (call $post (local.get $a) (global.get $capacity))
             (call $fill (local.get $a) (i32.const 0xdd))
             {HERE}"
        ),
    );
    let camera = arena.run_wat("camera", &secret, "");
    eventually("it has taken one", || arena.lines(viewer).len() == 1);
    arena.kill(camera);
    // Looks at all of the range when it has opened it, and at each buffer it gets.
    let looks = guest(
        "(local $a i32) (local $b i32) (local $i i32)",
        &format!(
            "{PUBLISH}
             (loop $buffers
               (call $expect (local.get $i) (i32.const 0) (i32.const 3))
               (br_if $buffers (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))
             (local.set $a (call $blank)) (call $expect (local.get $a) (i32.const 0) (i32.const 4))
             (local.set $b (call $blank)) (call $expect (local.get $b) (i32.const 0) (i32.const 5))
             ;; The third is still with the viewer.
             (if (i32.ne (call $window_obtain (global.get $window) (i64.const 0)) (i32.const -10)) (then (call $exit (i32.const 6))))
             (local.set $i (i32.const 0))
             (loop $buffers
               (call $expect (local.get $i) (i32.const 0) (i32.const 7))
               (br_if $buffers (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 3))))
             (call $exit (i32.const 77))"
        ),
    );
    assert_eq!(arena.status_of("second", &looks, ""), 77);
    arena.kill(viewer);
    arena.kill(arena.controller.find("host").unwrap());
    arena.unhurt();
}

#[test]
fn memory_that_had_windows_comes_to_the_next_partition_as_zeros() {
    let config = terrace_vm::Config {
        partitions: 8,
        ..Arena::config()
    };
    let arena = Arena::with(config);
    let dirties = |part: &str, step: &str| {
        guest(
            "(local $b i32)",
            &format!(
                "{part} {step}
                 (memory.fill (global.get $base) (i32.const 0xee) (global.get $bytes))
                 {HERE}"
            ),
        )
    };
    let camera = dirties(
        PUBLISH,
        "(local.set $b (call $blank)) (call $fill (local.get $b) (i32.const 0xdd))
         (call $post (local.get $b) (i32.const 1)) (drop (call $blank))",
    );
    let viewer = dirties(SUBSCRIBE, "(drop (call $parcel))");
    // All it may have, as zeros.
    let looks = prelude::module(
        2,
        &format!(
            r#"{FACE}(func (export "_start") (local $at i32) (local $end i32)
              (local.set $at (i32.mul (memory.grow (i32.const 80)) (i32.const 65536)))
              (local.set $end (i32.mul (memory.size) (i32.const 65536)))
              (loop $more
                (if (i64.ne (i64.load (local.get $at)) (i64.const 0)) (then (call $exit (i32.const 1))))
                (br_if $more (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 8))) (local.get $end))))
              {HERE})"#
        ),
    );
    for _ in 0..3 {
        host(&arena, 1_000_000, 2, "");
        let viewer = arena.run_wat("viewer", &viewer, "");
        let camera = arena.run_wat("camera", &camera, "");
        for id in [viewer, camera] {
            eventually("its memory is dirty", || {
                assert!(!arena.info(id).state.ended(), "{:?}", arena.info(id));
                arena.lines(id).len() == 1
            });
        }
        arena.kill(viewer);
        arena.kill(camera);
        arena.kill(arena.controller.find("host").unwrap());
        for app in ["viewer", "camera", "host"] {
            arena.clear(app);
        }
        arena.install_wat("looks", &looks, "");
        // As many as there is room for beside the witnesses: every freed memory among them.
        let all: Vec<_> = (0..6).map(|_| arena.start("looks")).collect();
        for &id in &all {
            eventually("it has looked", || {
                let info = arena.info(id);
                assert!(!info.state.ended(), "not zeros: {info:?}");
                arena.lines(id).len() == 1
            });
        }
        all.into_iter().for_each(|id| arena.kill(id));
        arena.clear("looks");
    }
    arena.unhurt();
}

#[test]
fn memory_grows_past_a_window_and_the_window_stays() {
    let arena = Arena::new();
    let wat = guest(
        "(local $b i32) (local $in i32) (local $out i32) (local $at i32)",
        &format!(
            "{PUBLISH}
             (local.set $in (global.get $window)) (local.set $at (global.get $base))
             (drop (memory.grow (i32.const 3)))
             {SUBSCRIBE}
             (local.set $out (global.get $window)) (global.set $window (local.get $in))
             (global.set $base (local.get $at))
             (local.set $b (call $blank))
             (call $fill (local.get $b) (i32.const 5))
             (loop $grow (br_if $grow (i32.ne (memory.grow (i32.const 7)) (i32.const -1))))
             (memory.fill (i32.add (global.get $base) (i32.const 131072)) (i32.const 0) (i32.const 65536))
             (call $expect (local.get $b) (i32.const 5) (i32.const 2))
             (call $post (local.get $b) (i32.const 1))
             (global.set $window (local.get $out))
             (local.set $b (call $parcel))
             (call $exit (i32.const 77))"
        ),
    );
    let manifest = format!("[memory]\nlimit = \"4 MiB\"\n{}", channel(100_000, 1, ""));
    let id = arena.run_wat("host", &wat, &manifest);
    assert_eq!(status(&arena, id), Some(77));
    arena.unhurt();
}

#[test]
fn a_thousand_openings_and_two_hundred_kills_leave_no_mapping_behind() {
    let arena = Arena::new();
    let first = host(&arena, 50_000, 4, "");
    let opens = guest(
        "(local $i i32) (local $at i32)",
        "(call $learn) (local.set $at (call $reserve))
         (loop $more
           (global.set $window (call $open_at (i32.and (local.get $i) (i32.const 1)) (local.get $at)))
           (if (i32.lt_s (global.get $window) (i32.const 0)) (then (call $exit (i32.const 1))))
           (if (i32.eqz (i32.and (local.get $i) (i32.const 1))) (then (drop (call $blank))))
           (if (call $window_close (global.get $window)) (then (call $exit (i32.const 2))))
           (if (i64.ne (i64.load (local.get $at)) (i64.const 0)) (then (call $exit (i32.const 3))))
           (i64.store (local.get $at) (i64.const -1))
           (br_if $more (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 500))))
         (call $exit (i32.const 77))",
    );
    let holds = guest(
        "",
        &format!("{PUBLISH} (drop (call $blank)) (drop (call $blank)) {HERE}"),
    );
    arena.install_wat("camera", &holds, "");
    let before = Census::take();
    for _ in 0..2 {
        assert_eq!(arena.status_of("host", &opens, &channel(50_000, 4, "")), 77);
    }
    for _ in 0..200 {
        let id = arena.start("camera");
        eventually("it holds two", || arena.lines(id).len() == 1);
        arena.kill(id);
        arena.clear("camera");
    }
    let after = Census::take();
    assert!(
        after.mappings <= before.mappings + 16,
        "{} mappings, and then {}",
        before.mappings,
        after.mappings
    );
    arena.kill(first);
    arena.unhurt();
}
