//! What follows an overrun or a miss, and what one component does to another.

use super::{callback, component, of, records, released};
use terrace_testkit::prelude;
use terrace_tests::{Arena, eventually};
use terrace_vm::{EventKind, PartitionId, State};

/// A task that overruns every time, at low priority, and one that shall not notice.
fn app(reaction: &str) -> String {
    format!(
        r#"
[[service]]
name = "late"
worker = 0
priority = 10
[[service.task]]
name = "t"
period = "10 ms"
deadline = "8 ms"
cost = "1 ms"
{reaction}
[[service]]
name = "good"
worker = 0
priority = 50
[[service.task]]
name = "g"
period = "5 ms"
"#
    )
}

/// Of the first component: each release takes 3 ms.
const LATE: &str = "(if (i32.and (i32.eqz (local.get $what)) (i32.eqz (local.get $index)))
                      (then (call $busy (i64.const 3000000))))";
/// Each runs for ever.
const NEVER: &str = "(if (i32.and (i32.eqz (local.get $what)) (i32.eqz (local.get $index)))
                       (then (loop $on (br $on))))";

fn start(arena: &Arena, act: &str, reaction: &str) -> PartitionId {
    arena.run_wat("app", &prelude::component("", act), &app(reaction))
}

fn told(arena: &Arena, id: PartitionId, kind: EventKind) -> Vec<String> {
    let events = arena.controller.events().since(0);
    let own = events
        .into_iter()
        .filter(|e| e.raw_id == id.to_raw() && e.kind == kind);
    own.map(|e| e.message).collect()
}

#[test]
fn log_records_every_overrun_and_the_releases_go_on() {
    let arena = Arena::new();
    let id = start(&arena, LATE, "");
    released(&arena, id, "late", "t", 5);
    let tally = callback(&arena, id, "late", "t").tally;
    assert!(
        tally.overruns >= 5 && tally.cost.min >= 1_000_000,
        "{tally:?}"
    );
    assert!(
        of(&records(&arena, id, "late"), 1)
            .iter()
            .all(|r| r.overran)
    );
    assert_eq!(callback(&arena, id, "good", "g").tally.overruns, 0);
    eventually("it is told", || {
        !told(&arena, id, EventKind::Overran).is_empty()
    });
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn skip_leaves_out_every_second_release_of_a_task_that_always_overruns() {
    let arena = Arena::new();
    let id = start(&arena, LATE, "on_overrun = \"skip\"");
    released(&arena, id, "late", "t", 6);
    arena.kill(id);
    let all = of(&records(&arena, id, "late"), 1);
    for (k, record) in (0..).zip(&all) {
        assert_eq!(record.sequence, 2 * k);
    }
    assert!(callback(&arena, id, "late", "t").tally.skipped >= 5);
    arena.unhurt();
}

#[test]
fn suspend_holds_a_component_that_never_returns_and_resume_lets_it_go_on() {
    let arena = Arena::new();
    let id = start(&arena, NEVER, "on_overrun = \"suspend\"");
    eventually("it is suspended", || {
        component(&arena, id, "late").state == "suspended"
    });
    let used = component(&arena, id, "late").cpu_ns;
    let before = callback(&arena, id, "good", "g").tally.releases;
    released(&arena, id, "good", "g", before + 5);
    assert_eq!(component(&arena, id, "late").cpu_ns, used, "it goes on");
    assert_eq!(arena.info(id).state, State::Running);
    eventually("it is told", || {
        told(&arena, id, EventKind::Component).contains(&"late is suspended".to_owned())
    });
    arena.controller.resume(id).unwrap();
    eventually("it goes on", || component(&arena, id, "late").cpu_ns > used);
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn stop_ends_a_component_that_never_returns_and_leaves_the_others() {
    let arena = Arena::new();
    let id = start(&arena, NEVER, "on_miss = \"stop\"");
    eventually("it is ended", || {
        component(&arena, id, "late").state == "ended"
    });
    let before = callback(&arena, id, "good", "g").tally.releases;
    released(&arena, id, "good", "g", before + 5);
    assert_eq!(callback(&arena, id, "late", "t").tally.misses, 1);
    eventually("it is told", || {
        told(&arena, id, EventKind::Component).contains(&"late is ended".to_owned())
            && !told(&arena, id, EventKind::Missed).is_empty()
    });
    arena.controller.stop(id).unwrap();
    assert_eq!(arena.fault(id), "no fault: Exited(0)");
    arena.unhurt();
}

#[test]
fn callback_tells_the_app_which_callback_overran() {
    let arena = Arena::new();
    let exits = format!(
        "{LATE} (if (i32.eq (local.get $what) (i32.const 7)) (then (call $exit (i32.add (i32.const 40) (local.get $callback)))))"
    );
    let id = start(&arena, &exits, "on_overrun = \"callback\"");
    assert_eq!(arena.fault(id), "no fault: Exited(41)");
    arena.unhurt();
}

/// A second service stops, starts, pauses and resumes the first, at its releases 3, 6, 9 and 12, and
/// exits with the place of the first order that was not obeyed.
#[test]
fn a_component_stops_starts_pauses_and_resumes_a_service_with_what_is_nested_in_it() {
    let arena = Arena::new();
    let order = |sequence: u32, call: &str| {
        format!(
            "(if (i64.eq (local.get $sequence) (i64.const {sequence})) (then
               (if (call $realtime_{call} (i32.const 2000) (i32.const 4))
                 (then (call $exit (i32.const {sequence}))))))"
        )
    };
    let orders: String = [(3, "pause"), (6, "resume"), (9, "stop"), (30, "start")]
        .iter()
        .map(|(at, call)| order(*at, call))
        .collect();
    let act = format!(
        "(if (i32.and (i32.eqz (local.get $what)) (i32.eq (local.get $index) (i32.const 1))) (then
           {orders}
           (if (i64.eq (local.get $sequence) (i64.const 60)) (then
             (if (i32.ne (call $realtime_stop (i32.const 2000) (i32.const 3)) (i32.const -4)) (then (call $exit (i32.const 91))))
             (if (i32.ne (call $realtime_start (i32.const 2000) (i32.const 4)) (i32.const -8)) (then (call $exit (i32.const 92))))))))"
    );
    let wat = prelude::component("(data (i32.const 2000) \"late\")", &act);
    let id = arena.run_wat("app", &wat, &app(""));
    released(&arena, id, "good", "g", 65);
    arena.kill(id);
    let late = records(&arena, id, "late");
    let whats: Vec<_> = late.iter().map(|r| r.what).filter(|&w| w != 0).collect();
    // create, start command, pause, resume, destroy, create, start command.
    assert_eq!(whats, [1, 2, 4, 5, 6, 1, 2], "{late:?}");
    let place = |what: u32| {
        late.iter()
            .position(|r| r.what == what)
            .expect("it is there")
    };
    let (pause, resume, destroy) = (place(4), place(5), place(6));
    assert_eq!(resume, pause + 1, "no release while it was paused");
    assert_eq!(late[destroy + 1].what, 1, "none while it was stopped");
    assert!(
        late[destroy..].iter().any(|r| r.what == 0),
        "some after the start"
    );
    arena.unhurt();
}
