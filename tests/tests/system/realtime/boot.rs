//! Who comes up when, and what a component is told of itself.

use super::{CREATE, START, callback, component, occasion, of, records, released};
use terrace_testkit::prelude;
use terrace_tests::Arena;
use terrace_vm::State;

const APP: &str = r#"
[[service]]
name = "plain"
priority = 20
[[service.task]]
name = "tick"
period = "5 ms"
start = "3 ms"

[[service]]
name = "bound"
bound = true
priority = 30
worker = 1
[[service.task]]
name = "tock"
period = "7 ms"
priority = 40

[[receiver]]
name = "ear"
priority = 10
"#;

#[test]
fn receivers_bound_services_and_services_come_up_in_this_order_and_then_releases() {
    let arena = Arena::new();
    // Slow to create, so that whoever did not wait would be first.
    let slow =
        "(if (i32.eq (local.get $what) (i32.const 1)) (then (call $busy (i64.const 3000000))))";
    let id = arena.run_wat("app", &prelude::component("", slow), APP);
    arena.reaches(id, State::Running);
    released(&arena, id, "plain", "tick", 5);
    released(&arena, id, "bound", "tock", 5);
    let [ear, bound, plain] = ["ear", "bound", "plain"].map(|name| records(&arena, id, name));
    let order = [
        occasion(&ear, CREATE),
        occasion(&bound, CREATE),
        occasion(&bound, START),
        occasion(&plain, CREATE),
        occasion(&plain, START),
        of(&plain, 1)[0],
    ];
    for pair in order.windows(2) {
        assert!(pair[0].end_ns <= pair[1].start_ns, "{order:?}");
    }
    // One zero for all.
    let (tick, tock) = (of(&plain, 1)[0], of(&bound, 1)[0]);
    assert_eq!(tick.released_ns - 3_000_000, tock.released_ns);
    assert!(tock.released_ns >= order[4].end_ns);
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn releases_are_due_at_absolute_times_whatever_happened_before() {
    let arena = Arena::new();
    // Every fourth release takes longer than the period.
    let uneven = "(if (i64.eqz (i64.rem_u (local.get $sequence) (i64.const 4)))
                    (then (call $busy (i64.const 8000000))))";
    let id = arena.run_wat("app", &prelude::component("", uneven), APP);
    released(&arena, id, "plain", "tick", 40);
    let ticks = of(&records(&arena, id, "plain"), 1);
    let zero = ticks[0].released_ns;
    for (k, tick) in (0..).zip(&ticks) {
        assert_eq!((tick.sequence, tick.released_ns), (k, zero + k * 5_000_000));
        assert!(tick.start_ns >= tick.released_ns);
    }
    let tally = callback(&arena, id, "plain", "tick").tally;
    assert!(tally.misses >= 9, "{tally:?}");
    assert!(
        tally.latency.max >= 3_000_000 && tally.response.max >= 8_000_000,
        "{tally:?}"
    );
    assert!(tally.cost.max >= 1_000_000, "{tally:?}");
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn a_component_is_told_what_its_manifest_says_of_it() {
    let arena = Arena::new();
    // Exits with what it finds at these offsets of its records, as one number.
    let asks = r#"
        (if (i32.and (i32.eq (local.get $what) (i32.const 1)) (i32.eqz (local.get $index))) (then
          (if (i32.ne (call $realtime_callback (i32.const 1) (i32.const 600) (i32.const 64)) (i32.const 56))
            (then (call $exit (i32.const 1))))
          (if (i64.ne (i64.load (i32.const 600)) (i64.const 5000000)) (then (call $exit (i32.const 2))))
          (if (i64.ne (i64.load (i32.const 608)) (i64.const 5000000)) (then (call $exit (i32.const 3))))
          (if (i64.ne (i64.load (i32.const 624)) (i64.const 3000000)) (then (call $exit (i32.const 4))))
          (if (i32.ne (i32.load (i32.const 644)) (i32.const 20)) (then (call $exit (i32.const 5))))
          (if (i32.ne (call $realtime_name (i32.const 1) (i32.const 700) (i32.const 64)) (i32.const 4))
            (then (call $exit (i32.const 6))))
          (if (i32.ne (i32.load (i32.const 700)) (i32.const 0x6b636974)) (then (call $exit (i32.const 7))))
          (if (i32.ne (call $realtime_callback (i32.const 2) (i32.const 600) (i32.const 64)) (i32.const -4))
            (then (call $exit (i32.const 8))))
          (if (i32.ne (i32.load (i32.const 552)) (i32.const 2)) (then (call $exit (i32.const 9))))
          (if (i32.ne (i32.load (i32.const 556)) (i32.const 3)) (then (call $exit (i32.const 10))))
          (call $exit (i32.const 77))))"#;
    let wat = prelude::component("", asks);
    assert_eq!(arena.status_of("app", &wat, APP), 77);
    arena.unhurt();
}

#[test]
fn components_are_shown_with_their_workers_and_limits() {
    let arena = Arena::new();
    let app = APP.replace(
        "priority = 20\n",
        "priority = 20\nworker = 0\nmemory = { persistent = \"1 MiB\", release = \"64 KiB\", total = \"1088 KiB\" }\n",
    );
    let id = arena.run_wat("app", &prelude::component("", ""), &app);
    arena.reaches(id, State::Running);
    let plain = component(&arena, id, "plain");
    assert_eq!(
        (plain.kind.as_str(), plain.state.as_str()),
        ("service", "active")
    );
    assert_eq!(plain.worker, Some(0));
    assert_eq!(component(&arena, id, "bound").worker, Some(1));
    // Two pages of the program, and what is reserved.
    assert_eq!(plain.limit, (2 + 17) * 65_536);
    assert_eq!(plain.memory, 2 * 65_536);
    assert_eq!(arena.info(id).memory.size, 6 * 65_536);
    arena.kill(id);
    assert_eq!(component(&arena, id, "plain").state, "ended");
    arena.unhurt();
}
