//! How an app of components ends, and that nothing of it stays.

use super::{DESTROY, component, occasion, records, released};
use terrace_testkit::prelude;
use terrace_tests::Arena;
use terrace_vm::{EventKind, State};

const TWO: &str = r#"
[[service]]
name = "one"
priority = 10
worker = 0
memory = { persistent = "64 KiB", release = "64 KiB", total = "128 KiB" }
[[service.task]]
name = "t"
period = "4 ms"
[[service]]
name = "two"
worker = 1
[[service.task]]
name = "u"
period = "4 ms"
"#;

#[test]
fn a_stop_destroys_every_component_and_the_app_ends_well() {
    let arena = Arena::new();
    let id = arena.run_wat("app", &prelude::component("", ""), TWO);
    released(&arena, id, "two", "u", 3);
    arena.controller.stop(id).unwrap();
    assert_eq!(arena.fault(id), "no fault: Exited(0)");
    for name in ["one", "two"] {
        occasion(&records(&arena, id, name), DESTROY);
    }
    arena.unhurt();
}

#[test]
fn a_trap_in_one_component_ends_its_app_and_nothing_else() {
    let arena = Arena::new();
    let traps =
        "(if (i32.and (i32.eqz (local.get $what)) (i32.eq (local.get $index) (i32.const 1)))
                   (then (if (i64.eq (local.get $sequence) (i64.const 3)) (then unreachable))))";
    let id = arena.run_wat("app", &prelude::component("", traps), TWO);
    assert_eq!(arena.fault(id), "unreachable");
    let fault = arena.info(id).fault.expect("it is kept");
    assert!(fault.backtrace[0].contains("act"), "{fault:?}");
    assert_eq!(component(&arena, id, "one").state, "ended");
    arena.unhurt();
}

#[test]
fn a_component_that_exits_takes_its_app_along() {
    let arena = Arena::new();
    let exits = "(if (i32.and (i32.eqz (local.get $what)) (i32.eqz (local.get $index)))
                   (then (call $exit (i32.const 9))))";
    assert_eq!(
        arena.status_of("app", &prelude::component("", exits), TWO),
        9
    );
    arena.unhurt();
}

#[test]
fn a_component_that_never_completes_is_killed_with_its_app_in_mid_release() {
    let arena = Arena::new();
    let spins = "(if (i32.and (i32.eqz (local.get $what)) (i32.eqz (local.get $index)))
                   (then (loop $on (br $on))))";
    let id = arena.run_wat("app", &prelude::component("", spins), TWO);
    released(&arena, id, "two", "u", 3);
    arena.runs_on(id);
    arena.kill(id);
    // Asked politely it does not hear; after the grace time it is gone as well.
    arena.clear("app");
    let id = arena.run_wat("app", &prelude::component("", spins), TWO);
    released(&arena, id, "two", "u", 3);
    arena.controller.stop(id).unwrap();
    assert_eq!(arena.fault(id), "killed");
    arena.unhurt();
}

#[test]
fn an_app_of_components_is_started_again_by_its_restart_policy() {
    let arena = Arena::new();
    let traps = "(if (i64.eq (local.get $sequence) (i64.const 3)) (then unreachable))";
    let rest = format!("{TWO}\n[restart]\npolicy = \"on-failure\"\nmax = 2\nbackoff_ms = 10\n");
    let id = arena.run_wat("app", &prelude::component("", traps), &rest);
    let end = arena
        .controller
        .wait(id, Some(terrace_testkit::machine::WATCHDOG));
    assert!(end.unwrap().is_some());
    let events = arena.controller.events().since(0);
    let started = events
        .iter()
        .filter(|e| e.raw_id == id.to_raw() && e.kind == EventKind::Started);
    assert_eq!(started.count(), 3);
    arena.unhurt();
}

#[test]
fn a_program_that_does_not_ask_what_is_next_is_one_instance() {
    let arena = Arena::new();
    let id = arena.run_wat(
        "app",
        &prelude::program("", "", "(call $exit (i32.const 4))"),
        "",
    );
    assert_eq!(arena.fault(id), "no fault: Exited(4)");
    // It imports `next`, but its manifest has no components: not found.
    let asks = "(call $exit (i32.sub (i32.const 0) (call $realtime_next (i64.const 0) (i32.const 256) (i32.const 64))))";
    assert_eq!(
        arena.status_of("app", &prelude::program("", "", asks), ""),
        4
    );
    arena.unhurt();
}

#[test]
fn more_components_than_the_machine_has_places_are_refused() {
    let arena = Arena::with(terrace_vm::Config {
        partitions: 8,
        ..Arena::config()
    });
    let app: String = (0..8)
        .map(|i| format!("[[service]]\nname = \"s{i}\"\n"))
        .collect();
    arena.install_wat("app", &prelude::component("", ""), &app);
    let refused = arena
        .controller
        .run("app", None, terrace_vm::Overrides::default());
    assert!(refused.unwrap_err().to_string().contains('8'));
    let app: String = (0..4)
        .map(|i| format!("[[service]]\nname = \"s{i}\"\n"))
        .collect();
    let id = arena.run_wat("app", &prelude::component("", ""), &app);
    arena.reaches(id, State::Running);
    arena.kill(id);
    arena.unhurt();
}
