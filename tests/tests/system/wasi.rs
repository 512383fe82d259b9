//! What WASI gives: what the manifest grants, and nothing else.

use terrace_testkit::prelude;
use terrace_tests::Arena;
use terrace_vm::Overrides;

/// Writes all arguments and variables to standard output, each with a line end.
fn echo() -> String {
    prelude::module(
        1,
        r#"
  (func $put (param $at i32) (local $end i32)
    (local.set $end (local.get $at))
    (loop $next
      (if (i32.load8_u (local.get $end)) (then (local.set $end (i32.add (local.get $end) (i32.const 1))) (br $next))))
    (i32.store8 (local.get $end) (i32.const 10))
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (i32.sub (i32.add (local.get $end) (i32.const 1)) (local.get $at)))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $all (param $count i32) (param $list i32)
    (loop $next
      (if (local.get $count) (then
        (call $put (i32.load (local.get $list)))
        (local.set $list (i32.add (local.get $list) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $next)))))
  (func (export "_start")
    (drop (call $args_sizes_get (i32.const 16) (i32.const 20)))
    (drop (call $args_get (i32.const 1024) (i32.const 2048)))
    (call $all (i32.load (i32.const 16)) (i32.const 1024))
    (drop (call $environ_sizes_get (i32.const 16) (i32.const 20)))
    (drop (call $environ_get (i32.const 16384) (i32.const 20000)))
    (call $all (i32.load (i32.const 16)) (i32.const 16384)))"#,
    )
}

#[test]
fn arguments_and_variables_are_those_of_the_manifest_and_its_overrides() {
    let arena = Arena::quiet();
    let rest = "[permissions]\nargs = [\"one\", \"two\"]\nenv = { A = \"1\", B = \"2\" }\n";
    let id = arena.run_wat("echo", &echo(), rest);
    assert_eq!(arena.fault(id), "no fault: Exited(0)");
    assert_eq!(arena.lines(id)[0], arena.info(id).name);
    assert_eq!(arena.lines(id)[1..], ["one", "two", "A=1", "B=2"]);
    let overrides = Overrides {
        args: Some(vec!["three".to_owned()]),
        env: vec![("B".to_owned(), "9".to_owned())],
        ..Overrides::default()
    };
    let id = arena
        .controller
        .run("echo", Some("other"), overrides)
        .unwrap();
    assert_eq!(arena.fault(id), "no fault: Exited(0)");
    assert_eq!(arena.lines(id), ["other", "three", "A=1", "B=9"]);
}

#[test]
fn nothing_of_the_monitors_environment_is_seen() {
    let arena = Arena::quiet();
    let id = arena.run_wat("echo", &echo(), "");
    assert_eq!(arena.fault(id), "no fault: Exited(0)");
    assert_eq!(arena.lines(id), [arena.info(id).name]);
}

fn code(arena: &Arena, call: &str, rest: &str) -> i32 {
    arena.status_of(
        "asks",
        &prelude::program("", "", &format!("(call $exit {call})")),
        rest,
    )
}

const NOT_CAPABLE: i32 = 76;

#[test]
fn clock_and_random_are_there_unless_denied() {
    let arena = Arena::quiet();
    let calls = [
        (
            "clock",
            "(call $clock_time_get (i32.const 0) (i64.const 1) (i32.const 64))",
        ),
        (
            "clock",
            "(call $clock_res_get (i32.const 1) (i32.const 64))",
        ),
        ("random", "(call $random_get (i32.const 64) (i32.const 32))"),
    ];
    for (key, call) in calls {
        assert_eq!(code(&arena, call, ""), 0, "{call}");
        assert_eq!(
            code(&arena, call, &format!("[permissions]\n{key} = false\n")),
            NOT_CAPABLE,
            "{call}"
        );
    }
}

#[test]
fn a_program_cannot_draw_more_random_bytes_than_its_memory_holds() {
    let arena = Arena::new();
    let wat = prelude::program(
        "",
        "",
        "(call $exit (call $random_get (i32.const 0) (i32.const -1)))",
    );
    let id = arena.run_wat("greedy", &wat, "");
    let end = arena.end(id);
    assert_ne!(arena.info(id).exit_status, Some(0), "{end:?}");
    arena.unhurt();
}

#[test]
fn files_are_read_and_written_where_granted() {
    let arena = Arena::quiet();
    let folder = arena.folder().join("granted");
    std::fs::create_dir(&folder).unwrap();
    let copies = prelude::program(
        "",
        "fromto",
        r#"(if (call $path_open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 4) (i32.const 0)
                 (i64.const 2) (i64.const 0) (i32.const 0) (i32.const 64)) (then (call $exit (i32.const 1))))
           (if (call $path_open (i32.const 3) (i32.const 0) (i32.const 4) (i32.const 2) (i32.const 1)
                 (i64.const 64) (i64.const 0) (i32.const 0) (i32.const 68)) (then (call $exit (i32.const 2))))
           (i32.store (i32.const 80) (i32.const 1024))
           (i32.store (i32.const 84) (i32.const 4096))
           (if (call $fd_read (i32.load (i32.const 64)) (i32.const 80) (i32.const 1) (i32.const 84)) (then (call $exit (i32.const 3))))
           (if (call $fd_write (i32.load (i32.const 68)) (i32.const 80) (i32.const 1) (i32.const 88)) (then (call $exit (i32.const 4))))"#,
    );
    std::fs::write(folder.join("from"), "some text").unwrap();
    let rest = |access: &str| {
        format!(
            "[permissions]\ndirs = [{{ host = \"{}\", guest = \"/g\", access = \"{access}\" }}]\n",
            folder.display()
        )
    };
    assert_eq!(arena.status_of("copies", &copies, &rest("read")), 2);
    assert_eq!(arena.status_of("copies", &copies, &rest("write")), 0);
    assert_eq!(
        std::fs::read_to_string(folder.join("to")).unwrap(),
        "some text"
    );
}

#[test]
fn a_grant_of_a_folder_that_is_not_there_refuses_the_start_by_its_name() {
    let arena = Arena::new();
    for mode in crate::lifecycle::MODES {
        let rest =
            format!("[permissions]\ndirs = [{{ host = \"nowhere\", guest = \"/g\" }}]\n{mode}");
        arena.install_wat("lost", terrace_testkit::guests::NOTHING, &rest);
        for _ in 0..30 {
            let refusal = arena
                .controller
                .run("lost", None, Overrides::default())
                .unwrap_err()
                .to_string();
            assert!(
                refusal.contains("nowhere") && refusal.contains("create it, or correct `host`"),
                "{refusal}"
            );
        }
    }
    arena.unhurt();
}

#[test]
fn a_wasi_poll_waits_at_least_as_long_as_asked() {
    let arena = Arena::quiet();
    let wat = prelude::program(
        "(local $before i64)",
        "",
        r#"(i32.store (i32.const 16) (i32.const 1))
           (i64.store (i32.const 24) (i64.const 30000000))
           (local.set $before (call $now))
           (drop (call $poll_oneoff (i32.const 0) (i32.const 64) (i32.const 1) (i32.const 128)))
           (call $exit (i64.lt_u (i64.sub (call $now) (local.get $before)) (i64.const 30000000)))"#,
    );
    for mode in crate::lifecycle::MODES {
        assert_eq!(arena.status_of("polls", &wat, mode), 0, "it ended early");
    }
}

#[test]
fn sockets_of_nobody_are_refused() {
    let arena = Arena::quiet();
    for fd in 0..5 {
        let call = format!("(call $sock_accept (i32.const {fd}) (i32.const 0) (i32.const 64))");
        assert_ne!(code(&arena, &call, ""), 0);
    }
}
