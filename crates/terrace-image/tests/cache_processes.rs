//! The AOT cache between processes: one compile, and nothing left of a process that died.
//!
//! This program starts itself again as the other processes, so it has its own `main`. A role
//! is the first argument, the cache's directory the second.

use std::{
    io::Write,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use terrace_image::aot_cache::{AotCache, CacheKey, key};

const CODE: &[u8] = b"compiled once";
const DIED: i32 = 42;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match (arguments.get(1).map(String::as_str), arguments.get(2)) {
        (Some("role:compile"), Some(dir)) => compile(Path::new(dir)),
        (Some("role:die"), Some(dir)) => die_while_compiling(Path::new(dir)),
        (Some("role:hold"), Some(dir)) => hold_the_lock(Path::new(dir)),
        // The list that test runners ask for: this program is one test.
        (Some("--list"), _) => println!("cache_processes: test"),
        _ => parent(),
    }
}

fn parent() {
    many_processes_compile_once();
    a_dead_process_leaves_nothing_in_the_way();
    a_stuck_process_does_not_stop_others();
    println!("cache_processes: 3 passed");
}

fn the_key() -> CacheKey {
    key(&[9; 32], b"engine", "1")
}

fn compile(dir: &Path) {
    let cache = AotCache::open(dir).unwrap();
    let artefact = cache.get_or_insert_with(&the_key(), || {
        thread::sleep(Duration::from_millis(100));
        println!("compiled");
        Ok::<_, String>(CODE.to_vec())
    });
    assert_eq!(artefact.unwrap().len(), CODE.len() as u64);
}

fn die_while_compiling(dir: &Path) {
    let cache = AotCache::open(dir).unwrap();
    // A half-written temporary file, as a crash in the middle of writing leaves it.
    std::fs::write(dir.join(format!("{}.tmp", the_key())), b"half an ent").unwrap();
    let _ = cache.get_or_insert_with(&the_key(), || -> Result<Vec<u8>, String> {
        std::process::exit(DIED)
    });
}

fn hold_the_lock(dir: &Path) {
    let cache = AotCache::open(dir).unwrap();
    let _ = cache.get_or_insert_with(&the_key(), || -> Result<Vec<u8>, String> {
        println!("holding");
        std::io::stdout().flush().unwrap();
        // Until the parent closes our input, or dies.
        let _ = std::io::stdin().read_line(&mut String::new());
        Err("never compiled".into())
    });
}

fn spawn(role: &str, dir: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .arg(role)
        .arg(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn files_in(dir: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(dir).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn many_processes_compile_once() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("cache");
    let children: Vec<Child> = (0..6).map(|_| spawn("role:compile", &dir)).collect();
    let mut compiled = 0;
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        compiled += String::from_utf8(output.stdout)
            .unwrap()
            .matches("compiled")
            .count();
    }
    assert_eq!(compiled, 1);
    assert_eq!(files_in(&dir), [format!("{}.aot", the_key())]);
}

fn a_dead_process_leaves_nothing_in_the_way() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("cache");
    let status = spawn("role:die", &dir).wait().unwrap();
    assert_eq!(status.code(), Some(DIED));
    let left = files_in(&dir);
    assert!(left.iter().any(|name| name.ends_with(".lock")), "{left:?}");
    assert!(left.iter().any(|name| name.ends_with(".tmp")), "{left:?}");
    let cache = AotCache::open(&dir).unwrap();
    assert!(files_in(&dir).is_empty(), "{:?}", files_in(&dir));
    assert!(cache.get(&the_key()).unwrap().is_none());
    cache.put(&the_key(), CODE).unwrap();
    assert_eq!(files_in(&dir), [format!("{}.aot", the_key())]);
}

fn a_stuck_process_does_not_stop_others() {
    let home = tempfile::tempdir().unwrap();
    let dir = home.path().join("cache");
    let mut child = spawn("role:hold", &dir);
    let mut line = String::new();
    let output = child.stdout.take().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line).unwrap();
    assert_eq!(line, "holding\n");

    let (send, events) = std::sync::mpsc::channel();
    let cache = AotCache::open(&dir)
        .unwrap()
        .with_lock_wait(Duration::from_millis(20))
        .on_event(move |event| send.send(event.to_string()).unwrap());
    let artefact = cache.get_or_insert_with(&the_key(), || Ok::<_, String>(CODE.to_vec()));
    assert_eq!(artefact.unwrap().len(), CODE.len() as u64);
    let event = events.recv().unwrap();
    assert!(event.contains("not stored: another process"), "{event}");
    assert!(cache.get(&the_key()).unwrap().is_none());
    assert!(cache.put(&the_key(), CODE).is_err());

    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    cache.put(&the_key(), CODE).unwrap();
}
