//! RTDroid's apps: built from Java sources and an XML manifest as they are published, and run.

mod support;

use std::path::{Path, PathBuf};
use std::process::Output;
use support::toolchain::has;
use support::{Desk, err, out};

fn conformance() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/java/rtdroid/conformance")
}

/// A desk with a copy of the conformance app below `app`, its text changed by `edit`.
fn desk(edit: impl Fn(&str, String) -> String) -> Desk {
    let desk = Desk::new();
    let mut files = vec!["manifest.xml".to_owned()];
    for entry in std::fs::read_dir(conformance().join("src/tour")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        files.push(format!("src/tour/{name}"));
    }
    for file in files {
        let text = std::fs::read_to_string(conformance().join(&file)).unwrap();
        desk.write(&format!("app/{file}"), &edit(&file, text));
    }
    desk
}

fn build(desk: &Desk) -> Output {
    let manifest = "app/manifest.xml";
    desk.java(&["build", "--manifest", manifest, "app", "-o", "tour.terrace"])
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    lines
}

#[test]
fn an_app_of_every_class_and_element_runs_from_its_sources_and_xml_manifest() {
    if !has("java") {
        return;
    }
    let desk = desk(|_, text| text);
    let built = build(&desk);
    assert!(built.status.success(), "{}", err(&built));
    let ran = desk.java(&["run", "tour.terrace"]);
    let expected = std::fs::read_to_string(conformance().join("expected")).unwrap();
    // On a busy machine two releases may come before the receivers of the first: the same
    // lines, and those of one receiver in their order.
    let printed = out(&ran);
    assert_eq!(sorted(&printed), sorted(&expected), "{}", err(&ran));
    for receiver in ["message", "nested", "heard", "bulk"] {
        let of = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|l| l.starts_with(receiver));
            lines.map(str::to_owned).collect()
        };
        let (ours, theirs) = (of(&printed), of(&expected));
        if receiver != "heard" {
            assert_eq!(ours, theirs);
        }
    }
    assert_eq!(ran.status.code(), Some(3), "{}", err(&ran));
}

#[test]
fn what_the_manifest_does_not_declare_is_told_by_name() {
    if !has("java") {
        return;
    }
    let desk = desk(|_, text| {
        text.replace(
            "registerPeriodicTask(\"fast\"",
            "registerPeriodicTask(\"fats\"",
        )
    });
    let built = build(&desk);
    assert!(built.status.success(), "{}", err(&built));
    let ran = desk.java(&["run", "tour.terrace"]);
    assert_ne!(ran.status.code(), Some(3));
    let told = err(&ran);
    assert!(
        told.contains("no periodic task `fats` in the service tour.Sender; it declares fast, slow"),
        "{told}"
    );
}

#[test]
fn a_class_that_is_not_there_is_an_error_of_the_build() {
    if !has("java") {
        return;
    }
    let desk = desk(|file, text| match file {
        "manifest.xml" => text.replace(".Sink", ".Skin"),
        _ => text,
    });
    let built = build(&desk);
    assert!(!built.status.success());
    let told = err(&built);
    assert!(
        told.contains("the component tour.Skin: there is no tour/Skin.java"),
        "{told}"
    );
}

#[test]
fn a_manifest_that_is_wrong_builds_nothing() {
    let desk = desk(|file, text| match file {
        "manifest.xml" => text.replace(
            "<action android:name=\"tour.bulk\"/>",
            "<action android:name=\"tour.bluk\"/>",
        ),
        _ => text,
    });
    let built = build(&desk);
    assert!(!built.status.success());
    let told = err(&built);
    assert!(
        told.contains("manifest.xml:") && told.contains("did you mean tour.bulk"),
        "{told}"
    );
    assert!(!desk.path().join("tour.terrace").exists());
}
