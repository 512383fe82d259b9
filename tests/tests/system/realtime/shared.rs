//! Shared resources: one holder at a time, at the ceiling, whatever happens to it.

use super::{callback, released};
use terrace_testkit::prelude;
use terrace_tests::Arena;
use terrace_vm::PartitionId;

const FACE: &str = r#"
  (data (i32.const 1024) "table")
  (data (i32.const 1040) "in out mid else")
  (func $enter (result i32) (local $code i32)
    (loop $again
      (local.set $code (call $realtime_enter (i32.const 1024) (i32.const 5)))
      (br_if $again (i32.eq (local.get $code) (i32.const -1))))
    (local.get $code))
  (func $level (result i32)
    (drop (call $limits (i32.const 800) (i32.const 64)))
    (i32.load (i32.const 848)))
  (func $in (if (call $enter) (then (call $exit (i32.const 81)))) (call $say (i32.const 1040) (i32.const 2)))
  (func $out (call $say (i32.const 1043) (i32.const 3))
    (if (call $realtime_leave) (then (call $exit (i32.const 82)))))"#;

/// When each line of these texts was written.
fn moments(arena: &Arena, id: PartitionId, text: &str) -> Vec<u64> {
    arena.controller.flush(id);
    let page = arena.controller.journal().read(id, 0, usize::MAX);
    let lines = page.records.into_iter().filter(|r| r.text == text);
    let mut moments: Vec<u64> = lines.map(|r| r.at_ns).collect();
    moments.sort_unstable();
    moments
}

/// From each `in` to the next `out`: nobody else was in, and nothing of these others happened.
fn alone(arena: &Arena, id: PartitionId, others: &str) {
    let (ins, outs) = (moments(arena, id, "in"), moments(arena, id, "out"));
    let others = moments(arena, id, others);
    assert!(
        outs.len() >= 30 && !others.is_empty(),
        "{outs:?} {others:?}"
    );
    for (number, (entered, left)) in ins.iter().zip(&outs).enumerate() {
        assert!(entered <= left, "{number}: {ins:?} {outs:?}");
        let next = ins.get(number + 1);
        assert!(
            next.is_none_or(|next| next >= left),
            "two were in at {number}: {ins:?} {outs:?}"
        );
        let between = others.iter().find(|m| *m > entered && *m < left);
        assert_eq!(between, None, "within {number}: {ins:?} {outs:?}");
    }
}

const USES: &str = "uses = [{ resource = \"table\", longest = \"2 ms\" }]";

/// A service of one task, with these keys for it.
fn service(name: &str, worker: u32, priority: u32, period_ms: u32, task: &str) -> String {
    format!(
        "[[service]]\nname = \"{name}\"\nworker = {worker}\npriority = {priority}\n\
         [[service.task]]\nname = \"t\"\nperiod = \"{period_ms} ms\"\n{task}\n"
    )
}

#[test]
fn whoever_holds_it_runs_at_the_ceiling_and_nobody_up_to_it_runs_meanwhile() {
    let arena = Arena::new();
    // 0 is low and holds it for 2 ms; 1 uses nothing and is in between; 2 is high and uses it.
    let act = r#"
      (if (i32.eqz (local.get $what)) (then
        (if (i32.eqz (local.get $index)) (then
          (call $in)
          (if (i32.ne (call $level) (i32.const 30)) (then (call $exit (i32.const 83))))
          (call $busy (i64.const 2000000))
          (call $out)
          (call $give_way_at 10)))
        (if (i32.eq (local.get $index) (i32.const 1)) (then (call $say (i32.const 1047) (i32.const 3))))
        (if (i32.eq (local.get $index) (i32.const 2)) (then (call $in) (call $out)))))"#;
    // Back to its own priority at the next safe point.
    let back = r#"
          (loop $on (br_if $on (i32.ne (call $level) (i32.const 10))))"#;
    let act = act.replace("(call $give_way_at 10)", back);
    let app = service("low", 0, 10, 7, USES)
        + &service("mid", 0, 20, 1, "")
        + &service("high", 0, 30, 3, USES);
    let id = arena.run_wat("app", &prelude::component(FACE, &act), &app);
    released(&arena, id, "low", "t", 20);
    released(&arena, id, "high", "t", 20);
    arena.kill(id);
    alone(&arena, id, "mid");
    arena.unhurt();
}

#[test]
fn components_of_two_workers_and_two_apps_take_turns() {
    let arena = Arena::new();
    let act = "(if (i32.eqz (local.get $what)) (then (call $in) (call $busy (i64.const 500000)) (call $out)
               (call $say (i32.const 1051) (i32.const 4))))";
    let app = service("one", 0, 10, 2, USES) + &service("two", 1, 20, 2, USES);
    let wat = prelude::component(FACE, act);
    let id = arena.run_wat("app", &wat, &app);
    let third = arena.run_wat("third", &wat, &service("three", 0, 15, 3, USES));
    for (id, name) in [(id, "one"), (id, "two"), (third, "three")] {
        released(&arena, id, name, "t", 25);
    }
    arena.kill(id);
    arena.kill(third);
    let mut all: Vec<(u64, u64)> = Vec::new();
    for id in [id, third] {
        let (ins, outs) = (moments(&arena, id, "in"), moments(&arena, id, "out"));
        all.extend(ins.into_iter().zip(outs));
    }
    all.sort_unstable();
    for pair in all.windows(2) {
        assert!(pair[0].1 <= pair[1].0, "two were in: {pair:?}");
    }
    arena.unhurt();
}

#[test]
fn what_a_component_held_is_free_when_it_completes_traps_or_is_killed() {
    let arena = Arena::new();
    // Enters and never leaves.
    let keeps = |then: &str| {
        format!(
            "(if (i32.eqz (local.get $what)) (then (if (call $enter) (then (call $exit (i32.const 84)))) {then}))"
        )
    };
    let other = service("other", 1, 20, 2, USES);
    let uses = "(if (i32.eqz (local.get $what)) (then (call $in) (call $out)))";
    let other = arena.run_wat("other", &prelude::component(FACE, uses), &other);
    for then in [
        "",
        "(if (i64.eq (local.get $sequence) (i64.const 3)) (then unreachable))",
        "(if (i64.eq (local.get $sequence) (i64.const 3)) (then (loop $for_ever (br $for_ever))))",
    ] {
        let app = service("keeps", 0, 10, 2, USES);
        let id = arena.run_wat("app", &prelude::component(FACE, &keeps(then)), &app);
        match then.contains("unreachable") {
            true => assert_eq!(arena.fault(id), "unreachable"),
            false => {
                released(&arena, id, "keeps", "t", 3);
                arena.kill(id);
            }
        }
        let before = callback(&arena, other, "other", "t").tally.releases;
        released(&arena, other, "other", "t", before + 5);
        arena.clear("app");
    }
    arena.kill(other);
    arena.unhurt();
}

#[test]
fn what_is_not_declared_entered_twice_or_left_unentered_is_refused() {
    let arena = Arena::new();
    let act = r#"
      (if (i32.eq (local.get $what) (i32.const 1)) (then
        (if (i32.ne (call $enter) (i32.const NOT_FOUND)) (then (call $exit (i32.const 1))))
        (if (i32.ne (call $realtime_leave) (i32.const WRONG_STATE)) (then (call $exit (i32.const 2))))))
      (if (i32.eqz (local.get $what)) (then
        (if (i32.ne (call $realtime_enter (i32.const 1040) (i32.const 2)) (i32.const NOT_FOUND))
          (then (call $exit (i32.const 3))))
        (if (call $enter) (then (call $exit (i32.const 4))))
        (if (i32.ne (call $enter) (i32.const WRONG_STATE)) (then (call $exit (i32.const 5))))
        (if (i32.ne (call $realtime_set_priority (i32.const 5)) (i32.const WRONG_STATE)) (then (call $exit (i32.const 6))))
        (if (call $realtime_leave) (then (call $exit (i32.const 7))))
        (if (i32.ne (call $realtime_leave) (i32.const WRONG_STATE)) (then (call $exit (i32.const 8))))
        (call $exit (i32.const 77))))"#;
    let number = |code: terrace_abi::Code| code.as_i32().to_string();
    let act = act
        .replace("NOT_FOUND", &number(terrace_abi::Code::NotFound))
        .replace("WRONG_STATE", &number(terrace_abi::Code::WrongState));
    let wat = prelude::component(FACE, &act);
    assert_eq!(
        arena.status_of("app", &wat, &service("one", 0, 10, 2, USES)),
        77
    );
    arena.unhurt();
}
