//! Orders over the control socket, to a real daemon with real apps.

use crate::house::{BRIEF, FAULTY, House, SLEEPER, SPINNER, WATCHDOG, start_of, until};
use terrace_daemon::answers::{EventKind, InstallStep, Source, State};
use terrace_daemon::client::ClientError;
use terrace_daemon::protocol::{LogsOrder, RefusalCode, StartOrder};

fn code(error: ClientError) -> RefusalCode {
    match error {
        ClientError::Refused(refusal) => refusal.code,
        other => panic!("not refused: {other}"),
    }
}

#[test]
fn an_app_is_installed_started_watched_and_ended() {
    let house = House::new();
    let running = house.open().unwrap();
    let mut client = house.client();
    let mut steps = Vec::new();
    let installed = client
        .install(&house.image("sleeper", SLEEPER), |step| steps.push(step))
        .unwrap();
    assert!(matches!(steps[0], InstallStep::Checked { .. }), "{steps:?}");
    assert!(
        matches!(
            steps[1..],
            [InstallStep::Compiling, InstallStep::Compiled { .. }]
        ),
        "{steps:?}"
    );
    assert_eq!(
        (installed.app.name.as_str(), installed.replaced),
        ("sleeper", None)
    );

    let order = StartOrder {
        count: 2,
        name: Some("pair".to_owned()),
        ..start_of("sleep")
    };
    let started = client.start(order).unwrap();
    let names: Vec<_> = started.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["pair-1", "pair-2"]);
    let ps = client.ps().unwrap();
    assert_eq!(
        ps.iter().map(|p| p.id.as_str()).collect::<Vec<_>>(),
        [&started[0].id, &started[1].id]
    );
    assert_eq!(client.images().unwrap()[0].partitions, 2);

    let logs = LogsOrder {
        partition: "pair-1".to_owned(),
        follow: true,
        ..LogsOrder::default()
    };
    let mut follower = house.client();
    let record = follower
        .logs(logs)
        .unwrap()
        .flat_map(|page| page.unwrap().records)
        .next()
        .expect("a stream that follows does not end");
    assert_eq!(
        (record.source, record.text.as_str()),
        (Source::Out, "hello")
    );

    assert_eq!(client.suspend("pair-1").unwrap().state, State::Suspended);
    assert_eq!(client.resume(&started[0].id).unwrap().state, State::Running);
    assert_eq!(
        code(client.kill("pair").unwrap_err()),
        RefusalCode::NoSuchPartition
    );
    assert_eq!(
        code(client.uninstall("sleeper").unwrap_err()),
        RefusalCode::WrongState
    );
    assert_eq!(
        code(client.remove("pair-1").unwrap_err()),
        RefusalCode::WrongState
    );

    assert!(client.stop("pair-1", None).unwrap().state.ended());
    assert!(client.inspect("pair-2").unwrap().kept);
    let killed = client.kill("pair-2").unwrap();
    assert_eq!(killed.fault.unwrap().kind, "killed");
    assert!(!client.inspect("pair-2").unwrap().kept);
    assert!(client.wait("pair-2", None).unwrap().ended);
    let again = client.restart("pair-2").unwrap();
    assert!(again.state.alive(), "{again:?}");
    assert!(client.inspect("pair-2").unwrap().kept);
    client.kill("pair-2").unwrap();
    for name in ["pair-1", "pair-2"] {
        assert_eq!(client.remove(name).unwrap().name, name);
    }
    assert_eq!(client.ps().unwrap(), []);
    assert_eq!(client.uninstall("sleeper").unwrap().name, "sleeper");
    assert!(!house.stored(&installed.app.digest).exists());
    let kinds: Vec<_> = client
        .events(None, false)
        .unwrap()
        .flat_map(|e| e.unwrap())
        .map(|e| e.kind)
        .collect();
    for kind in [
        EventKind::Created,
        EventKind::Started,
        EventKind::Suspended,
        EventKind::Removed,
    ] {
        assert!(kinds.contains(&kind), "{kind:?} is not in {kinds:?}");
    }
    running.stop();
    assert!(!house.config.socket.exists());
}

#[test]
fn an_endless_loop_is_killed_and_the_daemon_answers_meanwhile() {
    let house = House::new();
    let _running = house.open().unwrap();
    let mut client = house.client();
    client
        .install(&house.image("spinner", SPINNER), |_| {})
        .unwrap();
    client.start(start_of("spinner")).unwrap();
    until("it computes", || client.ps().unwrap()[0].cpu_ns > 0);
    let waited = client
        .wait("spinner-1", Some(std::time::Duration::from_millis(20)))
        .unwrap();
    assert!(!waited.ended);
    assert!(client.kill("spinner-1").unwrap().state.ended());
}

#[test]
fn a_stop_that_is_not_heard_is_forced() {
    let house = House::new();
    let _running = house.open().unwrap();
    let mut client = house.client();
    client
        .install(&house.image("spinner", SPINNER), |_| {})
        .unwrap();
    client.start(start_of("spinner")).unwrap();
    let too_long = client.stop("spinner-1", Some(WATCHDOG)).unwrap_err();
    assert_eq!(code(too_long), RefusalCode::BadRequest);
    let ended = client
        .stop("spinner-1", Some(std::time::Duration::from_millis(20)))
        .unwrap();
    assert!(ended.state.ended(), "{ended:?}");
}

#[test]
fn ends_are_told_with_their_status_or_fault() {
    let house = House::new();
    let _running = house.open().unwrap();
    let mut client = house.client();
    for (name, wat) in [("brief", BRIEF), ("faulty", FAULTY)] {
        client.install(&house.image(name, wat), |_| {}).unwrap();
        client
            .start(StartOrder {
                name: Some(name.to_owned()),
                ..start_of(name)
            })
            .unwrap();
    }
    assert_eq!(client.wait("brief", None).unwrap().exit_status, Some(3));
    let fault = client.wait("faulty", None).unwrap().fault.unwrap();
    assert_eq!(fault.kind, "unreachable");
    until("the fault is counted", || {
        client.stats().unwrap().faults.get("unreachable") == Some(&1)
    });
}

#[test]
fn a_replaced_app_keeps_its_partitions_and_starts_new_ones() {
    let house = House::new();
    let _running = house.open().unwrap();
    let mut client = house.client();
    let old = client
        .install(&house.image("app", SLEEPER), |_| {})
        .unwrap()
        .app
        .digest;
    client.start(start_of("app")).unwrap();
    let new = client.install(&house.image("app", BRIEF), |_| {}).unwrap();
    assert_eq!(new.replaced.as_deref(), Some(old.as_str()));
    assert!(!house.stored(&old).exists() && house.stored(&new.app.digest).exists());
    let second = client.start(start_of("app")).unwrap().remove(0);
    assert_eq!(client.wait(&second.id, None).unwrap().exit_status, Some(3));
    assert!(client.inspect("app-1").unwrap().partition.state.alive());
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let house = House::new();
    let _running = house.open().unwrap();
    let mut client = house.client();
    assert_eq!(
        code(client.start(start_of("nothing")).unwrap_err()),
        RefusalCode::NoSuchApp
    );
    assert_eq!(
        code(client.inspect("nobody").unwrap_err()),
        RefusalCode::NoSuchPartition
    );
    assert_eq!(
        code(client.inspect("").unwrap_err()),
        RefusalCode::NoSuchPartition
    );
    let nowhere = house.dir.path().join("nowhere.terrace");
    assert_eq!(
        code(client.install(&nowhere, |_| {}).unwrap_err()),
        RefusalCode::Image
    );
    let cut = house.image("cut", SLEEPER);
    let bytes = std::fs::read(&cut).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    assert_eq!(
        code(client.install(&cut, |_| {}).unwrap_err()),
        RefusalCode::Image
    );
    let wrong = house.image_with("wrong", SLEEPER, "[nonsense]\n");
    assert_eq!(
        code(client.install(&wrong, |_| {}).unwrap_err()),
        RefusalCode::Manifest
    );
    let import = r#"(module (import "elsewhere" "f" (func)) (func (export "_start")))"#;
    let unlinked = house.image("unlinked", import);
    assert_eq!(
        code(client.install(&unlinked, |_| {}).unwrap_err()),
        RefusalCode::Program
    );
    assert_eq!(client.images().unwrap(), []);

    client
        .install(&house.image("sleeper", SLEEPER), |_| {})
        .unwrap();
    let bad_name = StartOrder {
        name: Some("../etc".to_owned()),
        ..start_of("sleeper")
    };
    assert_eq!(
        code(client.start(bad_name).unwrap_err()),
        RefusalCode::BadName
    );
    let too_many = client
        .start(StartOrder {
            count: 17,
            ..start_of("sleeper")
        })
        .unwrap_err();
    assert!(
        too_many.to_string().starts_with("16 of 17 were started"),
        "{too_many}"
    );
    assert_eq!(client.ps().unwrap().len(), 16);
}

#[test]
fn a_shutdown_over_the_socket_ends_the_daemon() {
    let house = House::new();
    let running = house.open().unwrap();
    let mut following = house.client();
    let follower = std::thread::spawn(move || {
        following
            .events(None, true)
            .unwrap()
            .filter_map(Result::err)
            .next()
    });
    house.client().shut_down().unwrap();
    running.wait();
    assert!(
        follower.join().unwrap().is_some(),
        "a stream ends with the daemon"
    );
    assert!(matches!(
        terrace_daemon::client::Client::connect(&house.config.socket),
        Err(ClientError::Connect { .. })
    ));
}
