//! Whatever shape its code has, a guest looks whether it should yield after a bounded number of
//! operators: not only at the heads of loops. Here attention is wanted always, so a look that
//! sees a new epoch yields, and the yields are counted. The bound is that of `third_party/README.md`.
#![forbid(unsafe_code)]

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use terrace_abi::{Code, Limits};
use terrace_engine::{
    ControlCall, Engine, EngineConfig, Grants, Guest, GuestSpec, Lifecycle, MemoryMeter, Monitor,
    Outcome, Program, ProgramKind, Rest, Stream, WasiSpec,
};
use terrace_image::aot_cache::{AotCache, key};

/// Operators that a path may pass between two looks.
const INTERVAL: usize = 1024;

/// Runs until the thread that moves the epoch has run beside the guest often enough.
const RUNS: usize = 1_000_000;

/// Two threads are busy in each test, which is what a small machine has processors for.
static ALONE: Mutex<()> = Mutex::new(());

/// Wants the processor back at every safe point.
struct Impatient;

impl Monitor for Impatient {
    fn attention(&self) -> bool {
        true
    }
    fn id(&self) -> u64 {
        1
    }
    fn limits(&self) -> Limits {
        unreachable!("the guests here do not ask")
    }
    fn rest(&self, _: Rest) -> Code {
        Code::Ok
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

/// Run a module until one run gave the processor back at least `least` times, at most [`RUNS`]
/// times. A look is seen only if the epoch has moved since the last one; another thread moves
/// it without pause, and on a busy machine it takes a few runs until it runs beside the guest.
/// The most yields of a run.
fn most_yields(wat: &str, least: usize) -> usize {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let engine = Engine::new(EngineConfig {
        guests: 8,
        keep_resident: 0,
    })
    .unwrap();
    let program = load(&engine, wat);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                engine.bump();
            }
        });
        let mut most = 0;
        for _ in 0..RUNS {
            most = most.max(run(&program));
            if most >= least {
                break;
            }
        }
        done.store(true, Ordering::Relaxed);
        most
    })
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

/// One run; how often it gave the processor back.
fn run(program: &Program) -> usize {
    let mut guest = Guest::new(GuestSpec {
        program: program.clone(),
        wasi: WasiSpec::default(),
        meter: Arc::new(MemoryMeter::new(1 << 20)),
        monitor: Arc::new(Impatient),
        calls: None,
    })
    .unwrap();
    let mut yields = 0;
    loop {
        match guest.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Outcome::Exited(0)) => return yields,
            Poll::Ready(outcome) => panic!("{outcome:?}"),
            Poll::Pending => yields += 1,
        }
    }
}

/// A module whose `_start` is `body`; its result is kept so that nothing is optimised away.
fn module(functions: &str, body: &str) -> String {
    format!(
        "(module (memory (export \"memory\") 1) (global $sum (mut i32) (i32.const 0)) {functions}
           (func (export \"_start\") {body}))"
    )
}

/// `count` times `unit`.
fn repeated(unit: &str, count: usize) -> String {
    let mut text = String::with_capacity(unit.len() * count);
    for _ in 0..count {
        text.push_str(unit);
    }
    text
}

/// Four operators of straight code.
const STEP: &str = "global.get $sum i32.const 3 i32.add global.set $sum ";

fn holds(wat: &str, operators: usize) {
    // Half, because an increment may come late.
    let least = operators / INTERVAL / 2;
    let most = most_yields(wat, least);
    assert!(
        most >= least,
        "{operators} operators passed with {most} looks at most; at least {least} were due"
    );
}

#[test]
fn straight_code_is_interrupted() {
    holds(&module("", &repeated(STEP, 20_000)), 4 * 20_000);
}

#[test]
fn branches_do_not_lead_past_every_look() {
    // Every 1,000 operators a block that is always left at its start, so that a look inside, where
    // it would be due by counting lines, is never met.
    let skipped = format!("block i32.const 1 br_if 0 {} end ", repeated(STEP, 40));
    let unit = format!("{}{skipped}", repeated(STEP, 210));
    holds(&module("", &repeated(&unit, 60)), 60 * 4 * 210);
}

#[test]
fn the_arms_of_an_if_count_each() {
    let arms = format!(
        "global.get $sum if {} else {} end ",
        repeated(STEP, 200),
        repeated(STEP, 200)
    );
    holds(&module("", &repeated(&arms, 60)), 60 * 4 * 200);
}

#[test]
fn many_calls_of_a_small_leaf_are_interrupted() {
    // The leaf has no look of its own, so a call counts as the leaf.
    let leaf = format!("(func $leaf {})", repeated(STEP, 14));
    holds(
        &module(&leaf, &repeated("call $leaf ", 5_000)),
        5_000 * 4 * 14,
    );
}

#[test]
fn a_tree_of_calls_is_interrupted() {
    // Every level calls the next one eight times: a million calls without a loop.
    let mut functions = format!("(func $f0 {})", repeated(STEP, 14));
    for level in 1..7 {
        let call = format!("call $f{} ", level - 1);
        write!(functions, "(func $f{level} {})", repeated(&call, 8)).unwrap();
    }
    holds(&module(&functions, "call $f6"), 8_usize.pow(6) * 4 * 14);
}

#[test]
fn a_loop_is_interrupted() {
    let body = format!(
        "(local $i i32) loop $again {STEP}
           local.get $i i32.const 1 i32.add local.tee $i i32.const 5000000 i32.lt_u br_if $again end"
    );
    let most = most_yields(&module("", &body), 1000);
    assert!(most >= 1000, "{most} looks in 5,000,000 turns");
}

#[test]
fn what_a_look_interrupts_is_not_disturbed() {
    // Sixteen integers and sixteen floats live across every look: none may change in a yield.
    let mut locals = String::new();
    let mut turn = String::new();
    let mut sum = String::new();
    for i in 0..16 {
        write!(locals, "(local $a{i} i64) (local $x{i} f64) ").unwrap();
        write!(
            turn,
            "(local.set $a{i} (i64.add (local.get $a{i}) (i64.const {})))
             (local.set $x{i} (f64.add (local.get $x{i}) (f64.const {}.5)))",
            i + 1,
            i
        )
        .unwrap();
        write!(
            sum,
            "(if (i64.ne (local.get $a{i}) (i64.const {})) (then unreachable))
             (if (f64.ne (local.get $x{i}) (f64.const {})) (then unreachable))",
            (i + 1) * 200_000,
            f64::from(i) * 200_000.0 + 100_000.0
        )
        .unwrap();
    }
    let body = format!(
        "(local $n i32) {locals}
         loop $again {turn}
           local.get $n i32.const 1 i32.add local.tee $n i32.const 200000 i32.lt_u br_if $again end
         {sum}"
    );
    // A wrong value traps.
    let most = most_yields(&module("", &body), 500);
    assert!(most >= 500, "{most} looks in 200,000 turns");
}
