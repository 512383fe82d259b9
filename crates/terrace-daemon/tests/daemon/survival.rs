//! What survives a daemon, and what damage does not take along.

use crate::house::{BRIEF, House, SLEEPER, start_of, until};
use terrace_daemon::client::ClientError;
use terrace_daemon::protocol::{RefusalCode, StartOrder};
use terrace_daemon::{Daemon, LockError, OpenError, SocketError};

#[test]
fn what_should_run_runs_again_and_what_ended_does_not() {
    let house = House::new();
    let running = house.open().unwrap();
    let mut client = house.client();
    client
        .install(&house.image("sleeper", SLEEPER), |_| {})
        .unwrap();
    client
        .install(&house.image("brief", BRIEF), |_| {})
        .unwrap();
    let env = vec![("KEY".to_owned(), "value".to_owned())];
    let args = Some(vec!["one".to_owned()]);
    client
        .start(StartOrder {
            count: 3,
            name: Some("s".to_owned()),
            args,
            env,
            ..start_of("sleeper")
        })
        .unwrap();
    client
        .start(StartOrder {
            name: Some("b".to_owned()),
            ..start_of("brief")
        })
        .unwrap();
    client.kill("s-1").unwrap();
    client.stop("s-2", None).unwrap();
    client.wait("b", None).unwrap();
    until("its end is written down", || {
        !client.inspect("b").unwrap().kept
    });
    running.stop();

    let _second = house.open().unwrap();
    let mut client = house.client();
    assert_eq!(client.images().unwrap().len(), 2);
    let ps = client.ps().unwrap();
    assert_eq!(
        ps.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(),
        ["s-3"]
    );
    let inspected = client.inspect("s-3").unwrap();
    assert_eq!(inspected.args, Some(vec!["one".to_owned()]));
    assert_eq!(inspected.env, [("KEY".to_owned(), "value".to_owned())]);
    assert!(inspected.kept && inspected.partition.state.alive());
}

#[test]
fn a_second_daemon_is_refused() {
    let house = House::new();
    let _running = house.open().unwrap();
    let error = Daemon::open(house.config.clone()).unwrap_err();
    assert!(
        matches!(error, OpenError::Lock(LockError::Taken { .. })),
        "{error}"
    );
    assert!(
        error.to_string().contains(&std::process::id().to_string()),
        "{error}"
    );
    let mut other = house.config.clone();
    other.state_dir = house.dir.path().join("other");
    let error = Daemon::open(other).unwrap_err();
    assert!(
        matches!(error, OpenError::Socket(SocketError::InUse { .. })),
        "{error}"
    );
    assert!(crate::house::well(&house.config.socket));
}

#[test]
fn a_damaged_image_does_not_stop_the_others() {
    let house = House::new();
    let running = house.open().unwrap();
    let mut client = house.client();
    let bad = client
        .install(&house.image("bad", SLEEPER), |_| {})
        .unwrap()
        .app
        .digest;
    client
        .install(&house.image("good", SLEEPER), |_| {})
        .unwrap();
    for name in ["bad", "good"] {
        client
            .start(StartOrder {
                name: Some(format!("{name}-one")),
                ..start_of(name)
            })
            .unwrap();
    }
    running.stop();
    let stored = house.stored(&bad);
    let mut bytes = std::fs::read(&stored).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&stored, bytes).unwrap();

    let _second = house.open().unwrap();
    let mut client = house.client();
    let names: Vec<_> = client.ps().unwrap().into_iter().map(|p| p.name).collect();
    assert_eq!(names, ["good-one"]);
    let notes = client.degraded().unwrap().join("\n");
    assert!(notes.contains("the app `bad` cannot be started"), "{notes}");
    assert!(notes.contains("the partition `bad-one`"), "{notes}");
    assert!(!stored.exists(), "it is in quarantine");
    match client.start(start_of("bad")).unwrap_err() {
        ClientError::Refused(refusal) => assert_eq!(refusal.code, RefusalCode::Image),
        other => panic!("{other}"),
    }
    assert_eq!(client.remove("bad-one").unwrap().name, "bad-one");
    client
        .install(&house.image("bad", SLEEPER), |_| {})
        .unwrap();
    client.start(start_of("bad")).unwrap();
}

#[test]
fn after_a_damaged_database_apps_are_found_again() {
    let house = House::new();
    let running = house.open().unwrap();
    house
        .client()
        .install(&house.image("sleeper", SLEEPER), |_| {})
        .unwrap();
    running.stop();
    std::fs::write(house.config.state_dir.join("state.db"), vec![7; 10_000]).unwrap();

    let _second = house.open().unwrap();
    let mut client = house.client();
    assert!(client.degraded().unwrap()[0].contains("the database was damaged"));
    client.start(start_of("sleeper")).unwrap();
}

#[test]
fn a_metrics_address_in_use_leaves_nothing_behind() {
    let mut house = House::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    house.config.metrics = Some(taken.local_addr().unwrap());
    let error = Daemon::open(house.config.clone()).unwrap_err();
    assert!(matches!(error, OpenError::Metrics { .. }), "{error}");
    assert!(!house.config.socket.exists());
    house.config.metrics = None;
    house.open().unwrap().stop();
}
