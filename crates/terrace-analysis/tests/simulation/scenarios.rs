//! Named cases, small enough to follow by hand.

use terrace_analysis::simulation::{Options, Requests, Schedule, SegmentKind, Start, simulate};
use terrace_analysis::{
    Aperiodic, Buffer, Policy, Protocol, Queue, ResourceUse, Server, ServerKind, Table, Task,
    TaskSet, Time, Window, Worker,
};

fn critical() -> Options {
    Options {
        start: Start::Critical,
        ..Options::default()
    }
}

fn run(set: &TaskSet, options: &Options) -> Schedule {
    simulate(set, options).expect("a small set")
}

fn ran(schedule: &Schedule, name: &str) -> Vec<(u64, u64)> {
    let of = |s: &&terrace_analysis::simulation::Segment| {
        s.kind == SegmentKind::Run && schedule.rows[s.row].name == name
    };
    let found = schedule.segments.iter().filter(of);
    found.map(|s| (s.from, s.to)).collect()
}

fn task(name: &str, cost: u64, period: u64, priority: i64) -> Task {
    Task {
        priority: Some(priority),
        ..Task::new(name, cost, period)
    }
}

fn set(tasks: Vec<Task>) -> TaskSet {
    TaskSet {
        tasks,
        ..TaskSet::default()
    }
}

/// Liu & Layland 1973: C 2, 4 and T 5, 7 is schedulable by deadline and not by rate.
#[test]
fn what_rate_monotonic_misses_earliest_deadline_keeps() {
    let mut tasks = set(vec![Task::new("a", 2, 5), Task::new("b", 4, 7)]);
    let rate = run(&tasks, &critical());
    assert!(rate.missed() > 0);
    assert_eq!(ran(&rate, "b")[..2], [(2, 5), (7, 10)]);
    tasks.policy = Policy::Edf;
    let edf = run(&tasks, &critical());
    assert_eq!((edf.missed(), edf.end, edf.complete), (0, 35, true));
}

/// The inversion of Mars Pathfinder in small: without a protocol the middle task holds up the
/// most important one for as long as it runs; inheritance and ceilings bound it.
#[test]
fn a_middle_task_prolongs_blocking_only_without_a_protocol() {
    let hold = |length: u64| {
        vec![ResourceUse {
            name: "bus".into(),
            longest: Time::from(length),
        }]
    };
    let mut high = task("high", 2, 40, 3);
    high.offset = Time::from(2);
    high.resources = hold(2);
    let mut middle = task("middle", 10, 40, 2);
    middle.offset = Time::from(3);
    let mut low = task("low", 4, 40, 1);
    low.resources = hold(4);
    let mut tasks = set(vec![high, middle, low]);
    let worst = |tasks: &TaskSet| {
        run(tasks, &Options::default())
            .row("high")
            .and_then(|r| r.worst)
    };
    assert_eq!(worst(&tasks), Some(14));
    tasks.protocol = Protocol::Inheritance;
    assert_eq!(worst(&tasks), Some(4));
    let schedule = run(&tasks, &Options::default());
    assert_eq!(
        schedule.row("high").map(|r| r.blocked),
        Some(3),
        "once in each of three periods"
    );
    tasks.protocol = Protocol::Ceiling;
    assert_eq!(worst(&tasks), Some(4));
}

#[test]
fn windows_bound_what_runs_when() {
    let mut a = task("a", 3, 10, 9);
    a.window = Some("one".into());
    let mut b = task("b", 2, 10, 1);
    b.window = Some("two".into());
    let mut tasks = set(vec![a, b]);
    let window = |name: &str, start: u64, length: u64| Window {
        name: name.into(),
        start: Time::from(start),
        length: Time::from(length),
    };
    let windows = vec![
        window("one", 0, 2),
        window("two", 2, 4),
        window("one", 8, 2),
    ];
    tasks.workers = vec![Worker {
        worker: 0,
        policy: None,
        masked: Time::zero(),
        table: Some(Table {
            frame: Time::from(10),
            windows,
        }),
    }];
    let schedule = run(&tasks, &critical());
    assert_eq!(ran(&schedule, "a"), [(0, 2), (8, 9)]);
    assert_eq!(ran(&schedule, "b"), [(2, 4)]);
}

#[test]
fn servers_keep_their_kinds() {
    // The poll at 0 found nothing: it came before the request that arrives at the same moment.
    for (kind, server, task_ran) in [
        (ServerKind::Polling, (5, 7), (0, 1)),
        (ServerKind::Deferrable, (0, 2), (2, 3)),
        (ServerKind::Sporadic, (0, 2), (2, 3)),
    ] {
        let mut tasks = set(vec![task("t", 1, 20, 1)]);
        tasks.servers = vec![Server {
            name: "s".into(),
            kind,
            budget: Time::from(2),
            period: Time::from(5),
            priority: Some(9),
            worker: 0,
            window: None,
            aperiodic: vec![Aperiodic {
                name: "x".into(),
                cost: Time::from(3),
                deadline: None,
            }],
        }];
        let options = Options {
            requests: Requests::Saturated,
            horizon: Some(Time::from(7)),
            ..critical()
        };
        let schedule = run(&tasks, &options);
        assert_eq!(ran(&schedule, "s")[0], server, "{kind:?}");
        assert_eq!(ran(&schedule, "t"), [task_ran], "{kind:?}");
    }
}

#[test]
fn after_waits_for_the_release_before_it_on_another_worker() {
    let first = task("first", 3, 10, 1);
    let mut then = task("then", 1, 10, 1);
    then.worker = 1;
    then.after = vec!["first".into()];
    let schedule = run(&set(vec![first, then]), &critical());
    assert_eq!(ran(&schedule, "then"), [(3, 4)]);
}

#[test]
fn a_buffer_holds_what_producers_put_between_two_takes() {
    let mut tasks = set(vec![
        task("p", 1, 4, 9),
        task("o", 1, 4, 8),
        task("c", 1, 2, 1),
    ]);
    tasks.buffers = vec![Buffer {
        name: "q".into(),
        producers: vec!["p".into(), "o".into()],
        consumer: Some("c".into()),
        model: Queue::Periodic,
        capacity: None,
        rate: None,
        service: None,
        variance: Time::zero(),
        servers: 1,
        population: None,
    }];
    let schedule = run(&tasks, &critical());
    assert_eq!(schedule.buffers[0].most, 2, "both put before one is taken");
}

#[test]
fn fractions_stay_exact_and_overload_ends() {
    let third = Time::ratio(1, 3);
    let tasks = set(vec![
        Task::new("a", third.clone(), Time::one()),
        Task::new("b", 1, 1),
    ]);
    let options = Options {
        max_events: 5_000,
        horizon: Some(Time::from(1_000_000_000u64)),
        ..critical()
    };
    let schedule = run(&tasks, &options);
    assert!(!schedule.complete && schedule.missed() > 0);
    let worst = schedule
        .row("a")
        .and_then(|r| r.worst)
        .map(|w| schedule.time(w));
    assert_eq!(worst, Some(third));
}

#[test]
fn the_same_seed_gives_the_same_schedule() {
    let mut a = task("a", 5, 10, 1);
    a.best_cost = Some(Time::from(1));
    let options = |seed| Options {
        costs: terrace_analysis::simulation::Costs::Random,
        horizon: Some(Time::from(1_000)),
        seed,
        ..Options::default()
    };
    let tasks = set(vec![a]);
    assert_eq!(run(&tasks, &options(1)), run(&tasks, &options(1)));
    assert_ne!(run(&tasks, &options(1)), run(&tasks, &options(2)));
}
