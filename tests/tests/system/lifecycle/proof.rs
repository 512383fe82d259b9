//! Admission by proof: what does not fit is refused with its numbers, and what runs keeps its place.

use terrace_testkit::guests;
use terrace_tests::{Arena, eventually};
use terrace_vm::{AdmitError, Config, ControlError, Overrides, PartitionId, Proof, State};

/// A budget that is enforced, on one worker.
fn budget(priority: u32, budget_us: u32, period_us: u32) -> String {
    format!(
        "[cpu]\nworker = 0\nscheduler = \"fifo\"\npriority = {priority}\nbudget_us = {budget_us}\n\
         period_us = {period_us}\non_overrun = \"throttle\"\n"
    )
}

fn proof(arena: &Arena, id: PartitionId) -> Proof {
    arena.controller.info(id).expect("it exists").proof
}

/// End its life and wait for the next.
fn again(arena: &Arena, id: PartitionId) {
    let info = || arena.controller.info(id).expect("it exists");
    let before = info().started_at;
    arena.controller.restart(id).expect("it lives");
    eventually("its next life", || {
        let now = info();
        now.started_at != before && now.state == State::Running
    });
}

fn end(arena: &Arena, id: PartitionId) {
    arena.kill(id);
    arena.controller.wait(id, None).expect("it exists");
}

#[test]
fn what_would_miss_its_budget_is_refused_with_its_numbers() {
    let arena = Arena::new();
    let first = arena.run_wat("first", guests::SPIN, &budget(90, 4_000, 8_000));
    assert_eq!(proof(&arena, first), Proof::Proven);
    arena.install_wat("second", guests::SPIN, &budget(80, 5_000, 10_000));
    let refusal = arena
        .controller
        .run("second", Some("it"), Overrides::default())
        .unwrap_err();
    let AdmitError::Proof { app, denied } = &refusal else {
        panic!("{refusal}")
    };
    assert_eq!(
        (app.as_str(), denied.fails.as_deref()),
        ("second", Some("it"))
    );
    let text = refusal.to_string();
    for part in ["`second`", "5 ms", "10 ms", "--force"] {
        assert!(text.contains(part), "no {part} in: {text}");
    }
    assert!(arena.controller.find("it").is_err(), "it leaves nothing");
    // On the other worker, or when the first is gone, it fits.
    end(&arena, first);
    let second = arena.start("second");
    arena.reaches(second, State::Running);
    assert_eq!(proof(&arena, second), Proof::Proven);
    arena.unhurt_neighbours();
}

#[test]
fn what_is_bound_to_no_worker_goes_where_it_fits() {
    let arena = Arena::new();
    let free = |text: String| text.replace("worker = 0\n", "");
    let mut workers = Vec::new();
    for name in ["a", "b"] {
        let id = arena.run_wat(name, guests::SPIN, &free(budget(90, 5_000, 8_000)));
        workers.extend(arena.controller.info(id).expect("it exists").worker);
    }
    workers.sort_unstable();
    assert_eq!(workers, [0, 1]);
    arena.install_wat("c", guests::SPIN, &free(budget(90, 5_000, 8_000)));
    let third = arena.controller.run("c", None, Overrides::default());
    assert!(matches!(third, Err(AdmitError::Proof { .. })), "{third:?}");
}

#[test]
fn force_starts_it_and_the_device_is_unproven_until_it_ends() {
    let arena = Arena::new();
    let first = arena.run_wat("first", guests::SPIN, &budget(90, 4_000, 8_000));
    arena.install_wat("second", guests::SPIN, &budget(80, 5_000, 10_000));
    let forced = Overrides {
        force: true,
        ..Overrides::default()
    };
    let second = arena.controller.run("second", Some("it"), forced).unwrap();
    arena.reaches(second, State::Running);
    assert_eq!(proof(&arena, second), Proof::Unproven);
    assert_eq!(proof(&arena, first), Proof::Proven);
    assert_eq!(arena.controller.unproven(), ["it"]);
    // A restart is of the same life in the eyes of the proof.
    again(&arena, second);
    assert_eq!(arena.controller.unproven(), ["it"]);
    end(&arena, second);
    assert!(arena.controller.unproven().is_empty());
}

#[test]
fn a_greedy_priority_is_refused_where_it_would_hold_up_what_is_proven() {
    let arena = Arena::new();
    arena.run_wat("steady", guests::SPIN, &budget(50, 1_000, 8_000));
    let greedy =
        |priority: u32| format!("[cpu]\nworker = 0\nscheduler = \"fifo\"\npriority = {priority}\n");
    arena.install_wat("over", guests::SPIN, &greedy(60));
    let over = arena.controller.run("over", None, Overrides::default());
    let text = over.unwrap_err().to_string();
    assert!(
        text.contains("`steady-1`") && text.contains("budget_us"),
        "{text}"
    );
    let below = arena.run_wat("below", guests::SPIN, &greedy(40));
    assert_eq!(proof(&arena, below), Proof::None);
}

#[test]
fn terms_that_would_void_a_proof_are_not_changed() {
    let arena = Arena::new();
    let first = arena.run_wat("steady", guests::SPIN, &budget(50, 2_000, 8_000));
    let normal = arena.run_wat("normal", guests::SPIN, "[cpu]\nworker = 0\n");
    let more = arena
        .controller
        .set_terms(first, Some(3_000_000), None, None);
    assert!(
        matches!(more, Err(ControlError::BadLimit { .. })),
        "{more:?}"
    );
    arena
        .controller
        .set_terms(first, Some(1_000_000), None, None)
        .unwrap();
    let over = arena.controller.set_terms(normal, None, None, Some(60));
    assert!(over.unwrap_err().to_string().contains("steady-1"));
    arena
        .controller
        .set_terms(normal, None, None, Some(40))
        .unwrap();
    assert_eq!(proof(&arena, first), Proof::Proven);
}

#[test]
fn a_place_is_kept_through_restarts_and_given_back_at_the_end() {
    let arena = Arena::new();
    let first = arena.run_wat("first", guests::SPIN, &budget(90, 5_000, 8_000));
    for _ in 0..3 {
        again(&arena, first);
        assert_eq!(proof(&arena, first), Proof::Proven);
    }
    arena.install_wat("second", guests::SPIN, &budget(80, 5_000, 8_000));
    assert!(
        arena
            .controller
            .run("second", None, Overrides::default())
            .is_err()
    );
    end(&arena, first);
    arena.controller.remove(first).unwrap();
    let second = arena.start("second");
    assert_eq!(proof(&arena, second), Proof::Proven);
}

#[test]
fn the_device_file_counts_when_an_app_is_started() {
    let file = "[[app]]\npath = \"a\"\n[device]\nmasked = \"3 ms\"\n\
                [[server]]\nname = \"ui\"\nkind = \"sporadic\"\nbudget = \"2 ms\"\n\
                period = \"10 ms\"\npriority = 95\n";
    let device = terrace_manifest::parse_device(file, std::path::Path::new("device.toml"));
    let device = device.unwrap_or_else(|e| panic!("the test's device file is wrong:\n{e}"));
    let arena = Arena::quiet_with(Config {
        masked: device.masked.unwrap_or_default(),
        servers: device.servers,
        ..Arena::config()
    });
    // Three masked, two of the server and its own six: beyond its period, so two more of the server.
    arena.install_wat("six", guests::SPIN, &budget(90, 6_000, 10_000));
    let refusal = arena
        .controller
        .run("six", Some("it"), Overrides::default());
    let refusal = refusal.unwrap_err().to_string();
    assert!(refusal.contains("13 ms"), "{refusal}");
    let five = arena.run_wat("five", guests::SPIN, &budget(90, 5_000, 10_000));
    assert_eq!(proof(&arena, five), Proof::Proven);
    arena.kill(five);
}
