//! What asks for a guest's attention is never lost, whenever it comes: also between the guest's look at
//! the flag and its next deadline. Whoever asks stores a flag first and moves the epoch then, as
//! `terrace_host::preempt` does; here that happens inside the look itself, where no other thread could
//! time it better. And a guest that wants to leave needs no new epoch for it.
#![forbid(unsafe_code)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use terrace_abi::{Code, Limits};
use terrace_engine::{
    ControlCall, Engine, EngineConfig, Grants, Guest, GuestSpec, Lifecycle, MemoryMeter, Monitor,
    Program, ProgramKind, Rest, Stream, WasiSpec,
};
use terrace_image::aot_cache::{AotCache, key};

/// Loops without end. Every call in it asks to leave.
const LOOP: &str =
    r#"(module (memory (export "memory") 1) (func (export "_start") (loop $again (br $again))))"#;
const YIELDS: &str = r#"(module (import "terrace" "yield" (func $yield (result i32)))
  (memory (export "memory") 1)
  (func (export "_start") (loop $again (drop (call $yield)) (br $again))))"#;
/// The same, where the loop's own code does not see the call.
const YIELDS_FAR: &str = r#"(module (import "terrace" "yield" (func $yield (result i32)))
  (memory (export "memory") 1) (table 1 funcref) (elem (i32.const 0) $yield)
  (type $t (func (result i32)))
  (func (export "_start")
    (loop $again (drop (call_indirect (type $t) (i32.const 0))) (br $again))))"#;

/// Longer than any machine needs: a guest that has lost a request never comes back by itself.
const FOREVER: Duration = Duration::from_secs(120);

struct Watched {
    engine: Engine,
    raised: AtomicBool,
    /// Ask for attention inside of so many looks that found none asked for.
    inside: AtomicU32,
    looks: AtomicU32,
    leaving: AtomicBool,
    asked: AtomicU32,
    given_up: AtomicBool,
}

impl Watched {
    fn raise(&self) {
        self.raised.store(true, Ordering::Release);
        self.engine.bump();
    }
}

impl Monitor for Watched {
    fn attention(&self) -> bool {
        self.looks.fetch_add(1, Ordering::Relaxed);
        let wanted = self.raised.load(Ordering::Acquire) || self.leaving.load(Ordering::Relaxed);
        let more = self
            .inside
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1));
        if !wanted && more.is_ok() {
            self.raise();
        }
        wanted || self.given_up.load(Ordering::Relaxed)
    }
    fn leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }
    fn id(&self) -> u64 {
        1
    }
    fn limits(&self) -> Limits {
        unreachable!("the guests here do not ask")
    }
    fn rest(&self, _: Rest) -> Code {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if self.leaving.swap(true, Ordering::Relaxed) {
            // Its code did not see that it is to leave.
            self.engine.bump();
        }
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

/// A guest with its monitor, for a test; it fails if the guest keeps the processor for ever.
fn with(wat: &str, test: impl FnOnce(&Watched, &mut dyn FnMut())) {
    let engine = Engine::new(EngineConfig {
        guests: 8,
        keep_resident: 0,
    })
    .unwrap();
    let monitor = Arc::new(Watched {
        engine: engine.clone(),
        raised: AtomicBool::new(false),
        inside: AtomicU32::new(0),
        looks: AtomicU32::new(0),
        leaving: AtomicBool::new(false),
        asked: AtomicU32::new(0),
        given_up: AtomicBool::new(false),
    });
    let mut guest = Guest::new(GuestSpec {
        program: load(&engine, wat),
        wasi: WasiSpec::default(),
        meter: Arc::new(MemoryMeter::new(1 << 20)),
        monitor: monitor.clone(),
        calls: None,
    })
    .unwrap();
    let mut run = || {
        let polled = guest.poll(&mut Context::from_waker(Waker::noop()));
        assert!(matches!(polled, Poll::Pending), "it ended: {polled:?}");
        let lost = monitor.given_up.load(Ordering::Relaxed);
        assert!(!lost, "the guest kept the processor");
    };
    std::thread::scope(|scope| {
        let (done, over) = channel::<()>();
        let watcher = &monitor;
        scope.spawn(move || {
            if over.recv_timeout(FOREVER) == Err(RecvTimeoutError::Timeout) {
                watcher.given_up.store(true, Ordering::Relaxed);
                watcher.engine.bump();
            }
        });
        test(&monitor, &mut run);
        drop(done);
    });
}

fn load(engine: &Engine, wat: &str) -> Program {
    let wasm = wat::parse_str(wat).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let compiled = engine.compile(&wasm, ProgramKind::Module).unwrap();
    let artefact = AotCache::open(&folder.path().join("cache"))
        .unwrap()
        .put(&key(&[0; 32], &engine.fingerprint(), "test"), &compiled)
        .unwrap();
    Program::load(engine, &artefact, ProgramKind::Module, Grants::default()).unwrap()
}

#[test]
fn what_is_asked_for_inside_of_a_look_is_seen_by_the_next() {
    with(LOOP, |monitor, run| {
        for round in 1..=100 {
            monitor.raised.store(false, Ordering::Relaxed);
            monitor.inside.store(1, Ordering::Relaxed);
            // Somebody else's: a first look, that finds nothing.
            monitor.engine.bump();
            run();
            assert_eq!(monitor.inside.load(Ordering::Relaxed), 0, "round {round}");
        }
    });
}

#[test]
fn what_is_asked_for_while_a_guest_is_away_is_seen_when_it_is_back() {
    with(LOOP, |monitor, run| {
        monitor.raise();
        run();
        for _ in 0..100 {
            // After the worker has looked at the flag for the last time, before the guest goes on.
            monitor.raised.store(false, Ordering::Relaxed);
            monitor.raise();
            run();
        }
    });
}

#[test]
fn who_leaves_by_its_own_call_needs_no_new_epoch() {
    with(YIELDS, |monitor, run| {
        for round in 1..=100 {
            monitor.leaving.store(false, Ordering::Relaxed);
            run();
            // One call a round: the next was not reached before it left.
            assert_eq!(monitor.asked.load(Ordering::Relaxed), round);
        }
    });
}

#[test]
fn a_guest_that_is_back_looks_once_per_rest() {
    with(YIELDS, |monitor, run| {
        run();
        let looks = monitor.looks.load(Ordering::Relaxed);
        for _ in 0..100 {
            monitor.leaving.store(false, Ordering::Relaxed);
            run();
        }
        assert_eq!(monitor.looks.load(Ordering::Relaxed), looks + 100);
    });
}

#[test]
fn code_that_does_not_see_that_it_is_to_leave_asks_once_more() {
    with(YIELDS_FAR, |monitor, run| {
        for round in 1..=100 {
            monitor.leaving.store(false, Ordering::Relaxed);
            run();
            assert!(monitor.asked.load(Ordering::Relaxed) <= 2 * round);
        }
    });
}
