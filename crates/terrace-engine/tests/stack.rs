//! A guest that waits holds no more stack than it waits on. A process of its own: it looks at the
//! mappings of the process.
#![forbid(unsafe_code)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};
use terrace_abi::{Code, Limits};
use terrace_engine::{
    ControlCall, Engine, EngineConfig, Grants, Guest, GuestSpec, Lifecycle, MemoryMeter, Monitor,
    Program, ProgramKind, Rest, Stream, WasiSpec,
};
use terrace_image::aot_cache::{AotCache, key};

/// Calls itself 2,000 times, then yields for ever.
const DEEP: &str = r#"(module (import "terrace" "yield" (func $yield (result i32)))
  (memory (export "memory") 1) (global $sum (mut i32) (i32.const 0))
  (func $deep (param $n i32)
    (if (local.get $n) (then (call $deep (i32.sub (local.get $n) (i32.const 1)))))
    (global.set $sum (i32.add (global.get $sum) (local.get $n))))
  (func (export "_start") (call $deep (i32.const 2000))
    (loop $again (drop (call $yield)) (br $again))))"#;

/// Every rest is its last for long, if `idle`.
struct Resting {
    idle: AtomicBool,
    leaving: AtomicBool,
}

impl Monitor for Resting {
    fn attention(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }
    fn leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }
    fn idles(&self) -> bool {
        self.idle.load(Ordering::Relaxed)
    }
    fn id(&self) -> u64 {
        1
    }
    fn limits(&self) -> Limits {
        unreachable!("the guest here does not ask")
    }
    fn rest(&self, _: Rest) -> Code {
        self.leaving.store(true, Ordering::Relaxed);
        Code::Again
    }
    fn stop_requested(&self) -> bool {
        false
    }
    fn log(&self, _: u32, _: &[u8]) -> Code {
        Code::Ok
    }
    fn output_space(&self, _: Stream) -> usize {
        usize::MAX
    }
    fn output(&self, _: Stream, _: &[u8]) {}
    fn output_wait(&self, _: Stream, _: &Waker) {}
    fn next_lifecycle(&self) -> Option<Lifecycle> {
        None
    }
    fn created(&self) {}
    fn control(&self, _: ControlCall<'_>) -> i64 {
        0
    }
}

/// Pages in memory of all mappings of a guest stack's size.
fn stack_pages() -> u64 {
    let size = 2 * terrace_abi::STACK_BYTES / 1024;
    let smaps = std::fs::read_to_string("/proc/self/smaps").unwrap();
    let number = |line: &str| line.split_whitespace().nth(1)?.parse::<u64>().ok();
    let (mut stack, mut pages) = (false, 0);
    for line in smaps.lines() {
        if line.starts_with("Size:") {
            stack = number(line) == Some(size);
        } else if stack && line.starts_with("Anonymous:") {
            pages += number(line).unwrap_or(0) / 4;
        }
    }
    pages
}

#[test]
fn a_guest_that_waits_gives_back_the_stack_it_does_not_use() {
    let engine = Engine::new(EngineConfig {
        guests: 8,
        keep_resident: 0,
    })
    .unwrap();
    let wasm = wat::parse_str(DEEP).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let compiled = engine.compile(&wasm, ProgramKind::Module).unwrap();
    let artefact = AotCache::open(&folder.path().join("cache"))
        .unwrap()
        .put(&key(&[0; 32], &engine.fingerprint(), "test"), &compiled)
        .unwrap();
    let program =
        Program::load(&engine, &artefact, ProgramKind::Module, Grants::default()).unwrap();
    let monitor = Arc::new(Resting {
        idle: AtomicBool::new(false),
        leaving: AtomicBool::new(false),
    });
    let mut guest = Guest::new(GuestSpec {
        program,
        wasi: WasiSpec::default(),
        meter: Arc::new(MemoryMeter::new(1 << 20)),
        monitor: monitor.clone(),
        calls: None,
    })
    .unwrap();
    let mut run = || {
        monitor.leaving.store(false, Ordering::Relaxed);
        let polled = guest.poll(&mut Context::from_waker(Waker::noop()));
        assert!(matches!(polled, Poll::Pending), "it ended: {polled:?}");
    };
    let before = stack_pages();
    run();
    let deep = stack_pages() - before;
    assert!(deep > 8, "it went {deep} pages deep");
    monitor.idle.store(true, Ordering::Relaxed);
    for _ in 0..10 {
        run();
        let held = stack_pages() - before;
        assert!(held <= 2, "it waits on {held} pages");
    }
}
