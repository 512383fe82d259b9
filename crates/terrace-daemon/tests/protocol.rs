//! The reading of requests, on any bytes.

use proptest::prelude::*;
use terrace_daemon::protocol::{
    LogsOrder, Order, ProtocolError, REQUEST_BYTES, Request, SendOrder, StartOrder, parse_request,
};

fn text() -> impl Strategy<Value = String> {
    ".{0,40}"
}

fn order() -> impl Strategy<Value = Order> {
    let start = (
        text(),
        1..=12_000u32,
        proptest::option::of(text()),
        any::<bool>(),
    )
        .prop_map(|(app, count, name, args)| {
            let (args, env) = (
                args.then(|| vec![app.clone()]),
                vec![(app.clone(), String::new())],
            );
            Order::Start(StartOrder {
                app,
                count,
                name,
                args,
                env,
                force: false,
            })
        });
    let logs = (
        text(),
        any::<Option<u64>>(),
        proptest::option::of(1..=4u32),
        any::<bool>(),
    )
        .prop_map(|(partition, from, level, follow)| {
            Order::Logs(LogsOrder {
                partition,
                from,
                level,
                follow,
            })
        });
    let send = (
        text(),
        any::<Vec<u8>>(),
        any::<(u32, u64)>(),
        0..=99u8,
        any::<Option<bool>>(),
    )
        .prop_map(|(channel, bytes, (kind, delay_ms), priority, broadcast)| {
            let order = SendOrder {
                channel,
                data: SendOrder::data(&bytes),
                kind,
                priority,
                delay_ms,
                broadcast,
            };
            assert_eq!(order.bytes(), Some(bytes));
            Order::Send(order)
        });
    prop_oneof![
        Just(Order::Ping {}),
        Just(Order::Channels {}),
        Just(Order::Providers {}),
        any::<u64>().prop_map(|ms| Order::Trace { ms }),
        send,
        Just(Order::Ps {}),
        Just(Order::Shutdown {}),
        text().prop_map(|path| Order::Install {
            path: format!("/{path}").into()
        }),
        (text(), any::<Option<u64>>()).prop_map(|(partition, grace_ms)| Order::Stop {
            partition,
            grace_ms
        }),
        (text(), any::<Option<u64>>()).prop_map(|(partition, timeout_ms)| Order::Wait {
            partition,
            timeout_ms
        }),
        (any::<Option<u64>>(), any::<bool>())
            .prop_map(|(from, follow)| Order::Events { from, follow }),
        start,
        logs,
    ]
}

proptest! {
    #[test]
    fn what_a_client_writes_is_read_as_it_was_meant(id: u64, request in order()) {
        let request = Request { v: 1, id, request };
        let line = serde_json::to_vec(&request).unwrap();
        prop_assert!(!line.contains(&b'\n'));
        prop_assert_eq!(parse_request(&line), Ok(request));
    }

    #[test]
    fn any_bytes_are_a_request_or_an_error_of_bounded_size(bytes: Vec<u8>) {
        if let Err(error) = parse_request(&bytes) {
            prop_assert!(error.to_string().len() < 2000);
        }
    }

    #[test]
    fn a_request_with_a_changed_byte_is_never_worse_than_an_error(
        request in order(), at: prop::sample::Index, byte: u8,
    ) {
        let mut line = serde_json::to_vec(&Request { v: 1, id: 1, request }).unwrap();
        let at = at.index(line.len());
        line[at] = byte;
        if let Err(error) = parse_request(&line) {
            prop_assert!(error.to_string().len() < 2000);
        }
    }
}

fn refused(line: &str) -> ProtocolError {
    parse_request(line.as_bytes()).expect_err(line)
}

#[test]
fn what_is_wrong_is_named() {
    let form = |line: &str| match refused(line) {
        ProtocolError::Form { id, cause } => (id, cause),
        other => panic!("{line}: {other}"),
    };
    assert_eq!(form("").0, None);
    assert_eq!(form("[]").0, None);
    assert!(
        form(r#"{"v":1,"id":3,"request":{"do":"fly"}}"#)
            .1
            .contains("unknown variant `fly`")
    );
    assert_eq!(form(r#"{"v":1,"id":3,"request":{"do":"fly"}}"#).0, Some(3));
    assert!(
        form(r#"{"v":1,"id":3,"request":{"do":"ps","fast":1}}"#)
            .1
            .contains("fast")
    );
    assert!(
        form(r#"{"v":1,"id":3,"request":{"do":"start","app":"x","colour":1}}"#)
            .1
            .contains("colour")
    );
    assert!(
        form(r#"{"v":1,"id":3,"requests":{}}"#)
            .1
            .contains("requests")
    );
    assert!(form(r#"{"id":3,"request":{"do":"ps"}}"#).1.contains("`v`"));
    assert!(matches!(
        refused(r#"{"v":7}"#),
        ProtocolError::Version { id: None, found: 7 }
    ));
}

#[test]
fn limits_are_those_of_the_guest_interface() {
    let start = |more: &str| {
        refused(&format!(
            r#"{{"v":1,"id":3,"request":{{"do":"start","app":"x",{more}}}}}"#
        ))
        .to_string()
    };
    assert!(start(r#""count":0"#).contains("at least 1"));
    assert!(start(r#""count":12001"#).contains("12000"));
    let many = vec!["\"\""; 1025].join(",");
    assert!(start(&format!("\"args\":[{many}]")).contains("1024"));
    let long = "x".repeat(131_073);
    assert!(start(&format!("\"args\":[\"{long}\"]")).contains("131072"));
    assert!(start(&format!("\"env\":[[\"{long}\",\"\"]]")).contains("131072"));
    let level = r#"{"v":1,"id":3,"request":{"do":"logs","partition":"x","level":5}}"#;
    assert!(matches!(
        refused(level),
        ProtocolError::Limit {
            value: 5,
            limit: 4,
            ..
        }
    ));
    let path = r#"{"v":1,"id":3,"request":{"do":"install","path":"x.terrace"}}"#;
    assert!(matches!(
        refused(path),
        ProtocolError::RelativePath { id: 3, .. }
    ));
    let deep = "[".repeat(REQUEST_BYTES);
    assert!(matches!(refused(&deep), ProtocolError::Form { .. }));
    assert_eq!(refused(&format!("{deep}[")), ProtocolError::TooLong);
}
