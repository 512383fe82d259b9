//! Small guests as text.

/// Sleeps a millisecond, logs one record, for ever.
pub const HEARTBEAT: &str = r#"(module
  (import "terrace" "now" (func $now (result i64)))
  (import "terrace" "sleep_until" (func $sleep (param i64) (result i32)))
  (import "terrace" "log" (func $log (param i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 0) "beat")
  (func (export "_start") (local $next i64)
    (local.set $next (call $now))
    (loop $for_ever
      (local.set $next (i64.add (local.get $next) (i64.const 1000000)))
      (block $up (loop $rest
        (br_if $up (i32.ne (call $sleep (local.get $next)) (i32.const -1)))
        (br $rest)))
      (drop (call $log (i32.const 3) (i32.const 0) (i32.const 4)))
      (br $for_ever))))"#;

/// Counts for ever without a call.
pub const SPIN: &str = r#"(module
  (memory (export "memory") 1)
  (func (export "_start") (local $n i64)
    (loop $for_ever
      (local.set $n (i64.add (local.get $n) (i64.const 1)))
      (i64.store (i32.const 0) (local.get $n))
      (br $for_ever))))"#;

/// Yields for ever.
pub const YIELD: &str = r#"(module
  (import "terrace" "yield" (func $yield (result i32)))
  (memory (export "memory") 1)
  (func (export "_start") (local $n i64)
    (loop $for_ever
      (br_if $for_ever (i32.eq (call $yield) (i32.const -1)))
      (i64.store (i32.const 0) (i64.add (i64.load (i32.const 0)) (i64.const 1)))
      (br $for_ever))))"#;

/// Returns at once.
pub const NOTHING: &str = r#"(module (memory (export "memory") 1) (func (export "_start")))"#;

/// Calls itself without end.
pub const RECURSE: &str = r#"(module
  (memory (export "memory") 1)
  (func $deeper (param i64) (result i64)
    (i64.add (call $deeper (i64.add (local.get 0) (i64.const 1))) (i64.const 1)))
  (func (export "_start") (drop (call $deeper (i64.const 0)))))"#;

/// Gives up.
pub const TRAP: &str = r#"(module
  (memory (export "memory") 1)
  (func $inner unreachable)
  (func $outer (call $inner))
  (func (export "_start") (call $outer)))"#;

/// Grows its memory page by page, touching all of it, until refused; then exits with the pages.
pub const GROW: &str = r#"(module
  (import "terrace" "exit" (func $exit (param i32)))
  (memory (export "memory") 1)
  (func (export "_start") (local $page i32)
    (block $full
      (loop $more
        (local.set $page (memory.grow (i32.const 1)))
        (br_if $full (i32.eq (local.get $page) (i32.const -1)))
        (memory.fill (i32.mul (local.get $page) (i32.const 65536)) (i32.const 7) (i32.const 65536))
        (br $more)))
    (call $exit (memory.size))))"#;

/// Waits for a stop, then exits with 7.
pub const POLITE: &str = r#"(module
  (import "terrace" "sleep_until" (func $sleep (param i64) (result i32)))
  (import "terrace" "exit" (func $exit (param i32)))
  (memory (export "memory") 1)
  (func (export "_start") (local $code i32)
    (loop $rest
      (local.set $code (call $sleep (i64.const -1)))
      (br_if $rest (i32.ne (local.get $code) (i32.const -9))))
    (call $exit (i32.const 7))))"#;

/// Waits in a host call: a WASI poll of an hour.
pub const BLOCKED: &str = r#"(module
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (i32.store (i32.const 16) (i32.const 1))
    (i64.store (i32.const 24) (i64.const 3600000000000))
    (drop (call $poll (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128)))))"#;

/// Sleeps for ever, deaf to a stop.
pub const SLEEP: &str = r#"(module
  (import "terrace" "sleep_until" (func $sleep (param i64) (result i32)))
  (memory (export "memory") 1)
  (func (export "_start")
    (loop $rest (drop (call $sleep (i64.const -1))) (br $rest))))"#;

/// Goes a thousand calls deep and comes back, for ever.
pub const PLUNGE: &str = r#"(module
  (memory (export "memory") 1)
  (func $deeper (param i32) (result i32)
    (if (result i32) (local.get 0)
      (then (i32.add (i32.const 1) (call $deeper (i32.sub (local.get 0) (i32.const 1)))))
      (else (i32.const 0))))
  (func (export "_start")
    (loop $for_ever (drop (call $deeper (i32.const 1000))) (br $for_ever))))"#;

/// Fills 64 MiB by one instruction, for ever.
pub const FILL: &str = r#"(module
  (memory (export "memory") 1024)
  (func (export "_start")
    (loop $for_ever
      (memory.fill (i32.const 0) (i32.const 7) (i32.const 67108864))
      (br $for_ever))))"#;
