//! `terrace providers` and `terrace query`, and a daemon that is killed in the middle of writes.

mod support;

use support::service::Service;
use support::{err, eventually};
use terrace_testkit::prelude::module;

const NOTES: &str = "[[provider]]\nname = \"notes\"\nlimit = \"2 MiB\"\nreaders = [\"other\"]\n\
                     [[provider.table]]\nname = \"note\"\ncolumns = [\"title text required\", \"size integer\"]\n\
                     [[provider.call]]\nname = \"pair\"\n\
                     sql = [\"insert into note (title, size) values ('a', 1)\", \
                     \"insert into note (title, size) values ('b', -1)\"]\n";

/// Adds two rows that belong together, again and again.
fn writer() -> String {
    module(
        1,
        r#"(data (i32.const 0) "content://notes/pair")
        (func (export "_start") (local $cursor i32)
          (loop $more
            (local.set $cursor (call $provider_call (i32.const 0) (i32.const 20) (i32.const 0) (i32.const 0)))
            (if (i32.lt_s (local.get $cursor) (i32.const 0)) (then unreachable))
            (drop (call $provider_close (local.get $cursor)))
            (drop (call $rest (i64.add (call $now) (i64.const 1000000))))
            (br $more)))"#,
    )
}

fn count(service: &Service, columns: &str) -> i64 {
    let query = ["query", "content://notes/note", "--columns", columns];
    service.json(&query)[0][columns].as_i64().unwrap_or(0)
}

#[test]
fn a_daemon_that_is_killed_in_the_middle_of_writes_has_what_it_told() {
    let mut service = Service::start();
    service.desk.app("writer", &writer(), NOTES);
    service.ok(&["install", "writer"]);
    service.ok(&["start", "--name", "writer", "writer"]);
    let mut told = 0;
    for _ in 0..3 {
        eventually("it writes", || count(&service, "count(*)") > told + 20);
        told = count(&service, "count(*)");
        // SIGKILL.
        service.daemon.kill().unwrap();
        service.daemon.wait().unwrap();
        service.daemon = Service::daemon(&service.desk).spawn().unwrap();
        eventually("the daemon answers", || {
            service.run(&["ps"]).status.success()
        });
        let found = count(&service, "count(*)");
        assert!(found >= told, "{told} rows were there, {found} are");
        // The two of a pair together are 0; the writer writes on meanwhile, a pair at a time.
        assert_eq!(count(&service, "sum(size)"), 0);
    }
}

#[test]
fn people_list_providers_and_ask_for_rows() {
    let service = Service::start();
    service.desk.app("writer", &writer(), NOTES);
    service.ok(&["install", "writer"]);
    let none = service.json(&["query", "content://notes/note"]);
    assert_eq!(none, serde_json::json!([]));
    service.ok(&["start", "--name", "writer", "writer"]);
    eventually("it writes", || count(&service, "count(*)") >= 4);
    service.ok(&["kill", "writer"]);

    let query = [
        "query",
        "content://notes/note",
        "--where",
        "size > ?1",
        "--arg",
        "0",
        "--order",
        "id",
        "--limit",
        "2",
    ];
    let rows = service.json(&query);
    let row = |id| serde_json::json!({ "id": id, "title": "a", "size": 1 });
    assert_eq!(rows, serde_json::json!([row(1), row(3)]));
    assert_eq!(
        service.ok(&query),
        "id  title  size\n1   a      1\n3   a      1\n"
    );

    let all = service.json(&["providers"]);
    assert_eq!(
        (&all[0]["name"], &all[0]["app"], &all[0]["limit"]),
        (&"notes".into(), &"writer".into(), &2_097_152.into())
    );
    assert_eq!(all[0]["tables"][0][0], "note");
    let table = service.ok(&["providers"]);
    assert!(
        table.starts_with("PROVIDER") && table.contains("note "),
        "{table}"
    );

    for (args, said) in [
        (
            &["content://nobody/note"][..],
            "no installed app declares a provider `nobody`",
        ),
        (&["notes/note"], "is no URI"),
        (
            &["content://notes/note", "--where", "1) OR (1"],
            "is no selection",
        ),
        (
            &["content://notes/note", "--columns", "colour"],
            "has no column `colour`",
        ),
    ] {
        let refused = service.run(&[&["query"], args].concat());
        assert!(!refused.status.success());
        assert!(err(&refused).contains(said), "{}", err(&refused));
    }
}

#[test]
fn a_wrong_statement_is_found_when_the_app_is_installed() {
    let service = Service::start();
    let wrong = NOTES.replace("values ('a', 1)", "values ('a')");
    service.desk.app("writer", &writer(), &wrong);
    let refused = service.run(&["install", "writer"]);
    assert!(!refused.status.success());
    let said = err(&refused);
    assert!(
        said.contains("provider notes") && said.contains("[[provider.call]]"),
        "{said}"
    );
}
