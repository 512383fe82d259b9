//! One guest that makes any calls with any arguments: it reads them from its argument, so that
//! a new attack needs no new program.
//!
//! The property tests and the fuzz target draw their scripts differently and share this guest.
//!
//! # Layout of the guest's two pages
//! At 0 the script's data, which the calls' pointers may name; in the second page the script.
//! Calls may overwrite both: the guest then does something else, which is as good.

use crate::prelude::{
    CALL, CONTROL, Call, MESSAGE, PROVIDER, REALTIME, SOCKET, SYSTEM, WASI, WINDOW, module,
};
use std::fmt::Write as _;

/// Arguments that a call can take at most.
pub const ARGUMENTS: usize = 11;

/// Bytes of data at address 0 that a script brings; more is cut off, less filled with zeros.
const DATA: usize = 512;
/// One call of a script: which, and its arguments, each 8 bytes.
const STEP: usize = 8 * (1 + ARGUMENTS);

/// Numbers at the edges of what a pointer, a length, a descriptor or a count can be.
pub const EDGES: &[i64] = &[
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    15,
    16,
    63,
    64,
    255,
    256,
    257,
    4095,
    4096,
    65_528,
    65_532,
    65_535,
    65_536,
    65_537,
    131_064,
    131_071,
    131_072,
    0x7fff_fff0,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_0000,
    0xffff_fff0,
    0xffff_fffe,
    0xffff_ffff,
    i64::MAX,
    i64::MIN,
    -1,
    -2,
    -65_536,
];

/// Every call there is: those of WASI, then `terrace`, then `terrace_control`, then
/// `terrace_realtime`, then `terrace_message`, then `terrace_call`, then `terrace_window`,
/// then `terrace_provider`, then `terrace_socket`.
pub fn calls() -> impl Iterator<Item = (&'static str, &'static Call)> {
    let plain = WASI.iter().chain(SYSTEM).map(|call| ("", call));
    plain
        .chain(CONTROL.iter().map(|call| ("control_", call)))
        .chain(REALTIME.iter().map(|call| ("realtime_", call)))
        .chain(MESSAGE.iter().map(|call| ("message_", call)))
        .chain(CALL.iter().map(|call| ("call_", call)))
        .chain(WINDOW.iter().map(|call| ("window_", call)))
        .chain(PROVIDER.iter().map(|call| ("provider_", call)))
        .chain(SOCKET.iter().map(|call| ("socket_", call)))
}

/// What the guest shall do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// Lies at address 0.
    pub data: Vec<u8>,
    /// Places in [`calls`] (counted round), and as many arguments as any call takes.
    pub calls: Vec<(usize, [i64; ARGUMENTS])>,
}

impl Script {
    /// The guest's only argument.
    #[must_use]
    pub fn argument(&self) -> String {
        let most = calls().count();
        let mut bytes = self.data.clone();
        bytes.resize(DATA, 0);
        for (which, arguments) in &self.calls {
            bytes.extend((which % most).to_le_bytes());
            bytes.extend(arguments.iter().flat_map(|n| n.to_le_bytes()));
        }
        bytes.iter().fold(String::new(), |mut text, byte| {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}

/// The guest as text.
#[must_use]
pub fn guest() -> String {
    module(2, &format!("{DECODE}\n{}\n{}", step(), start()))
}

/// Hexadecimal text at `$from` until a zero byte, to bytes at `$to`; answers their end.
const DECODE: &str = r#"
  (func $digit (param $c i32) (result i32)
    (select (i32.sub (local.get $c) (i32.const 48)) (i32.sub (local.get $c) (i32.const 87))
      (i32.lt_u (local.get $c) (i32.const 58))))
  (func $decode (param $from i32) (param $to i32) (result i32)
    (block $end (loop $next
      (br_if $end (i32.eqz (i32.load8_u (local.get $from))))
      (i32.store8 (local.get $to) (i32.or
        (i32.shl (call $digit (i32.load8_u (local.get $from))) (i32.const 4))
        (call $digit (i32.load8_u offset=1 (local.get $from)))))
      (local.set $from (i32.add (local.get $from) (i32.const 2)))
      (local.set $to (i32.add (local.get $to) (i32.const 1)))
      (br $next)))
    (local.get $to))"#;

/// `$step`: make the call that is written at `$at`.
fn step() -> String {
    let all: Vec<_> = calls().collect();
    let mut text = String::from("(func $step (param $at i32)\n");
    text += &"(block ".repeat(all.len() + 1);
    // Branch depth N leaves N + 1 blocks, behind which the Nth call stands.
    text += "(br_table";
    for depth in 0..=all.len() {
        // Writing to a string does not fail.
        let _ = write!(text, " {depth}");
    }
    text += " (i32.wrap_i64 (i64.load (local.get $at)))))\n";
    for (prefix, call) in &all {
        text += &one(prefix, call);
        text += "(return))\n";
    }
    text + ")"
}

fn one(prefix: &str, call: &Call) -> String {
    let arguments: String = call
        .types()
        .iter()
        .enumerate()
        .map(|(place, ty)| {
            let offset = 8 * (place + 1);
            match *ty {
                "i32" => format!(" (i32.load offset={offset} (local.get $at))"),
                _ => format!(" (i64.load offset={offset} (local.get $at))"),
            }
        })
        .collect();
    let end = if call.result.is_empty() { "" } else { "drop" };
    format!("(call ${prefix}{}{arguments}) {end} ", call.name)
}

fn start() -> String {
    // Pointers to the arguments, then their text, the second of which is the script.
    let (pointers, text) = (0x1_0000, 0x1_0040);
    format!(
        r#"(func (export "_start") (local $at i32) (local $end i32)
             (drop (call $args_get (i32.const {pointers}) (i32.const {text})))
             (local.set $at (i32.load (i32.const {})))
             (local.set $end (call $decode (local.get $at) (local.get $at)))
             (memory.copy (i32.const 0) (local.get $at) (i32.const {DATA}))
             (local.set $at (i32.add (local.get $at) (i32.const {DATA})))
             (block $done (loop $next
               (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
               (call $step (local.get $at))
               (local.set $at (i32.add (local.get $at) (i32.const {STEP})))
               (br $next))))"#,
        pointers + 4
    )
}

#[cfg(test)]
mod tests {
    use super::{ARGUMENTS, Script, calls, guest};
    use crate::Machine;
    use terrace_vm::Overrides;

    #[test]
    fn the_guest_makes_the_calls_of_its_script() {
        let place = |name| calls().position(|(_, call)| call.name == name).unwrap();
        let machine = Machine::new();
        machine.install_wat("hostile", &guest(), "");
        let script = Script {
            data: b"hello".to_vec(),
            calls: vec![
                (place("log"), [3, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0]),
                (place("sched_yield"), [0; ARGUMENTS]),
                (place("log"), [3, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0]),
                (place("exit"), [7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
                (place("log"), [3, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0]),
            ],
        };
        let overrides = Overrides {
            args: Some(vec![script.argument()]),
            ..Overrides::default()
        };
        let id = machine.controller.run("hostile", None, overrides).unwrap();
        let end = machine.end(id);
        assert_eq!(end.outcome, terrace_engine::Outcome::Exited(7));
        assert_eq!(machine.lines(id), ["hello", "ell"]);
    }
}
