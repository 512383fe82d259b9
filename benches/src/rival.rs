//! What rivals are made of: threads on a given core in a given class, and processes on it.

use anyhow::{Context, Result};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use terrace_host::thread::{self, Class};

/// The core that guests and their rivals share.
pub const CORE: usize = 0;

/// The core of whoever asks or wakes, if there are two.
#[must_use]
pub fn other_core() -> usize {
    usize::from(thread::cores() > 1)
}

/// Run on a thread of its own, on this core and in this class; where Linux refuses the class,
/// as a normal thread (the report's machine facts say so).
///
/// # Panics
/// If `work` does.
pub fn on_core<T: Send>(core: usize, class: Class, work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let running = scope.spawn(move || {
            settle(core, class);
            work()
        });
        running
            .join()
            .expect("a thread of a benchmark does not panic")
    })
}

/// Bring the calling thread to this core and class.
pub fn settle(core: usize, class: Class) {
    // A refusal of either shows in the figures and in the machine facts, not as a failure.
    let _ = thread::pin(core);
    let _ = thread::set_class(class);
}

/// A process with its standard output readable; it inherits the core of the calling thread.
///
/// The standard library starts it by `posix_spawn`.
///
/// # Errors
/// When it cannot be started.
pub fn process(program: &Path, args: &[&str]) -> Result<(Child, ChildStdout)> {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let out = child
        .stdout
        .take()
        .context("its output was just made a pipe")?;
    Ok((child, out))
}

/// Run a process to its end on the shared core; its standard output.
///
/// # Errors
/// When it cannot be started or fails.
pub fn output(program: &Path, args: &[&str]) -> Result<String> {
    output_on(CORE, program, args)
}

/// As [`output`], on another core.
///
/// # Errors
/// As there.
pub fn output_on(core: usize, program: &Path, args: &[&str]) -> Result<String> {
    let answer = on_core(core, Class::Normal, || {
        Command::new(program)
            .args(args)
            .stdin(Stdio::null())
            .output()
    })
    .with_context(|| format!("cannot start {}", program.display()))?;
    let errors = String::from_utf8_lossy(&answer.stderr);
    anyhow::ensure!(
        answer.status.success(),
        "{} {args:?}: {}: {errors}",
        program.display(),
        answer.status
    );
    Ok(String::from_utf8_lossy(&answer.stdout).into_owned())
}
