//! Budgets and periods, and what each of the four overrun actions does.

use terrace_testkit::guests;
use terrace_tests::{Arena, eventually, wait::pass};
use terrace_vm::{EventKind, PartitionEvent, PartitionId, State};

fn budget(action: &str) -> String {
    format!("[cpu]\nworker = 0\nbudget_us = 1000\nperiod_us = 20000\non_overrun = \"{action}\"\n")
}

/// Told so far: an event counts those since the last one, which is at most one a second.
fn overruns(arena: &Arena, id: PartitionId) -> u32 {
    let all = arena.controller.events().since(0);
    let told = |e: &&PartitionEvent| e.raw_id == id.to_raw() && e.kind == EventKind::Overran;
    all.iter().filter(told).map(|e| e.detail).sum()
}

#[test]
fn log_records_the_overrun_and_lets_it_run() {
    let arena = Arena::new();
    let id = arena.run_wat("spin", guests::SPIN, &budget("log"));
    eventually("overruns are recorded", || overruns(&arena, id) >= 3);
    assert_eq!(arena.info(id).state, State::Running);
    // Three periods' budgets are 3 ms; it had the processor all the while.
    eventually("it uses more than its budgets", || {
        arena.cpu_ns(id) > 30_000_000
    });
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn throttle_makes_it_wait_for_the_next_period() {
    let arena = Arena::quiet();
    let throttled = arena.run_wat("throttled", guests::SPIN, &budget("throttle"));
    let free = arena.run_wat("free", guests::SPIN, "[cpu]\nworker = 0\n");
    eventually("overruns are recorded", || overruns(&arena, throttled) >= 5);
    assert_eq!(arena.info(throttled).state, State::Running);
    assert!(
        arena.cpu_ns(throttled) >= 5_000_000,
        "five budgets were used up"
    );
    // Without the budget they would share alike; with it the ratio is about 1 to 19.
    assert!(arena.cpu_ns(free) > 4 * arena.cpu_ns(throttled));
}

#[test]
fn a_throttled_fifo_loop_leaves_the_rest_of_its_period_to_others() {
    let arena = Arena::new();
    let rest = format!(
        "{}scheduler = \"fifo\"\npriority = 80\n",
        budget("throttle")
    );
    let id = arena.run_wat("hog", guests::SPIN, &rest);
    eventually("overruns are recorded", || overruns(&arena, id) >= 3);
    arena.unhurt_neighbours();
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn suspend_suspends_until_it_is_resumed() {
    let arena = Arena::new();
    let id = arena.run_wat("spin", guests::SPIN, &budget("suspend"));
    arena.reaches(id, State::Suspended);
    let used = arena.cpu_ns(id);
    pass(60);
    assert_eq!(arena.cpu_ns(id), used, "no refill wakes what is suspended");
    arena.controller.resume(id).unwrap();
    eventually("it overruns again", || {
        arena.info(id).state == State::Suspended && arena.cpu_ns(id) >= used + 1_000_000
    });
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn stop_ends_it_with_the_figures() {
    let arena = Arena::new();
    let id = arena.run_wat("spin", guests::SPIN, &budget("stop"));
    assert_eq!(arena.fault(id), "overrun");
    let fault = arena.info(id).fault.unwrap();
    assert_eq!((fault.kind.as_str(), fault.code), ("overrun", 10));
    assert!(
        fault
            .message
            .contains("budget of 1000 us within a period of 20000 us"),
        "{}",
        fault.message
    );
    arena.unhurt();
}

#[test]
fn a_threaded_partition_has_a_budget_too() {
    let arena = Arena::new();
    let id = arena.run_wat(
        "spin",
        guests::SPIN,
        &format!("{}mode = \"threaded\"\n", budget("stop")),
    );
    assert_eq!(arena.fault(id), "overrun");
    arena.unhurt();
}

#[test]
fn who_stays_within_the_budget_never_overruns() {
    let arena = Arena::quiet();
    let id = arena.run_wat(
        "beats",
        guests::HEARTBEAT,
        "[cpu]\nbudget_us = 50000\nperiod_us = 50000\n",
    );
    eventually("it lives a while", || arena.cpu_ns(id) > 100_000);
    assert_eq!(overruns(&arena, id), 0);
}

#[test]
fn a_budget_is_given_and_taken_while_the_guest_runs() {
    let arena = Arena::quiet();
    let id = arena.run_wat("spin", guests::SPIN, "[cpu]\nworker = 0\n");
    arena.runs_on(id);
    for (budget, period) in [(1_000_000, 1000), (5_000_000, 2_000_000), (1_000_000, 0)] {
        let refusal = arena
            .controller
            .set_terms(id, Some(budget), Some(period), None)
            .unwrap_err();
        assert!(
            refusal
                .to_string()
                .contains("needs a period of at least 1 ms"),
            "{refusal}"
        );
    }
    arena
        .controller
        .set_terms(id, Some(500_000), Some(10_000_000), None)
        .unwrap();
    eventually("it is throttled", || overruns(&arena, id) >= 2);
    arena.controller.set_terms(id, Some(0), None, None).unwrap();
    arena.runs_on(id);
    let used = arena.cpu_ns(id);
    eventually("it runs freely", || arena.cpu_ns(id) > used + 40_000_000);
}
