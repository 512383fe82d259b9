//! Rows go in and come out, observers hear of them, and a manifest that changes keeps what is there.

mod support;

use std::sync::{Arc, Mutex};
use support::{NOTE, NOTES, add, arguments, declared, notes, rows, uri, values};
use terrace_abi::ChangeKind;
use terrace_provider::{Abandon, Provider, Query, Refusal, Value};

#[test]
fn rows_go_in_and_come_out_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let provider = notes(folder.path());
    let all = values(&[
        ("title", Value::Text("h\u{e4}user")),
        ("size", Value::Integer(i64::MIN)),
        ("weight", Value::Real(0.1)),
        ("body", Value::Blob(&[0, 255])),
    ]);
    assert_eq!(
        provider.insert(&uri(NOTE), &all, &Abandon::default()),
        Ok(1)
    );
    assert_eq!(add(&provider, "b", 2), Ok(2));
    let found = rows(&provider, NOTE, &Query::default()).unwrap();
    assert_eq!(
        found,
        [
            "[Integer(1), Text(\"h\u{e4}user\"), Integer(-9223372036854775808), Real(0.1), Blob([0, 255])]",
            "[Integer(2), Text(\"b\"), Integer(2), Null, Null]",
        ]
    );
}

#[test]
fn a_query_has_columns_a_selection_an_order_and_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let provider = notes(folder.path());
    for i in 0..10 {
        add(&provider, &format!("n{i}"), i % 4).unwrap();
    }
    let asked = arguments(&[Value::Integer(2)]);
    let query = Query {
        columns: "size, title",
        selection: "size >= ?1",
        arguments: &asked,
        order: "size desc, title",
        limit: 3,
    };
    let found = rows(&provider, NOTE, &query).unwrap();
    let expected = [
        "3), Text(\"n3\")]",
        "3), Text(\"n7\")]",
        "2), Text(\"n2\")]",
    ];
    assert_eq!(found, expected.map(|e| format!("[Integer({e}")));
    let row = rows(
        &provider,
        "content://notes/note/4",
        &Query {
            columns: "title",
            ..query
        },
    )
    .unwrap();
    assert_eq!(row, ["[Text(\"n3\")]"]);
    let aggregate = Query {
        columns: "count(*), max(size), sum(size)",
        ..Query::default()
    };
    assert_eq!(
        rows(&provider, NOTE, &aggregate).unwrap(),
        ["[Integer(10), Integer(3), Integer(13)]"]
    );
}

#[test]
fn updates_and_deletes_reach_the_rows_they_name() {
    let folder = tempfile::tempdir().unwrap();
    let provider = notes(folder.path());
    for i in 0..6 {
        add(&provider, "n", i).unwrap();
    }
    let now = Abandon::default();
    let (title, asked) = (
        values(&[("title", Value::Text("m"))]),
        arguments(&[Value::Integer(3)]),
    );
    assert_eq!(
        provider.update(&uri(NOTE), &title, "size < ?1", &asked, &now),
        Ok(3)
    );
    assert_eq!(
        provider.update(&uri("content://notes/note/6"), &title, "", &[], &now),
        Ok(1)
    );
    assert_eq!(provider.delete(&uri(NOTE), "title = 'm'", &[], &now), Ok(4));
    assert_eq!(
        provider.delete(&uri("content://notes/note/4"), "size = 0", &[], &now),
        Ok(0)
    );
    assert_eq!(provider.delete(&uri(NOTE), "", &[], &now), Ok(2));
    assert_eq!(rows(&provider, NOTE, &Query::default()).unwrap().len(), 0);
}

#[test]
fn a_call_is_whole_or_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let provider = notes(folder.path());
    let now = Abandon::default();
    let asked = arguments(&[Value::Text("p"), Value::Integer(5)]);
    provider
        .call(&uri("content://notes/pair"), &asked, &now)
        .unwrap();
    let halfway = provider.call(&uri("content://notes/halfway"), &[], &now);
    assert!(matches!(halfway, Err(Refusal::Conflict(_))), "{halfway:?}");
    let total = provider
        .call(&uri("content://notes/total"), &[], &now)
        .unwrap();
    let total = format!("{:?}", terrace_provider::read_rows(&total));
    assert_eq!(total, "[[Integer(2), Integer(0)]]");
    let reads =
        ["total", "pair"].map(|call| provider.call_reads(&uri(&format!("content://notes/{call}"))));
    assert_eq!(reads, [Ok(true), Ok(false)]);
    assert!(matches!(
        provider.call(&uri(NOTE), &[], &now),
        Err(Refusal::Unknown(_))
    ));
}

#[test]
fn observers_hear_of_what_was_committed_and_of_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let provider = notes(folder.path());
    let heard: Arc<Mutex<Vec<String>>> = Arc::default();
    let listen = |of: &'static str| {
        let heard = heard.clone();
        let listener = move |c: &terrace_provider::Change| {
            heard
                .lock()
                .unwrap()
                .push(format!("{of} {} {:?} {}", c.uri, c.kind, c.rows));
        };
        provider.observe(&uri(of), Box::new(listener)).unwrap()
    };
    let table = listen(NOTE);
    let row = listen("content://notes/note/2");
    let all = listen("content://notes");
    let other = listen("content://notes/secret");
    add(&provider, "a", 1).unwrap();
    assert_eq!(
        *heard.lock().unwrap(),
        [
            format!("{NOTE} {NOTE}/1 Insert 1"),
            format!("content://notes {NOTE}/1 Insert 1")
        ]
    );
    heard.lock().unwrap().clear();
    drop((table, all, other));
    let now = Abandon::default();
    add(&provider, "b", 2).unwrap();
    let _ = provider.call(&uri("content://notes/halfway"), &[], &now);
    provider.delete(&uri(NOTE), "", &[], &now).unwrap();
    let both = [
        format!("content://notes/note/2 {NOTE}/2 Insert 1"),
        format!("content://notes/note/2 {NOTE} Delete 2"),
    ];
    assert_eq!(*heard.lock().unwrap(), both);
    assert_eq!(provider.observed(), 1);
    drop(row);
    assert_eq!(provider.observed(), 0);
    assert_eq!(ChangeKind::Insert as u32, 0);
}

#[test]
fn a_manifest_that_changes_keeps_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let provider = notes(folder.path());
    add(&provider, "old", 1).unwrap();
    let more = NOTES.replace("\"size integer\"", "\"size integer\", \"colour text\"");
    let provider = provider.succeeded_by(declared(&more));
    let colour = Query {
        columns: "title, colour",
        ..Query::default()
    };
    assert_eq!(
        rows(&provider, NOTE, &colour).unwrap(),
        ["[Text(\"old\"), Null]"]
    );
    let less = NOTES.replace(", \"weight real\", \"body blob\"", "");
    let provider = provider.succeeded_by(declared(&less));
    assert_eq!(
        rows(&provider, NOTE, &Query::default()).unwrap(),
        ["[Integer(1), Text(\"old\"), Integer(1)]"]
    );
    let other = NOTES.replace("weight real", "weight text");
    let provider = provider.succeeded_by(declared(&other));
    let refused = rows(&provider, NOTE, &Query::default())
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("column weight of table note holds REAL"),
        "{refused}"
    );
}

#[test]
fn statements_of_calls_are_examined_before_anything_runs() {
    assert_eq!(Provider::examine(&declared(NOTES)), Ok(()));
    for bad in [
        "selekt 1",
        "select colour from note",
        "attach database '/etc/passwd' as p",
        "pragma writable_schema = 1",
        "create table more (a text)",
        "drop table note",
        "begin",
        "commit",
        "vacuum",
        "select load_extension('x')",
        "select name from sqlite_master",
        "select 1; select 2",
    ] {
        let manifest = NOTES.replace("select count(*), sum(size) from note", bad);
        let refused = Provider::examine(&declared(&manifest));
        assert!(
            matches!(refused, Err(Refusal::Selection { .. })),
            "{bad}: {refused:?}"
        );
    }
}
