//! Workers that order by deadline or serve windows, as a device file asks.

use super::{of, records, released};
use terrace_testkit::prelude;
use terrace_tests::{Arena, eventually};
use terrace_vm::{Config, Overrides, State};

/// A machine whose worker 0 has this plan.
fn arena(plan: &str) -> Arena {
    let text = format!("[[app]]\npath = \"a\"\n[[worker]]\nid = 0\n{plan}\n");
    let device = terrace_manifest::parse_device(&text, std::path::Path::new("device.toml"));
    let device = device.unwrap_or_else(|e| panic!("the test's device file is wrong:\n{e}"));
    Arena::quiet_with(Config {
        plans: device.worker_plans,
        ..Arena::config()
    })
}

#[test]
fn the_one_that_is_due_first_runs_first_on_a_worker_that_orders_by_deadline() {
    // Of one priority: by registration `long` would run first, and to its completion.
    let app = "[[service]]\nname = \"long\"\nworker = 0\npriority = 10\n\
               [[service.task]]\nname = \"l\"\nperiod = \"60 ms\"\ndeadline = \"50 ms\"\n\
               [[service]]\nname = \"short\"\nworker = 0\npriority = 10\n\
               [[service.task]]\nname = \"s\"\nperiod = \"20 ms\"\ndeadline = \"5 ms\"\n";
    let long = "(if (i32.and (i32.eqz (local.get $what)) (i32.eqz (local.get $index)))
                  (then (call $busy (i64.const 30000000))))";
    let inside = |arena: &Arena| {
        let id = arena.run_wat("app", &prelude::component("", long), app);
        released(arena, id, "long", "l", 6);
        arena.kill(id);
        let (long, short) = (
            of(&records(arena, id, "long"), 1),
            of(&records(arena, id, "short"), 1),
        );
        let within = short.iter().filter(|s| {
            long.iter()
                .any(|l| l.start_ns < s.start_ns && s.end_ns < l.end_ns)
        });
        within.count()
    };
    let edf = inside(&arena("policy = \"edf\""));
    assert!(
        edf >= 5,
        "only {edf} of the shorter deadline ran within the long ones"
    );
}

#[test]
fn who_has_a_window_runs_in_it_and_who_has_none_is_refused() {
    let plan = "frame = \"20 ms\"\nwindows = [{ app = \"one\", start = \"0 ms\", length = \"8 ms\" }, \
                { app = \"two\", start = \"10 ms\", length = \"8 ms\" }]";
    let arena = arena(plan);
    // Each writes down when it had the processor, as long as it has it.
    let spin = terrace_testkit::guests::SPIN;
    arena.install_wat(
        "one",
        spin,
        "[cpu]\nworker = 0\nscheduler = \"fifo\"\npriority = 10\n",
    );
    arena.install_wat("two", spin, "[cpu]\nscheduler = \"fifo\"\npriority = 90\n");
    arena.install_wat("three", spin, "[cpu]\nworker = 0\n");
    let run = |app: &str, name: &str| arena.controller.run(app, Some(name), Overrides::default());
    let one = run("one", "one").unwrap();
    let two = run("two", "two").unwrap();
    let refused = run("three", "three").unwrap_err().to_string();
    assert!(
        refused.contains("`three` has no window on worker 0"),
        "{refused}"
    );
    arena.reaches(one, State::Running);
    arena.reaches(two, State::Running);
    // Bound to none, it went where its window is.
    assert_eq!(arena.info(two).worker, Some(0));
    eventually("both have had many windows", || {
        arena.cpu_ns(one).min(arena.cpu_ns(two)) > 100_000_000
    });
    // Equal windows: neither can have had much more than the other, whoever was suspended meanwhile.
    arena.controller.suspend(two).unwrap();
    arena.reaches(two, State::Suspended);
    let before = arena.cpu_ns(one);
    let from = std::time::Instant::now();
    eventually("twenty frames", || from.elapsed().as_millis() >= 400);
    let passed = u64::try_from(from.elapsed().as_nanos()).unwrap();
    let used = arena.cpu_ns(one) - before;
    // 8 of every 20 ms; the rest of the bound is the machine's, which may be busy.
    assert!(used < passed / 4 * 3, "{used} of {passed} ns");
    arena.kill(one);
    arena.kill(two);
}
