//! Running a compiler: shown as it runs, and missed by name.

use crate::failure::Failure;
use crate::output;
use std::io::{ErrorKind, Write};
use std::os::fd::AsFd;
use std::process::{Command, Stdio};

/// What is seen of a compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// The command, and what it prints, on standard error.
    AsItRuns,
    /// What it prints, if it fails.
    Captured,
}

/// Run it. True if it succeeded; what it had to say has been shown.
pub fn run(command: &mut Command, shown: Shown, install: &str) -> Result<bool, Failure> {
    announce(command, shown);
    let missing = missing(command, install);
    if shown == Shown::Captured {
        let done = command.output().map_err(missing)?;
        if !done.status.success() {
            show(&done.stdout);
            show(&done.stderr);
        }
        return Ok(done.status.success());
    }
    command.stdout(Stdio::from(std::io::stderr().as_fd().try_clone_to_owned()?));
    Ok(command.status().map_err(missing)?.success())
}

/// Run it for its standard output; what it says on standard error is shown. None if it failed.
pub fn answer(
    command: &mut Command,
    shown: Shown,
    install: &str,
) -> Result<Option<Vec<u8>>, Failure> {
    announce(command, shown);
    let missing = missing(command, install);
    if shown == Shown::AsItRuns {
        command.stderr(Stdio::inherit());
    }
    let done = command.output().map_err(missing)?;
    if !done.status.success() {
        show(&done.stderr);
    }
    Ok(done.status.success().then_some(done.stdout))
}

fn announce(command: &Command, shown: Shown) {
    if shown == Shown::AsItRuns {
        output::hint(&format!("terrace: running {}", written(command)));
    }
}

/// As one would type it, variables first.
fn written(command: &Command) -> String {
    let variables = command
        .get_envs()
        .filter_map(|(key, value)| Some(format!("{}={}", key.display(), value?.display())));
    let words = [command.get_program()]
        .into_iter()
        .chain(command.get_args());
    variables
        .chain(words.map(|word| word.display().to_string()))
        .collect::<Vec<_>>()
        .join(" ")
}

fn missing(command: &Command, install: &str) -> impl Fn(std::io::Error) -> Failure + use<> {
    let tool = command.get_program().display().to_string();
    let install = install.to_owned();
    move |error| match error.kind() {
        ErrorKind::NotFound => Failure::new(format!(
            "`{tool}` is not installed, or not in PATH; {install}"
        )),
        _ => Failure::new(format!("cannot run `{tool}`: {error}")),
    }
}

fn show(bytes: &[u8]) {
    // If nobody reads standard error, nobody misses it.
    let _ = std::io::stderr().write_all(bytes);
}
