//! `terrace run`: one program in one partition, as if it were a process.
//!
//! # Invariants
//! I1. The exit status is the program's own; 134 after a fault, 1 if that is an uncaught error of the program;
//!     128 + the signal's number when interrupted, 141 when standard output was closed.
//! I2. Everything the program wrote is out before this returns.

use crate::cli::RunArgs;
use crate::failure::Failure;
use crate::interrupt::{self, Interrupt};
use crate::load::Loader;
use crate::output;
use crate::remote::{exit_code, fault_code};
use crate::target::{self, Kind, Parcel};
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use terrace_abi::FaultKind;
use terrace_engine::{DirGrant, Fault, Outcome, Standard};
use terrace_manifest::{App as Manifest, Scheduler};
use terrace_vm::{Config, Controller, End, Overrides, PartitionId, Sink};

/// A program that knows nothing of Terrace cannot hear a polite stop, so it gets little time for it.
const BARE_GRACE: Duration = Duration::from_millis(200);

/// `terrace run`.
pub fn run(args: &RunArgs) -> Result<u8, Failure> {
    let bare = target::kind(&args.program)? == Kind::Program;
    let mut parcel = target::open(&args.program)?;
    grant(&mut parcel, args)?;
    let controller = Controller::start(Config {
        data: args.data.clone(),
        ..config(&parcel.manifest, bare)
    })?;
    for sentence in controller.degraded() {
        output::hint(&format!("terrace: {sentence}"));
    }
    let app = Loader::open(controller.engine(), &args.cache)?.load(parcel)?;
    let name = app.name().to_owned();
    controller.install(app);
    // Before the program runs: a signal must not find the default action, which ends this process.
    let watched = Arc::new(Watched::default());
    watch(&controller, &watched)?;
    let id = controller.run(&name, Some(&name), overrides(args))?;
    if watched.begins(id) {
        // It may have ended meanwhile, which is what is wanted.
        let _ = controller.kill(id);
    }
    let end = controller.wait_end(id, None)?;
    controller.flush(id);
    Ok(match watched.interrupt() {
        Some(interrupt) => Interrupt::status(interrupt),
        None => tell(end, &name, args.verbose),
    })
}

/// What the command line grants beyond the manifest.
fn grant(parcel: &mut Parcel, args: &RunArgs) -> Result<(), Failure> {
    if let Some(limit) = args.max_memory {
        let memory = &mut parcel.manifest.memory;
        if limit < memory.guaranteed {
            return Err(Failure::new(format!(
                "--max-memory {limit} is less than the {} its manifest guarantees; give at least that",
                memory.guaranteed
            )));
        }
        memory.limit = limit;
    }
    parcel.manifest.permissions.network.extend(&args.network);
    Ok(())
}

/// A machine for this one app.
pub fn config(manifest: &Manifest, bare: bool) -> Config {
    let usual = Config::default();
    Config {
        workers: manifest
            .cpu
            .worker
            .map_or(1, |worker| usize::from(worker) + 1),
        partitions: if manifest.permissions.control {
            1024
        } else {
            16
        },
        realtime: manifest.cpu.scheduler == Scheduler::Fifo,
        pin: false,
        grace: if bare { BARE_GRACE } else { usual.grace },
        sink: Sink::Direct,
        ..usual
    }
}

fn overrides(args: &RunArgs) -> Overrides {
    let dir = |d: &crate::cli::DirArg| DirGrant {
        host: d.host.clone(),
        guest: d.guest.clone(),
        write: d.write,
    };
    Overrides {
        args: (!args.args.is_empty()).then(|| args.args.clone()),
        env: args
            .env
            .iter()
            .map(|e| (e.key.clone(), e.value.clone()))
            .collect(),
        dirs: args.dir.iter().map(dir).collect(),
        standard: Standard {
            inherit_stdin: true,
            out_is_terminal: std::io::stdout().is_terminal(),
            err_is_terminal: std::io::stderr().is_terminal(),
        },
        worker: None,
        force: args.force,
    }
}

/// The one partition, and what interrupted it.
#[derive(Default)]
struct Watched {
    id: OnceLock<PartitionId>,
    interrupt: Mutex<Option<Interrupt>>,
}

impl Watched {
    /// Note an interruption; whether there was one before.
    fn note(&self, interrupt: Interrupt) -> bool {
        let mut noted = self
            .interrupt
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        noted.replace(interrupt).is_some()
    }

    fn interrupt(&self) -> Option<Interrupt> {
        *self
            .interrupt
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The partition is there; whether it was interrupted before that.
    fn begins(&self, id: PartitionId) -> bool {
        // Set once, here.
        let _ = self.id.set(id);
        self.interrupt().is_some()
    }
}

/// End the partition when the user or the reader of its output wants no more of it.
fn watch(controller: &Controller, watched: &Arc<Watched>) -> Result<(), Failure> {
    let (machine, one) = (controller.clone(), watched.clone());
    interrupt::on_signal(move |interrupt| {
        let again = one.note(interrupt);
        let Some(&id) = one.id.get() else { return };
        // It may have ended meanwhile, which is what is wanted.
        let _ = if again {
            machine.kill(id)
        } else {
            machine.stop(id)
        };
    })?;
    let (machine, one) = (controller.clone(), watched.clone());
    interrupt::on_output_closed(move |interrupt| {
        let Some(&id) = one.id.get() else {
            one.note(interrupt);
            return;
        };
        if machine.kill(id).is_ok() {
            one.note(interrupt);
        }
    })?;
    Ok(())
}

/// The status of an end, and a line about a fault.
fn tell(end: Option<End>, name: &str, verbose: bool) -> u8 {
    match end.map(|e| e.outcome) {
        None => 0,
        Some(Outcome::Exited(status)) => exit_code(status),
        Some(Outcome::Faulted(fault)) => {
            tell_fault(&fault, name, verbose);
            fault_code(fault.kind.name())
        }
    }
}

fn tell_fault(fault: &Fault, name: &str, verbose: bool) {
    let asked = std::env::var_os("TERRACE_BACKTRACE").is_some_and(|v| !v.is_empty() && v != "0");
    let innermost = fault
        .backtrace
        .first()
        .map(|f| format!(" in {}", output::plain(&f.to_string())));
    let place = innermost.unwrap_or_default();
    // The frames of an uncaught error are those of how it is told.
    let (what, place) = match fault.kind {
        FaultKind::Uncaught => ("faulted", String::new()),
        _ => ("trapped", place),
    };
    output::complain(&format!(
        "{name} {what}: {}{place}",
        output::plain(&fault.message)
    ));
    if verbose || asked {
        for frame in &fault.backtrace {
            output::hint(&format!("  in {}", output::plain(&frame.to_string())));
        }
    }
}
