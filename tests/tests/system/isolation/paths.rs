//! Attacks on the file system: out of a granted folder, or beyond a read-only grant.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use terrace_testkit::prelude;
use terrace_tests::Arena;

const SECRET: &str = "the neighbour's";

/// Beside the granted folder `in` lies `out/secret`, and `in` has ways that lead there.
struct Trap {
    arena: Arena,
    inside: PathBuf,
    outside: PathBuf,
}

impl Trap {
    fn new() -> Trap {
        let arena = Arena::new();
        let (inside, outside) = (arena.folder().join("in"), arena.folder().join("out"));
        for folder in [&inside, &outside] {
            fs::create_dir(folder).unwrap();
        }
        fs::write(outside.join("secret"), SECRET).unwrap();
        fs::write(inside.join("own"), "mine").unwrap();
        fs::create_dir(inside.join("sub")).unwrap();
        symlink("../out/secret", inside.join("relative")).unwrap();
        symlink(outside.join("secret"), inside.join("absolute")).unwrap();
        symlink("../out", inside.join("folder")).unwrap();
        symlink("sub/../../out/secret", inside.join("winding")).unwrap();
        symlink("/", inside.join("root")).unwrap();
        symlink("/proc/self/root", inside.join("magic")).unwrap();
        symlink("loop", inside.join("loop")).unwrap();
        Trap {
            arena,
            inside,
            outside,
        }
    }

    fn rest(&self, access: &str) -> String {
        let host = self.inside.display();
        format!(
            "[permissions]\ndirs = [{{ host = \"{host}\", guest = \"/in\", access = \"{access}\" }}]\n"
        )
    }

    /// The code of one call on two texts, at 0 and 512.
    fn code(&self, call: &str, texts: [&str; 2], access: &str) -> i32 {
        let body = format!(
            "(data (i32.const 0) \"{}\") (data (i32.const 512) \"{}\") (func (export \"_start\") (call $exit {call}))",
            texts[0], texts[1]
        );
        self.arena
            .status_of("escape", &prelude::module(1, &body), &self.rest(access))
    }

    /// Open `path` below the grant with these `oflags` (1 create, 8 truncate) and all rights.
    fn open(&self, path: &str, oflags: u32, access: &str) -> i32 {
        // Bits 1 (read), 6 (write) of the rights; lookup flag 1 follows links.
        let write = if access == "write" { 66 } else { 2 };
        let call = format!(
            "(call $path_open (i32.const 3) (i32.const 1) (i32.const 0) (i32.const {}) (i32.const {oflags}) \
             (i64.const {write}) (i64.const {write}) (i32.const 0) (i32.const 1024))",
            path.len()
        );
        self.code(&call, [path, ""], access)
    }

    fn untouched(&self) {
        assert_eq!(
            fs::read_to_string(self.outside.join("secret")).unwrap(),
            SECRET
        );
        let left: Vec<_> = fs::read_dir(&self.outside)
            .unwrap()
            .map(|e| e.unwrap().file_name())
            .collect();
        assert_eq!(left, ["secret"]);
        self.arena.unhurt();
    }
}

#[test]
fn no_path_leads_out_of_a_granted_folder() {
    let trap = Trap::new();
    let absolute = trap.outside.join("secret");
    let ways = [
        "../out/secret",
        "..",
        "sub/../../out/secret",
        "./../out/secret",
        "/etc/passwd",
        "/",
        "//etc/passwd",
        absolute.to_str().unwrap(),
        "relative",
        "absolute",
        "winding",
        "folder/secret",
        "folder",
        "root/etc/passwd",
        "magic/etc/passwd",
        "sub/../folder/secret",
        "loop",
        "",
    ];
    for access in ["read", "write"] {
        assert_eq!(trap.open("own", 0, access), 0, "its own file opens");
        assert_eq!(
            trap.open("sub/../own", 0, access),
            0,
            "`..` that stays inside is fine"
        );
        for way in ways {
            assert_ne!(trap.open(way, 0, access), 0, "`{way}` led out ({access})");
        }
    }
    for way in [
        "../out/new",
        "folder/new",
        "../out/secret",
        "relative",
        "root/tmp/terrace-escape",
    ] {
        assert_ne!(trap.open(way, 1, "write"), 0, "`{way}` was created");
        assert_ne!(trap.open(way, 8, "write"), 0, "`{way}` was truncated");
    }
    trap.untouched();
}

fn two(call: &str, a: &str, b: &str) -> String {
    // link and rename: (fd, [flags,] old, len, fd, new, len); symlink: (old, len, fd, new, len)
    match call {
        "path_symlink" => format!(
            "(call $path_symlink (i32.const 0) (i32.const {}) (i32.const 3) (i32.const 512) (i32.const {}))",
            a.len(),
            b.len()
        ),
        "path_rename" => format!(
            "(call $path_rename (i32.const 3) (i32.const 0) (i32.const {}) (i32.const 3) (i32.const 512) (i32.const {}))",
            a.len(),
            b.len()
        ),
        _ => format!(
            "(call $path_link (i32.const 3) (i32.const 0) (i32.const 0) (i32.const {}) (i32.const 3) (i32.const 512) (i32.const {}))",
            a.len(),
            b.len()
        ),
    }
}

#[test]
fn no_link_and_no_rename_brings_in_what_lies_outside() {
    let trap = Trap::new();
    let absolute = trap.outside.join("secret");
    let absolute = absolute.to_str().unwrap();
    for (call, from, to) in [
        ("path_link", "../out/secret", "stolen"),
        ("path_link", absolute, "stolen"),
        ("path_link", "folder/secret", "stolen"),
        ("path_rename", "../out/secret", "stolen"),
        ("path_rename", "folder/secret", "stolen"),
        ("path_rename", "own", "../out/own"),
        ("path_rename", "own", "folder/own"),
        ("path_link", "own", "../out/own"),
        ("path_symlink", absolute, "stolen"),
    ] {
        let code = trap.code(&two(call, from, to), [from, to], "write");
        assert_ne!(code, 0, "{call} {from} {to}");
    }
    // A relative link may be made; it leads nowhere.
    let _ = trap.code(
        &two("path_symlink", "../out/secret", "made"),
        ["../out/secret", "made"],
        "write",
    );
    assert_ne!(trap.open("made", 0, "write"), 0);
    assert!(!trap.inside.join("stolen").exists());
    trap.untouched();
}

#[test]
fn a_read_only_grant_writes_nothing() {
    let trap = Trap::new();
    let one = |call: &str, path: &str| {
        let call = format!(
            "(call ${call} (i32.const 3) (i32.const 0) (i32.const {}))",
            path.len()
        );
        trap.code(&call, [path, ""], "read")
    };
    for oflags in [1, 5, 8, 9] {
        assert_ne!(trap.open("new", oflags, "read"), 0);
    }
    assert_ne!(trap.open("own", 8, "read"), 0, "it was truncated");
    assert_ne!(one("path_unlink_file", "own"), 0);
    assert_ne!(one("path_create_directory", "made"), 0);
    assert_ne!(one("path_remove_directory", "sub"), 0);
    for call in ["path_rename", "path_link", "path_symlink"] {
        assert_ne!(
            trap.code(&two(call, "own", "other"), ["own", "other"], "read"),
            0,
            "{call}"
        );
    }
    let times = "(call $path_filestat_set_times (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 3) \
                 (i64.const 0) (i64.const 0) (i32.const 5))";
    assert_ne!(trap.code(times, ["own", ""], "read"), 0);
    // Ask for the right to write, and write.
    let writes = r#"(func $try (result i32)
        (if (call $path_open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 3) (i32.const 0)
              (i64.const 66) (i64.const 66) (i32.const 0) (i32.const 1024)) (then (return (i32.const 1))))
        (i32.store (i32.const 64) (i32.const 0)) (i32.store (i32.const 68) (i32.const 3))
        (call $fd_write (i32.load (i32.const 1024)) (i32.const 64) (i32.const 1) (i32.const 72)))
      (data (i32.const 0) "own")
      (func (export "_start") (call $exit (call $try)))"#;
    let status = trap
        .arena
        .status_of("writer", &prelude::module(1, writes), &trap.rest("read"));
    assert_ne!(status, 0);
    assert_eq!(fs::read_to_string(trap.inside.join("own")).unwrap(), "mine");
    assert!(trap.inside.join("sub").is_dir() && !trap.inside.join("new").exists());
    trap.untouched();
}

#[test]
fn without_a_grant_there_are_no_files() {
    let arena = Arena::new();
    for fd in 0..10 {
        let wat = prelude::program(
            "",
            "etc/passwd",
            &format!(
                "(call $exit (call $path_open (i32.const {fd}) (i32.const 0) (i32.const 0) (i32.const 10) \
                 (i32.const 0) (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 1024)))"
            ),
        );
        assert_ne!(
            arena.status_of("nosy", &wat, ""),
            0,
            "descriptor {fd} opened a file"
        );
        if fd >= 3 {
            let wat = prelude::program(
                "",
                "",
                &format!("(call $exit (call $fd_prestat_get (i32.const {fd}) (i32.const 64)))"),
            );
            assert_eq!(arena.status_of("nosy", &wat, ""), 8, "badf");
        }
    }
    arena.unhurt();
}

#[test]
fn a_grant_of_proc_does_not_lead_into_the_monitor() {
    let arena = Arena::new();
    let rest =
        "[permissions]\ndirs = [{ host = \"/proc\", guest = \"/proc\", access = \"write\" }]\n";
    let open = |path: &str, rights: u32| {
        let call = format!(
            "(call $exit (call $path_open (i32.const 3) (i32.const 1) (i32.const 0) (i32.const {}) (i32.const 0) \
             (i64.const {rights}) (i64.const {rights}) (i32.const 0) (i32.const 1024)))",
            path.len()
        );
        arena.status_of("nosy", &prelude::program("", path, &call), rest)
    };
    assert_eq!(open("loadavg", 2), 0, "what it was granted for");
    let me = std::process::id();
    for path in [
        "self/root/etc/passwd",
        "self/cwd",
        "self/fd/0",
        "self/exe",
        "thread-self/root",
        "1/root",
    ] {
        assert_ne!(open(path, 2), 0, "`{path}` led out");
    }
    for path in [
        "self/mem".to_owned(),
        format!("{me}/mem"),
        format!("{me}/task/{me}/mem"),
    ] {
        assert_ne!(
            open(&path, 2),
            0,
            "`{path}` shows a guest the memory of all others"
        );
        assert_ne!(
            open(&path, 64),
            0,
            "`{path}` lets a guest change the memory of all others"
        );
    }
    arena.unhurt();
}
