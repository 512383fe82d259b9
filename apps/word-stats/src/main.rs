//! Word-stats: which words a folder of texts uses, and which words tell its texts apart.
//!
//! Usage: `word-stats [FOLDER] [TOP]` (else `/usr/share/common-licenses` and 8). Reads every
//! regular file of the folder itself, not of folders below, and follows no links: several names of one
//! text count once. Files that are not UTF-8 are read with the broken bytes replaced.
#![forbid(unsafe_code)]

mod corpus;
mod report;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;

struct Options {
    folder: PathBuf,
    top: usize,
}

fn options() -> Result<Options, String> {
    let mut args = std::env::args().skip(1);
    let folder = args
        .next()
        .unwrap_or_else(|| "/usr/share/common-licenses".to_owned());
    let top = match args.next() {
        None => 8,
        Some(text) => match text.parse() {
            Ok(top @ 1..=1000) => top,
            _ => return Err(format!("TOP is {text:?}; it must be a number in 1..1000")),
        },
    };
    Ok(Options {
        folder: folder.into(),
        top,
    })
}

fn run() -> Result<(), String> {
    let options = options()?;
    let corpus = corpus::read(&options.folder)
        .map_err(|error| format!("{}: {error}", options.folder.display()))?;
    if corpus.texts.is_empty() {
        return Err(format!("{}: no files to read", options.folder.display()));
    }
    report::print(&corpus, options.top).map_err(|error| format!("standard output: {error}"))
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("word-stats: {problem}");
            ExitCode::FAILURE
        }
    }
}
