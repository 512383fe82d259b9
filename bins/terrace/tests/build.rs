//! `terrace build`, `new` and `check-manifest`.

mod support;

use std::process::Command;
use support::{Desk, err, out, says};

/// A compiler of another language; what needs it is skipped, by name, where it is not installed.
fn has(tool: &str) -> bool {
    let there = Command::new(tool).arg("--version").output().is_ok()
        || Command::new(tool).arg("version").output().is_ok();
    if !there {
        eprintln!("skipped: `{tool}` is not installed");
    }
    there
}

#[test]
fn an_image_is_built_once_until_a_source_changes() {
    let desk = Desk::new();
    desk.app("greeter", &says("one", 0), "");
    let build = |rebuilt: bool| {
        let built: serde_json::Value =
            serde_json::from_str(&desk.ok(&["build", "greeter", "--format", "json"])).unwrap();
        assert_eq!(built["rebuilt"], rebuilt, "{built}");
    };
    build(true);
    build(false);
    desk.wasm("greeter/app.wasm", &says("two, longer", 0));
    build(true);
    assert_eq!(desk.ok(&["run", "greeter"]), "two, longer\n");
    assert!(
        desk.ok(&["build", "greeter", "-o", "other.terrace"])
            .contains("other.terrace")
    );
    assert_eq!(desk.ok(&["run", "other.terrace"]), "two, longer\n");
}

#[test]
fn all_errors_of_a_manifest_are_shown_at_once() {
    let desk = Desk::new();
    desk.write("bad/terrace.toml", "[app]\nname = \"Bad Name\"\nversion = \"1.0.0\"\nprogram = \"x.wasm\"\ncolour = 1\n[memory]\nlimit = \"1 MB\"\n");
    for args in [["build", "bad"], ["run", "bad"], ["check-manifest", "bad"]] {
        let done = desk.run(&args);
        let text = err(&done);
        assert_eq!(done.status.code(), Some(1), "{text}");
        for line in ["terrace.toml:2:", "terrace.toml:5:", "terrace.toml:7:"] {
            assert!(text.contains(line), "{args:?} does not show {line}: {text}");
        }
    }
    let done = desk.run(&["check-manifest", "--format", "json", "bad/terrace.toml"]);
    let errors: serde_json::Value = serde_json::from_str(&out(&done)).unwrap();
    assert_eq!(errors["errors"].as_array().unwrap().len(), 3, "{errors}");
}

#[test]
fn a_device_file_is_checked_with_the_manifests_it_names() {
    let desk = Desk::new();
    desk.app("good", "(module)", "");
    desk.app("bad", "(module)", "[memory]\nlimit = \"much\"\n");
    desk.write(
        "device.toml",
        "[[app]]\npath = \"good\"\n[[app]]\npath = \"bad\"\n",
    );
    let done = desk.run(&["check-manifest", "device.toml"]);
    assert!(
        done.status.code() == Some(1) && err(&done).contains("bad/terrace.toml:"),
        "{}",
        err(&done)
    );
    desk.write("device.toml", "[[app]]\npath = \"good\"\n");
    desk.ok(&["check-manifest", "device.toml"]);
}

#[test]
fn new_writes_an_app_and_overwrites_nothing() {
    let desk = Desk::new();
    for lang in ["rust", "c", "go", "java"] {
        let app = format!("my-{lang}");
        desk.ok(&["new", "--lang", lang, &app]);
        desk.ok(&["check-manifest", &app]);
        let before = std::fs::read_to_string(desk.path().join(&app).join("terrace.toml")).unwrap();
        assert!(before.contains(&format!("name = \"{app}\"")), "{before}");
        let again = desk.run(&["new", "--lang", "c", &app]);
        assert!(
            again.status.code() == Some(1) && err(&again).contains("exists"),
            "{}",
            err(&again)
        );
        assert_eq!(
            std::fs::read_to_string(desk.path().join(&app).join("terrace.toml")).unwrap(),
            before
        );
    }
    let bad = desk.run(&["new", "--lang", "c", "My App"]);
    assert!(
        bad.status.code() == Some(1) && err(&bad).contains("My App"),
        "{}",
        err(&bad)
    );
}

#[test]
fn a_folder_that_is_not_there_or_is_no_app_is_refused_with_the_way_out() {
    let desk = Desk::new();
    let refused = |args: &[&str], says: &str| {
        let done = desk.run(args);
        assert_eq!(done.status.code(), Some(1), "{args:?}");
        assert!(err(&done).contains(says), "{args:?}: {}", err(&done));
    };
    refused(&["new", "--lang", "c", "no/such/app"], "mkdir -p no/such");
    assert!(!desk.path().join("no").exists());
    refused(&["build", "."], "`terrace new --lang rust NAME` begins one");
    refused(
        &["build", "nowhere"],
        "nowhere is not an app: there is no such folder",
    );
}

#[test]
fn a_new_app_in_c_builds_and_runs() {
    if !has("clang") {
        return;
    }
    let desk = Desk::new();
    desk.ok(&["new", "--lang", "c", "greeter"]);
    let said = desk.ok(&["run", "greeter", "Anna"]);
    assert!(
        said.starts_with("Hello, Anna!\n") && said.ends_with("done\n"),
        "{said}"
    );
    desk.write("greeter/src/main.c", "int main(void) { return oops; }\n");
    let done = desk.run(&["build", "greeter"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(
        err(&done).contains("main.c:1:") && err(&done).contains("oops"),
        "{}",
        err(&done)
    );
}

#[test]
fn a_new_app_in_rust_builds_and_runs() {
    let desk = Desk::new();
    desk.ok(&["new", "--lang", "rust", "greeter"]);
    let said = desk.ok(&["run", "greeter", "Anna"]);
    assert!(
        said.starts_with("Hello, Anna!\n") && said.ends_with("done\n"),
        "{said}"
    );
    desk.write("greeter/src/main.rs", "fn main() { oops }\n");
    let done = desk.run(&["build", "greeter"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(
        err(&done).contains("src/main.rs:1:") && err(&done).contains("oops"),
        "{}",
        err(&done)
    );
}

#[test]
fn a_new_app_in_go_builds_and_runs() {
    if !has("go") {
        return;
    }
    let desk = Desk::new();
    desk.ok(&["new", "--lang", "go", "greeter"]);
    let said = desk.ok(&["run", "greeter", "Anna"]);
    assert!(
        said.starts_with("Hello, Anna!\n") && said.ends_with("done\n"),
        "{said}"
    );
}

#[test]
fn a_missing_compiler_is_named_with_the_way_to_get_it() {
    let desk = Desk::new();
    for (lang, tool, install) in [
        ("c", "clang", "apt install"),
        ("go", "go", "go.dev"),
        ("rust", "cargo", "rustup"),
        ("java", "javac", "apt install"),
    ] {
        let app = format!("my-{lang}");
        desk.ok(&["new", "--lang", lang, &app]);
        let done = desk
            .command(&["build", &app])
            .env("PATH", desk.path())
            .env_remove("WASI_SDK_PATH")
            .env_remove("JAVA_HOME")
            .output()
            .unwrap();
        let text = err(&done);
        assert_eq!(done.status.code(), Some(1), "{text}");
        assert!(
            text.contains(&format!("`{tool}` is not installed")) && text.contains(install),
            "{text}"
        );
    }
}
