//! Text that means harm: no panic, no overflow, no flood, and positions that exist (M3, M4).

use proptest::prelude::*;
use std::path::Path;
use terrace_manifest::{Diagnostics, MAX_DIAGNOSTICS, parse_app, parse_device};

/// What both parsers say, after a look at every diagnostic.
fn errors(text: &str) -> Vec<Diagnostics> {
    let app = parse_app(text, Path::new("a.toml")).err();
    let device = parse_device(text, Path::new("d.toml")).err();
    let all: Vec<_> = app.into_iter().chain(device).collect();
    all.iter().for_each(|errors| check(text, errors));
    all
}

fn check(text: &str, errors: &Diagnostics) {
    let lines: Vec<&str> = text.split('\n').collect();
    assert!(errors.iter().len() > 0 && errors.iter().len() <= MAX_DIAGNOSTICS);
    for error in errors {
        let at = error.position;
        assert!(at.line >= 1 && at.line <= lines.len(), "{error}");
        assert!(
            at.col >= 1 && at.col <= lines[at.line - 1].chars().count() + 1,
            "{error}"
        );
        let line = error.to_string();
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(line.len() < 2000, "{} bytes", line.len());
        for part in [&error.what, &error.value, &error.limit, &error.fix] {
            assert!(!part.is_empty(), "{line}");
        }
    }
    assert!(errors.render(false).len() < MAX_DIAGNOSTICS * 10_000);
}

const DEEP: usize = 100_000;

#[test]
fn deep_nesting_is_refused_without_recursion() {
    let texts = [
        format!("a = {}", "[".repeat(DEEP)),
        format!("a = {}{}", "[".repeat(DEEP), "]".repeat(DEEP)),
        format!("a = {}", "{ a = ".repeat(DEEP)),
        format!("a = {}1{}", "{ a = ".repeat(DEEP), " }".repeat(DEEP)),
        format!("a{} = 1", ".a".repeat(DEEP)),
        format!("[a{}]", ".a".repeat(DEEP)),
        format!("[[a{}]]", ".a".repeat(DEEP)),
        "[a]\n".repeat(DEEP),
        "[".repeat(DEEP),
    ];
    for text in texts {
        assert_eq!(errors(&text).len(), 2, "{}", &text[..20]);
    }
}

#[test]
fn a_text_of_100_mb_is_refused_before_it_is_parsed() {
    let text = "a".repeat(100_000_000);
    let error = parse_app(&text, Path::new("big.toml")).expect_err("it is too large");
    let line = "big.toml:1:1: the manifest is too large: 100000000 bytes, \
                1048576 bytes are allowed, make it smaller";
    assert_eq!(error.to_string(), line);
}

#[test]
fn every_key_wrong_is_counted_and_the_first_are_named() {
    let keys: String = (0..50_000).map(|i| format!("k{i} = {i}\n")).collect();
    let all = errors(&keys);
    let app = &all[0];
    assert_eq!(app.iter().len(), MAX_DIAGNOSTICS);
    assert_eq!(app.iter().len() + app.more(), 50_001, "one more for [app]");
    assert!(
        app.to_string()
            .ends_with(&format!("\nand {} more", app.more()))
    );
}

#[test]
fn a_line_of_a_megabyte_is_cut() {
    let long = "x".repeat(1_000_000);
    assert_eq!(errors(&long).len(), 2);
    errors(&format!("[app]\nname = \"{long}\"\n"));
    errors(&format!("[app]\n{long} = 1\n"));
    errors(&format!("[permissions.env]\n{long} = 1\n"));
    errors(&format!("[permissions.env]\n\"{long}\" = true\n"));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let all = errors("[app]\nname = \"\\u001b[31m\\u202e\"\n\"\\u001b]0;x\\u0007\" = 1\n");
    assert!(!all[0].to_string().contains('\u{1b}'));
    let file = Path::new("evil\n\u{1b}[2J.toml");
    let error = parse_app("", file).expect_err("it is empty").to_string();
    assert!(error.starts_with("evil\\n\\u{1b}[2J.toml:1:1: "), "{error}");
}

const WORDS: &[&str] = &[
    "[app]",
    "[[app]]",
    "[memory]",
    "[cpu]",
    "[permissions]",
    "[restart]",
    "[device]",
    "\n",
    "\n",
    "name",
    "version",
    "program",
    "language",
    "sources",
    "limit",
    "guaranteed",
    "priority",
    "scheduler",
    "budget_us",
    "period_us",
    "dirs",
    "env",
    "args",
    "network",
    "count",
    "path",
    "=",
    "=",
    "=",
    ".",
    ",",
    "[",
    "]",
    "{",
    "}",
    "\"a\"",
    "\"c\"",
    "\"fifo\"",
    "\"2 MiB\"",
    "\"",
    "'",
    "\"\"\"",
    "1",
    "-1",
    "0x1f",
    "1e400",
    "nan",
    "true",
    "1979-05-27",
    "#",
    "\\u0000",
    "ü",
    "\r",
    "\t",
    "\u{feff}",
    "99999999999999999999999999999999999999999999",
];

fn soup() -> impl Strategy<Value = String> {
    proptest::collection::vec(proptest::sample::select(WORDS), 0..60).prop_map(|w| w.join(" "))
}

/// The reference example with a few characters changed.
fn spoiled() -> impl Strategy<Value = String> {
    let change = (0usize..2000, proptest::option::of(any::<char>()));
    proptest::collection::vec(change, 1..6).prop_map(|changes| {
        let mut text: Vec<char> = include_str!("../src/reference/app.toml").chars().collect();
        for (at, new) in changes {
            let at = at % text.len();
            match new {
                Some(c) => text[at] = c,
                None => drop(text.remove(at)),
            }
        }
        text.into_iter().collect()
    })
}

proptest! {
    #[test]
    fn any_text_gets_an_answer(text in any::<String>()) {
        errors(&text);
    }

    #[test]
    fn any_soup_of_our_words_gets_an_answer(text in soup()) {
        errors(&text);
    }

    #[test]
    fn a_spoiled_manifest_gets_an_answer(text in spoiled()) {
        errors(&text);
    }
}
