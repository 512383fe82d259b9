//! How a subcommand fails: a message for people, and an exit status.

use crate::output;
use std::fmt::Display;

/// Exit status of whatever went wrong.
pub const FAILED: u8 = 1;
/// Exit status of wrong usage.
pub const USAGE: u8 = 2;

/// See the module.
#[derive(Debug)]
pub enum Failure {
    /// One sentence, not shown yet.
    Message(String),
    /// Everything has been shown.
    Shown,
    /// Nobody reads standard output any more.
    OutputClosed,
}

impl Failure {
    /// Show it, and say which status it is.
    #[must_use]
    pub fn report(self) -> u8 {
        match self {
            Failure::Message(text) => {
                output::complain(&text);
                FAILED
            }
            Failure::Shown => FAILED,
            Failure::OutputClosed => 0,
        }
    }

    /// A message.
    pub fn new(what: impl Display) -> Failure {
        Failure::Message(what.to_string())
    }
}

/// Any error is one sentence, with its causes after it.
impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Message(format!("{:#}", error.into()))
    }
}

/// Show what clap says; help and version are no failures.
#[must_use]
pub fn usage(error: &clap::Error) -> std::process::ExitCode {
    if !error.use_stderr() {
        // Printing help to a reader that went away is no failure either.
        let _ = error.print();
        return std::process::ExitCode::SUCCESS;
    }
    let text = if output::colours(&std::io::stderr()) {
        error.render().ansi().to_string()
    } else {
        error.render().to_string()
    };
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    output::complain(text.trim_end());
    USAGE.into()
}

/// A panic is a mistake of ours: say so in one line, without a backtrace.
pub fn hide_backtraces() {
    std::panic::set_hook(Box::new(|panic| {
        let what = panic.payload_as_str().unwrap_or("no message");
        let place = panic
            .location()
            .map(|l| format!(" at {l}"))
            .unwrap_or_default();
        output::complain(&format!(
            "this is a mistake in Terrace, please report it: {what}{place}"
        ));
    }));
}
