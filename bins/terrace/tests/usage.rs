//! Wrong usage of each subcommand: status 2, or 1 where the input is what is wrong.

mod support;

use support::{Desk, err};

#[test]
fn wrong_usage_is_named_with_status_2() {
    let desk = Desk::new();
    let wrong: &[(&[&str], &str)] = &[
        (&[], "Usage"),
        (&["fly"], "fly"),
        (&["run"], "PROGRAM"),
        (&["run", "--env", "novalue", "x.wasm"], "KEY=VALUE"),
        (&["run", "--dir", "a::b::c", "x.wasm"], "HOST::GUEST"),
        (&["run", "--max-memory", "1.5MB", "x.wasm"], "size"),
        (&["run", "--network", "localhost", "x.wasm"], "ADDR:PORT"),
        (&["build", "--format", "xml"], "xml"),
        (&["new", "x"], "--lang"),
        (&["new", "--lang", "cobol", "x"], "cobol"),
        (&["up"], "DEVICE.toml"),
        (&["up", "d.toml", "--for", "soon"], "soon"),
        (&["check-manifest"], "FILE"),
        (&["schema", "car"], "car"),
        (&["daemon", "--metrics", "here"], "127.0.0.1:8080"),
        (&["install"], "IMAGE|DIR"),
        (&["uninstall"], "APP"),
        (&["images", "x"], "x"),
        (&["start", "--count", "0", "x"], "0"),
        (&["stop"], "PARTITION"),
        (&["kill"], "PARTITION"),
        (&["suspend"], "PARTITION"),
        (&["resume"], "PARTITION"),
        (&["restart"], "PARTITION"),
        (&["rm"], "PARTITION"),
        (&["ps", "x"], "x"),
        (&["top", "--often"], "--often"),
        (&["logs", "--level", "loud", "x"], "loud"),
        (&["stats", "x"], "x"),
        (&["inspect"], "PARTITION"),
        (&["wait", "--timeout", "soon", "x"], "soon"),
        (&["events", "x"], "x"),
        (&["completions", "cmd"], "cmd"),
    ];
    for (args, named) in wrong {
        let done = desk.run(args);
        let text = err(&done);
        assert_eq!(done.status.code(), Some(2), "{args:?}: {text}");
        assert!(
            text.contains(named) && done.stdout.is_empty(),
            "{args:?}: {text}"
        );
    }
}

#[test]
fn without_a_daemon_each_client_says_where_it_looked() {
    let desk = Desk::new();
    let image = desk.app("a", "(module)", "");
    desk.ok(&["build", "a"]);
    let image = image.join(".terrace/a.terrace");
    let clients: &[&[&str]] = &[
        &["install", image.to_str().unwrap()],
        &["uninstall", "a"],
        &["images"],
        &["start", "a"],
        &["stop", "a"],
        &["ps"],
        &["top"],
        &["logs", "a"],
        &["stats"],
        &["inspect", "a"],
        &["wait", "a"],
        &["events"],
        &["am", "start", "a"],
    ];
    for args in clients {
        let done = desk
            .command(args)
            .env("TERRACE_SOCKET", "nowhere.sock")
            .output()
            .unwrap();
        let text = err(&done);
        assert_eq!(done.status.code(), Some(1), "{args:?}: {text}");
        assert!(
            text.starts_with("terrace: ") && text.contains("nowhere.sock"),
            "{args:?}: {text}"
        );
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn help_goes_to_standard_output_and_names_an_example() {
    let desk = Desk::new();
    for command in [
        "run", "build", "new", "up", "daemon", "ps", "logs", "start", "suspend",
    ] {
        let help = desk.ok(&[command, "--help"]);
        assert!(help.contains(&format!("  terrace {command}")), "{help}");
    }
    assert!(desk.ok(&["--version"]).starts_with("terrace "));
}

#[test]
fn completions_pages_and_schemas_are_there() {
    let desk = Desk::new();
    assert!(desk.ok(&["completions", "bash"]).contains("suspend"));
    assert!(desk.ok(&["man"]).contains(".TH"));
    desk.ok(&["man", "pages"]);
    assert!(desk.path().join("pages/terrace-run.1").is_file());
    for kind in ["app", "device"] {
        let schema: serde_json::Value = serde_json::from_str(&desk.ok(&["schema", kind])).unwrap();
        assert!(schema["properties"].is_object(), "{schema}");
    }
}
