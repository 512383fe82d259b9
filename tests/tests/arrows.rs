//! The house is built as DESIGN.md section 2 draws it: dependencies point one way, one crate
//! names the engine, and unsafe code lives where it may.
#![forbid(unsafe_code)]

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use terrace_testkit::tools;

/// Who may depend on whom. `bins -> daemon -> vm -> engine, host -> sched, image, manifest -> abi`.
const ARROWS: &[(&str, &[&str])] = &[
    ("terrace-abi", &[]),
    ("terrace-manifest", &["terrace-abi"]),
    ("terrace-sched", &["terrace-abi"]),
    ("terrace-image", &["terrace-abi", "terrace-manifest"]),
    ("terrace-host", &["terrace-abi"]),
    ("terrace-engine", &["terrace-abi", "terrace-host", "terrace-image"]),
    (
        "terrace-vm",
        &[
            "terrace-abi",
            "terrace-engine",
            "terrace-host",
            "terrace-image",
            "terrace-manifest",
            "terrace-sched",
        ],
    ),
    (
        "terrace-daemon",
        &[
            "terrace-abi",
            "terrace-engine",
            "terrace-image",
            "terrace-manifest",
            "terrace-vm",
        ],
    ),
];

/// Crates without I/O, threads or clocks.
const PURE: &[&str] = &["terrace-abi", "terrace-manifest", "terrace-sched"];

/// Crates that may hold unsafe code.
const UNSAFE: &[&str] = &["terrace-host", "terrace-engine"];

fn metadata() -> Metadata {
    MetadataCommand::new()
        .manifest_path(tools::root().join("Cargo.toml"))
        .no_deps()
        .other_options(["--offline".to_owned()])
        .exec()
        .expect("cargo describes the workspace")
}

/// The packages below `crates`, with their names.
fn crates(metadata: &Metadata) -> Vec<&Package> {
    let folder = tools::root().join("crates");
    let mut all = metadata.workspace_packages();
    all.retain(|p| p.manifest_path.as_std_path().starts_with(&folder));
    assert!(all.len() >= ARROWS.len(), "the workspace has its crates");
    all
}

fn needs(package: &Package) -> BTreeSet<String> {
    let shipped = package.dependencies.iter().filter(|d| d.kind != DependencyKind::Development);
    shipped.map(|d| d.name.clone()).collect()
}

#[test]
fn dependencies_point_one_way() {
    let metadata = metadata();
    for package in crates(&metadata) {
        let name = package.name.as_str();
        if name == "terrace-testkit" {
            continue;
        }
        let (_, allowed) = ARROWS
            .iter()
            .find(|(n, _)| *n == name)
            .unwrap_or_else(|| panic!("{name} is new: draw its arrows here and in DESIGN.md section 2"));
        for need in needs(package).iter().filter(|n| n.starts_with("terrace")) {
            assert!(allowed.contains(&need.as_str()), "{name} must not depend on {need}; it may on {allowed:?}");
        }
    }
}

#[test]
fn the_arrows_themselves_have_no_cycle() {
    let mut seen = BTreeSet::new();
    for (name, allowed) in ARROWS {
        for need in *allowed {
            assert!(seen.contains(need), "{name} -> {need} points up");
        }
        seen.insert(name);
    }
}

#[test]
fn only_the_engine_names_wasmtime() {
    let metadata = metadata();
    let mut named = 0;
    for package in metadata.workspace_packages() {
        let all = package.dependencies.iter().filter(|d| d.name.starts_with("wasmtime"));
        for dependency in all {
            assert_eq!(package.name.as_str(), "terrace-engine", "it depends on {}", dependency.name);
            named += 1;
        }
    }
    assert!(named > 0, "the engine depends on wasmtime");
}

#[test]
fn nothing_that_ships_depends_on_the_testkit() {
    for package in metadata().workspace_packages() {
        let name = package.name.as_str();
        if matches!(name, "terrace-tests" | "terrace-benches") {
            continue;
        }
        assert!(!needs(package).contains("terrace-testkit"), "{name} ships the testkit");
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a source folder can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn unsafe_code_is_forbidden_where_it_has_no_business() {
    for package in metadata().workspace_packages() {
        for target in &package.targets {
            let root = target.src_path.as_std_path();
            if UNSAFE.contains(&package.name.as_str()) || !(target.is_lib() || target.is_bin()) {
                continue;
            }
            let text = fs::read_to_string(root).expect("a target has its source");
            assert!(
                text.contains("#![forbid(unsafe_code)]"),
                "{} lacks #![forbid(unsafe_code)]",
                root.display()
            );
        }
    }
}

#[test]
fn every_unsafe_block_says_why_it_is_safe() {
    let mut blocks = 0;
    for name in UNSAFE {
        for path in sources(&tools::root().join("crates").join(name).join("src")) {
            let text = fs::read_to_string(&path).expect("a source can be read");
            let lines: Vec<&str> = text.lines().collect();
            for (number, line) in lines.iter().enumerate() {
                if !line.contains("unsafe {") || line.trim_start().starts_with("//") {
                    continue;
                }
                blocks += 1;
                let above = &lines[number.saturating_sub(8)..=number];
                assert!(
                    above.iter().any(|l| l.contains("SAFETY:")),
                    "{}:{} has no SAFETY comment",
                    path.display(),
                    number + 1
                );
            }
        }
    }
    assert!(blocks > 0, "the search found the blocks there are");
}

#[test]
fn pure_crates_do_no_io_start_no_thread_and_read_no_clock() {
    const IMPURE: &[&str] = &[
        "std::fs",
        "std::net",
        "std::thread",
        "std::process",
        "std::io::std",
        "Instant::now",
        "SystemTime",
        "println!",
    ];
    for name in PURE {
        for path in sources(&tools::root().join("crates").join(name).join("src")) {
            let text = fs::read_to_string(&path).expect("a source can be read");
            let shipped = text.split("#[cfg(test)]").next().unwrap_or("");
            for line in shipped.lines().filter(|l| !l.trim_start().starts_with("//")) {
                for word in IMPURE {
                    assert!(!line.contains(word), "{} is pure but has {line}", path.display());
                }
            }
        }
    }
}
