//! Clients that send garbage, half a request, too much, or stop reading.

use crate::house::{House, SLEEPER, WATCHDOG, start_of, until, well};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::time::Duration;
use terrace_daemon::Patience;
use terrace_daemon::client::{Client, ClientError};
use terrace_daemon::protocol::{REQUEST_BYTES, RefusalCode, SendOrder};

fn impatient() -> House {
    let mut house = House::new();
    house.config.server.patience = Patience {
        idle: Duration::from_millis(400),
        request: Duration::from_millis(200),
        answer: Duration::from_millis(200),
    };
    house
}

fn raw(house: &House) -> UnixStream {
    let stream = UnixStream::connect(&house.config.socket).unwrap();
    stream.set_read_timeout(Some(WATCHDOG)).unwrap();
    stream
}

/// The lines the daemon says before it closes the connection.
fn last_words(stream: &UnixStream) -> Vec<String> {
    BufReader::new(stream)
        .lines()
        .map_while(Result::ok)
        .collect()
}

fn only_client(house: &House) -> bool {
    house.client().stats().unwrap().clients == 1
}

#[test]
fn garbage_is_answered_and_in_the_end_not_listened_to() {
    let house = House::new();
    let _running = house.open().unwrap();
    let mut stream = raw(&house);
    for _ in 0..16 {
        stream.write_all(b"\x00\xff{[garbage\n").unwrap();
    }
    let words = last_words(&stream);
    assert_eq!(words.len(), 17, "{words:?}");
    assert!(
        words[0].contains("bad-request") && words[16].contains("busy"),
        "{words:?}"
    );
    until("its thread has gone", || only_client(&house));
}

#[test]
fn another_version_is_named() {
    let house = House::new();
    let _running = house.open().unwrap();
    let mut stream = raw(&house);
    stream
        .write_all(b"{\"v\":2,\"id\":9,\"request\":{\"do\":\"something new\"}}\n")
        .unwrap();
    let mut line = String::new();
    BufReader::new(&stream).read_line(&mut line).unwrap();
    assert!(
        line.contains("\"id\":9") && line.contains("\"version\""),
        "{line}"
    );
}

#[test]
fn half_a_request_and_silence_are_given_up() {
    let house = impatient();
    let _running = house.open().unwrap();
    let mut half = raw(&house);
    half.write_all(b"{\"v\":1,").unwrap();
    let silent = raw(&house);
    assert!(well(&house.config.socket));
    let words = last_words(&half);
    assert!(words[0].contains("did not end"), "{words:?}");
    assert!(last_words(&silent)[0].contains("nothing was asked"));
    until("their threads have gone", || only_client(&house));
}

#[test]
fn an_oversize_line_is_refused_while_it_is_read() {
    let house = House::new();
    let _running = house.open().unwrap();
    let stream = raw(&house);
    let mut writer = stream.try_clone().unwrap();
    let flood = std::thread::spawn(move || writer.write_all(&vec![b'x'; REQUEST_BYTES * 4]));
    let words = last_words(&stream);
    assert!(words[0].contains("too-long"), "{words:?}");
    assert!(flood.join().unwrap().is_err(), "the rest is not read");
    assert!(well(&house.config.socket));
}

#[test]
fn a_client_that_never_reads_is_given_up() {
    let house = impatient();
    let _running = house.open().unwrap();
    let mut stream = raw(&house);
    stream.set_write_timeout(Some(WATCHDOG)).unwrap();
    // Its answers fill the socket; then the daemon stops reading, and closes.
    let mut sent = 0u64;
    while stream
        .write_all(b"{\"v\":1,\"id\":1,\"request\":{\"do\":\"ping\"}}\n")
        .is_ok()
    {
        sent += 1;
        assert!(sent < 10_000_000, "requests are taken without end");
    }
    assert!(well(&house.config.socket));
    until("its thread has gone", || only_client(&house));
}

#[test]
fn a_follower_that_never_reads_hurts_nobody() {
    let house = impatient();
    let _running = house.open().unwrap();
    let mut client = Client::connect(&house.config.socket).unwrap();
    client
        .install(&house.image("sleeper", SLEEPER), |_| {})
        .unwrap();
    client.start(start_of("sleeper")).unwrap();
    let mut deaf = raw(&house);
    deaf.write_all(b"{\"v\":1,\"id\":1,\"request\":{\"do\":\"events\",\"follow\":true}}\n")
        .unwrap();
    // Two events a round, some hundred bytes each: more than a socket holds.
    until("the follower is dropped", || {
        let mut client = house.client();
        for _ in 0..100 {
            client.suspend("sleeper-1").unwrap();
            client.resume("sleeper-1").unwrap();
        }
        client.stats().unwrap().clients == 1
    });
}

#[test]
fn one_client_too_many_is_told_so() {
    let mut house = House::new();
    house.config.server.clients = 2;
    let _running = house.open().unwrap();
    let mut first = house.client();
    first.ping().unwrap();
    let second = raw(&house);
    until("both are there", || first.stats().unwrap().clients == 2);
    match house.client().ping().unwrap_err() {
        ClientError::Refused(refusal) => assert_eq!(refusal.code, RefusalCode::Busy),
        other => panic!("{other}"),
    }
    drop(second);
    until("there is a place again", || well(&house.config.socket));
}

#[test]
fn a_dropped_stream_is_not_read_as_the_next_answer() {
    let house = House::new();
    let _running = house.open().unwrap();
    let mut client = house.client();
    drop(client.events(None, true).unwrap());
    assert!(matches!(client.ping(), Err(ClientError::Closed { .. })));
}

fn get(address: std::net::SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(WATCHDOG)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn metrics_are_served_beside_a_scraper_that_stalls() {
    let mut house = House::new();
    house.config.metrics = Some("127.0.0.1:0".parse().unwrap());
    let running = house.open().unwrap();
    let address = running.metrics.unwrap();
    let mut stalled = TcpStream::connect(address).unwrap();
    stalled.write_all(b"GET /metr").unwrap();
    let mut client = house.client();
    client
        .install(&house.image("sleeper", SLEEPER), |_| {})
        .unwrap();
    client.start(start_of("sleeper")).unwrap();
    until("it runs", || {
        client.ps().unwrap()[0].state == terrace_daemon::answers::State::Running
    });
    let channel = "[[channel]]\nname = \"inbox\"\ntype = \"message\"\ncount = 1\ndepth = 1\n";
    client
        .install(&house.image_with("talker", SLEEPER, channel), |_| {})
        .unwrap();
    let order = |data: &str| SendOrder {
        channel: "inbox".to_owned(),
        data: data.to_owned(),
        ..SendOrder::default()
    };
    assert_eq!(client.send_message(order("61")).unwrap().queues, 1);
    client.send_message(order("62")).unwrap_err();
    let page = get(address, "GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    for line in [
        "terrace_partitions{state=\"running\"} 1",
        "terrace_partitions{state=\"faulted\"} 0",
        "terrace_faults_total{kind=\"unreachable\"} 0",
        "terrace_restarts_total{app=\"sleeper\",partition=\"sleeper-1\"} 0",
        "# TYPE terrace_cpu_seconds_total counter",
        "terrace_memory_committed_bytes{app=\"sleeper\",partition=\"sleeper-1\"} ",
        "terrace_log_records_dropped_total{app=\"sleeper\",partition=\"sleeper-1\"} 0",
        "terrace_degraded ",
        "terrace_channel_waiting{app=\"talker\",channel=\"inbox\"} 1",
        "terrace_channel_refused_total{app=\"talker\",channel=\"inbox\"} 1",
    ] {
        assert!(page.contains(line), "{line} is not in\n{page}");
    }
    assert!(get(address, "GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
    assert!(get(address, "POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    assert!(get(address, "\x16\x03\x01 garbage\r\n\r\n").starts_with("HTTP/1.1 400"));
}
