//! One tiny bad file per rule, named for the defect, with its exact diagnostics.
//!
//! `tests/bad/NAME.toml` must be refused with what `tests/snapshots/bad__NAME.snap` says.
//! Those named `device-*` are device files, `xml-*` RTDroid's, the others manifests of apps.

use std::{collections::BTreeSet, fs, path::Path};
use terrace_manifest::{Diagnostics, parse_app, parse_device, parse_rtdroid};

fn folder(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

fn names(inside: &str, ending: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder(inside)).expect("the folder is there");
    let name = |e: std::io::Result<fs::DirEntry>| e.ok()?.file_name().into_string().ok();
    let names: Vec<String> = entries.filter_map(name).collect();
    names
        .iter()
        .filter_map(|n| n.strip_suffix(ending))
        .map(str::to_owned)
        .collect()
}

fn bad() -> BTreeSet<String> {
    names("bad", ".toml")
        .into_iter()
        .chain(names("bad", ".xml"))
        .collect()
}

fn errors(name: &str) -> Diagnostics {
    let file = match name.starts_with("xml-") {
        true => format!("{name}.xml"),
        false => format!("{name}.toml"),
    };
    let text = fs::read_to_string(folder("bad").join(&file)).expect("the file is there");
    let outcome = match name.split('-').next() {
        Some("device") => parse_device(&text, Path::new(&file)).err(),
        Some("xml") => parse_rtdroid(&text, Path::new(&file)).err(),
        _ => parse_app(&text, Path::new(&file)).err(),
    };
    outcome.unwrap_or_else(|| panic!("{file} was accepted"))
}

#[test]
fn every_bad_file_is_refused_with_its_diagnostics() {
    for name in bad() {
        insta::with_settings!({ omit_expression => true }, {
            insta::assert_snapshot!(name.clone(), errors(&name).to_string());
        });
    }
}

#[test]
fn every_snapshot_has_its_bad_file() {
    let snapshots = names("snapshots", ".snap");
    let drawn = "bad__drawn";
    let of_files = snapshots
        .iter()
        .filter(|n| *n != drawn)
        .filter_map(|n| n.strip_prefix("bad__"));
    let snapshots: BTreeSet<_> = of_files.map(str::to_owned).collect();
    assert_eq!(snapshots, bad());
}

#[test]
fn a_drawn_error_shows_its_line() {
    insta::assert_snapshot!("drawn", errors("cpu-budget-above-period").render(false));
}

#[test]
fn errors_serialise_for_programs() {
    let errors = serde_json::to_value(errors("cpu-slice-too-short")).expect("it is plain data");
    let expected = serde_json::json!([{
        "file": "cpu-slice-too-short.toml", "line": 6, "col": 12,
        "what": "cpu.slice_us is too small", "value": "99",
        "limit": "100 to 1000000 are allowed", "fix": "write slice_us = 100 or more",
    }]);
    assert_eq!(errors, expected);
}
