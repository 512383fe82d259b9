//! Which callback runs when.

use super::{RELEASE, callback, of, records, released};
use terrace_testkit::prelude;
use terrace_tests::{Arena, eventually};
use terrace_vm::State;

#[test]
fn callbacks_of_a_component_run_to_completion_one_at_a_time_the_most_important_first() {
    let arena = Arena::new();
    let app = r#"
[[service]]
name = "one"
worker = 0
priority = 10
[[service.task]]
name = "long"
period = "50 ms"
priority = 10
[[service.task]]
name = "middle"
period = "10 ms"
priority = 20
[[service.task]]
name = "short"
period = "10 ms"
priority = 30
"#;
    let long =
        "(if (i32.and (i32.eqz (local.get $what)) (i32.eq (local.get $callback) (i32.const 1)))
                  (then (call $busy (i64.const 22000000))))";
    let id = arena.run_wat("app", &prelude::component("", long), app);
    released(&arena, id, "one", "long", 6);
    arena.kill(id);
    let all = records(&arena, id, "one");
    for pair in all.windows(2) {
        assert!(pair[0].end_ns <= pair[1].start_ns, "they overlap: {pair:?}");
    }
    // Whatever began, nothing more important that was not begun was due.
    for record in all.iter().filter(|r| r.what == RELEASE) {
        let waits = |r: &&terrace_vm::ReleaseRecord| {
            r.what == RELEASE
                && r.callback > record.callback
                && r.released_ns < record.start_ns
                && r.start_ns > record.start_ns
        };
        assert!(all.iter().find(waits).is_none(), "{record:?}: {all:?}");
    }
    // The long one held the others up at least once, so the order was put to the test.
    assert!(callback(&arena, id, "one", "short").tally.latency.max > 5_000_000);
    arena.unhurt();
}

#[test]
fn equal_priorities_run_in_the_order_of_registration() {
    let arena = Arena::new();
    let mut app = String::from("[[service]]\nname = \"one\"\npriority = 10\n");
    for name in ["c", "a", "b"] {
        app.push_str(&format!(
            "[[service.task]]\nname = \"{name}\"\nperiod = \"5 ms\"\nstart = \"5 ms\"\n"
        ));
    }
    let id = arena.run_wat("app", &prelude::component("", ""), &app);
    released(&arena, id, "one", "b", 20);
    arena.kill(id);
    let all = records(&arena, id, "one");
    let [c, a, b] = [1, 2, 3].map(|callback| of(&all, callback));
    for ((c, a), b) in c.iter().zip(&a).zip(&b) {
        assert_eq!((c.sequence, a.sequence), (a.sequence, b.sequence));
        assert!(c.end_ns <= a.start_ns && a.end_ns <= b.start_ns);
    }
    arena.unhurt();
}

#[test]
fn a_more_important_component_preempts_a_less_important_one() {
    let arena = Arena::new();
    let app = r#"
[[service]]
name = "low"
worker = 0
priority = 10
[[service.task]]
name = "long"
period = "40 ms"
[[service]]
name = "high"
worker = 0
priority = 60
[[service.task]]
name = "short"
period = "5 ms"
"#;
    let long = "(if (i32.and (i32.eqz (local.get $what)) (i32.eqz (local.get $index)))
                  (then (call $busy (i64.const 20000000))))";
    let id = arena.run_wat("app", &prelude::component("", long), app);
    released(&arena, id, "low", "long", 5);
    arena.kill(id);
    let (low, high) = (records(&arena, id, "low"), records(&arena, id, "high"));
    let inside = of(&high, 1)
        .iter()
        .filter(|h| {
            of(&low, 1)
                .iter()
                .any(|l| l.start_ns < h.start_ns && h.end_ns < l.end_ns)
        })
        .count();
    assert!(
        inside >= 5,
        "only {inside} releases ran within the long ones"
    );
    arena.unhurt();
}

#[test]
fn a_suspended_app_has_no_releases_and_catches_up_with_none_when_it_is_resumed() {
    let arena = Arena::new();
    let app = "[[service]]\nname = \"one\"\npriority = 10\n[[service.task]]\nname = \"t\"\nperiod = \"4 ms\"\n\
               [[service]]\nname = \"two\"\npriority = 10\n";
    let id = arena.run_wat("app", &prelude::component("", ""), app);
    released(&arena, id, "one", "t", 5);
    arena.controller.suspend(id).unwrap();
    arena.reaches(id, State::Suspended);
    let before = callback(&arena, id, "one", "t").tally;
    arena.unhurt_neighbours();
    let idle = std::time::Instant::now();
    eventually("ten periods", || idle.elapsed().as_millis() > 40);
    assert_eq!(
        callback(&arena, id, "one", "t").tally.releases,
        before.releases
    );
    arena.controller.resume(id).unwrap();
    arena.reaches(id, State::Running);
    released(&arena, id, "one", "t", before.releases + 5);
    let after = callback(&arena, id, "one", "t").tally;
    assert!(after.skipped >= 9, "{after:?}");
    let all = of(&records(&arena, id, "one"), 1);
    let zero = all[0].released_ns;
    for record in &all {
        assert_eq!(record.released_ns, zero + record.sequence * 4_000_000);
    }
    arena.kill(id);
    arena.unhurt();
}
