//! Calls between partitions: what they answer, whatever becomes of the two sides.

mod answers;
mod attacks;
mod busy;
mod deaths;

use terrace_testkit::prelude;
use terrace_tests::{Arena, eventually};
use terrace_vm::PartitionId;

/// Pairs of workers on which caller and callee live.
const PLACES: [(u32, u32); 2] = [(0, 0), (1, 0)];

/// A program that offers the interface `name` and runs `body` for each call, send or death; `$what`,
/// `$method`, `$len` tell which, and the request lies at 0x200. Texts for it begin at 0x40.
fn server(name: &str, texts: &str, body: &str) -> String {
    let room = 0x1000;
    server_with(name, texts, "", room, body)
}

fn server_with(name: &str, texts: &str, before: &str, room: u32, body: &str) -> String {
    let pad = "\\00".repeat(0x40 - name.len());
    prelude::program(
        "(local $what i32) (local $method i32) (local $len i32) (local $h i32) (local $n i32)",
        &format!("{name}{pad}{texts}"),
        &format!(
            r#"(if (i32.lt_s (call $call_offer (i32.const 0) (i32.const {len})) (i32.const 0)) (then unreachable))
               {before}
               (block $end (loop $serve
                 (br_if $end (i32.lt_s
                   (call $next (i64.const -1) (i32.const 0x100) (i32.const 0x200) (i32.const {room}))
                   (i32.const 0)))
                 (local.set $what (i32.load (i32.const 0x110)))
                 (local.set $method (i32.load (i32.const 0x118)))
                 (local.set $len (i32.load (i32.const 0x11c)))
                 {body}
                 (br $serve)))"#,
            len = name.len()
        ),
    )
}

/// A program that finds the interface `name` and then runs `body`, with its handle in `$h`. Texts
/// for it begin at 0x40.
fn client(name: &str, texts: &str, body: &str) -> String {
    let pad = "\\00".repeat(0x40 - name.len());
    prelude::program(
        "(local $h i32) (local $n i32)",
        &format!("{name}{pad}{texts}"),
        &format!(
            "(local.set $h (call $found (i32.const 0) (i32.const {})))\n{body}",
            name.len()
        ),
    )
}

/// Ends with what is on the stack.
fn exit(value: &str) -> String {
    format!("(call $exit {value})")
}

/// One call of this method, with the bytes at 0x40, and room for its reply at 0x300.
fn ask(method: u32, len: u32, room: u32) -> String {
    format!(
        "(call $ask (local.get $h) (i32.const {method}) (i32.const 0x40) (i32.const {len}) (i32.const 0x300) \
         (i32.const {room}) (i64.const -1))"
    )
}

/// An interface, who may call it, and where its app runs.
fn export(name: &str, callers: &[&str], cpu: &str) -> String {
    format!("{cpu}[[export]]\nname = \"{name}\"\ncallers = {callers:?}\n")
}

fn on(worker: u32) -> String {
    format!("[cpu]\nworker = {worker}\n")
}

fn fifo(worker: u32, priority: u32) -> String {
    format!("[cpu]\nworker = {worker}\nscheduler = \"fifo\"\npriority = {priority}\n")
}

/// Wait until it has said this.
fn says(arena: &Arena, id: PartitionId, text: &str) {
    eventually(&format!("{id} says {text}"), || {
        arena.lines(id).iter().any(|line| line == text)
    });
}

fn status(arena: &Arena, id: PartitionId) -> i32 {
    let end = arena.end(id);
    arena
        .info(id)
        .exit_status
        .unwrap_or_else(|| panic!("it ended by {end:?}"))
}

/// Replies with the request, its first byte one more.
const NEXT_LETTER: &str = r#"
  (i32.store8 (i32.const 0x200) (i32.add (i32.load8_u (i32.const 0x200)) (i32.const 1)))
  (drop (call $call_reply (i32.const 0x200) (local.get $len)))"#;
