//! A prelude for guests as text: every import there is, by its own name, and small helpers.
//!
//! The tables are also what the hostile-argument tests draw their calls from.

/// A function a guest may import: its name, its parameters, its result (empty for none).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// As imported.
    pub name: &'static str,
    /// Wasm types, separated by a blank.
    pub params: &'static str,
    /// A Wasm type, or nothing.
    pub result: &'static str,
}

impl Call {
    const fn new(name: &'static str, params: &'static str, result: &'static str) -> Call {
        Call {
            name,
            params,
            result,
        }
    }

    /// The types of its parameters.
    #[must_use]
    pub fn types(&self) -> Vec<&'static str> {
        self.params.split_whitespace().collect()
    }

    fn import(&self, module: &str, prefix: &str) -> String {
        let Call {
            name,
            params,
            result,
        } = self;
        let result = if result.is_empty() {
            String::new()
        } else {
            format!("(result {result})")
        };
        format!(
            "(import \"{module}\" \"{name}\" (func ${prefix}{name} (param {params}) {result}))\n"
        )
    }
}

/// Everything in `wasi_snapshot_preview1`.
pub const WASI: &[Call] = &[
    Call::new("args_get", "i32 i32", "i32"),
    Call::new("args_sizes_get", "i32 i32", "i32"),
    Call::new("environ_get", "i32 i32", "i32"),
    Call::new("environ_sizes_get", "i32 i32", "i32"),
    Call::new("clock_res_get", "i32 i32", "i32"),
    Call::new("clock_time_get", "i32 i64 i32", "i32"),
    Call::new("fd_advise", "i32 i64 i64 i32", "i32"),
    Call::new("fd_allocate", "i32 i64 i64", "i32"),
    Call::new("fd_close", "i32", "i32"),
    Call::new("fd_datasync", "i32", "i32"),
    Call::new("fd_fdstat_get", "i32 i32", "i32"),
    Call::new("fd_fdstat_set_flags", "i32 i32", "i32"),
    Call::new("fd_fdstat_set_rights", "i32 i64 i64", "i32"),
    Call::new("fd_filestat_get", "i32 i32", "i32"),
    Call::new("fd_filestat_set_size", "i32 i64", "i32"),
    Call::new("fd_filestat_set_times", "i32 i64 i64 i32", "i32"),
    Call::new("fd_pread", "i32 i32 i32 i64 i32", "i32"),
    Call::new("fd_prestat_get", "i32 i32", "i32"),
    Call::new("fd_prestat_dir_name", "i32 i32 i32", "i32"),
    Call::new("fd_pwrite", "i32 i32 i32 i64 i32", "i32"),
    Call::new("fd_read", "i32 i32 i32 i32", "i32"),
    Call::new("fd_readdir", "i32 i32 i32 i64 i32", "i32"),
    Call::new("fd_renumber", "i32 i32", "i32"),
    Call::new("fd_seek", "i32 i64 i32 i32", "i32"),
    Call::new("fd_sync", "i32", "i32"),
    Call::new("fd_tell", "i32 i32", "i32"),
    Call::new("fd_write", "i32 i32 i32 i32", "i32"),
    Call::new("path_create_directory", "i32 i32 i32", "i32"),
    Call::new("path_filestat_get", "i32 i32 i32 i32 i32", "i32"),
    Call::new(
        "path_filestat_set_times",
        "i32 i32 i32 i32 i64 i64 i32",
        "i32",
    ),
    Call::new("path_link", "i32 i32 i32 i32 i32 i32 i32", "i32"),
    Call::new("path_open", "i32 i32 i32 i32 i32 i64 i64 i32 i32", "i32"),
    Call::new("path_readlink", "i32 i32 i32 i32 i32 i32", "i32"),
    Call::new("path_remove_directory", "i32 i32 i32", "i32"),
    Call::new("path_rename", "i32 i32 i32 i32 i32 i32", "i32"),
    Call::new("path_symlink", "i32 i32 i32 i32 i32", "i32"),
    Call::new("path_unlink_file", "i32 i32 i32", "i32"),
    Call::new("poll_oneoff", "i32 i32 i32 i32", "i32"),
    Call::new("proc_exit", "i32", ""),
    Call::new("proc_raise", "i32", "i32"),
    Call::new("sched_yield", "", "i32"),
    Call::new("random_get", "i32 i32", "i32"),
    Call::new("sock_accept", "i32 i32 i32", "i32"),
    Call::new("sock_recv", "i32 i32 i32 i32 i32 i32", "i32"),
    Call::new("sock_send", "i32 i32 i32 i32 i32", "i32"),
    Call::new("sock_shutdown", "i32 i32", "i32"),
];

/// Everything in `terrace`.
pub const SYSTEM: &[Call] = &[
    Call::new("log", "i32 i32 i32", "i32"),
    Call::new("now", "", "i64"),
    Call::new("id", "", "i64"),
    Call::new("limits", "i32 i32", "i32"),
    Call::new("yield", "", "i32"),
    Call::new("sleep_until", "i64", "i32"),
    Call::new("stop_requested", "", "i32"),
    Call::new("exit", "i32", ""),
    Call::new("fail", "i32 i32", ""),
];

/// Everything in `terrace_control`.
pub const CONTROL: &[Call] = &[
    Call::new("create", "i32 i32 i32 i32", "i64"),
    Call::new("start", "i64", "i32"),
    Call::new("suspend", "i64", "i32"),
    Call::new("resume", "i64", "i32"),
    Call::new("stop", "i64", "i32"),
    Call::new("kill", "i64", "i32"),
    Call::new("restart", "i64", "i32"),
    Call::new("set_limit", "i64 i32 i64", "i32"),
    Call::new("trim", "i64 i32", "i32"),
    Call::new("list", "i32 i32", "i32"),
    Call::new("status", "i64 i32 i32", "i32"),
    Call::new("name", "i64 i32 i32", "i32"),
    Call::new("next_event", "i64 i32 i32", "i32"),
];

/// Everything in `terrace_realtime`.
pub const REALTIME: &[Call] = &[
    Call::new("component", "i32 i32", "i32"),
    Call::new("callback", "i32 i32 i32", "i32"),
    Call::new("name", "i32 i32 i32", "i32"),
    Call::new("next", "i64 i32 i32", "i32"),
    Call::new("complete", "", "i32"),
    Call::new("due", "", "i64"),
    Call::new("set_priority", "i32", "i32"),
    Call::new("start", "i32 i32", "i32"),
    Call::new("stop", "i32 i32", "i32"),
    Call::new("pause", "i32 i32", "i32"),
    Call::new("resume", "i32 i32", "i32"),
    Call::new("enter", "i32 i32", "i32"),
    Call::new("leave", "", "i32"),
    Call::new("message", "i32 i32 i32 i32", "i32"),
];

/// Everything in `terrace_message`.
pub const MESSAGE: &[Call] = &[
    Call::new("open", "i32 i32 i32", "i32"),
    Call::new("close", "i32", "i32"),
    Call::new("describe", "i32 i32 i32", "i32"),
    Call::new("obtain", "i32", "i32"),
    Call::new("fill", "i32 i32 i32 i32", "i32"),
    Call::new("send", "i32 i32 i32 i32 i64", "i32"),
    Call::new("post", "i32 i32 i32 i32 i32 i64", "i32"),
    Call::new("take", "i32 i64 i32 i32", "i32"),
    Call::new("read", "i32 i32 i32 i32", "i32"),
    Call::new("release", "i32", "i32"),
    Call::new("receive", "i32 i64 i32 i32 i32 i32", "i32"),
    Call::new("remove", "i32 i32", "i32"),
    Call::new("lost", "i32", "i32"),
    Call::new("intent", "i32 i32 i32 i32 i32 i64", "i32"),
    Call::new("filter", "i32 i32 i32", "i32"),
];

/// Everything in `terrace_call`.
pub const CALL: &[Call] = &[
    Call::new("offer", "i32 i32", "i32"),
    Call::new("find", "i32 i32", "i32"),
    Call::new("close", "i32", "i32"),
    Call::new("call", "i32 i32 i32 i32 i32 i32 i64", "i32"),
    Call::new("send", "i32 i32 i32 i32", "i32"),
    Call::new("accept", "i64 i32 i32 i32 i32", "i32"),
    Call::new("reply", "i32 i32", "i32"),
    Call::new("watch", "i32", "i32"),
];

/// Everything in `terrace_window`.
pub const WINDOW: &[Call] = &[
    Call::new("describe", "i32 i32 i32 i32", "i32"),
    Call::new("open", "i32 i32 i32 i32 i32", "i32"),
    Call::new("obtain", "i32 i64", "i32"),
    Call::new("send", "i32 i32 i32", "i32"),
    Call::new("take", "i32 i64 i32 i32", "i32"),
    Call::new("release", "i32 i32", "i32"),
    Call::new("close", "i32", "i32"),
];

/// Everything in `terrace_provider`.
pub const PROVIDER: &[Call] = &[
    Call::new(
        "query",
        "i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32",
        "i32",
    ),
    Call::new("next", "i32 i32 i32", "i32"),
    Call::new("close", "i32", "i32"),
    Call::new("insert", "i32 i32 i32 i32", "i64"),
    Call::new("update", "i32 i32 i32 i32 i32 i32 i32 i32", "i64"),
    Call::new("delete", "i32 i32 i32 i32 i32 i32", "i64"),
    Call::new("call", "i32 i32 i32 i32", "i32"),
    Call::new("observe", "i32 i32 i32 i32", "i32"),
    Call::new("unobserve", "i32", "i32"),
];

/// Everything in `terrace_socket`.
pub const SOCKET: &[Call] = &[
    Call::new("listen", "i32 i32", "i32"),
    Call::new("connect", "i32 i32", "i32"),
    Call::new("connected", "i32", "i32"),
    Call::new("accept", "i32", "i32"),
    Call::new("receive", "i32 i32 i32", "i32"),
    Call::new("send", "i32 i32 i32", "i32"),
    Call::new("shut", "i32", "i32"),
    Call::new("address", "i32 i32 i32 i32", "i32"),
    Call::new("close", "i32", "i32"),
];

const HELPERS: &str = r#"
  (func $rest (param $until i64) (result i32) (local $code i32)
    (loop $again
      (local.set $code (call $sleep_until (local.get $until)))
      (br_if $again (i32.eq (local.get $code) (i32.const -1))))
    (local.get $code))
  (func $nap (param $ns i64)
    (drop (call $rest (i64.add (call $now) (local.get $ns)))))
  (func $say (param $at i32) (param $len i32)
    (drop (call $log (i32.const 3) (local.get $at) (local.get $len))))
  (func $give_way
    (loop $again (br_if $again (i32.eq (call $yield) (i32.const -1)))))
  (func $found (param $at i32) (param $len i32) (result i32) (local $handle i32)
    (loop $again
      (local.set $handle (call $call_find (local.get $at) (local.get $len)))
      (if (i32.eq (local.get $handle) (i32.const -4)) (then
        (call $nap (i64.const 1000000)) (br $again))))
    (local.get $handle))
  (func $ask (param $handle i32) (param $method i32) (param $at i32) (param $len i32)
             (param $reply i32) (param $room i32) (param $until i64) (result i32) (local $code i32)
    (loop $again
      (local.set $code (call $call_call (local.get $handle) (local.get $method) (local.get $at)
        (local.get $len) (local.get $reply) (local.get $room) (local.get $until)))
      (br_if $again (i32.eq (local.get $code) (i32.const -1))))
    (local.get $code))
  (func $next (param $until i64) (param $at i32) (param $request i32) (param $room i32) (result i32)
             (local $code i32)
    (loop $again
      (local.set $code (call $call_accept (local.get $until) (local.get $at) (i32.const 40)
        (local.get $request) (local.get $room)))
      (br_if $again (i32.eq (local.get $code) (i32.const -1))))
    (local.get $code))
"#;

/// All imports: WASI and `terrace` under their own names, control calls as `$control_...`, real-time
/// calls as `$realtime_...`, calls for messages as `$message_...`, those of `terrace_call` as
/// `$call_...`, for windows as `$window_...`, for providers as `$provider_...`, for sockets as `$socket_...`.
#[must_use]
pub fn imports() -> String {
    let wasi = WASI.iter().map(|c| c.import("wasi_snapshot_preview1", ""));
    let system = SYSTEM.iter().map(|c| c.import("terrace", ""));
    let control = CONTROL
        .iter()
        .map(|c| c.import("terrace_control", "control_"));
    let realtime = REALTIME
        .iter()
        .map(|c| c.import("terrace_realtime", "realtime_"));
    let message = MESSAGE
        .iter()
        .map(|c| c.import("terrace_message", "message_"));
    let call = CALL.iter().map(|c| c.import("terrace_call", "call_"));
    let window = WINDOW.iter().map(|c| c.import("terrace_window", "window_"));
    let provider = PROVIDER
        .iter()
        .map(|c| c.import("terrace_provider", "provider_"));
    let socket = SOCKET.iter().map(|c| c.import("terrace_socket", "socket_"));
    let ours = system.chain(control).chain(realtime).chain(message);
    wasi.chain(ours)
        .chain(call)
        .chain(window)
        .chain(provider)
        .chain(socket)
        .collect()
}

/// A module of `pages` of memory around `body`, with all imports and these helpers: `$rest`
/// (sleep until), `$nap` (sleep for), `$say` (log), `$give_way` (yield), `$found` (find, waiting until
/// it is offered), `$ask` (call to its end), `$next` (accept to its end; its record has 40 bytes of room).
#[must_use]
pub fn module(pages: u32, body: &str) -> String {
    format!(
        "(module\n{}(memory (export \"memory\") {pages})\n{HELPERS}\n{body})",
        imports()
    )
}

/// A program: `body` is what `_start` does; `data` lies at address 0.
#[must_use]
pub fn program(locals: &str, data: &str, body: &str) -> String {
    module(
        1,
        &format!("(data (i32.const 0) \"{data}\")\n(func (export \"_start\") {locals}\n{body})"),
    )
}

/// A component: `act` is what it does for each release that `next` answers, with `$what`,
/// `$callback`, `$sequence` and `$index` (of the component) as locals. It ends with status 0 once
/// it is told to stop. `body` has the functions it needs; the memory below 1024 is this face's.
#[must_use]
pub fn component(body: &str, act: &str) -> String {
    module(
        2,
        &format!(
            r#"
  {body}
  (func $busy (param $ns i64) (local $until i64)
    (local.set $until (i64.add (call $now) (local.get $ns)))
    (loop $on (br_if $on (i64.lt_u (call $now) (local.get $until)))))
  (func $index (result i32)
    (drop (call $realtime_component (i32.const 512) (i32.const 64)))
    (i32.load (i32.const 544)))
  (func $await (result i32) (local $code i32)
    (loop $again
      (local.set $code (call $realtime_next (i64.const -1) (i32.const 256) (i32.const 64)))
      (br_if $again (i32.eq (local.get $code) (i32.const -1))))
    (local.get $code))
  (func $act (param $what i32) (param $callback i32) (param $sequence i64) (param $index i32)
    {act})
  (func (export "_start") (local $index i32)
    (local.set $index (call $index))
    (loop $next
      (if (i32.gt_s (call $await) (i32.const 0))
        (then
          (call $act (i32.load (i32.const 280)) (i32.load (i32.const 284)) (i64.load (i32.const 256))
            (local.get $index))
          (br $next)))))"#
        ),
    )
}
