//! Names, ids, and the events that tell a life in order.

use terrace_testkit::guests;
use terrace_tests::Arena;
use terrace_vm::{AdmitError, EventKind, Overrides, State};

#[test]
fn a_partition_is_found_by_id_name_and_unique_beginning() {
    let arena = Arena::quiet();
    arena.install_wat("blocked", guests::BLOCKED, "");
    let run = |name: &str| {
        arena
            .controller
            .run("blocked", Some(name), Overrides::default())
            .unwrap()
    };
    let (one, two) = (run("sensor-left"), run("sensor-right"));
    let find = |text: &str| arena.controller.find(text);
    assert_eq!(find(&one.to_string()), Ok(one));
    assert_eq!(find("sensor-right"), Ok(two));
    assert_eq!(find("sensor-l"), Ok(one));
    let both = find("sensor").unwrap_err();
    assert!(
        both.contains("fits 2 partitions") && both.contains("sensor-left"),
        "{both}"
    );
    assert!(
        find("nobody")
            .unwrap_err()
            .contains("no partition is called `nobody`")
    );
    // A whole name wins over being the beginning of another.
    let short = run("sensor");
    assert_eq!(find("sensor"), Ok(short));
}

#[test]
fn names_are_unique_and_made_up_where_none_is_given() {
    let arena = Arena::quiet();
    arena.install_wat("app", guests::BLOCKED, "");
    let (a, b) = (arena.start("app"), arena.start("app"));
    assert_ne!(arena.info(a).name, arena.info(b).name);
    let taken = arena.info(a).name;
    let refusal = arena
        .controller
        .create("app", Some(&taken), Overrides::default())
        .unwrap_err();
    assert!(matches!(refusal, AdmitError::NameTaken(name) if name == taken));
    for bad in ["", "-x", "a b", "ü", "a/b", &"x".repeat(65)] {
        let refusal = arena
            .controller
            .create("app", Some(bad), Overrides::default())
            .unwrap_err();
        assert!(
            matches!(refusal, AdmitError::BadName { .. }),
            "{bad}: {refusal}"
        );
    }
    let refusal = arena
        .controller
        .create("other", None, Overrides::default())
        .unwrap_err();
    assert!(matches!(refusal, AdmitError::NoSuchApp(_)));
    assert_eq!(
        arena.controller.list().len(),
        2,
        "a refusal leaves nothing behind"
    );
}

#[test]
fn all_places_taken_is_a_refusal_with_the_number() {
    let arena = Arena::with(terrace_vm::Config {
        partitions: 8,
        ..Arena::config()
    });
    arena.install_wat("app", guests::BLOCKED, "");
    let mut made = Vec::new();
    let refusal = loop {
        match arena.controller.run("app", None, Overrides::default()) {
            Ok(id) => made.push(id),
            Err(refusal) => break refusal,
        }
        assert!(made.len() < 9);
    };
    assert!(
        matches!(refusal, AdmitError::Full { limit: 8 }),
        "{refusal}"
    );
    arena.unhurt_neighbours();
    let gone = made[0];
    arena.kill(gone);
    arena.controller.wait(gone, None).unwrap();
    arena.controller.remove(gone).unwrap();
    arena.start("app");
}

#[test]
fn a_life_is_told_in_order() {
    let arena = Arena::quiet();
    let from = arena.controller.events().next_sequence();
    let id = arena.run_wat("guest", guests::POLITE, "");
    let name = arena.info(id).name;
    arena.reaches(id, State::Running);
    let told = |kind| {
        terrace_tests::eventually(&format!("{kind:?} is told"), || {
            arena
                .controller
                .events()
                .since(from)
                .iter()
                .any(|e| e.kind == kind)
        });
    };
    told(EventKind::Started);
    arena.controller.suspend(id).unwrap();
    told(EventKind::Suspended);
    arena.controller.resume(id).unwrap();
    told(EventKind::Resumed);
    arena.controller.stop(id).unwrap();
    arena.controller.wait(id, None).unwrap();
    arena.controller.remove(id).unwrap();
    let events = arena.controller.events().since(from);
    let kinds: Vec<_> = events.iter().map(|e| e.kind).collect();
    assert_eq!(
        kinds,
        [
            EventKind::Created,
            EventKind::Started,
            EventKind::Suspended,
            EventKind::Resumed,
            EventKind::Stopped,
            EventKind::Removed
        ]
    );
    assert_eq!(events[4].detail, 7, "the exit status");
    assert!(
        events
            .windows(2)
            .all(|w| w[1].sequence == w[0].sequence + 1 && w[1].at_ns >= w[0].at_ns)
    );
    assert!(
        events
            .iter()
            .all(|e| e.name == name && e.raw_id == id.to_raw())
    );
}

#[test]
fn a_reader_that_comes_late_sees_the_gap() {
    let arena = Arena::quiet();
    arena.install_wat("app", guests::NOTHING, "");
    for _ in 0..400 {
        let id = arena
            .controller
            .create("app", Some("again"), Overrides::default())
            .unwrap();
        arena.controller.remove(id).unwrap();
        let id = arena
            .controller
            .create("app", Some("again"), Overrides::default())
            .unwrap();
        arena.controller.remove(id).unwrap();
    }
    let events = arena.controller.events().since(0);
    assert_eq!(events.len(), 1024, "the list is bounded");
    let next = arena.controller.events().next_sequence();
    assert_eq!(events.last().unwrap().sequence + 1, next);
    assert!(events[0].sequence >= 1600 - 1024);
}
