//! The house is built as DESIGN.md section 2 draws it: dependencies point one way, one crate
//! names the engine, and unsafe code lives where it may.
#![forbid(unsafe_code)]

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use terrace_testkit::tools;

/// Who may depend on whom. `bins -> daemon -> vm -> engine, host -> sched, image, manifest -> abi`.
const ARROWS: &[(&str, &[&str])] = &[
    ("terrace-abi", &[]),
    ("terrace-manifest", &["terrace-abi"]),
    ("terrace-sched", &["terrace-abi"]),
    ("terrace-trace", &[]),
    (
        "terrace-analysis",
        &[
            "terrace-abi",
            "terrace-manifest",
            "terrace-sched",
            "terrace-trace",
        ],
    ),
    ("terrace-image", &["terrace-abi", "terrace-manifest"]),
    ("terrace-host", &["terrace-abi"]),
    ("terrace-ring", &[]),
    ("terrace-provider", &["terrace-abi", "terrace-manifest"]),
    (
        "terrace-engine",
        &["terrace-abi", "terrace-host", "terrace-image"],
    ),
    (
        "terrace-vm",
        &[
            "terrace-abi",
            "terrace-analysis",
            "terrace-engine",
            "terrace-host",
            "terrace-image",
            "terrace-manifest",
            "terrace-provider",
            "terrace-ring",
            "terrace-sched",
        ],
    ),
    ("terrace-peer", &["terrace-ring"]),
    (
        "terrace-bridge",
        &["terrace-host", "terrace-peer", "terrace-ring", "terrace-vm"],
    ),
    (
        "terrace-daemon",
        &[
            "terrace-abi",
            "terrace-bridge",
            "terrace-engine",
            "terrace-image",
            "terrace-manifest",
            "terrace-vm",
        ],
    ),
];

/// Crates without I/O, threads or clocks.
const PURE: &[&str] = &[
    "terrace-abi",
    "terrace-analysis",
    "terrace-manifest",
    "terrace-sched",
    "terrace-trace",
];

/// Crates that may hold unsafe code.
const UNSAFE: &[&str] = &["terrace-host", "terrace-engine", "terrace-ring"];

/// A package of the workspace, as `cargo metadata` has it.
struct Package {
    name: String,
    manifest: PathBuf,
    /// Name and whether it ships (is not for tests only).
    needs: Vec<(String, bool)>,
    /// Roots of its libraries and binaries.
    roots: Vec<PathBuf>,
}

fn text(value: &Value) -> String {
    value.as_str().expect("cargo writes a text here").to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("cargo writes a list here")
}

impl Package {
    fn read(package: &Value) -> Package {
        let need = |d: &Value| (text(&d["name"]), d["kind"].as_str() != Some("dev"));
        let ships = |t: &&Value| {
            list(&t["kind"])
                .iter()
                .any(|k| k.as_str().is_some_and(|k| k == "bin" || k.ends_with("lib")))
        };
        Package {
            name: text(&package["name"]),
            manifest: text(&package["manifest_path"]).into(),
            needs: list(&package["dependencies"]).iter().map(need).collect(),
            roots: list(&package["targets"])
                .iter()
                .filter(ships)
                .map(|t| text(&t["src_path"]).into())
                .collect(),
        }
    }

    fn ships(&self) -> BTreeSet<&str> {
        self.needs
            .iter()
            .filter(|n| n.1)
            .map(|n| n.0.as_str())
            .collect()
    }
}

/// The packages of the workspace.
fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--offline",
            "--no-deps",
            "--format-version",
            "1",
        ])
        .current_dir(tools::root())
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    list(&metadata["packages"])
        .iter()
        .map(Package::read)
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let folder = tools::root().join("crates");
    let mut seen = 0;
    for package in packages()
        .iter()
        .filter(|p| p.manifest.starts_with(&folder))
    {
        let name = package.name.as_str();
        if name == "terrace-testkit" {
            continue;
        }
        seen += 1;
        let (_, allowed) = ARROWS.iter().find(|(n, _)| *n == name).unwrap_or_else(|| {
            panic!("{name} is new: draw its arrows here and in DESIGN.md section 2")
        });
        for need in package.ships().iter().filter(|n| n.starts_with("terrace")) {
            assert!(
                allowed.contains(need),
                "{name} must not depend on {need}; it may on {allowed:?}"
            );
        }
    }
    assert_eq!(
        seen,
        ARROWS.len(),
        "an arrow is drawn for a crate that is gone"
    );
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
    let mut named = 0;
    for package in packages() {
        for (need, _) in package.needs.iter().filter(|n| n.0.starts_with("wasmtime")) {
            assert_eq!(package.name, "terrace-engine", "it depends on {need}");
            named += 1;
        }
    }
    assert!(named > 0, "the engine depends on wasmtime");
}

#[test]
fn nothing_that_ships_depends_on_the_testkit() {
    for package in packages() {
        if matches!(package.name.as_str(), "terrace-tests" | "terrace-benches") {
            continue;
        }
        assert!(
            !package.ships().contains("terrace-testkit"),
            "{} ships the testkit",
            package.name
        );
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
    for package in packages()
        .iter()
        .filter(|p| !UNSAFE.contains(&p.name.as_str()))
    {
        for root in &package.roots {
            let text = fs::read_to_string(root).expect("a target has its source");
            let forbids = text.lines().any(|l| l == "#![forbid(unsafe_code)]");
            assert!(forbids, "{} lacks #![forbid(unsafe_code)]", root.display());
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
            // A file of tests beside what it tests, and not shipped either.
            if path.file_name().is_some_and(|name| name == "tests.rs") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("a source can be read");
            let shipped = text.split("#[cfg(test)]").next().unwrap_or("");
            for line in shipped
                .lines()
                .filter(|l| !l.trim_start().starts_with("//"))
            {
                for word in IMPURE {
                    assert!(
                        !line.contains(word),
                        "{} is pure but has {line}",
                        path.display()
                    );
                }
            }
        }
    }
}
