//! kill -9 in the middle of writes: what was told is there, and what is there is whole.
//!
//! The writer is this program again, in a process of its own.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use support::{NOTE, arguments, notes, rows, uri};
use terrace_provider::{Abandon, Query, Value};

const FOLDER: &str = "TERRACE_PROVIDER_TEST_FOLDER";

/// Not a test: the process that is killed. Tells each pair that it has written.
#[test]
fn writer() {
    let Some(folder) = std::env::var_os(FOLDER) else {
        return;
    };
    let provider = notes(&PathBuf::from(folder));
    let mut out = std::io::stdout();
    for number in 1.. {
        let pair = arguments(&[Value::Text("pair"), Value::Integer(number)]);
        provider
            .call(&uri("content://notes/pair"), &pair, &Abandon::default())
            .unwrap();
        writeln!(out, "wrote {number}")
            .and_then(|()| out.flush())
            .unwrap();
    }
}

#[test]
fn what_was_told_is_there_and_what_is_there_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let mut told = 0;
    for round in 1..=4 {
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writer", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(writer.stdout.take().unwrap()).lines();
        let mut written =
            lines.filter_map(|line| Some(line.ok()?.split_once("wrote ")?.1.to_owned()));
        told += (0..3 * round).filter_map(|_| written.next()).count();
        // It is in the midst of the next one, wherever.
        writer.kill().unwrap();
        writer.wait().unwrap();
        told += written.count();
        let provider = notes(folder.path());
        let sums = Query {
            columns: "count(*), sum(size)",
            ..Query::default()
        };
        let found = rows(&provider, NOTE, &sums).unwrap();
        let count: usize = found[0]
            .trim_start_matches("[Integer(")
            .split(')')
            .next()
            .and_then(|n| n.parse().ok())
            .unwrap();
        assert!(found[0].ends_with("Integer(0)]"), "{found:?}");
        assert!(
            count >= 2 * told && count <= 2 * (told + round),
            "{count} rows, {told} pairs told, round {round}"
        );
        // The next writer begins where this one ended, for whoever counts.
        told = count / 2;
    }
}
