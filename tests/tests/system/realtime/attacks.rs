//! Components that do what they may not, beside one that must not notice.

use super::{callback, component, of, records, released};
use terrace_testkit::hostile::{Script, guest};
use terrace_testkit::{guests, prelude};
use terrace_tests::{Arena, eventually};
use terrace_vm::{Overrides, PartitionId, State};

/// The one that must not notice.
const GOOD: &str = "[[service]]\nname = \"good\"\nworker = 0\npriority = 80\n\
                    [[service.task]]\nname = \"g\"\nperiod = \"5 ms\"\ncost = \"500 us\"\n";

fn good(arena: &Arena) -> PartitionId {
    let id = arena.run_wat("good", &prelude::component("", ""), GOOD);
    released(arena, id, "good", "g", 3);
    id
}

/// Its releases go on, none is left out, and each is at its time.
fn unhurt(arena: &Arena, id: PartitionId) {
    let before = callback(arena, id, "good", "g").tally.releases;
    released(arena, id, "good", "g", before + 10);
    let all = of(&records(arena, id, "good"), 1);
    for pair in all.windows(2) {
        assert_eq!(pair[1].sequence, pair[0].sequence + 1);
        assert_eq!(pair[1].released_ns, pair[0].released_ns + 5_000_000);
    }
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn growth_past_what_is_reserved_is_refused_inside_that_component_only() {
    let arena = Arena::new();
    let good = good(&arena);
    let app = "[[service]]\nname = \"greedy\"\npriority = 10\n\
               memory = { persistent = \"128 KiB\", release = \"64 KiB\" }\n\
               [[service.task]]\nname = \"t\"\nperiod = \"5 ms\"\n\
               [[service]]\nname = \"other\"\npriority = 10\n\
               [[service.task]]\nname = \"u\"\nperiod = \"5 ms\"\n";
    // A page a release, of the first component.
    let leaks = "(if (i32.and (i32.eqz (local.get $what)) (i32.eqz (local.get $index)))
                   (then (drop (memory.grow (i32.const 1)))))";
    let id = arena.run_wat("app", &prelude::component("", leaks), app);
    released(&arena, id, "greedy", "t", 8);
    let greedy = component(&arena, id, "greedy");
    // Two pages of the program, and the three that are reserved.
    assert_eq!((greedy.memory, greedy.limit), (5 * 65_536, 5 * 65_536));
    assert!(arena.info(id).memory.refused >= 5);
    assert_eq!(component(&arena, id, "other").memory, 2 * 65_536);
    released(&arena, id, "other", "u", 8);
    arena.kill(id);
    unhurt(&arena, good);
}

#[test]
fn memory_that_is_locked_goes_back_when_the_app_ends() {
    let arena = Arena::new();
    let app = "[[service]]\nname = \"big\"\npriority = 10\n\
               memory = { persistent = \"8 MiB\", release = \"64 KiB\" }\n";
    let grows =
        "(if (i32.eq (local.get $what) (i32.const 1)) (then (drop (memory.grow (i32.const 128)))))";
    arena.install_wat("app", &prelude::component("", grows), app);
    for _ in 0..5 {
        let id = arena.start("app");
        arena.reaches(id, State::Running);
        // Touched before its first release, though it never wrote there.
        assert!(arena.info(id).memory.committed >= 8 << 20);
        arena.kill(id);
    }
    arena.unhurt();
}

#[test]
fn a_release_that_never_returns_does_not_hold_up_a_more_important_one() {
    let arena = Arena::new();
    let good = good(&arena);
    let app = "[[service]]\nname = \"spin\"\nworker = 0\npriority = 70\n\
               [[service.task]]\nname = \"t\"\nperiod = \"5 ms\"\ncost = \"1 ms\"\n";
    let spins = "(if (i32.eqz (local.get $what)) (then (loop $on (br $on))))";
    let id = arena.run_wat("app", &prelude::component("", spins), app);
    eventually("it overruns and misses", || {
        let tally = callback(&arena, id, "spin", "t").tally;
        (tally.overruns, tally.misses >= 1) == (1, true)
    });
    let before = callback(&arena, good, "good", "g").tally.releases;
    released(&arena, good, "good", "g", before + 10);
    arena.kill(id);
    unhurt(&arena, good);
}

#[test]
fn a_receiver_that_traps_when_it_is_created_ends_its_app_before_anything_is_released() {
    let arena = Arena::new();
    let good = good(&arena);
    let app = "[[service]]\nname = \"one\"\n[[service.task]]\nname = \"t\"\nperiod = \"5 ms\"\n\
               [[receiver]]\nname = \"ear\"\n";
    let traps = "(if (i32.eq (local.get $index) (i32.const 1)) (then unreachable))";
    let id = arena.run_wat("app", &prelude::component("", traps), app);
    assert_eq!(arena.fault(id), "unreachable");
    assert_eq!(callback(&arena, id, "one", "t").tally.releases, 0);
    unhurt(&arena, good);
}

#[test]
fn apps_that_start_and_die_all_the_time_leave_a_real_time_app_alone() {
    let arena = Arena::new();
    let good = good(&arena);
    arena.install_wat("noise", guests::SPIN, "[cpu]\nworker = 0\n");
    arena.install_wat(
        "parts",
        &prelude::component("", ""),
        "[[service]]\nname = \"a\"\n[[receiver]]\nname = \"b\"\n",
    );
    for _ in 0..60 {
        for app in ["noise", "parts"] {
            let id = arena.start(app);
            arena.kill(id);
            arena.clear(app);
        }
    }
    unhurt(&arena, good);
}

#[test]
fn every_call_with_hostile_arguments_from_within_a_component() {
    let arena = Arena::new();
    let good = good(&arena);
    let app = "[[service]]\nname = \"one\"\npriority = 20\n[[service.task]]\nname = \"t\"\nperiod = \"1 ms\"\n";
    arena.install_wat("hostile", &guest(), app);
    let calls: Vec<_> = terrace_testkit::hostile::calls().collect();
    let first = calls
        .iter()
        .position(|(prefix, _)| *prefix == "realtime_")
        .expect("they are there");
    for which in first..first + prelude::REALTIME.len() {
        for edge in [0, 1, -1, 65_536, 1 << 31, i64::MIN] {
            let script = Script {
                data: b"one".to_vec(),
                calls: vec![
                    (which, [edge; 11]),
                    (which, [0, 3, edge, 0, 0, 0, 0, 0, 0, 0, 0]),
                    (which, [0, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0]),
                ],
            };
            let overrides = Overrides {
                args: Some(vec![script.argument()]),
                ..Overrides::default()
            };
            let id = arena.controller.run("hostile", None, overrides).unwrap();
            let end = arena
                .controller
                .wait_end(id, Some(std::time::Duration::from_millis(50)));
            if end.unwrap().is_none() {
                let _ = arena.controller.kill(id);
            }
            let fault = arena.fault(id);
            assert_ne!(fault, "monitor", "{:?}", arena.info(id));
            arena.clear("hostile");
        }
    }
    unhurt(&arena, good);
}

#[test]
fn without_real_time_privileges_components_run_all_the_same() {
    let arena = Arena::with(terrace_vm::Config {
        realtime: false,
        ..Arena::config()
    });
    let good = good(&arena);
    unhurt(&arena, good);
}
