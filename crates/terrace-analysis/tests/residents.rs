//! Apps come and go; what is proven stays proven.
#![forbid(unsafe_code)]
#![expect(clippy::result_large_err, reason = "a refusal is read in full")]

use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use terrace_analysis::{
    Bystander, Candidate, Denied, DevicePlan, Residence, Residents, Standing, analyse,
};
use terrace_manifest::{App, parse_app};

fn app(text: &str) -> Arc<App> {
    let text = format!("[app]\nname = \"a\"\nversion = \"0.1.0\"\nprogram = \"a.wasm\"\n{text}");
    match parse_app(&text, Path::new("terrace.toml")) {
        Ok(app) => Arc::new(app),
        Err(errors) => panic!("{errors}\n{text}"),
    }
}

/// A plain app with a budget that is enforced.
fn server(priority: u8, budget_us: u64, period_us: u64) -> Arc<App> {
    app(&format!(
        "[cpu]\nscheduler = \"fifo\"\npriority = {priority}\nbudget_us = {budget_us}\n\
         period_us = {period_us}\non_overrun = \"throttle\"\n"
    ))
}

/// A plain app that takes what it wants.
fn greedy(priority: u8) -> Arc<App> {
    app(&format!(
        "[cpu]\nscheduler = \"fifo\"\npriority = {priority}\n"
    ))
}

/// A service with one task.
fn service(priority: u8, cost_us: u64, period_us: u64, deadline_us: u64) -> Arc<App> {
    app(&format!(
        "[[service]]\nname = \"s\"\npriority = {priority}\n[[service.task]]\nname = \"t\"\n\
         period = \"{period_us} us\"\ncost = \"{cost_us} us\"\ndeadline = \"{deadline_us} us\"\n"
    ))
}

fn propose(
    residents: &mut Residents<u32>,
    key: u32,
    app: &Arc<App>,
    workers: &[u32],
    force: bool,
) -> Result<Residence, Denied> {
    let name = format!("p-{key}");
    let candidate = Candidate {
        name: &name,
        app,
        workers,
        permissions: &[],
        force,
    };
    let place = residents.propose(&candidate)?;
    residents.join(key, &candidate, place);
    Ok(place)
}

#[test]
fn what_fits_is_let_in_and_what_does_not_is_denied_with_its_numbers() {
    let mut residents = Residents::default();
    let first = propose(
        &mut residents,
        1,
        &service(90, 4_000, 8_000, 8_000),
        &[0],
        false,
    );
    assert_eq!(first.unwrap().standing, Standing::Proven);
    let denied = propose(
        &mut residents,
        2,
        &service(80, 5_000, 10_000, 10_000),
        &[0],
        false,
    );
    let denied = denied.unwrap_err();
    assert_eq!(denied.fails.as_deref(), Some("p-2/s/t"));
    assert_eq!(denied.response_time, Some(13_000.into()));
    assert_eq!(denied.deadline, Some(10_000.into()));
    let text = denied.to_string();
    for part in [
        "`p-2/s/t`",
        "13 ms",
        "10 ms",
        "lower the cost of p-2/s/t from 5 ms to at most 4 ms",
    ] {
        assert!(text.contains(part), "no {part} in: {text}");
    }
    // What would mend it does.
    let mended = propose(
        &mut residents,
        2,
        &service(80, 4_000, 10_000, 10_000),
        &[0],
        false,
    );
    assert_eq!(mended.unwrap().standing, Standing::Proven);
}

#[test]
fn a_second_worker_takes_what_the_first_cannot() {
    let mut residents = Residents::default();
    for (key, worker) in [(1, 0), (2, 1)] {
        let place = propose(
            &mut residents,
            key,
            &service(90, 6_000, 8_000, 8_000),
            &[0, 1],
            false,
        );
        assert_eq!(place.unwrap().worker, Some(worker));
    }
    assert!(
        propose(
            &mut residents,
            3,
            &service(90, 6_000, 8_000, 8_000),
            &[0, 1],
            false
        )
        .is_err()
    );
    residents.leave(&1);
    let place = propose(
        &mut residents,
        3,
        &service(90, 6_000, 8_000, 8_000),
        &[0, 1],
        false,
    );
    assert_eq!(place.unwrap().worker, Some(0));
}

#[test]
fn a_budget_is_a_deferrable_server() {
    let mut residents = Residents::default();
    assert!(propose(&mut residents, 1, &server(90, 4_000, 10_000), &[0], false).is_ok());
    // Two budgets may be used back to back: 4 + 4 + 3 is beyond 10.
    let denied = propose(
        &mut residents,
        2,
        &service(50, 3_000, 10_000, 10_000),
        &[0],
        false,
    );
    assert_eq!(denied.unwrap_err().response_time, Some(11_000.into()));
    assert!(
        propose(
            &mut residents,
            2,
            &service(50, 2_000, 10_000, 10_000),
            &[0],
            false
        )
        .is_ok()
    );
}

#[test]
fn what_has_no_bound_may_only_run_below_what_is_proven() {
    let mut residents = Residents::default();
    assert!(
        propose(
            &mut residents,
            1,
            &service(50, 1_000, 8_000, 8_000),
            &[0],
            false
        )
        .is_ok()
    );
    for priority in [50, 60] {
        let denied = propose(&mut residents, 2, &greedy(priority), &[0], false).unwrap_err();
        let text = denied.to_string();
        assert!(
            text.contains("`p-1`") && text.contains("budget_us"),
            "{text}"
        );
    }
    let below = propose(&mut residents, 2, &greedy(49), &[0], false).unwrap();
    assert_eq!(below.standing, Standing::Free);
    // And nothing is proven of what comes below that.
    let denied = propose(
        &mut residents,
        3,
        &service(49, 1, 8_000, 8_000),
        &[0],
        false,
    );
    assert!(denied.unwrap_err().to_string().contains("`p-2`"));
    assert!(
        propose(
            &mut residents,
            3,
            &service(70, 1, 8_000, 8_000),
            &[0],
            false
        )
        .is_ok()
    );
    // On another worker it harms nobody.
    let place = propose(&mut residents, 4, &greedy(99), &[0, 1], false).unwrap();
    assert_eq!(place.worker, Some(1));
}

#[test]
fn a_component_stays_on_the_worker_it_names() {
    let mut residents = Residents::default();
    let named = |worker: u32, cost: u32| {
        app(&format!(
            "[[service]]\nname = \"s\"\npriority = 50\nworker = {worker}\n[[service.task]]\n\
             name = \"t\"\nperiod = \"8 ms\"\ncost = \"{cost} ms\"\n"
        ))
    };
    assert!(propose(&mut residents, 1, &named(1, 5), &[0], false).is_ok());
    assert_eq!(residents.set().tasks[0].worker, 1);
    // Its own worker is full, whatever is free elsewhere.
    assert!(propose(&mut residents, 2, &named(1, 5), &[0], false).is_err());
    assert!(propose(&mut residents, 2, &named(0, 5), &[0], false).is_ok());
    // And what has no bound is kept off it there.
    let text = "[cpu]\nscheduler = \"fifo\"\npriority = 60\nworker = 1\n";
    let denied = propose(&mut residents, 3, &app(text), &[0], false);
    assert!(denied.unwrap_err().to_string().contains("`p-1`"));
}

#[test]
fn normal_apps_are_none_of_the_proofs_business() {
    let mut residents = Residents::default();
    for key in 0..1_000 {
        let place = propose(&mut residents, key, &app(""), &[0], false).unwrap();
        assert_eq!((place.standing, place.worker), (Standing::Free, None));
    }
    assert!(residents.set().tasks.is_empty());
}

#[test]
fn force_lets_in_and_is_remembered_until_it_leaves() {
    let mut residents = Residents::default();
    let heavy = service(90, 6_000, 8_000, 8_000);
    assert!(
        propose(&mut residents, 1, &heavy, &[0], true)
            .unwrap()
            .standing
            == Standing::Proven
    );
    assert_eq!(
        residents.forced().count(),
        0,
        "it fits, so force does nothing"
    );
    assert_eq!(
        propose(&mut residents, 2, &heavy, &[0], true)
            .unwrap()
            .standing,
        Standing::Forced
    );
    assert_eq!(residents.forced().collect::<Vec<_>>(), [&2]);
    // Its load counts, but what it broke is not the next one's doing.
    assert!(
        propose(
            &mut residents,
            3,
            &service(10, 3_000, 8_000, 8_000),
            &[0],
            false
        )
        .is_err()
    );
    let above = propose(
        &mut residents,
        4,
        &service(99, 1, 80_000, 80_000),
        &[1],
        false,
    );
    assert_eq!(above.unwrap().standing, Standing::Proven);
    residents.leave(&2);
    assert_eq!(residents.forced().count(), 0);
    assert!(analyse(&residents.set()).schedulable);
}

#[test]
fn names_of_partitions_become_names_of_a_plan() {
    let residents: Residents<u32> = Residents::default();
    for name in [
        "Upper",
        "a..b",
        "_x",
        "-",
        "9",
        &"Long".repeat(40),
        "ä",
        "p.1_2",
    ] {
        let candidate = Candidate {
            name,
            app: &service(90, 1_000, 8_000, 8_000),
            workers: &[0],
            permissions: &[],
            force: false,
        };
        let place = residents.propose(&candidate).unwrap();
        assert_eq!(place.standing, Standing::Proven, "{name}");
    }
}

/// What one of many random apps is.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Service(u8, u64, u64, u64),
    Server(u8, u64, u64),
    Greedy(u8),
    Normal,
}

impl Kind {
    fn app(self) -> Arc<App> {
        match self {
            Kind::Service(priority, share, period, within) => {
                let period = period * 1_000;
                let cost = (period * share / 100).max(1);
                service(
                    priority,
                    cost,
                    period,
                    cost + (period - cost) * within / 100,
                )
            }
            Kind::Server(priority, share, period) => server(
                priority,
                (period * 1_000 * share / 100).max(100),
                period * 1_000,
            ),
            Kind::Greedy(priority) => greedy(priority),
            Kind::Normal => app(""),
        }
    }
}

fn kinds() -> impl Strategy<Value = Kind> {
    let periods = prop::sample::select(vec![1_u64, 2, 4, 5, 8, 10, 20, 40]);
    prop_oneof![
        6 => (1_u8..99, 1_u64..45, periods.clone(), 0_u64..100).prop_map(|(p, s, t, d)| Kind::Service(p, s, t, d)),
        2 => (1_u8..99, 1_u64..30, periods).prop_map(|(p, s, t)| Kind::Server(p, s, t)),
        1 => (1_u8..99).prop_map(Kind::Greedy),
        1 => Just(Kind::Normal),
    ]
}

/// An arrival, or the departure of one of those that run.
#[derive(Debug, Clone, Copy)]
enum Change {
    Arrive(Kind, bool),
    Leave(u32),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let one = prop_oneof![
        3 => (kinds(), prop::bool::weighted(0.1)).prop_map(|(k, force)| Change::Arrive(k, force)),
        2 => any::<u32>().prop_map(Change::Leave),
    ];
    prop::collection::vec(one, 1..80)
}

/// Who runs without a bound, where, and at which priority.
fn unbounded(kinds: &BTreeMap<u32, (Kind, Residence)>) -> Vec<(u32, u8)> {
    let greedy = kinds.values().filter_map(|(kind, place)| match kind {
        Kind::Greedy(priority) => Some((place.worker?, *priority)),
        _ => None,
    });
    greedy.collect()
}

fn cases() -> ProptestConfig {
    let asked = std::env::var("TERRACE_CASES").ok();
    ProptestConfig {
        // Some forty arrivals and departures each.
        cases: asked.and_then(|n| n.parse().ok()).unwrap_or(100),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn while_nothing_is_forced_all_that_is_proven_holds(changes in changes()) {
        let mut residents = Residents::default();
        let mut living: BTreeMap<u32, (Kind, Residence)> = BTreeMap::new();
        for (key, change) in (0..).zip(changes) {
            match change {
                Change::Arrive(kind, force) => {
                    let before = residents.set();
                    match propose(&mut residents, key, &kind.app(), &[0, 1], force) {
                        Ok(place) => { living.insert(key, (kind, place)); }
                        Err(denied) => {
                            prop_assert!(!force);
                            prop_assert!(!denied.what.is_empty() && !denied.mend.is_empty());
                            prop_assert_eq!(residents.set(), before, "nothing has changed");
                        }
                    }
                }
                Change::Leave(which) => {
                    let count = living.len().max(1);
                    let at = usize::try_from(which).unwrap_or(0) % count;
                    if let Some(key) = living.keys().nth(at).copied() {
                        living.remove(&key);
                        residents.leave(&key);
                    }
                }
            }
            if residents.forced().next().is_some() {
                continue;
            }
            // By the whole analysis, which is not the code that decided.
            let answer = analyse(&residents.set());
            prop_assert!(answer.schedulable, "{:?}", answer.tasks.iter().find(|t| !t.schedulable));
            let free = unbounded(&living);
            for task in &answer.tasks {
                let priority = task.priority.unwrap_or(0);
                let above = free.iter().find(|(w, p)| *w == task.worker && i64::from(*p) >= priority);
                prop_assert!(above.is_none(), "{} is held up by {above:?}", task.name);
            }
        }
    }

    #[test]
    fn the_order_of_those_that_run_decides_nothing(
        kinds in prop::collection::vec(kinds(), 2..8), turn in 0_usize..8
    ) {
        let (last, first) = kinds.split_last().expect("there are two");
        let mut ways = [Residents::default(), Residents::default()];
        for (key, kind) in (0_u32..).zip(first) {
            // Only such as both have; on one worker, so that nothing is moved.
            let _ = propose(&mut ways[0], key, &kind.app(), &[0], false);
        }
        let mut keys: Vec<u32> = (0..u32::try_from(first.len()).unwrap_or(0)).collect();
        keys.rotate_left(turn % first.len());
        for key in keys {
            if ways[0].place(&key).is_some() {
                let kind = first[usize::try_from(key).unwrap_or(0)];
                let _ = propose(&mut ways[1], key, &kind.app(), &[0], true);
            }
        }
        let [a, b] = &mut ways;
        let there = propose(a, 99, &last.app(), &[0], false).is_ok();
        prop_assert_eq!(there, propose(b, 99, &last.app(), &[0], false).is_ok());
    }
}

/// An app of this name.
fn named(name: &str, text: &str) -> Arc<App> {
    let mut app = App::clone(&app(text));
    app.name = name.parse().expect("it is a name");
    Arc::new(app)
}

/// Lets it join under its own name, on worker 0; nobody else is there.
fn joins(residents: &mut Residents<u32>, key: u32, app: &Arc<App>) -> Result<Standing, Denied> {
    among(residents, key, app, Vec::new())
}

fn among(
    residents: &mut Residents<u32>,
    key: u32,
    app: &Arc<App>,
    bystanders: Vec<Bystander>,
) -> Result<Standing, Denied> {
    let candidate = Candidate {
        name: app.name.as_str(),
        app,
        permissions: &[],
        workers: &[0],
        force: false,
    };
    let place = residents.propose_among(&candidate, &|| bystanders.clone())?;
    residents.join(key, &candidate, place);
    Ok(place.standing)
}

/// A device with this file.
fn on(file: &str) -> Residents<u32> {
    let file = format!("[[app]]\npath = \"a\"\n{file}");
    let device = terrace_manifest::parse_device(&file, Path::new("device.toml"));
    let device = device.unwrap_or_else(|e| panic!("{e}"));
    Residents::on(DevicePlan::of(&device, Vec::new()))
}

fn ear() -> Arc<App> {
    named(
        "ear",
        "[[service]]\nname = \"s\"\npriority = 90\n[[service.task]]\nname = \"hear\"\n\
         period = \"8 ms\"\ncost = \"1 ms\"\npublish = [{ channel = \"words\" }]\n\
         [[channel]]\nname = \"words\"\ntype = \"message\"\ncount = 1\npublishers = [\"chat\"]\n\
         subscribers = [\"voice\"]\n",
    )
}

fn voice(cost_ms: u32) -> Arc<App> {
    named(
        "voice",
        &format!(
            "[[receiver]]\nname = \"say\"\npriority = 80\ncost = \"{cost_ms} ms\"\n\
             subscribe = [{{ channel = \"words\", of = \"ear\" }}]\n"
        ),
    )
}

#[test]
fn a_receiver_takes_what_those_who_send_release_whoever_comes_first() {
    for ear_first in [true, false] {
        let apps = |cost| match ear_first {
            true => [ear(), voice(cost)],
            false => [voice(cost), ear()],
        };
        let mut residents = Residents::default();
        for (key, app) in (0..).zip(apps(2)) {
            let standing = joins(&mut residents, key, &app);
            assert_eq!(standing.unwrap(), Standing::Proven, "{ear_first}");
        }
        let set = residents.set();
        let say = set.task("voice/say").expect("the message releases it");
        assert_eq!(say.after, ["ear/s/hear"]);
        assert!(analyse(&set).schedulable);
        // Eight of eight, and one to hear: the second of the two is refused, whichever it is.
        let mut residents = Residents::default();
        let [first, second] = apps(8);
        assert_eq!(joins(&mut residents, 0, &first).unwrap(), Standing::Proven);
        let denied = joins(&mut residents, 1, &second).unwrap_err();
        assert_eq!(denied.fails.as_deref(), Some("voice/say"), "{denied}");
        residents.leave(&0);
        assert_eq!(joins(&mut residents, 1, &second).unwrap(), Standing::Proven);
    }
}

#[test]
fn who_may_send_without_a_bound_is_kept_from_who_listens() {
    let chat = named("chat", "");
    let mut residents = Residents::default();
    for (key, app) in [(0, ear()), (1, voice(2))] {
        assert_eq!(joins(&mut residents, key, &app).unwrap(), Standing::Proven);
    }
    let denied = joins(&mut residents, 2, &chat).unwrap_err().to_string();
    for part in ["chat may send to its channel words", "add period"] {
        assert!(denied.contains(part), "no {part} in: {denied}");
    }
    assert_eq!(
        joins(&mut residents, 2, &named("mute", "")).unwrap(),
        Standing::Free
    );
    residents.leave(&1);
    assert_eq!(joins(&mut residents, 2, &chat).unwrap(), Standing::Free);
    // While it lives nothing is proven of a listener, which is below all that is.
    let there = || {
        vec![Bystander {
            app: chat.clone(),
            permissions: Vec::new(),
        }]
    };
    let standing = among(&mut residents, 3, &voice(2), there()).unwrap();
    assert_eq!(standing, Standing::Free);
    let denied = joins(&mut residents, 4, &service(70, 1_000, 8_000, 8_000));
    assert!(denied.unwrap_err().to_string().contains("`voice`"));
}

#[test]
fn chains_of_the_device_are_proven_when_all_their_tasks_are_there() {
    let chain = |deadline: &str| {
        format!(
            "[[chain]]\nname = \"path\"\ntasks = [\"ear/s/hear\", \"voice/say\"]\ndeadline = \"{deadline}\"\n"
        )
    };
    let mut residents = on(&chain("4 ms"));
    for (key, app) in [(0, ear()), (1, voice(2))] {
        assert_eq!(joins(&mut residents, key, &app).unwrap(), Standing::Proven);
    }
    let mut residents = on(&chain("3 ms"));
    assert_eq!(
        joins(&mut residents, 0, &voice(2)).unwrap(),
        Standing::Proven
    );
    let denied = joins(&mut residents, 1, &ear()).unwrap_err();
    assert_eq!(denied.fails.as_deref(), Some("path"), "{denied}");
    assert_eq!(denied.response_time, Some(4_000.into()));
    assert_eq!(denied.deadline, Some(3_000.into()));
}

#[test]
fn masked_sections_and_servers_of_the_device_count_for_everyone() {
    let tight = service(90, 1_000, 8_000, 1_500);
    assert!(joins(&mut on(""), 0, &tight).is_ok());
    let denied = joins(&mut on("[device]\nmasked = \"600 us\"\n"), 0, &tight);
    assert_eq!(denied.unwrap_err().response_time, Some(1_600.into()));
    let server = "[[server]]\nname = \"ui\"\nkind = \"sporadic\"\nbudget = \"1 ms\"\n\
                  period = \"5 ms\"\npriority = 95\n";
    let denied = joins(&mut on(server), 0, &tight);
    assert_eq!(denied.unwrap_err().response_time, Some(2_000.into()));
    assert!(joins(&mut on(server), 0, &service(90, 1_000, 8_000, 2_000)).is_ok());
}

#[test]
fn the_orders_of_the_devices_workers_are_those_that_are_proven() {
    let full = |key: u32, priority: u8| {
        let text = [
            "2 ms\"\nperiod = \"4 ms",
            "4 ms\"\nperiod = \"8 ms",
            "1 us\"\nperiod = \"9 ms",
        ];
        let text = text[usize::try_from(key).unwrap_or(0)];
        named(
            &format!("p-{key}"),
            &format!(
                "[[service]]\nname = \"s\"\npriority = {priority}\n[[service.task]]\nname = \"t\"\n\
                 cost = \"{text}\"\n"
            ),
        )
    };
    let mut residents = on("[[worker]]\nid = 0\npolicy = \"edf\"\n");
    assert!(joins(&mut residents, 0, &full(0, 50)).is_ok());
    let other = joins(&mut residents, 1, &full(1, 60))
        .unwrap_err()
        .to_string();
    assert!(
        other.contains("orders by deadline what has one priority"),
        "{other}"
    );
    assert!(
        joins(&mut residents, 1, &full(1, 50)).is_ok(),
        "by deadlines it may be full"
    );
    let denied = joins(&mut residents, 2, &full(2, 50))
        .unwrap_err()
        .to_string();
    assert!(denied.contains("no bound"), "{denied}");
    let mut residents = on("");
    assert!(joins(&mut residents, 0, &full(0, 50)).is_ok());
    assert!(
        joins(&mut residents, 1, &full(1, 50)).is_err(),
        "not so among equals"
    );

    let windows = "[[worker]]\nid = 0\nframe = \"10 ms\"\nwindows = [\
                   { app = \"p-0\", start = \"0 ms\", length = \"4 ms\" }]\n";
    let mut residents = on(windows);
    // Half of the worker, of which its window is two fifths.
    let denied = joins(&mut residents, 0, &full(0, 50))
        .unwrap_err()
        .to_string();
    assert!(denied.contains("no bound"), "{denied}");
    let slow = service(50, 2_000, 20_000, 8_000);
    let mut p = App::clone(&slow);
    p.name = "p-0".parse().expect("a name");
    assert!(joins(&mut residents, 0, &Arc::new(p)).is_ok());
    let denied = joins(&mut residents, 1, &slow).unwrap_err().to_string();
    assert!(denied.contains("has no window to run in"), "{denied}");
}

#[test]
fn what_waits_in_a_channel_must_have_room_before_who_sends_may_join() {
    let slow = named(
        "voice",
        "[[service]]\nname = \"s\"\npriority = 80\n[[service.task]]\nname = \"say\"\n\
         period = \"24 ms\"\ncost = \"1 ms\"\nsubscribe = [{ channel = \"words\", of = \"ear\" }]\n",
    );
    let mut residents = Residents::default();
    assert!(joins(&mut residents, 0, &slow).is_ok());
    let denied = joins(&mut residents, 1, &ear()).unwrap_err();
    assert_eq!(
        denied.fails.as_deref(),
        Some("channel ear/words"),
        "{denied}"
    );
    assert!(denied.to_string().contains("would not suffice"), "{denied}");
}
