//! Servers of the device file: what has no period runs within a budget, at its server's priority.

use super::{callback, component, of, records, released};
use terrace_testkit::prelude;
use terrace_tests::{Arena, eventually};
use terrace_vm::{Config, Overrides, PartitionId, ReleaseRecord};

/// A machine with this server, of 2 ms every 20 ms at priority 50 of worker 0.
fn arena(kind: &str, serves: &str) -> Arena {
    let text = format!(
        "[[app]]\npath = \"a\"\n[[server]]\nname = \"ui\"\nkind = \"{kind}\"\nbudget = \"2 ms\"\nperiod = \"20 ms\"\n\
         priority = 50\nserves = [{serves}]\n"
    );
    let device = terrace_manifest::parse_device(&text, std::path::Path::new("device.toml"));
    let device = device.unwrap_or_else(|e| panic!("the test's device file is wrong:\n{e}"));
    Arena::quiet_with(Config {
        servers: device.servers,
        ..Arena::config()
    })
}

/// A receiver that computes for 5 ms a message, at priority 70 if no server had it; a task below the server, and
/// one above, on the same worker.
const APP: &str = r#"
[[receiver]]
name = "ear"
priority = 70
subscribe = [{ channel = "news", count = 8 }]
[[receiver]]
name = "second"
worker = 0
subscribe = [{ channel = "more", count = 8 }]
[[service]]
name = "below"
worker = 0
priority = 40
[[service.task]]
name = "b"
period = "5 ms"
[[service]]
name = "above"
worker = 0
priority = 80
[[service.task]]
name = "a"
period = "5 ms"
[[channel]]
name = "news"
type = "message"
count = 8
[[channel]]
name = "more"
type = "message"
count = 8
"#;

/// Uses 5 ms of the processor for each message, however long that takes.
const BODY: &str = r#"
  (func $work (local $left i32)
    (local.set $left (i32.const 20000000))
    (loop $on (br_if $on (local.tee $left (i32.sub (local.get $left) (i32.const 1))))))"#;
const HEARS: &str = "(if (i32.eq (local.get $what) (i32.const 3)) (then (call $work)))";

fn start(arena: &Arena) -> PartitionId {
    let id = arena.run_wat("app", &prelude::component(BODY, HEARS), APP);
    released(arena, id, "below", "b", 3);
    id
}

fn post(arena: &Arena, channel: &str, count: usize) {
    let publisher = arena.controller.publisher(channel).unwrap();
    for _ in 0..count {
        publisher.post(b"12345678", 1, 0, 0).unwrap();
    }
}

fn messages(arena: &Arena, id: PartitionId, name: &str) -> Vec<ReleaseRecord> {
    let all = records(arena, id, name);
    all.into_iter().filter(|r| r.what == 3).collect()
}

/// How many of these ran, whole, within one of those.
fn within(those: &[ReleaseRecord], these: &[ReleaseRecord]) -> usize {
    let inside = |r: &&ReleaseRecord| {
        those
            .iter()
            .any(|h| h.start_ns < r.start_ns && r.end_ns < h.end_ns)
    };
    these.iter().filter(inside).count()
}

#[test]
fn what_a_server_serves_runs_within_its_budget_and_what_is_less_important_runs_beside() {
    for kind in ["polling", "deferrable", "sporadic"] {
        let arena = arena(kind, "\"app/ear\"");
        let id = start(&arena);
        // Bound to no worker, it is on its server's, at its server's priority.
        assert_eq!(component(&arena, id, "ear").worker, Some(0));
        assert_eq!(callback(&arena, id, "ear", "ear").priority, 50);
        post(&arena, "news", 4);
        released(&arena, id, "ear", "ear", 4);
        let heard = messages(&arena, id, "ear");
        // Without a server nothing less important would have run in any of them.
        let below = of(&records(&arena, id, "below"), 1);
        assert!(within(&heard, &below) >= 4, "{kind}: {heard:?} {below:?}");
        arena.kill(id);
        arena.unhurt();
    }
}

#[test]
fn what_one_server_serves_shares_its_budget() {
    let arena = arena("sporadic", "\"app/ear\", \"app/second\"");
    let id = start(&arena);
    post(&arena, "news", 2);
    post(&arena, "more", 2);
    released(&arena, id, "ear", "ear", 2);
    released(&arena, id, "second", "second", 2);
    // Each waited for the budget that the other had used, too.
    let below = of(&records(&arena, id, "below"), 1);
    for name in ["ear", "second"] {
        let heard = messages(&arena, id, name);
        assert!(within(&heard, &below) >= 2, "{name}: {heard:?} {below:?}");
    }
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn a_flood_uses_its_servers_budget_and_no_more_and_ends_with_its_app() {
    let arena = arena("deferrable", "\"app/ear\"");
    let id = start(&arena);
    let publisher = arena.controller.publisher("news").unwrap();
    let before = callback(&arena, id, "below", "b").tally.releases;
    eventually("much has come and gone", || {
        // Full is what it is to be.
        let _ = publisher.post(b"12345678", 1, 0, 0);
        callback(&arena, id, "below", "b").tally.releases >= before + 60
    });
    arena.controller.suspend(id).unwrap();
    arena.reaches(id, terrace_vm::State::Suspended);
    arena.controller.resume(id).unwrap();
    let heard = callback(&arena, id, "ear", "ear").tally.releases;
    released(&arena, id, "ear", "ear", heard + 1);
    arena.kill(id);
    // Its next life begins under the same server.
    arena.clear("app");
    let id = arena.start("app");
    released(&arena, id, "below", "b", 3);
    post(&arena, "news", 1);
    released(&arena, id, "ear", "ear", 1);
    arena.kill(id);
    arena.unhurt();
}

#[test]
fn what_is_on_another_worker_than_its_server_or_threaded_is_refused() {
    let arena = arena("polling", "\"app/ear\"");
    let elsewhere = APP.replace("priority = 70", "priority = 70\nworker = 1");
    let wat = prelude::component(BODY, HEARS);
    arena.install_wat("app", &wat, &elsewhere);
    let run = || arena.controller.run("app", None, Overrides::default());
    let refused = run().unwrap_err().to_string();
    assert!(
        refused.contains("server `ui` of the device file serves `app/ear`, which is on worker 1"),
        "{refused}"
    );
    arena.install_wat("app", &wat, &format!("[cpu]\nmode = \"threaded\"\n{APP}"));
    let refused = run().unwrap_err().to_string();
    assert!(refused.contains("a thread has no server"), "{refused}");
    arena.unhurt();
}
