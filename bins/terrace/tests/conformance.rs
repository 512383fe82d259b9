//! The conformance apps of the SDKs, built and run by the command: see `sdk/README.md`.
//!
//! A language whose compiler is not installed is skipped, by name; not so where `CI=true`.

mod support;

use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use support::service::Service;
use support::toolchain::{copy, has};
use support::{Desk, err, eventually, out};

/// Trims all other partitions at level `moderate`.
const TRIMMER: &str = r#"(module
  (import "terrace" "id" (func $id (result i64)))
  (import "terrace_control" "list" (func $list (param i32 i32) (result i32)))
  (import "terrace_control" "trim" (func $trim (param i64 i32) (result i32)))
  (memory (export "memory") 1)
  (func $ask (param $id i64)
    (if (i64.eq (local.get $id) (call $id)) (then (return)))
    (if (call $trim (local.get $id) (i32.const 1)) (then (unreachable))))
  (func (export "_start") (local $at i32) (local $end i32)
    (local.set $end (i32.mul (call $list (i32.const 0) (i32.const 4096)) (i32.const 8)))
    (loop $next
      (if (i32.lt_u (local.get $at) (local.get $end)) (then
        (call $ask (i64.load (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 8)))
        (br $next))))))"#;

fn sdk() -> PathBuf {
    terrace_testkit::tools::root().join("sdk")
}

fn expected(name: &str) -> String {
    fs::read_to_string(sdk().join(name)).unwrap()
}

/// The SDK of `language` copied to the desk, because apps are built where they lie; the folder
/// of its conformance app.
fn app(desk: &Desk, language: &str, kind: &str) -> PathBuf {
    copy(&sdk().join(language), &desk.path().join(language));
    desk.path().join(language).join("conformance").join(kind)
}

fn command_conforms(language: &str) {
    if !has(language) {
        return;
    }
    let desk = Desk::new();
    let app = app(&desk, language, "command");
    let input = fs::File::open(sdk().join("conformance.stdin")).unwrap();
    let done = desk
        .command(&["run", app.to_str().unwrap()])
        .stdin(input)
        .output()
        .unwrap();
    assert_eq!(
        out(&done),
        expected("conformance.expected"),
        "{}",
        err(&done)
    );
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
}

#[test]
fn the_command_in_rust_conforms() {
    command_conforms("rust");
}

#[test]
fn the_command_in_c_conforms() {
    command_conforms("c");
}

#[test]
fn the_command_in_go_conforms() {
    command_conforms("go");
}

fn messages_conform(language: &str) {
    if !has(language) {
        return;
    }
    let desk = Desk::new();
    let app = app(&desk, language, "messages");
    let done = desk
        .command(&["run", app.to_str().unwrap()])
        .output()
        .unwrap();
    let expected = expected("conformance-messages.expected");
    assert_eq!(out(&done), expected, "{}", err(&done));
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
}

#[test]
fn messages_in_rust_conform() {
    messages_conform("rust");
}

#[test]
fn messages_in_c_conform() {
    messages_conform("c");
}

#[test]
fn messages_in_go_conform() {
    messages_conform("go");
}

/// The lines of partition `app` that came by `source`, as the records of `logs` name it.
fn lines(service: &Service, source: &Value) -> String {
    let text = service.ok(&["logs", "--format", "json", "app"]);
    let records = text
        .lines()
        .map(|l| serde_json::from_str::<Value>(l).unwrap());
    records
        .filter(|r| r["source"] == *source)
        .map(|r| format!("{}\n", r["text"].as_str().unwrap()))
        .collect()
}

fn reactor_conforms(language: &str) {
    if !has(language) {
        return;
    }
    let (output, log) = (json!("out"), json!({ "log": 3 }));
    let service = Service::start();
    let app = app(&service.desk, language, "reactor");
    if language == "java" {
        // With the SDK that all tests of Java share.
        let built = service.desk.java(&["build", app.to_str().unwrap()]);
        assert!(built.status.success(), "{}", err(&built));
    }
    service
        .desk
        .app("trimmer", TRIMMER, "[permissions]\ncontrol = true\n");
    service.ok(&["install", app.to_str().unwrap()]);
    service.ok(&["install", "trimmer"]);
    let name = format!("conformance-reactor-{language}");
    service.ok(&["start", "--name", "app", &name]);
    eventually("it starts", || lines(&service, &output).contains("start"));
    service.ok(&["start", "--name", "trimmer", "trimmer"]);
    service.ok(&["wait", "trimmer"]);
    eventually("it is trimmed", || {
        lines(&service, &output).contains("trim")
    });
    service.ok(&["stop", "app"]);
    service.ok(&["wait", "app"]);
    let expected = expected("conformance-reactor.expected");
    assert_eq!(lines(&service, &output), expected);
    assert_eq!(lines(&service, &log), expected, "of the log");
}

#[test]
fn the_reactor_in_rust_conforms() {
    reactor_conforms("rust");
}

#[test]
fn the_reactor_in_c_conforms() {
    reactor_conforms("c");
}

#[test]
fn the_reactor_in_go_conforms() {
    reactor_conforms("go");
}

#[test]
fn the_reactor_in_java_conforms() {
    reactor_conforms("java");
}

/// The lines that a component printed.
fn of<'a>(text: &'a str, component: &str) -> Vec<&'a str> {
    let own = text.lines().filter(|l| l.starts_with(component));
    own.collect()
}

fn components_conform(language: &str) {
    if !has(language) {
        return;
    }
    let desk = Desk::new();
    let app = app(&desk, language, "component");
    let done = desk
        .command(&["run", app.to_str().unwrap()])
        .output()
        .unwrap();
    let (printed, expected) = (out(&done), expected("conformance-component.expected"));
    // Between components the order is that of a busy machine.
    for component in ["pilot", "crew"] {
        let (ours, theirs) = (of(&printed, component), of(&expected, component));
        assert_eq!(ours, theirs, "{}", err(&done));
    }
    assert_eq!(done.status.code(), Some(5), "{}", err(&done));
}

#[test]
fn the_components_in_rust_conform() {
    components_conform("rust");
}

#[test]
fn the_components_in_c_conform() {
    components_conform("c");
}

#[test]
fn the_components_in_go_conform() {
    components_conform("go");
}

#[test]
fn a_new_app_builds_once_and_runs_in_every_language() {
    for language in ["rust", "c", "go"] {
        if !has(language) {
            continue;
        }
        let desk = Desk::new();
        desk.ok(&["new", "--lang", language, "greeter"]);
        let build = || {
            let text = desk.ok(&["build", "greeter", "--format", "json"]);
            let built: Value = serde_json::from_str(&text).unwrap();
            built["rebuilt"].as_bool().unwrap()
        };
        assert!(build(), "{language}");
        assert!(!build(), "{language}: built again, and nothing has changed");
        let said = desk.ok(&["run", "greeter", "Anna"]);
        assert!(said.starts_with("Hello, Anna!\n"), "{language}: {said}");
        assert!(said.ends_with("done\n"), "{language}: {said}");
        fs::remove_dir_all(desk.path().join("greeter/.terrace")).unwrap();
        assert!(build(), "{language}");
        assert!(
            !build(),
            "{language}: the SDK came back, and was taken for a change"
        );
    }
}
