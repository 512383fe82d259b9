//! What every benchmark needs: how often to repeat, the programs, a machine, and a guest's life.

use crate::programs::Programs;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::time::Duration;
use terrace_engine::{DirGrant, Outcome};
use terrace_testkit::Machine;
use terrace_vm::{Config, Overrides, PartitionId, State};

/// Nothing here takes longer; if it does, the benchmark stops with an error.
const PATIENCE: Duration = Duration::from_secs(120);

/// See the module.
#[derive(Debug)]
pub struct Bench {
    /// A tenth of the repetitions.
    pub quick: bool,
    /// The programs.
    pub programs: Programs,
    /// The rival engine's command, if it is installed.
    pub wasmtime: Option<PathBuf>,
}

impl Bench {
    /// How often to repeat what a full run repeats `full` times.
    #[must_use]
    pub fn repeat(&self, full: usize) -> usize {
        if self.quick { (full / 10).max(3) } else { full }
    }

    /// The rival engine's command.
    ///
    /// # Errors
    /// How to install it.
    pub fn wasmtime(&self) -> Result<&Path> {
        self.wasmtime.as_deref().context(
            "the `wasmtime` command is not at target/tools/bin/wasmtime; `make bench` installs it",
        )
    }

    /// Compile a Wasm file for the rival engine, as `wasmtime compile` does.
    ///
    /// # Errors
    /// What the command said.
    pub fn precompiled(&self, wasm: &Path, suffix: &str, flags: &[&str]) -> Result<PathBuf> {
        let out = wasm.with_extension(format!("{suffix}cwasm"));
        let mut args = vec!["compile"];
        args.extend(flags);
        let (from, to) = (wasm.to_string_lossy(), out.to_string_lossy());
        args.extend([from.as_ref(), "-o", to.as_ref()]);
        crate::rival::output(self.wasmtime()?, &args)?;
        Ok(out)
    }
}

/// A machine with one worker, on the core that guests and rivals share.
#[must_use]
pub fn one_worker() -> Machine {
    Machine::with(Config {
        workers: 1,
        partitions: 64,
        ..Config::default()
    })
}

/// Install a compiled guest.
///
/// # Errors
/// When the file cannot be read.
pub fn install(machine: &Machine, name: &str, wasm: &Path, manifest: &str) -> Result<()> {
    let bytes = std::fs::read(wasm).with_context(|| format!("cannot read {}", wasm.display()))?;
    machine.install(name, &bytes, manifest);
    Ok(())
}

/// Start a guest that may write its samples to the machine's folder.
///
/// # Errors
/// What was refused.
pub fn run(machine: &Machine, app: &str, args: &[&str]) -> Result<PartitionId> {
    let out = DirGrant {
        host: machine.folder().to_owned(),
        guest: "/out".to_owned(),
        write: true,
    };
    let args = args.iter().map(|&a| a.to_owned()).collect();
    let overrides = Overrides {
        args: Some(args),
        dirs: vec![out],
        ..Overrides::default()
    };
    Ok(machine.controller.run(app, None, overrides)?)
}

/// Run two ends of a conversation until both have ended well; the samples one of them wrote.
///
/// # Errors
/// What was refused, or ended wrongly.
pub fn pair(
    machine: &Machine,
    receiver: &str,
    sender: &str,
    size: usize,
    rounds: usize,
) -> Result<Vec<u64>> {
    let (size, rounds) = (size.to_string(), rounds.to_string());
    let receives = run(machine, receiver, &[receiver, &size, &rounds])?;
    let sends = run(machine, sender, &[sender, &size, &rounds])?;
    good_end(machine, receives)?;
    good_end(machine, sends)?;
    samples(machine)
}

/// Wait until it runs.
///
/// # Errors
/// When it ended instead.
pub fn running(machine: &Machine, id: PartitionId) -> Result<()> {
    let seen = machine
        .controller
        .wait_state(id, |s| s == State::Running || s.ended(), PATIENCE)?;
    anyhow::ensure!(
        seen == Some(State::Running),
        "a guest of a benchmark does not run: {:?}",
        fault(machine, id)
    );
    Ok(())
}

/// Wait for a good end, and forget the partition.
///
/// # Errors
/// When it ended in another way, or not at all.
pub fn good_end(machine: &Machine, id: PartitionId) -> Result<()> {
    match machine
        .controller
        .wait(id, Some(PATIENCE))?
        .map(|e| e.outcome)
    {
        Some(Outcome::Exited(0)) => Ok(machine.controller.remove(id)?),
        other => bail!("a guest of a benchmark ended wrongly: {other:?}"),
    }
}

/// End it by force, wait, and forget the partition.
///
/// # Errors
/// When it does not end.
pub fn kill(machine: &Machine, id: PartitionId) -> Result<()> {
    machine.controller.kill(id)?;
    let end = machine.controller.wait(id, Some(PATIENCE))?;
    anyhow::ensure!(end.is_some(), "a killed guest did not end");
    Ok(machine.controller.remove(id)?)
}

/// The samples the last guest wrote.
///
/// # Errors
/// When there are none.
pub fn samples(machine: &Machine) -> Result<Vec<u64>> {
    samples_in(machine.folder())
}

/// The samples that a guest wrote to this folder.
///
/// # Errors
/// When there are none.
pub fn samples_in(folder: &Path) -> Result<Vec<u64>> {
    let path = folder.join("samples");
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    std::fs::remove_file(&path)?;
    Ok(bytes
        .chunks_exact(8)
        .map(|c| u64::from_le_bytes(c.try_into().expect("8 bytes")))
        .collect())
}

fn fault(machine: &Machine, id: PartitionId) -> Option<String> {
    machine.controller.info(id).ok()?.fault.map(|f| f.message)
}
