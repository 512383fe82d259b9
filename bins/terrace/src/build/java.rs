//! Java: the driver of `sdk/java` (javac, a bytecode pass, TeaVM), one process for all of it.
//!
//! The driver's sources are inside this command. Maven builds them once per version of them, into
//! the cache; a lock lets one of several `terrace` do it while the others wait.
//!
//! A folder with a `pom.xml` is a Maven project: Maven says which libraries it needs, and the
//! driver compiles its sources and resources like those of any app.
//!
//! # Invariants
//! I1. A folder of the cache has the file `whole` exactly when its SDK was built to the end.

use super::{Job, Made, failed, rtdroid, tool};
use crate::failure::Failure;
use crate::place::cache_folder;
use crate::sdk;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use terrace_manifest::{JavaBuild, Memory};

const JDK: &str = "install a JDK 17: apt install openjdk-17-jdk-headless";
const MAVEN: &str = "install Maven: apt install maven";
/// Finds the libraries of a Maven project.
const LIBRARIES: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
/// What a Java program needs beside its heap: constants, stacks, tables of the collector.
const BESIDE_HEAP: u64 = 4 << 20;
/// What the collector's tables add to a heap, as a divisor.
const TABLES: u64 = 16;
/// The heap at the start, where the manifest guarantees no more.
const USUAL_START: u64 = 4 << 20;
/// Bounds of the driver, in bytes.
const LEAST_HEAP: u64 = 64 << 10;
const MOST_HEAP: u64 = 1 << 30;

/// Build it.
pub fn make(job: &Job<'_>, keys: &JavaBuild) -> Result<Made, Failure> {
    require("javac", JDK)?;
    let sdk = sdk_folder(job)?;
    let dir = std::path::absolute(job.dir)?;
    let wasm = std::path::absolute(&job.scratch)?;
    let work = wasm.with_extension("java");
    let libraries = libraries(job, &dir, &work)?;
    let mut java = Command::new(sdk.join("bin/terrace-java"));
    java.current_dir(&dir).args(["--main", &keys.main]);
    java.arg("--out").arg(&wasm).arg("--work").arg(&work);
    for source in sources(&dir, keys) {
        java.arg("--source").arg(source);
    }
    for jar in keys.jars.iter().chain(&libraries) {
        java.arg("--jar").arg(jar);
    }
    if keys.main == rtdroid::MAIN {
        let folders: Vec<PathBuf> = keys.sources.iter().map(|s| dir.join(s)).collect();
        rtdroid::require_classes(job.manifest, &folders)?;
        let main = rtdroid::write_main(job.manifest, &work);
        java.arg("--source")
            .arg(main.map_err(|e| failed("write below", &work, &e))?);
        java.arg("--jar").arg(sdk.join(rtdroid::JAR));
    }
    for (option, values) in [("--maven", &keys.maven), ("--reflect", &keys.reflect)] {
        for value in values {
            java.args([option, value]);
        }
    }
    if keys.reactor {
        java.arg("--reactor");
    }
    let (least, most) = heap(&job.manifest.memory);
    java.args(["--heap-min", &least.to_string()]);
    java.args(["--heap-max", &most.to_string()]);
    if !tool::run(&mut java, job.shown, JDK)? {
        return Err(Failure::new(
            "the Java compiler did not build the app; its messages are above",
        ));
    }
    let outside = |path: &PathBuf| !dir.join(path).starts_with(&dir);
    let inputs = keys.jars.iter().filter(|p| outside(p));
    Ok(Made {
        wasm,
        inputs: inputs.map(|p| dir.join(p)).collect(),
    })
}

/// Heap at the start and at most, so that the whole program stays within the manifest's limit.
/// Equal where the manifest guarantees all of the limit: such a heap never grows.
fn heap(memory: &Memory) -> (u64, u64) {
    let room = |bytes: u64| {
        let heap = bytes.saturating_sub(BESIDE_HEAP);
        let page = LEAST_HEAP;
        ((heap - heap / TABLES) / page * page).clamp(LEAST_HEAP, MOST_HEAP)
    };
    let most = room(memory.limit.get());
    let least = match memory.guaranteed.get() {
        0 => USUAL_START,
        bytes => room(bytes),
    };
    (least.min(most), most)
}

/// The folders of sources; a Maven project keeps its resources beside them.
fn sources(dir: &Path, keys: &JavaBuild) -> Vec<PathBuf> {
    let mut folders = keys.sources.clone();
    let resources = PathBuf::from("src/main/resources");
    if dir.join(&resources).is_dir() && !folders.contains(&resources) {
        folders.push(resources);
    }
    folders
}

/// The libraries a Maven project needs at run time, copied below `work`.
fn libraries(job: &Job<'_>, dir: &Path, work: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !dir.join("pom.xml").is_file() {
        return Ok(Vec::new());
    }
    require("mvn", MAVEN)?;
    let folder = work.join("libraries");
    if folder.exists() {
        // Of an older pom.xml, perhaps.
        fs::remove_dir_all(&folder).map_err(|e| failed("remove", &folder, &e))?;
    }
    fs::create_dir_all(&folder).map_err(|e| failed("make the folder", &folder, &e))?;
    let mut maven = Command::new("mvn");
    maven
        .current_dir(dir)
        .args(["-q", "-B", "--no-transfer-progress", LIBRARIES])
        .arg("-DincludeScope=runtime");
    let mut to = OsString::from("-DoutputDirectory=");
    to.push(&folder);
    if !tool::run(maven.arg(to), job.shown, MAVEN)? {
        return Err(Failure::new(
            "Maven did not find the libraries of pom.xml; its messages are above",
        ));
    }
    let mut jars = Vec::new();
    for entry in fs::read_dir(&folder).map_err(|e| failed("read", &folder, &e))? {
        jars.push(entry?.path());
    }
    // The same order every time makes the same program.
    jars.sort();
    Ok(jars)
}

/// What Maven made of the SDK, made now if it is not there yet.
fn sdk_folder(job: &Job<'_>) -> Result<PathBuf, Failure> {
    let cache = cache_folder("java").ok_or_else(|| {
        Failure::new("there is no folder for the Java SDK; set HOME or XDG_CACHE_HOME")
    })?;
    let home = cache.join(sdk::java_digest());
    let (made, whole) = (home.join("target/java"), home.join("whole"));
    if whole.exists() {
        return Ok(made);
    }
    fs::create_dir_all(&home).map_err(|e| failed("make the folder", &home, &e))?;
    let path = home.join("lock");
    let lock = File::create(&path).map_err(|e| failed("write", &path, &e))?;
    lock.lock().map_err(|e| failed("lock", &path, &e))?;
    if !whole.exists() {
        build_driver(job, &home)?;
        File::create(&whole).map_err(|e| failed("write", &whole, &e))?;
    }
    Ok(made)
}

fn build_driver(job: &Job<'_>, home: &Path) -> Result<(), Failure> {
    require("mvn", MAVEN)?;
    let script = sdk::unpack_java(home).map_err(|e| failed("write the SDK below", home, &e))?;
    let _progress = crate::progress::Progress::start("building the Java SDK, once");
    let mut bash = Command::new("bash");
    if tool::run(
        bash.arg(script),
        job.shown,
        "install bash: apt install bash",
    )? {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the Java SDK could not be built in {}; its messages are above. Maven needs Maven Central, or a mirror \
         of it in ~/.m2/settings.xml",
        home.display()
    )))
}

/// A tool of the JDK or Maven is where the driver will look for it.
fn require(tool: &str, install: &str) -> Result<(), Failure> {
    let home = std::env::var_os("JAVA_HOME").filter(|h| !h.is_empty());
    if tool == "javac"
        && let Some(home) = home
    {
        let path = Path::new(&home).join("bin").join(tool);
        return path.is_file().then_some(()).ok_or_else(|| {
            Failure::new(format!(
                "JAVA_HOME leads to no JDK: there is no {}; {install}, or unset JAVA_HOME",
                path.display()
            ))
        });
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).any(|folder| folder.join(tool).is_file());
    found.then_some(()).ok_or_else(|| {
        Failure::new(format!(
            "`{tool}` is not installed, or not in PATH; {install}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use terrace_manifest::Bytes;

    #[test]
    fn a_heap_fits_in_the_limit_and_grows_only_beyond_the_guarantee() {
        let memory = |guaranteed, limit| Memory {
            guaranteed: Bytes::mib(guaranteed),
            limit: Bytes::mib(limit),
            ..Memory::default()
        };
        let (least, most) = heap(&memory(0, 64));
        assert_eq!(least, USUAL_START);
        assert!(most < 60 << 20 && most > 48 << 20, "{most}");
        let (least, most) = heap(&memory(16, 16));
        assert_eq!(least, most);
        assert_eq!(heap(&memory(0, 1)), (LEAST_HEAP, LEAST_HEAP));
        assert_eq!(heap(&memory(0, 1 << 20)).1, MOST_HEAP);
    }
}
