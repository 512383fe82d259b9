use super::*;
use crate::component::components;
use std::path::Path;

const SERVICE: &str = r#"
[app]
name = "app"
version = "1.0.0"
program = "app.wasm"

[[service]]
name = "one"
priority = 10
[[service.task]]
name = "slow"
priority = 20
period = "100 us"
cost = "10 us"
TASK

[[service.task]]
name = "fast"
priority = 30
period = "10 us"

[[service.receiver]]
name = "ear"
subscribe = [{ channel = "news", of = "other" }]
priority = 30
"#;

/// Of a service with these keys for its first task.
fn agenda(task: &str) -> Agenda {
    let text = SERVICE.replace("TASK", task);
    let app = terrace_manifest::parse_app(&text, Path::new("terrace.toml")).unwrap();
    Agenda::new(&components(&app)[0])
}

/// Active, with its zero at 1,000,000 ns.
fn active(task: &str) -> Agenda {
    let mut agenda = agenda(task);
    for _ in 0..2 {
        begin(&mut agenda, 0, 10);
        agenda.complete(0, 0);
    }
    agenda.begin(ZERO);
    agenda
}

const ZERO: u64 = 1_000_000;

fn begin(agenda: &mut Agenda, now: u64, level: u32) -> Release {
    match agenda.take(now, now, true, at(level)) {
        Take::Run(release) => release,
        other => panic!("{other:?}"),
    }
}

fn at(level: u32) -> Standing {
    Standing {
        level,
        ..Standing::default()
    }
}

fn look(agenda: &mut Agenda, now: u64) -> Look {
    agenda.look(now, now, true)
}

#[test]
fn creation_waits_for_its_turn_and_the_start_command_follows() {
    let mut agenda = agenda("");
    assert_eq!(agenda.take(0, 0, false, at(10)), Take::Nothing);
    assert_eq!(begin(&mut agenda, 1, 10).what, Occasion::Create as u32);
    assert!(!agenda.complete(2, 1).unwrap().ready);
    assert_eq!(
        begin(&mut agenda, 3, 10).what,
        Occasion::StartCommand as u32
    );
    assert!(agenda.complete(4, 1).unwrap().ready);
    assert_eq!(agenda.take(5, 5, true, at(10)), Take::Nothing);
    assert_eq!((agenda.state(), agenda.due()), ("active", NEVER));
}

#[test]
fn i1_the_most_important_is_next_and_what_runs_inherits_what_it_holds_up() {
    let mut agenda = active("");
    assert_eq!(look(&mut agenda, ZERO).level, Some(30));
    assert_eq!(agenda.take(ZERO, 0, true, at(20)), Take::Other);
    assert_eq!(begin(&mut agenda, ZERO, 30).callback, 2);
    agenda.complete(ZERO + 1, 1);
    let slow = begin(&mut agenda, ZERO + 2, 20);
    assert_eq!((slow.callback, slow.released_ns), (1, ZERO));
    let seen = look(&mut agenda, ZERO + 3);
    assert_eq!(
        (seen.level, seen.due, seen.wake),
        (Some(20), false, ZERO + 10_000)
    );
    assert_eq!(look(&mut agenda, ZERO + 10_000).level, Some(30));
    agenda.complete(ZERO + 10_001, 2);
    assert_eq!(begin(&mut agenda, ZERO + 10_002, 30).sequence, 1);
}

#[test]
fn equals_run_in_the_order_of_registration() {
    let mut agenda = active("");
    assert!(agenda.arrive(3, 5, 99) && agenda.arrive(3, 6, 99));
    assert!(!agenda.arrive(2, 5, 99) && !agenda.arrive(9, 5, 99));
    let mut order = Vec::new();
    for _ in 0..3 {
        order.push(begin(&mut agenda, ZERO, 30).callback);
        if order.len() > 1 {
            agenda.bring(Some((ZERO, 0))).unwrap();
        }
        agenda.complete(ZERO, 0);
    }
    assert_eq!(order, [2, 3, 3]);
}

/// Begin the release of a message that came at `at`; nothing else waits.
fn hear(agenda: &mut Agenda, at: u64, now: u64, level: u32) -> Release {
    assert_eq!(begin(agenda, now, level).what, Occasion::Message as u32);
    let release = agenda.bring(Some((at, 7))).unwrap();
    agenda.forget(3);
    release
}

/// So that only the receiver is left: its tasks have begun all that is due.
fn quiet(task: &str, now: u64) -> Agenda {
    let mut agenda = active(task);
    for level in [30, 20] {
        while let Take::Run(_) = agenda.take(now, now, true, at(level)) {
            agenda.complete(now, now);
        }
    }
    agenda
}

#[test]
fn a_message_releases_its_callback_when_it_is_delivered() {
    let mut agenda = quiet("", ZERO);
    assert!(agenda.arrive(3, ZERO + 500, 99));
    assert_eq!(agenda.take(ZERO + 499, 0, true, at(30)), Take::Nothing);
    assert_eq!(look(&mut agenda, ZERO + 499).wake, ZERO + 500);
    let release = hear(&mut agenda, ZERO + 500, ZERO + 600, 30);
    let told = (release.callback, release.released_ns, release.length);
    assert_eq!(told, (3, ZERO + 500, 7));
    agenda.complete(ZERO + 700, 1);
    assert_eq!(agenda.take(ZERO + 800, 0, true, at(30)), Take::Nothing);
    let mut ledger = Ledger::new();
    agenda.copy_ledger(3, &mut ledger);
    assert_eq!((ledger.releases, ledger.tally().latency.max), (1, 100));
}

#[test]
fn a_message_that_has_gone_begins_nothing() {
    let mut agenda = quiet("", ZERO);
    agenda.arrive(3, ZERO, 99);
    begin(&mut agenda, ZERO + 1, 30);
    assert_eq!(agenda.bring(None), None);
    agenda.forget(3);
    assert_eq!(agenda.complete(ZERO + 2, 0), None);
    assert_eq!(agenda.take(ZERO + 2, 0, true, at(30)), Take::Nothing);
    agenda.receive(3, ZERO + 3);
    agenda.receive(3, ZERO + 4);
    for at in [3, 4] {
        begin(&mut agenda, ZERO + 5, 30);
        let release = agenda.bring(None).unwrap();
        assert_eq!((release.released_ns, release.length), (ZERO + at, 0));
        agenda.forget(3);
        agenda.complete(ZERO + 5, 0);
    }
    assert_eq!(agenda.take(ZERO + 6, 0, true, at(30)), Take::Nothing);
}

#[test]
fn a_message_may_run_below_its_callbacks_priority_and_never_above() {
    let mut agenda = quiet("", ZERO);
    agenda.arrive(3, ZERO, 12);
    assert_eq!(look(&mut agenda, ZERO + 1).level, Some(12));
    // A more important one behind it: the queue gives that one out first.
    agenda.arrive(3, ZERO + 1, 99);
    assert_eq!(look(&mut agenda, ZERO + 1).level, Some(30));
    hear(&mut agenda, ZERO + 1, ZERO + 2, 30);
    agenda.complete(ZERO + 2, 0);
    agenda.arrive(3, ZERO + 2, 12);
    assert_eq!(look(&mut agenda, ZERO + 3).level, Some(12));
}

#[test]
fn a_receiver_with_a_period_is_released_no_more_often() {
    let text = SERVICE.replace("TASK", "") + "period = \"50 us\"\ndeadline = \"20 us\"\n";
    let app = terrace_manifest::parse_app(&text, Path::new("terrace.toml")).unwrap();
    let mut agenda = Agenda::new(&components(&app)[0]);
    for _ in 0..2 {
        begin(&mut agenda, 0, 10);
        agenda.complete(0, 0);
    }
    agenda.begin(ZERO);
    agenda.order(ServiceOrder::Pause, ZERO);
    agenda.order(ServiceOrder::Resume, ZERO + 1);
    for level in [30, 20] {
        while let Take::Run(_) = agenda.take(ZERO + 1, 0, true, at(level)) {
            agenda.complete(ZERO + 1, 0);
        }
    }
    let mut released = Vec::new();
    for _ in 0..3 {
        agenda.arrive(3, ZERO + 2, 99);
        let at = agenda.entries[3].next_at;
        begin(&mut agenda, at, 30);
        while agenda.running.is_some_and(|r| r.callback != 3) {
            agenda.complete(at, 0);
            begin(&mut agenda, at, 30);
        }
        released.push(agenda.bring(Some((ZERO + 2, 0))).unwrap().released_ns - ZERO);
        agenda.forget(3);
        agenda.complete(at + 1, 0);
    }
    assert_eq!(released, [2, 50_002, 100_002]);
    let mut ledger = Ledger::new();
    agenda.copy_ledger(3, &mut ledger);
    assert_eq!(ledger.misses, 0, "what waits for its time is not late");
}

#[test]
fn a_message_after_one_that_overran_is_left_out_where_the_manifest_says_skip() {
    let text = SERVICE.replace("TASK", "") + "cost = \"10 us\"\non_overrun = \"skip\"\n";
    let app = terrace_manifest::parse_app(&text, Path::new("terrace.toml")).unwrap();
    let mut agenda = Agenda::new(&components(&app)[0]);
    for _ in 0..2 {
        begin(&mut agenda, 0, 10);
        agenda.complete(0, 0);
    }
    agenda.begin(ZERO);
    agenda.arrive(3, ZERO, 99);
    begin(&mut agenda, ZERO, 30);
    agenda.complete(ZERO, ZERO);
    hear(&mut agenda, ZERO, ZERO, 30);
    agenda.complete(ZERO + 11_000, ZERO + 11_000);
    let now = ZERO + 11_000;
    let mut begun = Vec::new();
    for _ in 0..2 {
        agenda.arrive(3, ZERO, 99);
        while begin(&mut agenda, now, 30).what != Occasion::Message as u32 {
            agenda.complete(now, now);
        }
        begun.push(agenda.bring(Some((ZERO, 0))).map(|r| r.sequence));
        agenda.forget(3);
        agenda.complete(now, now);
    }
    assert_eq!(begun, [None, Some(2)]);
}

#[test]
fn what_waited_while_it_was_suspended_is_not_late() {
    let mut agenda = quiet("", ZERO);
    agenda.arrive(3, ZERO + 1, 99);
    agenda.excuse(ZERO + 900);
    let release = hear(&mut agenda, ZERO + 1, ZERO + 901, 30);
    assert_eq!(release.released_ns, ZERO + 900);
}

#[test]
fn i2_releases_keep_to_the_grid() {
    let mut agenda = active("");
    for k in 0..5 {
        let release = begin(&mut agenda, ZERO + 45_000, 30);
        assert_eq!(
            (release.sequence, release.released_ns),
            (k, ZERO + k * 10_000)
        );
        agenda.complete(ZERO + 45_001, 0);
    }
}

#[test]
fn i3_an_overrun_and_a_miss_are_found_once_when_they_happen() {
    let mut agenda = active("deadline = \"30 us\"");
    begin(&mut agenda, ZERO, 30);
    agenda.complete(ZERO, ZERO);
    begin(&mut agenda, ZERO, 20);
    assert_eq!(agenda.cost_left(ZERO + 4_000), Some(6_001));
    let seen = look(&mut agenda, ZERO + 10_000);
    assert!(!seen.noted.overran);
    let seen = look(&mut agenda, ZERO + 10_001);
    assert!(seen.noted.overran && !seen.noted.missed);
    let seen = look(&mut agenda, ZERO + 30_001);
    assert!(seen.noted.missed && !seen.noted.overran, "{seen:?}");
    agenda.complete(ZERO + 40_000, ZERO + 40_000);
    let mut ledger = Ledger::new();
    agenda.copy_ledger(1, &mut ledger);
    assert_eq!((ledger.releases, ledger.overruns, ledger.misses), (1, 1, 1));
    let mut records = Recent::room();
    agenda.copy_recent(&mut records);
    let last = records.last().unwrap();
    assert!(
        last.overran && last.missed && last.cost_ns == 40_000,
        "{last:?}"
    );
}

#[test]
fn a_release_that_waits_misses_its_deadline_too() {
    let mut agenda = active("deadline = \"30 us\"");
    begin(&mut agenda, ZERO, 30);
    let seen = look(&mut agenda, ZERO + 30_001);
    assert!(seen.noted.missed);
    agenda.complete(ZERO + 30_002, 0);
    let mut ledger = Ledger::new();
    agenda.copy_ledger(1, &mut ledger);
    assert_eq!((ledger.releases, ledger.misses), (0, 1));
}

#[test]
fn skip_leaves_out_the_next_release() {
    let mut agenda = active("on_overrun = \"skip\"");
    begin(&mut agenda, ZERO, 30);
    agenda.complete(ZERO, ZERO);
    assert_eq!(begin(&mut agenda, ZERO, 20).sequence, 0);
    agenda.complete(ZERO + 20_000, ZERO + 20_000);
    for _ in 1..40 {
        begin(&mut agenda, ZERO + 399_999, 30);
        agenda.complete(ZERO + 399_999, ZERO + 399_999);
    }
    let next = begin(&mut agenda, ZERO + 399_999, 20);
    assert_eq!((next.sequence, next.released_ns), (2, ZERO + 200_000));
}

#[test]
fn suspend_stops_it_and_resume_does_not_catch_up() {
    let mut agenda = active("on_overrun = \"suspend\"");
    begin(&mut agenda, ZERO, 30);
    agenda.complete(ZERO, ZERO);
    begin(&mut agenda, ZERO, 20);
    let seen = look(&mut agenda, ZERO + 10_001);
    assert!(seen.suspended && seen.noted.changed);
    assert_eq!(agenda.state(), "suspended");
    assert_eq!(agenda.order(ServiceOrder::Resume, ZERO + 555_000), Code::Ok);
    assert!(!look(&mut agenda, ZERO + 555_000).suspended);
    agenda.complete(ZERO + 555_001, ZERO + 555_001);
    assert_eq!(begin(&mut agenda, ZERO + 560_000, 30).sequence, 56);
}

#[test]
fn the_app_is_told_by_a_callback_how_often_it_overran() {
    let mut agenda = active("on_overrun = \"callback\"\non_miss = \"callback\"");
    begin(&mut agenda, ZERO, 30);
    agenda.complete(ZERO, ZERO);
    begin(&mut agenda, ZERO, 20);
    agenda.complete(ZERO + 150_000, ZERO + 150_000);
    let mut told = Vec::new();
    agenda.order(ServiceOrder::Pause, ZERO);
    agenda.order(ServiceOrder::Resume, ZERO + 150_001);
    while let Take::Run(release) = agenda.take(ZERO + 150_001, ZERO, true, at(10)) {
        told.push((release.what, release.callback, release.count));
        agenda.complete(ZERO + 150_001, ZERO);
    }
    let (overran, missed) = (Occasion::Overran as u32, Occasion::Missed as u32);
    assert_eq!(told, [(overran, 1, 1), (missed, 1, 1)]);
}

#[test]
fn pause_and_stop_end_releases_and_resume_and_start_bring_them_back() {
    let mut agenda = active("");
    assert_eq!(agenda.order(ServiceOrder::Resume, 0), Code::WrongState);
    assert_eq!(agenda.order(ServiceOrder::Pause, 0), Code::Ok);
    assert_eq!(agenda.order(ServiceOrder::Pause, 0), Code::WrongState);
    assert_eq!(begin(&mut agenda, ZERO, 10).what, Occasion::Pause as u32);
    agenda.complete(ZERO, 0);
    assert_eq!(agenda.take(ZERO + 5, 0, true, at(10)), Take::Nothing);
    assert_eq!(agenda.order(ServiceOrder::Resume, ZERO + 25_000), Code::Ok);
    assert_eq!(
        begin(&mut agenda, ZERO + 25_000, 10).what,
        Occasion::Resume as u32
    );
    agenda.complete(ZERO + 25_000, 0);
    assert_eq!(begin(&mut agenda, ZERO + 30_000, 30).sequence, 3);
    assert_eq!(agenda.order(ServiceOrder::Stop, ZERO), Code::Ok);
    assert_eq!(agenda.order(ServiceOrder::Stop, ZERO), Code::WrongState);
    agenda.complete(ZERO + 30_000, 0);
    assert_eq!(
        begin(&mut agenda, ZERO + 30_000, 10).what,
        Occasion::Destroy as u32
    );
    agenda.complete(ZERO + 30_000, 0);
    assert_eq!((agenda.state(), agenda.due()), ("stopped", NEVER));
    assert_eq!(agenda.order(ServiceOrder::Start, ZERO), Code::Ok);
    for what in [Occasion::Create, Occasion::StartCommand] {
        assert_eq!(begin(&mut agenda, ZERO + 41_000, 10).what, what as u32);
        assert!(!agenda.complete(ZERO + 41_000, 0).unwrap().ready);
    }
    assert_eq!(begin(&mut agenda, ZERO + 50_000, 30).sequence, 5);
}

#[test]
fn the_end_of_the_app_destroys_it_whatever_it_does() {
    let mut idle = active("");
    idle.end();
    assert_eq!(begin(&mut idle, ZERO, 10).what, Occasion::Destroy as u32);
    idle.complete(ZERO, 0);
    assert_eq!(idle.take(ZERO, 0, true, at(10)), Take::Gone);
    let mut early = agenda("");
    early.end();
    assert_eq!(early.take(0, 0, false, at(10)), Take::Gone);
}

#[test]
fn a_release_may_run_at_another_priority_up_to_its_components() {
    let mut agenda = active("");
    assert_eq!(agenda.set_level(5), Code::WrongState);
    begin(&mut agenda, ZERO, 30);
    assert_eq!(agenda.set_level(31), Code::Denied);
    assert_eq!(agenda.set_level(25), Code::Again);
    assert_eq!(agenda.set_level(25), Code::Ok);
    assert_eq!(look(&mut agenda, ZERO).level, Some(25));
    agenda.complete(ZERO, 0);
    assert_eq!(look(&mut agenda, ZERO).level, Some(20));
}

#[test]
fn what_a_server_serves_uses_its_budget_unless_it_holds_up_something_more_important() {
    let text = SERVICE.replace("TASK", "");
    let app = terrace_manifest::parse_app(&text, Path::new("terrace.toml")).unwrap();
    let mut plan = components(&app).remove(0);
    let server = Some(ServerId::new(1));
    plan.callbacks[3].server = server;
    plan.callbacks[3].terms.priority = 25;
    let mut agenda = Agenda::new(&plan);
    for _ in 0..2 {
        begin(&mut agenda, 0, 10);
        agenda.complete(0, 0);
    }
    agenda.begin(ZERO);
    begin(&mut agenda, ZERO, 30);
    agenda.complete(ZERO, 0);
    agenda.arrive(3, ZERO, 99);
    let seen = look(&mut agenda, ZERO);
    assert_eq!((seen.level, seen.server), (Some(25), server));
    assert_eq!(agenda.take(ZERO, 0, true, at(25)), Take::Other);
    let known = Standing { server, ..at(25) };
    assert!(matches!(agenda.take(ZERO, 0, true, known), Take::Run(_)));
    agenda.bring(Some((ZERO, 0))).unwrap();
    agenda.forget(3);
    // The slower task waits and is less important; the faster one is not.
    assert_eq!(look(&mut agenda, ZERO + 9_999).server, server);
    let seen = look(&mut agenda, ZERO + 10_000);
    assert_eq!((seen.level, seen.server), (Some(30), None));
}
