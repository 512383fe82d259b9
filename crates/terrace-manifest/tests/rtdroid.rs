//! RTDroid's manifests: both spellings mean what the dissertation says, and come back the same.

use std::{fs, path::Path};
use terrace_manifest::*;

fn good(name: &str) -> RtdroidManifest {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/good")
        .join(name);
    let text = fs::read_to_string(path).expect("the file is there");
    parse_rtdroid(&text, Path::new(name)).unwrap_or_else(|e| panic!("{e}"))
}

fn label(text: &str) -> Label {
    text.parse().expect("it is a name")
}

#[test]
fn the_older_spelling_is_read() {
    let app = good("cochlear-older.xml").app;
    assert_eq!(
        (app.name.as_str(), app.version.as_str()),
        ("edu.example.cochlear", "1.2.0")
    );
    let parts = &app.components;
    assert_eq!(
        parts.gc,
        Some(Gc {
            max_heap: Bytes::mib(64),
            priority: Some(5)
        })
    );
    let [recording, processing, settings] = &parts.services[..] else {
        panic!("three services")
    };
    assert!(recording.bound && !processing.bound);
    assert_eq!(
        recording.own.name,
        label("edu.example.cochlear.RecordingService")
    );
    assert_eq!(recording.own.priority, Some(90));
    let record = &recording.tasks[0];
    assert_eq!(record.period, Some(Span::from_us(8000)));
    assert_eq!(record.start, Span::from_ns(1_000_500));
    assert_eq!(recording.own.publish[0].count, 2);
    assert_eq!(
        processing.receivers[0].actions,
        [label("android.intent.action.BATTERY_LOW")]
    );
    assert_eq!(
        (settings.own.scheduler, settings.own.priority),
        (Some(Scheduler::Normal), None)
    );
    assert!(settings.own.memory.is_none(), "not real-time");
    let [message, output] = &parts.channels[..] else {
        panic!("two channels")
    };
    assert_eq!(
        (message.kind, message.count, message.element),
        (ChannelKind::Message, 128, Element::Int)
    );
    assert_eq!(message.drop, DropPolicy::LowestPriorityThenOldest);
    assert_eq!(
        (output.kind, output.execution),
        (ChannelKind::Broadcast, Execution::Undefined)
    );
}

/// Totals of the older spelling: too small for sub-scopes is a warning, too large is kept.
#[test]
fn the_larger_of_total_and_sum_is_reserved() {
    let app = good("cochlear-older.xml").app;
    let services = &app.components.services;
    assert_eq!(
        services[0].memory(),
        Bytes::new(5 << 19),
        "1M + 1M + 512K, not the total"
    );
    assert_eq!(
        services[1].memory(),
        Bytes::mib(4),
        "the total, though the sum is 2.25M"
    );
    let all = app.components.memory();
    assert_eq!(all, Bytes::new((5 << 19) + (6 << 20)));
    assert_eq!(app.memory.guaranteed, all);
    assert_eq!(
        app.memory.limit,
        Bytes::new(all.get() + (64 << 20)),
        "with the collected heap"
    );
}

#[test]
fn what_has_no_counterpart_is_said() {
    let warnings = good("cochlear-older.xml").warnings.expect("there are some");
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!("warnings", warnings.to_string());
    });
}

#[test]
fn the_newer_spelling_is_read() {
    let manifest = good("cochlear-newer.xml");
    assert!(manifest.warnings.is_none(), "{:?}", manifest.warnings);
    let parts = &manifest.app.components;
    let service = &parts.services[0];
    assert_eq!(
        (service.own.name.as_str(), service.own.priority),
        ("pkg.ProcessingService", Some(79))
    );
    assert_eq!(service.memory(), Bytes::mib(3));
    assert_eq!(service.tasks[0].period, Some(Span::from_us(8000)));
    assert_eq!(
        service.own.subscribe[0],
        Flow {
            channel: label("msgHandler"),
            of: None,
            count: 2
        }
    );
    let receiver = &parts.receivers[0];
    assert_eq!(receiver.cost, Some(Span::from_us(1000)));
    assert_eq!(receiver.deadline, Some(Span::from_us(6000)));
    assert_eq!(receiver.publish.len(), 1);
    let channel = &parts.channels[0];
    assert_eq!((channel.count, channel.element), (256, Element::Byte));
    assert_eq!(channel.drop, DropPolicy::LowestPriorityThenOldest);
}

/// X2, and M5 of the crate for what came from XML.
#[test]
fn both_spellings_come_back_the_same_through_xml_and_toml() {
    for name in ["cochlear-older.xml", "cochlear-newer.xml"] {
        let app = good(name).app;
        let (xml, lost) = app.to_rtdroid();
        assert!(lost.is_empty(), "{name}: {lost:?}");
        let again =
            parse_rtdroid(&xml, Path::new("again.xml")).unwrap_or_else(|e| panic!("{e}\n{xml}"));
        assert_eq!(again.app, app, "{xml}");
        let toml = app.to_toml();
        let again =
            parse_app(&toml, Path::new("again.toml")).unwrap_or_else(|e| panic!("{e}\n{toml}"));
        assert_eq!(again, app, "{toml}");
    }
}

#[test]
fn what_the_xml_cannot_say_is_listed() {
    let text = "[app]\nname = \"a\"\nversion = \"0.1.0\"\nprogram = \"a.wasm\"\n\
        [cpu]\nslice_us = 500\n[[service]]\nname = \"s\"\nworker = 1\non_miss = \"stop\"\n\
        [[service.task]]\nname = \"t\"\nperiod = \"8 ms\"\njitter = \"1 ms\"\n";
    let app = parse_app(text, Path::new("a.toml")).unwrap_or_else(|e| panic!("{e}"));
    let (_, lost) = app.to_rtdroid();
    let keys: Vec<&str> = lost.iter().map(|l| l.key.as_str()).collect();
    assert_eq!(
        keys,
        [
            "task t.jitter",
            "service s.worker",
            "service s.on_miss",
            "app",
            "cpu"
        ]
    );
}

#[test]
fn deep_large_and_exploding_texts_are_refused() {
    let deep = format!("<manifest package=\"a\">{}", "<a>".repeat(100_000));
    let many = format!(
        "<manifest package=\"a\">{}</manifest>",
        "<a/>".repeat(150_000)
    );
    let bomb =
        "<!DOCTYPE m [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><manifest package=\"&b;\"/>";
    let large = " ".repeat(2 << 20);
    let broken = [
        "",
        "<",
        "<manifest",
        "<manifest>",
        "<a></b>",
        "<a b=c/>",
        "<a>&x;</a>",
        "\u{0}",
    ];
    let texts = [deep.as_str(), many.as_str(), bomb, large.as_str()];
    for text in texts.into_iter().chain(broken) {
        let errors = parse_rtdroid(text, Path::new("f.xml")).expect_err("it is wrong");
        assert!(errors.iter().len() >= 1);
        for error in &errors {
            assert!(!error.to_string().contains(char::is_control));
            assert!(error.position.line >= 1 && error.position.col >= 1);
        }
    }
}

/// The older example with a few characters changed.
fn spoiled() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let change = (0usize..5000, proptest::option::of(any::<char>()));
    proptest::collection::vec(change, 1..6).prop_map(|changes| {
        let mut text: Vec<char> = include_str!("good/cochlear-older.xml").chars().collect();
        for (at, new) in changes {
            let at = at % text.len();
            match new {
                Some(c) => text[at] = c,
                None => drop(text.remove(at)),
            }
        }
        text.into_iter().collect()
    })
}

proptest::proptest! {
    #[test]
    fn a_spoiled_manifest_gets_an_answer(text in spoiled()) {
        if let Err(errors) = parse_rtdroid(&text, Path::new("f.xml")) {
            for error in &errors {
                proptest::prop_assert!(!error.to_string().contains(char::is_control));
            }
        }
    }
}
