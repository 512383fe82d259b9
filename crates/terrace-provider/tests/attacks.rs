//! What a hostile guest may try with text, size and time.

mod support;

use std::time::Duration;
use support::{NOTE, add, arguments, notes, rows, uri, values};
use terrace_provider::{Abandon, Provider, Query, Refusal, Value};

fn filled(folder: &std::path::Path) -> Provider {
    let provider = notes(folder);
    add(&provider, "a", 1).unwrap();
    add(&provider, "b", 2).unwrap();
    let word = values(&[("word", Value::Text("xyzzy"))]);
    provider
        .insert(&uri("content://notes/secret"), &word, &Abandon::default())
        .unwrap();
    provider
}

/// Texts that are no expression over the columns of the one table.
const SELECTIONS: &[&str] = &[
    "1) OR (1",
    "1); DROP TABLE note; --",
    "1; DROP TABLE note",
    "1 UNION SELECT word FROM secret",
    "size IN (SELECT id FROM secret)",
    "(SELECT word FROM secret) = 'xyzzy'",
    "EXISTS (SELECT * FROM sqlite_master)",
    "(SELECT count(*) FROM sqlite_schema) > 0",
    "(SELECT count(*) FROM pragma_database_list) > 0",
    "load_extension('/lib/x.so')",
    "readfile('/etc/passwd')",
    "writefile('/tmp/x', 'y')",
    "fts3_tokenizer('simple')",
    "randomblob(1000000000)",
    "json('{}')",
    "ATTACH DATABASE '/etc/passwd' AS p",
    "PRAGMA writable_schema = 1",
    "size = \"nothing\"",
    "1 ORDER BY size",
    "1 LIMIT 1",
    "1 /*",
    "1)) --",
    "note.size = secret.id",
    "?1 = 1; COMMIT",
    "title = 'a",
    "raise(abort, 'x')",
    "1\0) OR (1",
];

#[test]
fn a_selection_is_an_expression_over_its_table_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let provider = filled(folder.path());
    let now = Abandon::default();
    let title = values(&[("title", Value::Text("taken"))]);
    for selection in SELECTIONS {
        let query = Query {
            selection,
            ..Query::default()
        };
        for at in [NOTE, "content://notes/note/1"] {
            let refusals = [
                rows(&provider, at, &query).map(drop).unwrap_err(),
                provider
                    .update(&uri(at), &title, selection, &[], &now)
                    .map(drop)
                    .unwrap_err(),
                provider
                    .delete(&uri(at), selection, &[], &now)
                    .map(drop)
                    .unwrap_err(),
            ];
            for refusal in refusals {
                let known = matches!(refusal, Refusal::Selection { .. } | Refusal::Malformed(_));
                assert!(known, "{selection}: {refusal:?}");
                assert!(!refusal.to_string().contains("xyzzy") || selection.contains("xyzzy"));
            }
        }
    }
    let left = rows(
        &provider,
        NOTE,
        &Query {
            columns: "title",
            ..Query::default()
        },
    )
    .unwrap();
    assert_eq!(left, ["[Text(\"a\")]", "[Text(\"b\")]"]);
}

#[test]
fn a_row_of_a_uri_stays_the_only_one() {
    let folder = tempfile::tempdir().unwrap();
    let provider = filled(folder.path());
    let query = Query {
        columns: "title",
        selection: "1 OR 1 -- all of them",
        ..Query::default()
    };
    assert_eq!(
        rows(&provider, "content://notes/note/1", &query).unwrap(),
        ["[Text(\"a\")]"]
    );
    let gone = provider.delete(
        &uri("content://notes/note/1"),
        "1 OR 1",
        &[],
        &Abandon::default(),
    );
    assert_eq!(gone, Ok(1));
}

#[test]
fn columns_and_orders_are_names_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let provider = filled(folder.path());
    for text in [
        "word",
        "note.title",
        "*",
        "title, ",
        "\"title\"",
        "title; drop table note",
        "(select word from secret)",
        "hex(title)",
        "count(*",
        "max(*)",
        "max(max(size))",
        "load_extension(title)",
        "title desc, word",
        "rowid",
        "title collate nocase",
        "1",
    ] {
        let columns = Query {
            columns: text,
            ..Query::default()
        };
        let order = Query {
            order: text,
            ..Query::default()
        };
        assert!(rows(&provider, NOTE, &columns).is_err(), "{text}");
        assert!(rows(&provider, NOTE, &order).is_err(), "{text}");
    }
    for name in ["title\" = 'x' --", "word", "", "note.title", "rowid"] {
        let row = values(&[("title", Value::Text("t")), (name, Value::Null)]);
        // Without a name it is not even an entry.
        let refused = provider.insert(&uri(NOTE), &row, &Abandon::default());
        assert!(refused.is_err(), "{name}");
    }
}

#[test]
fn an_argument_is_a_value_whatever_it_says() {
    let folder = tempfile::tempdir().unwrap();
    let provider = filled(folder.path());
    let asked = arguments(&[Value::Text("' OR '1' = '1")]);
    let query = Query {
        selection: "title = ?1",
        arguments: &asked,
        ..Query::default()
    };
    assert_eq!(rows(&provider, NOTE, &query).unwrap().len(), 0);
    for wrong in [&arguments(&[])[..], &arguments(&[Value::Null; 2])] {
        let refused = rows(
            &provider,
            NOTE,
            &Query {
                arguments: wrong,
                ..query
            },
        );
        assert!(refused.is_err(), "{wrong:?}");
    }
}

/// Looks at a hundred million pairs of rows.
const ENDLESS: &str =
    "(SELECT count(*) FROM note a, note b, note c, note d, note e, note f, note g, note h) < 0";

#[test]
fn an_endless_query_ends_at_its_time_and_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let provider = filled(folder.path()).with_patience(Duration::from_millis(50));
    for i in 0..50 {
        add(&provider, "n", i).unwrap();
    }
    let query = Query {
        selection: ENDLESS,
        ..Query::default()
    };
    let now = Abandon::default();
    assert_eq!(rows(&provider, NOTE, &query), Err(Refusal::Slow(50)));
    assert_eq!(
        provider.delete(&uri(NOTE), ENDLESS, &[], &now),
        Err(Refusal::Slow(50))
    );
    assert_eq!(add(&provider, "after", 0), Ok(53));
}

#[test]
fn work_ends_with_who_asked_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let provider = filled(folder.path()).with_patience(Duration::from_secs(600));
    for i in 0..50 {
        add(&provider, "n", i).unwrap();
    }
    let gone = Abandon::default();
    let query = Query {
        selection: ENDLESS,
        ..Query::default()
    };
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| provider.query(&uri(NOTE), &query, &gone));
        let changed = scope.spawn(|| provider.delete(&uri(NOTE), ENDLESS, &[], &gone));
        std::thread::sleep(Duration::from_millis(20));
        gone.set();
        assert_eq!(asked.join().unwrap(), Err(Refusal::Abandoned));
        assert_eq!(changed.join().unwrap(), Err(Refusal::Abandoned));
    });
    assert_eq!(add(&provider, "after", 0), Ok(53));
}

#[test]
fn a_file_that_has_reached_its_limit_takes_no_more_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let provider = notes(folder.path());
    let bytes = vec![7; 100_000];
    let row = values(&[
        ("title", Value::Text("large")),
        ("body", Value::Blob(&bytes)),
    ]);
    let now = Abandon::default();
    let mut kept = 0;
    let refused = loop {
        match provider.insert(&uri(NOTE), &row, &now) {
            Ok(_) => kept += 1,
            Err(refusal) => break refusal,
        }
        assert!(kept < 100, "it has no limit");
    };
    assert!(matches!(refused, Refusal::Full(_)), "{refused:?}");
    assert!(kept >= 8, "{kept}");
    let count = Query {
        columns: "count(*)",
        ..Query::default()
    };
    assert_eq!(
        rows(&provider, NOTE, &count).unwrap(),
        [format!("[Integer({kept})]")]
    );
    // There is room again for what is deleted.
    assert_eq!(
        provider.delete(&uri("content://notes/note/1"), "", &[], &now),
        Ok(1)
    );
    assert!(provider.insert(&uri(NOTE), &row, &now).is_ok());
}

#[test]
fn more_than_one_answer_holds_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::new(
        support::declared(&support::NOTES.replace("1 MiB", "16 MiB")),
        folder.path().join("n.db"),
    );
    let bytes = vec![7; 1_000_000];
    let row = values(&[
        ("title", Value::Text("large")),
        ("body", Value::Blob(&bytes)),
    ]);
    for _ in 0..5 {
        provider
            .insert(&uri(NOTE), &row, &Abandon::default())
            .unwrap();
    }
    let refused = rows(&provider, NOTE, &Query::default());
    assert!(matches!(refused, Err(Refusal::TooManyRows { .. })));
    assert_eq!(
        rows(
            &provider,
            NOTE,
            &Query {
                limit: 4,
                ..Query::default()
            }
        )
        .unwrap()
        .len(),
        4
    );
    let long = vec![7; 1 << 20];
    let row = values(&[("title", Value::Text("long")), ("body", Value::Blob(&long))]);
    let refused = provider.insert(&uri(NOTE), &row, &Abandon::default());
    assert!(
        matches!(refused, Err(Refusal::TooLong { .. })),
        "{refused:?}"
    );
    let selection = format!("1{}", " OR 1".repeat(5000));
    let refused = rows(
        &provider,
        NOTE,
        &Query {
            selection: &selection,
            ..Query::default()
        },
    );
    assert!(matches!(refused, Err(Refusal::TooLong { .. })));
    let deep = format!("{}1{}", "(".repeat(3000), ")".repeat(3000));
    assert!(
        rows(
            &provider,
            NOTE,
            &Query {
                selection: &deep,
                ..Query::default()
            }
        )
        .is_err()
    );
}

#[test]
fn a_file_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data/notes.db");
    std::fs::create_dir(folder.path().join("data")).unwrap();
    std::fs::write(&file, "this is no database, and somebody wants to keep it").unwrap();
    let refused = add(&notes(folder.path()), "a", 1);
    assert!(matches!(refused, Err(Refusal::Storage(_))), "{refused:?}");
    assert!(
        std::fs::read_to_string(&file)
            .unwrap()
            .starts_with("this is no database")
    );
}
