//! Word-stats: which words a folder of texts uses, and which words tell its texts apart.
//!
//! Usage: `word-stats [--every MS] [FOLDER] [TOP]` (else `/usr/share/common-licenses` and 8). Reads
//! every regular file of the folder itself, not of folders below, and follows no links: several
//! names of one text count once. Files that are not UTF-8 are read with the broken bytes
//! replaced. With `--every` it starts again MS milliseconds after it was ready, for ever, and from the
//! second time on prints one line.
#![forbid(unsafe_code)]

mod corpus;
mod report;
mod text;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

struct Options {
    folder: PathBuf,
    top: usize,
    every: Option<Duration>,
}

fn every(text: Option<String>) -> Result<Duration, String> {
    let text = text.ok_or("--every needs a number of milliseconds")?;
    match text.parse() {
        Ok(ms @ 1..=3_600_000) => Ok(Duration::from_millis(ms)),
        _ => Err(format!(
            "--every is {text:?}; it must be a number in 1..3600000, in ms"
        )),
    }
}

fn options() -> Result<Options, String> {
    let mut args = std::env::args().skip(1).peekable();
    let every = match args.next_if(|arg| arg == "--every") {
        Some(_) => Some(every(args.next())?),
        None => None,
    };
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
        every,
    })
}

fn read(options: &Options) -> Result<corpus::Corpus, String> {
    let folder = options.folder.display();
    let corpus = corpus::read(&options.folder).map_err(|error| format!("{folder}: {error}"))?;
    if corpus.texts.is_empty() {
        return Err(format!("{folder}: no files to read"));
    }
    Ok(corpus)
}

fn run() -> Result<(), String> {
    let unprinted = |error| format!("standard output: {error}");
    let options = options()?;
    report::print(&read(&options)?, options.top).map_err(unprinted)?;
    while let Some(every) = options.every {
        std::thread::sleep(every);
        report::print_line(&read(&options)?).map_err(unprinted)?;
    }
    Ok(())
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
