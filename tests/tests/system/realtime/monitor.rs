//! What the monitor does for others, however long, leaves the releases of a more important component in their places;
//! and how long it did not look up is told.

use super::{callback, of, records, released};
use terrace_testkit::{guests, prelude};
use terrace_tests::{Arena, eventually};
use terrace_vm::{Overrides, PartitionId};

const GOOD: &str = "[[service]]\nname = \"good\"\nworker = 0\npriority = 80\n\
                    memory = { persistent = \"1 MiB\", release = \"64 KiB\" }\n\
                    [[service.task]]\nname = \"g\"\nperiod = \"5 ms\"\ncost = \"500 us\"\n";

/// Beside a neighbour on the same worker its releases go on, and none is left out.
fn goes_on(arena: &Arena, good: PartitionId, count: u64) {
    let before = callback(arena, good, "good", "g").tally.releases;
    released(arena, good, "good", "g", before + count);
    for pair in of(&records(arena, good, "good"), 1).windows(2) {
        assert_eq!(pair[1].sequence, pair[0].sequence + 1);
        assert_eq!(pair[1].released_ns, pair[0].released_ns + 5_000_000);
    }
}

#[test]
fn long_calls_of_neighbours_leave_every_release_in_its_place() {
    let arena = Arena::new();
    let good = arena.run_wat("good", &prelude::component("", ""), GOOD);
    released(&arena, good, "good", "g", 3);
    let big = "[cpu]\nworker = 0\n[memory]\nlimit = \"400 MiB\"\n";
    // 256 MiB at once, and touched from end to end.
    let grows = prelude::program(
        "",
        "",
        "(drop (memory.grow (i32.const 4096)))
         (memory.fill (i32.const 65536) (i32.const 1) (i32.const 268435456))",
    );
    // As many records as the log takes, and more.
    let logs = prelude::program(
        "",
        "a record of some length, again and again",
        "(loop $on (call $say (i32.const 0) (i32.const 40)) (br $on))",
    );
    for (name, wat) in [
        ("grows", grows.as_str()),
        ("logs", &logs),
        ("starts", guests::SPIN),
    ] {
        arena.install_wat(name, wat, big);
        for _ in 0..3 {
            let id = arena
                .controller
                .run(name, None, Overrides::default())
                .unwrap();
            goes_on(&arena, good, 4);
            let _ = arena.controller.kill(id);
            let _ = arena.end(id);
            arena.clear(name);
        }
    }
    arena.kill(good);
    arena.unhurt();
}

#[test]
fn a_file_of_64_mib_is_read_by_a_neighbour_while_releases_go_on() {
    let arena = Arena::new();
    let good = arena.run_wat("good", &prelude::component("", ""), GOOD);
    released(&arena, good, "good", "g", 3);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("big"), vec![7u8; 64 << 20]).unwrap();
    // Opens `big` of the first folder and reads it by one call, as often as it lives.
    let reads = prelude::module(
        1200,
        r#"(data (i32.const 0) "big")
           (func (export "_start") (local $fd i32)
             (if (call $path_open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 3) (i32.const 0)
                   (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 16)) (then (call $exit (i32.const 71))))
             (local.set $fd (i32.load (i32.const 16)))
             (i32.store (i32.const 32) (i32.const 65536))
             (i32.store (i32.const 36) (i32.const 67108864))
             (loop $on
               (if (call $fd_pread (local.get $fd) (i32.const 32) (i32.const 1) (i64.const 0) (i32.const 40))
                 (then (call $exit (i32.const 72))))
               (if (i32.eqz (i32.load (i32.const 40))) (then (call $exit (i32.const 73))))
               (call $say (i32.const 0) (i32.const 3))
               (br $on)))"#,
    );
    let manifest = format!(
        "[cpu]\nworker = 0\n[memory]\nlimit = \"100 MiB\"\n\
         [permissions]\ndirs = [{{ host = \"{}\", guest = \"/g\" }}]\n",
        folder.path().display()
    );
    let id = arena.run_wat("reads", &reads, &manifest);
    eventually("it has read it some times", || arena.lines(id).len() >= 3);
    goes_on(&arena, good, 10);
    arena.kill(id);
    arena.kill(good);
    arena.unhurt();
}

#[test]
fn how_long_a_worker_did_not_look_up_is_told() {
    let arena = Arena::new();
    let good = arena.run_wat("good", &prelude::component("", ""), GOOD);
    // Fills 64 MiB by one instruction, which nothing interrupts.
    let fill = arena.run_wat(
        "fill",
        guests::FILL,
        "[cpu]\nworker = 0\n[memory]\nlimit = \"100 MiB\"\n",
    );
    released(&arena, good, "good", "g", 20);
    let told = || {
        let all = arena.controller.event_latency();
        *all.iter().find(|one| one.worker == 0).unwrap()
    };
    eventually("it was late, and that is told", || {
        let spread = told().spread;
        spread.max >= 500_000
            && spread.p50 <= spread.p99
            && spread.p99 <= spread.max.next_power_of_two()
    });
    assert!(told().count >= 5, "{:?}", told());
    arena.kill(fill);
    arena.kill(good);
    arena.unhurt();
}
