//! The chapter on proof shows what the command prints. `TERRACE_BLESS=1` (as `make book` does)
//! renews it.

mod support;

use std::path::Path;
use std::process::Command;

/// What a command line of the book prints: its output, then its complaints.
fn printed(line: &str, folder: &Path) -> String {
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some("terrace"), "{line}");
    let done = Command::new(env!("CARGO_BIN_EXE_terrace"))
        .args(words)
        .current_dir(folder)
        .output()
        .expect("the command starts");
    format!("{}{}", support::out(&done), support::err(&done))
}

/// The page with every block that begins with `$ terrace ...` filled with what that prints.
fn filled(page: &str, folder: &Path) -> (String, usize) {
    const FENCE: &str = "```text\n$ ";
    let mut parts = page.split(FENCE);
    let mut out = parts.next().unwrap_or_default().to_owned();
    let mut count = 0;
    for part in parts {
        let (block, after) = part.split_once("```").expect("a block has an end");
        let line = block.lines().next().unwrap_or_default();
        let said = printed(line, folder);
        out.push_str(&format!("{FENCE}{line}\n{}\n```{after}", said.trim_end()));
        count += 1;
    }
    (out, count)
}

/// Pictures of the chapter, and what they are drawn of.
const PICTURES: &[(&str, &str)] = &[
    ("cochlear.toml", "cochlear.svg"),
    ("heavier.toml", "heavier.svg"),
];

#[test]
fn the_pictures_of_the_chapter_are_what_the_command_draws() {
    let folder = terrace_testkit::tools::root().join("docs/book/src/proof");
    let desk = support::Desk::new();
    for (manifest, picture) in PICTURES {
        let drawn = desk.path().join(picture);
        let done = Command::new(env!("CARGO_BIN_EXE_terrace"))
            .args(["check", manifest, "--gantt"])
            .arg(&drawn)
            .current_dir(&folder)
            .output()
            .expect("the command starts");
        let now = std::fs::read(&drawn).unwrap_or_else(|e| panic!("{e}: {}", support::err(&done)));
        let kept = folder.join(picture);
        if std::env::var_os("TERRACE_BLESS").is_some() {
            std::fs::write(&kept, &now).expect("the picture can be written");
            continue;
        }
        let same = std::fs::read(&kept).is_ok_and(|there| there == now);
        assert!(
            same,
            "{} is not what is drawn; run make book",
            kept.display()
        );
    }
}

#[test]
fn the_chapter_on_proof_shows_what_the_command_prints() {
    let book = terrace_testkit::tools::root().join("docs/book/src");
    let path = book.join("proof.md");
    let page = std::fs::read_to_string(&path).expect("the chapter is there");
    let (now, blocks) = filled(&page, &book.join("proof"));
    assert!(blocks >= 3, "the chapter runs the command");
    if std::env::var_os("TERRACE_BLESS").is_some() {
        std::fs::write(&path, &now).expect("the chapter can be written");
        return;
    }
    assert!(
        page == now,
        "{} is not what the command prints; run make book",
        path.display()
    );
}
